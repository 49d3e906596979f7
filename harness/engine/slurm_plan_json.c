#include "harness/engine/slurm_plan_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAN_VERSION = 1 };

/* Seeds are unsigned and JSON's integers are signed: the bits are kept. A text that is NULL is left
 * out. */
static json_t *plan_run_json(const lf_slurm_run *run) {
    json_t *object = json_pack("{s:s, s:I, s:f}", "key", run->key, "attempts",
                               (json_int_t)run->attempts, "share", run->share);
#define PLAN_SET(field, value) json_object_set_new(object, #field, value);
#define PLAN_TEXT(field) PLAN_SET(field, json_string(run->spec.field))
#define PLAN_COUNT(field) PLAN_SET(field, json_integer((json_int_t)run->spec.field))
#define PLAN_FLAG(field) PLAN_SET(field, json_boolean(run->spec.field))
    LF_RUN_SPEC_LIST(PLAN_TEXT, PLAN_COUNT, PLAN_FLAG)
#undef PLAN_TEXT
#undef PLAN_COUNT
#undef PLAN_FLAG
#undef PLAN_SET
    return object;
}

json_t *lf_slurm_plan_json(const lf_slurm_plan *plan) {
    json_t *plugins = json_array(), *runs = json_array();
    const lf_pool_limits *limits = &plan->limits;
    for (size_t i = 0; i < plan->plugins; i++)
        json_array_append_new(plugins, json_string(plan->plugin[i]));
    for (size_t i = 0; i < plan->runs; i++)
        json_array_append_new(runs, plan_run_json(&plan->run[i]));
    return json_pack("{s:i, s:s, s:I, s:I, s:I, s:f, s:f, s:I, s:f, s:b, s:o, s:o}", "version",
                     PLAN_VERSION, "program", plan->program, "task_runs",
                     (json_int_t)plan->task_runs, "array_size", (json_int_t)plan->array_size,
                     "jobs", (json_int_t)limits->jobs, "timeout", limits->wall_seconds, "cpu",
                     limits->cpu_seconds, "memory", (json_int_t)limits->memory_bytes, "checkpoint",
                     limits->saving.seconds, "fresh", (int)limits->saving.fresh, "plugins", plugins,
                     "runs", runs);
}

/* A plan that was changed by hand would be carried out as something that nobody asked for. What is
 * missing shows by the key, too. */
static lf_status plan_take_run(json_t *json, lf_slurm_run *run) {
    const char *key;
    json_int_t attempts;
    char again[65];
    if (json_unpack(json, "{s:s, s:I, s:F}", "key", &key, "attempts", &attempts, "share",
                    &run->share) != 0)
        return lf_fail(LF_BAD_INPUT, "a run lacks a part of its configuration");
#define PLAN_TEXT(field) (char *)json_string_value(json_object_get(json, #field)),
#define PLAN_COUNT(field) (uint64_t) json_integer_value(json_object_get(json, #field)),
#define PLAN_FLAG(field) json_is_true(json_object_get(json, #field)),
    const lf_run_spec spec = {LF_RUN_SPEC_LIST(PLAN_TEXT, PLAN_COUNT, PLAN_FLAG)};
#undef PLAN_TEXT
#undef PLAN_COUNT
#undef PLAN_FLAG
    LF_TRY(lf_run_spec_copy(&spec, &run->spec));
    snprintf(run->key, sizeof run->key, "%s", key);
    run->attempts = (uint64_t)attempts;
    LF_TRY(lf_run_spec_key(&run->spec, again, NULL));
    if (strcmp(again, run->key) == 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "the configuration of run %.12s... is not the one of its key",
                   run->key);
}

static lf_status plan_take_lists(json_t *plugins, json_t *runs, lf_slurm_plan *plan) {
    plan->plugin = calloc(json_array_size(plugins) + 1, sizeof *plan->plugin);
    plan->run = calloc(json_array_size(runs) + 1, sizeof *plan->run);
    if (!plan->plugin || !plan->run) return lf_fail(LF_NO_MEMORY, "no memory for it");
    size_t i;
    json_t *item;
    json_array_foreach(plugins, i, item) {
        const char *path = json_string_value(item);
        plan->plugin[plan->plugins] = path ? strdup(path) : NULL;
        if (!plan->plugin[plan->plugins]) return lf_fail(LF_BAD_INPUT, "a plugin without a path");
        plan->plugins++;
    }
    json_array_foreach(runs, i, item) {
        plan->runs++;
        LF_TRY(plan_take_run(item, &plan->run[i]));
    }
    return LF_OK;
}

lf_status lf_slurm_plan_from_json(const json_t *json, lf_slurm_plan *plan) {
    int version, fresh;
    const char *program;
    json_int_t task_runs, array_size, jobs, memory;
    json_t *plugins, *runs;
    lf_pool_limits *limits = &plan->limits;
    json_error_t error;
    if (json_unpack_ex((json_t *)json, &error, 0,
                       "{s:i, s:s, s:I, s:I, s:I, s:F, s:F, s:I, s:F, s:b, s:o, s:o}", "version",
                       &version, "program", &program, "task_runs", &task_runs, "array_size",
                       &array_size, "jobs", &jobs, "timeout", &limits->wall_seconds, "cpu",
                       &limits->cpu_seconds, "memory", &memory, "checkpoint",
                       &limits->saving.seconds, "fresh", &fresh, "plugins", &plugins, "runs",
                       &runs) != 0)
        return lf_fail(LF_BAD_INPUT, "%s", error.text);
    if (version != PLAN_VERSION)
        return lf_fail(LF_UNSUPPORTED, "it is of version %d, not %d", version, (int)PLAN_VERSION);
    if (task_runs < 1 || array_size < 1 || jobs < 1 || memory < 0)
        return lf_fail(LF_BAD_INPUT, "a size that is out of range");
    snprintf(plan->program, sizeof plan->program, "%s", program);
    plan->task_runs = (size_t)task_runs;
    plan->array_size = (size_t)array_size;
    limits->jobs = (size_t)jobs;
    limits->memory_bytes = (size_t)memory;
    limits->saving.fresh = fresh != 0;
    return plan_take_lists(plugins, runs, plan);
}
