/**
 * @file data_place.c
 * @brief Are the files of a data set there?
 *
 * Only looks whether files are there; whether they are right is for `data verify`.
 */
#include "cli/data_place.h"

#include <stdio.h>
#include <string.h>

#include "datasets/obtain/locate.h"

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
