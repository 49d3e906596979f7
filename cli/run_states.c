#include "cli/run_states.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/grow.h"
#include "cli/print.h"
#include "harness/engine/slurm_queue.h"
#include "harness/experiment/experiment.h"
#include "harness/run/checkpoint.h"
#include "harness/store/shard.h"

/* A run in a live task. */
typedef struct {
    char key[65];
    const lf_slurm_task_state *state;
} queue_task;

typedef struct {
    char silence[256]; /* why Slurm does not answer; "" if it does */
    size_t states;     /* tasks that Slurm knows of */
    lf_slurm_task_state *state;
    size_t tasks;
    queue_task *task; /* by key */
    size_t plans;
    lf_slurm_plan *plan;
} states_queue;

static int queue_order(const void *a, const void *b) {
    return strcmp(((const queue_task *)a)->key, ((const queue_task *)b)->key);
}

/* The runs of one task of a plan. */
static lf_status queue_add(states_queue *q, const lf_slurm_plan *plan,
                           const lf_slurm_task_state *state, size_t part) {
    const size_t first = (part * plan->array_size + state->index) * plan->task_runs;
    for (size_t i = first; i < first + plan->task_runs && i < plan->runs; i++) {
        LF_TRY(lf_grow(&q->task, q->tasks, sizeof *q->task, "the queue"));
        queue_task *task = &q->task[q->tasks++];
        task->state = state;
        snprintf(task->key, sizeof task->key, "%s", plan->run[i].key);
    }
    return LF_OK;
}

static lf_status queue_ask(states_queue *q) {
    char *names = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&names, &size);
    for (size_t i = 0; out && i < q->plans; i++)
        lf_slurm_job_names(&q->plan[i], out);
    if (!out || fclose(out) != 0) return lf_fail(LF_NO_MEMORY, "no memory to ask Slurm");
    const lf_status status = lf_slurm_queue(names + 1, &q->state, &q->states);
    if (status != LF_OK) snprintf(q->silence, sizeof q->silence, "%s", lf_message());
    free(names);
    return status == LF_NO_MEMORY ? status : LF_OK;
}

static void queue_close(states_queue *q) {
    for (size_t i = 0; i < q->plans; i++)
        lf_slurm_plan_clear(&q->plan[i]);
    free(q->plan);
    free(q->state);
    free(q->task);
    *q = (states_queue){0};
}

/* Without plans Slurm is not asked. One that does not answer is no failure. */
static lf_status queue_open(const char *dir, states_queue *q) {
    *q = (states_queue){0};
    lf_status status = lf_slurm_plans(dir, &q->plan, &q->plans);
    if (status == LF_OK && q->plans > 0) status = queue_ask(q);
    for (size_t i = 0; i < q->states && status == LF_OK; i++)
        for (size_t p = 0; p < q->plans && status == LF_OK; p++) {
            size_t part;
            if (lf_slurm_is_live(q->state[i].state) &&
                lf_slurm_job_is(&q->plan[p], q->state[i].name, &part))
                status = queue_add(q, &q->plan[p], &q->state[i], part);
        }
    if (q->tasks) qsort(q->task, q->tasks, sizeof *q->task, queue_order);
    if (status != LF_OK) queue_close(q);
    return status;
}

/* The live task that a run is in; NULL if there is none. */
static const lf_slurm_task_state *queue_find(const states_queue *q, const char *key) {
    queue_task wanted = {0};
    snprintf(wanted.key, sizeof wanted.key, "%s", key);
    const queue_task *found =
        q->tasks ? bsearch(&wanted, q->task, q->tasks, sizeof wanted, queue_order) : NULL;
    return found ? found->state : NULL;
}

/* The job of a task in the list, which is made if it is missing. */
static json_t *queue_job(json_t *jobs, const lf_slurm_task_state *state) {
    size_t i;
    json_t *job;
    json_array_foreach(jobs, i, job) {
        if ((unsigned long)json_integer_value(json_object_get(job, "job")) == state->job)
            return json_object_get(job, "tasks");
    }
    json_t *tasks = json_object();
    json_array_append_new(jobs,
                          json_pack("{s:I, s:o}", "job", (json_int_t)state->job, "tasks", tasks));
    return tasks;
}

/* {"answers", "silence", "jobs": [{"job", "tasks": {STATE: n}}]}, or null without plans. */
static json_t *queue_json(const states_queue *q) {
    if (q->plans == 0) return json_null();
    json_t *jobs = json_array();
    for (size_t i = 0; i < q->states; i++) {
        json_t *tasks = queue_job(jobs, &q->state[i]);
        const json_t *n = json_object_get(tasks, q->state[i].state);
        json_object_set_new(tasks, q->state[i].state, json_integer(json_integer_value(n) + 1));
    }
    return json_pack("{s:b, s:s, s:o}", "answers", q->silence[0] == '\0', "silence", q->silence,
                     "jobs", jobs);
}

/* What is known about a folder while it is being looked through. */
typedef struct {
    const char *dir;
    lf_store *store;
    long writer;
    char checkpoints[LF_PATH_BYTES];
    states_queue queue;
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
    const lf_slurm_task_state *task = queue_find(&s->queue, run->key);
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
    lf_stored_experiment *list;
    size_t n;
    LF_TRY(lf_store_experiments(s->store, &list, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = states_experiment(s, list[i].name, list[i].scale, experiments);
    lf_store_experiments_free(list, n);
    return status;
}

static lf_status states_look(states_folder *s, json_t **json) {
    char shards[LF_PATH_BYTES];
    LF_TRY(lf_path_format(shards, "%s/shards", s->dir));
    LF_TRY(lf_path_format(s->checkpoints, "%s/checkpoints", s->dir));
    LF_TRY(lf_store_writer(s->dir, &s->writer));
    LF_TRY(queue_open(s->dir, &s->queue));
    json_t *experiments = json_array();
    s->under_way = json_array();
    s->mentioned = json_object();
    size_t unplanned = 0;
    lf_status status = states_experiments(s, experiments);
    if (status == LF_OK) status = lf_store_unplanned(s->store, &unplanned);
    json_decref(s->mentioned);
    *json =
        json_pack("{s:o, s:o, s:I, s:o, s:I, s:o, s:o}", "folder", lf_print_text(s->dir), "writer",
                  s->writer ? json_integer(s->writer) : json_null(), "shards",
                  (json_int_t)lf_shards_count(shards), "experiments", experiments, "unplanned",
                  (json_int_t)unplanned, "under_way", s->under_way, "slurm", queue_json(&s->queue));
    queue_close(&s->queue);
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
