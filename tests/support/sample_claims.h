/**
 * @file sample_claims.h
 * @brief Claims and tuning for the results of sample.h: one of each outcome, one method not tuned.
 */
#pragma once

#include "sample.h"

#include "harness/experiment/tuning_grid.h"
#include "harness/results/results.h"
#include "reports/kinds/claims/parts/claims.h"

enum { SAMPLE_CLAIMS = 3, SAMPLE_GRID = 3 };

/** One that holds, one that is refuted, one that three seeds cannot decide. */
static inline void sample_claims(lf_experiment *experiment) {
    static lf_experiment_claim claims[SAMPLE_CLAIMS];
    static char *p1[] = {"p1"}, *than[] = {"ipp_conex"};
    static double enough = 1, never = -1;
    claims[0] = (lf_experiment_claim){.id = "feasible",
                                      .text = "3S-Econ-S ends <feasible> & sound.",
                                      .kind = "feasible",
                                      .method = "3secon_s",
                                      .problems_count = 1,
                                      .problems = p1,
                                      .metric = "CVio",
                                      .at_most = &enough};
    claims[1] = claims[0];
    claims[1].text = "Nobody ever violates anything.";
    claims[1].at_most = &never;
    claims[2] = (lf_experiment_claim){.id = "lower",
                                      .text = "3S-Econ-S ends higher.",
                                      .kind = "higher",
                                      .method = "3secon_s",
                                      .than_count = 1,
                                      .than = than,
                                      .problems_count = 1,
                                      .problems = p1,
                                      .metric = "FV",
                                      .target = "0.05"};
    experiment->claims = claims;
    experiment->claims_count = SAMPLE_CLAIMS;
}

/** The first method on the first problem, as lf_tuning_choose would have it. */
static inline void sample_tuning(lf_results *results) {
    static lf_experiment_tuning tuning;
    static lf_tuning_point points[SAMPLE_GRID];
    static lf_tuned tuned;
    static double at_most = 0.01;
    tuning = (lf_experiment_tuning){.metric = "FV",
                                    .where = "CVio",
                                    .at_most = &at_most,
                                    .points = SAMPLE_GRID,
                                    .seeds = "100-101"};
    points[0] = (lf_tuning_point){"eta=<1e-2>", 2, 0, 0, 0.31, NAN, 0, true};
    points[1] = (lf_tuning_point){"eta=1e-1", 2, 0, 0, 0.12345, NAN, 0.5, false};
    points[2] = (lf_tuning_point){"eta=1", 2, 2, 0, INFINITY, NAN, INFINITY, false};
    tuned = (lf_tuned){.points = SAMPLE_GRID,
                       .point = points,
                       .cost = 12000,
                       .cpu_seconds = 12.34,
                       .unit = "passes.constraint"};
    results->experiment->tuning = &tuning;
    results->tuned_pairs = 1;
    results->tuned = &tuned;
}
