/* Packed rows against the table that they are of, where every sum is exact. */
#include "problems/models/linear/packed_rows.h"

#include <string.h>

#include "near.h"
#include "random_table.h"

enum { ROWS = 5000, MOST = 64, WIDEST = LF_PACKED_COLUMNS };

/* A table whose rows have at most `longest` of `features` columns, each from a range of its own as
 * categories have, some rows fewer, and one none. */
static lf_data *categories(size_t longest, size_t features, size_t rows) {
    lf_data *data = calloc(1, sizeof *data);
    uint64_t *start = calloc(rows + 1, sizeof *start);
    uint32_t *column = calloc(rows * longest, sizeof *column);
    const size_t range = features / longest;
    size_t used = 0;
    for (size_t i = 0; i < rows; i++) {
        for (size_t k = 0; k < longest; k++) {
            const double at = table_random(longest + features, i * MOST + k, 0, (double)range);
            const bool missing = i == 7 || (i % 5 == 0 && k == i % longest);
            if (!missing) column[used++] = (uint32_t)(k * range + (size_t)at);
        }
        start[i + 1] = used;
    }
    column[used - 1] = (uint32_t)features - 1;
    *data = (lf_data){.rows = rows, .features = features, .row_start = start, .column = column};
    return data;
}

/* Whole numbers from -4 to 4: no sum of them rounds, so any order gives the same. */
static void whole_numbers(uint64_t seed, size_t n, double *x) {
    for (size_t i = 0; i < n; i++)
        x[i] = (double)(int)table_random(seed, i, -4.99, 4.99);
}

/* `each`: which rows have a slope at all. */
static void check_slopes(const lf_data *data, const lf_packed *packed, const lf_rows *rows,
                         size_t each) {
    double w[WIDEST], s[ROWS], ds[ROWS], grad[WIDEST], want[WIDEST];
    whole_numbers(1, data->features, w);
    whole_numbers(2, rows->n, ds);
    for (size_t i = 0; i < rows->n; i++)
        if (i % each != 0) ds[i] = 0;
    lf_packed_scores(packed, rows, w, s);
    for (size_t j = 0; j < data->features; j++)
        grad[j] = want[j] = (double)j; /* backward adds to what is there */
    lf_packed_backward(packed, rows, ds, grad);
    for (size_t i = 0; i < rows->n; i++) {
        const size_t row = lf_linear_row(rows, i);
        double score = 0;
        for (size_t k = data->row_start[row]; k < data->row_start[row + 1]; k++) {
            const double value = data->value ? data->value[k] : 1;
            score += value * w[data->column[k]];
            want[data->column[k]] += value * ds[i];
        }
        assert_true(s[i] == score);
    }
    assert_memory_equal(grad, want, data->features * sizeof *grad);
}

/* Two points at once are scored as one by one. */
static void check_both(const lf_data *data, const lf_packed *packed, const lf_rows *rows) {
    static double w[2][WIDEST], one[2][ROWS], both[2][ROWS];
    for (size_t side = 0; side < 2; side++) {
        whole_numbers(3 + side, data->features, w[side]);
        lf_packed_scores(packed, rows, w[side], one[side]);
    }
    lf_packed_scores_both(packed, rows, w[0], w[1], both[0], both[1]);
    for (size_t side = 0; side < 2; side++)
        assert_memory_equal(both[side], one[side], rows->n * sizeof **one);
}

/* A few rows have the bits that the table's own loops give, and add nothing for a slope of 0. */
static void check_few(const lf_data *data, const lf_packed *packed, const lf_rows *rows) {
    double w[WIDEST], s[ROWS], ds[ROWS], grad[WIDEST], want[WIDEST];
    if (!lf_packed_serves_few(packed)) return;
    table_point(5, data->features, 1, w);
    table_point(6, rows->n, 1, ds);
    table_point(7, data->features, 1, grad);
    memcpy(want, grad, data->features * sizeof *want);
    lf_packed_scores_few(packed, rows, w, s);
    for (size_t i = 0; i < rows->n; i++) {
        const size_t row = lf_linear_row(rows, i);
        if (i % 3 == 0) ds[i] = 0;
        assert_true(s[i] == lf_linear_dot_sparse(data, row, w));
        if (ds[i] != 0) lf_linear_scatter(data, row, ds[i], want);
    }
    lf_packed_backward_few(packed, rows, ds, grad);
    assert_memory_equal(grad, want, data->features * sizeof *grad);
}

static void check_rows(const lf_data *data, const lf_packed *packed, const lf_rows *rows) {
    check_slopes(data, packed, rows, 1);
    check_slopes(data, packed, rows, 3);
    check_both(data, packed, rows);
    check_few(data, packed, rows);
}

/* A few rows go by columns, a pass by pairs if there are few enough. */
static void check_table(const lf_data *data, bool pairs) {
    uint32_t list[ROWS];
    lf_packed *packed;
    assert_ok(lf_packed_create(data, &packed));
    assert_non_null(packed);
    assert_int_equal(packed->pair != NULL, pairs);
    for (size_t i = 0; i < data->rows; i++)
        list[i] = (uint32_t)(i * 37 % 1013 % data->rows); /* in no order, some several times */
    check_rows(data, packed, &(lf_rows){.n = data->rows});
    check_rows(data, packed, &(lf_rows){.n = data->rows, .row = list});
    check_rows(data, packed, &(lf_rows){.n = 131, .row = list + 11});
    check_rows(data, packed, &(lf_rows){.n = 64, .first = data->rows - 64});
    check_rows(data, packed, &(lf_rows){.n = 1, .row = list + 2});
    check_rows(data, packed, &(lf_rows){.n = 0});
    lf_packed_release(packed);
}

static void test_every_width(void **state) {
    (void)state;
    for (size_t longest = 1; longest <= LF_PACKED_ENTRIES; longest++) {
        lf_data *data = categories(longest, longest * 4, ROWS);
        check_table(data, true);
        table_free(data);
    }
}

static void test_as_many_columns_as_a_byte_has(void **state) {
    (void)state;
    const size_t most = LF_PACKED_NARROW - LF_PACKED_ENTRIES;
    lf_data *data = categories(15, most, ROWS);
    check_table(data, false); /* 16 x 16 pairs of each two neighbours are too many */
    table_free(data);
    data = categories(1, most, ROWS);
    check_table(data, true);
    table_free(data);
    data = categories(1, most + 1, ROWS);
    check_table(data, false);
    table_free(data);
}

/* Four of five rows keep no more than their first 17 entries, whose number is never the same. */
static void thin(lf_data *data) {
    uint64_t *start = (uint64_t *)(uintptr_t)data->row_start;
    uint32_t *column = (uint32_t *)(uintptr_t)data->column;
    uint64_t used = 0, from = 0;
    for (size_t i = 0; i < data->rows; i++) {
        const uint64_t next = start[i + 1], n = i % 5 == 1 ? next - from : i % 18;
        for (uint64_t k = 0; k < n && from + k < next; k++)
            column[used++] = column[from + k];
        start[i + 1] = used;
        from = next;
    }
}

/* value <- a whole number for each row, which all of its entries have. */
static void give_values(const lf_data *data, double *value) {
    for (size_t i = 0; i < data->rows; i++)
        for (size_t k = data->row_start[i]; k < data->row_start[i + 1]; k++)
            value[k] = (double)(i % 7) - 3;
}

static void test_longer_rows_go_on(void **state) {
    (void)state;
    for (size_t longest = 17; longest < MOST; longest += 5) {
        lf_data *data = categories(longest, LF_PACKED_COLUMNS - LF_PACKED_ENTRIES, ROWS);
        thin(data);
        check_table(data, false);
        table_free(data);
    }
}

static void test_rows_of_one_value(void **state) {
    (void)state;
    for (size_t longest = 10; longest < MOST; longest += 30) {
        lf_data *data = categories(longest, 4 * longest, ROWS);
        if (longest > LF_PACKED_ENTRIES) thin(data);
        double *value = calloc(data->row_start[ROWS] + 1, sizeof *value);
        give_values(data, value);
        data->value = value;
        check_table(data, longest <= LF_PACKED_ENTRIES);
        data->value = NULL;
        free(value);
        table_free(data);
    }
}

static void refused(const lf_data *data) {
    lf_packed *packed;
    assert_ok(lf_packed_create(data, &packed));
    assert_null(packed);
    assert_false(lf_packed_serves(packed, ROWS));
}

static void test_other_tables_have_no_such_form(void **state) {
    (void)state;
    lf_data *data = categories(10, LF_PACKED_COLUMNS, 100);
    refused(data);
    table_free(data);
    data = categories(40, 400, 100); /* three blocks a row */
    refused(data);
    table_free(data);
    data = categories(4, 40, 100);
    const double value[400] = {1};
    data->value = value;
    refused(data);
    data->value = NULL;
    table_free(data);
    data = table_create(TABLE_DENSE, 20, 5, 1);
    refused(data);
    table_free(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_width),
        cmocka_unit_test(test_as_many_columns_as_a_byte_has),
        cmocka_unit_test(test_longer_rows_go_on),
        cmocka_unit_test(test_rows_of_one_value),
        cmocka_unit_test(test_other_tables_have_no_such_form),
    };
    return cmocka_run_group_tests_name("packed_rows", tests, NULL, NULL);
}
