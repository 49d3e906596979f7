/**
 * @file compare.c
 * @brief Two stores, run by run: identical, or the first thing that differs.
 *
 * Compared are counters, metric values and the final iterate, bit for bit. Seconds are not: they
 * never repeat.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/store/export.h"

/* Where two runs part; "" if they do not. */
typedef struct {
    char text[256];
} compare_difference;

/* Same bits, or both not there: a NaN is equal to a NaN. */
static bool compare_same(double a, double b) {
    return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0;
}

/* Counters before metrics: a method that asked something else is the cause, another value the
 * effect. */
static bool compare_point(const lf_record *a, const lf_record *b, size_t i, compare_difference *d) {
    for (size_t c = 0; c < LF_COUNTERS; c++) {
        unsigned long long x = a->point[i].count[c], y = b->point[i].count[c];
        if (x == y) continue;
        snprintf(d->text, sizeof d->text, "point %zu: %s is %llu and %llu", i, lf_counter_name(c),
                 x, y);
        return true;
    }
    for (size_t m = 0; m < a->metrics; m++) {
        double x = lf_record_value(a, i, a->metric[m].name);
        double y = lf_record_value(b, i, a->metric[m].name);
        if (compare_same(x, y)) continue;
        snprintf(d->text, sizeof d->text, "point %zu: %s is %.17g and %.17g", i, a->metric[m].name,
                 x, y);
        return true;
    }
    return false;
}

/* An iterate that only one side kept is a difference, too. */
static bool compare_iterates(const lf_record *a, const lf_record *b, compare_difference *d) {
    if (!a->iterate || !b->iterate || a->dim != b->dim) {
        if (!a->iterate && !b->iterate) return false;
        snprintf(d->text, sizeof d->text, "final iterate: %zu and %zu numbers",
                 a->iterate ? a->dim : 0, b->iterate ? b->dim : 0);
        return true;
    }
    for (size_t i = 0; i < a->dim; i++) {
        if (compare_same(a->iterate[i], b->iterate[i])) continue;
        snprintf(d->text, sizeof d->text, "final iterate: entry %zu is %.17g and %.17g", i,
                 a->iterate[i], b->iterate[i]);
        return true;
    }
    return false;
}

/* The first difference in the order in which a run goes: trace, length, end. */
static bool compare_records(const lf_record *a, const lf_record *b, compare_difference *d) {
    for (size_t i = 0; i < a->points && i < b->points; i++)
        if (compare_point(a, b, i, d)) return true;
    if (a->points != b->points) {
        snprintf(d->text, sizeof d->text, "%zu and %zu points", a->points, b->points);
        return true;
    }
    if (a->status != b->status) {
        snprintf(d->text, sizeof d->text, "status is %s and %s", lf_run_status_name(a->status),
                 lf_run_status_name(b->status));
        return true;
    }
    return compare_iterates(a, b, d);
}

/* Both records of one key; a difference is printed and counted. */
static lf_status compare_run(lf_store *a, lf_store *b, const char *key, FILE *out,
                             lf_comparison *comparison) {
    lf_record left, right;
    compare_difference difference = {""};
    LF_TRY(lf_store_get(a, key, &left));
    lf_status status = lf_store_get(b, key, &right);
    if (status == LF_OK) {
        if (compare_records(&left, &right, &difference)) {
            comparison->different++;
            fprintf(out, "different: %s on %s, seed %llu: %s\n", left.spec.algorithm,
                    left.spec.problem, (unsigned long long)left.spec.seed, difference.text);
        } else {
            comparison->identical++;
        }
        lf_record_clear(&right);
    }
    lf_record_clear(&left);
    return status;
}

/* For qsort and bsearch over arrays of texts. */
static int compare_keys(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A run that only one side has. */
static lf_status compare_lonely(lf_store *store, const char *key, const char *side, FILE *out,
                                size_t *count) {
    lf_record record;
    LF_TRY(lf_store_get(store, key, &record));
    ++*count;
    fprintf(out, "only in %s: %s on %s, seed %llu\n", side, record.spec.algorithm,
            record.spec.problem, (unsigned long long)record.spec.seed);
    lf_record_clear(&record);
    return LF_OK;
}

/* Runs of `a` in the order of its store; then those of `b` that are not among them. */
static lf_status compare_all(lf_store *a, lf_store *b, char **in_a, size_t n_a, char **in_b,
                             size_t n_b, FILE *out, lf_comparison *comparison) {
    char **sorted_a = malloc((n_a + 1) * sizeof *sorted_a);
    char **sorted_b = malloc((n_b + 1) * sizeof *sorted_b);
    lf_status status = sorted_a && sorted_b ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory to compare");
    if (status == LF_OK) {
        for (size_t i = 0; i < n_a; i++)
            sorted_a[i] = in_a[i];
        for (size_t i = 0; i < n_b; i++)
            sorted_b[i] = in_b[i];
        qsort(sorted_a, n_a, sizeof *sorted_a, compare_keys);
        qsort(sorted_b, n_b, sizeof *sorted_b, compare_keys);
    }
    for (size_t i = 0; status == LF_OK && i < n_a; i++)
        status = bsearch(&in_a[i], sorted_b, n_b, sizeof *sorted_b, compare_keys)
                     ? compare_run(a, b, in_a[i], out, comparison)
                     : compare_lonely(a, in_a[i], "the first", out, &comparison->only_a);
    for (size_t i = 0; status == LF_OK && i < n_b; i++)
        if (!bsearch(&in_b[i], sorted_a, n_a, sizeof *sorted_a, compare_keys))
            status = compare_lonely(b, in_b[i], "the second", out, &comparison->only_b);
    free(sorted_a);
    free(sorted_b);
    return status;
}

static void compare_free(char **keys, size_t n) {
    for (size_t i = 0; i < n; i++)
        free(keys[i]);
    free(keys);
}

lf_status lf_compare(lf_store *a, lf_store *b, FILE *out, lf_comparison *comparison) {
    char **in_a, **in_b;
    size_t n_a, n_b;
    *comparison = (lf_comparison){0};
    LF_TRY(lf_store_keys(a, &in_a, &n_a));
    lf_status status = lf_store_keys(b, &in_b, &n_b);
    if (status == LF_OK) {
        status = compare_all(a, b, in_a, n_a, in_b, n_b, out, comparison);
        compare_free(in_b, n_b);
    }
    compare_free(in_a, n_a);
    if (status != LF_OK) return status;
    fprintf(out, "%zu identical, %zu different, %zu only in the first, %zu only in the second\n",
            comparison->identical, comparison->different, comparison->only_a, comparison->only_b);
    return LF_OK;
}
