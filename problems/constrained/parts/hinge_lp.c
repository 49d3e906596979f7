/**
 * @file hinge_lp.c
 * @brief CLP solves the dual, which has a row for each feature instead of one for each sample.
 *
 *     primal  min sum_j c_j s_j          s.t.  s_j >= 1 - z_j.x,  s_j >= 0
 *     dual    max sum_j lambda_j         s.t.  sum_j lambda_j z_j = 0,  0 <= lambda_j <= c_j
 *
 * z_j = b_j a_j, equal ones merged, c_j = how many; both are n times Phi. With pi the multipliers
 * of the equations, the reduced cost of lambda_j in min -sum lambda is -1 - pi.z_j; it is >= 0
 * where lambda_j = 0 and <= 0 where lambda_j = c_j, which are the signs of z_j.x - 1 for x = -pi.
 */
#include "problems/constrained/parts/hinge_lp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/constrained/parts/simplex.h"

/*
 * Phi(x) >= sum_j lambda_j (1 - z_j.x) / n for 0 <= lambda <= c. The right side is a bound that
 * does not depend on x only as far as r = sum_j lambda_j z_j vanishes; what the solver left of it
 * is charged at twice the length of the multipliers.
 */
static double lp_bound(const lf_hinge_program *p, size_t features, const double *lambda,
                       const double *x, double *r) {
    double r2 = 0, x2 = 0;
    const double sum = lf_hinge_program_dual(p, features, lambda, r);
    for (size_t i = 0; i < features; i++) {
        r2 += r[i] * r[i];
        x2 += x[i] * x[i];
    }
    return sum - 2 * sqrt(r2 * x2);
}

static lf_status lp_solve(const lf_hinge_program *p, size_t features, size_t n, double *x,
                          double *dual) {
    Clp_Simplex *clp = Clp_newModel();
    if (!clp) return lf_fail(LF_NO_MEMORY, "CLP has no memory");
    Clp_setLogLevel(clp, 0);
    Clp_loadProblem(clp, (int)p->columns, (int)features, p->start, p->index, p->value, p->zero,
                    p->upper, p->cost, p->zero, p->zero);
    lf_status status = lf_simplex_begin(clp);
    const double *pi = Clp_getRowPrice(clp);
    for (size_t i = 0; i < features && status == LF_OK; i++)
        x[i] = -pi[i];
    if (status == LF_OK) status = lf_simplex_vertex(p, features, clp, x);
    if (status == LF_OK)
        *dual = lp_bound(p, features, Clp_getColSolution(clp), x, p->zero) / (double)n;
    Clp_deleteModel(clp);
    return status;
}

lf_status lf_hinge_lp(const lf_data *data, size_t n, const uint32_t *row, double *x, double *dual) {
    lf_hinge_program p = {0};
    lf_status status = lf_hinge_program_make(data, n, row, 0, 0, &p);
    if (status == LF_OK) status = lp_solve(&p, data->features, n, x, dual);
    lf_hinge_program_free(&p);
    return status;
}
