/**
 * @file until_decided.c
 * @brief Look, add seeds where something is open, look again.
 */
#include "cli/until_decided.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "reports/kinds/claims/parts/claims.h"

typedef struct {
    const char *out;
    const lf_selection *set;
    const lf_session_item *items;
    size_t most;
    bool patient;
    bool **open; /* of each experiment, problems x methods: which pairs go on */
} decide_work;

static bool *decide_pairs(const lf_experiment *e) {
    const size_t n = (size_t)e->problems_count * e->methods_count;
    bool *pairs = malloc(n + 1);
    if (pairs) memset(pairs, true, n + 1);
    return pairs;
}

/* The scale is the experiment's own, and is changed. */
static lf_status decide_give(lf_experiment *e, const char *name, const bool *open, size_t n) {
    lf_experiment_scale *scale = &e->scales[lf_experiment_find_scale(e, name) - e->scales];
    for (size_t i = 0; i < e->problems_count; i++)
        for (size_t k = 0; k < e->methods_count; k++)
            if (open[i * e->methods_count + k] && lf_experiment_runs(e, i, k))
                LF_TRY(lf_experiment_give_seeds(e, scale, i, k, n));
    return LF_OK;
}

/* A method goes on where the comparison is: on one problem, in its own form, or on all. */
static void decide_open(const lf_experiment *e, size_t problem, size_t method, bool *open) {
    if (method == SIZE_MAX) return;
    for (size_t i = 0; i < e->problems_count; i++) {
        const bool here = problem == SIZE_MAX || i == lf_experiment_form(e, problem, method);
        if (here) open[i * e->methods_count + method] = true;
    }
}

/* More seeds change what was tested and is not settled, unless they would hardly do. */
static bool decide_is_open(const lf_comparison_verdict *c, bool patient) {
    if (c->exact || c->outcome == LF_CLAIM_HELD || c->outcome == LF_CLAIM_TIE) return false;
    return patient || !c->needs.futile;
}

/* open <- the pairs that a claim without a verdict hangs on. *any: there is one. */
static lf_status decide_look(const lf_results *r, bool patient, bool *open, bool *any) {
    const lf_experiment *e = r->experiment;
    const lf_names methods = lf_method_names(e);
    for (size_t i = 0; i < (size_t)e->problems_count * e->methods_count; i++)
        open[i] = false;
    for (size_t i = 0; i < e->claims_count; i++) {
        lf_claim_verdict verdict;
        LF_TRY(lf_claim_decide(r, i, &verdict));
        const size_t method = lf_names_find(&methods, e->claims[i].method);
        for (size_t k = 0; verdict.outcome == LF_CLAIM_UNDECIDED && k < verdict.comparisons; k++) {
            const lf_comparison_verdict *c = &verdict.comparison[k];
            if (!decide_is_open(c, patient)) continue;
            decide_open(e, c->problem, method, open);
            decide_open(e, c->problem, c->than, open);
            *any = true;
        }
        lf_claim_verdict_clear(&verdict);
    }
    return LF_OK;
}

/* Every experiment of the set as it is stored now. */
static lf_status decide_all(const decide_work *w, bool *any) {
    lf_results *results;
    size_t n;
    *any = false;
    LF_TRY(lf_results_load(w->out, &results, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < w->set->n && status == LF_OK; k++)
            if (strcmp(results[i].name, w->set->name[k]) == 0 &&
                strcmp(results[i].scale, w->items[k].scale) == 0)
                status = decide_look(&results[i], w->patient, w->open[k], any);
    lf_results_free(results, n);
    return status;
}

/* Runs of earlier looks are stored by now, whatever became of them. */
static void decide_add(lf_campaign_outcome *sum, const lf_campaign_outcome *one) {
    const size_t done = sum->done, diverged = sum->diverged, failed = sum->failed;
    *sum = *one;
    sum->done += done;
    sum->diverged += diverged;
    sum->failed += failed;
}

static lf_exit decide_step(const lf_session *session, const decide_work *w, size_t look,
                           lf_campaign_outcome *outcome) {
    lf_campaign_outcome one;
    for (size_t k = 0; k < w->set->n; k++) {
        const lf_status status =
            decide_give(w->set->experiment[k], w->items[k].scale, w->open[k], look);
        if (status != LF_OK) return lf_message_exit(status);
    }
    const lf_exit code = lf_session_run(session, w->out, w->items, w->set->n, &one);
    decide_add(outcome, &one);
    return code;
}

/* From look to look; nothing is left open where nothing more can be done. */
static lf_exit decide_looks(const lf_session *session, const decide_work *w,
                            lf_campaign_outcome *outcome) {
    lf_session again = *session;
    bool any = true;
    for (size_t look = 0; any && (look = lf_look_next(look, w->most));) {
        const lf_exit code = decide_step(&again, w, look, outcome);
        if (code != LF_EXIT_DONE || outcome->left) return code;
        again.force = false; /* the runs of this look are fresh */
        const lf_status status = decide_all(w, &any);
        if (status != LF_OK) return lf_message_exit(status);
        if (!session->quiet)
            lf_message_say("%zu seeds: %s", look, any ? "a claim is open" : "no claim is open");
    }
    return LF_EXIT_DONE;
}

lf_exit lf_session_decide(const lf_session *session, const char *out, const lf_selection *set,
                          const lf_session_item *items, size_t most, bool patient,
                          lf_campaign_outcome *outcome) {
    decide_work w = {out, set, items, most, patient, calloc(set->n + 1, sizeof *w.open)};
    bool ready = w.open != NULL;
    for (size_t k = 0; ready && k < set->n; k++)
        ready = (w.open[k] = decide_pairs(set->experiment[k])) != NULL;
    *outcome = (lf_campaign_outcome){0};
    const lf_exit code = ready ? decide_looks(session, &w, outcome)
                               : lf_message_exit(lf_fail(LF_NO_MEMORY, "no memory for seeds"));
    for (size_t k = 0; w.open && k < set->n; k++)
        free(w.open[k]);
    free(w.open);
    return code;
}
