/**
 * @file group_table.c
 * @brief Rows to groups, images to features, labels to a model.
 */
#include "problems/common/group_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "problems/common/pixels.h"

static lf_status table_divide(lf_group_table *t, const lf_group_params *params) {
    LF_TRY(lf_task_divide(&t->task, &params->task));
    const lf_task *task = &t->task;
    LF_TRY(lf_partition_create(task->data, params->groups, task->n_train, task->train, params->m,
                               params->n_i, &t->train));
    if (t->train.m < 2)
        return lf_fail(LF_BAD_INPUT,
                       "groups=%s of %s: only one group has training rows; a worst group needs at "
                       "least two",
                       params->groups, task->data->name);
    return lf_partition_apply(&t->train, task->n_rest, task->rest, &t->test);
}

/* row <- training rows, the groups' test rows, then those of no group; there are n of them. */
static lf_status table_order(const lf_group_table *t, size_t n, uint32_t *row) {
    const size_t n_train = t->train.start[t->train.m], n_test = t->test.start[t->test.m];
    bool *placed = calloc(t->task.data->rows + 1, sizeof *placed);
    if (!placed) return lf_fail(LF_NO_MEMORY, "no memory for %zu rows", n);
    size_t at = 0;
    for (size_t i = 0; i < n_train; i++)
        row[at++] = t->train.row[i];
    for (size_t i = 0; i < n_test; i++) {
        row[at++] = t->test.row[i];
        placed[t->test.row[i]] = true;
    }
    for (size_t i = 0; i < t->task.n_rest; i++)
        if (!placed[t->task.rest[i]]) row[at++] = t->task.rest[i];
    free(placed);
    return LF_OK;
}

/* t->features <- what a linear model makes of images: training rows, then test rows. */
static lf_status table_features(lf_group_table *t, size_t pool) {
    const lf_data *data = t->task.data;
    const size_t n_train = t->train.start[t->train.m], n = n_train + t->task.n_rest;
    uint32_t *row = calloc(n + 1, sizeof *row);
    t->row = row;
    t->label = malloc((n + 1) * sizeof *t->label);
    if (!row || !t->label) return lf_fail(LF_NO_MEMORY, "no memory for %zu rows", n);
    LF_TRY(table_order(t, n, row));
    for (size_t i = 0; i < n; i++)
        t->label[i] = data->label[row[i]];
    t->features = (lf_data){.name = data->name, .rows = n, .label = t->label};
    LF_TRY(
        lf_pixels_features(data, pool, n_train, row, n, row, &t->feature, &t->features.features));
    t->features.dense = t->feature;
    for (size_t i = 0; i < n; i++)
        row[i] = (uint32_t)i;
    return LF_OK;
}

/* *classes <- 1 + the largest label, for labels 0, 1, ...; what is none of these is found later. */
static lf_status table_classes(const lf_data *data, size_t *classes) {
    double most = 1;
    for (size_t i = 0; i < data->rows; i++)
        if (data->label[i] > most) most = data->label[i];
    if (!(most < (double)data->rows || most == 1))
        return lf_fail(LF_BAD_INPUT, "data set %s has the label %g; classes are 0, 1, 2, ...",
                       data->name, most);
    *classes = (size_t)most + 1;
    return LF_OK;
}

static bool table_has_two_classes(const lf_data *data) {
    for (size_t i = 0; i < data->rows; i++)
        if (data->label[i] != 1 && data->label[i] != -1) return false;
    return true;
}

/* A network and the point it starts from: the origin would stay where it is. */
static lf_status table_network(lf_group_table *t, const lf_mlp_params *params,
                               const lf_data *data) {
    size_t outputs = 1;
    if (!table_has_two_classes(t->task.data)) LF_TRY(table_classes(t->task.data, &outputs));
    LF_TRY(lf_mlp_create(data, params, outputs, &t->task.model));
    t->start = calloc(t->task.model.dim + 1, sizeof *t->start);
    if (!t->start) return lf_fail(LF_NO_MEMORY, "no memory for %zu weights", t->task.model.dim);
    return lf_mlp_start(&t->task.model, params, t->start);
}

/* `data` is the table that the model works on: the data set or its features. */
static lf_status table_model(lf_group_table *t, const lf_group_params *params,
                             const lf_data *data) {
    size_t classes = 0;
    const lf_data *labelled = t->task.data;
    lf_group_model kind = (lf_group_model)params->model;
    if (kind == LF_GROUP_MLP) return table_network(t, &params->mlp, data);
    LF_TRY(lf_mlp_absent(&params->mlp));
    if (kind == LF_GROUP_AUTO)
        kind = table_has_two_classes(labelled) ? LF_GROUP_LINEAR : LF_GROUP_SOFTMAX;
    if (kind == LF_GROUP_LINEAR) return lf_linear_create(data, &t->task.model);
    LF_TRY(table_classes(labelled, &classes));
    return lf_softmax_linear_create(data, classes, &t->task.model);
}

static lf_status table_risk(const lf_group_table *t, const lf_partition *partition,
                            const uint32_t *row, lf_group_risk *risk) {
    *risk = (lf_group_risk){.model = &t->task.model,
                            .label = t->task.model.data->label,
                            .m = partition->m,
                            .start = partition->start,
                            .row = row};
    return lf_group_risk_init(risk);
}

/* Every test row as one group. */
static lf_status table_risk_rest(lf_group_table *t, const uint32_t *row) {
    t->rest_start[1] = t->task.n_rest;
    t->risk_rest = (lf_group_risk){.model = &t->task.model,
                                   .label = t->task.model.data->label,
                                   .m = 1,
                                   .start = t->rest_start,
                                   .row = row};
    return lf_group_risk_init(&t->risk_rest);
}

/* What decides the risks: the rows, how they are grouped, what is made of them. */
static lf_status table_identify(lf_group_table *t, size_t pool) {
    const lf_partition *train = &t->train;
    const lf_data *data = t->task.data;
    char rows[LF_SHA256_TEXT], groups[LF_SHA256_TEXT], text[512];
    if (!data->sha256 || !data->sha256[0] || !lf_model_linear(&t->task.model)) return LF_OK;
    LF_TRY(lf_sha256_of(train->row, train->start[train->m] * sizeof *train->row, rows));
    LF_TRY(lf_sha256_of(train->start, (train->m + 1) * sizeof *train->start, groups));
    const int n = snprintf(text, sizeof text,
                           "group table 1\ndata %s\nrows %s\ngroups %s\nmodel %s %zu\npool %zu\n",
                           data->sha256, rows, groups, t->task.model.is->name,
                           t->task.model.outputs, data->pixel ? pool : 0);
    return lf_sha256_of(text, (size_t)n, t->identity);
}

lf_status lf_group_table_open(lf_group_table *table, const lf_group_params *params) {
    *table = (lf_group_table){0};
    LF_TRY(table_divide(table, params));
    const lf_data *data = table->task.data;
    const uint32_t *train = table->train.row, *test = table->test.row, *rest = table->task.rest;
    if (data->pixel) {
        LF_TRY(table_features(table, params->pool));
        data = &table->features;
        train = table->row;
        test = rest = table->row + table->train.start[table->train.m];
    }
    LF_TRY(table_model(table, params, data));
    LF_TRY(table_risk(table, &table->train, train, &table->risk));
    LF_TRY(table_risk(table, &table->test, test, &table->risk_test));
    LF_TRY(table_risk_rest(table, rest));
    return table_identify(table, params->pool);
}

void lf_group_table_close(lf_group_table *table) {
    lf_group_risk_release(&table->risk);
    lf_group_risk_release(&table->risk_test);
    lf_group_risk_release(&table->risk_rest);
    free(table->feature);
    free(table->label);
    free(table->row);
    free(table->start);
    lf_partition_free(&table->train);
    lf_partition_free(&table->test);
    lf_task_close(&table->task);
    *table = (lf_group_table){0};
}

void lf_group_table_constants(const lf_group_table *table, double *G, double *L) {
    const lf_group_risk *risk = &table->risk;
    *G = *L = 0;
    if (!lf_model_linear(risk->model)) return;
    const double square = lf_task_most_square(risk->model->data, risk->start[risk->m], risk->row);
    const bool softmax = risk->model->outputs > 1;
    *G = sqrt(softmax ? 2 * square : square);
    *L = square / (softmax ? 2 : 4);
}
