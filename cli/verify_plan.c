/**
 * @file verify_plan.c
 * @brief The plans of an archive made again: what the experiments ask for, with what their trials
 * chose, is what was run; nothing was left out.
 *
 * The campaign that once made the runs is carried out again, by an engine that makes none: it gives
 * back what is stored, and all that is asked for has to be.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verify.h"
#include "harness/campaign/campaign.h"

/* Runs that failed are asked for each time; they are what they are. */
static lf_status plan_give(const lf_engine *engine, size_t runs, const lf_run_spec *spec,
                           const lf_pool_limits *limits, const lf_pool_observer *observer) {
    lf_store *store;
    (void)limits;
    LF_TRY(lf_store_open(engine->setting, false, &store));
    lf_status status = LF_OK;
    for (size_t i = 0; i < runs && status == LF_OK; i++) {
        char key[65];
        lf_record record;
        status = lf_run_spec_key(&spec[i], key, NULL);
        if (status != LF_OK) break;
        observer->started(observer->context, i);
        status = lf_store_get(store, key, &record);
        if (status == LF_OK) {
            status = observer->ended(observer->context, i, &record);
            lf_record_clear(&record);
        } else if (status == LF_NOT_FOUND) {
            observer->left(observer->context, i);
            status = LF_OK;
        }
    }
    lf_store_close(store);
    return status;
}

/* A plan as it is stored. */
typedef struct {
    lf_planned_run *run;
    size_t n;
} plan_list;

static lf_status plan_read(const lf_archive_test *t, const char *name, const char *scale,
                           plan_list *plan, bool *tuning) {
    lf_store *store;
    size_t there = 0, trials = 0;
    LF_TRY(lf_store_open(t->dir, false, &store));
    lf_status status = lf_store_get_plan(store, name, scale, &plan->run, &plan->n);
    for (size_t i = 0; i < plan->n && status == LF_OK; i++) {
        bool found;
        lf_run_status ended;
        trials += plan->run[i].parameters != NULL;
        if (plan->run[i].parameters) continue;
        status = lf_store_status(store, plan->run[i].key, &found, &ended);
        there += found;
    }
    lf_store_close(store);
    *tuning = there == 0 && trials > 0; /* and no run that they are for */
    return status;
}

static bool plan_same(const lf_planned_run *a, const lf_planned_run *b) {
    return strcmp(a->key, b->key) == 0 && a->problem == b->problem && a->method == b->method &&
           a->point == b->point && !a->parameters == !b->parameters &&
           (!a->parameters || strcmp(a->parameters, b->parameters) == 0);
}

/* The plan as it was published against the one that the store has by now. */
static void plan_compare(lf_archive_test *t, const char *name, const plan_list *was,
                         const plan_list *is, size_t left) {
    size_t i = 0;
    while (i < was->n && i < is->n && plan_same(&was->run[i], &is->run[i]))
        i++;
    if (left)
        lf_archive_fault(t, "%s: its file and its trials ask for %zu runs that are not there", name,
                         left);
    else if (i < was->n || i < is->n)
        lf_archive_fault(t,
                         "%s: its file and its trials ask for %zu runs and trials, and %zu were "
                         "planned; the first other one is number %zu",
                         name, is->n, was->n, i + 1);
}

/* A name that comes with Levelfield is no proof of what bears it. */
static lf_status plan_named(lf_archive_test *t, const char *name, const char *yaml) {
    lf_experiment *ours;
    char *text = NULL;
    if (!strchr(name, '/') || lf_experiment_open(name, &ours) != LF_OK) return LF_OK;
    const lf_status status = lf_experiment_save(ours, &text);
    if (status == LF_OK && strcmp(text, yaml) != 0)
        lf_archive_say(t, "level 1: %s is not as it comes with this version", name);
    lf_experiment_free(ours);
    free(text);
    return status;
}

static lf_status plan_again(lf_archive_test *t, const char *name, const char *scale,
                            const char *yaml) {
    const lf_engine engine = {.setting = t->dir, .run = plan_give};
    lf_campaign campaign = {
        .out = t->dir, .name = name, .scale = scale, .quiet = true, .engine = &engine};
    lf_campaign_outcome outcome = {0};
    lf_experiment *experiment;
    plan_list was = {0}, is = {0};
    bool tuning;
    LF_TRY(plan_named(t, name, yaml));
    LF_TRY(lf_experiment_parse(yaml, strlen(yaml), name, &experiment));
    lf_status status = plan_read(t, name, scale, &was, &campaign.tune_only);
    if (status == LF_OK) status = lf_campaign_run(&campaign, experiment, &outcome);
    if (status == LF_OK) status = plan_read(t, name, scale, &is, &tuning);
    if (status == LF_OK) plan_compare(t, name, &was, &is, outcome.left);
    lf_plan_free(was.run, was.n);
    lf_plan_free(is.run, is.n);
    lf_experiment_free(experiment);
    return status;
}

/* Of an experiment none of whose runs were made, which passes for no finding. */
static lf_status plan_tell(lf_archive_test *t, const char *name, const char *scale,
                           const char *yaml) {
    plan_list plan = {0};
    bool tuning;
    size_t runs = 0;
    (void)yaml;
    LF_TRY(plan_read(t, name, scale, &plan, &tuning));
    for (size_t i = 0; i < plan.n; i++)
        runs += plan.run[i].parameters == NULL;
    if (tuning && runs)
        lf_archive_say(t, "level 0: %s is of tuning alone: none of its %zu runs was made", name,
                       runs);
    lf_plan_free(plan.run, plan.n);
    return LF_OK;
}

static lf_status plan_each(lf_archive_test *t,
                           lf_status (*ask)(lf_archive_test *t, const char *name, const char *scale,
                                            const char *yaml)) {
    lf_stored_experiment *list;
    size_t n;
    lf_store *store;
    LF_TRY(lf_store_open(t->dir, false, &store));
    lf_status status = lf_store_experiments(store, &list, &n);
    lf_store_close(store);
    LF_TRY(status);
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = ask(t, list[i].name, list[i].scale, list[i].yaml);
    lf_store_experiments_free(list, n);
    return status;
}

lf_status lf_archive_plan(lf_archive_test *t) {
    return plan_each(t, plan_again);
}

lf_status lf_archive_tell_tuning(lf_archive_test *t) {
    return plan_each(t, plan_tell);
}
