/**
 * @file compare.c
 * @brief Two stores, run by run: identical, or the first thing that differs.
 *
 * Compared are what metrics and costs are, and counters, metric values and the final iterate, bit
 * for bit. Seconds are not: they never repeat; nor are descriptions: they are for people. A run
 * that is not what was stored ends the comparison: its values are nobody's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/registry/parameters.h"
#include "harness/store/export.h"

/* Of the words for where two runs part. */
enum { COMPARE_BYTES = 256 };

/* Same bits, or both not there: a NaN is equal to a NaN. */
static bool compare_same(double a, double b) {
    return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0;
}

/* Counters before metrics: a method that asked something else is the cause, another value the
 * effect. */
static bool compare_point(const lf_record *a, const lf_record *b, size_t i, char d[COMPARE_BYTES]) {
    for (size_t c = 0; c < LF_COUNTERS; c++) {
        unsigned long long x = a->point[i].count[c], y = b->point[i].count[c];
        if (x == y) continue;
        snprintf(d, COMPARE_BYTES, "point %zu: %s is %llu and %llu", i, lf_counter_name(c), x, y);
        return true;
    }
    for (size_t m = 0; m < a->metrics; m++) {
        double x = lf_record_value(a, i, a->metric[m].name);
        double y = lf_record_value(b, i, a->metric[m].name);
        if (compare_same(x, y)) continue;
        snprintf(d, COMPARE_BYTES, "point %zu: %s is %.17g and %.17g", i, a->metric[m].name, x, y);
        return true;
    }
    return false;
}

/* Texts of a store are whatever somebody put there. */
static bool compare_texts(const char *what, const char *a, const char *b, char d[COMPARE_BYTES]) {
    if (strcmp(a ? a : "", b ? b : "") == 0) return false;
    snprintf(d, COMPARE_BYTES, "%.80s is '%.60s' and '%.60s'", what, a ? a : "", b ? b : "");
    lf_text_clean(d, false);
    return true;
}

static bool compare_flags(const char *name, const char *what, bool a, bool b,
                          char d[COMPARE_BYTES]) {
    if (a == b) return false;
    snprintf(d, COMPARE_BYTES, "metric %.80s %s %s, and %s %s", name, a ? "is" : "is not", what,
             b ? "is" : "is not", what);
    return true;
}

/* What its metrics are: a value says nothing without them. */
static bool compare_metrics(const lf_record *a, const lf_record *b, char d[COMPARE_BYTES]) {
    for (size_t m = 0; m < a->metrics; m++) {
        const lf_metric_info *x = &a->metric[m], *y = &b->metric[m];
        if (compare_texts("name of a metric", x->name, y->name, d) ||
            compare_flags(x->name, "better when higher", x->higher_is_better, y->higher_is_better,
                          d) ||
            compare_flags(x->name, "expensive", x->expensive, y->expensive, d))
            return true;
    }
    return false;
}

/* What its costs are counted in. */
static bool compare_costs(const lf_record *a, const lf_record *b, char d[COMPARE_BYTES]) {
    for (size_t r = 0; r < LF_ROLES; r++) {
        if (compare_same(a->samples[r], b->samples[r])) continue;
        snprintf(d, COMPARE_BYTES, "samples of role %s are %.17g and %.17g",
                 lf_role_word((lf_role)r), a->samples[r], b->samples[r]);
        return true;
    }
    if (a->measures != b->measures) {
        snprintf(d, COMPARE_BYTES, "%zu and %zu measures", a->measures, b->measures);
        return true;
    }
    for (size_t m = 0; m < a->measures; m++) {
        char cost[96];
        snprintf(cost, sizeof cost, "cost of measure %.60s", a->measure[m].name);
        if (compare_texts("name of a measure", a->measure[m].name, b->measure[m].name, d) ||
            compare_texts(cost, a->measure[m].cost, b->measure[m].cost, d))
            return true;
    }
    return false;
}

/* What the problem says of itself, which a run that failed before it was built does not know. */
static bool compare_heads(const lf_record *a, const lf_record *b, char d[COMPARE_BYTES]) {
    if (a->metrics == 0 || a->metrics != b->metrics) return false;
    return compare_metrics(a, b, d) || compare_costs(a, b, d) ||
           compare_texts("data", a->data_name, b->data_name, d) ||
           compare_texts("SHA-256 of the data", a->data_sha256, b->data_sha256, d);
}

/* An iterate that only one side kept is a difference, too. */
static bool compare_iterates(const lf_record *a, const lf_record *b, char d[COMPARE_BYTES]) {
    if (!a->iterate || !b->iterate || a->dim != b->dim) {
        if (!a->iterate && !b->iterate) return false;
        snprintf(d, COMPARE_BYTES, "final iterate: %zu and %zu numbers", a->iterate ? a->dim : 0,
                 b->iterate ? b->dim : 0);
        return true;
    }
    for (size_t i = 0; i < a->dim; i++) {
        if (compare_same(a->iterate[i], b->iterate[i])) continue;
        snprintf(d, COMPARE_BYTES, "final iterate: entry %zu is %.17g and %.17g", i, a->iterate[i],
                 b->iterate[i]);
        return true;
    }
    return false;
}

/* The first difference in the order in which a run goes: problem, trace, length, end. */
bool lf_records_differ(const lf_record *a, const lf_record *b, char d[COMPARE_BYTES]) {
    d[0] = '\0';
    if (compare_heads(a, b, d)) return true;
    for (size_t i = 0; i < a->points && i < b->points; i++)
        if (compare_point(a, b, i, d)) return true;
    if (a->metrics != b->metrics) { /* another build of a plugin may judge by more */
        snprintf(d, COMPARE_BYTES, "%zu and %zu metrics", a->metrics, b->metrics);
        return true;
    }
    if (a->points != b->points) {
        snprintf(d, COMPARE_BYTES, "%zu and %zu points", a->points, b->points);
        return true;
    }
    if (a->status != b->status) {
        snprintf(d, COMPARE_BYTES, "status is %s and %s", lf_run_status_name(a->status),
                 lf_run_status_name(b->status));
        return true;
    }
    return compare_iterates(a, b, d);
}

/* Two records of one specification; a difference is printed and counted. */
static lf_status compare_run(lf_store *a, const char *key_a, lf_store *b, const char *key_b,
                             FILE *out, lf_comparison *comparison) {
    lf_record left, right;
    char difference[COMPARE_BYTES];
    LF_TRY(lf_store_get_whole(a, key_a, &left));
    lf_status status = lf_store_get_whole(b, key_b, &right);
    if (status == LF_OK) {
        if (lf_records_differ(&left, &right, difference)) {
            comparison->different++;
            comparison->other_bits += lf_code_bits(left.spec.code) != lf_code_bits(right.spec.code);
            fprintf(out, "different: %s on %s, seed %llu: %s\n", left.spec.algorithm,
                    left.spec.problem, (unsigned long long)left.spec.seed, difference);
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

/* Print a specification without what is so by default, as it would be typed; of what is not known
 * here all of it. */
static void compare_print(const char *spec, lf_status (*canonical)(const char *, char **),
                          FILE *out) {
    lf_spec is;
    char *standard = NULL;
    if (lf_spec_split(spec, &is) != LF_OK || canonical(is.name, &standard) != LF_OK) {
        fputs(spec, out);
        return;
    }
    fputs(is.name, out);
    char mark = ':';
    for (const char *at = is.assignments; *at; at += *at == ',') {
        const size_t n = strcspn(at, ",");
        const char *same = strchr(standard, ':'); /* the mark before one of its assignments */
        while (same && (strncmp(same + 1, at, n) != 0 || !strchr(",", same[1 + n])))
            same = strchr(same + 1, ',');
        if (!same) fprintf(out, "%c%.*s", mark, (int)n, at), mark = ',';
        at += n;
    }
    free(standard);
}

/* A run that only one side has, with all that may tell it from one of the other side's. */
static lf_status compare_lonely(lf_store *store, const char *key, const char *side, FILE *out,
                                size_t *count) {
    lf_record record;
    LF_TRY(lf_store_get_whole(store, key, &record));
    ++*count;
    const lf_run_spec *spec = &record.spec;
    fprintf(out, "only in %s: ", side);
    compare_print(spec->algorithm, lf_algorithm_canonical, out);
    fputs(" on ", out);
    compare_print(spec->problem, lf_problem_canonical, out);
    fprintf(out, ", seed %llu, budget %s, %llu%s checkpoints, %llu expensive",
            (unsigned long long)spec->seed, spec->budget, (unsigned long long)spec->checkpoints,
            spec->log_spaced ? " log-spaced" : "", (unsigned long long)spec->expensive);
    fprintf(out, "%s%s%s%s\n", spec->stop ? ", until " : "", spec->stop ? spec->stop : "",
            spec->code ? ", code " : "", spec->code ? spec->code : "");
    lf_record_clear(&record);
    return LF_OK;
}

/* A folder's keys, in the order of its store and sorted. */
typedef struct {
    lf_store *store;
    char **key, **sorted;
    size_t n;
} compare_side;

static bool compare_has(const compare_side *side, const char *key) {
    return bsearch(&key, side->sorted, side->n, sizeof *side->sorted, compare_keys);
}

/* twin (65) <- the run of `other` that is the same but for the build of a plugin and has no run of
 * its own key over here; "" if there is none. */
static lf_status compare_twin(const compare_side *side, const compare_side *other, const char *key,
                              char *twin) {
    lf_record record;
    LF_TRY(lf_store_get(side->store, key, &record));
    const lf_status status = lf_store_like(other->store, &record.spec, twin);
    lf_record_clear(&record);
    if (status == LF_OK && twin[0] && compare_has(side, twin)) twin[0] = '\0';
    return status;
}

/* Each run of the first, then those of the second that no run of the first was held against: the
 * twin of a twin is the run itself, unless a newer build took its place. */
static lf_status compare_all(const compare_side *a, const compare_side *b, FILE *out,
                             lf_comparison *comparison) {
    char twin[65], back[65];
    for (size_t i = 0; i < a->n; i++) {
        const char *key = a->key[i];
        if (compare_has(b, key)) {
            LF_TRY(compare_run(a->store, key, b->store, key, out, comparison));
            continue;
        }
        LF_TRY(compare_twin(a, b, key, twin));
        if (twin[0])
            LF_TRY(compare_run(a->store, key, b->store, twin, out, comparison));
        else
            LF_TRY(compare_lonely(a->store, key, "the first", out, &comparison->only_a));
    }
    for (size_t i = 0; i < b->n; i++) {
        if (compare_has(a, b->key[i])) continue;
        LF_TRY(compare_twin(b, a, b->key[i], twin));
        if (twin[0]) LF_TRY(compare_twin(a, b, twin, back));
        if (!twin[0] || strcmp(back, b->key[i]) != 0)
            LF_TRY(compare_lonely(b->store, b->key[i], "the second", out, &comparison->only_b));
    }
    return LF_OK;
}

static lf_status compare_open(lf_store *store, compare_side *side) {
    side->store = store;
    LF_TRY(lf_store_keys(store, &side->key, &side->n));
    side->sorted = malloc((side->n + 1) * sizeof *side->sorted);
    if (!side->sorted) return lf_fail(LF_NO_MEMORY, "no memory to compare");
    for (size_t i = 0; i < side->n; i++)
        side->sorted[i] = side->key[i];
    qsort(side->sorted, side->n, sizeof *side->sorted, compare_keys);
    return LF_OK;
}

static void compare_close(compare_side *side) {
    lf_text_list_free(side->key, side->n);
    free(side->sorted);
}

lf_status lf_compare(lf_store *a, lf_store *b, FILE *out, lf_comparison *comparison) {
    compare_side first = {0}, second = {0};
    *comparison = (lf_comparison){0};
    lf_status status = compare_open(a, &first);
    if (status == LF_OK) status = compare_open(b, &second);
    if (status == LF_OK) status = compare_all(&first, &second, out, comparison);
    compare_close(&first);
    compare_close(&second);
    if (status != LF_OK) return status;
    fprintf(out, "%zu identical, %zu different, %zu only in the first, %zu only in the second\n",
            comparison->identical, comparison->different, comparison->only_a, comparison->only_b);
    if (comparison->other_bits)
        fprintf(out,
                "%zu of the different are portable on one side and fast on the other (--bits)\n",
                comparison->other_bits);
    return LF_OK;
}
