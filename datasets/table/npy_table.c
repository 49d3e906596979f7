#include "datasets/table/npy_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* The magic, the version, and how long the rest is, which ends on a multiple of 64 bytes. */
enum { NPY_HEAD = 10, NPY_BYTES = 128 };

static lf_status npy_head(const lf_data *data, lf_draft *draft) {
    char head[NPY_BYTES + 1] = "\x93NUMPY\x01";
    head[8] = NPY_BYTES - NPY_HEAD;
    const int n = snprintf(head + NPY_HEAD, sizeof head - NPY_HEAD,
                           "{'descr': '<f8', 'fortran_order': False, 'shape': (%zu, %zu), }",
                           data->rows, data->features + 1);
    memset(head + NPY_HEAD + n, ' ', NPY_BYTES - NPY_HEAD - (size_t)n);
    head[NPY_BYTES - 1] = '\n';
    return lf_draft_append(draft, head, NPY_BYTES);
}

/* row (1 + features) <- row i */
static void npy_row(const lf_data *data, size_t i, double *row) {
    const size_t p = data->features;
    row[0] = data->label[i];
    if (data->dense) {
        memcpy(row + 1, data->dense + i * p, p * sizeof *row);
        return;
    }
    memset(row + 1, 0, p * sizeof *row);
    for (uint64_t k = data->row_start[i]; k < data->row_start[i + 1]; k++)
        row[1 + data->column[k]] = data->value ? data->value[k] : 1;
}

lf_status lf_data_write_npy(const lf_data *data, const char *path) {
    if (data->pixel)
        return lf_fail(LF_UNSUPPORTED, "%s has images, expected a table of features", data->name);
    const size_t bytes = (data->features + 1) * sizeof(double);
    double *row = malloc(bytes);
    if (!row) return lf_fail(LF_NO_MEMORY, "%s: no memory to write it", path);
    lf_draft draft = {0};
    lf_status status = lf_draft_open(&draft, path);
    if (status == LF_OK) status = npy_head(data, &draft);
    for (size_t i = 0; i < data->rows && status == LF_OK; i++) {
        npy_row(data, i, row);
        status = lf_draft_append(&draft, row, bytes);
    }
    if (status == LF_OK) status = lf_draft_commit(&draft);
    lf_draft_discard(&draft);
    free(row);
    return status;
}
