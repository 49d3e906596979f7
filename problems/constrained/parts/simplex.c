/**
 * @file simplex.c
 * @brief CLP's methods; and a square system for the entries that are not 0, solved by Cholesky and
 *        refinement.
 */
#include "problems/constrained/parts/simplex.h"

#include <stdlib.h>

#include <levelfield/vector.h>

#include "numeric/cholesky.h"
#include "numeric/dense.h"

/* Of rows, which are counts of samples, and of margins. */
static const double simplex_tolerance = 1e-9;

static lf_status simplex_check(Clp_Simplex *clp) {
    if (Clp_isProvenOptimal(clp)) return LF_OK;
    return lf_fail(LF_UNSUPPORTED, "CLP stopped with status %d before the optimum",
                   Clp_status(clp));
}

static void simplex_tolerances(Clp_Simplex *clp) {
    Clp_setPrimalTolerance(clp, simplex_tolerance);
    Clp_setDualTolerance(clp, simplex_tolerance);
}

/* The interior point method with crossover to a vertex: on a9a fifteen times faster than either
 * simplex method (0.7 s against 9 s), with an equal certificate; the dual simplex mends a failure.
 */
lf_status lf_simplex_begin(Clp_Simplex *clp) {
    enum { BARRIER = 3, NO_PRESOLVE = 1 };
    simplex_tolerances(clp);
    Clp_Solve *how = ClpSolve_new();
    ClpSolve_setSolveType(how, BARRIER, -1);
    ClpSolve_setPresolveType(how, NO_PRESOLVE, -1);
    Clp_initialSolveWithOptions(clp, how);
    ClpSolve_delete(how);
    if (!Clp_isProvenOptimal(clp)) Clp_initialDualSolve(clp);
    return simplex_check(clp);
}

/* Few pivots lead from one model to the next near the end of a descent, thousands after a long
 * step: there the interior point method is the quicker one (two_groups: 0.002 and 0.4 s against
 * 0.07). */
lf_status lf_simplex_again(Clp_Simplex *clp, const unsigned char *basis) {
    enum { PIVOTS = 100 };
    const int most = maximumIterations(clp);
    simplex_tolerances(clp);
    Clp_copyinStatus(clp, basis);
    Clp_setMaximumIterations(clp, PIVOTS + 2 * Clp_numberRows(clp));
    Clp_dual(clp, 0);
    Clp_setMaximumIterations(clp, most);
    return Clp_isProvenOptimal(clp) ? LF_OK : lf_simplex_begin(clp);
}

/* B (n x n) <- the basic columns as rows, without the entries of basic rows, whose x_i is 0, and
 * right (n) <- what their products with x are; n, or 0 if they are not as many. at (features) <-
 * where each entry went, `features` for those. */
static size_t simplex_basis(const lf_hinge_program *p, size_t features, Clp_Simplex *clp,
                            size_t *at, double *B, double *right) {
    enum { BASIC = 1 };
    size_t n = 0, row = 0;
    for (size_t i = 0; i < features; i++)
        at[i] = Clp_getRowStatus(clp, (int)i) == BASIC ? features : n++;
    for (size_t j = 0; j < p->columns; j++) {
        if (Clp_getColumnStatus(clp, (int)j) != BASIC) continue;
        if (row == n) return 0;
        right[row] = -p->cost[j];
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            if (at[p->index[k]] < features) B[row * n + at[p->index[k]]] = p->value[k];
        row++;
    }
    return row == n ? n : 0;
}

/* By normal equations, which square the condition and so are refined; where that makes them
 * singular, x stays what it is. B and N have room for features^2, the last for 4 features. */
static void simplex_find(const lf_hinge_program *p, size_t features, Clp_Simplex *clp, size_t *at,
                         double *B, double *N, double *work, double *x) {
    enum { REFINED = 4 };
    double *right = work, *v = right + features, *left = v + features, *step = left + features;
    const size_t n = simplex_basis(p, features, clp, at, B, right);
    lf_dense_syrk(n, n, 1, B, n, N, n);
    lf_dense_gemv_t(n, n, 1, B, right, 0, step);
    if (n == 0 || lf_cholesky_solve(n, N, step) != LF_OK) return;
    lf_vec_copy(n, step, v);
    for (int again = 0; again < REFINED; again++) {
        lf_vec_copy(n, right, left);
        lf_dense_gemv(n, n, -1, B, v, 1, left);
        lf_dense_gemv_t(n, n, 1, B, left, 0, step);
        lf_cholesky_again(n, N, step);
        lf_vec_axpy(n, 1, step, v);
    }
    for (size_t i = 0; i < features && lf_vec_finite(n, v); i++)
        x[i] = at[i] < features ? v[at[i]] : 0;
}

lf_status lf_simplex_vertex(const lf_hinge_program *p, size_t features, Clp_Simplex *clp,
                            double *x) {
    size_t *at = malloc((features + 1) * sizeof *at);
    double *room = calloc(2 * features * features + 4 * features + 1, sizeof *room);
    if (at && room)
        simplex_find(p, features, clp, at, room, room + features * features,
                     room + 2 * features * features, x);
    free(at);
    free(room);
    return at && room ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a vertex of CLP's");
}
