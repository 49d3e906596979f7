/**
 * @file split.c
 * @brief Divides the rows of a table into a training part and the rest.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/made/draws.h"
#include "datasets/table/dataset.h"

/* *n_train <- ceil(rows * fraction), where a product that is a whole number but for rounding counts
 * as that number. Both parts get at least a row. */
static lf_status split_size(const lf_data *data, double fraction, size_t *n_train) {
    if (!(fraction > 0 && fraction < 1))
        return lf_fail(LF_BAD_ARGUMENT, "%s: a training part of %g; expected a fraction in (0, 1)",
                       data->name, fraction);
    double size = ceil((double)data->rows * fraction - 1e-9);
    if (size < 1 || size >= (double)data->rows)
        return lf_fail(LF_BAD_ARGUMENT,
                       "%s: a fraction of %g leaves one part of %zu rows empty; set train",
                       data->name, fraction, data->rows);
    *n_train = (size_t)size;
    return LF_OK;
}

/* chosen[i] <- is row i among the first n of a random permutation? */
static lf_status split_choose(const lf_data *data, uint64_t seed, size_t n, bool *chosen) {
    uint32_t *order = malloc(data->rows * sizeof *order);
    if (!order) return lf_fail(LF_NO_MEMORY, "%s: no memory for a permutation", data->name);
    for (size_t i = 0; i < data->rows; i++)
        order[i] = (uint32_t)i;
    lf_shuffle(seed, 0, data->rows, n, order);
    for (size_t i = 0; i < n; i++)
        chosen[order[i]] = true;
    free(order);
    return LF_OK;
}

lf_status lf_data_split(const lf_data *data, lf_split_kind kind, double fraction, uint64_t seed,
                        uint32_t *train, size_t *n_train, uint32_t *rest, size_t *n_rest) {
    size_t n = data->train_rows;
    if (kind == LF_SPLIT_DEFAULT) kind = n > 0 ? LF_SPLIT_OFFICIAL : LF_SPLIT_FILE;
    if (kind == LF_SPLIT_OFFICIAL && n == 0)
        return lf_fail(LF_BAD_ARGUMENT, "%s has no official split; use \"file\" or \"random\"",
                       data->name);
    if (kind != LF_SPLIT_OFFICIAL) LF_TRY(split_size(data, fraction, &n));
    bool *chosen = calloc(data->rows + 1, sizeof *chosen);
    if (!chosen) return lf_fail(LF_NO_MEMORY, "%s: no memory for a split", data->name);
    lf_status status = LF_OK;
    if (kind == LF_SPLIT_RANDOM)
        status = split_choose(data, seed, n, chosen);
    else
        memset(chosen, true, n);
    *n_train = *n_rest = 0;
    for (size_t i = 0; status == LF_OK && i < data->rows; i++) {
        if (chosen[i])
            train[(*n_train)++] = (uint32_t)i;
        else
            rest[(*n_rest)++] = (uint32_t)i;
    }
    free(chosen);
    return status;
}
