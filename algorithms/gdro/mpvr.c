/**
 * @file mpvr.c
 * @brief MPVR: mirror-prox with variance reduction, one sample of the pool an iteration.
 *
 *     F = (1/N) sum_ij F_ij,   F_ij(w, q) = c_i q_i l(w; xi_ij)
 *
 * Source:    Alacaoglu & Malitsky 2022, the double loop for Bregman distances, with their weights
 *            1/K on the snapshot and averages of the primal and of the mirror points.
 * Deviation: the weights of importance sampling (the same for all groups) and the average of the
 *            half points as output are ours; b samples may share an iteration, K / b of which then
 *            make an epoch. The samples of an iteration that fall in one group are one draw of it.
 * Cost:      an epoch asks N + 2 b ceil(K/b) values and gradients, the N in its first step.
 * Memory:    7d + 15m doubles and 2m integers.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/pieces/mirror_vr.h"

enum { MPVR_UNIFORM, MPVR_IMPORTANCE };

typedef struct {
    int sampling;
    size_t K, b;
    double gamma, c, rho;
} mpvr_params;

typedef struct {
    mpvr_params p; /* with K the iterations of an epoch */
    lf_mirror_vr z;
    size_t k;      /* inner iteration */
    double tau;    /* step */
    size_t *upto;  /* m: group i has the tickets from upto[i-1] on, up to upto[i] */
    size_t *times; /* m: how many of the iteration's samples are in each group */
} mpvr_state;

/* The tickets of group i: n_i, or 1. A sample of it has weight c_i = all tickets / its tickets. */
static size_t mpvr_tickets(const mpvr_state *s, const lf_oracle *o, size_t i) {
    const bool pool = s->p.sampling == MPVR_UNIFORM;
    return pool ? lf_oracle_component(o, LF_ROLE_INNER, i)->samples : 1;
}

static lf_status mpvr_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    mpvr_state *s = state;
    s->p = *(const mpvr_params *)params;
    lf_minimax of;
    LF_TRY(lf_minimax_init(&of, s->p.rho, o));
    const size_t K = s->p.K > 0 ? s->p.K : of.N;
    s->p.K = (K + s->p.b - 1) / s->p.b;
    const bool pool = s->p.sampling == MPVR_UNIFORM;
    const double Lip =
        lf_minimax_lipschitz(&of, pool ? LF_MINIMAX_UNIFORM : LF_MINIMAX_IMPORTANCE, o);
    s->tau = s->p.c * s->p.gamma / (Lip * sqrt((double)s->p.K));
    LF_TRY(lf_arena_array(arena, of.m, sizeof *s->upto, &s->upto));
    LF_TRY(lf_arena_array(arena, of.m, sizeof *s->times, &s->times));
    for (size_t i = 0, sum = 0; i < of.m; i++)
        s->upto[i] = sum += mpvr_tickets(s, o, i);
    LF_TRY(lf_mirror_vr_init(&s->z, &of, arena));
    lf_mirror_vr_start(&s->z, o, LF_EVERY, x0);
    return LF_OK;
}

/* The group of a random ticket: the first whose upto is beyond it. */
static size_t mpvr_pick(const mpvr_state *s, lf_oracle *o) {
    size_t low = 0, high = s->z.of.m - 1;
    if (high == 0) return 0;
    const double ticket = lf_oracle_uniform(o) * (double)s->upto[high];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (ticket < (double)s->upto[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The mean over b samples of c_i (F'_ij(z_{k+1/2}) - F'_ij(z^s)). */
static lf_status mpvr_sample(mpvr_state *s, lf_oracle *o) {
    const size_t m = s->z.of.m, b = s->p.b;
    for (size_t i = 0; i < m; i++)
        s->times[i] = 0;
    for (size_t n = 0; n < b; n++)
        s->times[mpvr_pick(s, o)]++;
    for (size_t i = 0; i < m; i++) {
        if (s->times[i] == 0) continue;
        const double c_i = (double)s->upto[m - 1] / (double)mpvr_tickets(s, o, i);
        const double weight = c_i * (double)s->times[i] / (double)b;
        LF_TRY(lf_mirror_vr_group(&s->z, o, i, s->times[i], weight));
    }
    return LF_OK;
}

static lf_status mpvr_step(void *state, lf_oracle *o) {
    mpvr_state *s = state;
    const double alpha = 1 / (double)s->p.K; /* of the snapshot: their alpha is 1 - 1/K */
    if (s->k == 0) LF_TRY(lf_mirror_vr_snapshot(&s->z, o));
    lf_mirror_vr_half(&s->z, o, alpha, s->tau); /* z_{k+1/2} */
    LF_TRY(mpvr_sample(s, o));
    lf_mirror_vr_move(&s->z, o, alpha, s->tau); /* z_{k+1} */
    s->k = (s->k + 1) % s->p.K;
    return LF_OK;
}

static lf_point mpvr_iterate(const void *state) {
    return lf_mirror_vr_iterate(&((const mpvr_state *)state)->z);
}

static lf_point mpvr_average(const void *state) {
    return lf_mirror_vr_average(&((const mpvr_state *)state)->z);
}

static const lf_param mpvr_table[] = {
    LF_CHOICE(mpvr_params, sampling, MPVR_UNIFORM, "uniform|importance",
              "each sample as likely as the other, or each group"),
    LF_COUNT(mpvr_params, K, 0, 0, 1e9, "samples of an epoch; 0: N [samples]"),
    LF_COUNT(mpvr_params, b, 1, 1, 65536, "samples of an iteration [samples]"),
    LF_REAL(mpvr_params, gamma, 0.99, 1e-12, 1,
            "the step is c gamma / (L sqrt(ceil(K/b))) in the joint geometry [1]"),
    LF_REAL(mpvr_params, c, 1, 1e-12, 1e12, "times the step of the theory [1]"),
    LF_REAL(mpvr_params, rho, 1, 1e-12, 1e12, "times the step on w alone [1]"),
    {0},
};

const lf_algorithm lf_algorithm_mpvr = {
    .abi = LF_ABI,
    .name = "mpvr",
    .doc = "group DRO: variance-reduced mirror-prox, one sample of the pool at a time",
    .source = "Alacaoglu & Malitsky 2022, Bregman double loop",
    .view = LF_VIEW_GROUP_MINIMAX,
    .params = mpvr_table,
    .params_size = sizeof(mpvr_params),
    .state_size = sizeof(mpvr_state),
    .init = mpvr_init,
    .step = mpvr_step,
    .iterate = mpvr_iterate,
    .average = mpvr_average,
};
