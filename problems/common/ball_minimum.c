/**
 * @file ball_minimum.c
 * @brief Newton's method on the ball, with the Hessian or with one learned from the gradients.
 *
 * Each step minimises the quadratic model over the ball (ball_step.h), so it is a direction of
 * descent that stays inside; a line search makes it safe. The limited-memory BFGS model needs no
 * more than one pass over the data for most of its steps.
 */
#include "problems/common/ball_minimum.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/domain.h>
#include <levelfield/vector.h>

#include "problems/common/ball_step.h"

/* Up to so many variables a Hessian and its eigenvalues cost less than the passes they save. */
static const size_t minimum_small = 400;

/* How long to go on. */
typedef struct {
    size_t passes;   /* at most */
    size_t patience; /* passes in which the gap must shrink by a tenth */
} minimum_limits;

static const minimum_limits minimum_newton = {300, 40}, minimum_learned = {3000, 300};
/* While the Hessian is there to fall back on, at the price of that many passes. */
static const minimum_limits minimum_brief = {150, 150};

typedef struct {
    double *v; /* d: a point of the ball */
    double *g; /* d: grad F(v, q) */
    double F;
} minimum_point;

typedef struct {
    const lf_group_function *f;
    const double *q;
    double tolerance;
    lf_domain ball;
    minimum_limits limits;
    lf_curvature model;
    minimum_point now, next;
    double *r;           /* m */
    double *p;           /* d: the step; later the step taken */
    double *change;      /* d */
    double value, lower; /* the smallest F seen, the best bound */
    double least;        /* smallest gap seen */
    size_t passes, mark; /* passes so far, and when `least` last shrank by a tenth */
} minimum_task;

/* F and its gradient at x->v, moved into the ball, and the bound that they give. */
static lf_status minimum_ask(minimum_task *s, minimum_point *x) {
    const size_t d = s->f->d;
    lf_domain_project(&s->ball, x->v);
    LF_TRY(s->f->risks(s->f->context, x->v, s->q, s->r, x->g));
    s->passes++;
    x->F = 0;
    for (size_t i = 0; i < s->f->m; i++)
        if (s->q[i] != 0) x->F += s->q[i] * s->r[i];
    if (!isfinite(x->F) || !lf_vec_finite(d, x->g))
        return lf_fail(LF_DIVERGED, "min over the ball of F(v, q): F or its gradient is not finite "
                                    "at a point of the ball");
    const double bound = x->F - lf_vec_dot(d, x->g, x->v) - s->f->radius * lf_vec_norm(d, x->g);
    s->lower = fmax(s->lower, bound);
    s->value = fmin(s->value, x->F);
    const double gap = x->F - s->lower;
    if (gap <= 0.9 * s->least) {
        s->least = gap;
        s->mark = s->passes;
    }
    return LF_OK;
}

/*
 * Armijo's rule on values; where their differences are rounding, its equivalent on slopes for a
 * quadratic (Hager & Zhang 2005), which keeps its digits to the end.
 */
static bool minimum_accepts(const minimum_task *s, double step, double slope, double next_slope) {
    const double noise = 1e-13 * (1 + fabs(s->now.F));
    if (s->next.F <= s->now.F + 0.1 * step * slope) return true;
    return s->next.F <= s->now.F + noise && fabs(next_slope) <= -0.8 * slope;
}

/* next <- a better point along p; *found is false if there is none. */
static lf_status minimum_search(minimum_task *s, bool *found) {
    const size_t d = s->f->d;
    const double slope = lf_vec_dot(d, s->now.g, s->p);
    double step = 1;
    *found = false;
    for (int trial = 0; trial < 30 && slope < 0; trial++) {
        lf_vec_copy(d, s->now.v, s->next.v);
        lf_vec_axpy(d, step, s->p, s->next.v);
        LF_TRY(minimum_ask(s, &s->next));
        const double next_slope = lf_vec_dot(d, s->next.g, s->p);
        *found =
            s->next.F - s->lower <= s->tolerance || minimum_accepts(s, step, slope, next_slope);
        if (*found) return LF_OK;
        const double secant = slope / (slope - next_slope); /* where the slope would be 0 */
        step *= fmin(fmax(secant, 0.05), 0.5);
    }
    return LF_OK;
}

/* p <- the model's step from `now`. */
static lf_status minimum_step(minimum_task *s) {
    const double scale = lf_vec_norm(s->f->d, s->now.g) / s->f->radius;
    double one = 1;
    if (s->model.exact) {
        LF_TRY(s->f->hessian(s->f->context, s->now.v, s->q, s->model.U));
        LF_TRY(lf_curvature_exact(&s->model, scale));
    } else {
        LF_TRY(lf_curvature_learn(&s->model, scale));
    }
    const lf_ball_point at = {1, s->f->radius, s->now.v, &s->now.F, s->now.g};
    return lf_ball_step(&s->model, &at, &one, s->p);
}

/* now <- next, from which the model learns. */
static void minimum_advance(minimum_task *s) {
    const size_t d = s->f->d;
    if (!s->model.exact) {
        for (size_t i = 0; i < d; i++) {
            s->p[i] = s->next.v[i] - s->now.v[i];
            s->change[i] = s->next.g[i] - s->now.g[i];
        }
        lf_curvature_add(&s->model, s->p, s->change);
    }
    const minimum_point old = s->now;
    s->now = s->next;
    s->next = old;
}

static lf_status minimum_stuck(const minimum_task *s, const char *why) {
    return lf_fail(LF_DIVERGED,
                   "min over the ball of F(v, q): %s after %zu passes with F = %.12g and a lower "
                   "bound %.3g below it; a gap of %.3g was wanted",
                   why, s->passes, s->now.F, s->now.F - s->lower, s->tolerance);
}

static lf_status minimum_solve(minimum_task *s) {
    LF_TRY(minimum_ask(s, &s->now));
    while (!(s->now.F - s->lower <= s->tolerance)) {
        if (s->passes >= s->limits.passes) return minimum_stuck(s, "stopped");
        if (s->passes - s->mark > s->limits.patience) return minimum_stuck(s, "no progress");
        bool found;
        LF_TRY(minimum_step(s));
        LF_TRY(minimum_search(s, &found));
        if (found) {
            minimum_advance(s);
        } else if (s->model.pairs > 0) {
            lf_curvature_forget(&s->model);
        } else {
            return minimum_stuck(s, "no descent along the gradient");
        }
    }
    /* No bound may be above a value: F is convex and the gradient its own, or not. */
    if (s->lower - s->value > s->tolerance + 1e-12 * (1 + fabs(s->now.F)))
        return minimum_stuck(s, "gradients that contradict the values");
    return LF_OK;
}

/* One attempt, with the Hessian or without it. */
static lf_status minimum_try(const lf_group_function *f, const double *q, bool exact,
                             minimum_limits limits, double tolerance, double *v, double *value,
                             double *lower) {
    const size_t d = f->d;
    minimum_task s = {.f = f,
                      .q = q,
                      .tolerance = tolerance,
                      .limits = limits,
                      .value = INFINITY,
                      .lower = -INFINITY,
                      .least = INFINITY};
    double *work = calloc(6 * d + f->m + 1, sizeof *work);
    lf_status status = lf_curvature_create(d, exact, &s.model);
    if (!work && status == LF_OK) status = lf_fail(LF_NO_MEMORY, "no memory for a minimum");
    if (status == LF_OK) {
        s.ball = (lf_domain){.kind = LF_DOMAIN_BALL, .n = d, .radius = f->radius};
        s.now = (minimum_point){work, work + d, NAN};
        s.next = (minimum_point){work + 2 * d, work + 3 * d, NAN};
        s.p = work + 4 * d;
        s.change = work + 5 * d;
        s.r = work + 6 * d;
        lf_vec_copy(d, v, s.now.v);
        status = minimum_solve(&s);
        lf_vec_copy(d, s.now.v, v);
        *value = s.now.F;
        *lower = fmin(s.lower, s.now.F);
    }
    lf_curvature_free(&s.model);
    free(work);
    return status;
}

lf_status lf_ball_minimum(const lf_group_function *f, const double *q, double tolerance, double *v,
                          double *value, double *lower) {
    if (!(f->radius > 0) || !isfinite(f->radius))
        return lf_fail(LF_BAD_ARGUMENT, "min over the ball of F(v, q): the radius is %g",
                       f->radius);
    *value = NAN;
    *lower = -INFINITY;
    if (!f->hessian) return minimum_try(f, q, false, minimum_learned, tolerance, v, value, lower);
    if (f->d > minimum_small) {
        const lf_status status =
            minimum_try(f, q, false, minimum_brief, tolerance, v, value, lower);
        if (status != LF_DIVERGED) return status;
    }
    return minimum_try(f, q, true, minimum_newton, tolerance, v, value, lower);
}
