/**
 * @file track_scale.c
 * @brief Start, range and targets of a metric, from the recorded runs.
 *
 * Targets lie between the start and the median final value, so that they are within reach of the
 * method itself: what is guarded is each method against its own past, not against another. Those
 * that noise alone would meet tell nothing about the method, and are left out.
 */
#include "harness/track/track_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/quantity.h"

/* Shares of the way. The last one stays clear of the end: which side of the final value itself a
 * run ends on is a matter of rounding. */
static const double scale_shares[LF_TRACK_TARGETS] = {0.5, 0.8, 0.95};
/* A metric that falls by more than this factor is judged by its logarithm: on a linear scale
 * nothing after the first decade would count. Below 1e-8 of the start, rounding decides. */
static const double scale_decades = 100, scale_depth = 1e-8;
/* Chance that a run which stays at the start meets a target by noise, at any checkpoint. */
static const double scale_luck = 0.05;

double lf_track_final(const lf_record *record, const char *metric) {
    if (record->status != LF_RUN_DONE) return NAN;
    for (size_t i = record->points; i-- > 0;) {
        const double value = lf_record_value(record, i, metric);
        if (!isnan(value)) return isfinite(value) ? value : NAN;
    }
    return NAN;
}

/* Values at the start, into the group's scratch; how many runs have one. */
static size_t scale_starts(const lf_track_group *group, const char *metric) {
    size_t n = 0;
    for (size_t i = 0; i < group->n; i++)
        if (group->record[i]->points)
            group->scratch[n++] = lf_record_value(group->record[i], 0, metric);
    return n;
}

static double scale_median_final(const lf_track_group *group, const lf_track_metric *metric) {
    for (size_t i = 0; i < group->n; i++)
        group->scratch[i] = lf_track_final(group->record[i], metric->name);
    return lf_quantity_quartiles(group->scratch, group->n, metric->higher).median;
}

/* Smallest and largest finite value at any point of any run. */
static void scale_extremes(const lf_track_group *group, const char *metric, double *low,
                           double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < group->n; i++)
        for (size_t k = 0; k < group->record[i]->points; k++) {
            const double value = lf_record_value(group->record[i], k, metric);
            if (!isfinite(value)) continue;
            *low = fmin(*low, value);
            *high = fmax(*high, value);
        }
}

bool lf_track_known(const lf_track_group *group, const char *metric) {
    double low, high;
    scale_extremes(group, metric, &low, &high);
    return low <= high;
}

/* A value where the metric is judged. */
static double scale_place(const lf_track_metric *metric, double value) {
    return metric->logarithm ? log(value) : value;
}

/* Standard deviation of the starts over the runs; 0 if there are fewer than two. */
static double scale_start_spread(const lf_track_group *group, const lf_track_metric *metric) {
    size_t n = 0;
    double mean = 0, square = 0;
    for (size_t i = 0, starts = scale_starts(group, metric->name); i < starts; i++)
        if (isfinite(group->scratch[i])) group->scratch[n++] = group->scratch[i];
    for (size_t i = 0; i < n; i++)
        mean += scale_place(metric, group->scratch[i]) / (double)n;
    for (size_t i = 0; i < n; i++) {
        const double gap = scale_place(metric, group->scratch[i]) - mean;
        square += gap * gap;
    }
    return n > 1 ? sqrt(square / (double)(n - 1)) : 0;
}

/* Noise of a run: what the median step between neighbours in the second half of its values says, or
 * the median change of steps if that is less, since a steady trend is no noise; as the standard
 * deviation of normal noise with such a median. Fewer than two changes say nothing: NAN. `value`
 * holds as many numbers as the run has points. *checkpoints <- values after the start, if more. */
static double scale_run_noise(const lf_record *record, const lf_track_metric *metric, double *value,
                              size_t *checkpoints) {
    size_t n = 0;
    for (size_t i = 0; i < record->points; i++) {
        const double at = lf_record_value(record, i, metric->name);
        if (isfinite(at)) value[n++] = scale_place(metric, at);
    }
    if (n > *checkpoints + 1) *checkpoints = n - 1;
    double *step = value + n / 2, *change = value; /* the first half is free */
    const size_t values = n - n / 2;
    if (values < 4) return NAN;
    for (size_t i = 0; i + 1 < values; i++)
        step[i] = step[i + 1] - step[i];
    for (size_t i = 0; i + 2 < values; i++)
        change[i] = fabs(step[i + 1] - step[i]);
    for (size_t i = 0; i + 1 < values; i++)
        step[i] = fabs(step[i]);
    return 1.4826 * fmin(lf_stat_quartiles(step, values - 1).median / sqrt(2),
                         lf_stat_quartiles(change, values - 2).median / sqrt(6));
}

/* metric->noise <- the larger of the spread of the starts and the median noise of the runs. */
static lf_status scale_noise(const lf_track_group *group, lf_track_metric *metric,
                             size_t *checkpoints) {
    const double spread = scale_start_spread(group, metric);
    size_t most = 1, n = 0;
    for (size_t i = 0; i < group->n; i++)
        if (group->record[i]->points > most) most = group->record[i]->points;
    double *value = malloc(most * sizeof *value);
    if (!value) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    for (size_t i = 0; i < group->n; i++) {
        const double noise = scale_run_noise(group->record[i], metric, value, checkpoints);
        if (!isnan(noise)) group->scratch[n++] = noise;
    }
    free(value);
    metric->noise = n ? fmax(spread, lf_stat_quartiles(group->scratch, n).median) : spread;
    return LF_OK;
}

/* Is a run at the target before it has done anything? */
static bool scale_met(const lf_track_group *group, const lf_track_metric *metric, double target) {
    for (size_t i = 0, n = scale_starts(group, metric->name); i < n; i++)
        if (metric->higher ? group->scratch[i] >= target : group->scratch[i] <= target) return true;
    return false;
}

static lf_status scale_say(lf_track_metric *metric, const char *text) {
    metric->why = strdup(text);
    return metric->why ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a baseline");
}

/* Targets on the way to `end` that no run meets at the start and that noise around the start would
 * meet at some checkpoint with a chance of at most scale_luck. */
static lf_status scale_targets(const lf_track_group *group, double end, size_t checkpoints,
                               lf_track_metric *metric) {
    const double z = lf_stat_normal_quantile(1 - scale_luck / (double)checkpoints);
    const double start = scale_place(metric, metric->start), way = scale_place(metric, end) - start;
    for (size_t t = 0; t < LF_TRACK_TARGETS; t++) {
        const double place = start + scale_shares[t] * way;
        const double target = metric->logarithm ? exp(place) : place;
        if (fabs(place - start) < z * metric->noise || scale_met(group, metric, target)) continue;
        metric->target[metric->targets++] = target;
    }
    if (metric->targets == LF_TRACK_TARGETS) return LF_OK;
    char text[128];
    snprintf(text, sizeof text,
             "%zu of %d: met at a start, or within %.3g times the noise of %.3g of it",
             LF_TRACK_TARGETS - metric->targets, LF_TRACK_TARGETS, z, metric->noise);
    return scale_say(metric, text);
}

lf_status lf_track_scale(const lf_track_group *group, lf_track_metric *metric) {
    double low, high;
    size_t checkpoints = 1;
    const double final = scale_median_final(group, metric);
    const double start =
        lf_stat_quartiles(group->scratch, scale_starts(group, metric->name)).median;
    scale_extremes(group, metric->name, &low, &high);
    metric->start = isfinite(start) ? start : NAN;
    metric->logarithm = !metric->higher && low > 0 && final > 0 && start > scale_decades * final;
    const double size = low <= high ? fmax(fabs(low), fabs(high)) : 0;
    metric->range = metric->logarithm ? log(high / low) : low <= high ? high - low : 0;
    /* Evaluated at the end only: its spread over seeds says nothing about its scale. */
    if (isnan(metric->start)) metric->range = fmax(metric->range, size);
    if (!metric->logarithm) metric->range = fmax(metric->range, LF_TRACK_STILL * fmax(1, size));
    LF_TRY(scale_noise(group, metric, &checkpoints));
    if (isnan(metric->start)) return scale_say(metric, "not evaluated at the start");
    const double way = metric->higher ? final - start : start - final;
    if (!(way > LF_TRACK_STILL * size)) return scale_say(metric, "no progress from the start");
    const double end = metric->logarithm ? fmax(final, scale_depth * start) : final;
    return scale_targets(group, end, checkpoints, metric);
}
