/**
 * @file forecast.c
 * @brief Runs to make, what they may spend, and what they take: recalled from the store, or tried.
 */
#include "harness/campaign/forecast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/grow.h"
#include "base/text.h"
#include "harness/campaign/repeats.h"
#include "harness/campaign/same_data.h"
#include "harness/experiment/tuning_grid.h"

/* On top of a run's own budget, for a trial; and what that may take. */
static const char forecast_steps[] = "64:steps";
static const double forecast_patience_seconds = 30;

/* Bytes of a stored run beside its numbers, and of a number of its trace, as SQLite packs them. */
static const double forecast_row_bytes = 2500, forecast_number_bytes = 12;

/* Runs of the same problem, method, budget and rows: what one takes, the others take. */
typedef struct {
    const lf_run_spec *spec; /* the first of them */
    size_t n;
    bool recalled;         /* its time is that of stored ones */
    double seconds, bytes; /* of one; NAN: not known */
} forecast_group;

typedef struct {
    const lf_campaign *campaign;
    lf_store *store; /* NULL: there is none yet */
    lf_forecast *f;
    size_t groups;
    forecast_group *group;
    double run_bytes;   /* of a stored run; NAN: there are none */
    lf_run_spec *trial; /* one for each pace that is not known */
} forecast_state;

/* "2000:passes.constraint,1e6:samples" -> 2000 and 1e6 more of their units. */
static void forecast_spend(lf_forecast *f, const char *budget) {
    for (const char *at = budget; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        char *end;
        const double most = strtod(at, &end);
        const char *name = *end == ':' ? end + 1 : "steps";
        const int length = (int)(*end == ':' ? strcspn(name, ",") : strlen(name));
        size_t i = 0;
        while (i < f->units && (strncmp(f->unit[i].name, name, (size_t)length) != 0 ||
                                f->unit[i].name[length] != '\0'))
            i++;
        if (i == LF_FORECAST_UNITS || length >= LF_FORECAST_UNIT) continue;
        if (i == f->units)
            snprintf(f->unit[f->units++].name, LF_FORECAST_UNIT, "%.*s", length, name);
        f->unit[i].most += most;
    }
}

/* Steps, and rows of the trace, that take as long. */
static bool forecast_paced_alike(const lf_run_spec *a, const lf_run_spec *b) {
    const size_t name = strcspn(a->algorithm, ":");
    return name == strcspn(b->algorithm, ":") && strncmp(a->algorithm, b->algorithm, name) == 0 &&
           strcmp(a->problem, b->problem) == 0;
}

static bool forecast_alike(const lf_run_spec *a, const lf_run_spec *b) {
    return forecast_paced_alike(a, b) && strcmp(a->budget, b->budget) == 0 &&
           a->checkpoints == b->checkpoints && a->expensive == b->expensive;
}

static lf_status forecast_group_add(forecast_state *s, const lf_run_spec *spec) {
    for (size_t i = s->groups; i-- > 0;)
        if (forecast_alike(s->group[i].spec, spec)) {
            s->group[i].n++;
            return LF_OK;
        }
    LF_TRY(lf_grow(&s->group, s->groups, sizeof *s->group, "a forecast"));
    forecast_group *group = &s->group[s->groups];
    *group = (forecast_group){.spec = spec, .n = 1, .seconds = NAN, .bytes = s->run_bytes};
    if (s->store) LF_TRY(lf_store_pace(s->store, spec, &group->seconds));
    group->recalled = !isnan(group->seconds);
    s->groups++;
    return LF_OK;
}

/* Which of these are to be made, and what they may spend. */
static lf_status forecast_select(forecast_state *s, const lf_experiment *experiment,
                                 const lf_planned_run *plan, size_t n, size_t *total,
                                 size_t *reused) {
    const lf_planned_run **wanted = calloc(n + 1, sizeof *wanted);
    const char **key = calloc(n + 1, sizeof *key);
    bool *repeats = calloc(n + 1, sizeof *repeats);
    lf_status status = wanted && key && repeats
                           ? LF_OK
                           : lf_fail(LF_NO_MEMORY, "no memory for a forecast of %zu runs", n);
    if (status == LF_OK) n = lf_slice_select(&s->campaign->slice, experiment, plan, n, wanted);
    for (size_t i = 0; i < n && status == LF_OK; i++)
        key[i] = wanted[i]->key;
    if (status == LF_OK) status = lf_keys_repeat(n, key, repeats);
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        bool found = false;
        if (repeats[i]) continue;
        ++*total;
        if (s->store && !s->campaign->force) status = lf_store_has(s->store, key[i], &found);
        *reused += found;
        if (found || status != LF_OK) continue;
        forecast_spend(s->f, wanted[i]->spec.budget);
        status = forecast_group_add(s, &wanted[i]->spec);
    }
    free(wanted);
    free(key);
    free(repeats);
    return status;
}

/* A trial's time, as the budget goes: what is before and after the steps once, the steps by the
 * share of the budget that they used, each row of the trace as often as there are rows. */
static double forecast_extend(const lf_run_spec *spec, const lf_record *record) {
    lf_cost_scope scope;
    lf_budget budget;
    if (record->status != LF_RUN_DONE || record->points == 0) return NAN;
    const lf_trace_point *first = record->point, *last = &record->point[record->points - 1];
    if (lf_record_scope(record, &scope) != LF_OK) return NAN;
    const lf_status status = lf_budget_parse(spec->budget, &scope, &budget);
    free((void *)scope.measure);
    const double share = status == LF_OK ? lf_budget_used(&budget, last->count) : 0;
    const double steps = last->oracle_seconds + last->algorithm_seconds;
    const double dear = last->evaluation_seconds - first->evaluation_seconds;
    const double once = record->wall_seconds - steps - last->evaluation_seconds;
    if (!(share > 0)) return NAN;
    return fmax(once, 0) + steps / fmin(share, 1) +
           first->evaluation_seconds * (double)spec->checkpoints + dear * (double)spec->expensive;
}

static void forecast_learn(forecast_group *g, const lf_record *record) {
    const double rows = (double)(g->spec->checkpoints + 2);
    if (!isnan(g->seconds)) return;
    g->seconds = forecast_extend(g->spec, record);
    if (isnan(g->bytes))
        g->bytes = forecast_row_bytes + 8 * (double)record->dim +
                   forecast_number_bytes * rows * (double)(LF_COUNTERS / 4 + record->metrics);
}

static lf_status forecast_ended(void *context, size_t run, const lf_record *record) {
    forecast_state *s = context;
    for (size_t i = 0; i < s->groups; i++)
        if (forecast_paced_alike(s->group[i].spec, &s->trial[run]))
            forecast_learn(&s->group[i], record);
    return LF_OK;
}

/* A few steps for each pace that is not known, n of them; with a row of the expensive metrics where
 * any run of that pace has one. */
static lf_status forecast_trials(forecast_state *s, size_t *n) {
    lf_run_spec *spec = s->trial = calloc(s->groups + 1, sizeof *spec);
    if (!spec) return lf_fail(LF_NO_MEMORY, "no memory for a forecast");
    for (size_t i = 0; i < s->groups; i++) {
        const lf_run_spec *is = s->group[i].spec;
        size_t k = 0;
        if (!isnan(s->group[i].seconds)) continue;
        while (k < *n && !forecast_paced_alike(&spec[k], is))
            k++;
        if (k == *n) {
            spec[k] = *is;
            spec[k].checkpoints = 1;
            spec[k].expensive = 0;
            spec[k].stop = NULL;
            if (asprintf(&spec[k].budget, "%s,%s", is->budget, forecast_steps) < 0)
                return lf_fail(LF_NO_MEMORY, "no memory for a budget");
            ++*n;
        }
        if (is->expensive > 0) spec[k].expensive = 1;
    }
    return LF_OK;
}

static lf_status forecast_try(forecast_state *s) {
    size_t n = 0;
    lf_status status = forecast_trials(s, &n);
    lf_pool_limits limits = s->campaign->limits;
    limits.saving = (lf_saving){0};
    limits.wall_seconds = forecast_patience_seconds;
    const lf_pool_observer observer = {.context = s, .ended = forecast_ended};
    if (status == LF_OK && n > 0) status = lf_pool_run(n, s->trial, &limits, &observer);
    for (size_t i = 0; i < n; i++)
        free(s->trial[i].budget);
    free(s->trial);
    return status;
}

static void forecast_sum(const forecast_state *s) {
    lf_forecast *f = s->f;
    for (size_t i = 0; i < s->groups; i++) {
        const forecast_group *g = &s->group[i];
        const double n = (double)g->n;
        f->bytes += n * (isnan(g->bytes) ? forecast_row_bytes : g->bytes);
        *(g->recalled ? &f->recalled : isnan(g->seconds) ? &f->blind : &f->tried) += g->n;
        if (isnan(g->seconds)) continue;
        f->seconds += n * g->seconds;
        f->longest = fmax(f->longest, g->seconds);
    }
}

/* A tuned run has the parameters that its trials chose: those of the plan that was stored when they
 * were done, as far as it is the same plan. */
static void forecast_chosen(const forecast_state *s, lf_planned_run *plan, size_t n,
                            const lf_planned_run *trial, size_t trials) {
    lf_planned_run *then;
    size_t n_then = 0;
    if (!s->store || trials == 0 ||
        lf_store_get_plan(s->store, s->campaign->name, s->campaign->scale, &then, &n_then) != LF_OK)
        return;
    for (size_t i = 0, k = 0; i < n; i++) {
        while (k < n_then && then[k].parameters)
            k++; /* a trial */
        if (k == n_then) break;
        const lf_planned_run *old = &then[k++];
        bool tuned = false;
        for (size_t t = 0; t < trials; t++)
            tuned |= trial[t].problem == plan[i].problem && trial[t].method == plan[i].method;
        if (tuned && old->problem == plan[i].problem && old->method == plan[i].method &&
            old->spec.seed == plan[i].spec.seed && forecast_alike(&old->spec, &plan[i].spec))
            memcpy(plan[i].key, old->key, sizeof old->key);
    }
    lf_plan_free(then, n_then);
}

static lf_status forecast_plans(forecast_state *s, const lf_experiment *experiment) {
    lf_planned_run *trial = NULL, *plan = NULL;
    size_t trials = 0, n = 0;
    LF_TRY(lf_tuning_plan(experiment, s->campaign->scale, &trial, &trials));
    lf_status status = lf_same_data_check(s->campaign, experiment, s->store, trial, trials);
    if (status == LF_OK)
        status = forecast_select(s, experiment, trial, trials, &s->f->trials, &s->f->trials_reused);
    if (status == LF_OK && !s->campaign->tune_only)
        status = lf_experiment_plan(experiment, s->campaign->scale, NULL, 0, &plan, &n);
    if (status == LF_OK) forecast_chosen(s, plan, n, trial, trials);
    if (status == LF_OK) status = lf_same_data_check(s->campaign, experiment, s->store, plan, n);
    if (status == LF_OK)
        status = forecast_select(s, experiment, plan, n, &s->f->runs, &s->f->reused);
    if (status == LF_OK) status = forecast_try(s);
    if (status == LF_OK) forecast_sum(s);
    free(s->group);
    lf_plan_free(trial, trials);
    lf_plan_free(plan, n);
    return status;
}

/* A folder without results is one that the campaign would make. */
static lf_status forecast_open(forecast_state *s) {
    char path[LF_PATH_BYTES], **key;
    struct stat info;
    size_t n;
    s->run_bytes = NAN;
    LF_TRY(lf_path_format(path, "%s/results.sqlite", s->campaign->out));
    if (stat(path, &info) != 0) return LF_OK;
    LF_TRY(lf_store_open(s->campaign->out, false, &s->store));
    LF_TRY(lf_store_keys(s->store, &key, &n));
    if (n > 0) s->run_bytes = (double)info.st_size / (double)n;
    lf_text_list_free(key, n);
    return LF_OK;
}

lf_status lf_forecast_add(const lf_campaign *campaign, const lf_experiment *experiment,
                          lf_forecast *f) {
    forecast_state s = {.campaign = campaign, .f = f};
    lf_status status = forecast_open(&s);
    if (status == LF_OK) status = forecast_plans(&s, experiment);
    lf_store_close(s.store);
    return status;
}
