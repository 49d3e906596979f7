/**
 * @file carry_out.c
 * @brief From experiments to stored runs, with every check that comes before.
 *
 * The order matters: what costs nothing is checked first, then problems and budgets, then the
 * output folder, and only then runs start. So a slip is found in a second and leaves nothing
 * behind.
 */
#include "cli/carry_out.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "harness/engine/slurm.h"
#include "harness/experiment/tuning_grid.h"
#include "harness/registry/registry.h"
#include "harness/replay/first_use.h"
#include "harness/store/store.h"
#include "version.h"

/* Nine tenths of the physical memory: the limit for runs that were given none, so that one that
 * runs away ends by itself and not by the kernel's choice of victim. */
size_t lf_session_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (size_t)pages / 10 * 9 * (size_t)page : 0;
}

lf_pool_limits lf_session_limits(const lf_session *session) {
    return (lf_pool_limits){.jobs = session->jobs,
                            .wall_seconds = session->timeout,
                            .cpu_seconds = session->cpu,
                            .memory_bytes =
                                session->memory ? session->memory : lf_session_memory()};
}

static void session_said(void *context, const char *text) {
    (void)context;
    lf_message_say("%s", text);
}

static lf_status session_check_plan(const lf_session *session, const lf_session_item *item,
                                    const lf_planned_run *plan, size_t n) {
    const lf_planned_run **wanted = calloc(n + 1, sizeof *wanted);
    if (!wanted) return lf_fail(LF_NO_MEMORY, "no memory for %zu runs", n);
    n = lf_slice_select(&item->slice, item->experiment, plan, n, wanted);
    lf_status status = lf_preflight_check(item->experiment, wanted, n, session->timeout);
    const lf_pool_limits limits = lf_session_limits(session);
    if (status == LF_OK && !session->dry_run)
        status = lf_first_use(wanted, n, &limits, session_said);
    free(wanted);
    return status;
}

/* A word that is wrong on a command line is the command's fault; in a file it is the file's. */
static lf_status session_fault(const lf_session_item *item, lf_status status) {
    if (item->typed || status != LF_BAD_ARGUMENT) return status;
    return lf_fail_within(LF_BAD_INPUT, "%s: ", item->name);
}

/* The plan shows what would be run; what is wrong with it is wrong before anything was spent. Which
 * parameters tuning will choose does not matter here. */
static lf_status session_check_item(const lf_session *session, const lf_session_item *item) {
    lf_planned_run *plan, *trials;
    size_t n, n_trials;
    LF_TRY(lf_tuning_plan(item->experiment, item->scale, &trials, &n_trials));
    lf_status status = session_check_plan(session, item, trials, n_trials);
    lf_plan_free(trials, n_trials);
    LF_TRY(status);
    LF_TRY(lf_experiment_plan(item->experiment, item->scale, NULL, 0, &plan, &n));
    status = session_check_plan(session, item, plan, n);
    lf_plan_free(plan, n);
    return status;
}

static lf_status session_check(const lf_session *session, const lf_session_item *item) {
    const lf_status status = session_check_item(session, item);
    return status == LF_OK ? LF_OK : session_fault(item, status);
}

/* ready (n) <- the items that can be run. One item of several whose data is not here holds up none
 * of the others: it is named and left out; anything else that is wrong stops all. */
static lf_status session_check_all(const lf_session *session, const lf_session_item *items,
                                   size_t n, bool *ready, size_t *missing) {
    for (size_t i = 0; i < n; i++) {
        const lf_status status = session_check(session, &items[i]);
        ready[i] = status == LF_OK;
        if (status == LF_OK) continue;
        if (status != LF_NOT_FOUND) return status;
        if (++*missing == n) return n > 1 ? lf_fail_within(status, "%s: ", items[i].name) : status;
        if (!session->forecast_again)
            lf_message_say("%s is left out: %s", items[i].name, lf_message());
    }
    return LF_OK;
}

/* Can results be stored there? Makes the folder. It is ours until the results have been shown, too:
 * what is shown is what the store says was planned. */
static lf_status session_check_out(const char *out) {
    lf_store *store = NULL;
    lf_collection collection = {0};
    LF_TRY(lf_store_open(out, true, &store));
    lf_store_close(store);
    LF_TRY(lf_store_claim(out));
    return lf_session_collect(out, &collection);
}

lf_status lf_session_collect(const char *out, lf_collection *collection) {
    collection->said = session_said;
    LF_TRY(lf_store_collect(out, collection));
    return lf_slurm_forget(out);
}

static lf_slurm_setting session_slurm(const lf_session *session, const char *out) {
    return (lf_slurm_setting){
        .out = out,
        .task_runs = session->task_runs ? session->task_runs : 1,
        .tasks = session->tasks,
        .attempts = session->attempts ? session->attempts : 3,
        .memory_bytes = session->memory,
        .options = session->sbatch.n,
        .option = session->sbatch.text,
        .wait = !session->no_wait,
    };
}

/* Items of one command are reported as one outcome. */
static void session_add(lf_campaign_outcome *sum, const lf_campaign_outcome *one) {
    sum->total += one->total;
    sum->reused += one->reused;
    sum->done += one->done;
    sum->diverged += one->diverged;
    sum->failed += one->failed;
    sum->foreign += one->foreign;
    sum->trials += one->trials;
    sum->trials_reused += one->trials_reused;
    sum->left += one->left;
}

/* Reused results are only as good as the program that made them. */
static void session_mention(const lf_session *session, const lf_campaign_outcome *outcome) {
    if (outcome->foreign && !session->quiet)
        lf_message_say(
            "%zu of %zu reused runs were made by another version or commit than %s (%s); "
            "--force repeats them",
            outcome->foreign, outcome->reused + outcome->trials_reused, LF_VERSION, LF_COMMIT);
}

static lf_campaign session_campaign(const lf_session *session, const char *out,
                                    const lf_engine *engine, const lf_session_item *item) {
    return (lf_campaign){
        .out = out,
        .name = item->name,
        .scale = item->scale,
        .force = session->force,
        .quiet = session->quiet,
        .tune_only = item->tune_only,
        .slice = item->slice,
        .checkpoint_seconds = session->checkpoint,
        .limits = lf_session_limits(session),
        .engine = engine,
    };
}

static lf_status session_carry_out(const lf_session *session, const char *out,
                                   const lf_engine *engine, const lf_session_item *item,
                                   lf_campaign_outcome *outcome) {
    const lf_campaign campaign = session_campaign(session, out, engine, item);
    lf_campaign_outcome one = {0};
    const lf_status status = lf_campaign_run(&campaign, item->experiment, &one);
    session_add(outcome, &one);
    return status;
}

/* What would be done with those that can be; nothing comes after it. */
static lf_status session_dry_run(const lf_session *session, const char *out,
                                 const lf_session_item *items, size_t n, const bool *ready) {
    lf_forecast all = {0};
    lf_campaign campaign = {0};
    const char *above = session->forecast;
    for (size_t i = 0; i < n; i++) {
        if (!ready[i]) continue;
        campaign = session_campaign(session, out, NULL, &items[i]);
        LF_TRY(lf_dry_run_add(&campaign, items[i].experiment, above, &all));
        above = NULL;
    }
    lf_dry_run_print(&campaign, &all);
    return LF_OK;
}

/* All of them before the first: one that is refused leaves the plans of the others as they were. */
static lf_status session_check_data(const lf_session *session, const char *out,
                                    const lf_session_item *items, size_t n, const bool *ready) {
    for (size_t i = 0; i < n; i++) {
        if (!ready[i]) continue;
        const lf_campaign campaign = session_campaign(session, out, NULL, &items[i]);
        LF_TRY(lf_campaign_check(&campaign, items[i].experiment));
    }
    return LF_OK;
}

lf_exit lf_session_run(const lf_session *session, const char *out, const lf_session_item *items,
                       size_t n, lf_campaign_outcome *outcome) {
    *outcome = (lf_campaign_outcome){0};
    const lf_slurm_setting slurm = session_slurm(session, out);
    const lf_engine engine =
        lf_session_is_local(session) ? lf_engine_local : lf_engine_slurm(&slurm);
    bool *ready = calloc(n + 1, sizeof *ready);
    if (!ready) return lf_message_exit(lf_fail(LF_NO_MEMORY, "no memory for %zu items", n));
    lf_status status = session_check_all(session, items, n, ready, &outcome->left_out);
    if (status == LF_OK && session->dry_run) {
        status = session_dry_run(session, out, items, n, ready);
        outcome->left = 1; /* there is nothing to be shown */
        free(ready);
        return lf_message_exit(status);
    }
    if (status == LF_OK) status = session_check_out(out);
    if (status == LF_OK) status = session_check_data(session, out, items, n, ready);
    for (size_t i = 0; i < n && status == LF_OK; i++)
        if (ready[i]) status = session_carry_out(session, out, &engine, &items[i], outcome);
    free(ready);
    session_mention(session, outcome);
    if (status == LF_OK && outcome->left)
        lf_message_say(
            "%zu runs are with Slurm (levelfield status %s); the same command takes their "
            "results in and goes on",
            outcome->left, out);
    if (status == LF_INTERRUPTED) {
        lf_message_say("interrupted; what finished is kept in %s, and the same command continues",
                       out);
        return LF_EXIT_INTERRUPTED;
    }
    return lf_message_exit(status);
}
