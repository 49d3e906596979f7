/**
 * @file packed_make.c
 * @brief Numbers the pairs of columns that a table has, and writes its rows down in both forms.
 */
#include "problems/models/linear/packed_rows.h"

#include <stdlib.h>
#include <string.h>

/* The longest row; 0 if the rows cannot be packed. */
static size_t packed_longest(const lf_data *data) {
    size_t longest = 0;
    if (!data->row_start || data->value || data->features >= LF_PACKED_COLUMNS) return 0;
    for (size_t i = 0; i < data->rows; i++) {
        const size_t n = data->row_start[i + 1] - data->row_start[i];
        if (n > longest) longest = n;
    }
    return longest <= LF_PACKED_BYTES ? longest : 0;
}

static void packed_fill_columns(lf_packed *packed, const lf_data *data) {
    memset(packed->column, (int)packed->features, data->rows * sizeof *packed->column);
    for (size_t i = 0; i < data->rows; i++) {
        const size_t start = data->row_start[i], n = data->row_start[i + 1] - start;
        for (size_t k = 0; k < n; k++)
            packed->column[i][k] = (uint8_t)data->column[start + k];
    }
}

/* The number of this pair, a new one if need be; `known` has 1 + its number. */
static size_t packed_find(lf_packed *packed, uint16_t known[][LF_PACKED_COLUMNS], uint8_t a,
                          uint8_t b) {
    if (known[a][b]) return known[a][b] - 1U;
    const size_t number = packed->pairs++;
    if (number == LF_PACKED_PAIRS) return number;
    packed->member[number][0] = a;
    packed->member[number][1] = b;
    known[a][b] = (uint16_t)packed->pairs;
    return number;
}

/* Are all pairs numbered? */
static bool packed_fill_pairs(lf_packed *packed, uint16_t known[][LF_PACKED_COLUMNS], size_t rows) {
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < LF_PACKED_BYTES / 2; k++) {
            const uint8_t *both = packed->column[i] + 2 * k;
            const size_t number = packed_find(packed, known, both[0], both[1]);
            if (number == LF_PACKED_PAIRS) return false;
            packed->pair[i][k] = (uint16_t)number;
        }
    return true;
}

static lf_status packed_fill(lf_packed *packed, const lf_data *data) {
    uint16_t(*known)[LF_PACKED_COLUMNS] = calloc(LF_PACKED_COLUMNS, sizeof *known);
    packed->column = malloc((data->rows + 1) * sizeof *packed->column);
    packed->pair = malloc((data->rows + 1) * sizeof *packed->pair);
    packed->member = malloc(LF_PACKED_PAIRS * sizeof *packed->member);
    const bool room = known && packed->column && packed->pair && packed->member;
    if (room) packed_fill_columns(packed, data);
    if (room && !packed_fill_pairs(packed, known, data->rows)) {
        free(packed->pair);
        packed->pair = NULL;
    }
    free(known);
    return room ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory to pack %zu rows", data->rows);
}

lf_status lf_packed_create(const lf_data *data, lf_packed **packed) {
    const size_t longest = packed_longest(data);
    *packed = NULL;
    if (longest == 0) return LF_OK;
    lf_packed *made = malloc(sizeof *made);
    if (!made) return lf_fail(LF_NO_MEMORY, "no memory to pack %zu rows", data->rows);
    *made = (lf_packed){.features = data->features,
                        .width = longest <= 12   ? 12
                                 : longest <= 14 ? 14
                                                 : LF_PACKED_BYTES};
    const lf_status status = packed_fill(made, data);
    if (status == LF_OK)
        *packed = made;
    else
        lf_packed_release(made);
    return status;
}

void lf_packed_release(lf_packed *packed) {
    if (!packed) return;
    free(packed->column);
    free(packed->pair);
    free(packed->member);
    free(packed);
}
