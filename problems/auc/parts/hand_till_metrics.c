/**
 * @file hand_till_metrics.c
 * @brief Log-softmax scores of a part, once, then the pairs of classes.
 */
#include "problems/auc/parts/hand_till_metrics.h"

#include <stdlib.h>
#include <string.h>

#include <levelfield/math.h>
#include <levelfield/vector.h>

#include "problems/common/ranked_auc.h"

static lf_status judge_check(const lf_till_judge *judge, lf_class_part part) {
    const size_t c = judge->rows->task.model.outputs, n = judge->rows->n[part];
    for (size_t k = 0; k < c && n > 0; k++) {
        size_t found = 0;
        for (size_t i = 0; i < n; i++)
            found += judge->label[judge->rows->row[part][i]] == (double)k;
        if (found == 0)
            return lf_fail(LF_BAD_INPUT, "data set %s: class %zu has no %s row; %s",
                           judge->rows->table->name, k, judge->rows->part[part].name,
                           lf_two_classes_mend(part));
    }
    return LF_OK;
}

lf_status lf_till_judge_create(lf_till_judge *judge) {
    const lf_model *model = &judge->rows->task.model;
    size_t most = 1;
    for (size_t k = 0; k < LF_CLASS_PARTS; k++) {
        LF_TRY(judge_check(judge, (lf_class_part)k));
        if (judge->rows->n[k] > most) most = judge->rows->n[k];
    }
    judge->w = calloc(model->dim + 1, sizeof *judge->w);
    judge->score = malloc(most * model->outputs * sizeof *judge->score);
    judge->ranked = malloc(2 * most * sizeof *judge->ranked);
    if (judge->w && judge->score && judge->ranked) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "no memory to judge %zu rows", most);
}

void lf_till_judge_free(lf_till_judge *judge) {
    free(judge->w);
    free(judge->score);
    free(judge->ranked);
    *judge = (lf_till_judge){0};
}

/* s (c) <- log softmax(s); returns where it is largest, the first place of several. */
static size_t judge_normalise(size_t c, double *s) {
    size_t best = 0;
    double sum = 0;
    for (size_t i = 1; i < c; i++)
        if (s[i] > s[best]) best = i;
    const double most = s[best];
    for (size_t i = 0; i < c; i++)
        sum += lf_exp(s[i] - most);
    const double rest = lf_log(sum);
    for (size_t i = 0; i < c; i++)
        s[i] = s[i] - most - rest; /* most + rest rounds, and equal h_i would no longer tie */
    return best;
}

/* Scores at judge->w, cross-entropy and accuracy of a part. */
static lf_status judge_score(const lf_till_judge *judge, lf_class_part part, lf_till_judged *of) {
    const lf_model *model = &judge->rows->task.model;
    const size_t n = judge->rows->n[part], c = model->outputs;
    const lf_rows rows = {.n = n, .row = judge->rows->row[part]};
    size_t right = 0;
    LF_TRY(model->is->scores(model, &rows, judge->w, judge->score));
    of->ce = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t label = (size_t)judge->label[rows.row[i]];
        right += judge_normalise(c, judge->score + i * c) == label;
        of->ce -= judge->score[i * c + label] / (double)n;
    }
    of->accuracy = (double)right / (double)n;
    return LF_OK;
}

/* to (returned: how many) <- log h_i of the rows of class k */
static size_t judge_gather(const lf_till_judge *judge, lf_class_part part, size_t i, size_t k,
                           double *to) {
    const size_t c = judge->rows->task.model.outputs;
    size_t n = 0;
    for (size_t r = 0; r < judge->rows->n[part]; r++)
        if (judge->label[judge->rows->row[part][r]] == (double)k) to[n++] = judge->score[r * c + i];
    return n;
}

static lf_status judge_pairs(const lf_till_judge *judge, lf_class_part part, double *auc) {
    const size_t c = judge->rows->task.model.outputs;
    double sum = 0, one;
    for (size_t i = 0; i < c; i++) {
        const size_t positives = judge_gather(judge, part, i, i, judge->ranked);
        double *other = judge->ranked + positives;
        for (size_t j = 0; j < c; j++) {
            if (j == i) continue;
            const size_t negatives = judge_gather(judge, part, i, j, other);
            LF_TRY(lf_ranked_auc(positives, judge->ranked, negatives, other, &one));
            sum += one;
        }
    }
    *auc = sum / (double)(c * (c - 1));
    return LF_OK;
}

static lf_status judge_look(lf_till_judge *judge, const double *w, lf_class_part part,
                            const lf_till_judged **judged) {
    const size_t bytes = judge->rows->task.model.dim * sizeof *w;
    lf_till_judged *of = &judge->part[part];
    if (judge->rows->n[part] == 0)
        return lf_fail(LF_UNSUPPORTED, "auc_multiclass: no rows were held out; set validation=0.1");
    if (memcmp(judge->w, w, bytes) != 0) {
        memcpy(judge->w, w, bytes);
        memset(judge->part, 0, sizeof judge->part);
    }
    *judged = of;
    if (of->known) return LF_OK;
    LF_TRY(judge_score(judge, part, of));
    LF_TRY(judge_pairs(judge, part, &of->auc));
    of->known = true;
    return LF_OK;
}

/* One function for each metric: a part, and what is read of it. */
#define METRICS_FUNCTION(name, of, field)                                                          \
    static lf_status metrics_##name(const lf_problem *problem, const lf_point *at,                 \
                                    double *value) {                                               \
        const lf_till_judged *judged = NULL;                                                       \
        LF_TRY(judge_look(problem->state, at->w, of, &judged));                                    \
        *value = judged->field;                                                                    \
        return LF_OK;                                                                              \
    }
METRICS_FUNCTION(auc_test, LF_PART_TEST, auc)
METRICS_FUNCTION(auc, LF_PART_TRAIN, auc)
METRICS_FUNCTION(ce, LF_PART_TRAIN, ce)
METRICS_FUNCTION(accuracy_test, LF_PART_TEST, accuracy)
METRICS_FUNCTION(auc_val, LF_PART_VALIDATION, auc)
#undef METRICS_FUNCTION

const lf_metric lf_till_metrics[] = {
    LF_METRIC(metrics, auc_test, "Hand and Till's M on test rows: mean AUC of all pairs of classes",
              .higher_is_better = true),
    LF_METRIC(metrics, auc, "Hand and Till's M on training rows", .higher_is_better = true),
    LF_METRIC(metrics, ce, "cross-entropy on training rows: mean of -log h_y"),
    LF_METRIC(metrics, accuracy_test,
              "accuracy on test rows: share whose class has the largest score",
              .higher_is_better = true),
    LF_METRIC(metrics, auc_val, "Hand and Till's M on held-out rows, to tune on",
              .higher_is_better = true),
    {0},
};
_Static_assert(sizeof lf_till_metrics / sizeof *lf_till_metrics == LF_TILL_METRICS + 1, "count");
