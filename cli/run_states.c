#include "cli/run_states.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run_states_queue.h"
#include "harness/experiment/experiment.h"
#include "harness/run/checkpoint.h"
#include "harness/store/shard.h"

/* What is known about a folder while it is being looked through. */
typedef struct {
    const char *dir;
    lf_store *store;
    long writer;
    char checkpoints[LF_PATH_BYTES];
    lf_run_states_queue queue;
    json_t *under_way; /* of all experiments */
    json_t *mentioned; /* keys in it */
} states_folder;

#define STATES_STATUS_WORD(status, word) word,
static const char *const states_words[] = {
    "total", LF_RUN_STATUS_LIST(STATES_STATUS_WORD) "under_way", "saved", "pending"};
#undef STATES_STATUS_WORD
enum { STATES_WORDS = sizeof states_words / sizeof *states_words };

static void states_count(json_t *counts, const char *word) {
    json_t *number = json_object_get(counts, word);
    json_integer_set(number, json_integer_value(number) + 1);
}

static json_t *states_counts(void) {
    json_t *counts = json_object();
    for (size_t i = 0; i < STATES_WORDS; i++)
        json_object_set_new(counts, states_words[i], json_integer(0));
    return counts;
}

/* One run that a process is at; two experiments may plan the same. */
static void states_mention(states_folder *s, const lf_planned_run *run,
                           const lf_checkpoint_head *head, const lf_slurm_task_state *task) {
    char name[48] = "";
    if (json_object_get(s->mentioned, run->key)) return;
    json_object_set_new(s->mentioned, run->key, json_true());
    if (task) snprintf(name, sizeof name, "%lu_%zu", task->job, task->index);
    json_t *item = json_pack(
        "{s:s, s:s, s:s, s:I, s:o, s:o, s:o}", "key", run->key, "problem", run->spec.problem,
        "algorithm", run->spec.algorithm, "seed", (json_int_t)run->spec.seed, "share",
        head ? json_real(head->share) : json_null(), "steps",
        head ? json_integer((json_int_t)head->now.count[LF_COUNTER_STEPS]) : json_null(), "task",
        task ? json_string(name) : json_null());
    json_array_append_new(s->under_way, item);
}

/* A checkpoint is a sign of life only while somebody is at work. */
static lf_status states_run(states_folder *s, const lf_planned_run *run, json_t *counts) {
    bool found;
    lf_run_status status;
    char path[LF_PATH_BYTES];
    lf_checkpoint_head head;
    const lf_saving saving = {.folder = s->checkpoints};
    states_count(counts, "total");
    LF_TRY(lf_store_status(s->store, run->key, &found, &status));
    if (found && lf_run_status_is_result(status)) {
        states_count(counts, lf_run_status_name(status));
        return LF_OK;
    }
    LF_TRY(lf_saving_path(&saving, run->key, path));
    const bool saved = lf_checkpoint_peek(path, &head) == LF_OK;
    const lf_slurm_task_state *task = lf_run_states_queue_find(&s->queue, run->key);
    const bool here = saved && s->writer && s->queue.tasks == 0;
    if (here || (task && strcmp(task->state, "RUNNING") == 0)) {
        states_count(counts, "under_way");
        states_mention(s, run, saved ? &head : NULL, task);
    } else if (found && !task) {
        states_count(counts, lf_run_status_name(status));
    } else {
        states_count(counts, saved ? "saved" : "pending");
    }
    return LF_OK;
}

/* Trials stand before the runs of a plan. */
static lf_status states_experiment(states_folder *s, const char *name, const char *scale,
                                   json_t *experiments) {
    lf_planned_run *plan;
    size_t n;
    LF_TRY(lf_store_get_plan(s->store, name, scale, &plan, &n));
    json_t *trials = states_counts(), *runs = states_counts();
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = states_run(s, &plan[i], plan[i].parameters ? trials : runs);
    lf_plan_free(plan, n);
    json_array_append_new(experiments, json_pack("{s:s, s:s, s:o, s:o}", "name", name, "scale",
                                                 scale, "trials", trials, "runs", runs));
    return status;
}

static lf_status states_experiments(states_folder *s, json_t *experiments) {
    char **names, **scales, **yamls;
    size_t n;
    LF_TRY(lf_store_experiments(s->store, &names, &scales, &yamls, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++) {
        if (status == LF_OK) status = states_experiment(s, names[i], scales[i], experiments);
        free(names[i]);
        free(scales[i]);
        free(yamls[i]);
    }
    free(names);
    free(scales);
    free(yamls);
    return status;
}

static lf_status states_look(states_folder *s, json_t **json) {
    char shards[LF_PATH_BYTES];
    LF_TRY(lf_path_format(shards, "%s/shards", s->dir));
    LF_TRY(lf_path_format(s->checkpoints, "%s/checkpoints", s->dir));
    LF_TRY(lf_store_writer(s->dir, &s->writer));
    LF_TRY(lf_run_states_queue_open(s->dir, &s->queue));
    json_t *experiments = json_array();
    s->under_way = json_array();
    s->mentioned = json_object();
    const lf_status status = states_experiments(s, experiments);
    json_decref(s->mentioned);
    *json = json_pack("{s:s, s:o, s:I, s:o, s:o, s:o}", "folder", s->dir, "writer",
                      s->writer ? json_integer(s->writer) : json_null(), "shards",
                      (json_int_t)lf_shards_count(shards), "experiments", experiments, "under_way",
                      s->under_way, "slurm", lf_run_states_queue_json(&s->queue));
    lf_run_states_queue_close(&s->queue);
    if (status == LF_OK && !*json) return lf_fail(LF_NO_MEMORY, "no memory for the states of runs");
    if (status != LF_OK) json_decref(*json);
    return status;
}

lf_status lf_run_states_json(const char *dir, json_t **json) {
    states_folder s = {.dir = dir};
    LF_TRY(lf_store_open(dir, false, &s.store));
    const lf_status status = states_look(&s, json);
    lf_store_close(s.store);
    return status;
}
