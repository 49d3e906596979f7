/**
 * @file roc_task.c
 * @brief Opens the table, forms the strata, makes the model.
 */
#include "problems/constrained/parts/roc_task.h"

#include <math.h>
#include <stdlib.h>

#include "problems/constrained/parts/groups.h"

static const char *const roc_stratum[LF_ROC_STRATA] = {"b1z0", "b0z0", "b1z1", "b0z1"};

/* rows <- those of one group with one label, after the ones that are there */
static void roc_add(lf_roc_rows *rows, size_t stratum, const lf_data *data, size_t n,
                    const uint32_t *row) {
    const double label = stratum % 2 ? -1 : 1;
    rows->first[stratum] = rows->n;
    for (size_t i = 0; i < n; i++)
        if (data->label[row[i]] == label) rows->row[rows->n++] = row[i];
    rows->stratum[stratum] = rows->n - rows->first[stratum];
    rows->first[stratum + 1] = rows->n;
}

/* A part without rows of one group is refused where `all` strata are needed, else left empty. */
static lf_status roc_divide(const lf_data *data, const char *group, size_t n, const uint32_t *row,
                            bool all, lf_roc_rows *rows) {
    size_t n_0 = 0;
    rows->row = malloc((n + 1) * sizeof *rows->row);
    uint32_t *divided = malloc((n + 1) * sizeof *divided);
    if (!rows->row || !divided) {
        free(divided);
        return lf_fail(LF_NO_MEMORY, "no memory to divide %zu rows", n);
    }
    lf_status status = lf_groups_divide(data, group, n, row, divided, &n_0);
    if (status == LF_BAD_INPUT && !all) status = LF_OK; /* one group alone: divided all the same */
    for (size_t a = 0; status == LF_OK && a < LF_ROC_STRATA; a++)
        roc_add(rows, a, data, a < 2 ? n_0 : n - n_0, a < 2 ? divided : divided + n_0);
    free(divided);
    return status;
}

/* Every label in its place, and every stratum there. */
static lf_status roc_check(const lf_roc_task *t) {
    const lf_data *data = t->task.data;
    if (t->train.n != t->task.n_train || t->test.n != t->task.n_rest)
        return lf_fail(LF_BAD_INPUT,
                       "data set %s has labels besides -1 and +1; this problem needs two classes",
                       data->name);
    for (size_t a = 0; a < LF_ROC_STRATA; a++)
        if (t->train.stratum[a] == 0)
            return lf_fail(LF_BAD_INPUT,
                           "data set %s has no training row of label %+d in group z = %zu, so that "
                           "rate is unknown; choose another split or group",
                           data->name, a % 2 ? -1 : 1, a / 2);
    return LF_OK;
}

/* A linear model is a network without hidden layers; as one of tanh it starts at N(0, 1/d). Zero
 * would be no start: all scores would be equal, and standardising them means nothing. */
static lf_status roc_model(lf_roc_task *t, const lf_roc_task_params *params) {
    lf_mlp_params mlp = params->mlp;
    if (params->model == LF_ROC_LINEAR) {
        mlp.hidden = "none";
        mlp.activation = LF_MLP_TANH;
    }
    LF_TRY(lf_mlp_create(t->task.data, &mlp, 1, &t->task.model));
    t->start = malloc((t->task.model.dim + 1) * sizeof *t->start);
    if (!t->start) return lf_fail(LF_NO_MEMORY, "no memory for a point of %zu", t->task.model.dim);
    return lf_mlp_start(&t->task.model, &mlp, t->start);
}

static void roc_parts(lf_roc_task *t) {
    t->parts = 0;
    t->part[t->parts++] = (lf_part){"train", t->task.n_train, t->task.train};
    if (t->task.n_rest > 0) t->part[t->parts++] = (lf_part){"test", t->task.n_rest, t->task.rest};
    for (size_t a = 0; a < LF_ROC_STRATA; a++)
        t->part[t->parts++] =
            (lf_part){roc_stratum[a], t->train.stratum[a], t->train.row + t->train.first[a]};
}

lf_status lf_roc_task_open(lf_roc_task *task, const lf_roc_task_params *params) {
    *task = (lf_roc_task){0};
    LF_TRY(lf_task_divide(&task->task, &params->task));
    const lf_task *t = &task->task;
    LF_TRY(roc_divide(t->data, params->group, t->n_train, t->train, true, &task->train));
    LF_TRY(roc_divide(t->data, params->group, t->n_rest, t->rest, false, &task->test));
    LF_TRY(roc_check(task));
    LF_TRY(roc_model(task, params));
    roc_parts(task);
    return LF_OK;
}

void lf_roc_task_close(lf_roc_task *task) {
    free(task->train.row);
    free(task->test.row);
    free(task->start);
    lf_task_close(&task->task);
    *task = (lf_roc_task){0};
}

void lf_roc_task_describe(const lf_roc_task *task, lf_problem_info *info) {
    lf_task_describe(&task->task, info);
    info->x0 = task->start;
    info->parts = task->parts;
    info->part = task->part;
    info->rho_f = info->rho_g = NAN;
}

lf_component lf_roc_task_component(const lf_roc_task *task, size_t outputs, size_t outers,
                                   const lf_outer *outer) {
    const size_t *stratum = task->train.stratum;
    lf_component c = {.outputs = outputs,
                      .samples = task->train.n,
                      .strata = LF_ROC_STRATA,
                      .outers = outers,
                      .outer = outer};
    const size_t label[2] = {stratum[0] + stratum[2], stratum[1] + stratum[3]};
    for (size_t a = 0; a < LF_ROC_STRATA; a++) {
        c.stratum[a] = stratum[a];
        c.share[a] = stratum[a] * label[1 - a % 2]; /* n_bz / n_b, times n_0 n_1 */
    }
    return c;
}
