/**
 * @file cvar_optimum.c
 * @brief Newton's method on a smoothed CVaR, which is made sharper step by step.
 *
 * The Moreau envelope of [.]_+ / r with parameter mu makes of CVaR the smooth function
 *
 *     max_{q in Q} sum_i q_i R_i - (mu m / 2) |q|^2,   q = the projection of R / (mu m) on Q,
 *
 * which is at most mu / (2 r) below CVaR. Its gradient is sum_i q_i grad R_i. Weights strictly
 * between their bounds move with the losses, which adds the spread of these groups' gradients to
 * the Hessian. The minimiser for one mu is where the search for the next begins.
 */
#include "problems/groups/parts/cvar_optimum.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "numeric/cholesky.h"
#include "numeric/dense.h"
#include "problems/groups/parts/cvar.h"

enum { OPTIMUM_STEPS = 500, OPTIMUM_TRIALS = 40 };
/* The first mu, in units of losses, and what each next one is of the one before. */
static const double optimum_first = 0.1, optimum_sharper = 0.2;

typedef struct {
    const lf_group_function *f;
    double r, decay, tolerance, mu;
    lf_domain Q;
    double *w, *next, *p; /* d: now, tried, the step */
    double *best_w;       /* d: where `lower` is from, with best_q (m) */
    double *best_q;
    double *g;             /* d: gradient of the smoothed P */
    double *risk, *q;      /* m, at the point asked about last */
    double *rows;          /* m x d: grad R_i; later those of the free groups, centred */
    double *H;             /* d x d */
    lf_cvar_group *ranked; /* m */
    double smooth;         /* the smoothed P at w */
    double value, lower;   /* the best of both kinds, whatever mu */
} cvar_optimum_task;

/* *smooth <- the smoothed P at w, and q; P(w) is an upper bound. */
static lf_status optimum_value(cvar_optimum_task *s, const double *w, double *smooth) {
    const size_t d = s->f->d, m = s->f->m;
    const double sharpness = 1 / (s->mu * (double)m), decay = s->decay / 2 * lf_vec_dot(d, w, w);
    LF_TRY(s->f->risks(s->f->context, w, NULL, s->risk, NULL));
    if (!lf_vec_finite(m, s->risk) || !isfinite(decay))
        return lf_fail(LF_DIVERGED, "min of CVaR: a risk is not finite");
    lf_cvar_rank(m, s->risk, s->ranked);
    s->value = fmin(s->value, lf_cvar_value(m, s->ranked, s->r) + decay);
    for (size_t i = 0; i < m; i++) /* a shift moves no weight, and keeps the digits */
        s->q[i] = sharpness * (s->risk[i] - s->ranked[0].loss);
    lf_domain_project(&s->Q, s->q);
    *smooth = lf_vec_dot(m, s->q, s->risk) - lf_vec_dot(m, s->q, s->q) / (2 * sharpness) + decay;
    return LF_OK;
}

/* The gradients at w, where q was made, and the lower bound that they give; *left <- what the
 * gradient takes from it. */
static lf_status optimum_slope(cvar_optimum_task *s, double *left) {
    const size_t d = s->f->d, m = s->f->m;
    LF_TRY(s->f->gradients(s->f->context, s->w, s->rows));
    lf_vec_copy(d, s->w, s->g);
    lf_vec_scale(d, s->decay, s->g);
    for (size_t i = 0; i < m; i++)
        lf_vec_axpy(d, s->q[i], s->rows + i * d, s->g);
    *left = lf_vec_dot(d, s->g, s->g) / (2 * s->decay);
    const double mixture = lf_vec_dot(m, s->q, s->risk) + s->decay / 2 * lf_vec_dot(d, s->w, s->w);
    if (!(mixture - *left > s->lower)) return LF_OK;
    s->lower = mixture - *left;
    lf_vec_copy(d, s->w, s->best_w);
    lf_vec_copy(m, s->q, s->best_q);
    return LF_OK;
}

/* The gradients of the free groups less their mean, moved to the front of `rows`; how many. */
static size_t optimum_free(cvar_optimum_task *s) {
    const size_t d = s->f->d;
    size_t n = 0;
    double *mean = s->p; /* not yet in use */
    lf_vec_zero(d, mean);
    for (size_t i = 0; i < s->f->m; i++) {
        if (!(s->q[i] > 0 && s->q[i] < s->Q.upper)) continue;
        for (size_t j = 0; j < d; j++)
            mean[j] += s->rows[n * d + j] = s->rows[i * d + j];
        n++;
    }
    for (size_t i = 0; i < n; i++)
        lf_vec_axpy(d, -1 / (double)n, mean, s->rows + i * d);
    return n;
}

/* p <- -H^-1 g */
static lf_status optimum_direction(cvar_optimum_task *s) {
    const size_t d = s->f->d, n = optimum_free(s);
    const double sharpness = 1 / (s->mu * (double)s->f->m);
    LF_TRY(s->f->hessian(s->f->context, s->w, s->q, s->H));
    for (size_t j = 0; j < d; j++)
        s->H[j * d + j] += s->decay;
    if (n > 1) lf_dense_syrk(d, n, sharpness, s->rows, d, s->H, d);
    lf_vec_copy(d, s->g, s->p);
    lf_vec_scale(d, -1, s->p);
    const lf_status status = lf_cholesky_solve(d, s->H, s->p);
    if (status != LF_OK) return lf_fail_within(status, "min of CVaR: its Hessian: ");
    if (lf_vec_finite(d, s->p)) return LF_OK;
    return lf_fail(LF_DIVERGED, "min of CVaR: Newton's direction is not finite");
}

/* w <- a better point along p, with its q; *found is false if there is none. */
static lf_status optimum_search(cvar_optimum_task *s, bool *found) {
    const size_t d = s->f->d;
    const double slope = lf_vec_dot(d, s->g, s->p), noise = 1e-15 * (1 + fabs(s->smooth));
    double step = 1, smooth;
    *found = false;
    for (int trial = 0; trial < OPTIMUM_TRIALS && !*found; trial++, step /= 2) {
        lf_vec_copy(d, s->w, s->next);
        lf_vec_axpy(d, step, s->p, s->next);
        LF_TRY(optimum_value(s, s->next, &smooth));
        *found = smooth <= s->smooth + 1e-4 * step * slope + noise;
    }
    if (*found) {
        lf_vec_copy(d, s->next, s->w);
        s->smooth = smooth;
    }
    return LF_OK;
}

static lf_status optimum_stuck(const cvar_optimum_task *s, const char *why) {
    return lf_fail(LF_DIVERGED,
                   "min of CVaR: %s with the value %.12g and a lower bound %.3g below it; a gap of "
                   "%.3g was wanted",
                   why, s->value, s->value - s->lower, s->tolerance);
}

static lf_status optimum_solve(cvar_optimum_task *s) {
    s->mu = optimum_first;
    LF_TRY(optimum_value(s, s->w, &s->smooth));
    for (int step = 0; step < OPTIMUM_STEPS; step++) {
        bool found;
        double left;
        LF_TRY(optimum_slope(s, &left));
        if (s->value - s->lower <= s->tolerance) return LF_OK;
        /* Near enough to the minimiser for this mu: what is missing is more mu's fault. */
        if (left <= 0.1 * fmax(s->tolerance, s->mu / (2 * s->r))) {
            s->mu *= optimum_sharper;
            if (s->mu < 1e-3 * s->r * s->tolerance) return optimum_stuck(s, "smoothed no more");
            LF_TRY(optimum_value(s, s->w, &s->smooth));
            LF_TRY(optimum_slope(s, &left));
        }
        LF_TRY(optimum_direction(s));
        LF_TRY(optimum_search(s, &found));
        if (!found) return optimum_stuck(s, "no descent along Newton's direction");
    }
    return optimum_stuck(s, "stopped");
}

/* The vectors of the task, out of `work`. */
static void optimum_lay_out(cvar_optimum_task *s, double *work) {
    const size_t d = s->f->d, m = s->f->m;
    double **slots[] = {&s->w, &s->next, &s->p, &s->g, &s->best_w};
    for (size_t k = 0; k < sizeof slots / sizeof *slots; k++, work += d)
        *slots[k] = work;
    s->risk = work;
    s->q = work + m;
    s->best_q = work + 2 * m;
    s->rows = work + 3 * m;
    s->H = s->rows + m * d;
}

lf_status lf_cvar_optimum(const lf_group_function *f, double r, double decay, double tolerance,
                          double *w, double *value, double *lower, double *q) {
    const size_t d = f->d, m = f->m;
    cvar_optimum_task s = {.f = f,
                           .r = r,
                           .decay = decay,
                           .tolerance = tolerance,
                           .Q = lf_cvar_weights(m, r),
                           .value = INFINITY,
                           .lower = -INFINITY};
    *value = NAN;
    *lower = -INFINITY;
    if (!(decay > 0))
        return lf_fail(LF_UNSUPPORTED, "min of CVaR: nothing is certified without weight decay");
    if (!f->hessian)
        return lf_fail(LF_UNSUPPORTED, "min of CVaR: no Hessian of %zu unknowns is formed", d);
    double *work = calloc(5 * d + 3 * m + m * d + d * d, sizeof *work);
    s.ranked = malloc((m + 1) * sizeof *s.ranked);
    lf_status status = LF_OK;
    if (work && s.ranked) {
        optimum_lay_out(&s, work);
        lf_vec_copy(d, w, s.w);
        lf_vec_copy(d, w, s.best_w);
        status = optimum_solve(&s);
        lf_vec_copy(d, s.best_w, w);
        if (q) lf_vec_copy(m, s.best_q, q);
        *value = s.value;
        *lower = fmin(s.lower, s.value);
    } else {
        status = lf_fail(LF_NO_MEMORY, "no memory for a minimum of %zu unknowns", d);
    }
    free(work);
    free(s.ranked);
    return status;
}
