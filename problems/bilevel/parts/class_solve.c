/* Lower levels solved by Newton's method for metrics: a Hessian is known by its products alone, as
 * it would have as many rows as there are classes times features. */
#include <stdlib.h>

#include <levelfield/vector.h>

#include "numeric/dense.h"
#include "problems/bilevel/parts/class_rows.h"

static const double solve_tolerance = 1e-10;

double lf_class_smoothness(const lf_class_table *rows, const lf_class_level *g) {
    enum { MOST = 10000 };
    const size_t p = rows->table.features;
    const double *X = rows->table.dense + g->first * p;
    double *v = calloc(p + g->n, sizeof *v), largest = 0, before = -1;
    if (!v) return 0;
    double *Xv = v + p;
    for (size_t k = 0; k < p; k++) /* not orthogonal to the eigenvector but by chance */
        v[k] = 1 + (double)k / (double)p;
    for (size_t t = 0; t < MOST && fabs(largest - before) > 1e-10 * largest; t++) {
        before = largest;
        lf_vec_scale(p, 1 / lf_vec_norm(p, v), v);
        lf_dense_gemv(g->n, p, 1, X, v, 0, Xv);
        lf_dense_gemv_t(g->n, p, 1 / (double)g->n, X, Xv, 0, v);
        largest = lf_vec_norm(p, v);
        if (!(largest > 0)) break;
    }
    free(v);
    return largest / (rows->model.outputs == 1 ? 4 : 2);
}

/* s (dim) <- nearly Hyy^-1 v: |v - Hyy s| <= enough, or as near as rounding lets it come. */
static lf_status solve_system(const lf_class_table *rows, const lf_class_level *g, const double *W,
                              const double *v, double enough, double *s) {
    enum { MOST = 2000 };
    const size_t n = rows->model.dim;
    double *r = calloc(3 * n, sizeof *r);
    if (!r) return lf_fail(LF_NO_MEMORY, "no memory to solve a lower level");
    double *p = r + n, *Hp = p + n;
    lf_status status = LF_OK;
    lf_vec_zero(n, s);
    lf_vec_copy(n, v, r);
    lf_vec_copy(n, v, p);
    double square = lf_vec_dot(n, r, r);
    for (size_t t = 0; t < MOST && square > enough * enough && status == LF_OK; t++) {
        lf_vec_zero(n, Hp);
        status = lf_class_answer(rows, g, NULL, W, p, Hp);
        const double curvature = lf_vec_dot(n, p, Hp), before = square;
        if (!(curvature > 0)) break;
        lf_vec_axpy(n, square / curvature, p, s);
        lf_vec_axpy(n, -square / curvature, Hp, r);
        square = lf_vec_dot(n, r, r);
        lf_vec_axpby(n, 1, r, square / before, p);
    }
    free(r);
    return status;
}

lf_status lf_class_invert(const lf_class_table *rows, const lf_class_level *g, const double *W,
                          double *v) {
    const size_t n = rows->model.dim;
    double *s = calloc(n, sizeof *s);
    if (!s) return lf_fail(LF_NO_MEMORY, "no memory to solve a lower level");
    const lf_status status = solve_system(rows, g, W, v, 1e-13 * lf_vec_norm(n, v), s);
    lf_vec_copy(n, s, v);
    free(s);
    return status;
}

/* grad <- dg/dW at W; its length, NAN where it cannot be told. */
static double solve_gradient(const lf_class_table *rows, const lf_class_level *g, const double *W,
                             double *grad) {
    lf_vec_zero(rows->model.dim, grad);
    if (lf_class_answer(rows, g, NULL, W, NULL, grad) != LF_OK) return NAN;
    return lf_vec_norm(rows->model.dim, grad);
}

/* A step from W, halved until it makes |dg/dW| smaller, as a short enough one does: its square is
 * smooth and falls along it. `next` and `grad` are room; grad <- that of the new W. */
static lf_status solve_step(const lf_class_table *rows, const lf_class_level *g, double *W,
                            double *norm, double *grad, double *step, double *next) {
    enum { HALVINGS = 40 };
    const size_t n = rows->model.dim;
    LF_TRY(solve_system(rows, g, W, grad, fmin(0.1, *norm) * *norm, step));
    for (int k = 0; k < HALVINGS; k++, lf_vec_scale(n, 0.5, step)) {
        lf_vec_copy(n, W, next);
        lf_vec_axpy(n, -1, step, next);
        const double length = solve_gradient(rows, g, next, grad);
        if (!(length < *norm)) continue;
        lf_vec_copy(n, next, W);
        *norm = length;
        return LF_OK;
    }
    return lf_fail(LF_DIVERGED,
                   "the lower level of %s stalls at |dg/dy| = %.3g, expected %.0e; standardise the "
                   "features or raise the ridge",
                   rows->table.name, *norm, solve_tolerance);
}

lf_status lf_class_solve(const lf_class_table *rows, const lf_class_level *g, double *W) {
    enum { STEPS = 200 };
    const size_t n = rows->model.dim;
    double *grad = calloc(3 * n, sizeof *grad);
    if (!grad) return lf_fail(LF_NO_MEMORY, "no memory to solve a lower level");
    double norm = solve_gradient(rows, g, W, grad);
    lf_status status = LF_OK;
    for (size_t t = 0; t < STEPS && !(norm <= solve_tolerance) && status == LF_OK; t++)
        status = solve_step(rows, g, W, &norm, grad, grad + n, grad + 2 * n);
    free(grad);
    if (status != LF_OK || norm <= solve_tolerance) return status;
    return lf_fail(LF_DIVERGED,
                   "the lower level of %s has |dg/dy| = %.3g after %d steps, expected %.0e",
                   rows->table.name, norm, STEPS, solve_tolerance);
}
