#include "cli/archive_look.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/text.h"
#include "cli/built.h"
#include "harness/archive/record_lines.h"
#include "harness/registry/parameters.h"
#include "harness/run/environment.h"
#include "oracle/meter.h"
#include "oracle/problem.h"

/* Fast bits are those of a machine's kernels: on another one sums end elsewhere in the last digits.
 */
static const double look_fast = 1e-9;

static lf_status look_part(const lf_part *part, json_t *parts) {
    char *text, hex[LF_SHA256_TEXT];
    LF_TRY(lf_rows_text(part, &text, hex));
    free(text);
    json_object_set_new(parts, part->name,
                        json_pack("{s:I, s:s}", "rows", (json_int_t)part->n, "sha256", hex));
    return LF_OK;
}

static lf_status look_data(const char *spec, const lf_problem_info *info, lf_text *text) {
    json_t *parts = json_object();
    lf_status status = LF_OK;
    for (size_t i = 0; i < info->parts && status == LF_OK; i++)
        status = look_part(&info->part[i], parts);
    json_t *object = json_pack("{s:s, s:s, s:s, s:I, s:o}", "problem", spec, "data",
                               info->data_name ? info->data_name : "", "sha256",
                               info->data_sha256 ? info->data_sha256 : "", "dim",
                               (json_int_t)info->dim, "parts", parts);
    lf_record_line(text, object);
    if (status == LF_OK && text->failed) return lf_fail(LF_NO_MEMORY, "no memory for a split");
    return status;
}

/* One value, evaluated as a run's judge does it: a NaN is the one NAN, a zero the positive one. */
static double look_measure(const lf_problem *problem, const lf_metric *metric, const double *w,
                           const double *y) {
    double value = NAN;
    const lf_point at = {.w = w, .y = y};
    if (metric->measure(problem, &at, &value) != LF_OK) return NAN;
    return isnan(value) ? NAN : value + 0.0;
}

static bool look_same(double a, double b, bool fast) {
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    return a == b || (fast && fabs(a - b) <= look_fast * fmax(fabs(a), fabs(b)));
}

/* The same with another second block, which is neither 0, where some methods begin, nor the same in
 * all entries, or where the problem remembers something else: a metric that hangs on either has
 * another value then. */
static double look_elsewhere(const lf_problem *problem, const lf_metric *metric, const double *w) {
    const lf_problem_info *info = &problem->info;
    const size_t n = info->memory ? info->memory_count : 0;
    double *y = calloc(info->domain_y.n + 1, sizeof *y);
    double *kept = calloc(n + 1, sizeof *kept), value = NAN;
    for (size_t i = 0; i < info->domain_y.n && y; i++)
        y[i] = 1 / (double)(i + 2);
    for (size_t i = 0; i < n && kept; i++) {
        kept[i] = info->memory[i];
        info->memory[i] += 0.25;
    }
    if (y && kept) value = look_measure(problem, metric, w, info->domain_y.n ? y : NULL);
    for (size_t i = 0; i < n && kept; i++)
        info->memory[i] = kept[i];
    free(kept);
    free(y);
    return value;
}

/* Does a metric hang on more than the iterate? Where that is far off, another block may be lost in
 * rounding, so the origin is asked, too. */
static bool look_beyond(const lf_problem *problem, const lf_metric *metric, const double *w,
                        double value) {
    if (problem->info.domain_y.n == 0 && problem->info.memory == NULL) return false;
    if (!look_same(value, look_elsewhere(problem, metric, w), false)) return true;
    double *origin = calloc(problem->info.dim, sizeof *origin);
    const bool more = origin && !look_same(look_measure(problem, metric, origin, NULL),
                                           look_elsewhere(problem, metric, origin), false);
    free(origin);
    return more;
}

static bool look_differs(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "") != 0;
}

/* Is what is said of a metric what its problem says, with this behind it? */
static bool look_says(const char *said, const char *is, const char *end) {
    const size_t length = is ? strlen(is) : 0;
    if (!said) said = "";
    return strncmp(said, is ? is : "", length) == 0 && strcmp(said + length, end) == 0;
}

/* Metrics of the iterate, then those of the average, if there are any. Their descriptions are of a
 * version, as `ours` is. */
static bool look_metrics(const lf_problem *problem, const lf_record *record, bool ours) {
    const size_t n = lf_problem_metrics(problem);
    bool same = record->metrics == n || record->metrics == 2 * n;
    for (size_t m = 0; m < record->metrics && same; m++) {
        const lf_metric *is = &problem->is->metrics[m % n];
        const lf_metric_info *said = &record->metric[m];
        same = look_says(said->name, is->name, m < n ? "" : LF_METRIC_AVERAGE) &&
               (!ours || look_says(said->doc, is->doc, m < n ? "" : ", at the average")) &&
               said->expensive == is->expensive && said->higher_is_better == is->higher_is_better;
    }
    return same;
}

/* What a run's first line says of its problem, as the problem says it: a name, or a cost that its
 * method would rather have, changes no trace. NULL: all the same. */
static const char *look_head(const lf_problem *problem, const lf_record *record, bool ours) {
    const lf_cost_scope scope = lf_cost_scope_of(&problem->info);
    if (record->metrics == 0 && !lf_run_status_is_result(record->status)) return NULL;
    if (!look_metrics(problem, record, ours)) return "metrics";
    if (look_differs(record->data_name, problem->info.data_name) ||
        look_differs(record->data_sha256, problem->info.data_sha256))
        return "data";
    bool same = record->measures == scope.measures &&
                memcmp(record->samples, scope.samples, sizeof record->samples) == 0;
    for (size_t i = 0; i < scope.measures && same; i++)
        same = !look_differs(record->measure[i].name, scope.measure[i].name) &&
               !look_differs(record->measure[i].cost, scope.measure[i].cost) &&
               (!ours || !look_differs(record->measure[i].doc, scope.measure[i].doc));
    return same ? NULL : "costs";
}

/* Data are no part of an archive: whoever has others is told so, whichever of the two was changed.
 */
static void look_name(const lf_problem *problem, const lf_record *record, const char *head,
                      char *line, size_t size) {
    const lf_problem_info *info = &problem->info;
    if (strcmp(head, "data") == 0)
        snprintf(line, size,
                 "run %.12s: its data set %.99s (SHA-256 %.12s) is another one here (%.12s)",
                 record->key, record->data_name ? record->data_name : "",
                 record->data_sha256 ? record->data_sha256 : "",
                 info->data_sha256 ? info->data_sha256 : "");
    else
        snprintf(line, size, "run %.12s: its %s are not those of its problem", record->key, head);
}

/* Was this metric evaluated in the last row? In that of a run that came to its end all were, the
 * expensive ones unless they never are; that of one that diverged has what could be. */
static bool look_is_due(const lf_record *record, size_t m, double value) {
    const bool whole = record->status == LF_RUN_DONE &&
                       (!record->metric[m].expensive || record->spec.expensive > 0);
    return whole || !isnan(value);
}

/* The last row against the iterate. */
static void look_row(const lf_problem *problem, const lf_record *record, lf_look *look) {
    const size_t n = lf_problem_metrics(problem);
    const bool fast = lf_code_bits(record->spec.code) == LF_BITS_FAST;
    const double *row = record->value + (record->points - 1) * record->metrics;
    look->runs++;
    look->beyond += record->metrics > n ? record->metrics - n : 0; /* those of the average */
    for (size_t m = 0; m < n && m < record->metrics; m++) {
        const lf_metric *metric = &problem->is->metrics[m];
        if (!look_is_due(record, m, row[m])) continue;
        const double value = look_measure(problem, metric, record->iterate, NULL);
        if (look_same(value, row[m], fast)) {
            look->same++;
        } else if (look_beyond(problem, metric, record->iterate, value)) {
            look->beyond++;
        } else if (look->other++ == 0) {
            snprintf(look->first, sizeof look->first,
                     "run %.12s: %s is %.17g, and %.17g at its iterate", record->key, metric->name,
                     row[m], value);
        }
    }
}

/* A run against its problem: what it is measured by, and what it ended with. A result has a final
 * iterate, or nothing would follow from it. */
static void look_record(const lf_problem *problem, const lf_record *record, lf_look *look) {
    const bool ours = lf_environment_is_ours(record->environment);
    const bool result = lf_run_status_is_result(record->status);
    const char *head = look_head(problem, record, ours);
    look->foreign += !ours;
    look->lost += !result;
    look->diverged += record->status == LF_RUN_DIVERGED;
    if (head && look->other++ == 0)
        look_name(problem, record, head, look->first, sizeof look->first);
    if (head) return;
    if (record->iterate && record->points > 0 && record->dim == problem->info.dim)
        look_row(problem, record, look);
    else if (result && look->other++ == 0)
        snprintf(look->first, sizeof look->first,
                 "run %.12s: it ended as %s without a final iterate of %zu numbers", record->key,
                 lf_run_status_name(record->status), problem->info.dim);
}

/* The problem of the runs that are looked at. */
typedef struct {
    lf_bundle *bundle;
    char *spec; /* NULL: none yet */
    lf_built built;
    lf_certified certified;
} look_problem;

/* The last one is put away. */
static lf_status look_open(look_problem *at, const lf_record *record, lf_look *look) {
    lf_certified_end(&at->certified, &look->certified);
    lf_built_close(&at->built);
    free(at->spec);
    at->spec = strdup(record->spec.problem);
    if (!at->spec) return lf_fail(LF_NO_MEMORY, "no memory");
    lf_spec_as(record->spec.code);
    LF_TRY(lf_built_open(at->spec, &at->built));
    LF_TRY(look_data(at->spec, &at->built.problem.info, &look->data));
    return lf_certified_begin(&at->built.problem, at->spec, at->bundle, &at->certified);
}

/* A record at a time; the problem is the last one's, or a new one. */
static lf_status look_run(lf_store *store, const char *key, look_problem *at, lf_look *look) {
    lf_record record;
    LF_TRY(lf_store_get(store, key, &record));
    lf_status status = LF_OK;
    if (!at->spec || strcmp(at->spec, record.spec.problem) != 0)
        status = look_open(at, &record, look);
    if (status == LF_OK) {
        look_record(&at->built.problem, &record, look);
        status =
            lf_certified_add(&at->built.problem, at->spec, &record, at->bundle, &at->certified);
    }
    lf_record_clear(&record);
    return status;
}

lf_status lf_look_at(lf_store *store, lf_bundle *bundle, lf_look *look) {
    char **keys;
    size_t n;
    look_problem at = {.bundle = bundle};
    *look = (lf_look){0};
    LF_TRY(lf_store_keys(store, &keys, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = look_run(store, keys[i], &at, look);
    lf_text_list_free(keys, n);
    lf_certified_end(&at.certified, &look->certified);
    free(at.spec);
    lf_built_close(&at.built);
    if (status == LF_OK && (look->data.failed || look->certified.failed))
        return lf_fail(LF_NO_MEMORY, "no memory");
    return status;
}
