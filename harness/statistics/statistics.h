/**
 * @file statistics.h
 * @brief Statistics over seeds and over problems: what decides claims, bands and rankings.
 *
 * All of it is exact arithmetic on small samples or a seeded resampling, so the same numbers give
 * the same answer on every machine. Costs of runs that never reached a target are INFINITY
 * (censored), which order statistics handle as it stands.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <levelfield/status.h>

/** Sorts n values, NANs last. */
void lf_stat_sort(double *values, size_t n);

/** Lower quartile, median, upper quartile. */
typedef struct {
    double lower, median, upper;
} lf_quartiles;

/** Of n values, with linear interpolation between order statistics (type 7 of Hyndman & Fan 1996).
 *  NANs count as larger than everything and come out as NAN. Sorts `values`. NAN for n = 0. */
lf_quartiles lf_stat_quartiles(double *values, size_t n);

/** An estimate with its confidence interval. */
typedef struct {
    double estimate, lower, upper;
} lf_interval;

/** A statistic of the n items that `index` picks (with repetition) out of the context's sample. */
typedef double (*lf_statistic)(const void *context, const size_t *index, size_t n);

/** Percentile bootstrap interval of the given confidence level (0.95): quantiles of the statistics
 *  of `resamples` seeded resamples of n items. A sample of equal items gives an interval of width
 *  0. A statistic that is NAN for some resamples may be anything there: as long as these are fewer
 *  than lie beyond either end, it widens the interval; else both ends are NAN. LF_BAD_ARGUMENT for
 *  n < 2. */
lf_status lf_stat_bootstrap(size_t n, lf_statistic statistic, const void *context, size_t resamples,
                            double level, uint64_t seed, lf_interval *interval);

/** The same for the median of n numbers (paired differences, log-ratios). */
lf_status lf_stat_median_interval(size_t n, const double *x, size_t resamples, double level,
                                  uint64_t seed, lf_interval *interval);

/** What a test counts in n paired differences x. Without a difference each is as likely to be
 *  positive as to be negative, at any size: the chances below count over all 2^n signs. */
typedef enum {
    LF_TEST_PAIR_SUMS, /**< x_i + x_j > 0, i <= j: Wilcoxon's positive rank sum where nothing ties
                        */
    LF_TEST_SIGNS      /**< x_i > 0: also where sizes are not symmetric */
} lf_paired_test;

/** That count; an infinite and a minus infinite difference have no sum. Sorts x. */
size_t lf_stat_positive(lf_paired_test test, double *x, size_t n);
/** Chance of at least `count` among n differences of different sizes; with ties it is no more.
 *  Exact up to n = 50, then the normal approximation with continuity correction. */
double lf_stat_tail(lf_paired_test test, size_t n, size_t count);
/** Chance of so many or more on either side; 1 for n = 0. Changes x; *sign <- above 0 where more is
 *  positive than negative; NULL: not asked for. */
double lf_stat_two_sided(lf_paired_test test, double *x, size_t n, double *sign);
/** The smallest count that reaches the level; one more than there can be if none does. */
size_t lf_stat_least(lf_paired_test test, size_t n, double level);
/** Lower end of the interval of x's centre that is too high with a chance of at most `error`: what
 *  can be taken off all x before the test stops to reach `error`. -INFINITY if it never does. Of
 *  the upper end it is the negative, with -x. Sorts x. */
double lf_stat_lower_end(lf_paired_test test, double *x, size_t n, double error);
/** Median of the means of two of x, x_i with itself included, or of x: what this end is of. Turned
 *  round with all of x. NAN in the middle between minus infinity and infinity. Sorts x. */
double lf_stat_centre(lf_paired_test test, double *x, size_t n);
/** p <= level, with room for the rounding of factors on the way to p. */
bool lf_stat_reaches(double p, double level);

/** Pairs below which no such one-sided test can reach `level` in a family of so many. */
size_t lf_stat_pairs_needed(size_t family, double level);

/** adjusted (m) <- Holm's step-down p-values for the family p (m). `adjusted` may not be `p`. */
void lf_stat_holm(const double *p, size_t m, double *adjusted);

/** *p <- Wilcoxon's rank-sum test (1945) of samples without pairs: the chance, if nothing tells
 * them apart, that the ranks of x are together as low as they are, or lower. Exact up to n + m =
 * 100, with ties too, then the normal approximation. No value may be NAN; without values it is 1.
 */
lf_status lf_stat_rank_sum(const double *x, size_t n, const double *y, size_t m, double *p);

/** Vargha & Delaney's A: the chance that a value of x is below one of y, ties counting half, with
 *  the interval of Newcombe 2006, method 5, which has a width where all values are on one side; one
 *  value alone is known, and the interval is Wilson's of a share. It takes the samples for
 *  independent. NAN without values. */
lf_interval lf_stat_superiority(const double *x, size_t n, const double *y, size_t m, double level);

/** Expected running time (Hansen et al., COCO): cost spent in all runs over the number that reached
 *  the target. `spent` is the cost to the target, or the whole cost of a run that did not reach it.
 *  INFINITY if none did. */
double lf_stat_running_time(const double *spent, const bool *reached, size_t n);

/** Dolan & More 2002: ratio (problems x methods, row-major) <- cost over the smallest cost of its
 *  problem; INFINITY where the method failed. A problem that nobody solved is INFINITY throughout.
 *  `ratio` may be `cost`. */
void lf_stat_ratios(const double *cost, size_t problems, size_t methods, double *ratio);

/** Least-squares line through (log x, log y); points with x or y not positive are left out. */
typedef struct {
    size_t n;
    double slope, intercept; /**< NAN for n < 2 */
} lf_line;
lf_line lf_stat_log_line(const double *x, const double *y, size_t n);

/** Intraclass correlation of levels x runs numbers, row by row: (A - I) / (A + (runs - 1) I), with
 *  the mean squares A between levels and I within them. NAN for fewer than 2 of either. */
double lf_stat_icc(const double *x, size_t levels, size_t runs);

/** p-quantile of the standard normal distribution, 0 < p < 1, to about 1e-14. */
double lf_stat_normal_quantile(double p);
/** Its distribution function. */
double lf_stat_normal(double z);

/** Rank, from 1, that the best of k among n points drawn without replacement has or betters at
 *  least every other time: the smallest i with 1 - C(n - i, k) / C(n, k) >= 1/2. 1 <= k <= n. */
size_t lf_stat_best_of(size_t n, size_t k);
