/**
 * @file same_record.h
 * @brief Records compared field by field.
 */
#pragma once

#include <math.h>

#include "harness/run/record.h"
#include "near.h"

static inline void assert_same_text(const char *a, const char *b) {
    if (a == NULL || b == NULL)
        assert_ptr_equal(a, b);
    else
        assert_string_equal(a, b);
}

/* Bits of both are the same; a NaN only has to be a NaN. */
static inline void assert_same_bits(double a, double b) {
    if (isnan(a) && isnan(b)) return;
    assert_memory_equal(&a, &b, sizeof a);
}

static inline void assert_same_spec(const lf_run_spec *a, const lf_run_spec *b) {
#define SAME_TEXT(field) assert_same_text(a->field, b->field);
#define SAME_NUMBER(field) assert_true(a->field == b->field);
    LF_RUN_SPEC_LIST(SAME_TEXT, SAME_NUMBER, SAME_NUMBER)
#undef SAME_TEXT
#undef SAME_NUMBER
}

static inline void assert_same_trace(const lf_record *a, const lf_record *b) {
    assert_int_equal(a->points, b->points);
    assert_int_equal(a->metrics, b->metrics);
    for (size_t i = 0; i < a->points; i++) {
        assert_memory_equal(a->point[i].count, b->point[i].count, sizeof a->point[i].count);
        assert_same_bits(a->point[i].oracle_seconds, b->point[i].oracle_seconds);
        assert_same_bits(a->point[i].algorithm_seconds, b->point[i].algorithm_seconds);
        assert_same_bits(a->point[i].evaluation_seconds, b->point[i].evaluation_seconds);
    }
    for (size_t i = 0; i < a->points * a->metrics; i++)
        assert_same_bits(a->value[i], b->value[i]);
    for (size_t i = 0; i < a->metrics; i++) {
        assert_same_text(a->metric[i].name, b->metric[i].name);
        assert_same_text(a->metric[i].doc, b->metric[i].doc);
        assert_true(a->metric[i].expensive == b->metric[i].expensive);
        assert_true(a->metric[i].higher_is_better == b->metric[i].higher_is_better);
    }
}

static inline void assert_same_record(const lf_record *a, const lf_record *b) {
    assert_same_spec(&a->spec, &b->spec);
    assert_string_equal(a->key, b->key);
    assert_string_equal(a->trace_sha256, b->trace_sha256);
    assert_int_equal(a->status, b->status);
    assert_same_text(a->cause, b->cause);
    assert_same_text(a->log, b->log);
    assert_same_text(a->data_name, b->data_name);
    assert_same_text(a->data_sha256, b->data_sha256);
    assert_same_text(a->environment, b->environment);
    assert_same_bits(a->wall_seconds, b->wall_seconds);
    assert_memory_equal(a->samples, b->samples, sizeof a->samples);
    assert_same_trace(a, b);
    assert_int_equal(a->measures, b->measures);
    for (size_t i = 0; i < a->measures; i++) {
        assert_same_text(a->measure[i].name, b->measure[i].name);
        assert_same_text(a->measure[i].cost, b->measure[i].cost);
        assert_same_text(a->measure[i].doc, b->measure[i].doc);
    }
    assert_int_equal(a->dim, b->dim);
    if (a->iterate)
        assert_memory_equal(a->iterate, b->iterate, a->dim * sizeof *a->iterate);
    else
        assert_null(b->iterate);
}
