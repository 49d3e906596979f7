/**
 * @file mero.c
 * @brief Two-stage ALEG for MERO: the largest excess risk R_i(w) - min R_i, the minima estimated.
 *
 * Stage 1 minimises each R_i alone and reads Rhat_i = R_i(wbar_i) off at the average; stage 2 is
 * ALEG on R_i - Rhat_i, which only shifts the risks of each snapshot.
 *
 * Source:    Yu, Cai, Jiang & Zhang 2024 (ICML), Section 5; both stages of S = ceil(T / sqrt(nbar))
 *            epochs.
 * Deviation: stage 2 has a T of its own, and by default no end but that of the budget: a method
 *            does not know its budget, so T says only how well the minima are known. For m = 1,
 *            where ln m = 0, the step of stage 1 is 1 / (L sqrt(5 K)) on w itself. K_i is nbar in
 *            the theorem, n_i in its proof: see lengths. All through stage 1 the start is judged.
 * Cost:      stage 1: S (n_i + 2 K_i) values and gradients for each group, and n_i values; an epoch
 *            of stage 2 as in aleg.
 * Memory:    14d + 15m + 15 doubles.
 */
#include "algorithms/group_minimax/aleg.h"

#include <math.h>

enum { MERO_MEAN, MERO_GROUP };

typedef struct {
    double T, T2;
    int lengths;
    double c1, c, rho;
} mero_params;

typedef struct {
    mero_params p;
    lf_aleg one;        /* stage 1: a group alone */
    lf_aleg all;        /* stage 2; until then at the start, with Rhat_i as its shift */
    size_t m, nbar;     /* groups; mean group size */
    size_t group;       /* which is minimised alone; m: stage 2 */
    size_t epochs, end; /* of what runs, whole ones so far; where it ends */
} mero_state;

/* What runs next: a group alone, or stage 2. */
static void mero_begin(mero_state *s, lf_oracle *o) {
    const mero_params *p = &s->p;
    const bool alone = s->group < s->m;
    lf_aleg *run = alone ? &s->one : &s->all;
    const double L = lf_minimax_lipschitz(&run->z.of, LF_MINIMAX_PER_GROUP, o);
    const double T = alone ? p->T : p->T2;
    run->K = s->nbar;
    if (alone && p->lengths == MERO_GROUP)
        run->K = lf_oracle_component(o, LF_ROLE_INNER, s->group)->samples;
    run->alpha = 1 / (double)run->K;
    run->eta = (alone ? p->c1 : p->c) / (L * sqrt(5 * (double)run->K));
    s->epochs = 0;
    s->end = T > 0 ? (size_t)ceil(T / sqrt((double)s->nbar)) : SIZE_MAX; /* S */
    if (alone) lf_aleg_start(run, o, s->group, s->all.z.w);
}

static lf_status mero_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    mero_state *s = state;
    s->p = *(const mero_params *)params;
    lf_minimax of, alone;
    LF_TRY(lf_minimax_init(&of, s->p.rho, o));
    s->m = of.m;
    s->nbar = lf_minimax_nbar(&of);
    alone = of;
    alone.m = 1;
    alone.c_w = of.R * of.R; /* rho is a matter of two blocks */
    alone.c_q = 0;
    LF_TRY(lf_aleg_init(&s->one, &alone, arena));
    LF_TRY(lf_aleg_init(&s->all, &of, arena));
    lf_aleg_start(&s->all, o, LF_EVERY, x0);
    mero_begin(s, o);
    return LF_OK;
}

static lf_status mero_step(void *state, lf_oracle *o) {
    mero_state *s = state;
    const bool alone = s->group < s->m;
    lf_aleg *run = alone ? &s->one : &s->all;
    lf_batch all;
    LF_TRY(lf_aleg_iteration(run, o)); /* of R_i alone, or of R - Rhat */
    if (run->k > 0 || ++s->epochs < s->end) return LF_OK;
    if (!alone) return LF_FINISHED;
    LF_TRY(lf_oracle_full(o, LF_ROLE_INNER, s->group, &all)); /* Rhat_i = R_i(wbar_i) */
    const double *wbar = lf_mirror_average(&run->z).w;
    LF_TRY(lf_oracle_value(o, &all, wbar, &s->all.shift[s->group]));
    s->group++;
    mero_begin(s, o);
    return LF_OK;
}

LF_ITERATE(mero, lf_mirror_iterate(&s->all.z));
LF_AVERAGE(mero, lf_mirror_average(&s->all.z));

static const lf_param mero_table[] = {
    LF_REAL(mero_params, T, 100, 1e-12, 1e9,
            "stage 1 has ceil(T / sqrt(nbar)) epochs for each group [1]"),
    /* ours */
    LF_REAL(mero_params, T2, 0, 0, 1e9,
            "the same for stage 2 (the paper: T); 0: until the budget is spent [1]"),
    LF_CHOICE(mero_params, lengths, MERO_MEAN, "mean|group",
              "inner iterations of an epoch of stage 1: the mean group size, or the group's own"),
    LF_REAL(mero_params, c1, 1, 1e-12, 1e12, "times the theory's step in stage 1 [1]"),
    LF_REAL(mero_params, c, 1, 1e-12, 1e12, "times the theory's step in stage 2 [1]"),
    LF_REAL(mero_params, rho, 1, 1e-12, 1e12, "times the step on w alone in stage 2 [1]"),
    {0},
};

LF_ALGORITHM(
    mero, .doc = "largest excess risk: the groups' minima first, then ALEG on what is above them",
    .source = "Yu, Cai, Jiang & Zhang 2024, Section 5",
    .when = "the groups' own noise differs: what counts is the excess over each group's "
            "minimum",
    .view = LF_VIEW_GROUP_MINIMAX, .average = mero_average);
