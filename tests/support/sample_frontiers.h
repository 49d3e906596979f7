/**
 * @file sample_frontiers.h
 * @brief A frontier, a borrowed tuning and two forms of a task for the results of sample.h.
 */
#pragma once

#include "reports/kinds/parts/frontiers.h"
#include "sample_claims.h"

/** The last method runs on p2 alone, another form of p1; the others only on p1. */
static inline void sample_forms(lf_results *results) {
    static char *first[] = {"3secon_s", "ssg", "ipp_ssg"}, *second[] = {"ipp_conex"};
    lf_experiment_problem *problem = results->experiment->problems;
    size_t kept = 0;
    problem[0].methods_count = 3;
    problem[0].methods = first;
    problem[1].methods_count = 1;
    problem[1].methods = second;
    problem[1].same_as = "p1";
    for (size_t run = 0; run < results->runs; run++) {
        const bool fits = (results->plan[run].problem == 1) == (results->plan[run].method == 3);
        lf_record hold = results->record[kept];
        lf_planned_run plan = results->plan[kept];
        if (!fits) continue;
        results->record[kept] = results->record[run];
        results->record[run] = hold;
        results->plan[kept] = results->plan[run];
        results->plan[run] = plan;
        kept++;
    }
    results->runs = kept;
}

/** FV against CVio along both problems, of two methods; p2 has the parameters of p1. */
static inline void sample_frontiers(lf_results *results) {
    static lf_experiment_frontier frontier;
    static char *both[] = {"p1", "p2"};
    static lf_experiment_line lines[] = {
        {.label = "Ours & <theirs>", .method = "3secon_s", .problems_count = 2, .problems = both},
        {.method = "ipp_ssg", .problems_count = 2, .problems = both}};
    static double at[] = {0, 1e9};
    static lf_constant rho[SAMPLE_PROBLEMS] = {{"rho", 4}, {"rho", 37}};
    frontier = (lf_experiment_frontier){.id = "tr",
                                        .title = "FV & <CVio>",
                                        .caption = "What 'one' costs.",
                                        .x = "CVio",
                                        .y = "FV",
                                        .lines_count = 2,
                                        .lines = lines,
                                        .at_count = 2,
                                        .at = at,
                                        .label = "rho"};
    for (size_t i = 0; i < SAMPLE_PROBLEMS; i++) {
        results->experiment->problems[i].constants_count = 1;
        results->experiment->problems[i].constants = &rho[i];
    }
    results->experiment->frontiers = &frontier;
    results->experiment->frontiers_count = 1;
    results->experiment->problems[1].tuned_as = "p1";
}
