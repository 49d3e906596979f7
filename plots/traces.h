/**
 * @file traces.h
 * @brief The traces of stored runs as compact JSON, for pages that draw them anew.
 *
 *   {"columns": ["+0 5000*20", ".693 .671 ...", ...],
 *    "experiments": [{"problems": [{id, label}], "methods": [{id, label, colour, dash, marker}],
 *                     "costs": {NAME: words},
 *                     "metrics": {NAME: [line, 1 if more is better, words]},
 *                     "shapes": [{"x": [NAME...], "y": [NAME...]}],
 *                     "runs": [[problem, method, seed, status, shape, [column of each name]]]}]}
 *
 * A run that failed before its first row has the shape -1 and no columns. A column is one number a
 * checkpoint, parted by blanks: "v*n" is n times the same, "-" was not evaluated, and a leading "+"
 * says that each is the step from the one before. Equal columns, such as the counters of two seeds,
 * are kept once. Metrics have six digits: who wants all exports them.
 */
#pragma once

#include <jansson.h>

#include "harness/results/results.h"

/** Zeroed: empty. */
typedef struct {
    json_t *columns, *known; /**< known: text -> position */
    json_t *experiments;
    size_t bytes; /**< of all columns */
    size_t n;
    const lf_experiment **of; /**< n of them: whose traces these are */
} lf_traces;

/** Take in an experiment's runs. One that would make the page too large to be opened at once is
 *  left out. */
lf_status lf_traces_add(lf_traces *traces, const lf_results *results);
void lf_traces_free(lf_traces *traces);

/** Position of an experiment among those taken in; SIZE_MAX: it is not there. */
size_t lf_traces_find(const lf_traces *traces, const lf_experiment *experiment);

/** malloc'ed JSON text, ASCII alone, without <, > and &. NULL: no memory. */
char *lf_traces_text(const lf_traces *traces);
/** The same of any value, which is given up. */
char *lf_traces_dump(json_t *value);
