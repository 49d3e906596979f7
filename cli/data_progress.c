/**
 * @file data_progress.c
 * @brief One line that is written over: the file, the share that is read, the time that is left.
 */
#include "cli/data_progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "datasets/files/bytes.h"

/* What takes less than a second is not worth a line. */
static const uint64_t progress_least_bytes = (uint64_t)64 << 20;
static const double progress_every_seconds = 0.5;

static double progress_began, progress_last; /* [s]; 0: no file is being read, nothing is shown */

/* The rest takes as long a byte as what is done. */
static void progress_show(const char *path, uint64_t done_bytes, uint64_t total_bytes) {
    const double now = lf_clock(), share = (double)done_bytes / (double)total_bytes;
    if (progress_began == 0) progress_began = progress_last = now;
    if (now - progress_last < progress_every_seconds || done_bytes == 0) return;
    progress_last = now;
    fprintf(stderr, "\r%s: %.0f %% read, %.0f s left\033[K", path, 100 * share,
            (now - progress_began) * (1 - share) / share);
}

static void progress_watch(const char *path, uint64_t done_bytes, uint64_t total_bytes) {
    if (total_bytes >= progress_least_bytes) progress_show(path, done_bytes, total_bytes);
    if (total_bytes > 0) return;
    if (progress_last > progress_began) fputs("\r\033[K", stderr);
    progress_began = progress_last = 0;
}

void lf_data_progress_begin(void) {
    if (isatty(STDERR_FILENO)) lf_bytes_watch_by(progress_watch);
}
