/**
 * @file survey.c
 * @brief Stamps of folders and files, and the notes that are kept under them.
 */
#include "datasets/obtain/survey.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/file.h"

enum { SURVEY_NOTE = 256 };
/* Times of change are no finer than the clock that the system takes them from. */
static const double survey_settled_seconds = 1;

/* The hash under way, and the last change of anything in it. */
typedef struct {
    lf_sha256 hash;
    struct timespec last;
} survey_stamp;

static bool survey_later(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

static bool survey_add(survey_stamp *s, const char *path, const char *name) {
    char line[SURVEY_NOTE];
    struct stat info;
    if (stat(path, &info) != 0) return false;
    const int n =
        snprintf(line, sizeof line, "%lld %llu %llu %lld.%09ld %lld.%09ld\n",
                 (long long)info.st_size, (unsigned long long)info.st_dev,
                 (unsigned long long)info.st_ino, (long long)info.st_mtim.tv_sec,
                 info.st_mtim.tv_nsec, (long long)info.st_ctim.tv_sec, info.st_ctim.tv_nsec);
    lf_sha256_add(&s->hash, name, strlen(name) + 1);
    lf_sha256_add(&s->hash, line, (size_t)n);
    if (survey_later(&info.st_mtim, &s->last)) s->last = info.st_mtim;
    if (survey_later(&info.st_ctim, &s->last)) s->last = info.st_ctim;
    return true;
}

static int survey_compare(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Everything that a folder has, by name; a file has nothing. */
static bool survey_add_all(survey_stamp *s, const char *folder) {
    struct dirent **entry;
    char path[LF_PATH_BYTES];
    const int n = scandir(folder, &entry, NULL, survey_compare);
    bool all = true;
    if (n < 0) return true;
    for (int i = 0; i < n; i++) {
        const char *name = entry[i]->d_name;
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
            all = all && lf_path_format(path, "%s/%s", folder, name) == LF_OK &&
                  survey_add(s, path, name);
        free(entry[i]);
    }
    free(entry);
    return all;
}

/* note <- where the note of what is there now belongs; false if it cannot be told, or may change
 * without a trace. */
static bool survey_place(const lf_dataset *entry, const char *path, char note[LF_PATH_BYTES]) {
    char head[SURVEY_NOTE], folder[LF_PATH_BYTES], stamp[LF_SHA256_TEXT];
    struct timespec now;
    survey_stamp s = {0};
    lf_sha256_start(&s.hash);
    const int n = snprintf(head, sizeof head, "%s %u\n", entry->name, entry->version);
    lf_sha256_add(&s.hash, head, (size_t)n);
    const bool all = survey_add(&s, path, path) && survey_add_all(&s, path);
    if (lf_sha256_finish(&s.hash, stamp) != LF_OK || !all) return false;
    clock_gettime(CLOCK_REALTIME, &now);
    const double age_seconds =
        (double)(now.tv_sec - s.last.tv_sec) + 1e-9 * (double)(now.tv_nsec - s.last.tv_nsec);
    return age_seconds > survey_settled_seconds && lf_cache_folder(folder) == LF_OK &&
           lf_path_format(note, "%s/parsed/%s.survey", folder, stamp) == LF_OK;
}

static bool survey_recall(const char *note, lf_dataset *found, char identity[LF_SHA256_TEXT]) {
    char *text = NULL, hex[LF_SHA256_TEXT];
    size_t size_bytes = 0, rows, train_rows;
    if (lf_file_read(note, SURVEY_NOTE, &text, &size_bytes) != LF_OK) return false;
    const bool whole = sscanf(text, "%64[0-9a-f] %zu %zu\n", hex, &rows, &train_rows) == 3 &&
                       strlen(hex) == LF_SHA256_TEXT - 1;
    free(text);
    if (!whole) return false;
    found->rows = rows;
    found->train_rows = train_rows;
    memcpy(identity, hex, LF_SHA256_TEXT);
    return true;
}

/* Without the note the next open reads everything again. */
static void survey_note(const char *note, const lf_dataset *found, const char *identity) {
    char line[SURVEY_NOTE];
    const int n = snprintf(line, sizeof line, "%s %zu %zu\n", identity, (size_t)found->rows,
                           (size_t)found->train_rows);
    if (lf_folder_make_for(note) == LF_OK) lf_file_write(note, line, (size_t)n);
}

lf_status lf_survey(const lf_dataset *entry, const char *const *paths, lf_dataset *found,
                    char identity[LF_SHA256_TEXT]) {
    char before[LF_PATH_BYTES], after[LF_PATH_BYTES];
    const bool settled = survey_place(entry, paths[0], before);
    if (settled && survey_recall(before, found, identity)) return LF_OK;
    LF_TRY(entry->survey(paths, found, identity));
    if (settled && survey_place(entry, paths[0], after) && strcmp(before, after) == 0)
        survey_note(before, found, identity);
    return LF_OK;
}
