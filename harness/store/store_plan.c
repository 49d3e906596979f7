/**
 * @file store_plan.c
 * @brief Experiments that the store remembers, and the runs that each of them planned.
 */
#include "harness/store/store_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "harness/store/chain.h"

/* The chain vouches for the plan, too: a run that is not planned any more is not reported. */
static lf_status plan_vouch(lf_store *store, const char *name, const char *scale) {
    char *subject;
    if (asprintf(&subject, "%s %s", name, scale) < 0) return lf_store_fail(store, SQLITE_NOMEM);
    const lf_status status = lf_chain_append(store, "experiment", subject);
    free(subject);
    return status;
}

lf_status lf_store_put_experiment(lf_store *store, const char *name, const char *scale,
                                  const char *yaml) {
    LF_TRY(lf_store_begin(store));
    lf_status status =
        lf_store_execute(store,
                         "INSERT INTO experiments (name, scale, yaml) VALUES (?, ?, ?)"
                         " ON CONFLICT (name, scale) DO UPDATE SET yaml = excluded.yaml",
                         3, (const char *const[]){name, scale, yaml});
    if (status == LF_OK) status = plan_vouch(store, name, scale);
    return lf_store_end(store, status);
}

/* Forget an earlier plan: it may have been longer. */
static lf_status plan_delete(lf_store *store, const char *name, const char *scale) {
    return lf_store_execute(store,
                            "DELETE FROM plans WHERE experiment ="
                            " (SELECT id FROM experiments WHERE name = ? AND scale = ?)",
                            2, (const char *const[]){name, scale});
}

/* One row for each run; the statement finds the experiment by name and scale. */
static lf_status plan_insert(lf_statement *s, const char *name, const char *scale,
                             const lf_planned_run *plan, size_t n) {
    for (size_t i = 0; i < n; i++) {
        lf_statement_put_text(s, name);
        lf_statement_put_text(s, scale);
        lf_statement_put_count(s, i);
        lf_statement_put_count(s, plan[i].problem);
        lf_statement_put_count(s, plan[i].method);
        lf_statement_put_text(s, plan[i].key);
        lf_statement_put_spec(s, &plan[i].spec);
        lf_statement_put_text(s, plan[i].parameters);
        lf_statement_put_count(s, plan[i].point);
        LF_TRY(lf_statement_execute(s));
    }
    return LF_OK;
}

/* Delete and insert; the caller holds the transaction. */
static lf_status plan_replace(lf_store *store, const char *name, const char *scale,
                              const lf_planned_run *plan, size_t n) {
    LF_TRY(plan_delete(store, name, scale));
    lf_statement s;
    lf_status status = lf_statement_open(
        store,
        "INSERT INTO plans (experiment, position, problem_index, method_index, key, " LF_STORE_SPEC
        "parameters, point) VALUES ((SELECT id FROM experiments WHERE name = ? AND scale = ?),"
        " ?, ?, ?, ?, " LF_STORE_SPEC_MARKS "?, ?)",
        &s);
    if (status == LF_OK) status = plan_insert(&s, name, scale, plan, n);
    lf_statement_close(&s);
    return status == LF_OK ? plan_vouch(store, name, scale) : status;
}

lf_status lf_store_put_plan(lf_store *store, const char *name, const char *scale,
                            const lf_planned_run *plan, size_t n) {
    LF_TRY(lf_store_begin(store));
    return lf_store_end(store, plan_replace(store, name, scale, plan, n));
}

void lf_plan_free(lf_planned_run *runs, size_t n) {
    for (size_t i = 0; runs && i < n; i++) {
        lf_run_spec_clear(&runs[i].spec);
        free(runs[i].parameters);
    }
    free(runs);
}

/* A row of `plans`, in the order in which it is selected. */
static void plan_take(lf_statement *s, lf_planned_run *run) {
    run->problem = lf_statement_take_count(s);
    run->method = lf_statement_take_count(s);
    char *key = lf_statement_take_text(s);
    snprintf(run->key, sizeof run->key, "%s", key ? key : "");
    free(key);
    lf_statement_take_spec(s, &run->spec);
    run->parameters = lf_statement_take_text(s);
    run->point = lf_statement_take_count(s);
}

/* All rows; what was read so far belongs to the caller also after a failure. */
static lf_status plan_collect(lf_statement *s, lf_planned_run **plan, size_t *n) {
    bool row;
    for (;;) {
        LF_TRY(lf_statement_next(s, &row));
        if (!row) return LF_OK;
        LF_TRY(lf_grow(plan, *n, sizeof **plan, "a plan"));
        plan_take(s, &(*plan)[(*n)++]);
    }
}

lf_status lf_store_get_plan(lf_store *store, const char *name, const char *scale,
                            lf_planned_run **plan, size_t *n) {
    *plan = NULL;
    *n = 0;
    lf_statement s;
    lf_status status = lf_statement_open(
        store,
        "SELECT problem_index, method_index, key, " LF_STORE_SPEC "parameters, point FROM plans"
        " WHERE experiment ="
        " (SELECT id FROM experiments WHERE name = ? AND scale = ?)"
        " ORDER BY position",
        &s);
    if (status == LF_OK) {
        lf_statement_put_text(&s, name);
        lf_statement_put_text(&s, scale);
        status = plan_collect(&s, plan, n);
    }
    lf_statement_close(&s);
    if (status == LF_OK) return LF_OK;
    lf_plan_free(*plan, *n);
    *plan = NULL;
    *n = 0;
    return status;
}

lf_status lf_store_unplanned(lf_store *store, size_t *n) {
    long long count;
    const lf_status status = lf_store_number(
        store, "SELECT count(*) FROM runs WHERE key NOT IN (SELECT key FROM plans)", &count);
    *n = (size_t)count;
    return status;
}

void lf_store_experiments_free(lf_stored_experiment *list, size_t n) {
    for (size_t i = 0; i < n; i++) {
        free(list[i].name);
        free(list[i].scale);
        free(list[i].yaml);
    }
    free(list);
}

static lf_status plan_list_experiments(lf_statement *s, lf_stored_experiment **list, size_t *n) {
    bool row;
    for (;;) {
        LF_TRY(lf_statement_next(s, &row));
        if (!row) return LF_OK;
        LF_TRY(lf_grow(list, *n, sizeof **list, "a list of experiments"));
        lf_stored_experiment *new = &(*list)[(*n)++];
        new->name = lf_statement_take_text(s);
        new->scale = lf_statement_take_text(s);
        new->yaml = lf_statement_take_text(s);
    }
}

lf_status lf_store_experiments(lf_store *store, lf_stored_experiment **list, size_t *n) {
    lf_statement s;
    *list = NULL;
    *n = 0;
    lf_status status = lf_statement_open(
        store, "SELECT name, scale, yaml FROM experiments ORDER BY name, scale", &s);
    if (status == LF_OK) status = plan_list_experiments(&s, list, n);
    lf_statement_close(&s);
    if (status == LF_OK) return LF_OK;
    lf_store_experiments_free(*list, *n);
    *list = NULL;
    *n = 0;
    return status;
}

lf_status lf_store_check_plan(lf_store *store, const char *name, const char *scale) {
    lf_statement s;
    bool row;
    lf_status status = lf_statement_first(
        store,
        "SELECT problem, data_name, min(data_sha256), max(data_sha256) FROM runs "
        "WHERE data_sha256 <> ''"
        " AND key IN (SELECT key FROM plans WHERE experiment ="
        " (SELECT id FROM experiments WHERE name = ? AND scale = ?))"
        " GROUP BY problem HAVING min(data_sha256) <> max(data_sha256) LIMIT 1",
        2, (const char *const[]){name, scale}, &s, &row);
    char *text[4] = {NULL};
    for (size_t i = 0; row && i < 4; i++)
        text[i] = lf_statement_take_text(&s);
    if (row && text[0] && text[1] && text[2] && text[3])
        status =
            lf_fail(LF_BAD_INPUT,
                    "%s: %.*s has runs of different data called %s (SHA-256 %.12s and %.12s); "
                    "make all of them again by --force, or in another folder",
                    store->path, (int)strcspn(text[0], ":"), text[0], text[1], text[2], text[3]);
    for (size_t i = 0; i < 4; i++)
        free(text[i]);
    lf_statement_close(&s);
    return status;
}
