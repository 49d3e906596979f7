/**
 * @file track_make.c
 * @brief From stored results to a baseline.
 *
 * Targets lie between the start and the median final value, so that they are within reach of the
 * method itself: what is guarded is each method against its own past, not against another.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

#include "core/text.h"
#include "harness/analysis/quantity.h"
#include "harness/track/track.h"

/* Shares of the way. The last one stays clear of the end: which side of the final value itself a
 * run ends on is a matter of rounding. */
static const double make_shares[LF_TRACK_TARGETS] = {0.5, 0.8, 0.95};
/* A metric that falls by more than this factor is judged by its logarithm: on a linear scale
 * nothing after the first decade would count. Below 1e-8 of the start, rounding decides. */
static const double make_decades = 100, make_depth = 1e-8;
/* Unit of a metric that never moves, relative to its size (or to 1 at zero). */
static const double make_still = 1e-6;

/* All evaluations of all kinds and roles. */
static double make_calls(const lf_trace_point *point) {
    double calls = 0;
    for (size_t kind = 0; kind < LF_EVALUATIONS; kind++)
        for (size_t role = 0; role < LF_ROLES; role++)
            calls += (double)point->count[LF_COUNTER_EVALUATION(kind, role)];
    return calls;
}

/* Oracle calls at which the straight line through the evaluated points first meets the target. */
static double make_cost(const lf_record *record, const lf_track_metric *metric, double target) {
    double last = NAN, last_calls = 0;
    for (size_t i = 0; i < record->points; i++) {
        const double value = lf_record_value(record, i, metric->name);
        const double calls = make_calls(&record->point[i]);
        if (isnan(value)) continue;
        if (metric->higher ? value >= target : value <= target) {
            const double share =
                isfinite(last) && last != value ? (last - target) / (last - value) : 1;
            const double cost = last_calls + share * (calls - last_calls);
            return cost > 1 ? cost : 1; /* costs are compared by ratio */
        }
        last = value;
        last_calls = calls;
    }
    return INFINITY;
}

static double make_final(const lf_record *record, const char *metric) {
    if (record->status != LF_RUN_DONE) return NAN;
    for (size_t i = record->points; i-- > 0;) {
        const double value = lf_record_value(record, i, metric);
        if (!isnan(value)) return isfinite(value) ? value : NAN;
    }
    return NAN;
}

/* The records of one pair. */
typedef struct {
    size_t n;
    const lf_record **record;
    double *scratch; /* n */
} make_group;

static double make_median_start(const make_group *group, const char *metric) {
    size_t n = 0;
    for (size_t i = 0; i < group->n; i++)
        if (group->record[i]->points)
            group->scratch[n++] = lf_record_value(group->record[i], 0, metric);
    return lf_stat_quartiles(group->scratch, n).median;
}

static double make_median_final(const make_group *group, const lf_track_metric *metric) {
    for (size_t i = 0; i < group->n; i++)
        group->scratch[i] = make_final(group->record[i], metric->name);
    return lf_quantity_quartiles(group->scratch, group->n, metric->higher).median;
}

/* Smallest and largest finite value at any point of any run. */
static void make_extremes(const make_group *group, const char *metric, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < group->n; i++)
        for (size_t k = 0; k < group->record[i]->points; k++) {
            const double value = lf_record_value(group->record[i], k, metric);
            if (!isfinite(value)) continue;
            if (value < *low) *low = value;
            if (value > *high) *high = value;
        }
}

/* Start, unit and targets of a metric, from the runs. */
static void make_scale(const make_group *group, lf_track_metric *metric) {
    double low, high;
    const double final = make_median_final(group, metric);
    const double start = make_median_start(group, metric->name);
    make_extremes(group, metric->name, &low, &high);
    metric->start = isfinite(start) ? start : NAN;
    metric->logarithm = !metric->higher && low > 0 && final > 0 && start > make_decades * final;
    const double size = low <= high ? fmax(fabs(low), fabs(high)) : 0;
    metric->range = metric->logarithm ? log(high / low) : low <= high ? high - low : 0;
    /* Evaluated at the end only: its spread over seeds says nothing about its scale. */
    if (isnan(metric->start)) metric->range = fmax(metric->range, size);
    if (!metric->logarithm) metric->range = fmax(metric->range, make_still * fmax(1, size));
    const double way = metric->higher ? final - start : start - final;
    if (!(way > make_still * size)) return;
    const double end = metric->logarithm ? fmax(final, make_depth * start) : final;
    metric->targets = LF_TRACK_TARGETS;
    for (size_t t = 0; t < LF_TRACK_TARGETS; t++)
        metric->target[t] = metric->logarithm ? start * pow(end / start, make_shares[t])
                                              : start + make_shares[t] * (end - start);
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

/* Expensive metrics are evaluated where the experiment asks for it, so nowhere if it does not. */
static bool make_known(const make_group *group, const char *metric) {
    double low, high;
    make_extremes(group, metric, &low, &high);
    return low <= high;
}

/* Names from the first run that has any: one that failed at once has none. What no run has a value
 * of cannot be guarded, and is left out unless it was recorded before. */
static lf_status make_metrics(const make_group *group, const lf_track_pair *like,
                              lf_track_pair *pair) {
    const lf_record *record = group->record[0];
    for (size_t i = 1; i < group->n && record->metrics == 0; i++)
        record = group->record[i];
    pair->metric = calloc(record->metrics + 1, sizeof *pair->metric);
    if (!pair->metric) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    for (size_t i = 0; i < record->metrics; i++) {
        const lf_metric_info *is = &record->metric[i];
        const lf_track_metric *old = like ? lf_track_find_metric(like, is->name) : NULL;
        if (!old && !make_known(group, is->name)) continue;
        lf_track_metric *metric = &pair->metric[pair->metrics];
        metric->name = strdup(is->name);
        if (!metric->name) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
        pair->metrics++;
        metric->higher = is->higher_is_better;
        if (!old) {
            make_scale(group, metric);
            continue;
        }
        char *name = metric->name;
        *metric = *old;
        metric->name = name;
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
        run->value[i].final = make_final(record, metric->name);
        for (size_t t = 0; t < LF_TRACK_TARGETS; t++)
            run->value[i].cost[t] =
                t < metric->targets ? make_cost(record, metric, metric->target[t]) : INFINITY;
    }
    return LF_OK;
}

static lf_status make_pair(const make_group *group, const lf_track_pair *like,
                           lf_track_pair *pair) {
    const lf_run_spec *spec = &group->record[0]->spec;
    pair->setting = strdup(spec->problem);
    pair->algorithm = strdup(spec->algorithm);
    if (asprintf(&pair->budget, "%s, %zu %s checkpoints%s%s", spec->budget, spec->checkpoints,
                 spec->log_spaced ? "log-spaced" : "even", spec->stop ? ", stop at " : "",
                 spec->stop ? spec->stop : "") < 0)
        pair->budget = NULL;
    pair->run = calloc(group->n, sizeof *pair->run);
    if (!pair->setting || !pair->algorithm || !pair->budget || !pair->run)
        return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    LF_TRY(make_metrics(group, like, pair));
    for (size_t i = 0; i < group->n; i++) {
        pair->runs++;
        LF_TRY(make_run(group->record[i], pair, &pair->run[i]));
    }
    qsort(pair->run, pair->runs, sizeof *pair->run, make_compare_runs);
    return LF_OK;
}

/* The runs of (problem, method) in the store; a pair without any is left out. */
static lf_status make_add(const lf_results *results, size_t problem, size_t method,
                          const lf_track *like, make_group *group, lf_track *track) {
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
    pair->deterministic = m->deterministic;
    if (!pair->problem || !pair->method) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    return make_pair(group, like ? lf_track_find(like, id, m->id) : NULL, pair);
}

/* Where the runs were made, as the first of them says. */
static lf_status make_origin(const lf_record *record, lf_track *track) {
    json_t *object = json_loads(record->environment ? record->environment : "", 0, NULL);
    char **field[] = {&track->version, &track->commit, &track->cpu};
    static const char *const key[] = {"version", "commit", "blas_core"};
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

static lf_status make_pairs(const lf_results *results, const lf_track *like, make_group *group,
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
    make_group group = {0, calloc(results->runs + 1, sizeof *group.record),
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
