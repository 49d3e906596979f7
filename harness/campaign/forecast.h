/**
 * @file forecast.h
 * @brief What a campaign would come to, before it is carried out.
 */
#pragma once

#include "harness/campaign/campaign.h"

/** Units that are added up; an experiment has as many at most as its budgets have. */
enum { LF_FORECAST_UNITS = 8, LF_FORECAST_UNIT = 64 };

typedef struct {
    size_t runs, reused;           /**< of the experiment; of these, stored already */
    size_t trials, trials_reused;  /**< of tuning, those that need no others first */
    size_t later, later_reused;    /**< trials of a race that these lead to for sure */
    size_t perhaps;                /**< that these may lead to beside */
    size_t recalled, tried, blind; /**< runs to make whose time is that of stored ones; of a trial
                                        of a few steps; not known */
    double seconds;                /**< of all whose time is known, one after the other */
    double longest;                /**< of one of them */
    double bytes;                  /**< what the store grows by */
    size_t units;
    struct {
        char name[LF_FORECAST_UNIT];
        double most; /**< what the budgets allow altogether, `perhaps` with it */
    } unit[LF_FORECAST_UNITS];
} lf_forecast;

/** *f += that of the experiment. Reads the folder, if it is there, and writes nothing. What it does
 *  not know the time of it tries out for a few steps, method by method and problem by problem. */
lf_status lf_forecast_add(const lf_campaign *campaign, const lf_experiment *experiment,
                          lf_forecast *f);
