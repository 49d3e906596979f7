/**
 * @file compositional.c
 * @brief Functions of expectations as bilevel problems: the lower level only averages.
 *
 *     min_x (1/m) sum_i f_i(E G_i(x)),   G_i(x) = M_i tanh(x) + b_i,   f_i(y) = |y - c_i|^2 / 2
 *     g_i(x, y) = |y|^2 / 2 - y'E G_i(x):   y_i*(x) = E G_i(x),   Hyy = I,   Jxy = -DG_i(x)'
 *
 * Sample k has M_i + s (E_k - mean E), and b and c in the same manner, so the closed forms hold for
 * the finite sum too. F leaves out the constant that the spread of c adds to it.
 *
 * Estimates in this problem's own form are of Jxy alone, since I is known: a method that tracks
 * gradients and second derivatives tracks three things here, dg/dy, df/dy and DG.
 *
 * Source: Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, section 1, for the special case; G and f
 *         are ours.
 */
#include <math.h>
#include <stdlib.h>

#include <levelfield/math.h>
#include <levelfield/vector.h>

#include "datasets/made/draws.h"
#include "problems/bilevel/parts/known_hessian.h"
#include "problems/bilevel/parts/sample_noise.h"

typedef struct {
    size_t tasks, d, dy, samples, seed;
    double s;
} compositional_params;

typedef struct {
    lf_known_hessian known; /* must be first */
    compositional_params p;
    lf_component *each;    /* the m upper ones, then the m lower ones */
    double *mean;          /* tasks x (M (dy x d), b (dy), c (dy)) */
    lf_sample_noise noise; /* of (M, b, c) */
} compositional_state;

static size_t compositional_numbers(const compositional_params *p) {
    return p->dy * (p->d + 2);
}

/* Where b and c lie among a level's numbers. */
static size_t compositional_b(const compositional_params *p) {
    return p->dy * p->d;
}

static size_t compositional_c(const compositional_params *p) {
    return p->dy * (p->d + 1);
}

/* Number j of this level, as these samples have it. */
static double compositional_at(const compositional_state *s, const lf_samples *samples, size_t j) {
    return s->mean[samples->component * compositional_numbers(&s->p) + j] +
           lf_sample_noise_mean(&s->noise, samples, j);
}

/* d tanh(x) / dx */
static double compositional_slope(double x) {
    const double t = lf_tanh(x);
    return 1 - t * t;
}

static lf_status compositional_upper(void *state, const lf_samples *samples, const double *x,
                                     const double *y, double *gx, double *gy) {
    const compositional_state *s = state;
    (void)x, (void)gx;
    for (size_t k = 0; gy && k < s->p.dy; k++)
        gy[k] += y[k] - compositional_at(s, samples, compositional_c(&s->p) + k);
    return LF_OK;
}

/* gy += y - G(x) */
static lf_status compositional_lower(void *state, const lf_samples *samples, const double *x,
                                     const double *y, double *gy) {
    const compositional_state *s = state;
    const size_t d = s->p.d;
    for (size_t k = 0; k < s->p.dy; k++)
        gy[k] += y[k] - compositional_at(s, samples, compositional_b(&s->p) + k);
    for (size_t j = 0; j < d; j++) {
        const double t = lf_tanh(x[j]);
        for (size_t k = 0; k < s->p.dy; k++)
            gy[k] -= compositional_at(s, samples, k * d + j) * t;
    }
    return LF_OK;
}

/* out -= DG(x)'q, row j of DG' being (1 - tanh^2 x_j) times column j of M. */
static lf_status compositional_jvp(void *state, const lf_samples *samples, const double *x,
                                   const double *y, const double *q, double *out) {
    const compositional_state *s = state;
    const size_t d = s->p.d;
    (void)y;
    for (size_t j = 0; j < d; j++) {
        double sum = 0;
        for (size_t k = 0; k < s->p.dy; k++)
            sum += compositional_at(s, samples, k * d + j) * q[k];
        out[j] -= compositional_slope(x[j]) * sum;
    }
    return LF_OK;
}

/* dg/dx = -DG(x)'y */
static lf_status compositional_lower_x(void *state, const lf_samples *samples, const double *x,
                                       const double *y, double *gx) {
    return compositional_jvp(state, samples, x, y, y, gx);
}

/* E += a times the estimate's new part: V^T is one of -DG. */
static lf_status compositional_form_add(void *state, const lf_samples *samples, const double *x,
                                        const double *y, double a, double *E) {
    const compositional_state *s = state;
    const size_t d = s->p.d;
    (void)y;
    for (size_t j = 0; j < d; j++) {
        const double slope = compositional_slope(x[j]);
        for (size_t k = 0; k < s->p.dy; k++)
            E[k * d + j] -= a * slope * compositional_at(s, samples, k * d + j);
    }
    return LF_OK;
}

static const double *compositional_mean(const compositional_state *s, size_t i) {
    return s->mean + i * compositional_numbers(&s->p);
}

static lf_status compositional_solve(const void *state, size_t i, const double *x, double *y) {
    const compositional_state *s = state;
    const double *M = compositional_mean(s, i);
    lf_vec_copy(s->p.dy, M + compositional_b(&s->p), y);
    for (size_t j = 0; j < s->p.d; j++) {
        const double t = lf_tanh(x[j]);
        for (size_t k = 0; k < s->p.dy; k++)
            y[k] += M[k * s->p.d + j] * t;
    }
    return LF_OK;
}

static double compositional_value(const void *state, size_t i, const double *x, const double *y) {
    const compositional_state *s = state;
    const double *c = compositional_mean(s, i) + compositional_c(&s->p);
    const double distance = lf_vec_distance(s->p.dy, y, c);
    (void)x;
    return distance * distance / 2;
}

static lf_status compositional_hypergradient(const void *state, size_t i, const double *x,
                                             const double *y, double a, double *grad) {
    const compositional_state *s = state;
    const double *M = compositional_mean(s, i), *c = M + compositional_c(&s->p);
    for (size_t j = 0; j < s->p.d; j++) {
        double sum = 0;
        for (size_t k = 0; k < s->p.dy; k++)
            sum += M[k * s->p.d + j] * (y[k] - c[k]);
        grad[j] += a * compositional_slope(x[j]) * sum;
    }
    return LF_OK;
}

/* Entries of M shrink with d, so that those of G do not grow with it. */
static void compositional_make_means(compositional_state *s) {
    const size_t numbers = compositional_numbers(&s->p), b = compositional_b(&s->p);
    for (size_t i = 0; i < s->p.tasks; i++) {
        double *level = s->mean + i * numbers;
        lf_normal_fill(s->p.seed, i, 0, numbers, level);
        lf_vec_scale(b, 1 / sqrt((double)s->p.d), level);
    }
}

static lf_status compositional_init(void *state, const void *params, lf_problem_info *info) {
    static const lf_bilevel_levels levels = {compositional_solve, compositional_value,
                                             compositional_hypergradient};
    compositional_state *s = state;
    s->p = *(const compositional_params *)params;
    const size_t numbers = compositional_numbers(&s->p);
    s->known = (lf_known_hessian){.common.is = &levels, .d = s->p.d, .n = s->p.dy};
    s->mean = calloc(s->p.tasks * numbers, sizeof *s->mean);
    s->each = calloc(2 * s->p.tasks, sizeof *s->each);
    if (!s->mean || !s->each) return lf_fail(LF_NO_MEMORY, "compositional: no memory");
    compositional_make_means(s);
    lf_bilevel_describe_tasks(s->each, s->p.tasks, s->p.samples, s->p.d, s->p.dy, info);
    info->mu_y = info->L_y = 1;
    return lf_sample_noise_make(&s->noise, s->p.seed, s->p.s, s->p.samples, numbers, 0);
}

static void compositional_release(void *state) {
    compositional_state *s = state;
    free(s->mean);
    free(s->each);
    lf_sample_noise_release(&s->noise);
}

static const lf_param compositional_table[] = {
    LF_COUNT(compositional_params, tasks, 1, 1, 10000, "m, lower levels"),
    LF_COUNT(compositional_params, d, 4, 1, 1000, "length of x"),
    LF_COUNT(compositional_params, dy, 3, 1, 200, "length of each y_i"),
    LF_COUNT(compositional_params, samples, 64, 1, 4096, "samples of each function"),
    LF_COUNT(compositional_params, seed, 1, 0, 1e9, "what is drawn is drawn from it"),
    LF_REAL(compositional_params, s, 0.1, 0, 1e3, "size of the noise in a sample's M, b and c"),
    {0},
};

static const lf_metric compositional_metrics[] = {LF_BILEVEL_METRICS, {0}};

static const lf_estimate_form compositional_form = {
    LF_KNOWN_HESSIAN_FORM,
    .add = compositional_form_add,
};

static const lf_bilevel compositional_answers = {
    .upper = compositional_upper,
    .lower = compositional_lower,
    .hvp = lf_known_hessian_hvp,
    .jvp = compositional_jvp,
    .lower_x = compositional_lower_x,
    .form = &compositional_form,
};

LF_PROBLEM(compositional, compositional,
           .doc = "functions of expectations, |E G(x) - c|^2 / 2, as bilevel problems",
           .source = "Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, section 1",
           .views = 1u << LF_VIEW_BILEVEL, .metrics = compositional_metrics,
           .bilevel = &compositional_answers);
