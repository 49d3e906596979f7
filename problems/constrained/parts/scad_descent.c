/**
 * @file scad_descent.c
 * @brief Models minimised one after the other, in a box that grows and shrinks as they prove right.
 *
 * A step is taken if psi = F + rho [|h_0| - kappa]_+ falls by a tenth of what the model promised.
 * Without the constraint every step is, since the model is above F; where the constraint is curved
 * the box mends what its tangent gets wrong. The end is where a model promises nothing.
 */
#include "problems/constrained/parts/scad_descent.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

/* A promise below this is rounding; a violation below it is none. */
static const double descent_least = 1e-12, descent_feasible = 1e-9;
/* The pieces of SCAD are 1 wide: the box begins, and is tried at the end, at that. */
static const double descent_radius = 1, descent_smallest = 1e-13;
/* The price of a violation, and what it may grow to where one is left. */
static const double descent_rho = 10, descent_dearest = 1e6;
enum { DESCENT_STEPS = 1000 };

typedef struct {
    lf_scad_descent *of;
    lf_scad_point at;
    double *x, *next, *slope, *a, *a_next; /* d each */
    double psi;
} descent_state;

lf_status lf_scad_descent_open(lf_scad_descent *of, const lf_scored *train, lf_gap *gap,
                               lf_scored *groups, const size_t *strata, double lam, double kappa) {
    const lf_data *data = train->model->data;
    *of = (lf_scad_descent){.gap = gap, .groups = groups, .strata = strata};
    LF_TRY(lf_scad_model_open(&of->model, data, train->samples, train->row, lam, kappa));
    of->room = malloc(4 * (data->features + 1) * sizeof *of->room);
    return of->room ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a descent");
}

void lf_scad_descent_close(lf_scad_descent *of) {
    lf_scad_model_close(&of->model);
    free(of->room);
    *of = (lf_scad_descent){0};
}

/* h_0 at x and its gradient, on all rows. */
static lf_status descent_gap(descent_state *s, const double *x, double *h, double *a) {
    lf_scored *groups = s->of->groups;
    const double one = 1;
    const lf_samples all = {
        .role = LF_ROLE_CONSTRAINT, .n = groups->samples, .per_stratum = s->of->strata};
    lf_vec_zero(s->of->model.d, a);
    return lf_gap_evaluate(s->of->gap, groups, &all, x, &one, h, a);
}

static double descent_psi(const descent_state *s, const double *x, double h) {
    return lf_scad_model_value(&s->of->model, x) +
           s->at.rho * fmax(0, fabs(h) - s->of->model.kappa);
}

/* Be at x, where h and a are those. r' is what 2 sign(z) lacks to be scad'. */
static void descent_move(descent_state *s, double h) {
    for (size_t i = 0; i < s->of->model.d; i++) {
        const double r = fmin(fmax(2 * (fabs(s->x[i]) - 1), 0), 2);
        s->slope[i] = copysign(r, s->x[i]);
    }
    s->at.h = h;
    s->psi = descent_psi(s, s->x, h);
}

/* Take the step or shrink the box. */
static lf_status descent_step(descent_state *s, double promised) {
    const size_t d = s->of->model.d;
    double h, length = 0;
    for (size_t i = 0; i < d; i++)
        length = fmax(length, fabs(s->next[i] - s->x[i]));
    LF_TRY(descent_gap(s, s->next, &h, s->a_next));
    const double kept = (s->psi - descent_psi(s, s->next, h)) / promised;
    if (kept < 0.1) {
        s->at.radius = length / 4;
        return LF_OK;
    }
    if (kept > 0.75 && length > 0.99 * s->at.radius) s->at.radius *= 2;
    lf_vec_copy(d, s->next, s->x);
    lf_vec_copy(d, s->a_next, s->a);
    descent_move(s, h);
    return LF_OK;
}

/* A model promised nothing: is that the box's doing, or the price's? Else this is the end. */
static bool descent_again(descent_state *s, size_t *retries) {
    enum { RETRIES = 3 };
    const bool infeasible = fabs(s->at.h) > s->of->model.kappa + descent_feasible;
    if (s->at.radius < descent_radius && (*retries)++ < RETRIES) {
        s->at.radius = descent_radius;
        return true;
    }
    if (!infeasible || s->at.rho >= descent_dearest) return false;
    s->at.rho *= 10;
    s->psi = descent_psi(s, s->x, s->at.h);
    return true;
}

static lf_status descent_loop(descent_state *s, lf_local_optimum *found) {
    lf_scad_answer answer = {.residual = INFINITY};
    size_t retries = 0;
    double h;
    LF_TRY(descent_gap(s, s->x, &h, s->a));
    descent_move(s, h);
    for (found->steps = 0; found->steps < DESCENT_STEPS; found->steps++) {
        LF_TRY(lf_scad_model_solve(&s->of->model, &s->at, s->next, &answer));
        const bool still =
            answer.decrease <= descent_least * fmax(1, s->psi) || s->at.radius < descent_smallest;
        if (still && !descent_again(s, &retries)) break;
        if (!still) LF_TRY(descent_step(s, answer.decrease));
    }
    /* Out of steps: what was asked last was asked elsewhere. */
    if (found->steps == DESCENT_STEPS)
        LF_TRY(lf_scad_model_solve(&s->of->model, &s->at, s->next, &answer));
    found->F = lf_scad_model_value(&s->of->model, s->x);
    found->violation = fmax(0, fabs(s->at.h) - s->of->model.kappa);
    found->residual = answer.residual;
    found->sharp = answer.sharp;
    return LF_OK;
}

lf_status lf_scad_descent_run(lf_scad_descent *of, lf_local_optimum *found) {
    const size_t d = of->model.d;
    of->model.warm = false; /* where a start leads does not depend on those before it */
    descent_state s = {.of = of, .x = found->x, .next = of->room};
    s.slope = s.next + d + 1;
    s.a = s.slope + d + 1;
    s.a_next = s.a + d + 1;
    s.at = (lf_scad_point){
        .x = s.x, .slope = s.slope, .a = s.a, .radius = descent_radius, .rho = descent_rho};
    return descent_loop(&s, found);
}
