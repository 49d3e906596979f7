/*
 * Lower levels solved by Newton's method, for metrics.
 *
 * A Hessian costs far more than a gradient, and levels of neighbouring temperatures have nearly the
 * same one: as long as steps with an old factor cut the gradient well, no new one is made. What is
 * kept from one level to the next is dropped where levels do not follow each other, so a result
 * depends on nothing but x and the start of the walk.
 */
#include <math.h>

#include <levelfield/math.h>
#include <levelfield/vector.h>

#include "numeric/cholesky.h"
#include "problems/bilevel/parts/weights.h"

/* Solved to this |dg/dy|. */
static const double levels_tolerance = 1e-10;
/* A step with an old factor has to leave no more of the gradient than the first of these, and a new
 * one is made before the next step if it leaves more than the second. */
static const double levels_enough = 0.5, levels_well = 0.05;

static void levels_weigh(const lf_weights *w, const double *x) {
    for (size_t j = 0; j < w->train.n; j++)
        w->room->psi[j] = lf_weight_at(w, x[j]).value;
}

/* g <- dg_i/dy at y, with the weights at hand; its length. */
static double levels_gradient(const lf_weights *w, size_t i, const double *y, double *g) {
    const size_t n = w->train.n, d = w->train.d;
    lf_vec_zero(d, g);
    for (size_t j = 0; j < n; j++) {
        const double slope = lf_weights_loss(&w->train, j, w->sigma[i], y).slope;
        lf_weighted_add(&w->train, j, w->room->psi[j] * slope, g);
    }
    lf_vec_axpby(d, w->p.lambda, y, 1 / (double)n, g);
    return lf_vec_norm(d, g);
}

/* v <- Hyy^-1 v at y; the factor stays. */
static lf_status levels_factor(const lf_weights *w, size_t i, const double *y, double *v) {
    lf_weights_room *room = w->room;
    const size_t n = w->train.n, d = w->train.d;
    lf_vec_zero(lf_packed_numbers(d), room->packed);
    for (size_t j = 0; j < n; j++) {
        const double curvature = lf_weights_loss(&w->train, j, w->sigma[i], y).curvature;
        lf_weighted_square(&w->train, j, room->psi[j] * curvature / (double)n, room->packed);
    }
    lf_packed_unpack(d, room->packed, w->p.lambda, room->H);
    room->factored = false;
    LF_TRY(lf_cholesky_solve(d, room->H, v));
    room->factored = true;
    return LF_OK;
}

/* One step from y, shortened until it makes |dg/dy| smaller, which any short enough Newton step
 * does: unlike g itself its square falls to 0, so rounding cannot hide a decrease. */
static lf_status levels_step(const lf_weights *w, size_t i, double *y, double *norm) {
    enum { HALVINGS = 40 };
    lf_weights_room *room = w->room;
    const size_t d = w->train.d;
    const bool old = room->factored;
    lf_vec_copy(d, room->g, room->step);
    if (old)
        lf_cholesky_again(d, room->H, room->step);
    else
        LF_TRY(levels_factor(w, i, y, room->step));
    double length = 1;
    for (int k = 0; k < HALVINGS; k++, length /= 2) {
        lf_vec_copy(d, y, room->y);
        lf_vec_axpy(d, -length, room->step, room->y);
        const double next = levels_gradient(w, i, room->y, room->g_next);
        if (next <= (old ? levels_enough : 1 - 1e-4 * length) * *norm) {
            room->factored = next <= levels_well * *norm;
            lf_vec_copy(d, room->y, y);
            lf_vec_copy(d, room->g_next, room->g);
            *norm = next;
            return LF_OK;
        }
        if (old) { /* too old: the next step is with a new one */
            room->factored = false;
            return LF_OK;
        }
    }
    return lf_fail(LF_DIVERGED,
                   "level %zu of %s stalls at |dg/dy| = %.3g, expected %.0e; scale the features or "
                   "raise lambda",
                   i, w->task.data->name, *norm, levels_tolerance);
}

/* One step more where a factor is at hand: a gradient of 1e-10 may leave y a thousand times as far
 * away, and this costs less than any of the steps before. */
static void levels_polish(const lf_weights *w, double *y) {
    lf_weights_room *room = w->room;
    if (!room->factored) return;
    lf_cholesky_again(w->train.d, room->H, room->g);
    lf_vec_axpy(w->train.d, -1, room->g, y);
}

static lf_status levels_solve(const void *state, size_t i, const double *x, double *y) {
    enum { STEPS = 200 };
    const lf_weights *w = state;
    lf_weights_room *room = w->room;
    if (i == 0 || room->next != i) room->factored = false;
    room->next = i + 1;
    levels_weigh(w, x);
    double norm = levels_gradient(w, i, y, room->g);
    for (size_t t = 0; t < STEPS && norm > levels_tolerance; t++)
        LF_TRY(levels_step(w, i, y, &norm));
    if (norm <= levels_tolerance) {
        levels_polish(w, y);
        return LF_OK;
    }
    return lf_fail(LF_DIVERGED, "level %zu of %s has |dg/dy| = %.3g after %d steps, expected %.0e",
                   i, w->task.data->name, norm, STEPS, levels_tolerance);
}

static double levels_upper(const void *state, size_t i, const double *x, const double *y) {
    const lf_weights *w = state;
    const lf_weighted_rows *rows = w->room->judged;
    const double sigma = w->sigma[i];
    double sum = 0;
    (void)x;
    for (size_t j = 0; j < rows->n; j++)
        sum += w->room->errors ? rows->sign[j] * lf_weighted_dot(rows, j, y) < 0
                               : lf_weights_value(rows, j, sigma, y);
    return sum / (double)rows->n;
}

/* F with the rows that are held out in place of the upper level's. */
static lf_status levels_judge(const lf_problem *problem, const lf_point *at, bool errors,
                              double *value) {
    const lf_weights *w = problem->state;
    w->room->judged = &w->test;
    w->room->errors = errors;
    const lf_status status = lf_bilevel_F(problem, at, value);
    w->room->judged = &w->validation;
    w->room->errors = false;
    return status;
}

lf_status lf_weights_test(const lf_problem *problem, const lf_point *at, double *value) {
    return levels_judge(problem, at, false, value);
}

lf_status lf_weights_test_error(const lf_problem *problem, const lf_point *at, double *value) {
    return levels_judge(problem, at, true, value);
}

static lf_status levels_hypergradient(const void *state, size_t i, const double *x, const double *y,
                                      double a, double *grad) {
    const lf_weights *w = state;
    const lf_weighted_rows *rows = &w->validation;
    double *q = w->room->step;
    lf_vec_zero(rows->d, q);
    for (size_t j = 0; j < rows->n; j++)
        lf_weighted_add(rows, j, lf_weights_loss(rows, j, w->sigma[i], y).slope / (double)rows->n,
                        q);
    levels_weigh(w, x);
    LF_TRY(levels_factor(w, i, y, q));
    w->room->next = i + 1;
    const double share = a / (double)w->train.n;
    for (size_t j = 0; j < w->train.n; j++) {
        const double slope = lf_weights_loss(&w->train, j, w->sigma[i], y).slope;
        grad[j] -= share * lf_weight_at(w, x[j]).slope * slope * lf_weighted_dot(&w->train, j, q);
    }
    return LF_OK;
}

static lf_status levels_lower(const void *state, size_t i, const double *x, const double *y,
                              double *value, double *slack) {
    const lf_weights *w = state;
    double sum = 0;
    levels_weigh(w, x);
    const double norm = levels_gradient(w, i, y, w->room->g);
    for (size_t j = 0; j < w->train.n; j++)
        sum += w->room->psi[j] * lf_weights_value(&w->train, j, w->sigma[i], y);
    *value = sum / (double)w->train.n + w->p.lambda / 2 * lf_vec_dot(w->train.d, y, y);
    *slack = norm * norm / (2 * w->p.lambda);
    return LF_OK;
}

lf_status lf_weights_certify(const lf_problem *problem, const double *x, lf_lower_certificate *c) {
    *c = (lf_lower_certificate){.loss = "one logistic",
                                .sigma = ((const lf_weights *)problem->state)->sigma};
    return lf_bilevel_certify(problem, x, c);
}

const lf_bilevel_levels lf_weights_levels = {levels_solve, levels_upper, levels_hypergradient,
                                             levels_lower};
