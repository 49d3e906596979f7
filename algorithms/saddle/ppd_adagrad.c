/**
 * @file ppd_adagrad.c
 * @brief PPD-AdaGrad: the stages of PPD-SG with dual averaging around the centre, each coordinate
 *        with a step size of its own. For deep AUC maximisation.
 *
 *     g = (dF/dv + (v - c)/gamma, -dF/dalpha) at u = (v, alpha)
 *     G_i <- G_i + g_i,  Q_i <- Q_i + g_i^2
 *     u_i <- c_i - eta_k G_i / (delta + sqrt(Q_i))      G = Q = 0 at the start of every stage
 *
 * A stage has T_k points, as in the experiments; or, as in the theory, it ends at the first t with
 *
 *     t >= M_k max( s max(1, 8 Lt^2) / c', 2 c' (sum_i sqrt(Q_i) + N s) )
 *     s = delta + max_i sqrt(Q_i),  c' = 1/sqrt(N),  N = d + n coordinates in u
 *
 * Source:    Liu, Yuan, Ying & Yang 2020, ICLR, Algorithms 2 and 3, the minimisation of Algorithm 3
 *            in closed form; delta of the released code.
 * Deviation: u_1 is the centre (the loop as printed reads u_1 but defines u_0). Batches of B. The
 *            theory is a choice of parameters: growth = e^(r/2), M = 4 c' / (L eta0), m_growth =
 *            e^r, with r, L and m as there; t counts the points of the mean, as T_k does. A point
 *            outside a domain is projected as Euclid does, whatever Q is. dual_start, what is
 *            judged, the regulariser and how samples are drawn: as in ppd_sg.c.
 * Cost:      a step asks B gradients; the last step of a stage also m_k values, and B
 *            values more wherever those cannot tell; with dual_start=estimate the last step of
 *            pretraining also B values, or the start where there is none.
 * Memory:    6d + 6n doubles, and 2 for each output of the plain objective; n is the length of
 *            alpha.
 */
#include "algorithms/saddle/ppd_sg.h"

#include <math.h>

#include <levelfield/math.h>

#include "algorithms/common/sampling.h"
#include "algorithms/saddle/parts/respond.h"

enum { PPD_ADAGRAD_PLANNED, PPD_ADAGRAD_DATA };

typedef struct {
    lf_stage_params stage;
    lf_ppd_params ppd;
    double delta;
    int stage_end;
    double M, Lt; /* stage_end=data: M_1; Lipschitz constant of h */
} ppd_adagrad_params;

typedef struct {
    double delta, M, Lt;
    int stage_end;
    lf_ppd of;
    double *G, *Q;             /* d */
    double *G_alpha, *Q_alpha; /* n */
} ppd_adagrad_state;

static lf_status ppd_adagrad_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                  lf_arena *arena) {
    ppd_adagrad_state *s = state;
    const ppd_adagrad_params *p = params;
    s->delta = p->delta;
    s->stage_end = p->stage_end;
    s->M = p->M;
    s->Lt = p->Lt;
    LF_TRY(lf_ppd_init(&s->of, &p->ppd, &p->stage, o, x0, arena));
    LF_TRY(LF_VECTORS(arena, s->of.at.d, &s->G, &s->Q));
    return LF_VECTORS(arena, s->of.at.n, &s->G_alpha, &s->Q_alpha);
}

/* One block u (n) around its centre c; no overlap, 7n flops. */
static void ppd_adagrad_block(const ppd_adagrad_state *s, size_t n, const double *restrict g,
                              const double *restrict c, double *restrict G, double *restrict Q,
                              double *restrict u) {
    const double eta = s->of.stage.eta, delta = s->delta;
    for (size_t i = 0; i < n; i++) {
        G[i] += g[i];
        Q[i] += g[i] * g[i];
        u[i] = c[i] - eta * G[i] / (delta + sqrt(Q[i]));
    }
}

/* *sum, *most <- with sqrt(Q_i), i < n */
static void ppd_adagrad_roots(size_t n, const double *Q, double *sum, double *most) {
    for (size_t i = 0; i < n; i++) {
        const double root = sqrt(Q[i]);
        *sum += root;
        *most = fmax(*most, root);
    }
}

/* Does the theory's stage end here? */
static bool ppd_adagrad_enough(const ppd_adagrad_state *s) {
    const lf_stage *stage = &s->of.stage;
    const double N = (double)(s->of.at.d + s->of.at.n), c = 1 / sqrt(N);
    const double M = s->M * lf_pow(stage->p.growth, (double)(stage->k - 1));
    double sum = 0, most = 0;
    ppd_adagrad_roots(s->of.at.d, s->Q, &sum, &most);
    ppd_adagrad_roots(s->of.at.n, s->Q_alpha, &sum, &most);
    const double widest = s->delta + most;
    const double centre = widest * fmax(1, 8 * s->Lt * s->Lt) / c;
    return (double)stage->t >= M * fmax(centre, 2 * c * (sum + N * widest));
}

static lf_status ppd_adagrad_step(void *state, lf_oracle *o) {
    ppd_adagrad_state *s = state;
    lf_ppd *of = &s->of;
    lf_saddle_point *at = &of->at;
    lf_stage *stage = &of->stage;
    lf_batch batch;
    if (of->pretrained < of->p.pretrain) return lf_ppd_pretrain(of, o);

    LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, 0, of->p.B, 1, &batch)); /* z_t */
    lf_vec_zero(at->d, at->grad_v);
    lf_vec_zero(at->n, at->grad_alpha);
    LF_TRY(lf_oracle_saddle(o, &batch, at->v, at->alpha, at->grad_v, at->grad_alpha));
    lf_oracle_regulariser(o, at->v, at->grad_v);
    lf_stage_pull(stage, at->v, at->grad_v); /* + (v - c) / gamma */
    lf_vec_scale(at->n, -1, at->grad_alpha); /* alpha ascends */
    ppd_adagrad_block(s, at->d, at->grad_v, stage->c, s->G, s->Q, at->v);
    ppd_adagrad_block(s, at->n, at->grad_alpha, stage->c_alpha, s->G_alpha, s->Q_alpha, at->alpha);
    lf_oracle_project(o, at->v);
    lf_oracle_project_y(o, at->alpha);
    const bool planned = lf_stage_add(stage, at->v, at->alpha);
    if (s->stage_end == PPD_ADAGRAD_DATA ? !ppd_adagrad_enough(s) : !planned) return LF_OK;

    const size_t m_k = lf_ppd_samples(of, o); /* the end of stage k */
    lf_stage_close(stage);                    /* c = mean of its points */
    LF_TRY(lf_respond_best(o, m_k, of->p.B, stage->c, at->alpha));
    lf_stage_begin(stage, o, stage->c, at->alpha);
    lf_vec_copy(at->d, stage->c, at->v);
    lf_vec_zero(at->d, s->G);
    lf_vec_zero(at->d, s->Q);
    lf_vec_zero(at->n, s->G_alpha);
    lf_vec_zero(at->n, s->Q_alpha);
    return LF_OK;
}

LF_ITERATE(ppd_adagrad, lf_stage_point(&s->of.stage, s->of.at.v, s->of.at.alpha));
LF_AVERAGE(ppd_adagrad, lf_pair_mean_point(&s->of.stage.mean));

static const lf_param ppd_adagrad_table[] = {
    LF_STAGE_GEOMETRIC_PARAMS(ppd_adagrad_params, stage, 200),
    LF_REAL(ppd_adagrad_params, delta, 0.5, 1e-300, 1e12,
            "added to the root of the sum of squares [f/x]"),
    LF_CHOICE(ppd_adagrad_params, stage_end, PPD_ADAGRAD_PLANNED, "planned|data",
              "a stage ends after T0 growth^(k-1) points, or when the gradients in it say so"),
    LF_REAL(ppd_adagrad_params, M, 1, 0, 1e12,
            "data: stage k lasts M growth^(k-1) times what they say [x/f]"),
    LF_REAL(ppd_adagrad_params, Lt, 0.25, 0, 1e12, "data: Lipschitz constant of the score h [1/x]"),
    LF_PPD_PARAMS(ppd_adagrad_params, ppd),
    LF_STAGE_GEOMETRIC_OUTPUT(ppd_adagrad_params, stage),
    /* ours */
    LF_PPD_DUAL_START(ppd_adagrad_params, ppd),
    {0},
};

LF_ALGORITHM(ppd_adagrad, .doc = "deep AUC: proximal primal-dual AdaGrad in stages",
             .source = "Liu, Yuan, Ying & Yang 2020, ICLR, Algorithms 2 and 3",
             .when = "coordinates differ much in scale; else as ppd_sg", .view = LF_VIEW_SADDLE,
             .average = ppd_adagrad_average);
