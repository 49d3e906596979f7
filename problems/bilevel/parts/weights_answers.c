/* What the bilevel oracle asks: one pass over the rows of the samples each. */
#include <levelfield/vector.h>

#include "problems/bilevel/parts/weights.h"

/* The row that the k-th sample is. */
static size_t answers_row(const lf_samples *samples, size_t k) {
    return samples->id ? samples->id[k] : k;
}

static lf_status answers_upper(void *state, const lf_samples *samples, const double *x,
                               const double *y, double *gx, double *gy) {
    const lf_weights *w = state;
    const double sigma = w->sigma[samples->component], share = 1 / (double)samples->n;
    (void)x, (void)gx; /* f_i does not depend on p itself */
    for (size_t k = 0; gy && k < samples->n; k++) {
        const size_t j = answers_row(samples, k);
        const double slope = lf_weights_loss(&w->validation, j, sigma, y).slope;
        lf_weighted_add(&w->validation, j, share * slope, gy);
    }
    return LF_OK;
}

static lf_status answers_lower(void *state, const lf_samples *samples, const double *x,
                               const double *y, double *gy) {
    const lf_weights *w = state;
    const double sigma = w->sigma[samples->component], share = 1 / (double)samples->n;
    for (size_t k = 0; k < samples->n; k++) {
        const size_t j = answers_row(samples, k);
        const double slope = lf_weights_loss(&w->train, j, sigma, y).slope;
        lf_weighted_add(&w->train, j, share * lf_weight_at(w, x[j]).value * slope, gy);
    }
    lf_vec_axpy(w->train.d, w->p.lambda, y, gy);
    return LF_OK;
}

static lf_status answers_hvp(void *state, const lf_samples *samples, const double *x,
                             const double *y, const double *v, double *out) {
    const lf_weights *w = state;
    const double sigma = w->sigma[samples->component], share = 1 / (double)samples->n;
    for (size_t k = 0; k < samples->n; k++) {
        const size_t j = answers_row(samples, k);
        const double curvature = lf_weights_loss(&w->train, j, sigma, y).curvature;
        const double along = lf_weighted_dot(&w->train, j, v);
        lf_weighted_add(&w->train, j, share * lf_weight_at(w, x[j]).value * curvature * along, out);
    }
    lf_vec_axpy(w->train.d, w->p.lambda, v, out);
    return LF_OK;
}

/* dg/dp_j = psi'(p_j) l(w; x_j, y_j), of a sample. */
static lf_status answers_lower_x(void *state, const lf_samples *samples, const double *x,
                                 const double *y, double *gx) {
    const lf_weights *w = state;
    const double sigma = w->sigma[samples->component], share = 1 / (double)samples->n;
    for (size_t k = 0; k < samples->n; k++) {
        const size_t j = answers_row(samples, k);
        gx[j] += share * lf_weight_at(w, x[j]).slope * lf_weights_value(&w->train, j, sigma, y);
    }
    return LF_OK;
}

/* A sample touches its own coordinate alone, with no 1/n: that comes from the mean over rows. */
static lf_status answers_jvp(void *state, const lf_samples *samples, const double *x,
                             const double *y, const double *q, double *out) {
    const lf_weights *w = state;
    const double sigma = w->sigma[samples->component], share = 1 / (double)samples->n;
    for (size_t k = 0; k < samples->n; k++) {
        const size_t j = answers_row(samples, k);
        const double slope = lf_weights_loss(&w->train, j, sigma, y).slope;
        const double along = lf_weighted_dot(&w->train, j, q);
        out[j] += share * lf_weight_at(w, x[j]).slope * slope * along;
    }
    return LF_OK;
}

const lf_bilevel lf_weights_answers = {
    .upper = answers_upper,
    .lower = answers_lower,
    .hvp = answers_hvp,
    .jvp = answers_jvp,
    .lower_x = answers_lower_x,
    .form = &lf_weights_form,
};
