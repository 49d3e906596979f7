/**
 * @file forecast_race.c
 * @brief The trials of a race that its first ones lead to (race.h has the rule): how many there
 * will be for sure, and how many more there may be.
 */
#include <stdlib.h>
#include <string.h>

#include "harness/campaign/forecast_parts.h"
#include "harness/results/results.h"

/* Of one pair, beyond those of the first round. */
typedef struct {
    size_t sure, perhaps;
} race_later;

/* On the first seed after a screen, then the finalists on the other seeds; perhaps every point,
 * where the screen misleads, and as many rounds past the edges as there may be. */
static race_later forecast_rule(const lf_experiment *experiment, size_t seeds) {
    const size_t points = experiment->tuning->points, last = lf_tuning_finalists(experiment);
    const size_t best = last < points ? last : points;
    race_later later = {best * (seeds - 1), seeds * LF_REFINE_ROUNDS * LF_REFINE_POINTS};
    if (points > LF_RACE_UNSCREENED) {
        later.sure += LF_RACE_UNSCREENED;
        later.perhaps += points - LF_RACE_UNSCREENED + best * (seeds - 1);
    }
    return later;
}

/* Is a trial of the store's plan one that the first round led to? */
static bool forecast_is_later(const lf_forecast_state *s, const lf_planned_run *one,
                              const lf_planned_run *then) {
    const lf_experiment_tuning *tuning = s->race.experiment->tuning;
    return then->parameters && then->problem == one->problem && then->method == one->method &&
           lf_forecast_alike(&then->spec, &one->spec) &&
           (tuning->points > LF_RACE_UNSCREENED || then->point >= tuning->points ||
            then->spec.seed != s->race.seeds[0]);
}

/* Those of a pair that the store's plan has already, and those that have ended. */
static lf_status forecast_known(const lf_forecast_state *s, const lf_planned_run *one,
                                size_t *planned, size_t *ended) {
    *planned = *ended = 0;
    for (size_t i = 0; i < s->n_then; i++) {
        bool found = false;
        if (!forecast_is_later(s, one, &s->then[i])) continue;
        ++*planned;
        LF_TRY(lf_store_has(s->store, s->then[i].key, &found));
        *ended += found;
    }
    return LF_OK;
}

/* Has the pair's first round ended, as it is now? What was tried of another grid leads to nothing.
 */
static lf_status forecast_has_begun(const lf_forecast_state *s, const lf_planned_run *one,
                                    const lf_planned_run *trial, size_t n, bool *begun) {
    *begun = s->store && !s->campaign->force;
    for (size_t i = 0; i < n && *begun; i++)
        if (trial[i].problem == one->problem && trial[i].method == one->method)
            LF_TRY(lf_store_has(s->store, trial[i].key, begun));
    return LF_OK;
}

/* A plan that has runs was made when all trials had ended. */
static bool forecast_is_over(const lf_forecast_state *s) {
    for (size_t i = 0; i < s->n_then; i++)
        if (!s->then[i].parameters) return true;
    return false;
}

static lf_status forecast_pair(lf_forecast_state *s, const lf_planned_run *one,
                               const lf_planned_run *trial, size_t n) {
    const lf_experiment *experiment = s->race.experiment;
    const bool fixed = lf_experiment_fixed(experiment, one->problem, one->method);
    race_later later = forecast_rule(experiment, fixed ? 1 : s->race.n_seeds);
    const size_t all = later.sure + later.perhaps;
    size_t planned = 0, ended = 0;
    bool begun;
    LF_TRY(forecast_has_begun(s, one, trial, n, &begun));
    if (begun) LF_TRY(forecast_known(s, one, &planned, &ended));
    const bool over = begun && forecast_is_over(s);
    if (planned > later.sure || over) later.sure = planned;
    later.perhaps = over || all < later.sure ? 0 : all - later.sure;
    s->f->later += later.sure;
    s->f->later_reused += ended;
    s->f->perhaps += later.perhaps;
    lf_forecast_spend(s->f, one->spec.budget, later.sure - ended + later.perhaps);
    return lf_forecast_group_add(s, &one->spec, later.sure - ended);
}

lf_status lf_forecast_race(lf_forecast_state *s, const lf_experiment *experiment,
                           const lf_planned_run *trial, size_t n) {
    if (n == 0) return LF_OK;
    LF_TRY(lf_trials_open(experiment, s->campaign->scale, &s->race));
    if (!lf_tuning_races(s->race.scale)) return LF_OK;
    for (size_t i = 0; i < n; i++) {
        const lf_planned_run *is = &trial[i], *one;
        if (i > 0 && trial[i - 1].problem == is->problem && trial[i - 1].method == is->method)
            continue;
        if (lf_slice_select(&s->campaign->slice, experiment, is, 1, &one) == 0) continue;
        LF_TRY(
            lf_trials_add(&s->race, is->problem, is->method, is->point, is->parameters, 0, false));
    }
    for (size_t i = 0; i < s->race.n; i++)
        LF_TRY(forecast_pair(s, &s->race.trial[i], trial, n));
    return LF_OK;
}
