/*
 * Estimates of second derivatives as coefficients of the rows, n numbers each in place of d' x d'
 * and n x d': every sample's Hessian and Jacobian is a multiple of a fixed pattern of rank one, so
 *
 *     V = r diag(a) X~,   H = r X~'diag(h) X~ + c I
 *
 * for all that sums and multiples of them can be. r is the multiplier that scaling changes, so that
 * momentum costs nothing a row. An estimate is r, c, h (n), a (n) and, where products with it cost
 * less than two passes over the rows, X~'diag(h) X~ (packed). A memory of zeros is an estimate: r =
 * 0 reads as 1.
 */
#include <levelfield/vector.h>

#include "problems/bilevel/parts/weights.h"

/* Outside of this range r goes into the coefficients: far from where doubles end. */
static const double form_least = 1e-100, form_most = 1e100;

enum { FORM_R, FORM_C, FORM_H };

typedef struct {
    size_t n, d;
    double *r, *c, *h, *a;
    double *cache; /* NULL: none */
} form_parts;

static form_parts form_of(const lf_weights *w, double *E) {
    const size_t n = w->train.n;
    return (form_parts){.n = n,
                        .d = w->train.d,
                        .r = E + FORM_R,
                        .c = E + FORM_C,
                        .h = E + FORM_H,
                        .a = E + FORM_H + n,
                        .cache = w->cached ? E + FORM_H + 2 * n : NULL};
}

static double form_multiplier(const double *E) {
    return E[FORM_R] == 0 ? 1 : E[FORM_R];
}

static size_t form_numbers(const void *state, size_t i) {
    const lf_weights *w = state;
    (void)i;
    return FORM_H + 2 * w->train.n + (w->cached ? lf_packed_numbers(w->train.d) : 0);
}

static void form_scale(const void *state, size_t i, double r, double *E) {
    const form_parts e = form_of(state, E);
    const double by = r * form_multiplier(E);
    *e.c *= r;
    *e.r = by;
    if (by >= form_least && by <= form_most) return;
    const size_t all = form_numbers(state, i) - FORM_H; /* h, a and the cache lie side by side */
    if (by == 0)
        lf_vec_zero(all, e.h);
    else
        lf_vec_scale(all, by, e.h);
    *e.r = 1;
}

static lf_status form_add(void *state, const lf_samples *samples, const double *x, const double *y,
                          double a, double *E) {
    const lf_weights *w = state;
    const form_parts e = form_of(w, E);
    const double sigma = w->sigma[samples->component];
    const double share = a / ((double)samples->n * form_multiplier(E));
    for (size_t k = 0; k < samples->n; k++) {
        const size_t j = samples->id ? samples->id[k] : k;
        const lf_weight psi = lf_weight_at(w, x[j]);
        const lf_logistic_at loss = lf_weights_loss(&w->train, j, sigma, y);
        const double more = share * psi.value * loss.curvature;
        e.h[j] += more;
        e.a[j] += share * psi.slope * loss.slope;
        if (e.cache) lf_weighted_square(&w->train, j, more, e.cache);
    }
    *e.c += a * w->p.lambda;
    return LF_OK;
}

/* {h >= 0, c >= floor} is convex, holds the true coefficients, since weights and curvatures are not
 * negative, and lies in {H >= floor I}; no eigenvalue is needed. */
static void form_project(const void *state, const lf_samples *samples, size_t i, double floor,
                         double *E) {
    const lf_weights *w = state;
    const form_parts e = form_of(w, E);
    (void)i;
    if (*e.c < floor) *e.c = floor;
    for (size_t k = 0; samples && k < samples->n; k++) {
        const size_t j = samples->id ? samples->id[k] : k;
        if (e.h[j] >= 0) continue;
        if (e.cache) lf_weighted_square(&w->train, j, -e.h[j], e.cache);
        e.h[j] = 0;
    }
}

/* ---- products: through the rows that have a coefficient, so many at a time that a model may gain
 * by it ---- */

enum { FORM_ROWS = 4096 };

typedef struct {
    size_t n;
    uint32_t row[FORM_ROWS]; /* n rows whose coefficient is not 0 */
    double s[FORM_ROWS];
} form_block;

/* Those of the n rows from *next on whose coefficient is not 0; false: there are none left. */
static bool form_next(size_t n, const double *coefficient, size_t *next, form_block *block) {
    size_t j = *next, many = 0;
    for (; j < n && many < FORM_ROWS; j++) {
        block->row[many] = (uint32_t)j;
        many += coefficient[j] != 0;
    }
    *next = j;
    block->n = many;
    return many > 0;
}

/* s <- x~ . v of the block's rows; neither this nor the way back can fail for rows of a table. */
static void form_scores(const lf_weights *w, form_block *block, const double *v) {
    const lf_model *model = &w->train.model;
    model->is->scores(model, &(lf_rows){.n = block->n, .row = block->row}, v, block->s);
}

/* out += sum_k s_k x~_k */
static void form_backward(const lf_weights *w, const form_block *block, double *out) {
    const lf_model *model = &w->train.model;
    model->is->backward(model, &(lf_rows){.n = block->n, .row = block->row}, NULL, block->s, out);
}

static void form_hessian(const void *state, size_t i, const double *E, const double *v,
                         double *out) {
    const lf_weights *w = state;
    const form_parts e = form_of(w, (double *)E);
    const double r = form_multiplier(E);
    (void)i;
    lf_vec_axpy(e.d, *e.c, v, out);
    if (e.cache) {
        lf_packed_product(e.d, r, e.cache, v, out);
        return;
    }
    form_block block;
    size_t next = 0;
    while (form_next(e.n, e.h, &next, &block)) {
        form_scores(w, &block, v);
        for (size_t k = 0; k < block.n; k++)
            block.s[k] *= r * e.h[block.row[k]];
        form_backward(w, &block, out);
    }
}

static void form_jacobian(const void *state, size_t i, const double *E, double a, const double *q,
                          double *out) {
    const lf_weights *w = state;
    const form_parts e = form_of(w, (double *)E);
    const double factor = a * form_multiplier(E);
    (void)i;
    form_block block;
    size_t next = 0;
    while (form_next(e.n, e.a, &next, &block)) {
        form_scores(w, &block, q);
        for (size_t k = 0; k < block.n; k++)
            out[block.row[k]] += factor * e.a[block.row[k]] * block.s[k];
    }
}

static void form_jacobian_t(const void *state, size_t i, const double *E, const double *r,
                            double *out) {
    const lf_weights *w = state;
    const form_parts e = form_of(w, (double *)E);
    const double factor = form_multiplier(E);
    (void)i;
    form_block block;
    size_t next = 0;
    while (form_next(e.n, e.a, &next, &block)) {
        for (size_t k = 0; k < block.n; k++)
            block.s[k] = factor * e.a[block.row[k]] * r[block.row[k]];
        form_backward(w, &block, out);
    }
}

const lf_estimate_form lf_weights_form = {
    .numbers = form_numbers,
    .add = form_add,
    .scale = form_scale,
    .project = form_project,
    .hessian = form_hessian,
    .jacobian = form_jacobian,
    .jacobian_t = form_jacobian_t,
};
