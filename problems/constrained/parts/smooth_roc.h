/**
 * @file smooth_roc.h
 * @brief The ROC of two groups z and the area under it, made smooth: sigma in place of a step.
 *
 *     TPR_z(t) = mean_{b = 1, z} sigma(s - t),   FPR_z(t) = mean_{b = 0, z} sigma(s - t)
 *     F = -mean_{b_i = 1, b_j = 0} sigma(s_i - s_j)
 *
 * Scores come in four strata (b, z): (1,0), (0,0), (1,1), (0,1). In F a stratum weighs as much as
 * it has of its class in `size`, so that a batch in any proportion estimates the F of all rows;
 * rows of a stratum weigh alike. A mean over nothing is 0, and nothing counts for a stratum that is
 * missing.
 *
 * sigma(s - t) = 1 / (1 + e^-s e^t): one exponential a score serves all thresholds and all pairs.
 * It is cut off at |s| = 350 so that no product leaves the range of doubles; standardised scores of
 * less than 122,500 rows cannot get there.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

enum { LF_ROC_STRATA = 4 };

/** Zero until lf_smooth_roc_init. */
typedef struct {
    size_t thresholds;
    double *t;     /**< thresholds, equally spaced from -range to range */
    double *power; /* thresholds: e^t */
    size_t size[LF_ROC_STRATA];
    size_t room; /* scores */
    double *e;   /* room: e^-s of the last call */
} lf_smooth_roc;

/** For up to `room` scores; size: rows of the strata. After a failure, release is fine. */
lf_status lf_smooth_roc_init(lf_smooth_roc *roc, size_t thresholds, double range,
                             const size_t size[LF_ROC_STRATA], size_t room);
void lf_smooth_roc_release(lf_smooth_roc *roc);

/** How many rates there are: 4 a threshold. */
static inline size_t lf_smooth_roc_rates(const lf_smooth_roc *roc) {
    return 4 * roc->thresholds;
}

/** Where the rate of stratum a at threshold k is among them: TPR_0, TPR_1, FPR_0, FPR_1. */
static inline size_t lf_smooth_roc_output(size_t k, size_t a) {
    const size_t z = a / 2, negative = a % 2;
    return 4 * k + 2 * negative + z;
}

/** These scores, first[a] .. first[a + 1] - 1 of stratum a, are what the calls below are about. */
void lf_smooth_roc_take(lf_smooth_roc *roc, const size_t first[LF_ROC_STRATA + 1], const double *s);

/** g (rates) <- TPR_0, TPR_1, FPR_0, FPR_1 for each threshold. */
void lf_smooth_roc_values(const lf_smooth_roc *roc, const size_t first[LF_ROC_STRATA + 1],
                          double *g);
/** ds (n) += sum_k y_k dg_k/ds, y (rates). */
void lf_smooth_roc_slopes(const lf_smooth_roc *roc, const size_t first[LF_ROC_STRATA + 1],
                          const double *y, double *ds);
/** jg (rates) <- Dg ds, ds (n). */
void lf_smooth_roc_tangents(const lf_smooth_roc *roc, const size_t first[LF_ROC_STRATA + 1],
                            const double *ds, double *jg);

/** F; unless ds is NULL, ds (n) += y dF/ds. n_positive n_negative reciprocals, no exponential. */
double lf_smooth_auc(const lf_smooth_roc *roc, const size_t first[LF_ROC_STRATA + 1], double y,
                     double *ds);
