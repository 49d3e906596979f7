/**
 * @file cmd_data_export.c
 * @brief levelfield data export: a data set as LIBSVM text or NumPy array, for other programs.
 */
#include <string.h>

#include "cli/command.h"
#include "datasets/table/libsvm_text.h"
#include "datasets/table/npy_table.h"

static lf_exit data_export_run(const void *values, const lf_texts *operands) {
    (void)values;
    const char *path = operands->text[1];
    const size_t n = strlen(path);
    const bool npy = n > 4 && strcmp(path + n - 4, ".npy") == 0;
    lf_data *data;
    lf_status status = lf_data_open(operands->text[0], &data);
    if (status == LF_OK)
        status = npy ? lf_data_write_npy(data, path) : lf_data_write_libsvm(data, path);
    lf_data_close(data);
    return lf_message_exit(status);
}

static const lf_option data_export_options[] = {{0}};

const lf_command lf_command_data_export = {
    .name = "data export",
    .operands = "NAME|FILE.yaml FILE",
    .doc = "write a data set as LIBSVM text, or as a NumPy array",
    .about =
        "Writes a row a line, \"label index:value ...\", indices from 1 and entries of 0 left "
        "out, labels as problems see them: -1 and +1, or classes from 0. Training rows come "
        "first. A FILE that ends in .npy is an array of doubles instead, the label in column 0. "
        "Groups, names and the split are not written.",
    .example = "levelfield data export click:rows=100000+buckets=1000000 click.libsvm",
    .options = data_export_options,
    .least = 2,
    .most = 2,
    .run = data_export_run,
};
