/**
 * @file fetch.c
 * @brief levelfield data fetch: downloads with a progress line, and Ctrl-C.
 */
#include "datasets/fetch.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "datasets/locate.h"

static volatile sig_atomic_t fetch_stopped;

/* All that a signal handler may do; the callback looks at the flag. */
static void fetch_stop(int signal) {
    (void)signal;
    fetch_stopped = 1;
}

/* On a terminal, one line that is written over; elsewhere nothing. False stops the download. */
static bool fetch_progress(void *context, const lf_dataset_file *file, uint64_t done_bytes,
                           uint64_t total_bytes) {
    (void)context;
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r%s: %" PRIu64 " KiB", file->path, done_bytes / 1024);
        if (total_bytes) fprintf(stderr, " of %" PRIu64, total_bytes / 1024);
        fputs("\033[K", stderr);
    }
    return !fetch_stopped;
}

/* One data set: download what is missing, then print where all its files are. */
static lf_exit fetch_one(const char *name) {
    lf_status status = lf_data_fetch(name, fetch_progress, NULL);
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
    if (status == LF_INTERRUPTED) {
        lf_talk("interrupted; nothing half loaded is kept");
        return LF_EXIT_INTERRUPTED;
    }
    if (status != LF_OK) return lf_talk_failure(status);
    status = lf_catalogue_print_paths(lf_dataset_find(name));
    return status == LF_OK ? LF_EXIT_DONE : lf_talk_failure(status);
}

/* All names are checked before the first download: a slip in the last one should not cost an hour.
 */
static lf_exit fetch_run(const void *values, const lf_texts *operands) {
    (void)values;
    const lf_dataset *entry;
    for (size_t i = 0; i < operands->n; i++)
        if (lf_dataset_require(operands->text[i], &entry) != LF_OK)
            return lf_talk_usage("data fetch: %s", lf_message());
    /* A download that is stopped ends by itself, so that its draft is removed. */
    struct sigaction action = {.sa_handler = fetch_stop};
    sigaction(SIGINT, &action, NULL);
    lf_exit code = LF_EXIT_DONE;
    for (size_t i = 0; i < operands->n && code == LF_EXIT_DONE; i++)
        code = fetch_one(operands->text[i]);
    return code;
}

/* Where files go is a matter of the environment, as for every other program: XDG_CACHE_HOME. */
static const lf_option fetch_options[] = {{0}};

const lf_command lf_command_data_fetch = {
    .name = "data fetch",
    .operands = "NAME...",
    .doc = "download the files of data sets into the cache",
    .about = "Downloads what is missing, checks each file's SHA-256 and only then gives it its "
             "name in $XDG_CACHE_HOME/levelfield (or ~/.cache/levelfield); prints the paths.",
    .example = "levelfield data fetch a9a",
    .options = fetch_options,
    .least = 1,
    .most = 1000,
    .run = fetch_run,
};
