/**
 * @file verify.c
 * @brief levelfield verify: is a folder's store what was once stored?
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "cli/command.h"
#include "cli/print.h"
#include "harness/store/verify.h"

typedef struct {
    const char *head; /* a link's hash, or its beginning; NULL: none was noted */
    bool json;
} verify_values;

/* A command under way. */
typedef struct {
    const char *dir;
    lf_store *store;
    const verify_values *is;
    lf_verification found;
    json_t *faults;
} verify_job;

static void verify_fault(void *context, const char *what, const char *subject, const char *line) {
    verify_job *job = context;
    if (!job->is->json) puts(line);
    json_array_append_new(
        job->faults, json_pack("{s:s, s:s, s:s}", "what", what, "subject", subject, "line", line));
}

/* The last line, to be noted down. */
static void verify_print(const verify_job *job) {
    const lf_verification *found = &job->found;
    if (found->faults) {
        printf("%s: %zu faults\n", job->dir, found->faults);
        return;
    }
    printf("%s: %zu runs are as they were stored; head %s", job->dir, found->records,
           found->head[0] ? found->head : "none");
    if (found->noted)
        printf("; the noted one is link %" PRIu64 " of %" PRIu64
               ", and %zu of the runs before it were made again since",
               found->noted, found->last, found->again);
    if (found->origin[0])
        printf("; %s, what was changed before that cannot be told", found->origin);
    putchar('\n');
}

static void verify_print_json(const verify_job *job) {
    const lf_verification *found = &job->found;
    json_t *json = json_pack(
        "{s:s, s:I, s:I, s:I, s:s?, s:s?, s:o, s:O}", "folder", job->dir, "records",
        (json_int_t)found->records, "links", (json_int_t)found->links, "replaced",
        (json_int_t)(found->links - found->subjects), "head", found->head[0] ? found->head : NULL,
        "origin", found->origin[0] ? found->origin : NULL, "noted", json_null(), "faults",
        job->faults);
    if (found->noted)
        json_object_set_new(json, "noted",
                            json_pack("{s:I, s:I}", "link", (json_int_t)found->noted, "made_again",
                                      (json_int_t)found->again));
    lf_print_json(json);
    json_decref(json);
}

/* Eight digits tell links apart; fewer are a slip. */
static bool verify_is_head(const char *text) {
    const size_t n = strspn(text, "0123456789abcdef");
    return text[n] == '\0' && n >= 8 && n <= 64;
}

static lf_exit verify_run(const void *values, const lf_texts *operands) {
    verify_job job = {.dir = operands->text[0], .is = values, .faults = json_array()};
    if (job.is->head && !verify_is_head(job.is->head))
        return lf_talk_usage("verify: --head '%s': expected a hash that verify printed, or its "
                             "first 8 digits or more",
                             job.is->head);
    const lf_verify_listener listener = {&job, verify_fault};
    lf_status status = lf_store_open(job.dir, false, &job.store);
    if (status == LF_OK) status = lf_store_verify(job.store, job.is->head, &listener, &job.found);
    if (status == LF_OK) job.is->json ? verify_print_json(&job) : verify_print(&job);
    lf_store_close(job.store);
    json_decref(job.faults);
    if (status != LF_OK) return lf_talk_failure(status);
    return job.found.faults ? LF_EXIT_CHECK : LF_EXIT_DONE;
}

static const lf_option verify_options[] = {
    {"head", 0, LF_OPTION_TEXT, offsetof(verify_values, head), "HASH", NULL,
     "the head that was noted earlier, or its first digits: is it still in the chain?"},
    {"json", 0, LF_OPTION_FLAG, offsetof(verify_values, json), NULL, NULL, "print one JSON object"},
    {0},
};

const lf_command lf_command_verify = {
    .name = "verify",
    .operands = "DIR",
    .doc = "are stored runs what was once stored?",
    .about = "Walks the chain of everything that was stored in DIR. A run that was edited, removed "
             "or put in by other means is named in a line of its own, and so is a link that was "
             "edited, is missing or stands elsewhere; then the exit code is 1. If all is well, one "
             "line has the hash of the last link, the head: note it down, and --head tells later "
             "whether it is still there. What a chain can show, and what it cannot, is in "
             "docs/store.md.",
    .example = "levelfield verify levelfield-out/run",
    .options = verify_options,
    .least = 1,
    .most = 1,
    .values_size = sizeof(verify_values),
    .run = verify_run,
};
