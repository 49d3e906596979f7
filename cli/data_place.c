/**
 * @file data_place.c
 * @brief Are the files of a data set there, and is a name one of theirs?
 *
 * Only looks whether files are there; whether they are right is for `data verify`.
 */
#include "cli/data_place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "datasets/obtain/locate.h"
#include "datasets/user/description.h"

const char *lf_catalogue_state(const lf_dataset *entry) {
    size_t n = lf_dataset_files(entry);
    if (n == 0) return "generated";
    for (size_t i = 0; i < n; i++) {
        char path[LF_PATH_BYTES];
        if (lf_dataset_locate(entry, &entry->files[i], path) != LF_OK) return "missing";
    }
    return "found";
}

lf_status lf_catalogue_print_paths(const lf_dataset *entry) {
    char path[LF_PATH_BYTES], before[LF_PATH_BYTES] = "";
    for (size_t i = 0; i < lf_dataset_files(entry); i++) {
        LF_TRY(lf_dataset_locate(entry, &entry->files[i], path));
        lf_dataset_disk_path(path);
        if (strcmp(path, before) != 0) printf("%s\n", path);
        memcpy(before, path, strlen(path) + 1);
    }
    return LF_OK;
}

static lf_status place_spare(const char *name, const char *source, const char *target) {
    if (!lf_file_same(source, target)) return LF_OK;
    return lf_fail(LF_BAD_ARGUMENT,
                   "%s is what %s is read from, and would be replaced; choose another name", target,
                   name);
}

/* A set of the catalogue, which may be generated, or come from the cache without its files. */
static lf_status place_spare_listed(const char *name, const char *target) {
    const lf_dataset *entry = lf_dataset_find(name);
    char path[LF_PATH_BYTES];
    for (size_t f = 0; entry && f < lf_dataset_files(entry); f++) {
        if (lf_dataset_locate(entry, &entry->files[f], path) != LF_OK) continue;
        lf_dataset_disk_path(path);
        LF_TRY(place_spare(name, path, target));
    }
    return LF_OK;
}

/* The user's own: its description and what it names, as far as they are found. */
static lf_status place_spare_own(const char *name, const char *target) {
    lf_user_description *d = calloc(1, sizeof *d);
    if (!d) return lf_fail(LF_NO_MEMORY, "no memory for a description");
    lf_user_describe(name, d); /* what is wrong with it is for whoever reads it to say */
    lf_status status = place_spare(name, d->path, target);
    for (size_t f = 0; f < d->files && status == LF_OK; f++)
        status = place_spare(name, d->file[f], target);
    lf_user_description_free(d);
    free(d);
    return status;
}

lf_status lf_data_spare(const char *name, const char *target) {
    return lf_user_named(name) ? place_spare_own(name, target) : place_spare_listed(name, target);
}
