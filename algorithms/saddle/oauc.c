/**
 * @file oauc.c
 * @brief OAUC (SOLAM): online primal-dual steps of length eta0 / sqrt(t), without stages.
 *
 *     mean <- step-weighted mean of the points (v, alpha) before their updates
 *     v <- v - gam_t dF/dv,  alpha <- alpha + gam_t dF/dalpha,  gam_t = eta0 / sqrt(t)
 *     |a|, |b| <= kappa R,  |alpha| <= 2 kappa R,  mode=linear: |w|_2 <= R
 *
 * mode=linear is the original method, for scores w.x of rows no longer than kappa, with B = 1;
 * mode=network the baseline of the deep AUC paper, where scores are at most kappa = 1 = R.
 *
 * Source:    Ying, Wen & Lyu 2016, NIPS, with start and averaging of its authors' code; network
 *            mode: Liu, Yuan, Ying & Yang 2020, ICLR, which states no details.
 * Deviation: a and b are clipped on both sides (that code: from above only). Whether p is known or
 *            estimated is the problem's affair (p_mode); p_mode=online is that code's estimate,
 *            which takes in a batch before its gradient.
 * Cost:      a step asks B gradients.
 * Memory:    3d + 3n doubles; n is the length of alpha.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/common/pair_mean.h"
#include "algorithms/common/sampling.h"
#include "algorithms/saddle/parts/saddle_point.h"

enum { OAUC_NETWORK, OAUC_LINEAR };
enum { OAUC_ONES, OAUC_X0 };

typedef struct {
    double eta0, R, kappa;
    size_t B;
    int mode, start;
} oauc_params;

typedef struct {
    oauc_params p;
    lf_saddle_point at;
    lf_pair_mean mean;
    lf_domain w, ab, alpha; /* sets of the three parts, w first in v */
    size_t t;               /* steps made */
} oauc_state;

/* With mode=network the set of w is that of the problem alone. */
static void oauc_sets(oauc_state *s, size_t auxiliary) {
    const double reach = s->p.kappa * s->p.R;
    const size_t d = s->at.d;
    const lf_domain_kind kind = s->p.mode == OAUC_LINEAR ? LF_DOMAIN_BALL : LF_DOMAIN_SPACE;
    s->w = (lf_domain){.kind = kind, .n = d - auxiliary, .radius = s->p.R};
    s->ab = (lf_domain){.kind = LF_DOMAIN_BOX, .n = auxiliary, .lower = -reach, .upper = reach};
    s->alpha =
        (lf_domain){.kind = LF_DOMAIN_BOX, .n = s->at.n, .lower = -2 * reach, .upper = 2 * reach};
}

static void oauc_project(oauc_state *s) {
    lf_domain_project(&s->w, s->at.v);
    lf_domain_project(&s->ab, s->at.v + s->w.n);
    lf_domain_project(&s->alpha, s->at.alpha);
}

/* w = R/sqrt(d) (1, ..., 1), a = b = R, alpha = 2R */
static void oauc_start_ones(oauc_state *s, lf_oracle *o) {
    const double R = s->p.R;
    for (size_t i = 0; i < s->at.d; i++)
        s->at.v[i] = i < s->w.n ? R / sqrt((double)s->w.n) : R;
    for (size_t i = 0; i < s->at.n; i++)
        s->at.alpha[i] = 2 * R;
    oauc_project(s);
    lf_oracle_project(o, s->at.v);
    lf_oracle_project_y(o, s->at.alpha);
}

static lf_status oauc_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    oauc_state *s = state;
    lf_saddle_point *at = &s->at;
    s->p = *(const oauc_params *)params;
    LF_TRY(lf_saddle_point_init(at, o, x0, arena));
    oauc_sets(s, lf_oracle_info(o)->auxiliary);
    if (s->p.mode == OAUC_LINEAR && s->p.start == OAUC_ONES) oauc_start_ones(s, o);
    return lf_pair_mean_init(&s->mean, at->d, at->n, at->v, at->alpha, arena);
}

static lf_status oauc_step(void *state, lf_oracle *o) {
    oauc_state *s = state;
    lf_saddle_point *at = &s->at;
    const double gam = s->p.eta0 / sqrt((double)++s->t);
    lf_batch batch;
    LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, 0, s->p.B, 1, &batch)); /* z_t */
    lf_vec_zero(at->d, at->grad_v);
    lf_vec_zero(at->n, at->grad_alpha);
    LF_TRY(lf_oracle_saddle(o, &batch, at->v, at->alpha, at->grad_v, at->grad_alpha));
    lf_oracle_regulariser(o, at->v, at->grad_v);
    lf_pair_mean_add(&s->mean, gam, at->v, at->alpha); /* the point before its update */
    lf_vec_axpy(at->d, -gam, at->grad_v, at->v);
    lf_vec_axpy(at->n, gam, at->grad_alpha, at->alpha);
    lf_oracle_project(o, at->v);
    lf_oracle_project_y(o, at->alpha);
    oauc_project(s); /* bounds of w, of a and b, and of alpha */
    return LF_OK;
}

LF_ITERATE(oauc, (lf_point){.w = s->at.v, .y = s->at.alpha});
LF_AVERAGE(oauc, lf_pair_mean_point(&s->mean));

static const lf_param oauc_table[] = {
    LF_REAL(oauc_params, eta0, 0.1, 1e-300, 1e12, "step size of step 1, zeta of SOLAM [x^2/f]"),
    LF_REAL(oauc_params, R, 1, 1e-300, 1e12, "bound of w, and with kappa of a, b and alpha [x]"),
    LF_REAL(oauc_params, kappa, 1, 1e-300, 1e12, "bound of a row's length, or of scores at R = 1"),
    /* ours */
    LF_CHOICE(oauc_params, mode, OAUC_NETWORK, "network|linear",
              "bounds of a, b and alpha alone, or the original method for w.x"),
    LF_COUNT(oauc_params, B, 32, 0, 1e9, "samples of a batch; 0: all [samples]"),
    LF_CHOICE(oauc_params, start, OAUC_ONES, "ones|x0",
              "linear: start at w = R/sqrt(d), a = b = R, alpha = 2R, or at the problem's"),
    {0},
};

LF_ALGORITHM(oauc, .doc = "online AUC maximisation: primal-dual steps of length 1/sqrt(t)",
             .source = "Ying, Wen & Lyu 2016, NIPS; Liu, Yuan, Ying & Yang 2020, ICLR",
             .when = "rows come once, as a stream, and no stage can be planned",
             .view = LF_VIEW_SADDLE, .average = oauc_average);
