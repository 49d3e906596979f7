/**
 * @file made_frontier.h
 * @brief Runs on a family of problems p, q, r that end at chosen places: CVio against gain.
 */
#pragma once

#include "made_results.h"
#include "reports/kinds/parts/frontiers.h"

enum { MADE_FAMILY = 3 };

static char *made_family[MADE_FAMILY] = {(char *)"p", (char *)"q", (char *)"r"};
static double made_places[2] = {0.5, 5};
static lf_experiment_line made_lines[2];

/** gain against CVio, lines of "a" and "b" over the family, read at 0.5 and 5. */
static inline lf_experiment_frontier made_frontier(made *m) {
    static const char *const methods[] = {"a", "b"};
    for (size_t i = 0; i < 2; i++)
        made_lines[i] = (lf_experiment_line){
            .method = (char *)methods[i], .problems_count = MADE_FAMILY, .problems = made_family};
    m->experiment.problems_count = MADE_FAMILY;
    return (lf_experiment_frontier){.id = (char *)"f",
                                    .title = (char *)"Trade-off",
                                    .x = (char *)"CVio",
                                    .y = (char *)"gain",
                                    .lines_count = 2,
                                    .lines = made_lines,
                                    .at_count = 2,
                                    .at = made_places};
}

/** Add a run that ends with CVio = x and gain = y. */
static inline lf_record *made_end(made *m, size_t problem, size_t method, uint64_t seed, double x,
                                  double y) {
    return made_run(m, problem, method, seed, LF_RUN_DONE, 2, (const double[]){100, -y},
                    (const double[]){9, x});
}
