/**
 * @file tune.h
 * @brief What the files of `levelfield tune` share.
 */
#pragma once

#include "cli/carry_out.h"
#include "cli/pairing.h"
#include "harness/results/results.h"

typedef struct {
    lf_session session;
    const char *scale;
    lf_texts problems, algorithms, plugins;
    const char *budget, *metric, *where, *at_most, *target, *cost, *search, *seeds;
    size_t points, seed, checkpoints;
    bool race, json;
} lf_tune_values;

/** An experiment made from the options: every --algorithm with its grid. */
typedef struct {
    char **name; /**< of each algorithm, what stands before ':' */
    size_t names;
    lf_pairing pairing;
    lf_experiment_grid *grid;
    lf_experiment_tuning tuning;
    double at_most, target;
    char seeds[32]; /**< of the runs that are never made: one that no trial has */
    lf_experiment_scale scale;
    lf_experiment experiment;
} lf_tune_request;

/** Read the options; what is wrong has been said unless this returns LF_EXIT_DONE.
 *  lf_tune_request_free() in any case. */
lf_exit lf_tune_request_make(const lf_tune_values *v, lf_tune_request *request);
void lf_tune_request_free(lf_tune_request *request);

/** Every pair's choice, cost and trials on standard output, as tables or as one JSON object. */
lf_status lf_tune_print(const lf_results *results);
lf_status lf_tune_print_json(const lf_results *const *results, size_t n);
