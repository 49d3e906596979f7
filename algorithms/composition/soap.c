/**
 * @file soap.c
 * @brief SOAP: SOX for average precision, where all components of a step share one batch, which
 *        also holds their own rows. On the global contrastive loss it is SogCLR.
 *
 *     draw B rows; S: the components i whose own rows are among them
 *     u_i <- (1 - gam) u_i + gam g_i(w; B),   i in S
 *     G   <- (1/|S|) sum_{i in S} J_i(w; B)^T grad f_i(u_i)               with the new u_i
 *     w   <- Pi_X[step(w, G)]
 *
 * Component i is the i-th sample of the last stratum, and all components have the same samples.
 *
 * Source:    Qi, Luo, Xu, Ji & Yang 2021, NeurIPS, arXiv:2104.08736, SOAP, with the defaults of its
 *            authors' library LibAUC 2.0.1.
 * Deviation: rows are drawn with replacement, and one drawn twice is a component once. start=zero
 *            is the library's: at a row's first visit u_i is gam times too small, and its weight
 *            1/gam times too large. w is projected on X.
 * Cost:      a step draws B samples, and asks |S| B values and as many gradients: pairs; and B
 *            gradients of each objective, if the problem has any.
 * Memory:    2d + p doubles over p inner values, momentum d and Adam 2d more; n integers.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/sampling.h"
#include "algorithms/common/step_plan.h"
#include "algorithms/common/update.h"
#include "algorithms/composition/parts/tracker.h"

typedef struct {
    double eta;
    size_t B;
    lf_tracker_params u; /* gam' stays 0 */
    lf_update_params update;
    lf_step_plan schedule;
    int start; /* 0: first, 1: zero */
} soap_params;

typedef struct {
    soap_params p;
    lf_tracker u;
    lf_update update;
    size_t d, t;
    size_t *met;   /* n: the step that i was met in last, from 1 */
    double *w, *G; /* d */
    double *y, *g; /* most inner values of a component */
} soap_state;

/* Every component has the samples of the first one, in whose last stratum it has its own row: not
 * so one value under a logarithm, partial_auc's, which as many negative rows as positive ones
 * share. */
static lf_status soap_check(const lf_oracle *o) {
    const lf_problem_info *info = lf_oracle_info(o);
    const lf_components *all = &info->role[LF_ROLE_INNER];
    const lf_component *c = all->component;
    const bool apart = info->auxiliary > 0 || (c->outers == 1 && c->outer->kind == LF_OUTER_LOG);
    if (all->shared && !apart && c->strata > 0 && c->stratum[c->strata - 1] == all->count)
        return LF_OK;
    return lf_fail(LF_UNSUPPORTED, "soap: components have to share their samples, and to be the "
                                   "last of them; choose the problem average_precision or "
                                   "contrastive, or the method sox");
}

static lf_status soap_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    soap_state *s = state;
    soap_params *p = &s->p;
    *p = *(const soap_params *)params;
    s->d = lf_oracle_dim(o);
    p->u.start = p->start ? LF_TRACKER_ZERO : LF_TRACKER_FIRST;
    p->u.u = LF_TRACKER_NEW; /* the slopes are those at u as just moved */
    LF_TRY(soap_check(o));
    LF_TRY(lf_tracker_smooth(o));
    LF_TRY(lf_step_plan_check(&p->schedule));
    LF_TRY(lf_tracker_init(&s->u, &p->u, 1, o, arena));
    LF_TRY(lf_update_init(&s->update, &p->update, s->d, arena));
    LF_TRY(lf_arena_array(arena, s->u.n, sizeof *s->met, &s->met));
    LF_TRY(LF_POINTS(arena, s->d, &s->w, &s->G));
    LF_TRY(LF_VECTORS(arena, s->u.most, &s->y, &s->g));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    return lf_tracker_begin(&s->u, o, 0, s->w);
}

/* true: sample k of the batch is component *i's own row, met for the first time in this step. */
static lf_status soap_own(soap_state *s, lf_oracle *o, const lf_batch *B, size_t k, size_t *i,
                          bool *own) {
    const lf_component *c = lf_oracle_component(o, LF_ROLE_INNER, 0);
    const size_t before = c->samples - s->u.n;
    LF_TRY(lf_oracle_sample_number(o, B, k, i));
    *own = *i >= before && s->met[*i - before] != s->t;
    if (!*own) return LF_OK;
    *i -= before;
    s->met[*i] = s->t;
    return LF_OK;
}

/* G += J_i(w; B)^T grad f_i(u_i), after u_i has moved. */
static lf_status soap_add(soap_state *s, lf_oracle *o, const lf_batch *B, size_t i) {
    lf_batch lent;
    LF_TRY(lf_oracle_lend(o, B, LF_ROLE_INNER, i, &lent));
    LF_TRY(lf_oracle_value(o, &lent, s->w, s->g));
    lf_tracker_move(&s->u, i, s->g, NULL);
    lf_oracle_outer_subgradient(o, LF_ROLE_INNER, i, lf_tracker_at(&s->u, i), s->y);
    return lf_oracle_vjp(o, &lent, s->w, s->y, s->G);
}

static lf_status soap_step(void *state, lf_oracle *o) {
    soap_state *s = state;
    const double eta = s->p.eta * lf_step_plan_factor(&s->p.schedule, s->t++);
    size_t members = 0, i;
    lf_batch B;
    bool own;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_INNER, 0, s->p.B, &B));
    lf_vec_zero(s->d, s->G);
    for (size_t k = 0; k < s->p.B; k++) {
        LF_TRY(soap_own(s, o, &B, k, &i, &own));
        if (!own) continue;
        LF_TRY(soap_add(s, o, &B, i));
        members++;
    }
    lf_vec_scale(s->d, 1 / (double)members, s->G); /* strata give at least one */
    for (size_t j = 0; j < lf_oracle_info(o)->role[LF_ROLE_OBJECTIVE].count; j++) {
        LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, j, s->p.B, 1, &B));
        LF_TRY(lf_oracle_subgradient(o, &B, s->w, s->G));
    }
    lf_oracle_regulariser(o, s->w, s->G);
    lf_update_step(&s->update, eta, s->G, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

LF_ITERATE(soap, (lf_point){.w = s->w});

static const lf_param soap_table[] = {
    LF_REAL(soap_params, eta, 1e-3, 0, 1e12, "step size [momentum: x^2/f; adam: x]"),
    LF_COUNT(soap_params, B, 64, 2, 1e9, "rows of the batch that components share [samples]"),
    LF_TRACKER_GAM(soap_params, u, 0.9),
    LF_UPDATE_PARAMS(soap_params, update, 0.1),
    LF_CHOICE(soap_params, start, 0, "first|zero",
              "u starts at a component's first batch, or at 0"),
    LF_UPDATE_BEFORE(soap_params, update),
    LF_STEP_PLAN_PARAMS(soap_params, schedule),
    {0},
};

LF_ALGORITHM(
    soap, .doc = "average precision: SOX whose components share one batch of rows",
    .source = "Qi, Luo, Xu, Ji & Yang 2021, NeurIPS, arXiv:2104.08736, SOAP",
    .when =
        "average precision counts, or a global contrastive loss (as SogCLR): one batch serves all "
        "components whose rows are in it, where sox draws one for each",
    .view = LF_VIEW_COMPOSITION, .sparse = true);
