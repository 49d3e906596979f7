/**
 * @file show_user.c
 * @brief A user's data set, shown.
 */
#include "cli/show_user.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/print.h"
#include "datasets/table/dataset.h"
#include "datasets/user/description.h"

/* As problems see them: -1 and +1, or classes from 0. */
static void user_labels(const lf_data *data, const lf_user_keys *keys) {
    size_t negative = 0;
    double last = 0;
    for (size_t i = 0; i < data->rows; i++) {
        negative += data->label[i] < 0;
        if (data->label[i] > last) last = data->label[i];
    }
    if (negative == 0 && last != 1) {
        printf("labels:      classes 0 to %.0f\n", last);
        return;
    }
    printf("labels:      +1 in %zu rows, -1 in %zu", data->rows - negative, negative);
    if (keys->classes_count == 2) printf(", for %s and %s", keys->classes[1], keys->classes[0]);
    putchar('\n');
}

static void user_print(const char *name, const lf_data *data, const lf_user_description *d) {
    printf("%s: a data set of your own\n", name);
    printf("size:        %zu rows, %zu features", data->rows, data->features);
    if (data->train_rows) printf("; the first %zu rows are for training", data->train_rows);
    putchar('\n');
    user_labels(data, d->keys);
    for (size_t a = 0; a < data->attributes; a++)
        printf("group:       %s, %zu values\n", data->attribute[a].name,
               data->attribute[a].categories);
    lf_print_field("description", d->path);
    for (size_t f = 0; f < d->files; f++)
        lf_print_field("file", d->file[f]);
    lf_print_field("identity", data->sha256);
    printf("\nlevelfield run --problem PROBLEM:data=%s --algorithm ALGORITHM --budget 1e4\n", name);
}

lf_exit lf_show_user(const char *data) {
    lf_user_description *d = calloc(1, sizeof *d);
    lf_data *table = NULL;
    lf_status status = d ? lf_user_describe(data, d) : lf_fail(LF_NO_MEMORY, "no memory");
    if (status == LF_OK) status = lf_data_open(data, &table);
    if (status == LF_OK) user_print(data, table, d);
    lf_data_close(table);
    if (d) lf_user_description_free(d);
    free(d);
    return lf_message_exit(status);
}
