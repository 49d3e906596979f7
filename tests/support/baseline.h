/**
 * @file baseline.h
 * @brief Baselines made by hand: every number is known, and one can be changed at a time.
 */
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/track/track.h"
#include "near.h"

enum { BASELINE_CALLS = 10000 };

/** Give a run a trace of its own. */
static inline void baseline_hash(lf_track_run *run, unsigned long long trace) {
    snprintf(run->hash, sizeof run->hash, "%016llx", trace);
}

static inline void baseline_run(const lf_track_pair *pair, uint64_t seed, lf_track_run *run) {
    *run = (lf_track_run){.seed = seed, .status = LF_RUN_DONE, .calls = BASELINE_CALLS};
    baseline_hash(run, seed + 1);
    run->value = calloc(pair->metrics, sizeof *run->value);
    for (size_t k = 0; k < pair->metrics; k++)
        run->value[k] = (lf_track_value){0.1, {1000, 3000, 6000}};
}

static inline void baseline_pair(size_t problem, size_t method, size_t metrics, uint64_t first,
                                 size_t seeds, lf_track_pair *pair) {
    char text[64];
    snprintf(text, sizeof text, "p%zu", problem);
    pair->problem = strdup(text);
    snprintf(text, sizeof text, "m%zu", method);
    pair->method = strdup(text);
    pair->setting = strdup("dp_scad:data=a9a,lambda=0.02");
    pair->algorithm = strdup("ssg:mode=stochastic,eta=0.001");
    pair->budget = strdup("20:dp.g, 10 even checkpoints");
    pair->metrics = metrics;
    pair->metric = calloc(metrics, sizeof *pair->metric);
    for (size_t k = 0; k < metrics; k++) {
        snprintf(text, sizeof text, "loss%zu", k);
        pair->metric[k] =
            (lf_track_metric){strdup(text), .start = 1, .range = 1, .targets = LF_TRACK_TARGETS,
                              .target = {0.5, 0.3, 0.15}};
    }
    pair->runs = seeds;
    pair->run = calloc(seeds, sizeof *pair->run);
    for (size_t i = 0; i < seeds; i++)
        baseline_run(pair, first + i, &pair->run[i]);
}

/** pairs p0/m0, p0/m1, ... with `seeds` seeds from `first`; every run takes 1000, 3000 and 6000 of
 *  its 10000 calls to the targets and ends at 0.1. */
static inline lf_track baseline_make(size_t pairs, size_t metrics, uint64_t first, size_t seeds) {
    lf_track track = {.experiment = strdup("demo/demo"),
                      .scale = strdup("smoke"),
                      .version = strdup("0.1.0"),
                      .commit = strdup("0123abc"),
                      .cpu = strdup("Haswell"),
                      .date = strdup("2025-06-01"),
                      .pairs = pairs,
                      .pair = calloc(pairs, sizeof *track.pair)};
    for (size_t i = 0; i < pairs; i++)
        baseline_pair(i / 8, i % 8, metrics, first, seeds, &track.pair[i]);
    return track;
}

/** Multiply the costs of run `i` of a pair, for all metrics; beyond the run's calls: never. Gives
 *  the run another trace. */
static inline void baseline_slow(lf_track_pair *pair, size_t i, double factor) {
    lf_track_run *run = &pair->run[i];
    for (size_t k = 0; k < pair->metrics; k++)
        for (size_t t = 0; t < LF_TRACK_TARGETS; t++) {
            run->value[k].cost[t] *= factor;
            if (run->value[k].cost[t] > run->calls) run->value[k].cost[t] = INFINITY;
        }
    baseline_hash(run, 0xabc000 + run->seed);
}

/** A baseline and what is held against it, the same at first, with the usual rule. */
typedef struct {
    lf_track before, now;
    lf_track_rule rule;
    lf_track_check check;
} baseline_fixture;

static inline baseline_fixture *baseline_begin(size_t pairs, size_t metrics, size_t seeds) {
    baseline_fixture *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->before = baseline_make(pairs, metrics, 0, seeds);
    f->now = baseline_make(pairs, metrics, 0, seeds);
    f->rule = (lf_track_rule){0.01, 0.05, 1e-6};
    return f;
}

static inline void baseline_decide(baseline_fixture *f) {
    lf_track_check_clear(&f->check);
    assert_ok(lf_track_decide(&f->before, &f->now, &f->rule, &f->check));
}

static inline int baseline_end(void **state) {
    baseline_fixture *f = *state;
    lf_track_clear(&f->before);
    lf_track_clear(&f->now);
    lf_track_check_clear(&f->check);
    free(f);
    return 0;
}
