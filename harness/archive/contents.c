/**
 * @file contents.c
 * @brief Into a store of one's own: what an archive says, each line checked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "harness/archive/contents.h"
#include "harness/archive/record_lines.h"

typedef struct {
    const lf_bundle *bundle;
    lf_store *store;
    char **environment; /* texts; of a copy of the member */
    size_t environments;
    bool *planned; /* by position of the member: a plan has the run */
} unpack_state;

/* The next line of a text, ended by a NUL instead; NULL: there is none. */
static char *unpack_line(char **rest) {
    char *line = *rest;
    char *end = line && *line ? strchr(line, '\n') : NULL;
    if (!end) return NULL;
    *end = '\0';
    *rest = end + 1;
    return line;
}

/* copy <- the member's text, to be taken apart. */
static lf_status unpack_copy(const lf_bundle *bundle, const char *name, char **copy) {
    const lf_member *member = lf_bundle_find(bundle, name);
    if (!member) return lf_fail(LF_BAD_INPUT, "%s is not there", name);
    *copy = strdup(member->bytes);
    return *copy ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for %s", name);
}

static lf_status unpack_environments(unpack_state *s, char *text) {
    size_t lines = 1;
    for (const char *at = text; *at; at++)
        lines += *at == '\n';
    s->environment = calloc(lines, sizeof *s->environment);
    if (!s->environment) return lf_fail(LF_NO_MEMORY, "no memory for environments");
    for (char *line; (line = unpack_line(&text));)
        s->environment[s->environments++] = line;
    return LF_OK;
}

/* Into the store, unless it was planned before. */
static lf_status unpack_run(unpack_state *s, const char *key) {
    char name[LF_BUNDLE_NAME];
    lf_record record;
    snprintf(name, sizeof name, "runs/%.64s.jsonl", key);
    const lf_member *member = lf_bundle_find(s->bundle, name);
    if (!member) return lf_fail(LF_BAD_INPUT, "run %.12s is planned, and %s not there", key, name);
    bool *planned = &s->planned[member - s->bundle->member];
    if (*planned) return LF_OK;
    *planned = true;
    LF_TRY(lf_record_parse(member->bytes, member->size, name, (const char *const *)s->environment,
                           s->environments, &record));
    lf_status status = strcmp(record.key, key) == 0
                           ? lf_store_put(s->store, &record)
                           : lf_fail(LF_BAD_INPUT, "%s: it is another run", name);
    lf_record_clear(&record);
    return status;
}

static lf_status unpack_planned(const char *line, const char *origin, lf_planned_run *run) {
    json_t *object = json_loads(line, 0, NULL);
    const char *parameters = json_string_value(json_object_get(object, "parameters"));
    lf_status status =
        lf_run_spec_parse(json_string_value(json_object_get(object, "configuration")), &run->spec);
    if (status == LF_OK) status = lf_run_spec_key(&run->spec, run->key, NULL);
    run->problem = (size_t)json_integer_value(json_object_get(object, "problem"));
    run->method = (size_t)json_integer_value(json_object_get(object, "method"));
    run->point = (size_t)json_integer_value(json_object_get(object, "point"));
    run->parameters = parameters ? strdup(parameters) : NULL;
    json_decref(object);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "%s: ", origin);
}

/* Of a plan of tuning alone the runs are missing, all of them. */
static lf_status unpack_runs(unpack_state *s, const lf_planned_run *plan, size_t n) {
    size_t runs = 0, there = 0;
    char name[LF_BUNDLE_NAME];
    for (size_t i = 0; i < n; i++) {
        snprintf(name, sizeof name, "runs/%.64s.jsonl", plan[i].key);
        runs += plan[i].parameters == NULL;
        there += plan[i].parameters == NULL && lf_bundle_find(s->bundle, name) != NULL;
    }
    const bool tuning = there == 0 && runs < n;
    for (size_t i = 0; i < n; i++)
        if (!tuning || plan[i].parameters) LF_TRY(unpack_run(s, plan[i].key));
    return LF_OK;
}

static lf_status unpack_plan(unpack_state *s, const char *origin, char *text, const char *yaml) {
    size_t n = 0, lines = 0;
    for (const char *at = text; *at; at++)
        lines += *at == '\n';
    lf_planned_run *plan = calloc(lines + 1, sizeof *plan);
    if (!plan) return lf_fail(LF_NO_MEMORY, "no memory for %s", origin);
    char *line = unpack_line(&text);
    json_t *head = json_loads(line ? line : "", 0, NULL);
    const char *name = json_string_value(json_object_get(head, "experiment"));
    const char *scale = json_string_value(json_object_get(head, "scale"));
    lf_status status = name && scale ? LF_OK : lf_fail(LF_BAD_INPUT, "%s: no plan", origin);
    while (status == LF_OK && (line = unpack_line(&text)))
        status = unpack_planned(line, origin, &plan[n++]);
    if (status == LF_OK) status = unpack_runs(s, plan, n);
    if (status == LF_OK) status = lf_store_put_experiment(s->store, name, scale, yaml);
    if (status == LF_OK) status = lf_store_put_plan(s->store, name, scale, plan, n);
    json_decref(head);
    lf_plan_free(plan, n);
    return status;
}

/* Numbered from 1, without a gap. */
static lf_status unpack_experiments(unpack_state *s) {
    char name[LF_BUNDLE_NAME], *plan = NULL;
    size_t number = 1;
    for (;; number++) {
        snprintf(name, sizeof name, "experiments/%03zu.yaml", number);
        const lf_member *yaml = lf_bundle_find(s->bundle, name);
        if (!yaml) break;
        snprintf(name, sizeof name, "experiments/%03zu.jsonl", number);
        LF_TRY(unpack_copy(s->bundle, name, &plan));
        const lf_status status = unpack_plan(s, name, plan, yaml->bytes);
        free(plan);
        LF_TRY(status);
    }
    const size_t first = lf_bundle_place(s->bundle, "experiments/");
    const size_t last = lf_bundle_place(s->bundle, "experiments0");
    if (number > 1 && last - first == 2 * (number - 1)) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "experiments/ has members without a number, or none");
}

/* Written again from the store they are the same bytes: nothing stands beside what was read. */
static lf_status unpack_same(const unpack_state *s, size_t members) {
    lf_bundle again = {0};
    lf_status status = lf_contents_gather(s->store, &again);
    for (size_t i = 0; i < again.members && status == LF_OK; i++) {
        const char *name = again.member[i].name;
        if (!lf_member_same(&again.member[i], lf_bundle_find(s->bundle, name)))
            status = lf_fail(LF_BAD_INPUT, "%s: not in the one form that it is written in", name);
    }
    if (status == LF_OK && again.members != members)
        status = lf_fail(LF_BAD_INPUT, "experiments/ has two of one name and scale");
    lf_bundle_clear(&again);
    return status;
}

static lf_status unpack_all(unpack_state *s, size_t *runs) {
    LF_TRY(unpack_experiments(s));
    const size_t first = lf_bundle_place(s->bundle, "runs/");
    const size_t last = lf_bundle_place(s->bundle, "runs0");
    for (size_t i = first; i < last; i++)
        if (!s->planned[i])
            return lf_fail(LF_BAD_INPUT, "%s: no plan has this run", s->bundle->member[i].name);
    *runs = last - first;
    const size_t experiments = lf_bundle_place(s->bundle, "experiments/");
    return unpack_same(s, 1 + lf_bundle_place(s->bundle, "experiments0") - experiments + *runs);
}

lf_status lf_contents_unpack(const lf_bundle *bundle, const char *dir, size_t *runs) {
    unpack_state s = {.bundle = bundle, .planned = calloc(bundle->members + 1, sizeof(bool))};
    char *environments = NULL;
    lf_status status = s.planned ? unpack_copy(bundle, "environments.jsonl", &environments)
                                 : lf_fail(LF_NO_MEMORY, "no memory to unpack");
    if (status == LF_OK) status = unpack_environments(&s, environments);
    if (status == LF_OK) status = lf_store_open(dir, true, &s.store);
    if (status == LF_OK) status = unpack_all(&s, runs);
    lf_store_close(s.store);
    free(s.environment);
    free(environments);
    free(s.planned);
    return status;
}
