#include "harness/engine/slurm_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* Slurm's own default. */
enum { QUEUE_ARRAY_MOST = 1000 };

bool lf_slurm_is_live(const char *state) {
    static const char *const over[] = {"COMPLETED", "CANCELLED",    "FAILED",    "TIMEOUT",
                                       "NODE_FAIL", "PREEMPTED",    "BOOT_FAIL", "DEADLINE",
                                       "REVOKED",   "OUT_OF_MEMORY"};
    for (size_t i = 0; i < sizeof over / sizeof *over; i++)
        if (strcmp(state, over[i]) == 0) return false;
    return true;
}

/* Slurm's own retries, of a controller that is busy or has just failed over, take two minutes. */
static const double queue_patience_seconds = 180;

/* One line of squeue: "NAME|JOB|INDEX|STATE|REASON". *is_task <- is the index a number? A job that
 * waits as a whole has none. */
static bool queue_parse(const char *line, lf_slurm_task_state *task, bool *is_task) {
    char index[32];
    task->reason[0] = '\0';
    const int n = sscanf(line, "%63[^|]|%lu|%31[^|]|%31[^|]|%63[^\n]", task->name, &task->job,
                         index, task->state, task->reason);
    if (n < 4) return false;
    char *end;
    task->index = strtoul(index, &end, 10);
    *is_task = end != index && *end == '\0';
    return true;
}

static lf_status queue_take(const char *output, lf_slurm_task_state **tasks, size_t *n) {
    for (const char *line = output; *line;) {
        lf_slurm_task_state task;
        bool is_task = false;
        const size_t length = strcspn(line, "\n");
        if (length > 0 && !queue_parse(line, &task, &is_task))
            return lf_fail(LF_IO, "squeue printed '%.*s', expected NAME|JOB|INDEX|STATE|REASON",
                           (int)(length < 80 ? length : 80), line);
        if (is_task) {
            LF_TRY(lf_grow(tasks, *n, sizeof **tasks, "the queue"));
            (*tasks)[(*n)++] = task;
        }
        line += length + (line[length] == '\n');
    }
    return LF_OK;
}

/* A program that ended badly: its own last line. */
static lf_status queue_refused(const char *program, lf_process_result *result) {
    const lf_status status =
        lf_fail(LF_IO, "%s: %s", program, result->complaint[0] ? result->complaint : "failed");
    lf_process_clear(result);
    return status;
}

lf_status lf_slurm_ask(const char *const *words, lf_process_result *result) {
    const lf_status status = lf_process_run(words, "", 0, queue_patience_seconds, result);
    if (status != LF_NOT_FOUND) return status;
    return lf_fail(status,
                   "%s is not installed; --engine slurm needs Slurm's commands (slurm-client)",
                   words[0]);
}

lf_status lf_slurm_queue(const char *names, lf_slurm_task_state **tasks, size_t *n) {
    const char *const words[] = {"squeue",       "--noheader",     "--array",
                                 "--states=all", "--name",         names,
                                 "--format",     "%j|%F|%K|%T|%r", NULL};
    lf_process_result result;
    *tasks = NULL;
    *n = 0;
    LF_TRY(lf_slurm_ask(words, &result));
    if (result.code != 0) return queue_refused("squeue", &result);
    const lf_status status = queue_take(result.output, tasks, n);
    lf_process_clear(&result);
    if (status == LF_OK) return LF_OK;
    free(*tasks);
    *tasks = NULL;
    return status;
}

size_t lf_slurm_array_most(void) {
    static const char *const words[] = {"scontrol", "show", "config", NULL};
    lf_process_result result;
    size_t most = QUEUE_ARRAY_MOST + 1;
    if (lf_slurm_ask(words, &result) != LF_OK) return QUEUE_ARRAY_MOST;
    const char *line = strstr(result.output, "MaxArraySize");
    if (line) sscanf(line, "MaxArraySize = %zu", &most);
    lf_process_clear(&result);
    return most > 1 ? most - 1 : 1; /* the largest index is one less */
}
