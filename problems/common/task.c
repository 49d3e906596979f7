/**
 * @file task.c
 * @brief Opens the table of a problem, checks it, divides it.
 */
#include "problems/common/task.h"

#include <stdlib.h>

#include <levelfield/vector.h>

#include "oracle/problem.h"

/* Margins b a.w need labels of two classes, as -1 and +1. */
static lf_status task_check(const lf_data *data) {
    for (size_t i = 0; i < data->rows; i++)
        if (data->label[i] != 1 && data->label[i] != -1)
            return lf_fail(LF_BAD_INPUT,
                           "data set %s has the label %g in row %zu; this problem needs two "
                           "classes, -1 and +1",
                           data->name, data->label[i], i + 1);
    return LF_OK;
}

/* What was asked for and would change nothing is a mistake: the rows are not divided as its author
 * takes them to be. */
static lf_status task_check_split(const lf_data *data, const lf_task_params *params) {
    const lf_split_kind kind = (lf_split_kind)params->split;
    const bool official =
        kind == LF_SPLIT_OFFICIAL || (kind == LF_SPLIT_DEFAULT && data->train_rows > 0);
    if (official && params->train != LF_TASK_TRAIN)
        return lf_fail(LF_BAD_ARGUMENT,
                       "train=%g changes nothing: %s has a split of its own; add split=random or "
                       "split=file, or leave train out",
                       params->train, data->name);
    if (kind != LF_SPLIT_RANDOM && params->split_seed != 0)
        return lf_fail(LF_BAD_ARGUMENT,
                       "split_seed=%zu changes nothing: the rows of %s are divided %s; add "
                       "split=random, or leave split_seed out",
                       params->split_seed, data->name,
                       official ? "by its own split" : "in the order of the file");
    return LF_OK;
}

lf_status lf_task_divide(lf_task *task, const lf_task_params *params) {
    *task = (lf_task){.outline = lf_problem_is_outline()};
    LF_TRY(lf_data_open(params->data, &task->data));
    const lf_data *data = task->data;
    LF_TRY(task_check_split(data, params));
    /* either part may hold every row */
    task->train = malloc((data->rows + 1) * sizeof *task->train);
    task->rest = malloc((data->rows + 1) * sizeof *task->rest);
    if (!task->train || !task->rest)
        return lf_fail(LF_NO_MEMORY, "no memory to divide %zu rows", data->rows);
    return lf_data_split(data, (lf_split_kind)params->split, params->train, params->split_seed,
                         task->train, &task->n_train, task->rest, &task->n_rest);
}

lf_status lf_task_open(lf_task *task, const lf_task_params *params) {
    LF_TRY(lf_task_divide(task, params));
    LF_TRY(lf_linear_create(task->data, &task->model));
    return task_check(task->data);
}

void lf_task_close(lf_task *task) {
    lf_model_release(&task->model);
    free(task->train);
    free(task->rest);
    lf_data_close(task->data);
    *task = (lf_task){0};
}

void lf_task_describe(const lf_task *task, lf_problem_info *info) {
    *info = (lf_problem_info){
        .dim = task->model.dim,
        .domain = {.kind = LF_DOMAIN_SPACE, .n = task->model.dim},
        .n = task->n_train,
        .features = task->data->features,
        .feature = task->data->feature,
        .data_name = task->data->name,
        .data_sha256 = task->data->sha256,
    };
}

/* |a|^2 of one row */
static double task_square(const lf_data *data, size_t row) {
    if (data->dense) {
        const double *a = data->dense + row * data->features;
        return lf_vec_dot(data->features, a, a);
    }
    double total = 0;
    const double scale = data->scale ? data->scale[row] : 1;
    for (size_t k = data->row_start[row]; k < data->row_start[row + 1]; k++) {
        const double value = (data->value ? data->value[k] : 1) * scale;
        total += value * value;
    }
    return total;
}

double lf_task_mean_square(const lf_data *data, size_t n, const uint32_t *row) {
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += task_square(data, row[i]);
    return n ? total / (double)n : 0;
}

double lf_task_most_square(const lf_data *data, size_t n, const uint32_t *row) {
    double most = 0;
    for (size_t i = 0; i < n; i++) {
        const double square = task_square(data, row[i]);
        if (square > most) most = square;
    }
    return most;
}
