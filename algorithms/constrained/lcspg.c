/**
 * @file lcspg.c
 * @brief LCSPG: proximal stochastic gradient steps inside constraints that are kept below a level
 *        which rises to 0. Every point is feasible.
 *
 *     x_{k+1} = argmin_X <zeta_f, x> + gam/2 |x - x_k|^2
 *               s.t. g_j(x_k) + <grad g_j, x - x_k> + L_g/2 |x - x_k|^2 <= l_k,   all j
 *     l_k = l_0 / (k+1),   l_0 = max_j g_j(x_0) / 2 < 0
 *
 * Each constraint is a ball, so that the dual is solved coordinate by coordinate in closed form:
 * with one constraint in one pass. L_g must be no less than the smoothness of every g_j, else
 * points may be infeasible; kinks inside of g_j, as a hinge loss has, cannot be seen from here and
 * end the promise. From a start above -margin, steps of length `reach` go down the largest
 * constraint first.
 *
 * Source:    Boob, Deng & Lan 2024, arXiv:2205.08011; the subproblem follows from its abstract, the
 *            rule of the levels is from memory.
 * Deviation: one level for all constraints; |h| <= kappa and |h_1 - h_2| <= kappa are two
 *            constraints each; X is no set, or a ball, which is one more constraint.
 * Cost:      a step asks b_f gradients of f (and N_f values with f_arg=full, if f is nonlinear in
 *            an expectation), N_g values and, for each of a component's constraints, N_g gradients
 *            of g; before x_0 is below -margin nothing of f.
 * Memory:    4d doubles and d for each constraint, at most 5 for each inner value and 12 for each
 *            constraint.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/common/objective.h"
#include "algorithms/common/sampling.h"
#include "algorithms/constrained/parts/constraints.h"

/* Passes over the dual's coordinates, and the change of y [gam / L_g] at which they end. */
enum { LCSPG_PASSES = 1000 };
static const double lcspg_settled = 1e-14;
/* Least radius: where L_g is too small, the model may have no point below the level. */
static const double lcspg_least = 1e-12;

typedef struct {
    double gam, L_g;
    double margin, reach;
    int f_arg;
    size_t q, b_f;
} lcspg_params;

/* |x - x_k + sign J / L_g| <= r, with the multiplier y, of a constraint g = sign h - shift. */
typedef struct {
    size_t j; /* grad h is row j of J */
    double sign, shift, g, r, y;
} lcspg_ball;

typedef struct {
    lcspg_params p;
    size_t d, k;
    size_t balls; /* of constraints; where X is a ball it is one more */
    double l_0;
    lf_objective f;
    lf_constraints g;
    lcspg_ball *ball;
    double *rise;     /* p: a point at which absolute values rise with their first argument */
    double *x, *zeta; /* d each: zeta: zeta_f + sum y sign J */
    double *away;     /* d */
    double *J;        /* (m + 1) x d; row m is L_g x_k, as the ball X has it */
} lcspg_state;

/* One ball or two of constraint j, which is f of an inner value. */
static lf_status lcspg_add(lcspg_state *s, const lf_outer *f, size_t j) {
    const bool absolute = f->kind == LF_OUTER_ABS || f->kind == LF_OUTER_GAP;
    if (f->penalty != LF_PENALTY_NONE || !(absolute || lf_outer_linear(f)))
        return lf_fail(LF_UNSUPPORTED, "lcspg: a constraint that is no smooth function, nor the "
                                       "absolute value of one; take another method");
    s->ball[s->balls++] = (lcspg_ball){.j = j, .sign = 1, .shift = f->shift};
    if (absolute) s->ball[s->balls++] = (lcspg_ball){.j = j, .sign = -1, .shift = f->shift};
    return LF_OK;
}

static lf_status lcspg_balls(lcspg_state *s, lf_oracle *o, lf_arena *arena) {
    const lf_domain *X = &lf_oracle_info(o)->domain;
    size_t at = 0, j = 0;
    if (X->kind != LF_DOMAIN_SPACE && X->kind != LF_DOMAIN_BALL)
        return lf_fail(LF_UNSUPPORTED, "lcspg: X is to be a ball or no set; take another method");
    LF_TRY(lf_arena_array(arena, 2 * s->g.m + 1, sizeof *s->ball, &s->ball));
    LF_TRY(lf_arena_vector(arena, (s->g.m + 1) * s->d, &s->J));
    for (size_t i = 0; i < s->g.components; i++) {
        const lf_component *c = lf_oracle_component(o, LF_ROLE_CONSTRAINT, i);
        for (size_t k = 0; k < c->outers; at += c->outer[k++].p) {
            s->rise[at] = 1;
            LF_TRY(lcspg_add(s, &c->outer[k], j++));
        }
    }
    if (X->kind == LF_DOMAIN_BALL)
        s->ball[s->balls] = (lcspg_ball){.j = j, .sign = 1, .r = X->radius};
    return LF_OK;
}

static lf_status lcspg_init(void *state, const void *params, lf_oracle *o, const double *x0,
                            lf_arena *arena) {
    lcspg_state *s = state;
    lcspg_params *p = &s->p;
    *p = *(const lcspg_params *)params;
    p->q = lf_sampling_period(o, p->q);
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_objective_init(&s->f, (lf_f_arg)p->f_arg, p->b_f, p->q, o, arena));
    LF_TRY(lf_constraints_init(&s->g, o, arena));
    LF_TRY(lf_arena_vector(arena, s->g.p, &s->rise));
    LF_TRY(LF_VECTORS(arena, s->d, &s->x, &s->zeta, &s->away));
    lf_vec_copy(s->d, x0, s->x);
    lf_oracle_project(o, s->x);
    return lcspg_balls(s, o, arena);
}

static double *lcspg_row(const lcspg_state *s, const lcspg_ball *b) {
    return s->J + b->j * s->d;
}

/* g and J of every constraint at x_k, on all rows. */
static lf_status lcspg_ask(lcspg_state *s, lf_oracle *o) {
    size_t at = 0;
    lcspg_ball *b = s->ball;
    LF_TRY(lf_constraints_draw(&s->g, o, LF_SAMPLING_ALL, 1));
    LF_TRY(lf_constraints_inner(&s->g, o, s->x, s->g.z));
    for (size_t i = 0; i < s->g.components; i++) {
        const lf_component *c = lf_oracle_component(o, LF_ROLE_CONSTRAINT, i);
        for (size_t k = 0; k < c->outers; k++) {
            const size_t j = b->j;
            double *J = lcspg_row(s, b);
            lf_oracle_outer_each_subgradient(o, LF_ROLE_CONSTRAINT, i, k, s->rise + at, s->g.y);
            const double h = lf_vec_dot(c->outputs, s->g.y, s->g.z + at);
            lf_vec_zero(s->d, J);
            LF_TRY(lf_oracle_vjp(o, &s->g.batch[i], s->x, s->g.y, J));
            for (; b < s->ball + s->balls && b->j == j; b++)
                b->g = b->sign * h - b->shift;
        }
        at += c->outputs;
    }
    return LF_OK;
}

/* The largest constraint; s->balls > 0. */
static const lcspg_ball *lcspg_largest(const lcspg_state *s) {
    const lcspg_ball *most = s->ball;
    for (const lcspg_ball *b = s->ball; b < s->ball + s->balls; b++)
        if (b->g > most->g) most = b;
    return most;
}

/* y of one ball where all others stay; *weight = gam + L_g sum y, zeta: as in the state. */
static double lcspg_project(lcspg_state *s, lcspg_ball *b, double *weight) {
    const double L_g = s->p.L_g, old = b->y, *J = lcspg_row(s, b);
    lf_vec_axpy(s->d, -old * b->sign, J, s->zeta);
    *weight -= L_g * old;
    lf_vec_copy(s->d, J, s->away);
    lf_vec_axpby(s->d, -1 / *weight, s->zeta, b->sign / L_g, s->away);
    b->y = fmax(0, lf_vec_norm(s->d, s->away) / b->r - 1) * *weight / L_g;
    lf_vec_axpy(s->d, b->y * b->sign, J, s->zeta);
    *weight += L_g * b->y;
    return fabs(b->y - old);
}

/* x_{k+1}, zeta holding zeta_f. */
static void lcspg_move(lcspg_state *s, double level, size_t balls) {
    const double L_g = s->p.L_g;
    double weight = s->p.gam, change = 1;
    for (lcspg_ball *b = s->ball; b < s->ball + s->balls; b++) {
        const double *J = lcspg_row(s, b), square = lf_vec_dot(s->d, J, J) / (L_g * L_g);
        b->r = fmax(sqrt(fmax(0, square + 2 * (level - b->g) / L_g)), lcspg_least);
    }
    for (lcspg_ball *b = s->ball; b < s->ball + balls; b++)
        b->y = 0;
    lf_vec_axpby(s->d, L_g, s->x, 0, s->J + s->g.m * s->d);
    for (size_t pass = 0; pass < LCSPG_PASSES && change > lcspg_settled * weight / L_g; pass++) {
        change = 0;
        for (lcspg_ball *b = s->ball; b < s->ball + balls; b++)
            change = fmax(change, lcspg_project(s, b, &weight));
    }
    lf_vec_axpy(s->d, -1 / weight, s->zeta, s->x);
}

static lf_status lcspg_step(void *state, lf_oracle *o) {
    lcspg_state *s = state;
    const lcspg_params *p = &s->p;
    lf_batch B_f;
    LF_TRY(lcspg_ask(s, o));
    const lcspg_ball *worst = lcspg_largest(s);
    if (s->k == 0 && worst->g > -p->margin) { /* not yet well inside */
        const double *J = lcspg_row(s, worst), norm = lf_vec_norm(s->d, J);
        lf_vec_axpy(s->d, -worst->sign * p->reach / fmax(norm, lcspg_least), J, s->x);
        lf_oracle_project(o, s->x);
        return LF_OK;
    }
    LF_TRY(lf_objective_draw(&s->f, o, s->g.batch, &B_f));
    LF_TRY(lf_objective_at(&s->f, o, &B_f, s->x, s->zeta)); /* zeta_f */
    if (s->k == 0) s->l_0 = worst->g / 2;
    const bool ball = lf_oracle_info(o)->domain.kind == LF_DOMAIN_BALL;
    lcspg_move(s, s->l_0 / ((double)s->k + 1), s->balls + ball);
    lf_oracle_project(o, s->x); /* for rounding alone */
    s->k++;
    return LF_OK;
}

LF_ITERATE(lcspg, (lf_point){.w = s->x});

static const lf_param lcspg_table[] = {
    LF_REAL(lcspg_params, gam, 10, 1e-300, 1e12, "weight of the proximal term [f/x^2]"),
    LF_REAL(lcspg_params, L_g, 1, 1e-300, 1e12, "smoothness of the constraints [g/x^2]"),
    LF_COUNT(lcspg_params, q, 0, 0, 1e9, "batches that make a pass; 0: ceil(sqrt(n)) [1]"),
    LF_COUNT(lcspg_params, b_f, 0, 0, 1e9, "rows for zeta_f; 0: 1/q of all [rows]"),
    /* ours */
    LF_REAL(lcspg_params, margin, 0.001, 1e-300, 1e12, "how far below 0 g is to be at x_0 [g]"),
    LF_REAL(lcspg_params, reach, 0.1, 1e-300, 1e12, "length of the steps that lead there [x]"),
    LF_CHOICE(lcspg_params, f_arg, LF_F_ARG_FULL, LF_F_ARG_CHOICES,
              "outer slope of f from all rows, or from the batch"),
    {0},
};

LF_ALGORITHM(lcspg,
             .doc = "level-constrained proximal stochastic gradient: every point is feasible",
             .source = "Boob, Deng & Lan 2024, arXiv:2205.08011",
             .when = "every point on the way has to be feasible: constraints are smooth, their "
                     "smoothness is known, and all their rows can be read each step",
             .view = LF_VIEW_CONSTRAINED);
