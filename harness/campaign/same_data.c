#include "harness/campaign/same_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/sha256.h"
#include "datasets/user/user_open.h"
#include "harness/campaign/campaign_parts.h"
#include "harness/experiment/tuning_grid.h"
#include "harness/registry/parameters.h"

/* The set that was looked at last, as most runs of a plan have the same. */
typedef struct {
    char data[LF_PATH_BYTES];
    char identity[LF_SHA256_TEXT];
} same_data;

lf_status lf_same_data_named(const char *problem, char data[LF_PATH_BYTES]) {
    const char *rest = strchr(problem, ':');
    bool more = rest != NULL;
    data[0] = '\0';
    for (rest += more; more && !data[0];) {
        lf_assignment a;
        LF_TRY(lf_assignment_next(&rest, problem, &a, &more));
        if (!more) break;
        if (strcmp(a.name, "data") == 0) snprintf(data, LF_PATH_BYTES, "%s", a.value);
        lf_assignment_clear(&a);
    }
    return LF_OK;
}

/* `out` is the folder of the message. */
static lf_status same_data_run(same_data *last, const char *out, lf_store *store,
                               const lf_planned_run *run) {
    char data[LF_PATH_BYTES], then[LF_SHA256_TEXT];
    bool found;
    LF_TRY(lf_same_data_named(run->spec.problem, data));
    if (!lf_user_named(data)) return LF_OK;
    LF_TRY(lf_store_data(store, run->key, &found, then));
    if (!found) return LF_OK;
    if (strcmp(data, last->data) != 0) {
        LF_TRY(lf_user_identity(data, last->identity));
        snprintf(last->data, sizeof last->data, "%s", data);
    }
    if (strcmp(last->identity, then) == 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "%s: its files have changed since results in '%s' were made (SHA-256 %.12s, now "
                   "%.12s); take another --out, or make all of them again by --force",
                   data, out, then, last->identity);
}

lf_status lf_same_data_check(const lf_campaign *campaign, const lf_experiment *experiment,
                             lf_store *store, const lf_planned_run *plan, size_t n) {
    if (!store || campaign->force) return LF_OK;
    const lf_planned_run **wanted = calloc(n + 1, sizeof *wanted);
    if (!wanted) return lf_fail(LF_NO_MEMORY, "no memory for %zu runs", n);
    same_data last = {0};
    lf_status status = LF_OK;
    n = lf_slice_select(&campaign->slice, experiment, plan, n, wanted);
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = same_data_run(&last, campaign->out, store, wanted[i]);
    free(wanted);
    return status;
}

/* Which parameters tuning will choose is not known yet: runs that have them are looked at when they
 * are planned. */
lf_status lf_campaign_check(const lf_campaign *campaign, const lf_experiment *experiment) {
    lf_campaign_plan plan = {0};
    lf_store *store = NULL;
    LF_TRY(lf_tuning_plan(experiment, campaign->scale, &plan.trial, &plan.trials));
    lf_status status = LF_OK;
    if (!campaign->tune_only)
        status = lf_experiment_plan(experiment, campaign->scale, NULL, 0, &plan.run, &plan.runs);
    if (status == LF_OK) status = lf_store_open(campaign->out, false, &store);
    if (status == LF_OK)
        status = lf_same_data_check(campaign, experiment, store, plan.trial, plan.trials);
    if (status == LF_OK)
        status = lf_same_data_check(campaign, experiment, store, plan.run, plan.runs);
    lf_store_close(store);
    lf_plan_free(plan.trial, plan.trials);
    lf_plan_free(plan.run, plan.runs);
    return status;
}
