/**
 * @file class_loss.c
 * @brief Cross-entropy of shifted margins; the others are made of its value and slope.
 */
#include "problems/auc/parts/class_loss.h"

#include <levelfield/math.h>
#include <levelfield/vector.h>

lf_class_loss lf_class_loss_of(const lf_class_loss_params *params, double p, bool balanced) {
    lf_class_loss of = {.weight = {1, 1}, .balanced = balanced};
    if (balanced) p = 0.5; /* a stratum weighs half already */
    switch ((lf_class_loss_kind)params->loss) {
    case LF_CLASS_LOSS_CE:
        break;
    case LF_CLASS_LOSS_WEIGHTED:
        of.weight[0] = 1 / (2 * (1 - p));
        of.weight[1] = 1 / (2 * p);
        break;
    case LF_CLASS_LOSS_RATIO:
        of.weight[1] = (1 - p) / p;
        break;
    case LF_CLASS_LOSS_FOCAL:
        of.focus = params->focus;
        if (params->weight == 0) break;
        of.weight[0] = 1 - params->weight;
        of.weight[1] = params->weight;
        break;
    case LF_CLASS_LOSS_ADJUSTED:
        of.shift = params->tau * lf_log(p / (1 - p));
        break;
    }
    return of;
}

/* With Q = sigma(-t) = -ce'(t) and L = ce(t): Q^g L, and its slope -Q^g (g (1 - Q) L + Q). */
static void class_loss_focus(double g, size_t n, double *value, double *slope) {
    for (size_t i = 0; i < n; i++) {
        const double Q = -slope[i], L = value[i], scale = lf_pow(Q, g);
        value[i] = scale * L;
        slope[i] = -scale * (g * (1 - Q) * L + Q);
    }
}

/* The value of each row of this block, unless it is NULL, and, in ds, its slope by the score, the
 * class's weight and `scale`, the stratum's, in both. */
static void class_loss_block(const lf_class_loss *loss, const lf_walk *walk, const double *sign,
                             double scale, double *value, double *ds) {
    double margin[LF_BLOCK];
    for (size_t i = 0; i < walk->n; i++)
        margin[i] = sign[walk->row[i]] * (walk->score[i] + loss->shift);
    if (value)
        lf_loss_both(LF_LOSS_LOGISTIC, walk->n, margin, value, ds);
    else
        lf_loss_slope(LF_LOSS_LOGISTIC, walk->n, margin, ds);
    if (loss->focus > 0) class_loss_focus(loss->focus, walk->n, value, ds);
    for (size_t i = 0; i < walk->n; i++) {
        const double y = sign[walk->row[i]], weight = scale * loss->weight[y > 0];
        if (value) value[i] *= weight;
        ds[i] *= weight * y;
    }
}

lf_status lf_class_loss_mean(lf_scored *scored, const lf_class_loss *loss, const double *sign,
                             const lf_samples *samples, const double *w, const double *y, double *g,
                             double *grad) {
    /* an empty batch has the mean 0 */
    const double n = (double)(samples->n ? samples->n : 1);
    double total = 0, room[LF_BLOCK], ds[LF_BLOCK];
    double *value = g || loss->focus > 0 ? room : NULL; /* the slope of `focus` is made of it */
    lf_walk walk;
    lf_walk_begin(&walk, scored, samples, w);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) break;
        const size_t *of = samples->per_stratum;
        const double scale = loss->balanced ? n / (2 * (double)of[walk.stratum]) : 1;
        class_loss_block(loss, &walk, sign, scale, value, ds);
        if (value) total += lf_block_sum(walk.n, value);
        if (!y || !grad) continue;
        lf_vec_scale(walk.n, y[0] / n, ds);
        LF_TRY(lf_walk_backward(&walk, ds, grad));
    }
    if (g) g[0] = total / n;
    return LF_OK;
}
