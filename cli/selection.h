/**
 * @file selection.h
 * @brief The experiments behind one word: "PAPER", "PAPER/ITEM" or "FILE.yaml".
 */
#pragma once

#include "base/file.h"
#include "cli/command.h"
#include "harness/campaign/campaign.h"
#include "harness/results/results.h"

typedef struct {
    size_t n;
    char **name;                /**< "3secon/table2", or a path */
    lf_experiment **experiment; /**< opened, checked, and with the scale asked for */
} lf_selection;

/** Open all of them before anything is run; scale NULL: none is asked for. `command` goes into
 * messages, which have been said when this returns anything but LF_EXIT_DONE. lf_selection_free()
 * in any case. */
lf_exit lf_selection_open(const char *command, const char *what, const char *scale,
                          lf_selection *selection);
void lf_selection_free(lf_selection *selection);

/** list <- "3secon/fig1, sonex/fig1": the experiments of that name in any paper; "" if there is
 * none, and cut where `bytes` end. */
void lf_selection_items(const char *item, size_t bytes, char *list);

/** Say why an experiment did not open: a name that nothing has is a wrong word, a file that is not
 * there missing input. */
lf_exit lf_selection_refused(const char *name, lf_status status);

/** Drop the items that have no run in the slice. If none is left, it has been said why. */
lf_exit lf_selection_narrow(const char *command, const lf_slice *slice, lf_selection *selection);

/** Does a stored experiment belong to the selection at this scale? A folder may hold others. */
bool lf_selection_has(const lf_selection *selection, const char *scale, const lf_results *results);

/** path <- `out`; where that is NULL the default output folder: levelfield-out/PAPER-SCALE. */
lf_status lf_selection_out(const char *out, const char *what, const char *scale,
                           char path[LF_PATH_BYTES]);
