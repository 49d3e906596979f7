#include "oracle/estimate_dense.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "numeric/dense.h"
#include "numeric/symmetric_eigen.h"

static size_t dense_rows(const lf_inside *o, size_t i) {
    return o->problem->info.role[LF_ROLE_LOWER].component[i].outputs;
}

void lf_dense_room_free(lf_dense_room *room) {
    free(room->U);
    free(room->W);
    free(room->s);
    free(room->wide);
    free(room->work);
    free(room->iwork);
    *room = (lf_dense_room){0};
}

lf_status lf_dense_room_take(lf_inside *o, size_t i) {
    lf_dense_room *room = &o->dense_room;
    const size_t n = dense_rows(o, i), d = o->problem->info.dim;
    if (n <= room->rows) return LF_OK;
    lf_dense_room_free(room);
    room->U = malloc(n * n * sizeof *room->U);
    room->W = malloc(n * n * sizeof *room->W);
    room->s = malloc(n * sizeof *room->s);
    room->wide = malloc((n * d + 1) * sizeof *room->wide);
    room->work = malloc(lf_symmetric_eigen_reals(n) * sizeof *room->work);
    room->iwork = malloc(lf_symmetric_eigen_integers(n) * sizeof *room->iwork);
    if (!room->U || !room->W || !room->s || !room->wide || !room->work || !room->iwork) {
        lf_dense_room_free(room);
        return lf_fail(LF_NO_MEMORY, "no memory for dense estimates of %zu x %zu", n, d);
    }
    room->rows = n;
    return LF_OK;
}

size_t lf_dense_numbers(const lf_inside *o, size_t i) {
    const size_t n = dense_rows(o, i);
    return n * (n + o->problem->info.dim);
}

/* Is there room for n x n? It was taken when the method asked how many numbers it needs. */
static lf_status dense_ready(const lf_inside *o, size_t n) {
    if (n <= o->dense_room.rows) return LF_OK;
    return lf_fail(LF_BAD_ARGUMENT, "oracle: a dense estimate without room to work in; call "
                                    "lf_oracle_estimate() for it in init");
}

lf_status lf_dense_add(lf_inside *o, const lf_samples *samples, const double *x, const double *y,
                       double a, double *E) {
    const lf_bilevel *is = o->problem->is->bilevel;
    void *state = o->problem->state;
    const size_t n = dense_rows(o, samples->component), d = o->problem->info.dim;
    double *unit = o->dense_room.s, *H = E, *Vt = E + n * n;
    LF_TRY(dense_ready(o, n));
    lf_vec_zero(n, unit);
    for (size_t k = 0; k < n; k++) {
        unit[k] = a;
        LF_TRY(is->hvp(state, samples, x, y, unit, H + k * n));
        LF_TRY(is->jvp(state, samples, x, y, unit, Vt + k * d));
        unit[k] = 0;
    }
    return LF_OK;
}

/* M (n x n) <- U^T diag(s) U, the rows of U orthonormal; W has room for n x n. */
static void dense_compose(size_t n, const double *U, const double *s, double *W, double *M) {
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < n; j++)
            W[k * n + j] = s[k] * U[k * n + j];
    lf_dense_gemm(LF_DENSE_TN, n, n, n, 1, U, n, W, n, 0, M, n);
}

lf_status lf_dense_project(lf_inside *o, size_t i, double floor, double *E) {
    lf_dense_room *room = &o->dense_room;
    const size_t n = dense_rows(o, i);
    LF_TRY(dense_ready(o, n));
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < n; j++)
            room->U[k * n + j] = (E[k * n + j] + E[j * n + k]) / 2;
    LF_TRY(lf_symmetric_eigen_in(n, room->U, room->s, room->work, room->iwork));
    for (size_t k = 0; k < n; k++)
        room->s[k] = fmax(room->s[k], floor);
    dense_compose(n, room->U, room->s, room->W, E);
    return LF_OK;
}

lf_status lf_dense_clip(lf_inside *o, size_t i, double cap, double *E) {
    lf_dense_room *room = &o->dense_room;
    const size_t n = dense_rows(o, i), d = o->problem->info.dim;
    LF_TRY(dense_ready(o, n));
    double *Vt = E + n * n, *M = room->work; /* LAPACK's room holds more than n x n */
    lf_dense_gemm(LF_DENSE_NT, n, n, d, 1, Vt, d, Vt, d, 0, room->U, n);
    LF_TRY(lf_symmetric_eigen_in(n, room->U, room->s, room->work, room->iwork));
    if (room->s[n - 1] <= cap * cap) return LF_OK; /* no singular value is above it */
    for (size_t k = 0; k < n; k++)
        room->s[k] = room->s[k] > cap * cap ? cap / sqrt(room->s[k]) : 1;
    dense_compose(n, room->U, room->s, room->W, M);
    lf_dense_gemm(LF_DENSE_NN, n, d, n, 1, M, n, Vt, d, 0, room->wide, d);
    lf_vec_copy(n * d, room->wide, Vt);
    return LF_OK;
}

void lf_dense_hessian(const lf_inside *o, size_t i, const double *E, const double *v, double *out) {
    const size_t n = dense_rows(o, i);
    for (size_t k = 0; k < n; k++)
        out[k] += lf_vec_dot(n, E + k * n, v);
}

void lf_dense_jacobian(const lf_inside *o, size_t i, const double *E, double a, const double *q,
                       double *out) {
    const size_t n = dense_rows(o, i), d = o->problem->info.dim;
    for (size_t k = 0; k < n; k++)
        lf_vec_axpy(d, a * q[k], E + n * n + k * d, out);
}

void lf_dense_jacobian_t(const lf_inside *o, size_t i, const double *E, const double *r,
                         double *out) {
    const size_t n = dense_rows(o, i), d = o->problem->info.dim;
    for (size_t k = 0; k < n; k++)
        out[k] += lf_vec_dot(d, E + n * n + k * d, r);
}
