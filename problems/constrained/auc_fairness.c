/**
 * @file auc_fairness.c
 * @brief The largest area under the ROC curve of a classifier whose curves are the same for two
 *        groups.
 *
 *     min  F(w) = -mean_{b_i = 1, b_j = 0} sigma(s_i - s_j)
 *     s.t. |TPR_0(t) - TPR_1(t)| - kap <= 0  and  |FPR_0(t) - FPR_1(t)| - kap <= 0,  t in Theta
 *
 * TPR_z and FPR_z are means of sigma(s - t) over rows with b = 1 and b = 0 of group z; Theta has
 * equally spaced thresholds from -range to range. s is the model's output, standardised over the
 * batch (standard_score.h): only so do fixed thresholds mean anything.
 *
 * With penalty = none F is the objective and all rates are the outputs of one constraint component.
 * With a penalty P there is one inner component: all rates, the gap of each two under P / m, m the
 * number of gaps, and last F as it is. A batch is drawn once and scored once for all of it, with
 * penalty = none too: what is drawn for the objective serves the constraints, and the other way
 * round (lf_oracle_lend()).
 *
 * Source:    Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, AUC with ROC fairness; network
 *            and balanced batches are those of its released code.
 * Deviation: batches hold the same number of either label, and of each label groups in proportion
 *            to the data (the code shuffles each label). So every rate has rows, and F, where
 *            strata weigh as in the data, is estimated without bias at fixed scores. With
 *            weights = data moments weigh strata as the data do, so that a batch estimates those of
 *            all rows; `batch` is the code's mean over the rows of a balanced batch. Either way
 *            scores depend on their batch, which no constraint of the paper's theory allows for;
 *            relu and gaps that are not monotone are outside its theory too. Metrics standardise
 *            with the moments of all training rows (the code: running means).
 * Counts:    a sample is a row whose score serves the pairs and all rates at once, whatever their
 *            number.
 */
#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/common/penalty.h"
#include "problems/constrained/parts/roc_metrics.h"

enum { AUC_THRESHOLDS = 1000 };

typedef struct {
    lf_roc_task_params task;
    size_t thresholds;
    double range, kap;
    int weights; /* an lf_standard_weights */
    lf_penalty_params penalty;
} auc_params;

typedef struct {
    lf_roc_common common; /* must be first */
    lf_roc_task task;
    lf_standard standard; /* of questions */
    lf_smooth_roc roc;
    lf_outer *outer;    /* 2 thresholds + 1: gaps, then the identity */
    lf_component rates; /* constraint or, with F, inner component */
    lf_component objective;
    double *ds, *tangent; /* slopes on scores; change of scores */
} auc_state;

static const lf_measure auc_measures[] = {
    {"draw", "samples.inner + samples.objective + samples.constraint", "rows drawn [samples]"},
    {"val", "value.inner + value.objective + value.constraint", "scores of rows [samples]"},
    {"grad",
     "gradient.inner + gradient.objective + gradient.constraint + jvp.inner + jvp.objective + "
     "jvp.constraint",
     "gradients of scores and slopes along a direction [samples]"},
    {"cost", "val + grad", "values and gradients of scores [samples]"},
    {0},
};

/* ---- building ---- */

static lf_status auc_memory(auc_state *s, const auc_params *p) {
    const lf_roc_rows *train = &s->task.train;
    s->standard = (lf_standard){.model = &s->task.task.model,
                                .row = train->row,
                                .weights = (lf_standard_weights)p->weights};
    const lf_component c = lf_roc_task_component(&s->task, 0, 0, NULL);
    for (size_t a = 0; a < LF_ROC_STRATA; a++) {
        s->standard.stratum[a] = c.stratum[a];
        s->standard.share[a] = c.share[a];
    }
    LF_TRY(lf_standard_init(&s->standard));
    const size_t room = s->standard.room;
    LF_TRY(lf_smooth_roc_init(&s->roc, p->thresholds, p->range, train->stratum, room));
    s->outer = calloc(2 * p->thresholds + 1, sizeof *s->outer);
    s->ds = malloc(room * sizeof *s->ds);
    s->tangent = malloc(room * sizeof *s->tangent);
    if (s->outer && s->ds && s->tangent) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "auc_fairness: no memory for %zu scores", room);
}

static void auc_describe_constrained(auc_state *s, lf_problem_info *info) {
    const size_t m = 2 * s->roc.thresholds;
    s->rates = lf_roc_task_component(&s->task, lf_smooth_roc_rates(&s->roc), m, s->outer);
    s->objective = lf_roc_task_component(&s->task, 1, 1, &lf_outer_identity);
    info->role[LF_ROLE_OBJECTIVE] =
        (lf_components){.count = 1, .component = &s->objective, .shared = true};
    info->role[LF_ROLE_CONSTRAINT] =
        (lf_components){.count = 1, .component = &s->rates, .shared = true};
    info->views = 1u << LF_VIEW_CONSTRAINED;
    info->views_mend = "set penalty=hinge, penalty=squared or penalty=smoothed";
    info->metrics = LF_ROC_PLAIN;
}

static void auc_describe_composition(auc_state *s, const lf_penalty_params *penalty,
                                     lf_problem_info *info) {
    const size_t m = 2 * s->roc.thresholds;
    for (size_t k = 0; k < m; k++)
        s->outer[k] = lf_penalty_over(&s->outer[k], penalty, 1 / (double)m);
    s->rates = lf_roc_task_component(&s->task, lf_smooth_roc_rates(&s->roc) + 1, m + 1, s->outer);
    info->role[LF_ROLE_INNER] = (lf_components){1, &s->rates};
    info->views = 1u << LF_VIEW_COMPOSITION;
    info->views_mend = "set penalty=none";
}

static lf_status auc_init(void *state, const void *params, lf_problem_info *info) {
    auc_state *s = state;
    const auc_params *p = params;
    const size_t m = 2 * p->thresholds;
    LF_TRY(lf_roc_task_open(&s->task, &p->task));
    LF_TRY(auc_memory(s, p));
    LF_TRY(lf_roc_common_create(&s->common, &s->task, p->thresholds, p->range, p->kap));
    for (size_t k = 0; k < m; k++)
        s->outer[k] = (lf_outer){.kind = LF_OUTER_GAP, .p = 2, .scale = 1, .shift = p->kap};
    s->outer[m] = lf_outer_identity;
    lf_roc_task_describe(&s->task, info);
    info->measures = auc_measures;
    if (p->penalty.penalty == LF_PENALTY_NONE)
        auc_describe_constrained(s, info);
    else
        auc_describe_composition(s, &p->penalty, info);
    return LF_OK;
}

static void auc_release(void *state) {
    auc_state *s = state;
    free(s->outer);
    free(s->ds);
    free(s->tangent);
    lf_smooth_roc_release(&s->roc);
    lf_standard_release(&s->standard);
    lf_roc_common_free(&s->common);
    lf_roc_task_close(&s->task);
}

/* ---- questions ---- */

/* What a role is about: *rates says whether the rates are outputs, *at where F is, if it is one. */
static bool auc_has_area(const auc_state *s, lf_role role, bool *rates, size_t *at) {
    *rates = role != LF_ROLE_OBJECTIVE;
    *at = *rates ? lf_smooth_roc_rates(&s->roc) : 0;
    return role != LF_ROLE_CONSTRAINT;
}

/* The scores of these samples at w, for the calls on s->roc. */
static lf_status auc_score(auc_state *s, const lf_samples *samples, const double *w) {
    LF_TRY(lf_standard_forward(&s->standard, samples, w));
    lf_smooth_roc_take(&s->roc, s->standard.first, s->standard.s);
    return LF_OK;
}

static lf_status auc_evaluate(void *state, const lf_samples *samples, const double *w,
                              const double *y, double *g, double *grad) {
    auc_state *s = state;
    const size_t *first = s->standard.first;
    const bool back = y && grad;
    bool rates;
    size_t at;
    const bool area = auc_has_area(s, samples->role, &rates, &at);
    if (!g && !back) return LF_OK;
    LF_TRY(auc_score(s, samples, w));
    if (back) lf_vec_zero(s->standard.n, s->ds);
    if (g && rates) lf_smooth_roc_values(&s->roc, first, g);
    if (back && rates) lf_smooth_roc_slopes(&s->roc, first, y, s->ds);
    if (area && (g || y[at] != 0)) {
        const double F = lf_smooth_auc(&s->roc, first, back ? y[at] : 0, back ? s->ds : NULL);
        if (g) g[at] = F;
    }
    return back ? lf_standard_backward(&s->standard, w, s->ds, grad) : LF_OK;
}

static lf_status auc_jvp(void *state, const lf_samples *samples, const double *w, const double *v,
                         double *jv) {
    auc_state *s = state;
    const size_t *first = s->standard.first;
    bool rates;
    size_t at;
    const bool area = auc_has_area(s, samples->role, &rates, &at);
    LF_TRY(auc_score(s, samples, w));
    LF_TRY(lf_standard_tangent(&s->standard, w, v, s->tangent));
    if (rates) lf_smooth_roc_tangents(&s->roc, first, s->tangent, jv);
    if (!area) return LF_OK;
    lf_vec_zero(s->standard.n, s->ds);
    lf_smooth_auc(&s->roc, first, 1, s->ds);
    jv[at] = lf_vec_dot(s->standard.n, s->ds, s->tangent);
    return LF_OK;
}

static const lf_param auc_table[] = {
    LF_ROC_TASK_TABLE(auc_params, task),
    LF_COUNT(auc_params, thresholds, 7, 1, AUC_THRESHOLDS,
             "thresholds in Theta; the first 7 have metrics of their own"),
    LF_REAL(auc_params, range, 3, 0, 50, "Theta goes from -range to range [deviations of scores]"),
    LF_REAL(auc_params, kap, 0.005, 0, 1, "largest gap of two rates that is allowed"),
    LF_CHOICE(auc_params, weights, LF_STANDARD_DATA, "data|batch",
              "how rows weigh in mean and variance of scores: as in the data, or all alike"),
    LF_PENALTY_TABLE(auc_params, penalty),
    {0},
};

LF_PROBLEM(auc_fairness, auc,
           .doc = "area under the ROC curve, where two groups have the same curve",
           .source = "Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, AUC with ROC fairness",
           .views = LF_PENALTY_VIEWS, .metrics = lf_roc_metrics, .evaluate = auc_evaluate,
           .jvp = auc_jvp);
