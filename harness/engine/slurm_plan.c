#include "harness/engine/slurm_plan.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "base/file.h"
#include "base/grow.h"
#include "base/text.h"
#include "version.h"

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

/* NULL if memory is short. */
static json_t *plan_json(const lf_slurm_plan *plan) {
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

/* Fill the plan; id and folder are there. What is filled belongs to the plan also after a failure,
 * which says in half a sentence what is wrong. */
static lf_status plan_from_json(const json_t *json, lf_slurm_plan *plan) {
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

#define PLAN_LIMIT_BYTES ((size_t)1 << 32)

size_t lf_slurm_tasks(const lf_slurm_plan *plan) {
    return (plan->runs + plan->task_runs - 1) / plan->task_runs;
}

size_t lf_slurm_parts(const lf_slurm_plan *plan) {
    return (lf_slurm_tasks(plan) + plan->array_size - 1) / plan->array_size;
}

void lf_slurm_job_name(const lf_slurm_plan *plan, size_t part, char name[LF_SLURM_NAME]) {
    snprintf(name, LF_SLURM_NAME, "levelfield-%s-%zu", plan->id, part);
}

void lf_slurm_job_names(const lf_slurm_plan *plan, FILE *out) {
    char name[LF_SLURM_NAME];
    for (size_t part = 0; part < lf_slurm_parts(plan); part++) {
        lf_slurm_job_name(plan, part, name);
        fprintf(out, ",%s", name);
    }
}

bool lf_slurm_job_is(const lf_slurm_plan *plan, const char *name, size_t *part) {
    char id[LF_SLURM_ID];
    return sscanf(name, "levelfield-%16[0-9a-f]-%zu", id, part) == 2 && strcmp(id, plan->id) == 0;
}

void lf_slurm_program(char program[256]) {
    snprintf(program, 256, "%s (%s)", LF_VERSION, LF_COMMIT);
}

/* Random, because jobs are found by it among those of all folders and machines. */
lf_status lf_slurm_plan_make(lf_slurm_plan *plan, const char *out) {
    unsigned char random[(LF_SLURM_ID - 1) / 2];
    char base[LF_PATH_BYTES], *whole;
    LF_TRY(lf_path_format(base, "%s/slurm", out));
    LF_TRY(lf_folder_make(base));
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
        return lf_fail(LF_IO, "no random numbers for a plan: %s", strerror(errno));
    for (size_t i = 0; i < sizeof random; i++)
        snprintf(plan->id + 2 * i, 3, "%02x", random[i]);
    whole = realpath(base, NULL);
    if (!whole) return lf_fail(LF_IO, "%s: %s", base, strerror(errno));
    const lf_status status = lf_path_format(plan->folder, "%s/%s", whole, plan->id);
    free(whole);
    LF_TRY(status);
    return lf_folder_make(plan->folder);
}

lf_status lf_slurm_plan_write(const lf_slurm_plan *plan) {
    char path[LF_PATH_BYTES];
    LF_TRY(lf_path_format(path, "%s/plan.json", plan->folder));
    json_t *json = plan_json(plan);
    char *text = json ? json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(json);
    if (!text) return lf_fail(LF_NO_MEMORY, "%s: no memory to write it", path);
    const lf_status status = lf_file_write(path, text, strlen(text));
    free(text);
    return status;
}

lf_status lf_slurm_plan_read(const char *folder, lf_slurm_plan *plan) {
    char path[LF_PATH_BYTES], *text;
    size_t size;
    *plan = (lf_slurm_plan){0};
    LF_TRY(lf_path_format(plan->folder, "%s", folder));
    snprintf(plan->id, sizeof plan->id, "%s", lf_path_name(folder));
    LF_TRY(lf_path_format(path, "%s/plan.json", folder));
    LF_TRY(lf_file_read(path, PLAN_LIMIT_BYTES, &text, &size));
    json_error_t error;
    json_t *json = json_loadb(text, size, 0, &error);
    free(text);
    lf_status status = json ? plan_from_json(json, plan)
                            : lf_fail(LF_BAD_INPUT, "line %d: %s", error.line, error.text);
    json_decref(json);
    if (status == LF_OK) return LF_OK;
    lf_slurm_plan_clear(plan);
    return lf_fail_within(status, "%s: not a plan that this program can carry out: ", path);
}

void lf_slurm_plan_shrink(lf_slurm_plan *plan) {
    for (size_t i = 0; plan->run && i < plan->runs; i++)
        lf_run_spec_clear(&plan->run[i].spec);
    free(plan->run);
    plan->run = NULL;
}

void lf_slurm_plan_clear(lf_slurm_plan *plan) {
    lf_text_list_free(plan->plugin, plan->plugins);
    lf_slurm_plan_shrink(plan);
    *plan = (lf_slurm_plan){0};
}

static lf_status plans_add(const char *folder, lf_slurm_plan **plans, size_t *n) {
    LF_TRY(lf_grow(plans, *n, sizeof **plans, "plans"));
    const lf_status status = lf_slurm_plan_read(folder, &(*plans)[*n]);
    *n += status == LF_OK;
    return status == LF_NO_MEMORY ? status : LF_OK;
}

static int plans_is_one(const struct dirent *entry) {
    return strspn(entry->d_name, "0123456789abcdef") == LF_SLURM_ID - 1 &&
           entry->d_name[LF_SLURM_ID - 1] == '\0';
}

lf_status lf_slurm_plans(const char *out, lf_slurm_plan **plans, size_t *n) {
    char base[LF_PATH_BYTES], folder[LF_PATH_BYTES];
    struct dirent **names;
    lf_status status = LF_OK;
    *plans = NULL;
    *n = 0;
    LF_TRY(lf_path_format(base, "%s/slurm", out));
    char *whole = realpath(base, NULL);
    const int found = whole ? scandir(whole, &names, plans_is_one, alphasort) : 0;
    for (int i = 0; i < found; i++) {
        if (status == LF_OK) status = lf_path_format(folder, "%s/%s", whole, names[i]->d_name);
        if (status == LF_OK) status = plans_add(folder, plans, n);
        free(names[i]);
    }
    if (found > 0) free(names);
    free(whole);
    return status;
}

/* The plan first: without it the folder is no plan any more, whatever stops what follows. */
void lf_slurm_plan_remove(const lf_slurm_plan *plan) {
    char path[LF_PATH_BYTES];
    if (lf_path_format(path, "%s/plan.json", plan->folder) == LF_OK) unlink(path);
    DIR *folder = opendir(plan->folder);
    if (!folder) return;
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
        if (entry->d_name[0] != '.' &&
            lf_path_format(path, "%s/%s", plan->folder, entry->d_name) == LF_OK)
            unlink(path);
    closedir(folder);
    rmdir(plan->folder);
    snprintf(path, sizeof path, "%s", plan->folder);
    *strrchr(path, '/') = '\0';
    rmdir(path); /* refused while there are others */
}

lf_status lf_slurm_mark(const lf_slurm_plan *plan, const char *key, char path[LF_PATH_BYTES]) {
    return lf_path_format(path, "%s/%s.done", plan->folder, key);
}
