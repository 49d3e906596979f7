/**
 * @file sample_fits.h
 * @brief Fits for the results of sample.h: FV becomes a power of the steps, so that exponents are
 * about 1, 2, 1 and 1/2, by method.
 */
#pragma once

#include "reports/kinds/parts/fits.h"
#include "sample.h"

enum { SAMPLE_FITS = 2, SAMPLE_TARGETS = 5 };

static const double sample_exponents[SAMPLE_METHODS] = {1, 2, 1, 0.5};

/* Noise moves a seed's whole curve; the problems differ by a factor of three. */
static inline double sample_power(size_t problem, size_t method, uint64_t seed, size_t point) {
    const double noise = 1 + 0.1 * sin(7.0 * (double)seed + (double)method);
    const double speed = (1 + 0.7 * (double)method) / (problem == 0 ? 1 : 3);
    return noise * pow(speed * ((double)point + 0.1), -1 / sample_exponents[method]);
}

static inline void sample_fits(lf_results *results) {
    static lf_experiment_fit fits[SAMPLE_FITS];
    static double targets[SAMPLE_TARGETS] = {0.8, 0.4, 0.2, 0.1, 0.05};
    static lf_experiment_from from = {"dp.g", 600};
    static lf_experiment_theory theory[] = {{"3secon_s", 1}, {"ssg", 2}};
    static lf_constant constant[SAMPLE_PROBLEMS] = {{"m", 4}, {"m", 12}};
    static char *problems[] = {"p1", "p2"};
    for (size_t run = 0; run < results->runs; run++) {
        const lf_planned_run *plan = &results->plan[run];
        lf_record *r = &results->record[run];
        for (size_t i = 0; i < r->points; i++)
            r->value[i * SAMPLE_METRICS] =
                sample_power(plan->problem, plan->method, plan->spec.seed, i);
    }
    for (size_t i = 0; i < SAMPLE_PROBLEMS; i++) {
        results->experiment->problems[i].constants_count = 1;
        results->experiment->problems[i].constants = &constant[i];
    }
    fits[0] = (lf_experiment_fit){.id = "eps",
                                  .title = "Cost & <accuracy>",
                                  .caption = "How the cost grows, 'measured'.",
                                  .problem = "p1",
                                  .metric = "FV",
                                  .targets_count = SAMPLE_TARGETS,
                                  .targets = targets,
                                  .from = &from,
                                  .theory_count = 2,
                                  .theory = theory};
    fits[1] = (lf_experiment_fit){.id = "m",
                                  .title = "Cost and m",
                                  .along = "m",
                                  .problems_count = 2,
                                  .problems = problems,
                                  .metric = "FV",
                                  .targets_count = 1,
                                  .targets = &targets[2],
                                  .cost = "steps"};
    results->experiment->fits = fits;
    results->experiment->fits_count = SAMPLE_FITS;
}
