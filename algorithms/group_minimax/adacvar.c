/**
 * @file adacvar.c
 * @brief AdaCVaR: plain gradient steps on groups that are drawn where the losses are large.
 *
 *     draw i with probability p_i / k, B1 times, and B2 samples of each;   l_i = L_i(w; B_i)
 *     w    <- Pi_X[step(w, (1/B1) sum_i grad L_i(w; B_i))]
 *     ln lam_i <- ln lam_i - eta_q (1 - clip(l_i / lmax, 0, 1)) / p_i      both from the old (w, p)
 *     p    <- the set {0 <= p_i <= 1, sum p = k}, k = r n:
 *             fermi  p_i = 1 / (1 + exp(-ln lam_i - nu)), nu such that sum p = k
 *             kl     p_i = min(1, c lam_i)
 *
 * q = p / k is in the set of weights of CVaR, none above 1/(r n): the draw plays the worst share of
 * the losses by a k-subset bandit, and no loss is weighed or cut off.
 *
 * Source:    Curi, Levy, Jegelka & Krause 2020, NeurIPS, arXiv:1910.12511. fermi is the sampler of
 *            their code: the Bregman projection of sum p ln p + (1 - p) ln(1 - p); kl the nearest
 *            by Kullback-Leibler.
 * Deviation: a group of one row is the paper's sample; a larger one is asked for B2 samples. As in
 *            their code a batch is drawn independently, with replacement. lmax scales the loss in
 *            the step of p alone. r = 0 takes r from the cap on the problem's weights.
 * Cost:      a step asks B1 B2 values and as many gradients, at the same samples.
 * Memory:    3d + 2n doubles, B1 integers and numbers, and what `update` has.
 */
#include <levelfield/algorithm.h>
#include <levelfield/math.h>

#include <math.h>

#include "algorithms/common/averaged.h"
#include "algorithms/common/sampling.h"
#include "algorithms/group_minimax/parts/capped.h"
#include "algorithms/group_minimax/parts/entropy.h"

enum { ADACVAR_FERMI, ADACVAR_KL };

typedef struct {
    double r, eta_q, lmax;
    size_t B1, B2; /* draws of a step; samples of each */
    int projection;
    lf_averaged_params at;
} adacvar_params;

typedef struct {
    adacvar_params p; /* with r > 0 */
    size_t n;
    double k; /* r n, 1 <= k <= n */
    lf_averaged at;
    size_t *drawn;  /* B1 */
    double *loss;   /* B1 */
    double *la, *q; /* n: ln lam; p / k */
} adacvar_state;

/* q <- p at nu; *slope <- d sum p / d nu. Returns sum p. */
static double adacvar_fermi_at(adacvar_state *s, double nu, double *slope) {
    double sum = *slope = 0;
    for (size_t i = 0; i < s->n; i++) {
        s->q[i] = 1 / (1 + lf_exp(-s->la[i] - nu));
        sum += s->q[i];
        *slope += s->q[i] * (1 - s->q[i]);
    }
    return sum;
}

/* Newton's steps for sum p = k, or halving where one leaves the bracket. With the largest ln lam at
 * logit(k/n) no p is above k/n, and with the least one there none is below; it is infinite where
 * k = n, and all p are 1. */
static void adacvar_fermi(adacvar_state *s) {
    enum { MOST = 200 }; /* far more than it takes */
    const double share = s->k / (double)s->n, middle = lf_log(share / (1 - share));
    double low = INFINITY, high = -INFINITY, slope;
    for (size_t i = 0; i < s->n; i++) {
        low = fmin(low, middle - s->la[i]);
        high = fmax(high, middle - s->la[i]);
    }
    double nu = low;
    for (size_t j = 0; j < MOST; j++) {
        const double off = adacvar_fermi_at(s, nu, &slope) - s->k;
        if (fabs(off) <= 1e-14 * s->k) break;
        *(off < 0 ? &low : &high) = nu;
        nu -= off / slope;
        if (!(nu > low && nu < high)) nu = low + (high - low) / 2;
        if (!(nu > low && nu < high)) break; /* doubles have no middle any more */
    }
    lf_vec_scale(s->n, 1 / s->k, s->q);
}

/* q of ln lam */
static void adacvar_weights(adacvar_state *s) {
    if (s->p.projection == ADACVAR_KL) {
        lf_vec_copy(s->n, s->la, s->q);
        lf_entropy_cap(s->n, 1 / s->k, s->q);
        lf_entropy_weights(s->n, s->q, s->q);
    } else {
        adacvar_fermi(s);
    }
}

static lf_status adacvar_init(void *state, const void *params, lf_oracle *o, const double *x0,
                              lf_arena *arena) {
    adacvar_state *s = state;
    s->p = *(const adacvar_params *)params;
    s->n = lf_oracle_info(o)->role[LF_ROLE_INNER].count;
    LF_TRY(lf_capped_share(lf_oracle_info(o), &s->p.r));
    s->k = fmax(s->p.r * (double)s->n, 1);
    LF_TRY(lf_averaged_init(&s->at, &s->p.at, o, x0, arena));
    LF_TRY(lf_arena_array(arena, s->p.B1, sizeof *s->drawn, &s->drawn));
    LF_TRY(lf_arena_vector(arena, s->p.B1, &s->loss));
    LF_TRY(LF_VECTORS(arena, s->n, &s->la, &s->q));
    adacvar_weights(s);
    return LF_OK;
}

static lf_status adacvar_step(void *state, lf_oracle *o) {
    adacvar_state *s = state;
    lf_averaged *at = &s->at;
    const double each = 1 / (double)s->p.B1;
    lf_vec_zero(at->d, at->G);
    for (size_t j = 0; j < s->p.B1; j++) { /* i ~ p / k; G = (1/B1) sum grad L_i(w; B_i) */
        lf_batch batch;
        s->drawn[j] = lf_entropy_draw(s->n, s->q, lf_oracle_uniform(o));
        LF_TRY(lf_sampling_draw(o, LF_ROLE_INNER, s->drawn[j], s->p.B2, 1, &batch));
        LF_TRY(lf_oracle_value_vjp(o, &batch, at->w, &each, &s->loss[j], at->G));
    }
    lf_oracle_regulariser(o, at->w, at->G);
    lf_averaged_move(at, o);               /* w <- Pi_X[step(w, G)] */
    for (size_t j = 0; j < s->p.B1; j++) { /* ln lam_i -= eta_q (1 - l) / p_i */
        const size_t i = s->drawn[j];
        const double l = fmin(fmax(s->loss[j] / s->p.lmax, 0), 1);
        s->la[i] -= s->p.eta_q * (1 - l) / (s->k * s->q[i]);
    }
    adacvar_weights(s);
    return LF_OK;
}

LF_ITERATE(adacvar, (lf_point){.w = s->at.w, .y = s->q});
LF_AVERAGE(adacvar, (lf_point){.w = s->at.mean.mean, .y = s->q});

static const lf_param adacvar_table[] = {
    LF_REAL(adacvar_params, r, 0, 0, 1,
            "share of the losses that counts; 0: of the problem's cap [1]"),
    LF_AVERAGED_ETA(adacvar_params, at),
    LF_REAL(adacvar_params, eta_q, 0.01, 0, 1e12, "step size on the logarithms of the weights [1]"),
    LF_REAL(adacvar_params, lmax, 2, 1e-300, 1e12,
            "loss that counts as 1, more is cut; softmax on C classes: 2 ln C [l]"),
    LF_CHOICE(adacvar_params, projection, ADACVAR_FERMI, "fermi|kl",
              "how weights are brought to their sum: the code's, or as in a mirror step"),
    LF_COUNT(adacvar_params, B1, 8, 1, 1e9, "groups drawn in a step, one may come twice [1]"),
    LF_COUNT(adacvar_params, B2, 8, 0, 1e9, "samples of each of them; 0: all [samples]"),
    LF_AVERAGED_PARAMS(adacvar_params, at, 1),
    {0},
};

LF_ALGORITHM(adacvar, .doc = "CVaR: gradient steps on groups drawn where losses are large",
             .source = "Curi, Levy, Jegelka & Krause 2020, NeurIPS, arXiv:1910.12511",
             .when =
                 "the worst share of very many groups, or of rows that are groups, is to count, "
                 "and a weight for each can be kept",
             .view = LF_VIEW_GROUP_MINIMAX, .average = adacvar_average, .sparse = true);
