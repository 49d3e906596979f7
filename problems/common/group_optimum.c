/**
 * @file group_optimum.c
 * @brief Sequential quadratic programming on max_i R_i, with the Hessian of sum_i q_i R_i or with
 * one learned from its gradients.
 *
 * At every point the certificate of (w, q) is looked at: max_i R_i(w) is above p*, and the minimum
 * over the ball of the linearisation of F(., q) at w below it. The best of both kinds are kept, so
 * the answer's w and q need not come from the same step.
 */
#include "problems/common/group_optimum.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/domain.h>
#include <levelfield/vector.h>

#include "problems/common/ball_step.h"

/* How long to go on: passes at most, and passes in which the gap must shrink by a tenth. */
typedef struct {
    size_t passes, patience;
} optimum_limits;

static const optimum_limits optimum_newton = {600, 80}, optimum_learned = {6000, 600};
/* While the Hessian is there to fall back on, at the price of that many passes. */
static const optimum_limits optimum_brief = {300, 300};
/* Up to so many variables the Hessian is tried at once. */
static const size_t optimum_small = 400;

/* A full step is taken if it shrinks the gap to this share, whatever max_i R_i does: demanding
 * descent of the maximum alone stalls (the Maratos effect). */
static const double optimum_shrink = 0.7;

/* Largest floor of the Hessian's eigenvalues. */
static const double optimum_floor = 1e-6;

typedef struct {
    double *w, *q;       /* d, m */
    double *r;           /* m: R_i(w) */
    double *g;           /* d: grad F(w, q) */
    double value, lower; /* what (w, q) certifies */
} optimum_point;

typedef struct {
    const lf_group_function *f;
    double tolerance;
    lf_domain ball;
    optimum_limits limits;
    lf_curvature model;
    optimum_point now, next;
    double *best_w, *best_q; /* of the smallest value and of the largest lower bound */
    double value, lower;
    double *rows;        /* m x d: grad R_i(now.w) */
    double *p;           /* d: the step; later the step taken */
    double *change;      /* d */
    double fall;         /* of the linearised maximum along p */
    double slope;        /* of F(., next.q) at now.w along p */
    double least;        /* smallest gap seen */
    size_t passes, mark; /* passes so far, and when `least` last shrank by a tenth */
} optimum_task;

/* What (x->w, x->q) certifies, with w moved into the ball. */
static lf_status optimum_ask(optimum_task *s, optimum_point *x) {
    const size_t d = s->f->d, m = s->f->m;
    double F = 0;
    lf_domain_project(&s->ball, x->w);
    LF_TRY(s->f->risks(s->f->context, x->w, x->q, x->r, x->g));
    s->passes++;
    if (!lf_vec_finite(m, x->r) || !lf_vec_finite(d, x->g))
        return lf_fail(LF_DIVERGED, "p*: a group's risk or gradient is not finite at a point of "
                                    "the ball");
    x->value = x->r[0];
    for (size_t i = 0; i < m; i++) {
        x->value = fmax(x->value, x->r[i]);
        F += x->q[i] * x->r[i];
    }
    x->lower = F - lf_vec_dot(d, x->g, x->w) - s->f->radius * lf_vec_norm(d, x->g);
    if (!(x->value >= s->value)) {
        s->value = x->value;
        lf_vec_copy(d, x->w, s->best_w);
    }
    if (x->lower > s->lower) {
        s->lower = x->lower;
        lf_vec_copy(m, x->q, s->best_q);
    }
    if (s->value - s->lower <= 0.9 * s->least) {
        s->least = s->value - s->lower;
        s->mark = s->passes;
    }
    return LF_OK;
}

/* p, next.q <- the step from `now`, and how much it promises. */
static lf_status optimum_step(optimum_task *s) {
    const size_t d = s->f->d, m = s->f->m;
    double scale = 0, top = -INFINITY;
    LF_TRY(s->f->gradients(s->f->context, s->now.w, s->rows));
    s->passes++;
    for (size_t i = 0; i < m; i++)
        scale = fmax(scale, lf_vec_norm(d, s->rows + i * d) / s->f->radius);
    if (s->model.exact) {
        LF_TRY(s->f->hessian(s->f->context, s->now.w, s->now.q, s->model.U));
        LF_TRY(lf_curvature_exact(&s->model, scale));
    } else {
        LF_TRY(lf_curvature_learn(&s->model, scale));
    }
    const lf_ball_point at = {m, s->f->radius, s->now.w, s->now.r, s->rows};
    lf_vec_copy(m, s->now.q, s->next.q);
    LF_TRY(lf_ball_step(&s->model, &at, s->next.q, s->p));
    s->slope = 0;
    for (size_t i = 0; i < m; i++) {
        const double change = lf_vec_dot(d, s->rows + i * d, s->p);
        top = fmax(top, s->now.r[i] + change);
        s->slope += s->next.q[i] * change;
    }
    s->fall = fmax(s->now.value - top, 0);
    return LF_OK;
}

/*
 * Whether to go to next.w = now.w + step p. Where differences of values are rounding, the slopes of
 * F(., next.q) decide as in ball_minimum.c: they keep their digits to the end.
 */
static bool optimum_accepts(const optimum_task *s, double step) {
    const double gap = s->now.value - s->now.lower, next_gap = s->next.value - s->next.lower;
    const double noise = 1e-13 * (1 + fabs(s->now.value));
    if (s->value - s->lower <= s->tolerance) return true;
    if (step == 1 && next_gap <= optimum_shrink * gap) return true;
    if (s->next.value < s->now.value - 1e-4 * step * s->fall) return true;
    return s->next.value <= s->now.value + noise &&
           fabs(lf_vec_dot(s->f->d, s->next.g, s->p)) <= -0.8 * s->slope;
}

/* next.w <- a better point along p; *found is false if there is none. */
static lf_status optimum_search(optimum_task *s, bool *found) {
    double step = 1;
    *found = false;
    for (int trial = 0; trial < 40 && !*found; trial++, step /= 2) {
        lf_vec_copy(s->f->d, s->now.w, s->next.w);
        lf_vec_axpy(s->f->d, step, s->p, s->next.w);
        LF_TRY(optimum_ask(s, &s->next));
        *found = optimum_accepts(s, step);
    }
    return LF_OK;
}

/*
 * Where several groups meet in a direction without curvature, the step divides the rounding of
 * their multipliers by the floor of the Hessian. So the floor rises while the gap does not shrink.
 */
static void optimum_tune(optimum_task *s) {
    const double gap = s->now.value - s->now.lower, next_gap = s->next.value - s->next.lower;
    if (next_gap <= optimum_shrink * gap)
        s->model.floor = fmax(s->model.floor / 10, LF_CURVATURE_FLOOR);
    else
        s->model.floor = fmin(s->model.floor * 100, optimum_floor);
}

/* now <- next; the model learns how the gradient of F(., next.q) changed. */
static void optimum_advance(optimum_task *s) {
    const size_t d = s->f->d, m = s->f->m;
    if (!s->model.exact) {
        lf_vec_copy(d, s->next.g, s->change);
        for (size_t i = 0; i < m; i++)
            lf_vec_axpy(d, -s->next.q[i], s->rows + i * d, s->change);
        for (size_t i = 0; i < d; i++)
            s->p[i] = s->next.w[i] - s->now.w[i];
        lf_curvature_add(&s->model, s->p, s->change);
    }
    const optimum_point old = s->now;
    s->now = s->next;
    s->next = old;
}

static lf_status optimum_stuck(const optimum_task *s, const char *why) {
    return lf_fail(
        LF_DIVERGED,
        "p*: %s after %zu passes with max_i R_i = %.12g and a lower bound %.3g below it; "
        "a gap of %.3g was wanted",
        why, s->passes, s->value, s->value - s->lower, s->tolerance);
}

static lf_status optimum_solve(optimum_task *s) {
    LF_TRY(optimum_ask(s, &s->now));
    while (!(s->value - s->lower <= s->tolerance)) {
        if (s->passes >= s->limits.passes) return optimum_stuck(s, "stopped");
        if (s->passes - s->mark > s->limits.patience) return optimum_stuck(s, "no progress");
        bool found;
        LF_TRY(optimum_step(s));
        LF_TRY(optimum_search(s, &found));
        const bool higher = s->model.floor < optimum_floor;
        optimum_tune(s);
        if (found) {
            optimum_advance(s);
        } else if (s->model.pairs > 0) {
            lf_curvature_forget(&s->model);
        } else if (higher) {
            continue;
        } else {
            return optimum_stuck(s, "no descent of the maximum");
        }
    }
    /* No bound may be above a value: the R_i are convex and the gradients theirs, or not. */
    if (s->lower - s->value > s->tolerance + 1e-12 * (1 + fabs(s->value)))
        return optimum_stuck(s, "gradients that contradict the values");
    return LF_OK;
}

/* Vectors of a task, in one block. */
static size_t optimum_place(optimum_task *s, double *work) {
    const size_t d = s->f->d, m = s->f->m;
    size_t at = 0;
    double **const long_ones[] = {&s->now.w,  &s->now.g, &s->next.w, &s->next.g,
                                  &s->best_w, &s->p,     &s->change};
    double **const short_ones[] = {&s->now.q, &s->now.r, &s->next.q, &s->next.r, &s->best_q};
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++, at += d)
        if (work) *long_ones[i] = work + at;
    for (size_t i = 0; i < sizeof short_ones / sizeof *short_ones; i++, at += m)
        if (work) *short_ones[i] = work + at;
    if (work) s->rows = work + at;
    return at + m * d;
}

static lf_status optimum_start(optimum_task *s, const double *w, const double *q) {
    const size_t d = s->f->d, m = s->f->m;
    const lf_domain simplex = {.kind = LF_DOMAIN_SIMPLEX, .n = m, .upper = 1};
    if (!lf_vec_finite(d, w) || !lf_vec_finite(m, q))
        return lf_fail(LF_BAD_ARGUMENT, "p*: the start is not finite");
    s->ball = (lf_domain){.kind = LF_DOMAIN_BALL, .n = d, .radius = s->f->radius};
    lf_vec_copy(d, w, s->now.w);
    lf_vec_copy(m, q, s->now.q);
    lf_domain_project(&simplex, s->now.q);
    return optimum_solve(s);
}

/* One attempt, with the Hessian or without it. */
static lf_status optimum_try(const lf_group_function *f, bool exact, optimum_limits limits,
                             double tolerance, double *w, double *q, double *value, double *lower) {
    optimum_task s = {.f = f,
                      .tolerance = tolerance,
                      .limits = limits,
                      .value = NAN,
                      .lower = -INFINITY,
                      .least = INFINITY};
    double *work = calloc(optimum_place(&s, NULL) + 1, sizeof *work);
    lf_status status = lf_curvature_create(f->d, exact, &s.model);
    if (!work && status == LF_OK) status = lf_fail(LF_NO_MEMORY, "no memory for p*");
    if (status == LF_OK) {
        optimum_place(&s, work);
        status = optimum_start(&s, w, q);
    }
    if (s.lower > -INFINITY) { /* at least one point was judged */
        lf_vec_copy(f->d, s.best_w, w);
        lf_vec_copy(f->m, s.best_q, q);
        *value = s.value;
        *lower = fmin(s.lower, s.value);
    }
    lf_curvature_free(&s.model);
    free(work);
    return status;
}

lf_status lf_group_optimum(const lf_group_function *f, double tolerance, double *w, double *q,
                           double *value, double *lower) {
    if (!(f->radius > 0) || !isfinite(f->radius) || f->m == 0)
        return lf_fail(LF_BAD_ARGUMENT, "p*: %zu groups on a ball of radius %g", f->m, f->radius);
    *value = NAN;
    *lower = -INFINITY;
    if (!f->hessian) return optimum_try(f, false, optimum_learned, tolerance, w, q, value, lower);
    if (f->d > optimum_small) {
        const lf_status status =
            optimum_try(f, false, optimum_brief, tolerance, w, q, value, lower);
        if (status != LF_DIVERGED) return status;
    }
    return optimum_try(f, true, optimum_newton, tolerance, w, q, value, lower);
}
