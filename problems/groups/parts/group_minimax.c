/**
 * @file group_minimax.c
 * @brief A table of groups as a problem: one component for each, a ball, a simplex.
 */
#include "problems/groups/parts/group_minimax.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The measures of the group-DRO papers; docs/counters.md says what methods make of them. */
static const lf_measure minimax_measures[] = {
    {"ev", "gradient.inner", "evaluations of a sample's gradient [samples]"},
    {"ev_cached", "samples.inner",
     "the same, where the second question about a draw, at the snapshot, is free [samples]"},
    {0},
};

/* a1a .. a9a and the raw set behind them */
static bool minimax_is_adult(const char *name) {
    const bool libsvm = name[0] == 'a' && isdigit((unsigned char)name[1]) && name[2] == 'a';
    return (libsvm && name[3] == '\0') || strcmp(name, "adult") == 0;
}

/* No paper gives radii: these are large enough to fit the data, small enough to bound it. Of the
 * weights of a network there is nothing to say: 0, the whole space. */
static double minimax_radius(const lf_group_table *table, double radius) {
    const lf_data *data = table->task.data;
    if (radius > 0) return radius;
    if (!lf_model_linear(&table->task.model)) return 0;
    if (data->pixel) return 100;
    return minimax_is_adult(data->name) ? 5 : 1;
}

static lf_status minimax_components(lf_group_minimax *s) {
    const lf_partition *train = &s->table.train;
    s->component = calloc(train->m + 1, sizeof *s->component);
    if (!s->component) return lf_fail(LF_NO_MEMORY, "no memory for %zu groups", train->m);
    for (size_t i = 0; i < train->m; i++) {
        const size_t n_i = train->start[i + 1] - train->start[i];
        s->component[i] = lf_component_mean(1, n_i, &lf_outer_identity);
    }
    return lf_part_list_groups(&s->parts, &s->table);
}

static void minimax_describe(lf_group_minimax *s, lf_problem_info *info) {
    const size_t m = s->table.train.m;
    lf_task_describe(&s->table.task, info);
    info->role[LF_ROLE_INNER] = (lf_components){m, s->component};
    if (s->common.of.radius > 0) {
        info->domain.kind = LF_DOMAIN_BALL;
        info->domain.radius = s->common.of.radius;
    }
    info->domain_y = (lf_domain){.kind = LF_DOMAIN_SIMPLEX, .n = m, .upper = 1};
    info->sparse = lf_model_sparse(&s->table.task.model);
    info->n = s->table.train.start[m];
    if (lf_model_linear(&s->table.task.model)) {
        info->rho_f = info->rho_g = 0; /* convex */
    } else {
        info->rho_f = info->rho_g = NAN;
        info->metrics = LF_GROUP_DRO_PLAIN;
        lf_domain_project(&info->domain, s->table.start);
        info->x0 = s->table.start;
    }
    lf_group_table_constants(&s->table, &info->G, &info->L);
    info->measures = minimax_measures;
    lf_part_list_describe(&s->parts, info);
}

lf_status lf_group_minimax_init(lf_group_minimax *s, const lf_group_minimax_params *params,
                                bool excess, lf_problem_info *info) {
    LF_TRY(lf_group_table_open(&s->table, &params->groups));
    if (excess && !lf_model_linear(&s->table.task.model))
        return lf_fail(LF_BAD_ARGUMENT,
                       "model=mlp: excess risks need the least risk of each group, which is known "
                       "of linear models only; use model=auto, or the problem group_dro");
    LF_TRY(minimax_components(s));
    s->common.of = (lf_group_reference){
        .risk = &s->table.risk,
        .radius = minimax_radius(&s->table, params->radius),
        .identity = s->table.identity,
    };
    s->common.test = &s->table.risk_test;
    s->common.gap_tol = params->gap_tol;
    s->common.excess = excess;
    LF_TRY(lf_minimax_create(&s->common));
    minimax_describe(s, info);
    return LF_OK;
}

void lf_group_minimax_release(void *state) {
    lf_group_minimax *s = state;
    lf_minimax_free(&s->common);
    free(s->component);
    lf_part_list_free(&s->parts);
    lf_group_table_close(&s->table);
}

lf_status lf_group_minimax_evaluate(void *state, const lf_samples *samples, const double *w,
                                    const double *y, double *g, double *grad) {
    const lf_group_minimax *s = state;
    return lf_group_risk_evaluate(&s->table.risk, samples, w, y, g, grad);
}

void lf_group_minimax_support(const void *state, const lf_samples *samples, lf_support *support) {
    const lf_group_minimax *s = state;
    lf_group_risk_support(&s->table.risk, samples, support);
}

lf_status lf_group_minimax_jvp(void *state, const lf_samples *samples, const double *w,
                               const double *v, double *jv) {
    const lf_group_minimax *s = state;
    return lf_group_risk_jvp(&s->table.risk, samples, w, v, jv);
}

const lf_param lf_group_minimax_table[] = {
    LF_GROUP_TABLE(lf_group_minimax_params, groups, "synthetic"),
    LF_REAL(lf_group_minimax_params, radius, 0, 0, 1e6,
            "radius of the ball of w; 0: 5 for a1a to a9a and adult, 100 for images, else 1; none "
            "for an mlp"),
    LF_REAL(lf_group_minimax_params, gap_tol, 1e-6, 1e-12, 1,
            "how far the certified numbers behind the metrics may be off"),
    {0},
};
