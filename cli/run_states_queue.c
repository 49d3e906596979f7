#include "cli/run_states_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int queue_order(const void *a, const void *b) {
    return strcmp(((const lf_run_states_task *)a)->key, ((const lf_run_states_task *)b)->key);
}

/* The runs of one task of a plan. */
static lf_status queue_add(lf_run_states_queue *q, const lf_slurm_plan *plan,
                           const lf_slurm_task_state *state, size_t part) {
    const size_t first = (part * plan->array_size + state->index) * plan->task_runs;
    for (size_t i = first; i < first + plan->task_runs && i < plan->runs; i++) {
        lf_run_states_task *grown = realloc(q->task, (q->tasks + 1) * sizeof *grown);
        if (!grown) return lf_fail(LF_NO_MEMORY, "no memory for the queue");
        q->task = grown;
        lf_run_states_task *task = &grown[q->tasks++];
        task->state = state;
        snprintf(task->key, sizeof task->key, "%s", plan->run[i].key);
    }
    return LF_OK;
}

static lf_status queue_ask(lf_run_states_queue *q) {
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

lf_status lf_run_states_queue_open(const char *dir, lf_run_states_queue *queue) {
    *queue = (lf_run_states_queue){0};
    lf_status status = lf_slurm_plans(dir, &queue->plan, &queue->plans);
    if (status == LF_OK && queue->plans > 0) status = queue_ask(queue);
    for (size_t i = 0; i < queue->states && status == LF_OK; i++)
        for (size_t p = 0; p < queue->plans && status == LF_OK; p++) {
            size_t part;
            if (lf_slurm_is_live(queue->state[i].state) &&
                lf_slurm_job_is(&queue->plan[p], queue->state[i].name, &part))
                status = queue_add(queue, &queue->plan[p], &queue->state[i], part);
        }
    if (queue->tasks) qsort(queue->task, queue->tasks, sizeof *queue->task, queue_order);
    if (status != LF_OK) lf_run_states_queue_close(queue);
    return status;
}

void lf_run_states_queue_close(lf_run_states_queue *queue) {
    for (size_t i = 0; i < queue->plans; i++)
        lf_slurm_plan_clear(&queue->plan[i]);
    free(queue->plan);
    free(queue->state);
    free(queue->task);
    *queue = (lf_run_states_queue){0};
}

const lf_slurm_task_state *lf_run_states_queue_find(const lf_run_states_queue *queue,
                                                    const char *key) {
    lf_run_states_task wanted = {0};
    snprintf(wanted.key, sizeof wanted.key, "%s", key);
    const lf_run_states_task *found =
        queue->tasks ? bsearch(&wanted, queue->task, queue->tasks, sizeof wanted, queue_order)
                     : NULL;
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

json_t *lf_run_states_queue_json(const lf_run_states_queue *queue) {
    if (queue->plans == 0) return json_null();
    json_t *jobs = json_array();
    for (size_t i = 0; i < queue->states; i++) {
        json_t *tasks = queue_job(jobs, &queue->state[i]);
        const json_t *n = json_object_get(tasks, queue->state[i].state);
        json_object_set_new(tasks, queue->state[i].state, json_integer(json_integer_value(n) + 1));
    }
    return json_pack("{s:b, s:s, s:o}", "answers", queue->silence[0] == '\0', "silence",
                     queue->silence, "jobs", jobs);
}
