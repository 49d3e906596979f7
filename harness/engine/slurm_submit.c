/**
 * @file slurm_submit.c
 * @brief A part of a plan as a job array.
 */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/engine/slurm_queue.h"

enum {
    SUBMIT_WORDS = 16, /* of our own */
    SUBMIT_WORD = 512, /* bytes of most of them */
    SUBMIT_SIGNAL = 60 /* seconds before its limit at which a task is told to save */
};

/* In single quotes, for a shell. */
static lf_status submit_quote(const char *text, char *quoted, size_t size) {
    size_t n = 0;
    quoted[n++] = '\'';
    for (; *text && n + 6 < size; text++) {
        if (*text == '\'') {
            memcpy(quoted + n, "'\\''", 4);
            n += 4;
        } else {
            quoted[n++] = *text;
        }
    }
    if (*text) return lf_fail(LF_BAD_ARGUMENT, "a path is too long for a script: %.60s...", text);
    quoted[n++] = '\'';
    quoted[n] = '\0';
    return LF_OK;
}

/* exec: the signal that Slurm sends to the script is then ours. */
lf_status lf_slurm_script(const lf_slurm_plan *plan) {
    char program[LF_PATH_BYTES], path[LF_PATH_BYTES], script[4 * LF_PATH_BYTES];
    char quoted[LF_PATH_BYTES + 8], folder[LF_PATH_BYTES + 8];
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n < 0) return lf_fail(LF_IO, "/proc/self/exe: %s", strerror(errno));
    program[n] = '\0';
    LF_TRY(submit_quote(program, quoted, sizeof quoted));
    LF_TRY(submit_quote(plan->folder, folder, sizeof folder));
    LF_TRY(lf_path_format(path, "%s/task.sh", plan->folder));
    const int size = snprintf(script, sizeof script,
                              "#!/bin/sh\n"
                              "exec %s task %s $(($1 * %zu + SLURM_ARRAY_TASK_ID))\n",
                              quoted, folder, plan->array_size);
    return lf_file_write(path, script, (size_t)size);
}

/* A list of words that is being made; those of our own lie in it. */
typedef struct {
    char own[SUBMIT_WORDS][SUBMIT_WORD];
    size_t owned, n;
    const char **word;
} submit_words;

static void submit_add(submit_words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void submit_add(submit_words *words, const char *format, ...) {
    va_list arguments;
    char *word = words->own[words->owned++];
    va_start(arguments, format);
    vsnprintf(word, SUBMIT_WORD, format, arguments);
    va_end(arguments);
    words->word[words->n++] = word;
}

/* A per cent sign of the path would be taken for one of Slurm's own. A backslash is: none of its
 * signs has a meaning then, and one file would be that of all tasks. */
static lf_status submit_output(const lf_slurm_plan *plan, char output[2 * LF_PATH_BYTES]) {
    static const char ending[] = "/%A_%a.out";
    if (strchr(plan->folder, '\\'))
        return lf_fail(LF_BAD_ARGUMENT,
                       "%s: Slurm cannot write to a folder with a backslash; choose another one "
                       "with --out",
                       plan->folder);
    size_t n = (size_t)snprintf(output, LF_PATH_BYTES, "--output=");
    for (const char *c = plan->folder; *c && n < LF_PATH_BYTES; c++) {
        if (*c == '%') output[n++] = '%';
        output[n++] = *c;
    }
    memcpy(output + n, ending, sizeof ending);
    return n < LF_PATH_BYTES ? LF_OK : lf_fail(LF_BAD_ARGUMENT, "%s: too long", plan->folder);
}

/* Ours in front: of two that say the same, sbatch takes the last. */
static void submit_fill(const lf_slurm_plan *plan, size_t part, const lf_slurm_request *request,
                        const char *output, submit_words *words) {
    char name[LF_SLURM_NAME];
    const size_t left = lf_slurm_tasks(plan) - part * plan->array_size;
    const size_t tasks = left < plan->array_size ? left : plan->array_size;
    lf_slurm_job_name(plan, part, name);
    submit_add(words, "sbatch");
    submit_add(words, "--parsable");
    submit_add(words, "--job-name=%s", name);
    if (request->tasks)
        submit_add(words, "--array=0-%zu%%%zu", tasks - 1, request->tasks);
    else
        submit_add(words, "--array=0-%zu", tasks - 1);
    submit_add(words, "--export=ALL");
    submit_add(words, "--open-mode=append");
    submit_add(words, request->requeue ? "--requeue" : "--no-requeue");
    submit_add(words, "--signal=B:TERM@%d", (int)SUBMIT_SIGNAL);
    submit_add(words, "--cpus-per-task=%zu", request->cpus);
    if (request->memory_bytes) submit_add(words, "--mem=%zuM", (request->memory_bytes >> 20) + 1);
    if (request->seconds > 0) submit_add(words, "--time=%.0f", ceil(request->seconds / 60));
    words->word[words->n++] = output;
    for (size_t i = 0; i < request->options; i++)
        words->word[words->n++] = request->option[i];
}

/* "17" or "17;cluster". Slurm's numbers have 32 bits. */
static lf_status submit_answer(const lf_process_result *result, unsigned long *job) {
    const char *const answer = result->output, *rest = answer + strspn(answer, "0123456789");
    if (result->code != 0 && result->complaint[0]) return lf_fail(LF_IO, "%s", result->complaint);
    if (result->code != 0)
        return lf_fail(LF_IO, "sbatch failed without a word (exit code %d)", result->code);
    *job = rest > answer ? strtoul(answer, NULL, 10) : 0;
    if (*rest == ';') rest += strcspn(rest, "\n");
    if (*job > 0 && *job <= UINT32_MAX && rest[strspn(rest, "\n")] == '\0') return LF_OK;
    return lf_fail(LF_IO, "sbatch answered '%.*s', expected the number of a job",
                   (int)strcspn(answer, "\n"), answer);
}

lf_status lf_slurm_submit(const lf_slurm_plan *plan, size_t part, const lf_slurm_request *request,
                          unsigned long *job) {
    char output[2 * LF_PATH_BYTES], script[LF_PATH_BYTES];
    lf_process_result result = {0};
    submit_words *words = calloc(1, sizeof *words);
    if (words) words->word = calloc(SUBMIT_WORDS + request->options + 4, sizeof *words->word);
    lf_status status = words && words->word ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for sbatch");
    if (status == LF_OK) status = submit_output(plan, output);
    if (status == LF_OK) status = lf_path_format(script, "%s/task.sh", plan->folder);
    if (status == LF_OK) {
        submit_fill(plan, part, request, output, words);
        words->word[words->n++] = script;
        submit_add(words, "%zu", part);
        status = lf_slurm_ask(words->word, &result);
    }
    if (status == LF_OK) status = submit_answer(&result, job);
    lf_process_clear(&result);
    if (words) free(words->word);
    free(words);
    return status;
}
