/**
 * @file alexr2.c
 * @brief ALEXR2: gradient steps on a Moreau envelope of F, whose proximal points ALEXR finds.
 *
 *     F(w) = g0(w) + (1/n) sum_i f_lam,i(g_i(w)),   f_lam the Moreau envelope of f
 *
 *     z <- K steps of ALEXR on F(z) + |z - w_t|^2 / (2 nu), from w_t, the duals going on
 *     w_{t+1} <- step(w_t, (w_t - z)/nu) of size alpha
 *
 * Source:    Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, ALEXR2.
 * Deviation: the pseudo-gradient is (w_t - z)/nu as in the proof (as printed beta/nu, and then beta
 *            again in the momentum). Samples of a batch are drawn with replacement. w and z are
 *            projected on X. K does not vary with t; there is no last ALEXR run from the output.
 *            An iteration here is an inner step, the K-th of which also moves w.
 *            The released code uses its nu = 0.01 as 1/nu: its runs are nu = 100 here, next to no
 *            pull, and what is printed is nu = 0.01, a pull of 100. Its lamda, the violation from
 *            which the slope is rho, is lam = m lamda/(2 rho) here on gaps |z_1 - z_2| and
 *            m lamda/rho on other hinges, m the outer functions of a component, each of which has
 *            1/m of its weight (14 on auc_fairness); lam = 0 takes the hinge as it is.
 * Cost:      with N = B1 B2 a step asks 3N values and N gradients (batches=one: 2N and N), with
 *            theta = 0 N values less, and B0 gradients of each part of g0; init n B2 values with
 *            start=batch.
 * Memory:    7d doubles (adam: 8d), two for each inner value and 3 for those of the largest
 *            component.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/output.h"
#include "algorithms/common/step_plan.h"
#include "algorithms/common/update.h"
#include "algorithms/composition/alexr.h"

enum { ALEXR2_U, ALEXR2_PROX };

typedef struct {
    lf_alexr_params inner;
    lf_update_params outer; /* without decay and clipping, which belong to the inner steps */
    lf_step_plan plan;      /* of alpha, in outer steps */
    double lam, nu, alpha;
    size_t K;
    int dual, output;
} alexr2_params;

typedef struct {
    alexr2_params p;
    lf_alexr z;
    lf_update step;
    lf_output output;
    size_t k, t; /* inner and outer step */
    double *w;   /* d: w_t */
    double *D;   /* d: (w_t - z)/nu */
} alexr2_state;

static lf_status alexr2_init(void *state, const void *params, lf_oracle *o, const double *x0,
                             lf_arena *arena) {
    alexr2_state *s = state;
    const alexr2_params *p = &s->p;
    s->p = *(const alexr2_params *)params;
    LF_TRY(lf_step_plan_check(&p->plan));
    const lf_dual_form form = p->dual == ALEXR2_U ? LF_DUAL_TRACK : LF_DUAL_PROX;
    LF_TRY(lf_alexr_init(&s->z, &p->inner, form, p->lam, o, x0, arena));
    LF_TRY(lf_update_init(&s->step, &p->outer, s->z.d, arena));
    LF_TRY(lf_output_init(&s->output, (lf_output_rule)p->output, o, arena));
    LF_TRY(LF_POINTS(arena, s->z.d, &s->w, &s->D));
    lf_vec_copy(s->z.d, s->z.z, s->w);
    return LF_OK;
}

static lf_status alexr2_step(void *state, lf_oracle *o) {
    alexr2_state *s = state;
    const size_t d = s->z.d;
    LF_TRY(lf_alexr_step(&s->z, o, s->p.nu, s->w)); /* z_{k+1}, pulled to w_t */
    if (++s->k < s->p.K) return LF_OK;
    lf_output_offer(&s->output, o, s->w);
    lf_vec_copy(d, s->w, s->D);
    lf_vec_axpy(d, -1, s->z.z, s->D);
    lf_vec_scale(d, 1 / s->p.nu, s->D); /* line 13: D = (w_t - z_K)/nu */
    const double factor = lf_step_plan_factor(&s->p.plan, s->t++);
    lf_update_step(&s->step, s->p.alpha * factor, s->D, s->w);
    lf_oracle_project(o, s->w);   /* line 14: w_{t+1} = Pi_X[step(w_t, D)] */
    lf_vec_copy(d, s->w, s->z.z); /* where ALEXR begins: z_0 = z_{-1} = w_{t+1} */
    lf_vec_copy(d, s->w, s->z.z_last);
    s->k = 0;
    return LF_OK;
}

LF_ITERATE(alexr2, lf_output_point(&s->output, s->w));

static const lf_param alexr2_table[] = {
    LF_ALEXR_PARAMS(alexr2_params, inner, 4, 0.125),
    LF_REAL(alexr2_params, lam, 0.02, 0, 1e12, "smoothing of each outer function; 0: none [g^2/f]"),
    LF_CHOICE(alexr2_params, dual, ALEXR2_U, "u|prox",
              "dual step: on averages u of inner values, or on the dual variables themselves"),
    LF_COUNT(alexr2_params, K, 5, 1, 1e9, "inner steps of an outer one [1]"),
    LF_REAL(alexr2_params, nu, 0.1, 1e-300, 1e300, "parameter of the envelope of F [x^2/f]"),
    LF_REAL(alexr2_params, alpha, 0.01, 0, 1e12, "outer step size [momentum: x^2/f; adam: x]"),
    LF_CHOICE(alexr2_params, outer.update, LF_UPDATE_ADAM, "momentum|adam",
              "how an outer step is made"),
    LF_REAL(alexr2_params, outer.beta, 0.1, 1e-12, 1,
            "weight of the new pseudo-gradient; 1: no momentum [1]"),
    LF_REAL(alexr2_params, outer.beta_prime, 0.001, 1e-12, 1,
            "adam: weight of the new squares [1]"),
    LF_REAL(alexr2_params, outer.eps, 1e-8, 1e-300, 1e12,
            "adam: added to the root of the second moment [f/x]"),
    LF_CHOICE(alexr2_params, output, LF_OUTPUT_LAST, LF_OUTPUT_CHOICES, LF_OUTPUT_DOC),
    /* ours, and of the experiments */
    LF_ALEXR_VARIANTS(alexr2_params, inner),
    LF_REAL(alexr2_params, inner.wd, 0, 0, 1e12,
            "weight decay: wd z is added to an inner gradient, after clip [f/x^2]"),
    LF_REAL(alexr2_params, inner.clip, 0, 0, 1e300,
            "largest norm of an inner gradient that is used; 0: any [f/x]"),
    LF_STEP_PLAN_PARAMS(alexr2_params, plan),
    {0},
};

LF_ALGORITHM(alexr2,
             .doc = "non-smooth weakly convex FCCO: steps on a Moreau envelope, ALEXR inside",
             .source = "Chen et al. 2025, arXiv:2506.02504, ALEXR2",
             .when = "outer functions are non-smooth and a stationary point of the Moreau envelope "
                     "is wanted",
             .view = LF_VIEW_COMPOSITION, .sparse = true);
