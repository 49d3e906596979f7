/**
 * @file sample_record.h
 * @brief A record with something in every field, for tests of what stores, exports and compares it.
 */
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run/record.h"

static inline char *sample_text(const char *text) {
    return strdup(text);
}

/* Three points and three metrics: FV everywhere, SVio at the end only, gap infinite once. */
static inline void sample_trace(lf_record *record) {
    static const char *const names[] = {"FV", "CVio", "SVio"};
    record->metrics = 3;
    record->metric = calloc(3, sizeof *record->metric);
    for (size_t i = 0; i < 3; i++)
        record->metric[i] =
            (lf_metric_info){sample_text(names[i]), sample_text("a \"metric\""), i == 2, i == 1};
    record->points = 3;
    record->point = calloc(3, sizeof *record->point);
    record->value = calloc(9, sizeof *record->value);
    for (size_t i = 0; i < 3; i++) {
        for (size_t c = 0; c < LF_COUNTERS; c++)
            record->point[i].count[c] = 100 * i + c;
        record->point[i].count[LF_COUNTER_STEPS] = 10 * i;
        record->point[i].oracle_seconds = 0.1 * (double)i;
        record->point[i].algorithm_seconds = 1.0 / 3 * (double)i;
        record->point[i].evaluation_seconds = i == 0 ? NAN : 5;
        record->value[3 * i] = 1.0 / (3.0 + (double)i);
        record->value[3 * i + 1] = i == 1 ? 0.25 : 0;
        record->value[3 * i + 2] = i == 2 ? 0.0009 : NAN;
    }
}

/** Fill a record; `seed` tells two of them apart. Free with lf_record_clear. */
static inline void sample_record(uint64_t seed, lf_record *record) {
    *record = (lf_record){.spec = {.problem = sample_text("dp_scad:data=a9a,lambda=0.02"),
                                   .algorithm = sample_text("ssg:mode=stochastic,eta=0.001"),
                                   .seed = seed,
                                   .budget = sample_text("2000:passes.constraint,1e6:steps"),
                                   .checkpoints = 2,
                                   .log_spaced = true,
                                   .expensive = 1,
                                   .stop = sample_text("SVio<1e-3"),
                                   .code = sample_text("ssg@0123456789ab")},
                          .status = LF_RUN_DONE,
                          .cause = sample_text("budget spent"),
                          .log = sample_text("one line\nand, \"another\"\n"),
                          .dim = 4,
                          .data_name = sample_text("a9a"),
                          .data_sha256 = sample_text("0123"),
                          .environment = sample_text("{\"version\":\"0\",\"commit\":\"abc\"}"),
                          .wall_seconds = 12.5};
    lf_run_spec_key(&record->spec, record->key, NULL);
    record->samples[LF_ROLE_OBJECTIVE] = 300;
    record->samples[LF_ROLE_CONSTRAINT] = 50;
    record->measures = 1;
    record->measure = calloc(1, sizeof *record->measure);
    record->measure[0] = (lf_measure_info){sample_text("dp.g"), sample_text("passes.constraint"),
                                           sample_text("passes over the rows of g")};
    record->iterate = malloc(4 * sizeof *record->iterate);
    const double iterate[] = {1.0 / 3, -0.0, NAN, 5e-324};
    memcpy(record->iterate, iterate, sizeof iterate);
    sample_trace(record);
    lf_trace_seal(record);
}
