/**
 * @file pga.c
 * @brief PGA: proximally guided stochastic gradient descent-ascent, stages of T0 k^2 steps of
 *        length eta0 / k, each ended at the means of both blocks.
 *
 *     v <- P_R1(v - eta_k (dF/dv + (v - c)/gamma))
 *     alpha <- P_R2(alpha + eta_k dF/dalpha)       both from the old (v, alpha)
 *
 * Source:    Rafique, Liu, Lin & Yang 2018, as restated in Liu, Yuan, Ying & Yang 2020, ICLR,
 *            Algorithm 1.
 * Deviation: batches of B. R1 bounds |v|_2 and R2 each |alpha_i|; they are to be large enough never
 *            to bind, and with bounds=fail a run that is done shows that they never did. The
 *            current point is judged by default, as in the experiments; output=random is the
 *            theory's, uniform among the whole stages.
 * Cost:      a step asks B gradients.
 * Memory:    4d + 4n doubles, output=random 5d + 5n; n is the length of alpha.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/common/sampling.h"
#include "algorithms/saddle/parts/saddle_point.h"
#include "algorithms/saddle/parts/stage.h"

enum { PGA_CLIP, PGA_FAIL };

typedef struct {
    lf_stage_params stage;
    size_t B;
    double R1, R2;
    int bounds;
} pga_params;

typedef struct {
    pga_params p;
    lf_saddle_point at;
    lf_stage stage;
} pga_state;

static lf_status pga_init(void *state, const void *params, lf_oracle *o, const double *x0,
                          lf_arena *arena) {
    pga_state *s = state;
    lf_saddle_point *at = &s->at;
    s->p = *(const pga_params *)params;
    LF_TRY(lf_saddle_point_init(at, o, x0, arena));
    return lf_stage_init(&s->stage, &s->p.stage, LF_STAGE_QUADRATIC, at->d, at->n, at->v, at->alpha,
                         arena);
}

/* bounds=fail: a point out of its bounds ends the run. */
static lf_status pga_check(const pga_state *s) {
    const double norm = lf_vec_norm(s->at.d, s->at.v);
    double most = 0;
    for (size_t i = 0; i < s->at.n; i++)
        most = fmax(most, fabs(s->at.alpha[i]));
    if (norm > s->p.R1)
        return lf_fail(LF_DIVERGED,
                       "pga: |v| = %.6g is more than R1 = %g, which is to bind nowhere; raise R1, "
                       "or set bounds=clip",
                       norm, s->p.R1);
    if (most > s->p.R2)
        return lf_fail(LF_DIVERGED,
                       "pga: |alpha| = %.6g is more than R2 = %g, which is to bind nowhere; raise "
                       "R2, or set bounds=clip",
                       most, s->p.R2);
    return LF_OK;
}

static void pga_project(pga_state *s) {
    const lf_domain ball = {.kind = LF_DOMAIN_BALL, .n = s->at.d, .radius = s->p.R1};
    const lf_domain box = {
        .kind = LF_DOMAIN_BOX, .n = s->at.n, .lower = -s->p.R2, .upper = s->p.R2};
    lf_domain_project(&ball, s->at.v);
    lf_domain_project(&box, s->at.alpha);
}

static lf_status pga_step(void *state, lf_oracle *o) {
    pga_state *s = state;
    lf_saddle_point *at = &s->at;
    lf_stage *stage = &s->stage;
    lf_batch batch;
    LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, 0, s->p.B, 1, &batch)); /* z_t */
    lf_vec_zero(at->d, at->grad_v);
    lf_vec_zero(at->n, at->grad_alpha);
    LF_TRY(lf_oracle_saddle(o, &batch, at->v, at->alpha, at->grad_v, at->grad_alpha));
    lf_oracle_regulariser(o, at->v, at->grad_v);
    lf_stage_pull(stage, at->v, at->grad_v); /* + (v - c) / gamma */
    lf_vec_axpy(at->d, -stage->eta, at->grad_v, at->v);
    lf_vec_axpy(at->n, stage->eta, at->grad_alpha, at->alpha);
    lf_oracle_project(o, at->v);
    lf_oracle_project_y(o, at->alpha);
    if (s->p.bounds == PGA_FAIL) LF_TRY(pga_check(s));
    pga_project(s);
    if (!lf_stage_add(stage, at->v, at->alpha)) return LF_OK; /* to the mean; t < T_k */
    lf_stage_close(stage);                                    /* c, c_alpha = means of stage k */
    lf_vec_copy(at->d, stage->c, at->v);
    lf_vec_copy(at->n, stage->c_alpha, at->alpha);
    lf_stage_begin(stage, o, stage->c, stage->c_alpha);
    return LF_OK;
}

LF_ITERATE(pga, lf_stage_point(&s->stage, s->at.v, s->at.alpha));
LF_AVERAGE(pga, lf_pair_mean_point(&s->stage.mean));

static const lf_param pga_table[] = {
    LF_STAGE_PARAMS(pga_params, stage, 200, 1),
    LF_COUNT(pga_params, B, 32, 0, 1e9, "samples of a batch; 0: all [samples]"),
    LF_REAL(pga_params, R1, 1e4, 1e-300, 1e300, "largest norm of v [x]"),
    LF_REAL(pga_params, R2, 10, 1e-300, 1e300, "largest size of a coordinate of alpha"),
    LF_CHOICE(pga_params, stage.output, LF_STAGE_ITERATE, "iterate|centre|random",
              "what is judged: the current point, the last centre, or one of all centres"),
    /* ours */
    LF_CHOICE(pga_params, bounds, PGA_CLIP, "clip|fail",
              "a point beyond R1 or R2 is projected, or ends the run"),
    {0},
};

LF_ALGORITHM(pga, .doc = "proximally guided stochastic gradient descent-ascent in stages",
             .source = "Rafique et al. 2018; Liu, Yuan, Ying & Yang 2020, ICLR, Algorithm 1",
             .when = "the saddle form is weakly convex and concave, and plain stages are enough; "
                     "the baseline of ppd_sg",
             .view = LF_VIEW_SADDLE, .average = pga_average, .sparse = true);
