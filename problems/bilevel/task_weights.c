/**
 * @file task_weights.c
 * @brief As sample_weights, with m lower levels that share the weights and differ in temperature.
 *
 *     F(p) = (1/m) sum_i mean over V of l_i(w_i*(p)),   l_i = log(1 + exp(-y x~'w / sigma_i))
 *
 * V is 100 of the rows that do not train, drawn once. sigma_i ~ U[1, 11]; levels are numbered by
 * rising temperature, so that each is next to the one most like it when metrics solve them in turn.
 * All levels draw from the same training rows, each draws for itself.
 *
 * Source:    Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, appendix E.
 * Deviation: the objective is printed as a sum over i; it is their mean, as in the method's general
 *            form. report=sum multiplies F and obj by m.
 */
#include <stdlib.h>

#include "datasets/made/draws.h"
#include "problems/bilevel/parts/weights.h"

typedef struct {
    lf_weights_params weights;
    size_t tasks, sigma_seed, validation;
    int report; /* 0: mean, 1: sum */
} task_params;

typedef struct {
    lf_weights weights; /* must be first */
    double scale;       /* of F and obj as reported */
} task_state;

static int task_compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static lf_status task_F(const lf_problem *problem, const lf_point *at, double *value) {
    LF_TRY(lf_bilevel_F(problem, at, value));
    *value *= ((const task_state *)problem->state)->scale;
    return LF_OK;
}

static lf_status task_obj(const lf_problem *problem, const lf_point *at, double *value) {
    LF_TRY(lf_bilevel_obj(problem, at, value));
    *value *= ((const task_state *)problem->state)->scale;
    return LF_OK;
}

static const lf_metric task_metrics[] = {
    LF_METRIC(
        task, F,
        "objective: (1/m) sum_i f_i(p, w_i*(p)), times m with report=sum; solved to |dg/dw| <= "
        "1e-10"),
    LF_METRIC(task, obj,
              "objective at the method's own w: (1/m) sum_i f_i(p, w_i), times m with report=sum"),
    {.name = "grad",
     .doc = "norm of the gradient: |grad F(p)|_2 of the mean, exact",
     .expensive = true,
     .measure = lf_bilevel_hypergradient},
    LF_METRIC(lf_bilevel, gap,
              "distance to the lower solutions: root of the mean of |w_i - w_i*(p)|^2",
              .expensive = true),
    LF_WEIGHTS_METRICS,
    {0},
};

static lf_status task_init(void *state, const void *params, lf_problem_info *info) {
    task_state *s = state;
    const task_params *p = params;
    lf_weights *w = &s->weights;
    s->scale = p->report ? (double)p->tasks : 1;
    LF_TRY(lf_weights_open(w, &p->weights, p->tasks, p->validation));
    lf_uniform_fill(p->sigma_seed, 0, 0, w->m, w->sigma);
    for (size_t i = 0; i < w->m; i++)
        w->sigma[i] = 1 + 10 * w->sigma[i];
    qsort(w->sigma, w->m, sizeof *w->sigma, task_compare);
    lf_weights_describe(w, task_metrics, info);
    return LF_OK;
}

static const lf_param task_table[] = {
    LF_WEIGHTS_TABLE(task_params, weights),
    LF_COUNT(task_params, tasks, 200, 1, 10000, "m, lower levels"),
    LF_COUNT(task_params, sigma_seed, 1, 0, 1e9, "seed of the temperatures"),
    LF_COUNT(task_params, validation, 100, 0, 1e9, "validation rows, drawn; 0: all [rows]"),
    LF_CHOICE(task_params, report, 0, "mean|sum", "F and obj: mean of the levels', or their sum"),
    {0},
};

const lf_problem_class lf_problem_task_weights = {
    .abi = LF_ABI,
    .name = "task_weights",
    .doc = "weights of training rows for many logistic models of different temperatures, for the "
           "loss on rows that do not train",
    .source = "Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, appendix E",
    .views = 1u << LF_VIEW_BILEVEL,
    .params = task_table,
    .params_size = sizeof(task_params),
    .state_size = sizeof(task_state),
    .metrics = task_metrics,
    .init = task_init,
    .release = lf_weights_release,
    .bilevel = &lf_weights_answers,
    .certify_lower = lf_weights_certify,
};
