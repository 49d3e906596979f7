/**
 * @file gather.c
 * @brief Out of a store: experiments, what they planned, and every run of that once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "base/text.h"
#include "harness/archive/contents.h"
#include "harness/archive/record_lines.h"

typedef struct {
    lf_store *store;
    lf_bundle *bundle;
    json_t *environments; /* each as its line, the end of it included */
} gather_state;

/* *number <- which line an environment is; what is no JSON was edited, and says nothing. */
static lf_status gather_environment(gather_state *s, const char *text, size_t *number) {
    json_t *object = json_loads(text ? text : "", 0, NULL);
    lf_text line = {0};
    lf_record_line(&line, object ? object : json_object());
    if (line.failed) return lf_fail(LF_NO_MEMORY, "no memory for an environment");
    *number = 0;
    while (*number < json_array_size(s->environments) &&
           strcmp(json_string_value(json_array_get(s->environments, *number)), line.bytes) != 0)
        ++*number;
    if (*number == json_array_size(s->environments))
        json_array_append_new(s->environments, json_string(line.bytes));
    free(line.bytes);
    return LF_OK;
}

/* *missing <- the store has no such run. */
static lf_status gather_run(gather_state *s, const char *key, bool *missing) {
    char name[LF_BUNDLE_NAME], *text = NULL;
    lf_record record;
    size_t environment = 0;
    snprintf(name, sizeof name, "runs/%.64s.jsonl", key);
    *missing = false;
    if (lf_bundle_find(s->bundle, name)) return LF_OK;
    lf_status status = lf_store_get(s->store, key, &record);
    *missing = status == LF_NOT_FOUND;
    if (status != LF_OK) return *missing ? LF_OK : status;
    status = lf_store_check(&record);
    if (status != LF_OK) status = lf_fail_within(status, "run %.12s: ", key);
    if (status == LF_OK) status = gather_environment(s, record.environment, &environment);
    if (status == LF_OK) status = lf_record_lines(&record, environment, &text);
    lf_record_clear(&record);
    return status == LF_OK ? lf_bundle_take_text(s->bundle, name, text) : status;
}

static lf_status gather_planned(const lf_planned_run *run, lf_text *text) {
    char key[65], *configuration;
    LF_TRY(lf_run_spec_key(&run->spec, key, &configuration));
    json_t *object =
        json_pack("{s:s, s:I, s:s?, s:I, s:I}", "configuration", configuration, "method",
                  (json_int_t)run->method, "parameters", run->parameters, "point",
                  (json_int_t)run->point, "problem", (json_int_t)run->problem);
    free(configuration);
    lf_record_line(text, object);
    return LF_OK;
}

/* A plan is whole, or it is one of tuning alone. */
static lf_status gather_plan(gather_state *s, const char *name, const lf_planned_run *plan,
                             size_t n, lf_text *text) {
    size_t runs = 0, missing_runs = 0, missing = 0;
    for (size_t i = 0; i < n; i++) {
        bool none;
        LF_TRY(gather_run(s, plan[i].key, &none));
        LF_TRY(gather_planned(&plan[i], text));
        missing += none;
        runs += plan[i].parameters == NULL;
        missing_runs += none && plan[i].parameters == NULL;
    }
    if (missing == 0 || (missing == runs && missing == missing_runs && runs < n)) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "%s: %zu of its %zu runs are not there yet; carry it out to its end first", name,
                   missing, n);
}

/* A file's experiment goes by the file's name, wherever that was. */
static const char *gather_name(const lf_stored_experiment *experiment) {
    const char *name = experiment->name;
    return lf_path_ends(name, ".yaml") ? lf_path_name(name) : name;
}

/* As a store has them that they are unpacked into. */
static int gather_order(const void *a, const void *b) {
    const lf_stored_experiment *one = a, *other = b;
    const int names = strcmp(gather_name(one), gather_name(other));
    return names ? names : strcmp(one->scale, other->scale);
}

static lf_status gather_experiment(gather_state *s, size_t number,
                                   const lf_stored_experiment *experiment) {
    char member[LF_BUNDLE_NAME];
    lf_planned_run *plan;
    size_t n;
    lf_text text = {0};
    const char *known = gather_name(experiment), *scale = experiment->scale;
    snprintf(member, sizeof member, "experiments/%03zu.yaml", number);
    LF_TRY(lf_bundle_take_text(s->bundle, member, strdup(experiment->yaml)));
    LF_TRY(lf_store_get_plan(s->store, experiment->name, scale, &plan, &n));
    lf_record_line(&text, json_pack("{s:s, s:s}", "experiment", known, "scale", scale));
    const lf_status status = gather_plan(s, known, plan, n, &text);
    lf_plan_free(plan, n);
    if (status != LF_OK) {
        free(text.bytes);
        return status;
    }
    snprintf(member, sizeof member, "experiments/%03zu.jsonl", number);
    return lf_bundle_take_text(s->bundle, member, text.bytes);
}

static lf_status gather_environments(gather_state *s) {
    lf_text text = {0};
    for (size_t i = 0; i < json_array_size(s->environments); i++)
        lf_text_add(&text, json_string_value(json_array_get(s->environments, i)));
    return lf_bundle_take_text(s->bundle, "environments.jsonl", text.bytes);
}

lf_status lf_contents_gather(lf_store *store, lf_bundle *bundle) {
    lf_stored_experiment *list;
    size_t n;
    gather_state s = {store, bundle, json_array()};
    lf_status status = lf_store_experiments(store, &list, &n);
    if (status == LF_OK && n == 0)
        status = lf_fail(LF_NOT_FOUND, "no experiment is stored there: make runs with `levelfield "
                                       "run` or `levelfield reproduce`");
    if (n > 0) qsort(list, n, sizeof *list, gather_order);
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = gather_experiment(&s, i + 1, &list[i]);
    lf_store_experiments_free(list, n);
    if (status == LF_OK) status = gather_environments(&s);
    json_decref(s.environments);
    return status;
}
