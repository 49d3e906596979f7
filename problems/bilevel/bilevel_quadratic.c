/**
 * @file bilevel_quadratic.c
 * @brief Quadratic levels with everything in closed form: a test bed for bilevel methods.
 *
 *     f_i(x, y) = |y - c_i|^2 / 2 + rho |x|^2 / 2,   g_i(x, y) = y'A_i y / 2 - y'B_i x
 *     y_i*(x) = A_i^-1 B_i x,   x* = (mean K_i'K_i + rho I)^-1 mean K_i'c_i,   K_i = A_i^-1 B_i
 *
 * Sample k has A_i + s (E_k - mean E), E_k symmetric and normal, and B and c in the same manner:
 * the means are exact, so the closed forms hold for the finite sum too. Level 0 of the default
 * shape is a fixed example; all others are drawn from the seed, A_i with eigenvalues in [1/2, 5/2].
 *
 * Source: Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, section 1, for the hypergradient.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "datasets/made/draws.h"
#include "numeric/cholesky.h"
#include "problems/bilevel/parts/bilevel_metrics.h"
#include "problems/bilevel/parts/sample_noise.h"

typedef struct {
    size_t tasks, d, dy, samples, seed;
    double rho, s;
} quadratic_params;

typedef struct {
    lf_bilevel_common common; /* must be first */
    quadratic_params p;
    lf_component *each;    /* the m upper ones, then the m lower ones */
    double *mean;          /* tasks x (A, B, c) */
    lf_sample_noise noise; /* of (A, B, c) */
} quadratic_state;

/* One level's numbers, A (dy x dy), B (dy x d) and c (dy), one after the other. */
typedef struct {
    const double *A, *B, *c;
} quadratic_level;

static size_t quadratic_numbers(const quadratic_params *p) {
    return p->dy * (p->dy + p->d + 1);
}

static quadratic_level quadratic_at(const quadratic_params *p, const double *numbers) {
    return (quadratic_level){numbers, numbers + p->dy * p->dy, numbers + p->dy * (p->dy + p->d)};
}

static quadratic_level quadratic_mean(const quadratic_state *s, size_t i) {
    return quadratic_at(&s->p, s->mean + i * quadratic_numbers(&s->p));
}

/* A <- I/2 + 2 Q'Q / |Q|^2: eigenvalues between 1/2 and 5/2. */
static void quadratic_definite(size_t n, const double *Q, double *A) {
    const double norm = lf_vec_norm(n * n, Q);
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t l = 0; l < n; l++)
                sum += Q[l * n + k] * Q[l * n + j];
            A[k * n + j] = 2 * sum / (norm * norm) + (k == j ? 0.5 : 0);
        }
}

static void quadratic_make_means(quadratic_state *s, double *Q) {
    static const double example[] = {2, 0.3, 0.3, 1, 1, -0.5, 0.2, 0.4, 0.3, -1, 0.7, -0.2};
    const quadratic_params *p = &s->p;
    const size_t n = p->dy, numbers = quadratic_numbers(p);
    for (size_t i = 0; i < p->tasks; i++) {
        double *level = s->mean + i * numbers;
        lf_normal_fill(p->seed, i, 0, n * n, Q);
        quadratic_definite(n, Q, level);
        lf_normal_fill(p->seed, i, 1, n * (p->d + 1), level + n * n);
    }
    if (p->d == 3 && p->dy == 2) memcpy(s->mean, example, sizeof example);
}

/* out (rows) += a M v, M (rows x columns) from number `at` of the level, as these samples have it;
 * transposed: out (columns) += a M'v. */
static void quadratic_product(const quadratic_state *s, const lf_samples *samples, size_t at,
                              size_t columns, bool transposed, double a, const double *v,
                              double *out) {
    const double *mean = s->mean + samples->component * quadratic_numbers(&s->p);
    for (size_t k = 0; k < s->p.dy; k++)
        for (size_t j = 0; j < columns; j++) {
            const size_t number = at + k * columns + j;
            const double entry = mean[number] + lf_sample_noise_mean(&s->noise, samples, number);
            out[transposed ? j : k] += a * entry * v[transposed ? k : j];
        }
}

static lf_status quadratic_upper(void *state, const lf_samples *samples, const double *x,
                                 const double *y, double *gx, double *gy) {
    const quadratic_state *s = state;
    const size_t n = s->p.dy, at = n * (n + s->p.d);
    const double *c = quadratic_mean(s, samples->component).c;
    if (gx) lf_vec_axpy(s->p.d, s->p.rho, x, gx);
    for (size_t k = 0; gy && k < n; k++)
        gy[k] += y[k] - c[k] - lf_sample_noise_mean(&s->noise, samples, at + k);
    return LF_OK;
}

static lf_status quadratic_hvp(void *state, const lf_samples *samples, const double *x,
                               const double *y, const double *v, double *out) {
    const quadratic_state *s = state;
    (void)x, (void)y;
    quadratic_product(s, samples, 0, s->p.dy, false, 1, v, out);
    return LF_OK;
}

static lf_status quadratic_jvp(void *state, const lf_samples *samples, const double *x,
                               const double *y, const double *q, double *out) {
    const quadratic_state *s = state;
    (void)x, (void)y;
    quadratic_product(s, samples, s->p.dy * s->p.dy, s->p.d, true, -1, q, out);
    return LF_OK;
}

static lf_status quadratic_lower(void *state, const lf_samples *samples, const double *x,
                                 const double *y, double *gy) {
    const quadratic_state *s = state;
    quadratic_product(s, samples, 0, s->p.dy, false, 1, y, gy);
    quadratic_product(s, samples, s->p.dy * s->p.dy, s->p.d, false, -1, x, gy);
    return LF_OK;
}

/* dg/dx = -B'y, and Jxy = -B'. */
static lf_status quadratic_lower_x(void *state, const lf_samples *samples, const double *x,
                                   const double *y, double *gx) {
    return quadratic_jvp(state, samples, x, y, y, gx);
}

/* v (dy) <- A_i^-1 v, in room that the metrics take each time. */
static lf_status quadratic_solve_with(const quadratic_state *s, size_t i, double *v) {
    const size_t n = s->p.dy;
    assert(n > 0);
    double *A = malloc(n * n * sizeof *A);
    if (!A) return lf_fail(LF_NO_MEMORY, "bilevel_quadratic: no memory");
    memcpy(A, quadratic_mean(s, i).A, n * n * sizeof *A);
    const lf_status status = lf_cholesky_solve(n, A, v);
    free(A);
    return status;
}

static lf_status quadratic_solve(const void *state, size_t i, const double *x, double *y) {
    const quadratic_state *s = state;
    const quadratic_level at = quadratic_mean(s, i);
    for (size_t k = 0; k < s->p.dy; k++)
        y[k] = lf_vec_dot(s->p.d, at.B + k * s->p.d, x);
    return quadratic_solve_with(s, i, y);
}

static double quadratic_value(const void *state, size_t i, const double *x, const double *y) {
    const quadratic_state *s = state;
    const double distance = lf_vec_distance(s->p.dy, y, quadratic_mean(s, i).c);
    return (distance * distance + s->p.rho * lf_vec_dot(s->p.d, x, x)) / 2;
}

static lf_status quadratic_hypergradient(const void *state, size_t i, const double *x,
                                         const double *y, double a, double *grad) {
    const quadratic_state *s = state;
    const size_t n = s->p.dy, d = s->p.d;
    const quadratic_level at = quadratic_mean(s, i);
    double *q = malloc(n * sizeof *q);
    if (!q) return lf_fail(LF_NO_MEMORY, "bilevel_quadratic: no memory");
    for (size_t k = 0; k < n; k++)
        q[k] = y[k] - at.c[k];
    const lf_status status = quadratic_solve_with(s, i, q);
    lf_vec_axpy(d, a * s->p.rho, x, grad);
    for (size_t k = 0; k < n; k++)
        lf_vec_axpy(d, a * q[k], at.B + k * d, grad);
    free(q);
    return status;
}

static lf_status quadratic_init(void *state, const void *params, lf_problem_info *info) {
    static const lf_bilevel_levels levels = {quadratic_solve, quadratic_value,
                                             quadratic_hypergradient};
    quadratic_state *s = state;
    s->p = *(const quadratic_params *)params;
    const quadratic_params *p = &s->p;
    const size_t numbers = quadratic_numbers(p);
    double *Q = malloc(p->dy * p->dy * sizeof *Q);
    s->mean = calloc(p->tasks * numbers, sizeof *s->mean);
    s->each = calloc(2 * p->tasks, sizeof *s->each);
    const bool whole = Q && s->mean && s->each;
    if (whole) {
        quadratic_make_means(s, Q);
        lf_bilevel_describe_tasks(s->each, p->tasks, p->samples, p->d, p->dy, info);
        info->mu_y = 0.5;
        info->L_y = 2.5;
        info->direct = p->rho > 0;
    }
    free(Q);
    s->common.is = &levels;
    if (!whole) return lf_fail(LF_NO_MEMORY, "bilevel_quadratic: no memory");
    return lf_sample_noise_make(&s->noise, p->seed, p->s, p->samples, numbers, p->dy);
}

static void quadratic_release(void *state) {
    quadratic_state *s = state;
    free(s->mean);
    lf_sample_noise_release(&s->noise);
    free(s->each);
}

static const lf_param quadratic_table[] = {
    LF_COUNT(quadratic_params, tasks, 1, 1, 10000, "m, lower levels"),
    LF_COUNT(quadratic_params, d, 3, 1, 1000, "length of x"),
    LF_COUNT(quadratic_params, dy, 2, 1, 200, "length of each y_i"),
    LF_COUNT(quadratic_params, samples, 64, 1, 4096, "samples of each function"),
    LF_COUNT(quadratic_params, seed, 1, 0, 1e9, "what is drawn is drawn from it"),
    LF_REAL(quadratic_params, rho, 0.1, 0, 1e6, "weight of |x|^2/2 in f"),
    LF_REAL(quadratic_params, s, 0, 0, 1e3, "size of the noise in a sample's A, B and c"),
    {0},
};

static const lf_metric quadratic_metrics[] = {LF_BILEVEL_METRICS, {0}};

static const lf_bilevel quadratic_answers = {
    .upper = quadratic_upper,
    .lower = quadratic_lower,
    .hvp = quadratic_hvp,
    .jvp = quadratic_jvp,
    .lower_x = quadratic_lower_x,
};

LF_PROBLEM(bilevel_quadratic, quadratic,
           .doc = "quadratic upper and lower levels with everything in closed form",
           .source = "Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, section 1",
           .views = 1u << LF_VIEW_BILEVEL, .metrics = quadratic_metrics,
           .bilevel = &quadratic_answers);
