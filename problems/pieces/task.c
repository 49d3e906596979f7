/**
 * @file task.c
 * @brief Opens the table of a problem, checks it, divides it.
 */
#include "problems/pieces/task.h"

#include <stdlib.h>

#include <levelfield/vector.h>

/* Margins b a.w need labels of two classes, as -1 and +1. */
static lf_status task_check(const lf_data *data) {
    for (size_t i = 0; i < data->rows; i++)
        if (data->label[i] != 1 && data->label[i] != -1)
            return lf_fail(LF_BAD_INPUT,
                           "data set %s has the label %g in row %zu; this problem needs two "
                           "classes, -1 and +1",
                           data->name, data->label[i], i);
    return LF_OK;
}

lf_status lf_task_open(lf_task *task, const lf_task_params *params) {
    *task = (lf_task){0};
    LF_TRY(lf_data_open(params->data, &task->data));
    lf_data *data = task->data;
    LF_TRY(lf_linear_create(data, &task->model));
    LF_TRY(task_check(data));
    /* either part may hold every row */
    task->train = malloc((data->rows + 1) * sizeof *task->train);
    task->rest = malloc((data->rows + 1) * sizeof *task->rest);
    if (!task->train || !task->rest)
        return lf_fail(LF_NO_MEMORY, "no memory to divide %zu rows", data->rows);
    return lf_data_split(data, (lf_split_kind)params->split, params->train, params->split_seed,
                         task->train, &task->n_train, task->rest, &task->n_rest);
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

double lf_task_mean_square(const lf_data *data, size_t n, const uint32_t *row) {
    double total = 0;
    for (size_t i = 0; i < n; i++) {
        if (data->dense) {
            const double *a = data->dense + row[i] * data->features;
            total += lf_vec_dot(data->features, a, a);
            continue;
        }
        const size_t start = data->row_start[row[i]], end = data->row_start[row[i] + 1];
        for (size_t k = start; k < end; k++)
            total += data->value ? data->value[k] * data->value[k] : 1;
    }
    return n ? total / (double)n : 0;
}
