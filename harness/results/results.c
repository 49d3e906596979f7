/**
 * @file results.c
 * @brief Stored experiments with their records: what plots, tables and reports are made from.
 *
 * The plan is the stored one, and the YAML is not checked again: results stay readable when a
 * plugin is not there any more, or a default has changed.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_check.h"
#include "harness/experiment/tuning_grid.h"
#include "harness/registry/parameters.h"
#include "harness/results/results.h"

void lf_records_free(lf_record *records, size_t n) {
    for (size_t i = 0; records && i < n; i++)
        lf_record_clear(&records[i]);
    free(records);
}

void lf_results_free(lf_results *results, size_t n) {
    for (size_t i = 0; results && i < n; i++) {
        lf_results *r = &results[i];
        free(r->name);
        free(r->scale);
        lf_experiment_free(r->experiment);
        lf_records_free(r->record, r->runs + r->nudges);
        lf_plan_free(r->plan, r->runs + r->nudges);
        lf_records_free(r->trial_record, r->trials);
        lf_plan_free(r->trial, r->trials);
        lf_tuned_free(r->tuned, r->tuned_pairs);
    }
    free(results);
}

/* A plan that points outside the experiment's lists, or has trials of an experiment that tunes
 * nothing, was not made by us. */
static lf_status results_check_plan(const lf_results *r, const lf_planned_run *plan, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (plan[i].problem >= r->experiment->problems_count ||
            plan[i].method >= r->experiment->methods_count ||
            (plan[i].parameters && !r->experiment->tuning))
            return lf_fail(LF_BAD_INPUT, "%s: the stored plan does not fit the experiment",
                           r->name);
    return LF_OK;
}

/* The stored plan, with the trials that stand in front of its runs parted off, and what is behind
 * them counted. */
static lf_status results_load_plan(lf_store *store, lf_results *r) {
    LF_TRY(lf_store_get_plan(store, r->name, r->scale, &r->plan, &r->runs));
    LF_TRY(results_check_plan(r, r->plan, r->runs));
    size_t trials = 0;
    while (r->runs > 0 && lf_code_start(r->plan[r->runs - 1].spec.code) == LF_START_NUDGED) {
        r->runs--;
        r->nudges++;
    }
    while (trials < r->runs && r->plan[trials].parameters)
        trials++;
    if (trials == 0) return LF_OK;
    r->trial = calloc(trials, sizeof *r->trial);
    if (!r->trial) return lf_fail(LF_NO_MEMORY, "no memory for the results of %s", r->name);
    memcpy(r->trial, r->plan, trials * sizeof *r->trial);
    memmove(r->plan, r->plan + trials, (r->runs + r->nudges - trials) * sizeof *r->plan);
    r->trials = trials;
    r->runs -= trials;
    return LF_OK;
}

lf_status lf_results_records(lf_store *store, const lf_planned_run *plan, size_t n,
                             lf_record **records) {
    *records = calloc(n + 1, sizeof **records);
    if (!*records) return lf_fail(LF_NO_MEMORY, "no memory for %zu records", n);
    for (size_t i = 0; i < n; i++) {
        const lf_status status = lf_store_get_whole(store, plan[i].key, &(*records)[i]);
        if (status == LF_OK || status == LF_NOT_FOUND) continue;
        lf_records_free(*records, n);
        *records = NULL;
        return status;
    }
    return LF_OK;
}

size_t lf_results_nudge(const lf_results *results, size_t problem, size_t method) {
    const size_t form = lf_experiment_form(results->experiment, problem, method);
    for (size_t i = results->runs; i < results->runs + results->nudges; i++)
        if (results->plan[i].problem == form && results->plan[i].method == method &&
            results->record[i].key[0] && lf_run_status_is_result(results->record[i].status))
            return i;
    return SIZE_MAX;
}

/* Name and scale are set; the rest of *r is filled in. */
static lf_status results_load_one(lf_store *store, const char *yaml, lf_results *r) {
    LF_TRY(lf_experiment_read(yaml, strlen(yaml), r->name, &r->experiment));
    LF_TRY(results_load_plan(store, r));
    LF_TRY(lf_store_check_plan(store, r->name, r->scale));
    LF_TRY(lf_results_records(store, r->plan, r->runs + r->nudges, &r->record));
    LF_TRY(lf_results_records(store, r->trial, r->trials, &r->trial_record));
    return lf_tuning_choose(r);
}

/* Names and scales are taken over. */
static lf_status results_load_all(lf_store *store, lf_results **results, size_t *n) {
    lf_stored_experiment *stored;
    lf_replay_note replayed;
    size_t count, unplanned;
    LF_TRY(lf_store_get_replay(store, &replayed));
    LF_TRY(lf_store_unplanned(store, &unplanned));
    LF_TRY(lf_store_experiments(store, &stored, &count));
    lf_results *list = calloc(count + 1, sizeof *list);
    lf_status status = list ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for the results");
    for (size_t i = 0; i < count && status == LF_OK; i++) {
        list[i].name = stored[i].name;
        list[i].scale = stored[i].scale;
        list[i].replayed = replayed;
        list[i].unplanned = unplanned;
        stored[i].name = stored[i].scale = NULL;
        status = results_load_one(store, stored[i].yaml, &list[i]);
    }
    lf_store_experiments_free(stored, count);
    if (status != LF_OK) {
        lf_results_free(list, list ? count : 0);
        return status;
    }
    *results = list;
    *n = count;
    return LF_OK;
}

lf_status lf_results_load(const char *dir, lf_results **results, size_t *n) {
    *results = NULL;
    *n = 0;
    lf_store *store;
    LF_TRY(lf_store_open(dir, false, &store));
    lf_status status = results_load_all(store, results, n);
    lf_store_close(store);
    return status;
}
