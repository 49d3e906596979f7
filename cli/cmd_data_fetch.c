/**
 * @file cmd_data_fetch.c
 * @brief levelfield data fetch: downloads with a progress line, and Ctrl-C.
 */
#include "datasets/obtain/fetch.h"

#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/data_place.h"
#include "datasets/obtain/locate.h"

typedef struct {
    bool offline;
    double stall; /* [s] */
} fetch_values;

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
static lf_exit fetch_one(const char *name, const lf_fetch_options *options) {
    lf_status status = lf_data_fetch(name, options);
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
    if (status == LF_INTERRUPTED) {
        lf_message_say("interrupted; the next fetch goes on from what has come");
        return LF_EXIT_INTERRUPTED;
    }
    if (status == LF_OK) status = lf_catalogue_print_paths(lf_dataset_find(name));
    return lf_message_exit(status);
}

/* All names are checked before the first download: a slip in the last one should not cost an hour.
 */
static lf_exit fetch_run(const void *values, const lf_texts *operands) {
    const fetch_values *v = values;
    const lf_dataset *entry;
    for (size_t i = 0; i < operands->n; i++)
        if (lf_dataset_require(operands->text[i], &entry) != LF_OK)
            return lf_message_usage("data fetch: %s", lf_message());
    /* A download that is stopped ends by itself, so that its part is whole. */
    struct sigaction action = {.sa_handler = fetch_stop};
    sigaction(SIGINT, &action, NULL);
    const lf_fetch_options options = {
        .offline = v->offline,
        .stall_seconds = v->stall < 1       ? 1
                         : v->stall > 86400 ? 86400
                                            : (unsigned)v->stall,
        .progress = fetch_progress,
    };
    lf_exit code = LF_EXIT_DONE;
    for (size_t i = 0; i < operands->n && code == LF_EXIT_DONE; i++)
        code = fetch_one(operands->text[i], &options);
    return code;
}

/* Where files go is a matter of the environment, as for every other program: XDG_CACHE_HOME. */
static const lf_option fetch_options[] = {
    {"offline", 0, LF_OPTION_FLAG, offsetof(fetch_values, offline), NULL, NULL,
     "download nothing: fail at once if a file is missing"},
    {"stall", 0, LF_OPTION_SECONDS, offsetof(fetch_values, stall), "TIME", "60",
     "give up a download that is below 100 bytes a second for so long"},
    {0},
};

LF_COMMAND(
    data_fetch, fetch, .name = "data fetch", .operands = "NAME...",
    .doc = "download the files of data sets into the cache",
    .about =
        "Downloads what is missing, checks each file's SHA-256 and only then gives it its "
        "name in $XDG_CACHE_HOME/levelfield (or ~/.cache/levelfield); prints the paths. A "
        "download that was cut short is gone on with. LEVELFIELD_OFFLINE=1 does what --offline "
        "does; proxies are taken from https_proxy and its like, the list of trusted "
        "certificates from CURL_CA_BUNDLE or SSL_CERT_FILE.",
    .example = "levelfield data fetch a9a", .least = 1, .most = 1000);
