/**
 * @file catalogue.c
 * @brief Are the files of a data set there?
 *
 * Only looks whether files are there; whether they are right is for `data verify`.
 */
#include "cli/catalogue.h"

#include "datasets/locate.h"

const char *lf_catalogue_state(const lf_dataset *entry) {
    size_t n = lf_dataset_files(entry);
    if (n == 0) return "generated";
    for (size_t i = 0; i < n; i++) {
        char path[LF_PATH_BYTES];
        if (lf_dataset_locate(entry, &entry->files[i], path) != LF_OK) return "missing";
    }
    return "found";
}
