/**
 * @file gap.c
 * @brief The direct sums, the gradient, and the choice between direct sums and the grid.
 */
#include "problems/constrained/parts/gap.h"

#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/common/losses.h"

lf_status lf_gap_init(lf_gap *gap, size_t outputs, double first, double last, bool gridded) {
    *gap = (lf_gap){.outputs = outputs};
    gap->t = malloc(outputs * sizeof *gap->t);
    if (!gap->t) return lf_fail(LF_NO_MEMORY, "no memory for %zu thresholds", outputs);
    for (size_t j = 0; j < outputs; j++)
        gap->t[j] = first + (last - first) * (double)j / (double)(outputs > 1 ? outputs - 1 : 1);
    if (outputs > 1) gap->t[outputs - 1] = last; /* to the bit, whatever the rounding above */
    return gridded && outputs > 1 ? lf_gap_grid_init(&gap->grid, outputs, first, last) : LF_OK;
}

void lf_gap_release(lf_gap *gap) {
    lf_gap_grid_release(&gap->grid);
    free(gap->t);
    *gap = (lf_gap){0};
}

/* The sigmoid loss of the margin t - s is sigma(s - t), its slope -sigma'(s - t). */
static void gap_margins(const lf_walk *walk, double t, double *margin) {
    for (size_t i = 0; i < walk->n; i++)
        margin[i] = t - walk->score[i];
}

/* g_j += scale sum_i sigma(s_i - t_j), one exponential a pair */
static void gap_add(const lf_gap *gap, const lf_walk *walk, double scale, double *g) {
    double margin[LF_BLOCK], p[LF_BLOCK];
    for (size_t j = 0; j < gap->outputs; j++) {
        gap_margins(walk, gap->t[j], margin);
        lf_loss_value(LF_LOSS_SIGMOID, walk->n, margin, p);
        g[j] += scale * lf_block_sum(walk->n, p);
    }
}

/* ds_i = scale sum_j y_j sigma'(s_i - t_j), then through the model */
static lf_status gap_backward(const lf_gap *gap, const lf_walk *walk, double scale, const double *y,
                              double *grad) {
    double margin[LF_BLOCK], slope[LF_BLOCK], ds[LF_BLOCK];
    lf_vec_zero(walk->n, ds);
    for (size_t j = 0; j < gap->outputs; j++) {
        if (y[j] == 0) continue;
        const double factor = -scale * y[j];
        gap_margins(walk, gap->t[j], margin);
        lf_loss_slope(LF_LOSS_SIGMOID, walk->n, margin, slope);
        for (size_t i = 0; i < walk->n; i++)
            ds[i] += factor * slope[i];
    }
    return lf_walk_backward(walk, ds, grad);
}

/* Go through the samples: sums into the grid or g, slopes into grad. */
static lf_status gap_walk(lf_gap *gap, lf_walk *walk, const double *scale, bool gridded,
                          const double *y, double *g, double *grad) {
    for (;;) {
        LF_TRY(lf_walk_next(walk));
        if (walk->n == 0) return LF_OK;
        const double factor = scale[walk->stratum];
        if (gridded)
            lf_gap_grid_add(&gap->grid, walk->n, walk->score, factor);
        else if (g)
            gap_add(gap, walk, factor, g);
        if (y && grad) LF_TRY(gap_backward(gap, walk, factor, y, grad));
    }
}

/* D_p counts positive, D_u negative; each is a mean over its own rows. */
static void gap_scale(const lf_samples *samples, double scale[2]) {
    scale[0] = 1 / (double)samples->per_stratum[0];
    scale[1] = -1 / (double)samples->per_stratum[1];
}

lf_status lf_gap_evaluate(lf_gap *gap, lf_scored *scored, const lf_samples *samples,
                          const double *w, const double *y, double *g, double *grad) {
    double scale[2];
    gap_scale(samples, scale);
    const bool gridded = g && lf_gap_grid_pays(&gap->grid, samples->n);
    for (size_t j = 0; g && j < gap->outputs; j++)
        g[j] = 0;
    lf_walk walk;
    lf_walk_begin(&walk, scored, samples, w);
    const lf_status status = gap_walk(gap, &walk, scale, gridded, y, g, grad);
    if (gridded) lf_gap_grid_take(&gap->grid, g); /* also after a failure: it must be empty */
    return status;
}

/* jv_j += scale sum_i sigma'(s_i - t_j) js_i */
static void gap_along(const lf_gap *gap, const lf_walk *walk, double scale, const double *js,
                      double *jv) {
    double margin[LF_BLOCK], slope[LF_BLOCK];
    for (size_t j = 0; j < gap->outputs; j++) {
        gap_margins(walk, gap->t[j], margin);
        lf_loss_slope(LF_LOSS_SIGMOID, walk->n, margin, slope);
        for (size_t i = 0; i < walk->n; i++)
            slope[i] *= js[i];
        jv[j] -= scale * lf_block_sum(walk->n, slope);
    }
}

lf_status lf_gap_jvp(const lf_gap *gap, lf_scored *scored, const lf_samples *samples,
                     const double *w, const double *v, double *jv) {
    double scale[2], js[LF_BLOCK];
    gap_scale(samples, scale);
    for (size_t j = 0; j < gap->outputs; j++)
        jv[j] = 0;
    lf_walk walk;
    lf_walk_begin(&walk, scored, samples, w);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) return LF_OK;
        LF_TRY(lf_walk_along(&walk, v, js));
        gap_along(gap, &walk, scale[walk.stratum], js, jv);
    }
}
