/**
 * @file cvar_dro.c
 * @brief Group DRO with CVaR: the mean of the worst share r of n group losses.
 *
 *     primal  min over (theta, s): s + (1/n) sum_g [L_g(theta) - s]_+ / r + (decay/2) |theta|^2
 *     dual    min over theta, max over q: sum_g q_g (L_g(theta) + (decay/2) |theta|^2),
 *             q >= 0, sum q = 1, q_g <= 1/(r n)
 *
 * L_g is the mean loss of a linear model or a network over group g: logistic on labels -1 and +1,
 * softmax on classes. The primal form is a composition in w = (theta, s): inner component g is L_g
 * - s under the hinge [z]_+ / r, and s and the decay are objectives known in closed form, which
 * cost nothing. The dual form is a minimax problem in w = theta; as the weights sum to 1, the decay
 * can be part of every group's loss. The forms differ in dimension, and one problem shows only one
 * of them: `form` says which. `cvar` and `gap` mean the same in both.
 *
 * Source:    Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, group DRO with CVaR.
 * Deviation: the paper prints a factor 1/n before the dual form's sum and the cap 1/(r n) as 1/k;
 *            the forms above are equal. Its networks are linear models here, or small
 *            ones (model=mlp).
 */
#include "problems/groups/parts/cvar_metrics.h"

#include <math.h>

#include <levelfield/vector.h>

#include "problems/groups/parts/cvar.h"
#include "problems/groups/parts/group_certify.h"

enum { CVAR_PRIMAL, CVAR_DUAL };

typedef struct {
    lf_group_minimax_params base; /* without a radius: theta is free */
    double r, decay;
    int form;
} cvar_params;

/* Those of the group-DRO papers, then what the papers on compositions count (docs/counters.md); the
 * objectives, known in closed form, cost nothing. */
static const lf_measure cvar_measures[] = {
    {"ev", "gradient.inner", "evaluations of a sample's gradient [samples]"},
    {"ev_cached", "samples.inner",
     "the same, where the second question about a draw, at the snapshot, is free [samples]"},
    {"draw", "samples.inner", "samples drawn [samples]"},
    {"val", "value.inner", "values of samples [samples]"},
    {"grad", "gradient.inner + jvp.inner",
     "gradients of samples and slopes along a direction [samples]"},
    {"cost", "val + grad", "values and gradients of samples [samples]"},
    {0},
};

static void cvar_describe_primal(lf_cvar *s, lf_problem_info *info) {
    const size_t m = info->role[LF_ROLE_INNER].count;
    for (size_t i = 0; i < m; i++)
        s->base.component[i].outer = &s->hinge;
    for (size_t k = 0; k < 2; k++)
        s->objective[k] = (lf_component){.outputs = 1, .outers = 1, .outer = &lf_outer_identity};
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){s->decay > 0 ? 2 : 1, s->objective};
    info->dim++;
    info->auxiliary = 1; /* s */
    info->domain_y = (lf_domain){0};
    info->views = 1u << LF_VIEW_COMPOSITION;
    info->views_mend = "set form=dual";
    if (info->G > 0) info->G = sqrt(info->G * info->G + 1); /* L_g - s */
}

static void cvar_describe_dual(const lf_cvar *s, lf_problem_info *info) {
    info->domain_y = lf_cvar_weights(info->role[LF_ROLE_INNER].count, s->r);
    if (s->decay > 0) info->G = 0; /* its gradient grows without end */
    info->views = 1u << LF_VIEW_GROUP_MINIMAX;
    info->views_mend = "set form=primal";
    if (info->L > 0) info->L += s->decay;
}

static lf_status cvar_init(void *state, const void *params, lf_problem_info *info) {
    const cvar_params *p = params;
    lf_cvar *s = state;
    LF_TRY(lf_group_minimax_init(&s->base, &p->base, false, info));
    s->r = p->r;
    s->decay = p->decay;
    s->dual = p->form == CVAR_DUAL;
    s->hinge = (lf_outer){.kind = LF_OUTER_HINGE, .p = 1, .scale = 1 / p->r};
    if (s->dual)
        cvar_describe_dual(s, info);
    else
        cvar_describe_primal(s, info);
    info->measures = cvar_measures;
    info->sparse = info->sparse && p->decay == 0; /* which has all of w as its gradient */
    info->domain = (lf_domain){.kind = LF_DOMAIN_SPACE, .n = info->dim};
    if (info->metrics > 0) info->metrics = LF_CVAR_PLAIN; /* those that do not rest on convexity */
    return LF_OK;
}

/* Objective k: s, or the decay. */
static void cvar_objective(const lf_cvar *s, size_t k, const double *w, const double *y, double *g,
                           double *grad) {
    const size_t d = s->base.table.task.model.dim;
    if (g) *g = k == 0 ? w[d] : s->decay / 2 * lf_vec_dot(d, w, w);
    if (!y || !grad) return;
    if (k == 0)
        grad[d] += *y;
    else
        lf_vec_axpy(d, *y * s->decay, w, grad);
}

/* What the form adds to each group's loss: -s, or the decay. A group without samples has the value
 * 0 and no gradient. */
static void cvar_add(const lf_cvar *s, const lf_samples *samples, const double *w, const double *y,
                     double *g, double *grad) {
    const size_t d = s->base.table.task.model.dim;
    const size_t groups = samples->component == LF_EVERY ? s->base.table.risk.m : 1;
    const double added = s->dual ? s->decay / 2 * lf_vec_dot(d, w, w) : -w[d];
    double weight = 0;
    for (size_t i = 0; i < groups; i++) {
        if (samples->per_stratum[i] == 0) continue;
        if (g) g[i] += added;
        if (y) weight += y[i];
    }
    if (!y || !grad) return;
    if (s->dual)
        lf_vec_axpy(d, weight * s->decay, w, grad);
    else
        grad[d] -= weight;
}

static lf_status cvar_evaluate(void *state, const lf_samples *samples, const double *w,
                               const double *y, double *g, double *grad) {
    const lf_cvar *s = state;
    if (samples->role == LF_ROLE_INNER) {
        LF_TRY(lf_group_minimax_evaluate(state, samples, w, y, g, grad));
        cvar_add(s, samples, w, y, g, grad);
        return LF_OK;
    }
    const bool every = samples->component == LF_EVERY;
    const size_t first = every ? 0 : samples->component;
    const size_t count = every && s->decay > 0 ? 2 : 1;
    for (size_t k = 0; k < count; k++)
        cvar_objective(s, first + k, w, y ? y + k : NULL, g ? g + k : NULL, grad);
    return LF_OK;
}

/* Those of the rows, and s. */
static void cvar_support(const void *state, const lf_samples *samples, lf_support *support) {
    const lf_cvar *s = state;
    if (samples->role == LF_ROLE_INNER) lf_group_minimax_support(state, samples, support);
    if (!s->dual) lf_support_add(support, s->base.table.task.model.dim);
}

static lf_status cvar_jvp(void *state, const lf_samples *samples, const double *w, const double *v,
                          double *jv) {
    const lf_cvar *s = state;
    const size_t d = s->base.table.task.model.dim;
    const double along = s->decay * lf_vec_dot(d, w, v); /* of the decay */
    if (samples->role != LF_ROLE_INNER) {
        *jv = samples->component == 0 ? v[d] : along;
        return LF_OK;
    }
    LF_TRY(lf_group_minimax_jvp(state, samples, w, v, jv));
    if (samples->n > 0) *jv += s->dual ? along : -v[d];
    return LF_OK;
}

static const lf_param cvar_table[] = {
    LF_GROUP_TABLE(cvar_params, base.groups, "synth30"),
    LF_REAL(cvar_params, r, 0.15, 1e-6, 1, "share of the groups whose mean loss counts"),
    LF_REAL(cvar_params, decay, 1e-3, 0, 1e6, "weight of |theta|^2 / 2"),
    LF_CHOICE(cvar_params, form, CVAR_PRIMAL, "primal|dual",
              "a composition in theta and s, or a minimax problem in theta and the weights"),
    LF_REAL(cvar_params, base.gap_tol, 1e-6, 1e-12, 1,
            "how far the certified optimum behind gap may be off"),
    {0},
};

const lf_problem_class lf_problem_cvar_dro = {
    .abi = LF_ABI,
    .name = "cvar_dro",
    .doc = "mean of the worst share of group losses, as a composition or with weights of groups",
    .source = "Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, group DRO with CVaR",
    .views = 1u << LF_VIEW_COMPOSITION | 1u << LF_VIEW_GROUP_MINIMAX,
    .params = cvar_table,
    .params_size = sizeof(cvar_params),
    .state_size = sizeof(lf_cvar),
    .metrics = lf_cvar_metrics,
    .every = true,
    .init = cvar_init,
    .release = lf_group_minimax_release,
    .evaluate = cvar_evaluate,
    .support = cvar_support,
    .jvp = cvar_jvp,
    .certify = lf_cvar_certify,
};
