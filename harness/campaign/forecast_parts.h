/**
 * @file forecast_parts.h
 * @brief A forecast in the making: runs that take as long are one group.
 */
#pragma once

#include "harness/campaign/forecast.h"
#include "harness/experiment/tuning_grid.h"

/** Bytes of a stored run beside its numbers, as SQLite packs them. */
enum { LF_FORECAST_ROW_BYTES = 2500 };

/** Runs of the same problem, method, budget and rows: what one takes, the others take. */
typedef struct {
    const lf_run_spec *spec; /**< the first of them */
    size_t n;
    bool recalled;         /**< its time is that of stored ones */
    bool settled;          /**< so it is, or that of a trial for an earlier forecast: no new one */
    double seconds, bytes; /**< of one; NAN: not known */
    double dear;           /**< seconds of a row with the expensive metrics; NAN: not known */
} lf_forecast_group;

typedef struct {
    const lf_campaign *campaign;
    lf_store *store; /**< NULL: there is none yet */
    lf_forecast *f;
    lf_planned_run *then; /**< the plan that the store has, n_then of them */
    size_t n_then;
    lf_trial_list race; /**< for each tuned pair what its later trials are like */
    size_t groups;
    lf_forecast_group *group;
    double run_bytes;   /**< of a stored run; NAN: there are none */
    lf_run_spec *trial; /**< one for each pace that is not known */
    bool *brief;        /**< of each trial: `next` steps take less than a second */
    size_t next;        /**< steps of the next round */
} lf_forecast_state;

/** Steps, and rows of the trace, that take as long. */
bool lf_forecast_paced_alike(const lf_run_spec *a, const lf_run_spec *b);
/** Runs that take as long. */
bool lf_forecast_alike(const lf_run_spec *a, const lf_run_spec *b);
/** *f += what so many runs with that budget may spend. */
void lf_forecast_spend(lf_forecast *f, const char *budget, size_t runs);
/** So many runs more that are to be made; none is fine. */
lf_status lf_forecast_group_add(lf_forecast_state *s, const lf_run_spec *spec, size_t runs);

/** The trials that those of a race's first round (n) lead to. */
lf_status lf_forecast_race(lf_forecast_state *s, const lf_experiment *experiment,
                           const lf_planned_run *trial, size_t n);
/** A few steps for each pace that is not known. */
lf_status lf_forecast_try(lf_forecast_state *s);
