/**
 * @file cmd_data_export.c
 * @brief levelfield data export: a data set as LIBSVM text, for other programs.
 */
#include "cli/command.h"
#include "datasets/table/libsvm_text.h"

static lf_exit data_export_run(const void *values, const lf_texts *operands) {
    (void)values;
    lf_data *data;
    lf_status status = lf_data_open(operands->text[0], &data);
    if (status == LF_OK) status = lf_data_write_libsvm(data, operands->text[1]);
    lf_data_close(data);
    return lf_message_exit(status);
}

static const lf_option data_export_options[] = {{0}};

const lf_command lf_command_data_export = {
    .name = "data export",
    .operands = "NAME|FILE.yaml FILE",
    .doc = "write a data set as LIBSVM text",
    .about = "Writes a row a line, \"label index:value ...\", indices from 1 and entries of 0 left "
             "out, labels as problems see them: -1 and +1, or classes from 0. Training rows come "
             "first. Groups, names and the split are not written.",
    .example = "levelfield data export click:rows=100000+buckets=1000000 click.libsvm",
    .options = data_export_options,
    .least = 2,
    .most = 2,
    .run = data_export_run,
};
