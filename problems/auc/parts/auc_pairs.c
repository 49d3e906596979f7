/**
 * @file auc_pairs.c
 * @brief What problems of pairs have alike.
 */
#include "problems/auc/parts/auc_pairs.h"

#include <stdlib.h>

static const lf_measure pairs_measures[] = {
    {"draw", "samples.inner", "rows drawn [samples]"},
    {"val", "value.inner", "values of pairs [pairs]"},
    {"grad", "gradient.inner + jvp.inner", "gradients of pairs [pairs]"},
    {"cost", "val + grad", "values and gradients of pairs [pairs]"},
    {0},
};

/* h <- those of all training rows. Scores are made anew, as a run must not depend on who looks. */
static lf_status pairs_every(const lf_auc *auc, const double *w, double *h) {
    const lf_model *model = &auc->classes.task.model;
    const size_t n = auc->objective.samples;
    double score[LF_BLOCK];
    for (size_t i = 0; i < n; i += LF_BLOCK) {
        const lf_rows rows = {.n = n - i < LF_BLOCK ? n - i : LF_BLOCK, .row = auc->row + i};
        LF_TRY(model->is->scores(model, &rows, w, score));
        lf_sigmoid_all(rows.n, score, h + i);
    }
    return LF_OK;
}

static lf_status pairs_F(void *state, const double *w, double *value) {
    const lf_auc_pairs *pairs = state;
    const size_t *n = pairs->auc.objective.stratum;
    double g[2], *h = malloc((n[0] + n[1]) * sizeof *h);
    if (!h) return lf_fail(LF_NO_MEMORY, "no memory for %zu scores", n[0] + n[1]);
    const lf_status status = pairs_every(&pairs->auc, w, h);
    *value = 0;
    for (size_t i = 0; i < n[1] && status == LF_OK; i++) {
        pairs->values(pairs, w, i, h, g);
        *value += lf_outer_value(&pairs->outer, g) / (double)n[1];
    }
    free(h);
    return status;
}

lf_status lf_auc_pairs_describe(lf_auc_pairs *pairs, const lf_auc_params *params,
                                lf_problem_info *info) {
    lf_auc *auc = &pairs->auc;
    lf_auc_params base = *params;
    base.batches = 1; /* two strata */
    base.metrics = base.classes.validation > 0;
    pairs->margin = base.margin;
    LF_TRY(lf_two_classes_open(&auc->classes, &base.classes, LF_ROWS_FEATURES));
    LF_TRY(lf_auc_describe(auc, &base, info));
    const size_t *n = auc->objective.stratum, d = info->dim - 2; /* without a and b */
    LF_TRY(lf_scored_init(&pairs->own, &auc->classes.task.model, auc->row + n[0], n[1]));
    auc->judge.objective = pairs_F;
    info->dim = d;
    info->auxiliary = 0;
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){0};
    info->domain = (lf_domain){.kind = LF_DOMAIN_SPACE, .n = d};
    info->domain_y = (lf_domain){0};
    info->measures = pairs_measures;
    info->metrics++; /* F */
    info->memory = NULL;
    info->memory_count = 0;
    return LF_OK;
}

lf_status lf_auc_pairs_components(lf_auc_pairs *pairs, const lf_component *like,
                                  lf_problem_info *info) {
    const size_t n = pairs->auc.objective.stratum[1];
    pairs->component = malloc(n * sizeof *pairs->component);
    if (!pairs->component) return lf_fail(LF_NO_MEMORY, "no memory for %zu components", n);
    for (size_t i = 0; i < n; i++) {
        pairs->component[i] = *like;
        pairs->component[i].outers = 1;
        pairs->component[i].outer = &pairs->outer;
    }
    info->role[LF_ROLE_INNER] =
        (lf_components){.count = n, .component = pairs->component, .shared = true};
    return LF_OK;
}

void lf_auc_pairs_release(lf_auc_pairs *pairs) {
    free(pairs->component);
    lf_scored_release(&pairs->own);
    lf_auc_release(&pairs->auc);
}

void lf_auc_pairs_support(const lf_auc_pairs *pairs, const lf_scored *of, const lf_samples *samples,
                          lf_support *support) {
    const uint32_t i = (uint32_t)samples->component;
    const lf_samples own = {.n = 1, .id = &i};
    lf_scored_support(&pairs->own, &own, support);
    lf_scored_support(of, samples, support);
}

lf_status lf_auc_pair_row_begin(lf_auc_pairs *pairs, size_t i, const double *w,
                                lf_auc_pair_row *row) {
    row->id = (uint32_t)i;
    row->alone = 1;
    row->samples = (lf_samples){.n = 1, .id = &row->id, .per_stratum = &row->alone};
    lf_walk_begin(&row->walk, &pairs->own, &row->samples, w);
    LF_TRY(lf_walk_next(&row->walk));
    row->h = lf_sigmoid(row->walk.score[0]);
    return LF_OK;
}
