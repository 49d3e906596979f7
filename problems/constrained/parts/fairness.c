/**
 * @file fairness.c
 * @brief Puts the task and the two groups together, and measures the curvature of their gap.
 */
#include "problems/constrained/parts/fairness.h"

#include <stdlib.h>

#include "problems/constrained/parts/groups.h"

lf_status lf_fairness_open(lf_fairness *f, const lf_fairness_params *params) {
    LF_TRY(lf_task_open(&f->task, &params->task));
    const lf_task *task = &f->task;
    f->grouped = malloc((task->n_rest + 1) * sizeof *f->grouped);
    if (!f->grouped) return lf_fail(LF_NO_MEMORY, "no memory for %zu rows", task->n_rest);
    LF_TRY(
        lf_groups_divide(task->data, params->group, task->n_rest, task->rest, f->grouped, &f->n_p));
    f->n_u = task->n_rest - f->n_p;
    LF_TRY(lf_scored_init(&f->train, &task->model, task->train, task->n_train));
    LF_TRY(lf_scored_init(&f->groups, &task->model, f->grouped, task->n_rest));
    const uint32_t *unprotected = f->grouped + f->n_p;
    /* |D^2 h_t| <= max|sigma''| (mean_p |a|^2 + mean_u |a|^2) */
    f->curvature =
        lf_rho_constant(params->rho_mode) * (lf_task_mean_square(task->data, f->n_p, f->grouped) +
                                             lf_task_mean_square(task->data, f->n_u, unprotected));
    f->part[0] = (lf_part){"train", task->n_train, task->train};
    f->part[1] = (lf_part){"protected", f->n_p, f->grouped};
    f->part[2] = (lf_part){"unprotected", f->n_u, unprotected};
    return LF_OK;
}

void lf_fairness_close(lf_fairness *f) {
    lf_scored_release(&f->train);
    lf_scored_release(&f->groups);
    free(f->grouped);
    lf_task_close(&f->task);
    *f = (lf_fairness){0};
}

void lf_fairness_describe(const lf_fairness *f, lf_problem_info *info) {
    lf_task_describe(&f->task, info);
    info->parts = 3;
    info->part = f->part;
}

lf_component lf_fairness_on_train(const lf_fairness *f, const lf_outer *outer) {
    return lf_component_mean(outer->p, f->task.n_train, outer);
}

lf_component lf_fairness_on_groups(const lf_fairness *f, const lf_outer *outer) {
    return (lf_component){.outputs = outer->p,
                          .samples = f->n_p + f->n_u,
                          .strata = 2,
                          .stratum = {f->n_p, f->n_u},
                          .outers = 1,
                          .outer = outer};
}
