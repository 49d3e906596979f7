/**
 * @file hyper_cleaning.c
 * @brief As sample_weights, after each training label was flipped with probability rho; the
 * validation labels stay clean, and a good p takes the weight from the flipped rows.
 *
 * Source: Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, appendix E, for the bilevel form.
 */
#include <stdlib.h>

#include "datasets/made/uniform.h"
#include "problems/bilevel/parts/weights.h"
#include "problems/common/ranked_auc.h"

typedef struct {
    lf_weights_params weights;
    double rho;
    size_t flip_seed;
} cleaning_params;

typedef struct {
    lf_weights weights; /* must be first */
    bool *flipped;      /* n */
    size_t n_flipped;
} cleaning_state;

static lf_status cleaning_flip(cleaning_state *s, const cleaning_params *p) {
    lf_weights *w = &s->weights;
    double *u = w->room->psi; /* free until a level is solved */
    s->flipped = calloc(w->train.n, sizeof *s->flipped);
    if (!s->flipped) return lf_fail(LF_NO_MEMORY, "hyper_cleaning: no memory for flips");
    lf_uniform_fill(p->flip_seed, 0, 0, w->train.n, u);
    for (size_t j = 0; j < w->train.n; j++) {
        s->flipped[j] = u[j] < p->rho;
        s->n_flipped += s->flipped[j];
        if (s->flipped[j]) w->train.sign[j] = -w->train.sign[j];
    }
    return LF_OK;
}

static lf_status cleaning_init(void *state, const void *params, lf_problem_info *info) {
    cleaning_state *s = state;
    const cleaning_params *p = params;
    LF_TRY(lf_weights_open(&s->weights, &p->weights, 1, 0));
    LF_TRY(cleaning_flip(s, p));
    lf_weights_describe(&s->weights, info);
    return LF_OK;
}

static void cleaning_release(void *state) {
    free(((cleaning_state *)state)->flipped);
    lf_weights_release(state);
}

/* Mean weight of the rows that are flipped, or of the others; NAN if there are none. */
static double cleaning_mean(const cleaning_state *s, bool flipped, const double *p) {
    const lf_weights *w = &s->weights;
    const size_t n = flipped ? s->n_flipped : w->train.n - s->n_flipped;
    double sum = 0;
    for (size_t j = 0; j < w->train.n; j++)
        if (s->flipped[j] == flipped) sum += lf_weight_at(w, p[j]).value;
    return n ? sum / (double)n : NAN;
}

static lf_status cleaning_flipped(const lf_problem *problem, const lf_point *at, double *value) {
    *value = cleaning_mean(problem->state, true, at->w);
    return LF_OK;
}

static lf_status cleaning_clean(const lf_problem *problem, const lf_point *at, double *value) {
    *value = cleaning_mean(problem->state, false, at->w);
    return LF_OK;
}

/* -p as a score that a row is flipped. */
static lf_status cleaning_auc(const lf_problem *problem, const lf_point *at, double *value) {
    const cleaning_state *s = problem->state;
    const size_t n = s->weights.train.n;
    size_t ends[2] = {s->n_flipped, 0}; /* clean rows from there on, flipped ones from 0 */
    *value = NAN;
    if (s->n_flipped == 0 || s->n_flipped == n) return LF_OK;
    double *score = malloc(n * sizeof *score);
    if (!score) return lf_fail(LF_NO_MEMORY, "no memory for %zu scores", n);
    for (size_t j = 0; j < n; j++)
        score[ends[s->flipped[j]]++] = -at->w[j];
    const lf_status status =
        lf_ranked_auc(s->n_flipped, score, n - s->n_flipped, score + s->n_flipped, value);
    free(score);
    return status;
}

static const lf_param cleaning_table[] = {
    LF_WEIGHTS_TABLE(cleaning_params, weights),
    LF_REAL(cleaning_params, rho, 0.2, 0, 1, "probability that a training label is flipped"),
    LF_COUNT(cleaning_params, flip_seed, 1, 0, 1e9, "seed of which labels are flipped"),
    {0},
};

static const lf_metric cleaning_metrics[] = {
    LF_BILEVEL_METRICS,
    {.name = "flipped",
     .doc = "mean weight of the training rows with a flipped label",
     .measure = cleaning_flipped},
    {.name = "clean",
     .doc = "mean weight of the training rows with their own label",
     .higher_is_better = true,
     .measure = cleaning_clean},
    {.name = "AUC",
     .doc = "area under the ROC curve of -p_j as a detector of flipped labels",
     .higher_is_better = true,
     .measure = cleaning_auc},
    {0},
};

const lf_problem_class lf_problem_hyper_cleaning = {
    .abi = LF_ABI,
    .name = "hyper_cleaning",
    .doc = "weights of training rows some of whose labels are flipped, for clean validation loss",
    .source = "Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, appendix E",
    .views = 1u << LF_VIEW_BILEVEL,
    .params = cleaning_table,
    .params_size = sizeof(cleaning_params),
    .state_size = sizeof(cleaning_state),
    .metrics = cleaning_metrics,
    .init = cleaning_init,
    .release = cleaning_release,
    .bilevel = &lf_weights_answers,
};
