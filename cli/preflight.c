/**
 * @file preflight.c
 * @brief Problems and budgets tried out before a campaign.
 *
 * A campaign would find the same faults, but as the failure of every run, after each had built its
 * problem. Here they are one line before anything was stored.
 */
#include "cli/preflight.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/built.h"
#include "harness/pool/forking.h"
#include "harness/pool/pool.h"

/* What a child says through its pipe. */
typedef struct {
    int status;
    char message[4000];
} preflight_verdict;

/* Every run of the plan on this problem, from `first` on: are their budgets understood? */
static lf_status preflight_budgets(const lf_planned_run *const *plan, size_t n, size_t first,
                                   const lf_problem *problem) {
    lf_cost_scope scope = lf_cost_scope_of(&problem->info);
    for (size_t i = first; i < n; i++) {
        lf_budget budget;
        if (strcmp(plan[i]->spec.problem, plan[first]->spec.problem) != 0) continue;
        LF_TRY(lf_budget_parse(plan[i]->spec.budget, &scope, &budget));
    }
    return LF_OK;
}

/* The problem of run `first`, and then every budget that is meant for it: units such as dp.g are
 * known only once the problem is built. */
static lf_status preflight_try(const lf_planned_run *const *plan, size_t n, size_t first) {
    lf_built built;
    LF_TRY(lf_built_open(plan[first]->spec.problem, &built));
    lf_status status = preflight_budgets(plan, n, first, &built.problem);
    lf_built_close(&built);
    return status;
}

/* In the child: try, say, leave without the parent's clean-up. Data take minutes to read, and
 * nobody waits for the verdict once the command was killed. */
static _Noreturn void preflight_child(const lf_planned_run *const *plan, size_t n, size_t first,
                                      pid_t parent, int fd) {
    lf_fork_end_with(parent);
    preflight_verdict verdict = {.status = preflight_try(plan, n, first)};
    snprintf(verdict.message, sizeof verdict.message, "%s", lf_message());
    ssize_t written = write(fd, &verdict, sizeof verdict); /* one page: a pipe takes it whole */
    _exit(written == (ssize_t)sizeof verdict ? 0 : 1);
}

/* Wait for the verdict, but no longer than that, or than a run may take for it. */
static bool preflight_listen(int fd, double wall_seconds, preflight_verdict *verdict) {
    struct pollfd says = {.fd = fd, .events = POLLIN};
    const double ms = ceil(1000 * (wall_seconds > 0 ? wall_seconds : LF_POOL_STALL_SECONDS));
    int ready;
    do
        ready = poll(&says, 1, ms < INT_MAX ? (int)ms : INT_MAX);
    while (ready < 0 && errno == EINTR);
    return ready > 0 && read(fd, verdict, sizeof *verdict) == (ssize_t)sizeof *verdict;
}

/* In a child. No verdict (a crash, no memory, no time) is no fault here: the runs will meet it
 * again, one by one, and record it. */
static lf_status preflight_problem(const lf_planned_run *const *plan, size_t n, size_t first,
                                   double wall_seconds) {
    int ends[2];
    if (pipe(ends) != 0) return lf_fail(LF_IO, "no pipe: %s", strerror(errno));
    fflush(NULL);
    const pid_t parent = getpid();
    pid_t child = fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        return lf_fail(LF_NO_MEMORY, "no child process: %s", strerror(errno));
    }
    if (child == 0) preflight_child(plan, n, first, parent, ends[1]);
    close(ends[1]);
    preflight_verdict verdict = {.status = LF_OK};
    const bool said = preflight_listen(ends[0], wall_seconds, &verdict);
    close(ends[0]);
    if (!said) kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    if (!said || verdict.status == LF_OK) return LF_OK;
    return lf_fail((lf_status)verdict.status, "%s", verdict.message);
}

/* Does an earlier run of the plan have the same problem? */
static bool preflight_seen(const lf_planned_run *const *plan, size_t i) {
    for (size_t j = 0; j < i; j++)
        if (strcmp(plan[j]->spec.problem, plan[i]->spec.problem) == 0) return true;
    return false;
}

lf_status lf_preflight_check(const lf_planned_run *const *plan, size_t n, double wall_seconds) {
    for (size_t i = 0; i < n; i++)
        if (!preflight_seen(plan, i)) LF_TRY(preflight_problem(plan, n, i, wall_seconds));
    return LF_OK;
}
