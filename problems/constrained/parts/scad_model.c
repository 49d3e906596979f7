/**
 * @file scad_model.c
 * @brief scad(z) = 2|z| - r(z) with r convex and of one derivative, so that a tangent of r makes a
 *        convex bound of F from above: a linear program.
 *
 * r is 0 up to |z| = 1, (|z| - 1)^2 up to 2, then 2|z| - 3. With c_i = r'(x_i) at the point x, the
 * constraint linear there and a violation at the price rho, the model is
 *
 *     min m(y) = Phi(y) + lam sum_i (2|y_i| - c_i y_i) + rho [|h + a.(y - x)| - kappa]_+
 *     s.t.  |y_i - x_i| <= radius
 *
 * Times n its dual is, with e+, e- >= 0 for the two sides of the constraint and b+, b- for the box,
 *
 *     max sum_j lambda_j - e+ hi + e- lo - b+.(x + radius) + b-.(x - radius)
 *     s.t.  |sum_j lambda_j z_j - (e+ - e-) a - (b+ - b-) + n lam c|_i <= 2 n lam,
 *           0 <= lambda_j <= c_j,  e+, e- <= n rho,   hi, lo = +-kappa - h + a.x
 *
 * a row for each feature as in hinge_lp.c: what changes from model to model are bounds, costs and
 * two columns, and the last basis is a start for the next. A solution with b = 0 bounds m on the
 * whole space: if the bound is m(x), no direction lowers m from x, nor F, since r is
 * differentiable.
 */
#include "problems/constrained/parts/scad_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

/* A multiplier, a count of samples, this far inside its bounds is strictly so; and entries of two
 * points this near are the same. */
static const double model_inside = 1e-6, model_same = 1e-6;

/* Columns of either side of the constraint take d nonzeros each, those of the box one. */
lf_status lf_scad_model_open(lf_scad_model *m, const lf_data *data, size_t n, const uint32_t *row,
                             double lam, double kappa) {
    const size_t d = data->features;
    *m = (lf_scad_model){.d = d, .n = (double)n, .lam = lam, .kappa = kappa};
    LF_TRY(lf_hinge_program_make(data, n, row, 2 + 2 * d, 4 * d, &m->program));
    m->low = malloc(3 * (d + 1) * sizeof *m->low);
    m->basis = malloc(m->program.samples + 2 + 3 * d);
    m->clp = Clp_newModel();
    if (!m->low || !m->basis || !m->clp) return lf_fail(LF_NO_MEMORY, "no memory for CLP");
    m->high = m->low + d + 1;
    m->r = m->high + d + 1;
    Clp_setLogLevel(m->clp, 0);
    return LF_OK;
}

void lf_scad_model_close(lf_scad_model *m) {
    if (m->clp) Clp_deleteModel(m->clp);
    free(m->low);
    free(m->basis);
    lf_hinge_program_free(&m->program);
    *m = (lf_scad_model){0};
}

/* scad(z), as LF_OUTER_SCAD has it. */
static double model_scad(double z) {
    const double u = fabs(z);
    return u <= 1 ? 2 * u : u <= 2 ? -u * u + 4 * u - 1 : 3;
}

double lf_scad_model_value(const lf_scad_model *m, const double *x) {
    double sum = 0;
    for (size_t i = 0; i < m->d; i++)
        sum += model_scad(x[i]);
    return lf_hinge_program_loss(&m->program, x) / m->n + m->lam * sum;
}

static double model_violation(const lf_scad_model *m, const lf_scad_point *at, const double *y) {
    double h = at->h;
    for (size_t i = 0; i < m->d; i++)
        h += at->a[i] * (y[i] - at->x[i]);
    return fmax(0, fabs(h) - m->kappa);
}

static double model_at(const lf_scad_model *m, const lf_scad_point *at, const double *y) {
    double sum = 0;
    for (size_t i = 0; i < m->d; i++)
        sum += 2 * fabs(y[i]) - at->slope[i] * y[i];
    return lf_hinge_program_loss(&m->program, y) / m->n + m->lam * sum +
           at->rho * model_violation(m, at, y);
}

/* A column with one nonzero, or with `scale` times the vector a. */
static void model_column(lf_hinge_program *p, size_t n, size_t first, const double *a, double scale,
                         double cost, double upper) {
    int end = p->start[p->columns];
    for (size_t i = 0; i < n; i++, end++) {
        p->index[end] = (int)(first + i);
        p->value[end] = a ? scale * a[i] : scale;
    }
    p->cost[p->columns] = cost;
    p->upper[p->columns++] = upper;
    p->start[p->columns] = end;
}

/* The columns behind those of the samples, and the bounds of the rows. */
static void model_fill(lf_scad_model *m, const lf_scad_point *at) {
    lf_hinge_program *p = &m->program;
    const double middle = lf_vec_dot(m->d, at->a, at->x) - at->h, most = m->n * at->rho;
    p->columns = p->samples;
    model_column(p, m->d, 0, at->a, -1, middle + m->kappa, most);
    model_column(p, m->d, 0, at->a, 1, m->kappa - middle, most);
    for (size_t i = 0; i < m->d; i++) {
        model_column(p, 1, i, NULL, -1, at->x[i] + at->radius, INFINITY);
        model_column(p, 1, i, NULL, 1, at->radius - at->x[i], INFINITY);
        m->low[i] = -m->n * m->lam * (at->slope[i] + 2);
        m->high[i] = -m->n * m->lam * (at->slope[i] - 2);
    }
}

static lf_status model_run(lf_scad_model *m, double *next) {
    const lf_hinge_program *p = &m->program;
    Clp_loadProblem(m->clp, (int)p->columns, (int)m->d, p->start, p->index, p->value, p->zero,
                    p->upper, p->cost, m->low, m->high);
    LF_TRY(m->warm ? lf_simplex_again(m->clp, m->basis) : lf_simplex_begin(m->clp));
    memcpy(m->basis, Clp_statusArray(m->clp), p->columns + m->d);
    m->warm = true;
    const double *pi = Clp_getRowPrice(m->clp);
    for (size_t i = 0; i < m->d; i++)
        next[i] = -pi[i];
    return LF_OK;
}

/* The multipliers without those of the box: how far the rows are from what they may be, and how far
 * the dual value from m(x), which is what complementarity lacks. */
static double model_residual(lf_scad_model *m, const lf_scad_point *at) {
    const double *v = Clp_getColSolution(m->clp), most = m->n * at->rho;
    const double up = fmin(fmax(v[m->program.samples], 0), most);
    const double down = fmin(fmax(v[m->program.samples + 1], 0), most);
    double dual = lf_hinge_program_dual(&m->program, m->d, v, m->r), r2 = 0;
    dual -= up * m->program.cost[m->program.samples];
    dual -= down * m->program.cost[m->program.samples + 1];
    for (size_t i = 0; i < m->d; i++) {
        const double row = m->r[i] - (up - down) * at->a[i];
        const double off = fmax(0, fmax(m->low[i] - row, row - m->high[i])) / m->n;
        r2 += off * off;
    }
    return fmax(fmax(sqrt(r2), fabs(model_at(m, at, at->x) - dual / m->n)),
                fmax(0, fabs(at->h) - m->kappa));
}

/* No basic variable is on a bound: then the multipliers of the rows, x, are unique. */
static bool model_sharp(const lf_scad_model *m) {
    enum { BASIC = 1 };
    const double *v = Clp_getColSolution(m->clp), *row = Clp_getRowActivity(m->clp);
    bool inside = true;
    for (size_t j = 0; j < m->program.columns && inside; j++)
        inside = Clp_getColumnStatus(m->clp, (int)j) != BASIC ||
                 (v[j] > model_inside && v[j] < m->program.upper[j] - model_inside);
    for (size_t i = 0; i < m->d && inside; i++)
        inside = Clp_getRowStatus(m->clp, (int)i) != BASIC ||
                 (row[i] > m->low[i] + model_inside && row[i] < m->high[i] - model_inside);
    return inside;
}

lf_status lf_scad_model_solve(lf_scad_model *m, const lf_scad_point *at, double *next,
                              lf_scad_answer *answer) {
    const double here = model_at(m, at, at->x);
    model_fill(m, at);
    LF_TRY(model_run(m, next));
    /* CLP's own point first: the vertex replaces it unless the basis is too badly conditioned. */
    const double rough = model_at(m, at, next);
    lf_vec_copy(m->d, next, m->r);
    LF_TRY(lf_simplex_vertex(&m->program, m->d, m->clp, next));
    if (!(model_at(m, at, next) <= rough + model_same * fabs(rough))) lf_vec_copy(m->d, m->r, next);
    double away = 0;
    for (size_t i = 0; i < m->d; i++)
        away = fmax(away, fabs(next[i] - at->x[i]));
    answer->decrease = here - model_at(m, at, next);
    answer->residual = model_residual(m, at);
    answer->sharp = away <= model_same && model_sharp(m);
    return LF_OK;
}
