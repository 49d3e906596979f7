/**
 * @file cmd_verify.c
 * @brief levelfield verify: is a folder's store what was once stored, an archive what it says?
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/print.h"
#include "cli/verify.h"
#include "harness/store/verify.h"

/* A command under way. */
typedef struct {
    const char *dir;
    lf_store *store;
    const lf_verify_values *is;
    lf_verification found;
    json_t *faults, *replay; /* replay: NULL where none was made */
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
        printf("%s: %zu fault%s\n", job->dir, found->faults, found->faults == 1 ? "" : "s");
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

static lf_status verify_print_json(const verify_job *job) {
    const lf_verification *found = &job->found;
    json_t *json = json_pack(
        "{s:o, s:I, s:I, s:I, s:s?, s:s?, s:o, s:O, s:O?}", "folder", lf_print_text(job->dir),
        "records", (json_int_t)found->records, "links", (json_int_t)found->links, "replaced",
        (json_int_t)(found->links - found->subjects), "head", found->head[0] ? found->head : NULL,
        "origin", found->origin[0] ? found->origin : NULL, "noted", json_null(), "faults",
        job->faults, "replay", job->replay);
    if (found->noted)
        json_object_set_new(json, "noted",
                            json_pack("{s:I, s:I}", "link", (json_int_t)found->noted, "made_again",
                                      (json_int_t)found->again));
    const lf_status status = lf_print_json(json);
    json_decref(json);
    return status;
}

/* Eight digits tell links apart; fewer are a slip. */
static bool verify_is_head(const char *text) {
    const size_t n = strspn(text, "0123456789abcdef");
    return text[n] == '\0' && n >= 8 && n <= 64;
}

/* The chain, then the runs. */
static lf_exit verify_all(verify_job *job) {
    const lf_verify_listener listener = {job, verify_fault};
    const lf_status status = lf_store_verify(job->store, job->is->head, &listener, &job->found);
    if (status != LF_OK) return lf_message_exit(status);
    const bool whole = job->found.faults == 0;
    if (!job->is->json) verify_print(job);
    const lf_exit code = job->is->replay
                             ? lf_verify_replay(job->is, job->dir, job->store, whole, &job->replay)
                             : LF_EXIT_DONE;
    const bool compared = code == LF_EXIT_DONE || job->replay; /* no other failure, no signal */
    return compared && !whole ? LF_EXIT_CHECK : code;
}

/* A hash, or so much of it that it is no slip. */
static lf_exit verify_hash(const char *option, const char *text) {
    if (!text || verify_is_head(text)) return LF_EXIT_DONE;
    return lf_message_usage("verify: --%s '%s': expected a hash that was printed, or its first 8 "
                            "digits or more",
                            option, text);
}

/* What is asked of an archive, with what it is by default. */
static lf_exit verify_file(const lf_verify_values *v, const char *path) {
    lf_verify_values own = *v;
    if (v->head || v->replay || v->seed)
        return lf_message_usage("verify: --head, --replay and --seed are for a folder; an archive "
                                "has --root and --level 2 --runs K --nonce WORD");
    if (!v->level) own.level = "1";
    if (!v->runs) own.runs = 3;
    if ((v->runs && own.level[0] != '2') || (v->nonce && own.level[0] < '2'))
        return lf_message_usage("verify: --runs and --nonce say which runs are made again at level "
                                "2, and this is level %s; add --level 2",
                                own.level);
    const lf_exit code = lf_verify_prepare(&own);
    return code == LF_EXIT_DONE ? lf_verify_archive(&own, path) : code;
}

/* What would be read of an archive alone is a slip. */
static lf_exit verify_folder_words(const lf_verify_values *v) {
    if (v->root || v->level || v->runs || v->nonce)
        return lf_message_usage("verify: --root, --level, --runs and --nonce are for an archive; a "
                                "folder has --head and --replay K --seed N");
    if (v->seed && !v->replay)
        return lf_message_usage("verify: --seed says which runs are made again; add --replay K");
    return LF_EXIT_DONE;
}

static lf_exit verify_folder(lf_verify_values *v, const char *dir) {
    verify_job job = {.dir = dir, .is = v};
    lf_exit code = verify_folder_words(v);
    if (code == LF_EXIT_DONE && v->replay) code = lf_verify_prepare(v);
    if (code != LF_EXIT_DONE) return code;
    const lf_status status = lf_store_open(job.dir, false, &job.store);
    if (status != LF_OK) return lf_message_exit(status);
    job.faults = json_array();
    code = verify_all(&job);
    if (v->json && (code <= LF_EXIT_CHECK || job.replay) && verify_print_json(&job) != LF_OK)
        code = lf_message_exit(LF_NO_MEMORY);
    lf_store_close(job.store);
    json_decref(job.faults);
    json_decref(job.replay);
    return code;
}

static lf_exit verify_run(const void *values, const lf_texts *operands) {
    lf_verify_values v = *(const lf_verify_values *)values;
    const char *path = operands->text[0];
    lf_exit code = verify_hash("head", v.head);
    if (code == LF_EXIT_DONE) code = verify_hash("root", v.root);
    if (code != LF_EXIT_DONE) return code;
    if (access(path, F_OK) != 0) /* it is neither a folder nor an archive to have other options */
        return lf_message_exit(lf_fail(LF_NOT_FOUND, "%s: %s", path, strerror(errno)));
    return lf_file_readable(path) ? verify_file(&v, path) : verify_folder(&v, path);
}

static const lf_option verify_options[] = {
    {"head", 0, LF_OPTION_TEXT, offsetof(lf_verify_values, head), "HASH", NULL,
     "the head that was noted earlier, or its first digits: is it still in the chain?"},
    {"replay", 0, LF_OPTION_COUNT, offsetof(lf_verify_values, replay), "K", NULL,
     "make K of the runs again, chosen at random"},
    {"seed", 0, LF_OPTION_COUNT, offsetof(lf_verify_values, seed), "N", NULL,
     "choose those that N comes to; else any, and the N of the choice is printed"},
    {"level", 0, LF_OPTION_CHOICE, offsetof(lf_verify_values, level), "0|1|2|3", NULL,
     "of an archive: 0 hashes, 1 metrics and claims again, 2 some runs again, 3 all of them "
     "(default 1)"},
    {"runs", 0, LF_OPTION_COUNT, offsetof(lf_verify_values, runs), "K", NULL,
     "at level 2: so many runs, drawn from the root and the nonce (default 3)"},
    {"nonce", 0, LF_OPTION_TEXT, offsetof(lf_verify_values, nonce), "WORD", NULL,
     "draw those that WORD comes to; else any, and the nonce is printed"},
    {"root", 0, LF_OPTION_TEXT, offsetof(lf_verify_values, root), "HASH", NULL,
     "the root that the archive should have, or its first digits"},
    LF_SESSION_OPTION(lf_verify_values, jobs, 'j', "jobs", LF_OPTION_COUNT, "N", "1",
                      "how many runs at a time"),
    LF_SESSION_OPTION(lf_verify_values, timeout, 0, "timeout", LF_OPTION_SECONDS, "TIME", NULL,
                      "give a run up that takes longer, in seconds or as 15m, 2h"),
    LF_SESSION_OPTION(lf_verify_values, cpu, 0, "cpu", LF_OPTION_SECONDS, "TIME", NULL,
                      "the same of CPU time, of all its threads"),
    LF_SESSION_OPTION(lf_verify_values, memory, 0, "memory", LF_OPTION_BYTES, "SIZE", NULL,
                      "give a run up that takes more, such as 2G (default nine tenths of the "
                      "machine's memory)"),
    LF_SESSION_OPTION(lf_verify_values, blas_core, 0, "blas-core", LF_OPTION_TEXT, "TYPE", NULL,
                      "make them with OpenBLAS's kernels of this CPU type"),
    LF_PLUGIN_OPTION(lf_verify_values),
    {"json", 0, LF_OPTION_FLAG, offsetof(lf_verify_values, json), NULL, NULL,
     "print one JSON object"},
    {0},
};

const lf_command lf_command_verify = {
    .name = "verify",
    .operands = "DIR|NAME.lfz",
    .doc = "are stored or published runs what they were?",
    .about =
        "Walks the chain of everything that was stored in DIR. A run that was edited, removed "
        "or put in by other means is named in a line of its own, and so is a link that was "
        "edited, is missing or stands elsewhere; then the exit code is 1. If all is well, one "
        "line has the hash of the last link, the head: note it down, and --head tells later "
        "whether it is still there. With --replay, runs are made again: half of the steps in "
        "one process, which saves it, the rest in another; trace and final iterate must be "
        "those that are stored, bit for bit. One that a limit ended has to end so again: give it "
        "the same one. docs/store.md says what a chain and a replay "
        "can show. Of an archive that `levelfield publish` wrote, hashes are checked, metrics "
        "evaluated at the final iterates, claims decided again, and runs made again, as far as "
        "--level says; docs/publish.md has what each level can see.",
    .example = "levelfield verify levelfield-out/run --replay 20 -j 2\n"
               "levelfield verify demo.lfz --level 2 --runs 5",
    .options = verify_options,
    .least = 1,
    .most = 1,
    .values_size = sizeof(lf_verify_values),
    .run = verify_run,
};
