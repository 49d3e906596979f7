/**
 * @file ghost.c
 * @brief Stochastic Ghost: steps from convex models of f and of one constraint, multilevel so that
 *        the mean of a step is that of a large batch's model.
 *
 *     d(G, c, J) = argmin <G, d> + tau/2 |d|^2   s.t.   c + <J, d> <= kappa,  |d|_inf <= beta
 *     kappa      = (1 - lam) [c]_+ + lam [c - rho |J|_1]_+
 *     l with probability p0 (1 - p0)^l, l < L, and L with the rest;   n = 2^(l+1)
 *     d_0 from one sample, d_1 and d_2 from n/2 each, d_3 from both halves together
 *     x <- P_X(x + gamma_k (d_0 + (d_3 - (d_1 + d_2)/2) / P(l))),   gamma_k = gamma (k+1)^-zeta
 *
 * kappa is how much violation the model has to leave, so that there always is a d: for one
 * constraint it is in closed form, as min |d|_inf <= rho of [c + <J, d>]_+ is [c - rho |J|_1]_+.
 * The differences telescope: the mean of a step is that of d at 2^(L+1) samples. Where samples come
 * from S strata, n is a number for each of them, n S in all.
 *
 * Source:    Facchinei & Kungurtsev 2023, arXiv:2307.02943, checked against public code.
 * Deviation: without the cut-off L the mean of n is infinite for p0 <= 1/2; the public code draws l
 *            anew above one, which biases the mean, where here L takes the rest. One constraint:
 *            with several each of the four d needs a linear and a quadratic program. The slope of a
 *            constraint that is a nonlinear function of means is that at the batch's own means.
 *            G of d_3 is the mean of both halves' G: with f_arg=plugin, and such an f, not that of
 *            their union.
 *            Strata of other sizes share a batch by their sizes, rounded, so that the smallest
 *            batches telescope but nearly.
 * Cost:      without strata a step asks 1 + n gradients of f (and N_f values with f_arg=full, if f
 *            is nonlinear in an expectation), 1 + n values and 1 + 2n gradients of g.
 * Memory:    7d doubles and at most 5 for each inner value.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include <levelfield/math.h>

#include "algorithms/common/objective.h"
#include "algorithms/common/sampling.h"

typedef struct {
    double gamma, zeta;
    double tau, beta, rho, lam;
    double p0;
    size_t L;
    int f_arg;
} ghost_params;

typedef struct {
    ghost_params p;
    size_t d, k;
    lf_objective f;
    double *x, *step;          /* d: x_k, and where it goes */
    double *G, *J, *way;       /* d: a model, and its d */
    double *G_whole, *J_whole; /* d: means over both halves */
    double *z, *z_whole, *y;   /* inner values of the constraint, their mean, a slope */
} ghost_state;

/* Most doublings of y, and halvings of its bracket. */
enum { GHOST_DOUBLINGS = 200, GHOST_HALVINGS = 200 };

static lf_status ghost_check(const lf_oracle *o, const ghost_params *p) {
    const lf_components *g = &lf_oracle_info(o)->role[LF_ROLE_CONSTRAINT];
    if (g->count != 1 || g->component->outers != 1)
        return lf_fail(LF_UNSUPPORTED, "ghost: the problem is to have one constraint; take pdsg");
    if (p->rho <= p->beta) return LF_OK;
    return lf_fail(LF_BAD_ARGUMENT,
                   "ghost: rho = %g is above beta = %g, so that the model may have no point; take "
                   "rho=%g",
                   p->rho, p->beta, p->beta);
}

static lf_status ghost_init(void *state, const void *params, lf_oracle *o, const double *x0,
                            lf_arena *arena) {
    ghost_state *s = state;
    s->p = *(const ghost_params *)params;
    s->d = lf_oracle_dim(o);
    LF_TRY(ghost_check(o, &s->p));
    LF_TRY(lf_objective_init(&s->f, (lf_f_arg)s->p.f_arg, 1, 1, o, arena));
    const size_t p = lf_oracle_component(o, LF_ROLE_CONSTRAINT, 0)->outputs;
    LF_TRY(
        LF_VECTORS(arena, s->d, &s->x, &s->step, &s->G, &s->J, &s->way, &s->G_whole, &s->J_whole));
    LF_TRY(LF_VECTORS(arena, p, &s->z, &s->z_whole, &s->y));
    lf_vec_copy(s->d, x0, s->x);
    lf_oracle_project(o, s->x);
    return LF_OK;
}

/* way <- clip(-(G + y J) / tau); what it makes of c + <J, d>. */
static double ghost_model(const ghost_state *s, const double *G, double c, const double *J,
                          double y) {
    for (size_t j = 0; j < s->d; j++) {
        const double d = -(G[j] + y * J[j]) / s->p.tau;
        s->way[j] = d > s->p.beta ? s->p.beta : d < -s->p.beta ? -s->p.beta : d;
        c += J[j] * s->way[j];
    }
    return c;
}

/* step += share d(G, c, J): y >= 0 by halving, as the model falls with y. */
static void ghost_add(ghost_state *s, double share, const double *G, double c, const double *J) {
    double length = 0, low = 0, high = 1;
    for (size_t j = 0; j < s->d; j++)
        length += fabs(J[j]);
    const double kappa = (1 - s->p.lam) * fmax(c, 0) + s->p.lam * fmax(c - s->p.rho * length, 0);
    if (ghost_model(s, G, c, J, 0) > kappa) {
        for (int i = 0; i < GHOST_DOUBLINGS && ghost_model(s, G, c, J, high) > kappa; i++)
            high *= 2;
        for (int i = 0; i < GHOST_HALVINGS; i++) {
            const double y = (low + high) / 2;
            if (y == low || y == high) break;
            *(ghost_model(s, G, c, J, y) > kappa ? &low : &high) = y;
        }
    }
    lf_vec_axpy(s->d, share, s->way, s->step);
}

/* c at inner values z, and y the slope there. */
static double ghost_outer(ghost_state *s, lf_oracle *o, const double *z) {
    double c;
    lf_oracle_outer_each(o, LF_ROLE_CONSTRAINT, 0, z, &c);
    lf_oracle_outer_each_subgradient(o, LF_ROLE_CONSTRAINT, 0, 0, z, s->y);
    return c;
}

/* n fresh samples for each stratum. With n in all, but one for each at least, the least batches of
 * two levels would be of one size, and the differences would not telescope. */
static lf_status ghost_draw(lf_oracle *o, lf_role role, size_t n, lf_batch *B) {
    const size_t strata = lf_oracle_component(o, role, 0)->strata;
    return lf_sampling_draw(o, role, 0, n * (strata > 1 ? strata : 1), 1, B);
}

/* step += share d of n fresh samples of f and of g; G and z are left there, B_g is what g had. */
static lf_status ghost_ask(ghost_state *s, lf_oracle *o, size_t n, double share, lf_batch *B_g) {
    lf_batch B_f;
    LF_TRY(ghost_draw(o, LF_ROLE_OBJECTIVE, n, &B_f));
    LF_TRY(ghost_draw(o, LF_ROLE_CONSTRAINT, n, B_g));
    LF_TRY(lf_objective_at(&s->f, o, &B_f, s->x, s->G));
    LF_TRY(lf_oracle_value(o, B_g, s->x, s->z));
    const double c = ghost_outer(s, o, s->z);
    lf_vec_zero(s->d, s->J);
    LF_TRY(lf_oracle_vjp(o, B_g, s->x, s->y, s->J));
    ghost_add(s, share, s->G, c, s->J);
    return LF_OK;
}

/* The level of this step; *P <- its probability. */
static size_t ghost_level(const ghost_params *p, double u, double *P) {
    size_t l = 0;
    double rest = 1; /* (1 - p0)^l; u is uniform below it */
    for (; l < p->L && u < rest * (1 - p->p0); l++)
        rest *= 1 - p->p0;
    *P = l < p->L ? rest * p->p0 : rest;
    return l;
}

static lf_status ghost_step(void *state, lf_oracle *o) {
    ghost_state *s = state;
    const size_t outputs = lf_oracle_component(o, LF_ROLE_CONSTRAINT, 0)->outputs;
    double P;
    lf_batch B[2];
    const size_t half = (size_t)1 << ghost_level(&s->p, lf_oracle_uniform(o), &P);
    lf_vec_zero(s->d, s->step);
    LF_TRY(ghost_ask(s, o, 1, 1, &B[0])); /* d_0 */
    lf_vec_zero(s->d, s->G_whole);
    lf_vec_zero(s->d, s->J_whole);
    lf_vec_zero(outputs, s->z_whole);
    for (size_t h = 0; h < 2; h++) { /* -(d_1 + d_2) / (2 P) */
        LF_TRY(ghost_ask(s, o, half, -0.5 / P, &B[h]));
        lf_vec_axpy(s->d, 0.5, s->G, s->G_whole);
        lf_vec_axpy(outputs, 0.5, s->z, s->z_whole);
    }
    const double c = ghost_outer(s, o, s->z_whole);
    for (size_t h = 0; h < 2; h++)
        LF_TRY(lf_oracle_vjp(o, &B[h], s->x, s->y, s->J_whole));
    lf_vec_scale(s->d, 0.5, s->J_whole);
    ghost_add(s, 1 / P, s->G_whole, c, s->J_whole); /* d_3 / P */
    const double gamma = s->p.gamma * lf_pow((double)s->k + 1, -s->p.zeta);
    lf_vec_axpy(s->d, gamma, s->step, s->x);
    lf_oracle_project(o, s->x);
    s->k++;
    return LF_OK;
}

LF_ITERATE(ghost, (lf_point){.w = s->x});

static const lf_param ghost_table[] = {
    LF_REAL(ghost_params, gamma, 0.05, 1e-300, 1e12, "step size of the first step [1]"),
    LF_REAL(ghost_params, zeta, 0.3, 0, 1, "power of k + 1 by which it falls [1]"),
    LF_REAL(ghost_params, tau, 1, 1e-12, 1e12, "weight of |d|^2 / 2 in a model [f/x^2]"),
    LF_REAL(ghost_params, beta, 10, 1e-300, 1e12, "largest entry of a d [x]"),
    LF_REAL(ghost_params, rho, 0.8, 0, 1e12, "that of the d by which kappa is found [x]"),
    LF_REAL(ghost_params, lam, 0.5, 0, 1, "share of the least violation in kappa [1]"),
    LF_REAL(ghost_params, p0, 0.3, 1e-3, 1, "probability of the least batch, of two samples [1]"),
    LF_COUNT(ghost_params, L, 8, 0, 20, "highest level: a step has up to 2^(L+1) samples [1]"),
    LF_CHOICE(ghost_params, f_arg, LF_F_ARG_FULL, LF_F_ARG_CHOICES,
              "outer slope of f from all rows, or from the batch"),
    {0},
};

LF_ALGORITHM(ghost, .doc = "models of f and of one constraint, multilevel as if batches were large",
             .source = "Facchinei & Kungurtsev 2023, arXiv:2307.02943, Stochastic Ghost",
             .when =
                 "there is one constraint, known from samples alone, and a step without bias is "
                 "wanted in place of multipliers or a penalty to tune; steps have to be small",
             .view = LF_VIEW_CONSTRAINED);
