/**
 * @file forecast.c
 * @brief Runs to make, what they may spend, and what they take: recalled from the store, or tried.
 */
#include "harness/campaign/forecast_parts.h"

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

/* Of "2000:passes.constraint,1e6:samples" 2000 and 1e6 of their units, for each run. */
void lf_forecast_spend(lf_forecast *f, const char *budget, size_t runs) {
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
        f->unit[i].most += most * (double)runs;
    }
}

bool lf_forecast_alike(const lf_run_spec *a, const lf_run_spec *b) {
    return lf_forecast_paced_alike(a, b) && strcmp(a->budget, b->budget) == 0 &&
           a->checkpoints == b->checkpoints && a->expensive == b->expensive;
}

lf_status lf_forecast_group_add(lf_forecast_state *s, const lf_run_spec *spec, size_t runs) {
    if (runs == 0) return LF_OK;
    for (size_t i = s->groups; i-- > 0;)
        if (lf_forecast_alike(s->group[i].spec, spec)) {
            s->group[i].n += runs;
            return LF_OK;
        }
    LF_TRY(lf_grow(&s->group, s->groups, sizeof *s->group, "a forecast"));
    lf_forecast_group *group = &s->group[s->groups];
    *group = (lf_forecast_group){
        .spec = spec, .n = runs, .seconds = NAN, .bytes = s->run_bytes, .dear = NAN};
    if (s->store) LF_TRY(lf_store_pace(s->store, spec, &group->seconds));
    group->recalled = group->settled = !isnan(group->seconds);
    s->groups++;
    return LF_OK;
}

/* Which of these are to be made, and what they may spend. */
static lf_status forecast_select(lf_forecast_state *s, const lf_experiment *experiment,
                                 const lf_planned_run *plan, size_t n, size_t *total,
                                 size_t *reused) {
    const lf_planned_run **wanted = calloc(n + 1, sizeof *wanted);
    bool *repeats = calloc(n + 1, sizeof *repeats);
    lf_status status = wanted && repeats
                           ? LF_OK
                           : lf_fail(LF_NO_MEMORY, "no memory for a forecast of %zu runs", n);
    if (status == LF_OK) n = lf_slice_select(&s->campaign->slice, experiment, plan, n, wanted);
    if (status == LF_OK) status = lf_plan_repeats(n, wanted, repeats);
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        bool found = false;
        if (repeats[i]) continue;
        ++*total;
        if (s->store && !s->campaign->force)
            status = lf_store_has(s->store, wanted[i]->key, &found);
        *reused += found;
        if (found || status != LF_OK) continue;
        lf_forecast_spend(s->f, wanted[i]->spec.budget, 1);
        status = lf_forecast_group_add(s, &wanted[i]->spec, 1);
    }
    free(wanted);
    free(repeats);
    return status;
}

static void forecast_sum(const lf_forecast_state *s) {
    lf_forecast *f = s->f;
    for (size_t i = 0; i < s->groups; i++) {
        const lf_forecast_group *g = &s->group[i];
        const double n = (double)g->n;
        f->bytes += n * (isnan(g->bytes) ? LF_FORECAST_ROW_BYTES : g->bytes);
        *(g->recalled ? &f->recalled : isnan(g->seconds) ? &f->blind : &f->tried) += g->n;
        if (isnan(g->seconds)) continue;
        f->seconds += n * g->seconds;
        f->longest = fmax(f->longest, g->seconds);
    }
}

static int forecast_order(const void *a, const void *b) {
    const lf_planned_run *x = *(const lf_planned_run *const *)a;
    const lf_planned_run *y = *(const lf_planned_run *const *)b;
    if (x->problem != y->problem) return x->problem < y->problem ? -1 : 1;
    if (x->method != y->method) return x->method < y->method ? -1 : 1;
    return (x->spec.seed > y->spec.seed) - (x->spec.seed < y->spec.seed);
}

/* The runs of the stored plan, in order; *n of them. */
static lf_status forecast_then(const lf_forecast_state *s, const lf_planned_run ***then,
                               size_t *n) {
    *n = 0;
    *then = calloc(s->n_then + 1, sizeof **then);
    if (!*then) return lf_fail(LF_NO_MEMORY, "no memory for a forecast");
    for (size_t i = 0; i < s->n_then; i++)
        if (!s->then[i].parameters) (*then)[(*n)++] = &s->then[i]; /* no trial */
    qsort(*then, *n, sizeof **then, forecast_order);
    return LF_OK;
}

/* A tuned run has the parameters that its trials chose: those of the stored plan, made when they
 * were done, in which it may stand elsewhere, as seeds come where a claim is open. */
static lf_status forecast_chosen(const lf_forecast_state *s, lf_planned_run *plan, size_t n,
                                 const lf_planned_run *trial, size_t trials) {
    const lf_planned_run **then;
    size_t known;
    LF_TRY(forecast_then(s, &then, &known));
    for (size_t i = 0; i < n; i++) {
        const lf_planned_run *wanted = &plan[i];
        const lf_planned_run *const *old =
            bsearch(&wanted, then, known, sizeof *then, forecast_order);
        bool tuned = false;
        for (size_t t = 0; t < trials && old && !tuned; t++)
            tuned = trial[t].problem == wanted->problem && trial[t].method == wanted->method;
        if (tuned && lf_forecast_alike(&(*old)->spec, &wanted->spec))
            memcpy(plan[i].key, (*old)->key, sizeof plan[i].key);
    }
    free(then);
    return LF_OK;
}

static lf_status forecast_plans(lf_forecast_state *s, const lf_experiment *experiment) {
    lf_planned_run *trial = NULL, *plan = NULL;
    size_t trials = 0, n = 0;
    LF_TRY(lf_tuning_plan(experiment, s->campaign->scale, &trial, &trials));
    lf_status status = lf_same_data_check(s->campaign, experiment, s->store, trial, trials);
    if (status == LF_OK)
        status = forecast_select(s, experiment, trial, trials, &s->f->trials, &s->f->trials_reused);
    if (status == LF_OK) status = lf_forecast_race(s, experiment, trial, trials);
    if (status == LF_OK && !s->campaign->tune_only)
        status = lf_experiment_plan(experiment, s->campaign->scale, NULL, 0, &plan, &n);
    if (status == LF_OK) status = forecast_chosen(s, plan, n, trial, trials);
    if (status == LF_OK) status = lf_same_data_check(s->campaign, experiment, s->store, plan, n);
    if (status == LF_OK)
        status = forecast_select(s, experiment, plan, n, &s->f->runs, &s->f->reused);
    if (status == LF_OK) status = lf_forecast_try(s);
    if (status == LF_OK) forecast_sum(s);
    free(s->group);
    lf_trials_close(&s->race);
    lf_plan_free(trial, trials);
    lf_plan_free(plan, n);
    return status;
}

/* A folder without results is one that the campaign would make. */
static lf_status forecast_open(lf_forecast_state *s) {
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
    lf_store_get_plan(s->store, s->campaign->name, s->campaign->scale, &s->then, &s->n_then);
    return LF_OK;
}

lf_status lf_forecast_add(const lf_campaign *campaign, const lf_experiment *experiment,
                          lf_forecast *f) {
    lf_forecast_state s = {.campaign = campaign, .f = f};
    lf_status status = forecast_open(&s);
    if (status == LF_OK) status = forecast_plans(&s, experiment);
    lf_plan_free(s.then, s.n_then);
    lf_store_close(s.store);
    return status;
}
