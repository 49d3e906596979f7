#include "problems/bilevel/parts/known_hessian.h"

#include <levelfield/vector.h>

static double known_curvature(const lf_known_hessian *s, size_t i) {
    return s->curvature ? s->curvature[i] : 1;
}

lf_status lf_known_hessian_hvp(void *state, const lf_samples *samples, const double *x,
                               const double *y, const double *v, double *out) {
    (void)x, (void)y;
    lf_known_hessian_product(state, samples->component, NULL, v, out);
    return LF_OK;
}

size_t lf_known_hessian_numbers(const void *state, size_t i) {
    const lf_known_hessian *s = state;
    (void)i;
    return s->n * s->d;
}

void lf_known_hessian_scale(const void *state, size_t i, double r, double *E) {
    lf_vec_scale(lf_known_hessian_numbers(state, i), r, E);
}

/* H is the true one already. */
void lf_known_hessian_project(const void *state, const lf_samples *samples, size_t i, double floor,
                              double *E) {
    (void)state, (void)samples, (void)i, (void)floor, (void)E;
}

void lf_known_hessian_product(const void *state, size_t i, const double *E, const double *v,
                              double *out) {
    const lf_known_hessian *s = state;
    (void)E;
    lf_vec_axpy(s->n, known_curvature(s, i), v, out);
}

void lf_known_hessian_jacobian(const void *state, size_t i, const double *E, double a,
                               const double *q, double *out) {
    const lf_known_hessian *s = state;
    (void)i;
    for (size_t k = 0; k < s->n; k++)
        lf_vec_axpy(s->d, a * q[k], E + k * s->d, out);
}

void lf_known_hessian_jacobian_t(const void *state, size_t i, const double *E, const double *r,
                                 double *out) {
    const lf_known_hessian *s = state;
    (void)i;
    for (size_t k = 0; k < s->n; k++)
        out[k] += lf_vec_dot(s->d, E + k * s->d, r);
}
