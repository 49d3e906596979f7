/**
 * @file made_fit.h
 * @brief Runs that reach the targets of a fit at chosen checkpoints.
 */
#pragma once

#include "made_results.h"
#include "reports/kinds/parts/fits.h"

enum { MADE_TARGETS = 5, MADE_POINTS = 300 };

/** 1, 1/2, 1/4, 1/8, 1/16: 1/target doubles. */
static double made_targets[MADE_TARGETS] = {1, 0.5, 0.25, 0.125, 0.0625};

/** A fit of FV over those targets on problem p; steps are the cost. */
static inline lf_experiment_fit made_fit(void) {
    return (lf_experiment_fit){.id = (char *)"eps",
                               .title = (char *)"Accuracy",
                               .problem = (char *)"p",
                               .metric = (char *)"FV",
                               .targets_count = MADE_TARGETS,
                               .targets = made_targets};
}

/** Add a run that reaches the first n targets, target k at point at[k]: after 10 at[k] steps. */
static inline lf_record *made_reach(made *m, size_t problem, size_t method, uint64_t seed, size_t n,
                                    const size_t *at) {
    double fv[MADE_POINTS];
    for (size_t i = 0; i < MADE_POINTS; i++) {
        fv[i] = 2;
        for (size_t k = 0; k < n; k++)
            if (at[k] <= i) fv[i] = made_targets[k];
    }
    return made_run(m, problem, method, seed, LF_RUN_DONE, MADE_POINTS, fv, NULL);
}

/** The same with target k at point first * ratio^k: an exponent of log2(ratio). */
static inline lf_record *made_power(made *m, size_t problem, size_t method, uint64_t seed, size_t n,
                                    size_t first, size_t ratio) {
    size_t at[MADE_TARGETS] = {first};
    for (size_t k = 1; k < n; k++)
        at[k] = at[k - 1] * ratio;
    return made_reach(m, problem, method, seed, n, at);
}
