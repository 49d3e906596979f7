/**
 * @file user_files.c
 * @brief Where the files are that a description names.
 */
#include "datasets/user/user_files.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/grow.h"

/* path <- the file below a folder (`size` bytes of it, 0: the current one). One that is there and
 * may not be read is found, too: another of its name is another file. */
static bool files_in(const char *folder, size_t size, const char *file, char path[LF_PATH_BYTES]) {
    const int n = file[0] == '/' ? 0 : (int)size;
    const char *join = n > 0 && folder[n - 1] != '/' ? "/" : "";
    struct stat info;
    if (lf_path_format(path, "%.*s%s%s", n, folder, join, file) != LF_OK) return false;
    return lf_file_readable(path) || (stat(path, &info) == 0 && S_ISREG(info.st_mode));
}

bool lf_user_find(const char *folder, size_t size, const char *file, char path[LF_PATH_BYTES]) {
    if (files_in(folder, size, file, path)) return true;
    for (const char *at = getenv("LEVELFIELD_DATA"); at && *at;) {
        const size_t n = strcspn(at, ":");
        if (n > 0 && files_in(at, n, file, path)) return true;
        at += n + (at[n] == ':');
    }
    return false;
}

static lf_status files_keep(lf_user_description *d, const char *found) {
    LF_TRY(lf_grow(&d->file, d->files, sizeof *d->file, found));
    d->file[d->files] = strdup(found);
    if (!d->file[d->files]) return lf_fail(LF_NO_MEMORY, "%s: no memory for a path", found);
    d->files++;
    return LF_OK;
}

static lf_status files_missing(const lf_user_description *d, const char *key, const char *file) {
    return lf_fail(LF_NOT_FOUND,
                   "%s: %s: there is no readable file %s beside the description or below a folder "
                   "of LEVELFIELD_DATA",
                   d->path, key, file);
}

/* *path <- where one of the files is, kept in d->file. `key` and the description name it. */
static lf_status files_add(lf_user_description *d, const char *key, const char *file,
                           const char **path) {
    char found[LF_PATH_BYTES];
    if (!lf_user_find(d->path, (size_t)(d->name - d->path), file, found))
        return files_missing(d, key, file);
    LF_TRY(files_keep(d, found));
    *path = d->file[d->files - 1];
    return LF_OK;
}

/* In the order of bytes: another locale is no other table. */
static int files_compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* to <- a folder (`size` bytes of it) as a pattern that names it alone, whatever it is called. */
static void files_literal(const char *folder, size_t size, char to[2 * LF_PATH_BYTES]) {
    for (size_t k = 0; k < size && k < LF_PATH_BYTES - 1; k++) {
        if (strchr("*?[\\", folder[k])) *to++ = '\\';
        *to++ = folder[k];
    }
    *to = '\0';
}

/* All files below a folder (`size` bytes of it) that a pattern names, if it names any. */
static lf_status files_match(lf_user_description *d, const char *key, const char *folder,
                             size_t size, const char *pattern) {
    char below[2 * LF_PATH_BYTES], path[LF_PATH_BYTES];
    const size_t n = pattern[0] == '/' ? 0 : size;
    const char *join = n > 0 && folder[n - 1] != '/' ? "/" : "";
    glob_t all = {0};
    files_literal(folder, n, below);
    lf_status status = lf_path_format(path, "%s%s%s", below, join, pattern);
    if (status == LF_OK && glob(path, GLOB_NOSORT, NULL, &all) == 0) {
        qsort(all.gl_pathv, all.gl_pathc, sizeof *all.gl_pathv, files_compare);
        if (all.gl_pathc > LF_USER_FILES)
            status = lf_fail(LF_BAD_INPUT, "%s: %s: %s names %zu files, at most %d are taken",
                             d->path, key, pattern, all.gl_pathc, LF_USER_FILES);
        for (size_t k = 0; k < all.gl_pathc && status == LF_OK; k++)
            status = lf_file_readable(all.gl_pathv[k])
                         ? files_keep(d, all.gl_pathv[k])
                         : lf_fail(LF_BAD_INPUT,
                                   "%s: %s: %s names %s, which is no file that can be read; "
                                   "mend it, or change the pattern",
                                   d->path, key, pattern, all.gl_pathv[k]);
    }
    globfree(&all);
    return status;
}

/* The file of a key, or the files that a pattern names, all of one folder. */
static lf_status files_add_all(lf_user_description *d, const char *key, const char *file) {
    const char *first;
    char found[LF_PATH_BYTES];
    const size_t size = (size_t)(d->name - d->path), before = d->files;
    if (!strpbrk(file, "*?[") || lf_user_find(d->path, size, file, found))
        return files_add(d, key, file, &first);
    LF_TRY(files_match(d, key, d->path, size, file));
    for (const char *at = getenv("LEVELFIELD_DATA"); d->files == before && at && *at;) {
        const size_t n = strcspn(at, ":");
        if (n > 0) LF_TRY(files_match(d, key, at, n, file));
        at += n + (at[n] == ':');
    }
    return d->files > before ? LF_OK : files_missing(d, key, file);
}

/* The rows that train, then those that test: no file has both. */
static lf_status files_add_features(lf_user_description *d) {
    LF_TRY(files_add_all(d, "features", d->keys->features));
    d->training = d->features = d->files;
    if (!d->keys->test) return LF_OK;
    LF_TRY(files_add_all(d, "test", d->keys->test));
    d->features = d->files;
    for (size_t f = d->training; f < d->files; f++)
        for (size_t k = 0; k < d->training; k++)
            if (strcmp(d->file[f], d->file[k]) == 0)
                return lf_fail(LF_BAD_INPUT,
                               "%s: test: %s is a file of the features, too; rows that train would "
                               "test",
                               d->path, d->file[f]);
    return LF_OK;
}

lf_status lf_user_locate(lf_user_description *description) {
    lf_user_description *d = description;
    const lf_user_keys *keys = d->keys;
    LF_TRY(files_add_features(d));
    if (keys->sha256 && d->training != 1)
        return lf_fail(LF_BAD_INPUT, "%s: sha256: is of one file, and %s names %zu; leave it out",
                       d->path, keys->features, d->training);
    if (d->reader->rows) return LF_OK;
    if (keys->label) LF_TRY(files_add(d, "label", keys->label, &d->label));
    if (keys->split) LF_TRY(files_add(d, "split", keys->split, &d->split));
    for (unsigned g = 0; g < keys->groups_count; g++)
        LF_TRY(files_add(d, "groups", keys->groups[g], &d->group[g]));
    return LF_OK;
}
