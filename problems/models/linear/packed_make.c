/**
 * @file packed_make.c
 * @brief Writes a table's rows down, and numbers the pairs of columns that they have.
 */
#include "problems/models/linear/packed_rows.h"

#include <stdlib.h>

/* What a table's rows would be as packed ones. */
typedef struct {
    size_t longest; /* entries of a row */
    size_t blocks;  /* of 16 entries */
    bool valued;    /* each row has one value of its own */
} packed_plan;

/* Blocks of a row of n entries. */
static size_t packed_blocks(size_t n) {
    if (n <= LF_PACKED_ENTRIES) return 1;
    return 1 + (n - LF_PACKED_ENTRIES + LF_PACKED_LINKED - 1) / LF_PACKED_LINKED;
}

/* The value of an entry of a row, of a table that has values or scales. */
static double packed_value(const lf_data *data, size_t row, size_t entry) {
    return (data->value ? data->value[entry] : 1) * (data->scale ? data->scale[row] : 1);
}

static bool packed_alike(const lf_data *data, size_t row) {
    const size_t start = data->row_start[row], end = data->row_start[row + 1];
    for (size_t k = start + 1; data->value && k < end; k++)
        if (packed_value(data, row, k) != packed_value(data, row, start)) return false;
    return true;
}

/* Can the rows be packed? At most with as many blocks again as rows. */
static bool packed_can(const lf_data *data, packed_plan *plan) {
    *plan = (packed_plan){.valued = data->value || data->scale};
    if (!data->row_start || data->features + LF_PACKED_ENTRIES > LF_PACKED_COLUMNS) return false;
    for (size_t i = 0; i < data->rows; i++) {
        const size_t start = data->row_start[i], n = data->row_start[i + 1] - start;
        if (n > plan->longest) plan->longest = n;
        plan->blocks += packed_blocks(n);
        if (!packed_alike(data, i)) return false;
        if (plan->blocks > 2 * data->rows) return false;
    }
    return plan->longest > 0 && plan->blocks < (size_t)LF_PACKED_LINK << 16;
}

/* The column at place k of a block from the table's entry `start` on, where n are left. */
static size_t packed_place(const lf_data *data, size_t start, size_t n, size_t k) {
    return k < n ? data->column[start + k] : data->features + k;
}

static void packed_fill_narrow(lf_packed *packed, const lf_data *data) {
    for (size_t i = 0; i < data->rows; i++) {
        const size_t start = data->row_start[i], n = data->row_start[i + 1] - start;
        for (size_t k = 0; k < LF_PACKED_ENTRIES; k++)
            packed->column[i][k] = (uint8_t)packed_place(data, start, n, k);
    }
}

static void packed_fill_wide(lf_packed *packed, const lf_data *data) {
    size_t next = data->rows; /* the first block that is free */
    for (size_t i = 0; i < data->rows; i++) {
        size_t start = data->row_start[i], n = data->row_start[i + 1] - start, at = i;
        for (; n > LF_PACKED_ENTRIES; start += LF_PACKED_LINKED, n -= LF_PACKED_LINKED) {
            for (size_t k = 0; k < LF_PACKED_LINKED; k++)
                packed->wide[at][k] = (uint16_t)data->column[start + k];
            packed->wide[at][LF_PACKED_LINKED] = (uint16_t)next;
            packed->wide[at][LF_PACKED_LINKED + 1] = (uint16_t)(LF_PACKED_LINK | next >> 16);
            at = next++;
        }
        for (size_t k = 0; k < LF_PACKED_ENTRIES; k++)
            packed->wide[at][k] = (uint16_t)packed_place(data, start, n, k);
    }
}

static void packed_fill_scale(lf_packed *packed, const lf_data *data) {
    for (size_t i = 0; i < data->rows; i++) {
        const size_t start = data->row_start[i];
        packed->scale[i] = start < data->row_start[i + 1] ? packed_value(data, i, start) : 1;
    }
}

/* The number of this pair, a new one if need be; `known` has 1 + its number. */
static size_t packed_find(lf_packed *packed, uint16_t known[][LF_PACKED_NARROW], uint8_t a,
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
static bool packed_fill_pairs(lf_packed *packed, uint16_t known[][LF_PACKED_NARROW], size_t rows) {
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < LF_PACKED_ENTRIES / 2; k++) {
            const uint8_t *both = packed->column[i] + 2 * k;
            const size_t number = packed_find(packed, known, both[0], both[1]);
            if (number == LF_PACKED_PAIRS) return false;
            packed->pair[i][k] = (uint16_t)number;
        }
    return true;
}

/* Numbers for pairs, where they are few. */
static bool packed_fill_all_pairs(lf_packed *packed, size_t rows) {
    uint16_t(*known)[LF_PACKED_NARROW] = calloc(LF_PACKED_NARROW, sizeof *known);
    packed->pair = malloc((rows + 1) * sizeof *packed->pair);
    packed->member = malloc(LF_PACKED_PAIRS * sizeof *packed->member);
    const bool room = known && packed->pair && packed->member;
    if (room && !packed_fill_pairs(packed, known, rows)) {
        free(packed->pair);
        packed->pair = NULL;
    }
    free(known);
    return room;
}

static bool packed_fill(lf_packed *packed, const lf_data *data, const packed_plan *plan) {
    const bool narrow = plan->longest <= LF_PACKED_ENTRIES &&
                        data->features + LF_PACKED_ENTRIES <= LF_PACKED_NARROW;
    if (plan->valued) {
        packed->scale = malloc((data->rows + 1) * sizeof *packed->scale);
        if (!packed->scale) return false;
        packed_fill_scale(packed, data);
    }
    if (!narrow) {
        packed->wide = malloc(plan->blocks * sizeof *packed->wide);
        if (packed->wide) packed_fill_wide(packed, data);
        return packed->wide;
    }
    packed->column = malloc(data->rows * sizeof *packed->column);
    if (!packed->column) return false;
    packed_fill_narrow(packed, data);
    return packed_fill_all_pairs(packed, data->rows);
}

lf_status lf_packed_create(const lf_data *data, lf_packed **packed) {
    packed_plan plan;
    *packed = NULL;
    if (!packed_can(data, &plan)) return LF_OK;
    lf_packed *made = malloc(sizeof *made);
    if (made) {
        *made = (lf_packed){.features = data->features,
                            .width = plan.longest <= 12   ? 12
                                     : plan.longest <= 14 ? 14
                                                          : LF_PACKED_ENTRIES};
        if (packed_fill(made, data, &plan)) *packed = made;
    }
    if (*packed) return LF_OK;
    lf_packed_release(made);
    return lf_fail(LF_NO_MEMORY, "no memory to pack %zu rows", data->rows);
}

void lf_packed_release(lf_packed *packed) {
    if (!packed) return;
    free(packed->column);
    free(packed->wide);
    free(packed->scale);
    free(packed->pair);
    free(packed->member);
    free(packed);
}
