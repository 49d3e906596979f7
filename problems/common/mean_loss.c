/**
 * @file mean_loss.c
 * @brief Blocks of margins, their losses summed, their slopes sent back.
 */
#include "problems/common/mean_loss.h"

/* ds_i = scale phi'(m_i) b_i for this block, from ds = phi', then back through the model. */
static lf_status mean_loss_backward(const lf_walk *walk, const double *label, double scale,
                                    double *ds, double *grad) {
    for (size_t i = 0; i < walk->n; i++)
        ds[i] *= scale * label[walk->row[i]];
    return lf_walk_backward(walk, ds, grad);
}

/* What is asked for of these margins. */
static void mean_loss_margins(lf_loss loss, size_t n, const double *margin, double *value,
                              double *slope) {
    if (value && slope)
        lf_loss_both(loss, n, margin, value, slope);
    else if (value)
        lf_loss_value(loss, n, margin, value);
    else if (slope)
        lf_loss_slope(loss, n, margin, slope);
}

lf_status lf_mean_loss(lf_scored *scored, lf_loss loss, const double *label,
                       const lf_samples *samples, const double *w, const double *y, double *g,
                       double *grad) {
    /* an empty batch has the mean 0 */
    const double n = (double)(samples->n ? samples->n : 1);
    const bool back = y && grad;
    double total = 0, margin[LF_BLOCK], value[LF_BLOCK], ds[LF_BLOCK];
    lf_walk walk;
    lf_walk_begin(&walk, scored, samples, w);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) break;
        for (size_t i = 0; i < walk.n; i++)
            margin[i] = label[walk.row[i]] * walk.score[i];
        mean_loss_margins(loss, walk.n, margin, g ? value : NULL, back ? ds : NULL);
        if (g) total += lf_block_sum(walk.n, value);
        if (back) LF_TRY(mean_loss_backward(&walk, label, y[0] / n, ds, grad));
    }
    if (g) g[0] = total / n;
    return LF_OK;
}

lf_status lf_mean_loss_jvp(lf_scored *scored, lf_loss loss, const double *label,
                           const lf_samples *samples, const double *w, const double *v,
                           double *jv) {
    double total = 0, margin[LF_BLOCK], ds[LF_BLOCK], js[LF_BLOCK];
    lf_walk walk;
    lf_walk_begin(&walk, scored, samples, w);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) break;
        for (size_t i = 0; i < walk.n; i++)
            margin[i] = label[walk.row[i]] * walk.score[i];
        lf_loss_slope(loss, walk.n, margin, ds);
        LF_TRY(lf_walk_along(&walk, v, js));
        for (size_t i = 0; i < walk.n; i++)
            js[i] *= ds[i] * label[walk.row[i]];
        total += lf_block_sum(walk.n, js);
    }
    jv[0] = total / (double)(samples->n ? samples->n : 1);
    return LF_OK;
}
