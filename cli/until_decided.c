/**
 * @file until_decided.c
 * @brief Look, add seeds where something is open, look again.
 */
#include "cli/until_decided.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "harness/experiment/experiment_check.h"
#include "reports/kinds/claims/parts/claims.h"

/* One experiment. */
typedef struct {
    size_t most, look; /* seeds at the last look that there may be, and at the present one */
    bool any;
    bool *open; /* problems x methods: which pairs go on */
} decide_item;

typedef struct {
    const char *out;
    const lf_selection *set;
    const lf_session_item *items;
    bool patient, every;
    decide_item *item;
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

/* More seeds change what was tested and is not settled, unless they would hardly do and it needs
 * more than the `most` that there may be. They bring back no run that is missing, and widen no
 * grid. */
static bool decide_is_open(const lf_comparison_verdict *c, bool patient, size_t most) {
    const bool settled = c->outcome == LF_CLAIM_HELD || c->outcome == LF_CLAIM_TIE;
    if (c->exact || settled || c->outcome == LF_CLAIM_EDGE) return false;
    if (isnan(c->p.held)) return c->needs.seeds > 0;
    return patient || !c->needs.futile || (c->needs.seeds > 0 && c->needs.seeds <= most);
}

/* The pairs that a claim without a verdict hangs on; with `every`, those too that say nothing yet
 * of a claim that another one has refuted. */
static lf_status decide_look(const lf_results *r, const decide_work *w, decide_item *item) {
    const lf_experiment *e = r->experiment;
    const lf_names methods = lf_method_names(e);
    for (size_t i = 0; i < (size_t)e->problems_count * e->methods_count; i++)
        item->open[i] = false;
    item->any = false;
    for (size_t i = 0; i < e->claims_count; i++) {
        lf_claim_verdict verdict;
        LF_TRY(lf_claim_decide(r, i, &verdict));
        const size_t method = lf_names_find(&methods, e->claims[i].method);
        const bool open = verdict.outcome == LF_CLAIM_UNDECIDED || verdict.outcome == LF_CLAIM_EDGE;
        for (size_t k = 0; (open || w->every) && k < verdict.comparisons; k++) {
            const lf_comparison_verdict *c = &verdict.comparison[k];
            if (!open && c->outcome != LF_CLAIM_UNDECIDED) continue;
            if (!decide_is_open(c, w->patient, item->most)) continue;
            decide_open(e, c->problem, method, item->open);
            decide_open(e, c->problem, c->than, item->open);
            item->any = true;
        }
        lf_claim_verdict_clear(&verdict);
    }
    return LF_OK;
}

/* Every experiment of the set as it is stored now. */
static lf_status decide_all(const decide_work *w) {
    lf_results *results;
    size_t n;
    LF_TRY(lf_results_load(w->out, &results, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < w->set->n && status == LF_OK; k++)
            if (strcmp(results[i].name, w->set->name[k]) == 0 &&
                strcmp(results[i].scale, w->items[k].scale) == 0)
                status = decide_look(&results[i], w, &w->item[k]);
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

/* Open pairs get the seeds of the next look. *more: there are any. */
static lf_status decide_extend(const decide_work *w, bool *more) {
    *more = false;
    for (size_t k = 0; k < w->set->n; k++) {
        decide_item *item = &w->item[k];
        const size_t look = item->any ? lf_look_next(item->look, item->most) : 0;
        if (look == 0) continue;
        item->look = look;
        *more = true;
        LF_TRY(decide_give(w->set->experiment[k], w->items[k].scale, item->open, look));
    }
    return LF_OK;
}

static void decide_say(const decide_work *w) {
    for (size_t k = 0; k < w->set->n; k++)
        if (w->item[k].look)
            lf_message_say("%s, %zu seeds: %s", w->set->name[k], w->item[k].look,
                           w->item[k].any ? "a comparison is open" : "no comparison is open");
}

/* The pairs that claims speak of: no other goes on. */
static void decide_named(const lf_experiment *e, bool *open) {
    const lf_names methods = lf_method_names(e), problems = lf_problem_names(e);
    memset(open, false, (size_t)e->problems_count * e->methods_count);
    for (size_t i = 0; i < e->claims_count; i++) {
        const struct lf_experiment_claims *c = &e->claims[i];
        for (size_t p = 0; p == 0 || p < c->problems_count; p++) {
            const size_t problem =
                c->problems_count ? lf_names_find(&problems, c->problems[p]) : SIZE_MAX;
            decide_open(e, problem, lf_names_find(&methods, c->method), open);
            for (size_t k = 0; k < c->than_count; k++)
                decide_open(e, problem, lf_names_find(&methods, c->than[k]), open);
        }
    }
}

/* What can be said before there is a run: the first look is made for sure, all of them at most. */
static lf_exit decide_forecast(const lf_session *session, const decide_work *w,
                               lf_campaign_outcome *outcome) {
    bool later = false, more = true;
    lf_session one = *session;
    lf_status status = LF_OK;
    for (size_t k = 0; k < w->set->n; k++) {
        decide_item *item = &w->item[k];
        later |= item->look && lf_look_next(item->look, item->most);
        decide_named(w->set->experiment[k], item->open);
    }
    if (later) one.forecast = "for sure, the seeds of the first look";
    const lf_exit code = lf_session_run(&one, w->out, w->items, w->set->n, outcome);
    if (code != LF_EXIT_DONE || !later) return code;
    while (more && status == LF_OK)
        status = decide_extend(w, &more);
    if (status != LF_OK) return lf_message_exit(status);
    one.forecast = "at most, if no claim is decided before the last look";
    one.forecast_again = true;
    return lf_session_run(&one, w->out, w->items, w->set->n, outcome);
}

/* From look to look; nothing is left open where nothing more can be done. */
static lf_exit decide_looks(const lf_session *session, const decide_work *w,
                            lf_campaign_outcome *outcome) {
    lf_session again = *session;
    bool more;
    lf_status status = decide_extend(w, &more);
    if (session->dry_run && status == LF_OK) return decide_forecast(session, w, outcome);
    do {
        lf_campaign_outcome one;
        if (status != LF_OK) return lf_message_exit(status);
        const lf_exit code = lf_session_run(&again, w->out, w->items, w->set->n, &one);
        decide_add(outcome, &one);
        if (code != LF_EXIT_DONE || outcome->left || !more) return code;
        again.force = false; /* the runs of this look are fresh */
        status = decide_all(w);
        if (status == LF_OK && !session->quiet) decide_say(w);
        if (status == LF_OK) status = decide_extend(w, &more);
    } while (more || status != LF_OK);
    return LF_EXIT_DONE;
}

lf_exit lf_session_decide(const lf_session *session, const char *out, const lf_selection *set,
                          const lf_session_item *items, size_t most, bool patient,
                          lf_campaign_outcome *outcome) {
    decide_work w = {out, set, items, patient, most > 0, calloc(set->n + 1, sizeof *w.item)};
    bool ready = w.item != NULL;
    for (size_t k = 0; ready && k < set->n; k++) {
        const lf_experiment *e = set->experiment[k];
        const size_t own = lf_experiment_find_scale(e, items[k].scale)->until_decided;
        w.item[k] = (decide_item){.most = most ? most : own,
                                  .any = e->claims_count > 0, /* else there is nothing to decide */
                                  .open = decide_pairs(e)};
        ready = w.item[k].open != NULL;
    }
    *outcome = (lf_campaign_outcome){0};
    const lf_exit code = ready ? decide_looks(session, &w, outcome)
                               : lf_message_exit(lf_fail(LF_NO_MEMORY, "no memory for seeds"));
    for (size_t k = 0; w.item && k < set->n; k++)
        free(w.item[k].open);
    free(w.item);
    return code;
}
