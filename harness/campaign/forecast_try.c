/**
 * @file forecast_try.c
 * @brief What runs take that were never made: a few steps of one of them, and the rest in
 * proportion.
 */
#include "harness/campaign/forecast_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* On top of a run's own budget, for a trial; more where so many take less than a second; and what
 * all of a trial may take. */
static const size_t forecast_steps[] = {64, 512, 4096};
enum { FORECAST_ROUNDS = sizeof forecast_steps / sizeof forecast_steps[0] };
static const double forecast_patience_seconds = 30;

/* Of a number of a run's trace, as SQLite packs it. */
enum { FORECAST_NUMBER_BYTES = 12 };

bool lf_forecast_paced_alike(const lf_run_spec *a, const lf_run_spec *b) {
    const size_t name = strcspn(a->algorithm, ":");
    return name == strcspn(b->algorithm, ":") && strncmp(a->algorithm, b->algorithm, name) == 0 &&
           strcmp(a->problem, b->problem) == 0;
}

static double forecast_worked(const lf_trace_point *at) {
    return at->oracle_seconds + at->algorithm_seconds;
}

/* The row that steps are timed from: the one halfway, as first steps meet memory that is new. */
static const lf_trace_point *forecast_from(const lf_record *record) {
    return &record->point[record->points > 2 ? record->points - 2 : 0];
}

/* A trial's time, as the budget goes: what is before and after the timed steps once, these by the
 * share of the budget that they used, each row of the trace as often as there are rows, but for
 * what is dear in some. */
static double forecast_extend(const lf_run_spec *spec, const lf_record *record) {
    lf_cost_scope scope;
    lf_budget budget;
    if (record->status != LF_RUN_DONE || record->points == 0) return NAN;
    const lf_trace_point *first = record->point, *from = forecast_from(record);
    const lf_trace_point *last = &record->point[record->points - 1];
    if (lf_record_scope(record, &scope) != LF_OK) return NAN;
    const lf_status status = lf_budget_parse(spec->budget, &scope, &budget);
    free((void *)scope.measure);
    const double begun = status == LF_OK ? lf_budget_used(&budget, from->count) : 0;
    const double share = status == LF_OK ? lf_budget_used(&budget, last->count) - begun : 0;
    const double steps = forecast_worked(last) - forecast_worked(from);
    const double once = record->wall_seconds - steps - last->evaluation_seconds;
    if (!(share > 0)) return NAN;
    return fmax(once, 0) + steps / share * fmax(1 - begun, share) +
           first->evaluation_seconds * (double)spec->checkpoints;
}

/* Whether so many steps would take less than a second. */
static bool forecast_brief(const lf_record *record, size_t steps) {
    if (record->status != LF_RUN_DONE || record->points < 2) return false;
    const lf_trace_point *from = forecast_from(record), *last = &record->point[record->points - 1];
    const uint64_t made = last->count[LF_COUNTER_STEPS] - from->count[LF_COUNTER_STEPS];
    return (forecast_worked(last) - forecast_worked(from)) * (double)steps < (double)made;
}

static void forecast_learn(lf_forecast_group *g, const lf_record *record) {
    const double rows = (double)(g->spec->checkpoints + 2);
    if (g->settled) return;
    const double seconds = forecast_extend(g->spec, record);
    if (!isnan(seconds)) g->seconds = seconds;
    if (isnan(g->bytes))
        g->bytes = LF_FORECAST_ROW_BYTES + 8 * (double)record->dim +
                   FORECAST_NUMBER_BYTES * rows * (double)(LF_COUNTERS / 4 + record->metrics);
}

/* What a dear row takes is of the problem alone: the methods of one share what one trial shows. */
static void forecast_learn_dear(lf_forecast_state *s, const char *problem,
                                const lf_record *record) {
    if (record->status != LF_RUN_DONE || record->points == 0) return;
    const double dear = record->point[record->points - 1].evaluation_seconds -
                        forecast_from(record)->evaluation_seconds;
    for (size_t i = 0; i < s->groups; i++)
        if (strcmp(s->group[i].spec->problem, problem) == 0) s->group[i].dear = dear;
}

static lf_status forecast_ended(void *context, size_t run, const lf_record *record) {
    lf_forecast_state *s = context;
    s->brief[run] = forecast_brief(record, s->next);
    for (size_t i = 0; i < s->groups; i++)
        if (lf_forecast_paced_alike(s->group[i].spec, &s->trial[run]))
            forecast_learn(&s->group[i], record);
    if (s->trial[run].expensive > 0) forecast_learn_dear(s, s->trial[run].problem, record);
    return LF_OK;
}

/* The trial of n that has a dear row of the problem, or else its first; NULL: it has none. */
static lf_run_spec *forecast_dear(lf_run_spec *trial, size_t n, const char *problem) {
    lf_run_spec *first = NULL;
    for (size_t k = n; k-- > 0;)
        if (strcmp(trial[k].problem, problem) == 0 && !(first && first->expensive > 0))
            first = &trial[k];
    return first;
}

/* A trial for each pace that is not known, n of them; one of each problem with a row of the
 * expensive metrics where any run has one. */
static lf_status forecast_trials(lf_forecast_state *s, size_t *n) {
    lf_run_spec *spec = s->trial = calloc(s->groups + 1, sizeof *spec);
    s->brief = calloc(s->groups + 1, sizeof *s->brief);
    if (!spec || !s->brief) return lf_fail(LF_NO_MEMORY, "no memory for a forecast");
    for (size_t i = 0; i < s->groups; i++) {
        const lf_run_spec *is = s->group[i].spec;
        size_t k = 0;
        if (s->group[i].settled) continue;
        while (k < *n && !lf_forecast_paced_alike(&spec[k], is))
            k++;
        if (k == *n) {
            spec[k] = *is;
            spec[k].checkpoints = 2;
            spec[k].expensive = 0;
            spec[k].stop = NULL;
            ++*n;
        }
        if (is->expensive > 0) forecast_dear(spec, *n, is->problem)->expensive = 1;
    }
    return LF_OK;
}

/* So many steps of each of n trials. */
static lf_status forecast_round(lf_forecast_state *s, size_t n, size_t steps) {
    lf_pool_limits limits = s->campaign->limits;
    limits.saving = (lf_saving){0};
    limits.wall_seconds = forecast_patience_seconds;
    const lf_pool_observer observer = {.context = s, .ended = forecast_ended};
    lf_status status = LF_OK;
    lf_run_spec *run = calloc(n, sizeof *run);
    if (!run) return lf_fail(LF_NO_MEMORY, "no memory for a forecast");
    for (size_t i = 0; i < n; i++) {
        run[i] = s->trial[i];
        if (asprintf(&run[i].budget, "%s,%zu:steps", s->trial[i].budget, steps) >= 0) continue;
        run[i].budget = NULL;
        status = lf_fail(LF_NO_MEMORY, "no memory for a budget");
    }
    if (status == LF_OK) status = lf_pool_run(n, run, &limits, &observer);
    for (size_t i = 0; i < n; i++)
        free(run[i].budget);
    free(run);
    return status;
}

/* Is nothing known of the problem's dear rows, as the trial that had one failed? */
static bool forecast_lacks_dear(const lf_forecast_state *s, const char *problem) {
    for (size_t i = 0; i < s->groups; i++) {
        const lf_forecast_group *g = &s->group[i];
        if (!g->settled && g->spec->expensive > 0 && isnan(g->dear) &&
            strcmp(g->spec->problem, problem) == 0)
            return true;
    }
    return false;
}

/* The trials of n that go on, to the front: how many. */
static size_t forecast_go_on(lf_forecast_state *s, size_t n) {
    size_t left = 0;
    for (size_t i = 0; i < n; i++) {
        const bool lacks = forecast_lacks_dear(s, s->trial[i].problem);
        if (!s->brief[i] && !lacks) continue;
        s->trial[left] = s->trial[i];
        s->trial[left++].expensive = lacks;
    }
    return left;
}

/* Groups that were tried by this process: a command that says two things of the same runs, or has
 * them in several experiments, tries them once. Their texts are copies. */
typedef struct {
    lf_run_spec spec;
    double seconds, bytes;
} forecast_tried;
static forecast_tried *forecast_list;
static size_t forecast_count;

static void forecast_recall(lf_forecast_state *s) {
    for (size_t i = 0; i < s->groups; i++)
        for (size_t k = 0; k < forecast_count && !s->group[i].settled; k++) {
            if (!lf_forecast_alike(&forecast_list[k].spec, s->group[i].spec)) continue;
            s->group[i].settled = true;
            s->group[i].seconds = forecast_list[k].seconds;
            s->group[i].bytes = forecast_list[k].bytes;
        }
}

static lf_status forecast_remember(const lf_forecast_state *s) {
    for (size_t i = 0; i < s->groups; i++) {
        const lf_forecast_group *g = &s->group[i];
        if (g->settled) continue;
        LF_TRY(lf_grow(&forecast_list, forecast_count, sizeof *forecast_list, "a forecast"));
        forecast_tried *one = &forecast_list[forecast_count];
        *one = (forecast_tried){.seconds = g->seconds, .bytes = g->bytes};
        one->spec.checkpoints = g->spec->checkpoints;
        one->spec.expensive = g->spec->expensive;
        one->spec.problem = strdup(g->spec->problem);
        one->spec.algorithm = strdup(g->spec->algorithm);
        one->spec.budget = strdup(g->spec->budget);
        if (!one->spec.problem || !one->spec.algorithm || !one->spec.budget)
            return lf_fail(LF_NO_MEMORY, "no memory for a forecast");
        forecast_count++;
    }
    return LF_OK;
}

lf_status lf_forecast_try(lf_forecast_state *s) {
    size_t n = 0;
    forecast_recall(s);
    lf_status status = forecast_trials(s, &n);
    for (size_t round = 0; round < FORECAST_ROUNDS && n > 0 && status == LF_OK; round++) {
        s->next = round + 1 < FORECAST_ROUNDS ? forecast_steps[round + 1] : 0;
        status = forecast_round(s, n, forecast_steps[round]);
        n = forecast_go_on(s, n);
    }
    for (size_t i = 0; i < s->groups; i++)
        if (!s->group[i].settled && s->group[i].spec->expensive > 0)
            s->group[i].seconds += s->group[i].dear * (double)s->group[i].spec->expensive;
    if (status == LF_OK) status = forecast_remember(s);
    free(s->trial);
    free(s->brief);
    return status;
}
