#include "harness/statistics/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/stream.h"

static int statistics_compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    if (isnan(x) || isnan(y)) return isnan(x) - isnan(y);
    return (x > y) - (x < y);
}

void lf_stat_sort(double *values, size_t n) {
    qsort(values, n, sizeof *values, statistics_compare);
}

bool lf_stat_reaches(double p, double level) {
    return p <= level * (1 + 1e-12);
}

/* Quantile of sorted values by linear interpolation. Arithmetic would turn infinite values
 * (censored costs, runs that failed) into NAN where they are not: between equal neighbours, and
 * between minus infinity and a number. */
static double statistics_quantile(const double *sorted, size_t n, double p) {
    const double at = p * (double)(n - 1);
    const size_t below = (size_t)at, above = below + 1 < n ? below + 1 : below;
    const double share = at - (double)below;
    if (share == 0 || sorted[below] == sorted[above]) return sorted[below];
    if (sorted[below] == -INFINITY && isfinite(sorted[above])) return -INFINITY;
    return sorted[below] + share * (sorted[above] - sorted[below]);
}

lf_quartiles lf_stat_quartiles(double *values, size_t n) {
    if (n == 0) return (lf_quartiles){NAN, NAN, NAN};
    lf_stat_sort(values, n);
    return (lf_quartiles){statistics_quantile(values, n, 0.25), statistics_quantile(values, n, 0.5),
                          statistics_quantile(values, n, 0.75)};
}

double lf_stat_normal(double z) {
    return erfc(-z * M_SQRT1_2) / 2;
}

double lf_stat_normal_quantile(double p) {
    if (!(p > 0 && p < 1)) return p == 0 ? -INFINITY : p == 1 ? INFINITY : NAN;
    if (p > 0.5) return -lf_stat_normal_quantile(1 - p);
    /* The distribution function is monotone: halve a bracket that holds every double p. */
    double low = -40, high = 0;
    for (;;) {
        const double middle = (low + high) / 2;
        if (middle <= low || middle >= high) return high;
        if (lf_stat_normal(middle) < p)
            low = middle;
        else
            high = middle;
    }
}

/* value (resamples) <- statistics of samples drawn with replacement, sorted. `index` has room for
 * n.
 */
static void statistics_resample(size_t n, lf_statistic statistic, const void *context,
                                size_t resamples, uint64_t seed, size_t *index, double *value) {
    for (size_t r = 0; r < resamples; r++) {
        uint64_t bits[4];
        for (size_t i = 0; i < n; i++) {
            if (i % 4 == 0) lf_stream_block(seed, LF_STREAM_BOOTSTRAP, 0, r, i / 4, bits);
            index[i] = lf_stream_below(bits[i % 4], n);
        }
        value[r] = statistic(context, index, n);
    }
    lf_stat_sort(value, resamples);
}

/* The middle `level` of n sorted values. Those that are not known, which are last, may be below all
 * others for the lower end and above them for the upper; an end among them is not known either. */
static void statistics_ends(double *value, size_t n, double level, lf_interval *interval) {
    size_t known = n;
    while (known > 0 && isnan(value[known - 1]))
        known--;
    interval->upper = statistics_quantile(value, n, (1 + level) / 2);
    memmove(value + (n - known), value, known * sizeof *value);
    for (size_t i = 0; i < n - known; i++)
        value[i] = NAN;
    interval->lower = statistics_quantile(value, n, (1 - level) / 2);
    if (isnan(interval->lower) || isnan(interval->upper)) interval->lower = interval->upper = NAN;
}

lf_status lf_stat_bootstrap(size_t n, lf_statistic statistic, const void *context, size_t resamples,
                            double level, uint64_t seed, lf_interval *interval) {
    if (n < 2 || resamples < 2 || !(level > 0 && level < 1))
        return lf_fail(LF_BAD_ARGUMENT,
                       "bootstrap: %zu items, %zu resamples at level %g; at least two of each are "
                       "needed, and a level between 0 and 1",
                       n, resamples, level);
    size_t *index = malloc(n * sizeof *index);
    double *value = malloc(resamples * sizeof *value);
    const bool ready = index && value;
    for (size_t i = 0; i < n && ready; i++)
        index[i] = i;
    if (ready) {
        interval->estimate = statistic(context, index, n);
        statistics_resample(n, statistic, context, resamples, seed, index, value);
        statistics_ends(value, resamples, level, interval);
    }
    free(index);
    free(value);
    return ready ? LF_OK : lf_fail(LF_NO_MEMORY, "bootstrap: no memory");
}

/* Values are sorted once; a sample is how often it has each of them, with no sorting of its own. */
typedef struct {
    double *sorted;
    size_t *place; /* of each value among those sorted; equal ones may share theirs */
    size_t *times;
} statistics_sample;

static double statistics_median(const void *context, const size_t *index, size_t n) {
    const statistics_sample *sample = context;
    double middle[2]; /* the same one twice, unless n is even */
    memset(sample->times, 0, n * sizeof *sample->times);
    for (size_t i = 0; i < n; i++)
        sample->times[sample->place[index[i]]]++;
    for (size_t k = 0, seen = 0, half = 0; half < 2; half++) {
        while (seen + sample->times[k] <= (n - 1 + half) / 2)
            seen += sample->times[k++];
        middle[half] = sample->sorted[k];
    }
    return statistics_quantile(middle, 2, 0.5);
}

lf_status lf_stat_median_interval(size_t n, const double *x, size_t resamples, double level,
                                  uint64_t seed, lf_interval *interval) {
    const statistics_sample sample = {malloc((n + 1) * sizeof(double)),
                                      malloc((n + 1) * sizeof(size_t)),
                                      malloc((n + 1) * sizeof(size_t))};
    lf_status status = lf_fail(LF_NO_MEMORY, "bootstrap: no memory");
    if (sample.sorted && sample.place && sample.times) {
        memcpy(sample.sorted, x, n * sizeof *x);
        lf_stat_sort(sample.sorted, n);
        for (size_t i = 0; i < n; i++)
            sample.place[i] = (size_t)((const double *)bsearch(&x[i], sample.sorted, n, sizeof *x,
                                                               statistics_compare) -
                                       sample.sorted);
        status = lf_stat_bootstrap(n, statistics_median, &sample, resamples, level, seed, interval);
    }
    free(sample.sorted);
    free(sample.place);
    free(sample.times);
    return status;
}

lf_line lf_stat_log_line(const double *x, const double *y, size_t n) {
    lf_line line = {0, NAN, NAN};
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] > 0 && y[i] > 0)) continue;
        line.n++;
        mean_x += log(x[i]);
        mean_y += log(y[i]);
    }
    if (line.n < 2) return line;
    mean_x /= (double)line.n;
    mean_y /= (double)line.n;
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] > 0 && y[i] > 0)) continue;
        xx += (log(x[i]) - mean_x) * (log(x[i]) - mean_x);
        xy += (log(x[i]) - mean_x) * (log(y[i]) - mean_y);
    }
    line.slope = xy / xx;
    line.intercept = mean_y - line.slope * mean_x;
    return line;
}

double lf_stat_icc(const double *x, size_t levels, size_t runs) {
    const double n = (double)levels, r = (double)runs;
    double all = 0, between = 0, within = 0;
    if (levels < 2 || runs < 2) return NAN;
    for (size_t i = 0; i < levels * runs; i++)
        all += x[i] / (n * r);
    for (size_t i = 0; i < levels; i++) {
        double mean = 0;
        for (size_t k = 0; k < runs; k++)
            mean += x[i * runs + k] / r;
        between += r * (mean - all) * (mean - all) / (n - 1);
        for (size_t k = 0; k < runs; k++)
            within += pow(x[i * runs + k] - mean, 2) / (n * (r - 1));
    }
    return (between - within) / (between + (r - 1) * within);
}

double lf_stat_running_time(const double *spent, const bool *reached, size_t n) {
    double total = 0;
    size_t successes = 0;
    for (size_t i = 0; i < n; i++) {
        total += spent[i];
        successes += reached[i];
    }
    return successes ? total / (double)successes : INFINITY;
}

void lf_stat_ratios(const double *cost, size_t problems, size_t methods, double *ratio) {
    for (size_t p = 0; p < problems; p++) {
        const double *row = cost + p * methods;
        double best = INFINITY;
        for (size_t s = 0; s < methods; s++)
            best = fmin(best, row[s]);
        for (size_t s = 0; s < methods; s++)
            ratio[p * methods + s] = isinf(row[s]) ? INFINITY : row[s] == best ? 1 : row[s] / best;
    }
}
