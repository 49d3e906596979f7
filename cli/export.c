/**
 * @file export.c
 * @brief levelfield export: stored runs as CSV or JSON Lines.
 *
 * The formats are written by harness/store/export.c; here is only where they go.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "core/file.h"
#include "harness/store/export.h"
#include "harness/store/store.h"

typedef struct {
    const char *format; /* csv or jsonl */
    const char *output; /* NULL: standard output */
} export_values;

/* Stream errors show only when the buffer is written: hence the flush before success is believed.
 */
static lf_status export_to(lf_store *store, const char *format, FILE *out) {
    LF_TRY(strcmp(format, "csv") == 0 ? lf_export_csv(store, out) : lf_export_jsonl(store, out));
    if (fflush(out) != 0 || ferror(out))
        return lf_fail(LF_IO, "export: could not be written: %s", strerror(errno));
    return LF_OK;
}

/* To a file: into a draft through a stream on its descriptor, so that the name appears only when
 * all is written. */
static lf_status export_file(lf_store *store, const char *format, const char *path) {
    lf_draft draft;
    LF_TRY(lf_draft_open(&draft, path));
    int copy = dup(draft.fd);
    FILE *out = copy < 0 ? NULL : fdopen(copy, "w");
    lf_status status =
        out ? export_to(store, format, out) : lf_fail(LF_IO, "%s: %s", path, strerror(errno));
    if (out) fclose(out);
    if (status == LF_OK) return lf_draft_commit(&draft);
    lf_draft_discard(&draft);
    return status;
}

/* Standard output may be a pipe, which cannot be taken back; a file can be, and is a draft until
 * it is whole. */
static lf_exit export_run(const void *values, const lf_texts *operands) {
    const export_values *v = values;
    lf_store *store = NULL;
    lf_status status = lf_store_open(operands->text[0], false, &store);
    if (status == LF_OK)
        status = v->output ? export_file(store, v->format, v->output)
                           : export_to(store, v->format, stdout);
    lf_store_close(store);
    return status == LF_OK ? LF_EXIT_DONE : lf_talk_failure(status);
}

/* SQLite needs no export: DIR/results.sqlite is the store itself. */
static const lf_option export_options[] = {
    {"format", 'f', LF_OPTION_CHOICE, offsetof(export_values, format), "csv|jsonl", "csv",
     "csv: one line per checkpoint; jsonl: one JSON object per run"},
    {"output", 'o', LF_OPTION_TEXT, offsetof(export_values, output), "FILE", NULL,
     "write to FILE, whole or not at all, instead of standard output"},
    {0},
};

const lf_command lf_command_export = {
    .name = "export",
    .operands = "DIR",
    .doc = "stored runs as CSV or JSON Lines",
    .about = "Writes every run stored in DIR with its whole trace: all counters, the CPU seconds "
             "and all metrics at each checkpoint. Numbers have 17 significant digits.",
    .example = "levelfield export levelfield-out/run > trace.csv\n"
               "levelfield export levelfield-out/run --format jsonl --output runs.jsonl",
    .options = export_options,
    .least = 1,
    .most = 1,
    .values_size = sizeof(export_values),
    .run = export_run,
};
