/**
 * @file preflight.c
 * @brief Problems, budgets and costs tried out before a campaign.
 *
 * A campaign would find the same faults, but as the failure of every run, after each had built its
 * problem. Here they are one line before anything was stored. A large table is looked at for it,
 * not divided: of 1e7 rows that takes long enough to be waited for once.
 */
#include "cli/carry_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/built.h"
#include "harness/experiment/experiment_check.h"
#include "harness/pool/pool.h"
#include "harness/process/probe.h"
#include "harness/registry/registry.h"
#include "harness/run/run.h"

/* What a child says through its pipe. */
typedef struct {
    int status;
    char message[4000];
} preflight_verdict;

/* What a child is to try. */
typedef struct {
    const lf_experiment *experiment;
    const lf_planned_run *const *plan;
    size_t n, first;
} preflight_task;

/* Is no earlier run of the plan one of the same problem of the experiment? Of seeds that each build
 * a problem of their own the first has told what costs there are. */
static bool preflight_new(const lf_planned_run *const *plan, size_t i) {
    for (size_t j = 0; j < i; j++)
        if (plan[j]->problem == plan[i]->problem) return false;
    return true;
}

/* Every run of the plan on this problem, from `first` on: is its budget understood, does the
 * problem, as built, show the method's view, and has it what the experiment counts? */
static lf_status preflight_runs(const preflight_task *task, const lf_problem *problem) {
    const lf_planned_run *const *plan = task->plan;
    const size_t first = task->first;
    lf_cost_scope scope = lf_cost_scope_of(&problem->info);
    for (size_t i = first; i < task->n; i++) {
        lf_budget budget;
        const lf_algorithm *algorithm;
        if (strcmp(plan[i]->spec.problem, plan[first]->spec.problem) != 0) continue;
        if (preflight_new(plan, i))
            LF_TRY(lf_experiment_check_built(task->experiment, plan[i]->problem, &scope));
        LF_TRY(lf_budget_parse(plan[i]->spec.budget, &scope, &budget));
        LF_TRY(lf_spec_algorithm(plan[i]->spec.algorithm, &algorithm));
        LF_TRY(lf_run_fits(problem, algorithm));
    }
    return LF_OK;
}

/* The problem of run `first`, and then every run that is meant for it: units such as dp.g, and
 * which views there are, are known only once the problem is built. A plugin that cannot be opened
 * again is its runs' fault, and no other's. */
static lf_status preflight_try(const preflight_task *task) {
    const char *spec = task->plan[task->first]->spec.problem;
    lf_built built;
    const lf_problem_class *is;
    LF_TRY(lf_spec_problem(spec, &is));
    if (lf_problem_open(is, &is) != LF_OK) return LF_OK;
    LF_TRY(lf_built_outline(spec, &built));
    lf_status status = preflight_runs(task, &built.problem);
    lf_built_close(&built);
    return status;
}

static void preflight_child(const void *context, int fd) {
    const preflight_task *task = context;
    preflight_verdict verdict = {.status = preflight_try(task)};
    snprintf(verdict.message, sizeof verdict.message, "%s", lf_message());
    const ssize_t written = write(fd, &verdict, sizeof verdict); /* a pipe takes one page whole */
    if (written < 0) _exit(1);
}

/* In a child. No verdict (a crash, no memory, no time) is no fault here: the runs will meet it
 * again, one by one, and record it. */
static lf_status preflight_problem(const preflight_task *task, double wall_seconds) {
    preflight_verdict verdict = {.status = LF_OK};
    lf_probe_result result;
    const double seconds = wall_seconds > 0 ? wall_seconds : LF_POOL_STALL_SECONDS;
    LF_TRY(lf_probe(preflight_child, task, seconds, &result));
    if (result.n == sizeof verdict) memcpy(&verdict, result.bytes, sizeof verdict);
    free(result.bytes);
    if (verdict.status == LF_OK) return LF_OK;
    verdict.message[sizeof verdict.message - 1] = '\0'; /* a plugin may have written all of it */
    lf_text_clean(verdict.message, false);
    const bool known = verdict.status < LF_OK && verdict.status > LF_INTERRUPTED;
    return lf_fail(known ? (lf_status)verdict.status : LF_BAD_INPUT, "%s", verdict.message);
}

/* Does an earlier run of the plan have the same problem? */
static bool preflight_seen(const lf_planned_run *const *plan, size_t i) {
    for (size_t j = 0; j < i; j++)
        if (strcmp(plan[j]->spec.problem, plan[i]->spec.problem) == 0) return true;
    return false;
}

lf_status lf_preflight_check(const lf_experiment *experiment, const lf_planned_run *const *plan,
                             size_t n, double wall_seconds) {
    preflight_task task = {.experiment = experiment, .plan = plan, .n = n};
    for (; task.first < n; task.first++)
        if (!preflight_seen(plan, task.first)) LF_TRY(preflight_problem(&task, wall_seconds));
    return LF_OK;
}
