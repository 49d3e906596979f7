/**
 * @file prox_certificate.c
 * @brief The proximal point by the method of multipliers, and how far it may be off by duality.
 *
 * For slopes y the Lagrangian L(z, y) = g_0(z) + (1/n) sum_i (<y_i, g_i(z)> - f_i*(y_i)) +
 * |z - w|^2 / (2 h) is mu-strongly convex, mu = 1/h - rho_F, and nowhere above what z is judged by,
 * Phi(z) = F(z) + |z - w|^2 / (2 h). So at any z of X
 *
 *     Phi(z) - min Phi <= Phi(z) - L(z, y) - min_X (<grad L, x - z> + mu/2 |x - z|^2)
 *
 * and |z - what|^2 is at most 2/mu of it. With y_i in df_i(p_i) the first difference is (1/n) sum_i
 * f_i(g_i) - f_i(p_i) - <y_i, g_i - p_i>. Slopes move by y_i <- grad of the envelope of f_i at
 * g_i(z) + lam y_i, z in between by the gradient of what these envelopes make of Phi.
 */
#include "problems/common/prox_certificate.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "oracle/problem.h"

/* Most gradients of a solution. */
enum { PROX_PASSES = 20000 };
/* Where it ends: shares of |w - what| and of the first gradient's length over 1/h. */
static const double prox_share = 1e-3, prox_floor = 1e-7;
/* z is near enough for the slopes if its share of the gap is below this one of theirs; lam is cut
 * where a move of the slopes leaves more than this share of it. */
static const double prox_inner = 0.1, prox_slow = 0.25;

typedef struct {
    const lf_problem *problem;
    const double *w;
    size_t d, passes;
    double pull, mu; /* 1/h, and of L */
    double lam, L;   /* of the envelopes, and what gradients change by */
    double apart;    /* at the last point asked: (1/n) sum f_i(g_i) - f_i(p_i) - ... */
    double *memory;
    double *z, *ahead, *next;  /* d: z, the point before a step, after it */
    double *grad, *grad_next;  /* d: at both */
    double *y, *slope;         /* y of all inner components, and as they would move */
    double *value, *part, *to; /* most outputs: g_i + lam y_i, grad f_i, p_i */
} prox_task;

/* The largest slope of a convex f that does not decrease; NAN: f is no such function. */
static double prox_slope(const lf_outer *f) {
    if (f->p != 1 || (f->kind != LF_OUTER_SUM && f->kind != LF_OUTER_HINGE)) return NAN;
    if (f->penalty == LF_PENALTY_NONE) return f->scale;
    return f->penalty == LF_PENALTY_SQUARED_HINGE ? INFINITY : f->scale * f->rho;
}

lf_status lf_prox_weight(const lf_problem_info *info, double *rho) {
    const lf_components *inner = &info->role[LF_ROLE_INNER];
    double sum = 0;
    for (size_t i = 0; i < inner->count; i++)
        for (size_t k = 0; k < inner->component[i].outers; k++)
            sum += prox_slope(&inner->component[i].outer[k]) / (double)inner->count;
    *rho = info->rho_g == 0 && sum > 0 ? info->rho_f : info->rho_f + info->rho_g * sum;
    if (inner->count > 0 && isfinite(*rho)) return LF_OK;
    return lf_fail(LF_UNSUPPORTED, "prox: how weakly convex F is cannot be told; it needs hinges "
                                   "over functions of known rho_f and rho_g");
}

static lf_status prox_memory(prox_task *s) {
    const lf_problem_info *info = &s->problem->info;
    size_t most = 1, all = 0, d = info->dim;
    for (lf_role role = 0; role < LF_ROLES; role++)
        for (size_t i = 0; i < info->role[role].count; i++) {
            const size_t p = info->role[role].component[i].outputs;
            most = p > most ? p : most;
            all += role == LF_ROLE_INNER ? p : 0;
        }
    s->d = d;
    s->memory = calloc(5 * d + 2 * all + 3 * most, sizeof *s->memory);
    if (!s->memory) return lf_fail(LF_NO_MEMORY, "no memory for a proximal point");
    double **slots[] = {&s->z, &s->ahead, &s->next,  &s->grad, &s->grad_next,
                        &s->y, &s->slope, &s->value, &s->part, &s->to};
    double *at = s->memory;
    for (size_t k = 0; k < 10; k++) {
        *slots[k] = at;
        at += k < 5 ? d : k < 7 ? all : most;
    }
    return LF_OK;
}

/* grad += J' (a subgradient of each outer function), of an objective at z. */
static lf_status prox_objective(prox_task *s, size_t i, const double *z, double *grad) {
    const lf_component *c = &s->problem->info.role[LF_ROLE_OBJECTIVE].component[i];
    LF_TRY(lf_problem_evaluate(s->problem, LF_ROLE_OBJECTIVE, i, z, NULL, s->value, NULL));
    for (size_t k = 0, at = 0; k < c->outers; at += c->outer[k++].p)
        lf_outer_subgradient(&c->outer[k], s->value + at, s->part + at);
    return lf_problem_evaluate(s->problem, LF_ROLE_OBJECTIVE, i, z, s->part, NULL, grad);
}

/* The same of inner component i at the slopes that its envelopes have, y -> slope. */
static lf_status prox_inner_component(prox_task *s, size_t i, const double *y, const double *z,
                                      double *slope, double *grad) {
    const lf_components *inner = &s->problem->info.role[LF_ROLE_INNER];
    const lf_component *c = &inner->component[i];
    const double share = 1 / (double)inner->count;
    double envelope;
    LF_TRY(lf_problem_evaluate(s->problem, LF_ROLE_INNER, i, z, NULL, s->value, NULL));
    for (size_t k = 0; k < c->outers; k++) { /* of one number each */
        const lf_outer *f = &c->outer[k];
        const double g = s->value[k], moved = g + s->lam * y[k];
        LF_TRY(lf_outer_envelope(f, s->lam, &moved, &envelope, &slope[k]));
        const double p = moved - s->lam * slope[k];
        const double gap = lf_outer_value(f, &g) - lf_outer_value(f, &p) - slope[k] * (g - p);
        s->apart += share * fmax(gap, 0); /* below 0 only by rounding */
        s->part[k] = share * slope[k];
    }
    return lf_problem_evaluate(s->problem, LF_ROLE_INNER, i, z, s->part, NULL, grad);
}

/* grad <- that of L(., slope) at z, with slope and s->apart. */
static lf_status prox_ask(prox_task *s, const double *z, double *grad) {
    const lf_problem_info *info = &s->problem->info;
    const lf_components *inner = &info->role[LF_ROLE_INNER];
    s->passes++;
    s->apart = 0;
    lf_vec_zero(s->d, grad);
    if (info->regulariser) lf_outer_subgradient(info->regulariser, z, grad);
    lf_vec_axpy(s->d, s->pull, z, grad);
    lf_vec_axpy(s->d, -s->pull, s->w, grad);
    for (size_t i = 0; i < info->role[LF_ROLE_OBJECTIVE].count; i++)
        LF_TRY(prox_objective(s, i, z, grad));
    for (size_t i = 0, at = 0; i < inner->count; at += inner->component[i++].outputs)
        LF_TRY(prox_inner_component(s, i, s->y + at, z, s->slope + at, grad));
    return LF_OK;
}

/* to <- P_X(from - grad / L) */
static void prox_move(const prox_task *s, const double *from, const double *grad, double L,
                      double *to) {
    lf_vec_copy(s->d, from, to);
    lf_vec_axpy(s->d, -1 / L, grad, to);
    lf_domain_project(&s->problem->info.domain, to);
}

/* next <- a step from ahead, with the gradient there and s->L raised until it is long enough. */
static lf_status prox_step(prox_task *s) {
    for (;; s->L *= 2) {
        double turn = 0, length = 0;
        prox_move(s, s->ahead, s->grad, s->L, s->next);
        LF_TRY(prox_ask(s, s->next, s->grad_next));
        for (size_t j = 0; j < s->d; j++) {
            const double move = s->next[j] - s->ahead[j];
            turn += move * (s->grad_next[j] - s->grad[j]);
            length += move * move;
        }
        if (!(turn > s->L * length) || s->passes > PROX_PASSES) return LF_OK;
    }
}

/* -min_X (<grad, x - z> + mu/2 |x - z|^2) at z = next; ahead is spent. */
static double prox_short(prox_task *s) {
    double sum = 0;
    prox_move(s, s->next, s->grad_next, s->mu, s->ahead);
    for (size_t j = 0; j < s->d; j++) {
        const double move = s->ahead[j] - s->next[j];
        sum -= move * (s->grad_next[j] + s->mu / 2 * move);
    }
    return fmax(sum, 0);
}

/* ahead <- next + momentum; z <- next */
static void prox_accelerate(prox_task *s) {
    const double root = sqrt(fmin(s->mu / s->L, 1)), beta = (1 - root) / (1 + root);
    for (size_t j = 0; j < s->d; j++)
        s->ahead[j] = s->next[j] + beta * (s->next[j] - s->z[j]);
    lf_vec_copy(s->d, s->next, s->z);
}

/* *value <- (1/h) |w - next| once that is near enough; NAN after too many passes. */
static lf_status prox_solve(prox_task *s, size_t numbers, double *value) {
    double before = INFINITY;
    LF_TRY(prox_ask(s, s->ahead, s->grad));
    const double floor = prox_floor * lf_vec_norm(s->d, s->grad);
    while (s->passes <= PROX_PASSES) {
        LF_TRY(prox_step(s));
        const double apart = s->apart, away = prox_short(s);
        const double length = s->pull * lf_vec_distance(s->d, s->w, s->next);
        if (s->pull * sqrt(2 * (apart + away) / s->mu) <= prox_share * length + floor) {
            *value = length;
            return LF_OK;
        }
        prox_accelerate(s);
        if (away <= prox_inner * apart) {
            lf_vec_copy(numbers, s->slope, s->y);
            if (apart > prox_slow * before) s->lam *= prox_slow;
            before = apart;
            lf_vec_copy(s->d, s->z, s->ahead);
        }
        LF_TRY(prox_ask(s, s->ahead, s->grad));
    }
    return LF_OK;
}

lf_status lf_prox_measure(const lf_problem *problem, const lf_point *at, double *value) {
    prox_task s = {.problem = problem, .w = at->w, .lam = 1};
    double rho;
    *value = NAN;
    LF_TRY(lf_prox_weight(&problem->info, &rho));
    s.pull = rho > 0 ? 2 * rho : 1;
    s.mu = s.L = s.pull - rho;
    LF_TRY(prox_memory(&s));
    lf_vec_copy(s.d, s.w, s.z);
    lf_vec_copy(s.d, s.w, s.ahead);
    const lf_status status = prox_solve(&s, (size_t)(s.slope - s.y), value);
    free(s.memory);
    return status;
}
