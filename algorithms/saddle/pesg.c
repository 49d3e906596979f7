/**
 * @file pesg.c
 * @brief PESG: proximal epoch stochastic gradient steps for deep AUC maximisation with the margin
 *        loss.
 *
 *     delta <- cut(dF/dv) + lambda0 (v - r) + lambda v
 *     M     <- (1 - beta) M + beta delta,  delta itself in the first step
 *     v     <- v - eta M
 *     alpha <- alpha + eta dF/dalpha                          at the old (v, alpha)
 *
 * cut takes each coordinate into [-clip, clip]. At 1/2 and 3/4 of the horizon, before the step:
 * eta <- eta / decay, and r <- the mean of the points v since the last time.
 *
 * Source:    Yuan, Yan, Sonka & Yang 2021, ICCV, arXiv:2012.03173, Algorithm 1, with the constants
 *            of the authors' library LibAUC 2.0.1: clipping, weight decay, momentum, milestones.
 *            That library calls beta "momentum".
 * Deviation: dual=release is the library's step of alpha, q = 2 (m + b - a) - 2 alpha in place of
 *            dF/dalpha, a and b as just updated: 1/(p (1-p)) times as long. The square surrogate is
 *            the margin's at m = 1 with alpha 1 less, so its q has no m. reference=zero is its
 *            start of r, which it draws near 0; as printed it is v_0. The paper does not say where
 *            alpha starts; 0 is the library's.
 * Cost:      a step asks B gradients.
 * Memory:    5d + 3n doubles; n is the length of alpha.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/common/pair_mean.h"
#include "algorithms/common/sampling.h"
#include "algorithms/saddle/parts/saddle_point.h"

enum { PESG_GRADIENT, PESG_RELEASE };
enum { PESG_START, PESG_ZERO };

typedef struct {
    double eta0;
    size_t B;
    double beta, lambda0, lambda, clip;
    size_t horizon;
    double decay;
    double alpha0, margin;
    int dual, reference;
} pesg_params;

typedef struct {
    pesg_params p;
    lf_saddle_point at;
    lf_pair_mean mean; /* of the points since the last milestone */
    double *r, *M;     /* d: the reference; the mean direction */
    double eta, m;     /* step size; margin of dual=release, in the problem's alpha */
    size_t t;          /* steps made */
} pesg_state;

/* dual=release knows the problem: its v ends with a and b. */
static lf_status pesg_check(const pesg_params *p, const lf_oracle *o) {
    const lf_problem_info *info = lf_oracle_info(o);
    if (p->dual == PESG_GRADIENT || (info->auxiliary == 2 && info->domain_y.n == 1)) return LF_OK;
    return lf_fail(LF_UNSUPPORTED, "pesg: dual=release is of problems with one alpha and the class "
                                   "means a and b; choose auc, or set dual=gradient");
}

static lf_status pesg_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    pesg_state *s = state;
    lf_saddle_point *at = &s->at;
    s->p = *(const pesg_params *)params;
    s->eta = s->p.eta0;
    LF_TRY(pesg_check(&s->p, o));
    s->m = lf_oracle_info(o)->domain_y.kind == LF_DOMAIN_SPACE ? 0 : s->p.margin;
    LF_TRY(lf_saddle_point_init(at, o, x0, arena));
    LF_TRY(LF_VECTORS(arena, at->d, &s->r, &s->M));
    for (size_t i = 0; i < at->n; i++)
        at->alpha[i] = s->p.alpha0;
    lf_oracle_project_y(o, at->alpha);
    if (s->p.reference == PESG_START) lf_vec_copy(at->d, at->v, s->r);
    return lf_pair_mean_init(&s->mean, at->d, at->n, at->v, at->alpha, arena);
}

/* Does the step after t others begin a stage? At the first t that is no less than 1/2 or 3/4 of the
 * horizon. */
static bool pesg_milestone(const pesg_params *p, size_t t) {
    return p->horizon > 0 && t > 0 && (t == (p->horizon + 1) / 2 || t == (3 * p->horizon + 3) / 4);
}

/* grad_v (d) <- cut(grad_v) + lambda0 (v - r) + lambda v */
static void pesg_direction(pesg_state *s) {
    const pesg_params *p = &s->p;
    double *delta = s->at.grad_v;
    for (size_t j = 0; j < s->at.d; j++) {
        const double cut = fmin(fmax(delta[j], -p->clip), p->clip), v = s->at.v[j];
        delta[j] = cut + p->lambda0 * (v - s->r[j]) + p->lambda * v;
    }
}

static lf_status pesg_step(void *state, lf_oracle *o) {
    pesg_state *s = state;
    lf_saddle_point *at = &s->at;
    lf_batch batch;
    LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, 0, s->p.B, 1, &batch)); /* z_t */
    lf_vec_zero(at->d, at->grad_v);
    lf_vec_zero(at->n, at->grad_alpha);
    LF_TRY(lf_oracle_saddle(o, &batch, at->v, at->alpha, at->grad_v, at->grad_alpha));
    lf_oracle_regulariser(o, at->v, at->grad_v);
    if (pesg_milestone(&s->p, s->t)) {
        s->eta /= s->p.decay;
        lf_vec_copy(at->d, lf_pair_mean_point(&s->mean).w, s->r);
        lf_pair_mean_clear(&s->mean, at->v, at->alpha);
    }
    pesg_direction(s);
    const double beta = s->t++ > 0 ? s->p.beta : 1; /* the first direction as it is */
    lf_vec_axpby(at->d, beta, at->grad_v, 1 - beta, s->M);
    lf_vec_axpy(at->d, -s->eta, s->M, at->v);
    lf_oracle_project(o, at->v);
    if (s->p.dual == PESG_RELEASE) {
        const double a = at->v[at->d - 2], b = at->v[at->d - 1];
        at->grad_alpha[0] = 2 * (s->m + b - a) - 2 * at->alpha[0];
    }
    lf_vec_axpy(at->n, s->eta, at->grad_alpha, at->alpha);
    lf_oracle_project_y(o, at->alpha);
    lf_pair_mean_add(&s->mean, 1, at->v, at->alpha);
    return LF_OK;
}

LF_ITERATE(pesg, (lf_point){.w = s->at.v, .y = s->at.alpha});
LF_AVERAGE(pesg, lf_pair_mean_point(&s->mean));

static const lf_param pesg_table[] = {
    LF_REAL(pesg_params, eta0, 0.1, 0, 1e12, "step size of the first stage [x^2/f]"),
    LF_COUNT(pesg_params, B, 128, 0, 1e9, "samples of a batch; 0: all [samples]"),
    LF_REAL(pesg_params, beta, 0.9, 1e-12, 1,
            "weight of the new direction; a usual momentum of 0.9 is 0.1 [1]"),
    LF_REAL(pesg_params, lambda0, 2e-3, 0, 1e12, "weight of the pull to the reference [f/x^2]"),
    LF_REAL(pesg_params, lambda, 1e-5, 0, 1e12, "weight decay, of a and b too [f/x^2]"),
    LF_REAL(pesg_params, clip, 1, 1e-300, 1e300, "most of a coordinate of the gradient [f/x]"),
    LF_COUNT(pesg_params, horizon, 0, 0, 1e12,
             "length of the run, with milestones at 1/2 and 3/4 of it; 0: none [steps]"),
    LF_REAL(pesg_params, decay, 10, 1, 1e12, "what the step size is divided by there [1]"),
    LF_REAL(pesg_params, alpha0, 0, -1e12, 1e12, "alpha at the start"),
    /* of the authors' library */
    LF_CHOICE(pesg_params, dual, PESG_GRADIENT, "gradient|release",
              "step of alpha: along the slope, or as the library makes it"),
    LF_REAL(pesg_params, margin, 1, 1e-12, 1e6,
            "dual=release with surrogate=margin: m of the problem [h]"),
    LF_CHOICE(pesg_params, reference, PESG_START, "start|zero",
              "reference of the first stage: where v starts, or 0"),
    {0},
};

LF_ALGORITHM(pesg, .doc = "deep AUC: proximal steps around a reference, clipped, in three stages",
             .source = "Yuan, Yan, Sonka & Yang 2021, ICCV, arXiv:2012.03173, Algorithm 1",
             .when = "deep AUC is trained as people do it today: surrogate=margin, "
                     "batches=balanced, one loop, two drops of the step",
             .view = LF_VIEW_SADDLE, .average = pesg_average);
