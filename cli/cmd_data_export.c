/**
 * @file cmd_data_export.c
 * @brief levelfield data export: a data set as a file for other programs.
 *
 * The file is not one of those that the data set is read from: its rows would take their place, and
 * the label that of the first feature.
 */
#include <stdlib.h>

#include "base/file.h"
#include "cli/command.h"
#include "datasets/obtain/locate.h"
#include "datasets/table/dataset.h"
#include "datasets/table/table_text.h"
#include "datasets/user/description.h"

static lf_status export_apart(const char *name, const char *source, const char *target) {
    if (!lf_file_same(source, target)) return LF_OK;
    return lf_fail(LF_BAD_ARGUMENT,
                   "data export: %s is what %s is read from, and would be replaced; choose another "
                   "name",
                   target, name);
}

/* A set of the catalogue, which may be generated, or come from the cache without its files. */
static lf_status export_beside(const char *name, const char *target) {
    const lf_dataset *entry;
    char path[LF_PATH_BYTES];
    LF_TRY(lf_dataset_require(name, &entry));
    for (size_t f = 0; f < lf_dataset_files(entry); f++) {
        const lf_status found = lf_dataset_locate(entry, &entry->files[f], path);
        if (found == LF_NOT_FOUND) continue;
        LF_TRY(found);
        lf_dataset_disk_path(path);
        LF_TRY(export_apart(name, path, target));
    }
    return LF_OK;
}

/* The user's own: its description, and what it names. */
static lf_status export_beside_user(const char *name, const char *target) {
    lf_user_description *d = calloc(1, sizeof *d);
    if (!d) return lf_fail(LF_NO_MEMORY, "no memory for a description");
    lf_status status = lf_user_describe(name, d);
    if (status == LF_OK) status = export_apart(name, d->path, target);
    for (size_t f = 0; f < d->files && status == LF_OK; f++)
        status = export_apart(name, d->file[f], target);
    lf_user_description_free(d);
    free(d);
    return status;
}

static lf_exit data_export_run(const void *values, const lf_texts *operands) {
    (void)values;
    const char *name = operands->text[0], *path = operands->text[1];
    const bool npy = lf_path_ends(path, ".npy");
    const lf_dataset *entry;
    lf_data *data;
    if (!lf_user_named(name) && lf_dataset_require(name, &entry) != LF_OK)
        return lf_message_usage("data export: %s", lf_message());
    lf_status status = lf_data_open(name, &data);
    if (status == LF_OK)
        status = lf_user_named(name) ? export_beside_user(name, path) : export_beside(name, path);
    if (status == LF_OK)
        status = npy ? lf_data_write_npy(data, path) : lf_data_write_libsvm(data, path);
    lf_data_close(data);
    return lf_message_exit(status);
}

LF_COMMAND_PLAIN(
    data_export, data_export, .name = "data export", .operands = "NAME|FILE.yaml FILE",
    .doc = "write a data set as LIBSVM text, or as a NumPy array",
    .about =
        "Writes a row a line, \"label index:value ...\", indices from 1 and entries of 0 left "
        "out, labels as problems see them: -1 and +1, or classes from 0. Training rows come "
        "first. A FILE that ends in .npy is an array of doubles instead, the label in column 0. "
        "Groups, names and the split are not written.",
    .example = "levelfield data export click:rows=100000+buckets=1000000 click.libsvm", .least = 2,
    .most = 2);
