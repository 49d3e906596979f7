/**
 * @file fairness.c
 * @brief Puts the task and the two groups together, measures the curvature of their gap, and
 *        answers for both.
 */
#include "problems/constrained/parts/fairness.h"

#include <stdlib.h>

#include "problems/common/mean_loss.h"
#include "problems/constrained/parts/groups.h"

lf_status lf_fairness_open(lf_fairness *f, const lf_fairness_params *params) {
    LF_TRY(lf_task_open(&f->task, &params->task));
    const lf_task *task = &f->task;
    f->grouped = malloc((task->n_rest + 1) * sizeof *f->grouped);
    if (!f->grouped) return lf_fail(LF_NO_MEMORY, "no memory for %zu rows", task->n_rest);
    const lf_status divided =
        lf_groups_divide(task->data, params->group, task->n_rest, task->rest, f->grouped, &f->n_p);
    if (divided == LF_BAD_INPUT)
        return lf_fail_within(divided, "the groups are of rows that do not train: ");
    if (divided != LF_OK) return divided;
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
    lf_penalised_release(&f->penalised);
    lf_gap_release(&f->gap);
    lf_scored_release(&f->train);
    lf_scored_release(&f->groups);
    free(f->grouped);
    lf_task_close(&f->task);
    *f = (lf_fairness){0};
}

/* The component of one role: h, or Phi. */
static lf_component fairness_component(const lf_fairness *f, bool gap, const lf_outer *outer) {
    if (!gap) return lf_component_mean(outer->p, f->task.n_train, outer);
    return (lf_component){.outputs = outer->p,
                          .samples = f->n_p + f->n_u,
                          .strata = 2,
                          .stratum = {f->n_p, f->n_u},
                          .outers = 1,
                          .outer = outer};
}

void lf_fairness_describe(lf_fairness *f, lf_role gaps, const lf_outer *objective,
                          const lf_outer *constraint, lf_problem_info *info) {
    lf_task_describe(&f->task, info);
    info->parts = 3;
    info->part = f->part;
    f->gaps = gaps;
    f->objective = fairness_component(f, gaps == LF_ROLE_OBJECTIVE, objective);
    f->constraint = fairness_component(f, gaps == LF_ROLE_CONSTRAINT, constraint);
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){1, &f->objective};
    info->role[LF_ROLE_CONSTRAINT] = (lf_components){1, &f->constraint};
}

lf_status lf_fairness_evaluate(void *state, const lf_samples *samples, const double *w,
                               const double *y, double *g, double *grad) {
    lf_fairness *f = state;
    const lf_samples asked = lf_penalised_samples(samples);
    if (asked.role == f->gaps) return lf_gap_evaluate(&f->gap, &f->groups, &asked, w, y, g, grad);
    return lf_mean_loss(&f->train, LF_LOSS_HINGE, f->task.data->label, &asked, w, y, g, grad);
}

lf_status lf_fairness_jvp(void *state, const lf_samples *samples, const double *w, const double *v,
                          double *jv) {
    lf_fairness *f = state;
    const lf_samples asked = lf_penalised_samples(samples);
    if (asked.role == f->gaps) return lf_gap_jvp(&f->gap, &f->groups, &asked, w, v, jv);
    return lf_mean_loss_jvp(&f->train, LF_LOSS_HINGE, f->task.data->label, &asked, w, v, jv);
}
