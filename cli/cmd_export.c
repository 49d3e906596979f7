/**
 * @file cmd_export.c
 * @brief levelfield export: stored runs as CSV or JSON Lines.
 *
 * The formats are written by harness/store/export.c; here is only where they go.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/command.h"
#include "datasets/user/description.h"
#include "harness/store/export.h"
#include "harness/store/store.h"

typedef struct {
    const char *format; /* csv or jsonl */
    const char *output; /* NULL: standard output */
} export_values;

typedef struct {
    lf_store *store;
    const char *format, *dir;
    size_t lost; /* runs that a damaged store does not give */
} export_job;

static void export_lost(void *context, const char *key, const char *why) {
    export_job *job = context;
    job->lost++;
    if (key)
        lf_message_say("%s: run %s is left out: %s", job->dir, key, why);
    else
        lf_message_say("%s: its list of runs is damaged, what can be read of it is exported: %s",
                       job->dir, why);
}

/* Stream errors show only when the buffer is written: hence the flush before success is believed.
 */
static lf_status export_to(export_job *job, FILE *out) {
    const lf_export_losses losses = {job, export_lost};
    LF_TRY(strcmp(job->format, "csv") == 0 ? lf_export_csv(job->store, out, &losses)
                                           : lf_export_jsonl(job->store, out, &losses));
    if (fflush(out) != 0 || ferror(out))
        return lf_fail(LF_IO, "export: could not be written: %s", strerror(errno));
    return LF_OK;
}

/* To a file: into a draft through a stream on its descriptor, so that the name appears only when
 * all is written. */
static lf_status export_file(export_job *job, const char *path) {
    lf_draft draft;
    LF_TRY(lf_draft_open(&draft, path));
    int copy = dup(draft.fd);
    FILE *out = copy < 0 ? NULL : fdopen(copy, "w");
    lf_status status = out ? export_to(job, out) : lf_fail(LF_IO, "%s", strerror(errno));
    if (out) fclose(out);
    if (status == LF_OK) return lf_draft_commit(&draft);
    lf_draft_discard(&draft);
    return status == LF_IO ? lf_fail_within(status, "%s: ", path) : status;
}

/* The ending is not what chooses the format: a name that says another one is refused, or who opens
 * the file by it would take it for what it is not. */
static lf_exit export_check_name(const export_values *v) {
    static const char *const other[] = {".tsv",  ".tex", ".html",    ".md", ".arff", ".npy", ".npz",
                                        ".xlsx", ".pdf", ".parquet", ".gz", ".zst",  NULL};
    static const char *const csv[] = {".csv", NULL};
    static const char *const json[] = {".json", ".jsonl", ".ndjson", NULL};
    const bool is_csv = strcmp(v->format, "csv") == 0;
    if (!lf_path_ending(v->output, is_csv ? json : csv) && !lf_path_ending(v->output, other))
        return LF_EXIT_DONE;
    return lf_message_usage("export: %s: what is written is %s; choose another ending, or add "
                            "--format %s",
                            v->output, is_csv ? "CSV" : "JSON Lines",
                            is_csv ? "jsonl for JSON Lines" : "csv for CSV");
}

/* Standard output may be a pipe, which cannot be taken back; a file can be, and is a draft until
 * it is whole. */
static lf_exit export_run(const void *values, const lf_texts *operands) {
    export_values own = *(const export_values *)values, *v = &own;
    export_job job = {.format = v->format, .dir = operands->text[0]};
    if (v->output && strcmp(v->output, "-") == 0) v->output = NULL; /* as other programs have it */
    if (v->output && export_check_name(v) != LF_EXIT_DONE) return LF_EXIT_USAGE;
    if (v->output && lf_file_readable(v->output) && lf_user_described(v->output))
        return lf_message_usage("export: %s describes a data set, and would be replaced; choose "
                                "another name",
                                v->output);
    lf_status status = lf_store_open(job.dir, false, &job.store);
    if (status == LF_OK)
        status = v->output ? export_file(&job, v->output) : export_to(&job, stdout);
    lf_store_close(job.store);
    if (status != LF_OK) return lf_message_exit(status);
    return job.lost ? LF_EXIT_CHECK : LF_EXIT_DONE;
}

/* SQLite needs no export: DIR/results.sqlite is the store itself. */
static const lf_option export_options[] = {
    {"format", 'f', LF_OPTION_CHOICE, offsetof(export_values, format), "csv|jsonl", "csv",
     "csv: one line per checkpoint; jsonl: one JSON object per run"},
    {"output", 'o', LF_OPTION_TEXT, offsetof(export_values, output), "FILE", NULL,
     "write to FILE, whole or not at all, instead of standard output (-)"},
    {0},
};

LF_COMMAND(
    export, export, .name = "export", .operands = "DIR", .doc = "stored runs as CSV or JSON Lines",
    .about = "Writes every run stored in DIR with its whole trace: all counters, the CPU seconds "
             "and all metrics at each checkpoint. Numbers have 17 significant digits. A method "
             "without chance has a second run from a start beside the first, with `nudged` in its "
             "code: leave it out of statistics. Of a damaged store, every run that is whole is "
             "written, and the others are named.",
    .example = "levelfield export levelfield-out/run > trace.csv\n"
               "levelfield export levelfield-out/run --format jsonl --output runs.jsonl",
    .least = 1, .most = 1);
