/**
 * @file joint_test.h
 * @brief Many hypotheses about the same seeds, tested together (Westfall & Young 1993).
 *
 * All hypotheses are observed on the same seeds, so one rearrangement of the seeds rearranges all
 * of them at once. The largest statistic of each rearrangement gives the distribution that the
 * largest observed one is held against, then the second largest without the first, and so on
 * (step-down max-T). The chance of any false rejection is at most the level for every kind of data,
 * tied and heavy-tailed ones included, and it costs little to test many hypotheses, which a
 * correction of separate p-values does not achieve with few seeds: 5 against 5 seeds allow no
 * p-value below 1/126, which Holm's method would multiply by the number of hypotheses.
 *
 * The test is one-sided, and what moved the other way must not hide what is looked for: turned
 * round, a gain would be a loss that no other reaches. So a hypothesis that moved the other way on
 * more than two thirds of the seeds leaves the null, at the price of a factor of 2 in every p.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/status.h>

/** What was observed. No value may be NAN; one beyond 1e150 counts as 1e150. */
typedef struct {
    bool paired;       /**< n differences, symmetric about 0 under the null; else two samples */
    size_t n, m;       /**< seeds of the first and second sample; m = 0 if paired */
    size_t hypotheses; /**< rows of x */
    const double *x;   /**< hypotheses x (n + m), row-major: first sample, then second */
    double floor;      /**< > 0: added to each standard error, so that rounding noise with a tiny
                            spread is no large statistic. In the unit of x */
} lf_joint_data;

/**
 * p (hypotheses) <- adjusted p-values; 1 for what left the null. Alternative: the differences
 * (second sample less first) are above zero for direction = 1, below for -1. All rearrangements are
 * enumerated up to 20000 of them; of more, 9999 are drawn with a fixed seed and the observed one is
 * counted in.
 */
lf_status lf_joint_test(const lf_joint_data *data, int direction, double *p);

/** The smallest p-value that n differences (m = 0), or n and m seeds, allow: twice 2^-n, 1/C(n+m,
 * n), and at most 1. */
double lf_joint_smallest(size_t n, size_t m);
