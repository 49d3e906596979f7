/**
 * @file decide.h
 * @brief What `levelfield decide` counts, and tuning beside claims.
 */
#pragma once

#include <stddef.h>

#include <jansson.h>
#include <levelfield/status.h>

#include "harness/results/results.h"

/** What is counted over a file of records. */
typedef struct {
    const char *record, *claim;
    size_t claims, lines, choices, others, without;
} lf_decide_count;

/** Of a folder: how tuning came to its choices, as decide_tuning.c says; NULL: no memory. */
lf_status lf_decide_tuning(const lf_results *results, json_t **tuning);
/** Of a record that kept this: a choice whose edges are others by today's parameters is named. */
lf_status lf_decide_tuning_again(lf_decide_count *count, const json_t *tuning);
