#include "algorithms/bilevel/parts/conjugate_gradient.h"

lf_status lf_conjugate_gradient_solve(const lf_conjugate_gradient *s, const double *v, double *q,
                                      size_t *steps) {
    const size_t n = s->n;
    double *r = s->room, *p = s->room + n, *Ap = s->room + 2 * n;
    const double enough = s->tol * lf_vec_norm(n, v);
    *steps = 0;
    LF_TRY(s->map(s->with, q, Ap));
    lf_vec_copy(n, v, r);
    lf_vec_axpy(n, -1, Ap, r);
    lf_vec_copy(n, r, p);
    double square = lf_vec_dot(n, r, r);
    while (*steps < s->most && square > enough * enough) {
        LF_TRY(s->map(s->with, p, Ap));
        const double curvature = lf_vec_dot(n, p, Ap);
        if (!(curvature > 0)) break; /* a NaN too */
        const double alpha = square / curvature, before = square;
        lf_vec_axpy(n, alpha, p, q);
        lf_vec_axpy(n, -alpha, Ap, r);
        square = lf_vec_dot(n, r, r);
        lf_vec_axpby(n, 1, r, square / before, p);
        (*steps)++;
    }
    return LF_OK;
}
