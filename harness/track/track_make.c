/**
 * @file track_make.c
 * @brief From stored results to a baseline.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

#include "base/text.h"
#include "harness/track/track_parts.h"

/* All evaluations of all kinds and roles. */
static double make_calls(const lf_trace_point *point) {
    double calls = 0;
    for (size_t kind = 0; kind < LF_EVALUATIONS; kind++)
        for (size_t role = 0; role < LF_ROLES; role++)
            calls += (double)point->count[LF_COUNTER_EVALUATION(kind, role)];
    return calls;
}

/* Oracle calls at which the straight line through the evaluated points meets the target to stay: at
 * no more than half of the points that follow is the metric worse. Luck meets it, too, and leaves.
 */
static double make_cost(const lf_record *record, const lf_track_metric *metric, double target) {
    size_t met = record->points, rest = 0, worse = 0;
    for (size_t i = record->points; i-- > 0;) {
        const double value = lf_record_value(record, i, metric->name);
        if (isnan(value)) continue;
        const bool there = metric->higher ? value >= target : value <= target;
        if (there && 2 * worse <= rest) met = i;
        rest++;
        worse += !there;
    }
    if (met == record->points) return INFINITY;
    const double value = lf_record_value(record, met, metric->name);
    double last = NAN, last_calls = 0; /* the point before: it is worse, or met were that one */
    for (size_t i = met; i-- > 0 && isnan(last);) {
        last = lf_record_value(record, i, metric->name);
        last_calls = isnan(last) ? 0 : make_calls(&record->point[i]);
    }
    const double share = isfinite(last) ? (last - target) / (last - value) : 1;
    const double cost = last_calls + share * (make_calls(&record->point[met]) - last_calls);
    return cost > 1 ? cost : 1; /* costs are compared by ratio */
}

static int make_compare_metrics(const void *a, const void *b) {
    return strcmp(((const lf_track_metric *)a)->name, ((const lf_track_metric *)b)->name);
}

static int make_compare_runs(const void *a, const void *b) {
    const uint64_t x = ((const lf_track_run *)a)->seed, y = ((const lf_track_run *)b)->seed;
    return (x > y) - (x < y);
}

static int make_compare_pairs(const void *a, const void *b) {
    const lf_track_pair *x = a, *y = b;
    const int problems = strcmp(x->problem, y->problem);
    return problems ? problems : strcmp(x->method, y->method);
}

/* Scale and targets of an older baseline. */
static lf_status make_keep(const lf_track_metric *old, lf_track_metric *metric) {
    char *name = metric->name;
    if (old->higher != metric->higher)
        return lf_fail(
            LF_BAD_INPUT,
            "metric %s: the baseline calls %s values better, the problem %s ones; record "
            "it with --new-targets",
            name, old->higher ? "higher" : "lower", metric->higher ? "higher" : "lower");
    *metric = *old;
    metric->name = name;
    metric->why = old->why ? strdup(old->why) : NULL;
    return old->why && !metric->why ? lf_fail(LF_NO_MEMORY, "no memory for a baseline") : LF_OK;
}

/* Names from the first run that has any: one that failed at once has none. What no run has a value
 * of cannot be guarded, and is left out unless it was recorded before. */
static lf_status make_metrics(const lf_track_group *group, const lf_track_pair *like,
                              lf_track_pair *pair) {
    const lf_record *record = group->record[0];
    for (size_t i = 1; i < group->n && record->metrics == 0; i++)
        record = group->record[i];
    pair->metric = calloc(record->metrics + 1, sizeof *pair->metric);
    if (!pair->metric) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    for (size_t i = 0; i < record->metrics; i++) {
        const lf_metric_info *is = &record->metric[i];
        const lf_track_metric *old = like ? lf_track_find_metric(like, is->name) : NULL;
        if (!old && !lf_track_known(group, is->name)) continue;
        lf_track_metric *metric = &pair->metric[pair->metrics];
        metric->name = strdup(is->name);
        if (!metric->name) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
        pair->metrics++;
        metric->higher = is->higher_is_better;
        LF_TRY(old ? make_keep(old, metric) : lf_track_scale(group, metric));
    }
    qsort(pair->metric, pair->metrics, sizeof *pair->metric, make_compare_metrics);
    return LF_OK;
}

static lf_status make_run(const lf_record *record, const lf_track_pair *pair, lf_track_run *run) {
    run->seed = record->spec.seed;
    run->status = record->status;
    snprintf(run->hash, sizeof run->hash, "%.16s",
             record->trace_sha256[0] ? record->trace_sha256 : "-");
    run->calls = record->points ? make_calls(&record->point[record->points - 1]) : 0;
    run->value = calloc(pair->metrics + 1, sizeof *run->value);
    if (!run->value) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    for (size_t i = 0; i < pair->metrics; i++) {
        const lf_track_metric *metric = &pair->metric[i];
        run->value[i].final = lf_track_final(record, metric->name);
        for (size_t t = 0; t < LF_TRACK_TARGETS; t++)
            run->value[i].cost[t] =
                t < metric->targets ? make_cost(record, metric, metric->target[t]) : INFINITY;
    }
    return LF_OK;
}

/* All runs of a problem have the same data (lf_store_check_plan); one that failed at once has none.
 */
static lf_status make_data(const lf_track_group *group, lf_track_pair *pair) {
    for (size_t i = 0; i < group->n && !pair->data; i++) {
        const char *sha256 = group->record[i]->data_sha256;
        if (!sha256 || !sha256[0]) continue;
        pair->data = strndup(sha256, LF_TRACK_HASH - 1);
        if (!pair->data) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    }
    return LF_OK;
}

static lf_status make_pair(const lf_track_group *group, const lf_track_pair *like,
                           lf_track_pair *pair) {
    const lf_run_spec *spec = &group->record[0]->spec;
    char expensive[40] = "";
    if (spec->expensive)
        snprintf(expensive, sizeof expensive, ", %" PRIu64 " expensive", spec->expensive);
    pair->setting = strdup(spec->problem);
    pair->algorithm = strdup(spec->algorithm);
    if (asprintf(&pair->budget, "%s, %zu %s checkpoints%s%s%s", spec->budget, spec->checkpoints,
                 spec->log_spaced ? "log-spaced" : "even", expensive,
                 spec->stop ? ", stop at " : "", spec->stop ? spec->stop : "") < 0)
        pair->budget = NULL;
    pair->run = calloc(group->n, sizeof *pair->run);
    if (!pair->setting || !pair->algorithm || !pair->budget || !pair->run)
        return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    LF_TRY(make_data(group, pair));
    LF_TRY(make_metrics(group, like, pair));
    for (size_t i = 0; i < group->n; i++) {
        pair->runs++;
        LF_TRY(make_run(group->record[i], pair, &pair->run[i]));
    }
    qsort(pair->run, pair->runs, sizeof *pair->run, make_compare_runs);
    return LF_OK;
}

/* The run that was nudged. */
static lf_status make_beside(const lf_record *record, lf_track_pair *pair) {
    pair->beside = calloc(1, sizeof *pair->beside);
    return pair->beside ? make_run(record, pair, pair->beside)
                        : lf_fail(LF_NO_MEMORY, "no memory for a baseline");
}

/* The runs of (problem, method) in the store; a pair without any is left out. */
static lf_status make_add(const lf_results *results, size_t problem, size_t method,
                          const lf_track *like, lf_track_group *group, lf_track *track) {
    const lf_experiment_method *m = &results->experiment->methods[method];
    const char *id = results->experiment->problems[problem].id;
    group->n = 0;
    for (size_t i = 0; i < results->runs; i++)
        if (results->plan[i].problem == problem && results->plan[i].method == method &&
            results->record[i].key[0])
            group->record[group->n++] = &results->record[i];
    if (group->n == 0) return LF_OK;
    lf_track_pair *pair = &track->pair[track->pairs++];
    pair->problem = strdup(id);
    pair->method = strdup(m->id);
    pair->deterministic = lf_experiment_fixed(results->experiment, problem, method);
    if (!pair->problem || !pair->method) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    LF_TRY(make_pair(group, like ? lf_track_find(like, id, m->id) : NULL, pair));
    const size_t nudge = lf_results_nudge(results, problem, method);
    if (nudge == SIZE_MAX || results->record[nudge].status != LF_RUN_DONE) return LF_OK;
    return make_beside(&results->record[nudge], pair);
}

/* Where the runs were made, as the first of them says. */
static lf_status make_origin(const lf_record *record, lf_track *track) {
    json_t *object = json_loads(record->environment ? record->environment : "", 0, NULL);
    char **field[] = {&track->version, &track->commit, &track->cpu};
    const char *bits = json_string_value(json_object_get(object, "bits"));
    const bool portable = bits && strcmp(bits, "portable") == 0; /* on any CPU */
    const char *const key[] = {"version", "commit", portable ? "bits" : "blas_core"};
    bool failed = false;
    for (size_t i = 0; i < 3; i++) {
        const char *text = json_string_value(json_object_get(object, key[i]));
        *field[i] = strdup(text && text[0] ? text : "unknown");
        failed |= !*field[i];
    }
    json_decref(object);
    return failed ? lf_fail(LF_NO_MEMORY, "no memory for a baseline") : LF_OK;
}

static lf_status make_header(const lf_results *results, const char *label, lf_track *track) {
    char date[32];
    const time_t now = time(NULL);
    struct tm day;
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &day));
    track->experiment = strdup(results->name);
    track->scale = strdup(results->scale);
    track->date = strdup(date);
    track->label = label && label[0] ? strdup(label) : NULL;
    if (!track->experiment || !track->scale || !track->date || (label && label[0] && !track->label))
        return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    if (track->label) lf_text_clean(track->label, false); /* one line of the file */
    for (size_t i = 0; i < results->runs; i++)
        if (results->record[i].key[0]) return make_origin(&results->record[i], track);
    return lf_fail(LF_BAD_INPUT, "%s (%s): no run is stored", results->name, results->scale);
}

static lf_status make_pairs(const lf_results *results, const lf_track *like, lf_track_group *group,
                            lf_track *track) {
    const lf_experiment *experiment = results->experiment;
    for (size_t p = 0; p < experiment->problems_count; p++)
        for (size_t m = 0; m < experiment->methods_count; m++)
            LF_TRY(make_add(results, p, m, like, group, track));
    return LF_OK;
}

lf_status lf_track_make(const lf_results *results, const lf_track *like, const char *label,
                        lf_track *track) {
    const lf_experiment *experiment = results->experiment;
    *track = (lf_track){0};
    const size_t most = (size_t)experiment->problems_count * experiment->methods_count;
    lf_track_group group = {0, calloc(results->runs + 1, sizeof *group.record),
                            calloc(results->runs + 1, sizeof *group.scratch)};
    track->pair = calloc(most + 1, sizeof *track->pair);
    lf_status status = group.record && group.scratch && track->pair
                           ? make_header(results, label, track)
                           : lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    if (status == LF_OK) status = make_pairs(results, like, &group, track);
    free(group.record);
    free(group.scratch);
    if (status != LF_OK) {
        lf_track_clear(track);
        return status;
    }
    qsort(track->pair, track->pairs, sizeof *track->pair, make_compare_pairs);
    return LF_OK;
}
