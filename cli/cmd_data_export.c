/**
 * @file cmd_data_export.c
 * @brief levelfield data export: a data set as a file for other programs.
 *
 * The file is not one of those that the data set is read from: its rows would take their place, and
 * the label that of the first feature.
 */
#include <string.h>

#include "base/file.h"
#include "cli/command.h"
#include "cli/data_place.h"
#include "datasets/obtain/locate.h"
#include "datasets/table/dataset.h"
#include "datasets/table/table_text.h"
#include "datasets/user/description.h"

/* Who opens a file by its ending would take it for what it is not. */
static lf_status data_export_name(const char *path) {
    static const char *const other[] = {".csv", ".tsv",  ".json", ".jsonl",   ".arff",
                                        ".npz", ".xlsx", ".tex",  ".parquet", NULL};
    static const char *const npy[] = {".npy", NULL};
    if (strcmp(path, "-") == 0)
        return lf_fail(LF_BAD_ARGUMENT, "-: expected the name of a file, and nothing is written to "
                                        "standard output");
    if (lf_path_ending(path, other) || (lf_path_ending(path, npy) && !lf_path_ends(path, ".npy")))
        return lf_fail(LF_BAD_ARGUMENT,
                       "%s: what is written is LIBSVM text, or an array where the name ends in "
                       ".npy; choose another ending, such as .libsvm",
                       path);
    return LF_OK;
}

static lf_exit data_export_run(const void *values, const lf_texts *operands) {
    (void)values;
    const char *name = operands->text[0], *path = operands->text[1];
    const bool npy = lf_path_ends(path, ".npy");
    const lf_dataset *entry;
    lf_data *data;
    if (!lf_user_named(name) && lf_dataset_require(name, &entry) != LF_OK)
        return lf_message_usage("data export: %s", lf_message());
    if (lf_path_ends(path, ".gz") || lf_path_ends(path, ".zst"))
        return lf_message_usage("data export: %s: what is written is not compressed; leave the "
                                "ending out, and compress the file afterwards",
                                path);
    lf_status status = lf_data_open(name, &data);
    if (status == LF_OK) {
        status = lf_data_spare(name, path);
        if (status == LF_OK) status = data_export_name(path);
        if (status != LF_OK) lf_fail_within(status, "data export: ");
    }
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
