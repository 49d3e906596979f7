/**
 * @file grouped_table.h
 * @brief A small random table with groups and a model, for tests of the group risks.
 */
#pragma once

#include "difference.h"
#include "problems/common/group_risk.h"

enum { GROUPED_ROWS = 1000, GROUPED_FEATURES = 9, GROUPED_MOST = 4, GROUPED_CLASSES = 3 };
enum { GROUPED_DIM = GROUPED_CLASSES * GROUPED_FEATURES };

typedef struct {
    lf_data *data;
    lf_model model;
    lf_group_risk risk;
    double label[GROUPED_ROWS];
    uint32_t row[GROUPED_ROWS];
    size_t start[GROUPED_MOST + 1];
    size_t size[GROUPED_MOST];
} grouped_table;

/** Groups of 5, 700, 0 and 295 samples; sample i is row 3 i modulo the number of rows. Labels are
 *  those of the table, or classes if there is more than one score. */
static inline void grouped_open(grouped_table *t, table_form form, size_t outputs) {
    const size_t start[GROUPED_MOST + 1] = {0, 5, 705, 705, GROUPED_ROWS};
    *t = (grouped_table){.data = table_create(form, GROUPED_ROWS, GROUPED_FEATURES, 3)};
    if (outputs == 1)
        assert_ok(lf_linear_create(t->data, &t->model));
    else
        assert_ok(lf_softmax_linear_create(t->data, outputs, &t->model));
    for (size_t i = 0; i < GROUPED_ROWS; i++) {
        t->row[i] = (uint32_t)(3 * i % GROUPED_ROWS);
        t->label[i] =
            outputs == 1 ? t->data->label[i] : floor(table_random(8, i, 0, (double)outputs));
    }
    for (size_t i = 0; i <= GROUPED_MOST; i++)
        t->start[i] = start[i];
    for (size_t i = 0; i < GROUPED_MOST; i++)
        t->size[i] = start[i + 1] - start[i];
    t->risk = (lf_group_risk){
        .model = &t->model, .label = t->label, .m = GROUPED_MOST, .start = t->start, .row = t->row};
    assert_ok(lf_group_risk_init(&t->risk));
}

static inline void grouped_close(grouped_table *t) {
    lf_group_risk_release(&t->risk);
    lf_model_release(&t->model);
    table_free(t->data);
}

static inline lf_status grouped_evaluate(void *state, const lf_samples *samples, const double *w,
                                         const double *y, double *g, double *grad) {
    const grouped_table *t = state;
    return lf_group_risk_evaluate(&t->risk, samples, w, y, g, grad);
}

/** The loss of one sample, from the definition. */
static inline double grouped_loss(const grouped_table *t, size_t sample, const double *w) {
    const size_t row = t->row[sample], outputs = t->model.outputs;
    double score[GROUPED_CLASSES] = {0}, sum = 0;
    for (size_t c = 0; c < outputs; c++)
        for (size_t j = 0; j < GROUPED_FEATURES; j++)
            score[c] += table_entry(t->data, row, j) * w[c * GROUPED_FEATURES + j];
    if (outputs == 1) return log(1 + exp(-t->label[row] * score[0]));
    for (size_t c = 0; c < outputs; c++)
        sum += exp(score[c]);
    return log(sum) - score[(size_t)t->label[row]];
}
