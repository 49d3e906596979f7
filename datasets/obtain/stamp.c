/**
 * @file stamp.c
 * @brief Stamps of files, and the notes that are kept under them.
 */
#include "datasets/obtain/stamp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { STAMP_LINE = 256 };
/* Times of change are no finer than the clock that the system takes them from. */
static const double stamp_settled_seconds = 1;

static bool stamp_later(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

void lf_stamp_start(lf_stamp *stamp, const char *head) {
    *stamp = (lf_stamp){.whole = true};
    lf_sha256_start(&stamp->hash);
    lf_sha256_add(&stamp->hash, head, strlen(head));
}

void lf_stamp_add(lf_stamp *stamp, const char *path, const char *name) {
    char line[STAMP_LINE];
    struct stat info;
    stamp->whole = stamp->whole && stat(path, &info) == 0;
    if (!stamp->whole) return;
    const int n =
        snprintf(line, sizeof line, "%lld %llu %lld.%09ld %lld.%09ld\n", (long long)info.st_size,
                 (unsigned long long)info.st_ino, (long long)info.st_mtim.tv_sec,
                 info.st_mtim.tv_nsec, (long long)info.st_ctim.tv_sec, info.st_ctim.tv_nsec);
    lf_sha256_add(&stamp->hash, name, strlen(name) + 1);
    lf_sha256_add(&stamp->hash, line, (size_t)n);
    if (stamp_later(&info.st_mtim, &stamp->last)) stamp->last = info.st_mtim;
    if (stamp_later(&info.st_ctim, &stamp->last)) stamp->last = info.st_ctim;
}

bool lf_stamp_finish(lf_stamp *stamp, char note[LF_PATH_BYTES]) {
    char folder[LF_PATH_BYTES], hex[LF_SHA256_TEXT];
    struct timespec now;
    if (lf_sha256_finish(&stamp->hash, hex) != LF_OK || !stamp->whole) return false;
    clock_gettime(CLOCK_REALTIME, &now);
    const double age_seconds = (double)(now.tv_sec - stamp->last.tv_sec) +
                               1e-9 * (double)(now.tv_nsec - stamp->last.tv_nsec);
    return age_seconds > stamp_settled_seconds && lf_cache_folder(folder) == LF_OK &&
           lf_path_format(note, "%s/parsed/%s.survey", folder, hex) == LF_OK;
}

bool lf_stamp_recall(const char *note, char *identity, size_t *rows, size_t *train_rows) {
    char *text = NULL, hex[LF_SHA256_TEXT];
    size_t size_bytes = 0;
    if (lf_file_read(note, STAMP_LINE, &text, &size_bytes) != LF_OK) return false;
    const bool whole = sscanf(text, "%64[0-9a-f] %zu %zu\n", hex, rows, train_rows) == 3 &&
                       strlen(hex) == LF_SHA256_TEXT - 1;
    free(text);
    if (whole) memcpy(identity, hex, LF_SHA256_TEXT);
    return whole;
}

void lf_stamp_note(const char *note, const char *identity, size_t rows, size_t train_rows) {
    char line[STAMP_LINE];
    const int n = snprintf(line, sizeof line, "%s %zu %zu\n", identity, rows, train_rows);
    if (lf_folder_make_for(note) == LF_OK) lf_file_write(note, line, (size_t)n);
}
