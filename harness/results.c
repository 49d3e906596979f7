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

#include "harness/campaign.h"
#include "harness/experiment_parts.h"

void lf_results_free(lf_results *results, size_t n) {
    for (size_t i = 0; results && i < n; i++) {
        free(results[i].name);
        free(results[i].scale);
        lf_experiment_free(results[i].experiment);
        for (size_t k = 0; results[i].record && k < results[i].runs; k++)
            lf_record_clear(&results[i].record[k]);
        free(results[i].record);
        lf_plan_free(results[i].plan, results[i].runs);
    }
    free(results);
}

/* A plan that points outside the experiment's lists was not made by us. */
static lf_status results_check_plan(const lf_results *r) {
    for (size_t i = 0; i < r->runs; i++)
        if (r->plan[i].problem >= r->experiment->problems_count ||
            r->plan[i].method >= r->experiment->methods_count)
            return lf_fail(LF_BAD_INPUT, "%s: the stored plan does not fit the experiment",
                           r->name);
    return LF_OK;
}

/* A run that is planned but not stored leaves a record with an empty key. */
static lf_status results_load_records(lf_store *store, lf_results *r) {
    r->record = calloc(r->runs + 1, sizeof *r->record);
    if (!r->record) return lf_fail(LF_NO_MEMORY, "no memory for the results of %s", r->name);
    for (size_t i = 0; i < r->runs; i++) {
        lf_status status = lf_store_get(store, r->plan[i].key, &r->record[i]);
        if (status != LF_OK && status != LF_NOT_FOUND) return status;
    }
    return LF_OK;
}

/* Name and scale are set; the rest of *r is filled in. */
static lf_status results_load_one(lf_store *store, const char *yaml, lf_results *r) {
    LF_TRY(lf_experiment_read(yaml, strlen(yaml), r->name, &r->experiment));
    LF_TRY(lf_store_get_plan(store, r->name, r->scale, &r->plan, &r->runs));
    LF_TRY(results_check_plan(r));
    return results_load_records(store, r);
}

/* The lists of the store are taken apart as they are used up, whatever happens. */
static lf_status results_load_all(lf_store *store, lf_results **results, size_t *n) {
    char **names, **scales, **yamls;
    size_t count;
    LF_TRY(lf_store_experiments(store, &names, &scales, &yamls, &count));
    lf_results *list = calloc(count + 1, sizeof *list);
    lf_status status = list ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for the results");
    for (size_t i = 0; i < count; i++) {
        if (status == LF_OK) {
            list[i].name = names[i];
            list[i].scale = scales[i];
            names[i] = scales[i] = NULL;
            status = results_load_one(store, yamls[i], &list[i]);
        }
        free(names[i]);
        free(scales[i]);
        free(yamls[i]);
    }
    free(names);
    free(scales);
    free(yamls);
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
