/* The linear model on the three forms of a table, against the definition. */
#include "problems/models/model.h"

#include <string.h>

#include "near.h"
#include "random_table.h"

enum { ROWS = 300, FEATURES = 23, WIDE = 70, MOST = WIDE + 1 };

static double naive_score(const lf_data *data, size_t row, const double *w) {
    double sum = 0;
    for (size_t j = 0; j < data->features; j++)
        sum += table_entry(data, row, j) * w[j];
    return sum;
}

/* Scores at two points, one by one and both at once, along a direction, and the way back. */
static void check_model(const lf_model *model, const lf_rows *rows) {
    const lf_data *data = model->data;
    const size_t p = data->features, intercept = model->dim - p;
    double w[2][MOST], s[2][ROWS], both[2][ROWS], js[ROWS], ds[ROWS], grad[MOST], want[MOST];
    for (size_t side = 0; side < 2; side++) {
        table_point(1 + side, model->dim, 1, w[side]);
        assert_ok(model->is->scores(model, rows, w[side], s[side]));
    }
    table_point(3, ROWS, 1, ds);
    ds[1] = 0;
    assert_ok(model->is->scores_both(model, rows, w[0], w[1], both[0], both[1]));
    assert_ok(lf_model_jvp(model, rows, w[0], w[1], js));
    for (size_t j = 0; j < model->dim; j++)
        grad[j] = want[j] = (double)j; /* backward adds to what is there */
    assert_ok(model->is->backward(model, rows, w[0], ds, grad));
    for (size_t i = 0; i < rows->n; i++) {
        const size_t row = rows->row ? rows->row[i] : rows->first + i;
        for (size_t side = 0; side < 2; side++) {
            const double at = naive_score(data, row, w[side]) + (intercept ? w[side][p] : 0);
            assert_near(s[side][i], at, 1e-13);
            assert_true(both[side][i] == s[side][i]);
        }
        assert_true(js[i] == s[1][i]);
        for (size_t j = 0; j < p; j++)
            want[j] += ds[i] * table_entry(data, row, j);
        if (intercept) want[p] += ds[i];
    }
    for (size_t j = 0; j < model->dim; j++)
        assert_near(grad[j], want[j], 1e-12);
}

static void check_rows(const lf_data *data, const lf_rows *rows) {
    lf_model model;
    assert_ok(lf_linear_create(data, &model));
    assert_int_equal(model.dim, data->features);
    assert_int_equal(model.outputs, 1);
    check_model(&model, rows);
    lf_model_release(&model);
    assert_ok(lf_affine_create(data, &model));
    assert_int_equal(model.dim, data->features + 1);
    assert_int_equal(model.outputs, 1);
    check_model(&model, rows);
    lf_model_release(&model);
}

static void check_table(const lf_data *data) {
    const uint32_t list[] = {5, 6, 7, 7, 299, 0, 1, 2, 298, 22}; /* stretches, repeats, jumps */
    check_rows(data, &(lf_rows){.n = ROWS});
    check_rows(data, &(lf_rows){.n = 40, .first = 13});
    check_rows(data, &(lf_rows){.n = 10, .row = list});
    check_rows(data, &(lf_rows){.n = 0, .row = list});
}

static void test_all_forms(void **state) {
    (void)state;
    for (table_form form = 0; form < TABLE_FORMS; form++) {
        lf_data *data = table_create(form, ROWS, FEATURES, 11);
        check_table(data);
        table_free(data);
    }
}

/* Wide rows that are mostly one and the same, as pixels are: what differs is gone through. */
static void test_rows_with_a_base(void **state) {
    (void)state;
    lf_data *data = table_create(TABLE_DENSE, ROWS, WIDE, 12);
    double *x = (double *)(uintptr_t)data->dense;
    for (size_t i = 0; i < (size_t)ROWS * WIDE; i++)
        if (i * 7 % 11 > 1) x[i] = i % WIDE % 3 ? 0.25 * (double)(i % WIDE % 4) : 0;
    check_table(data);
    table_free(data);
}

/* Short rows go back another way than long ones, and than those at the end of the table: to the
 * same bits, and without a look behind the last entry. */
static void test_rows_of_every_length(void **state) {
    (void)state;
    enum { LENGTHS = 42, MANY = 1100 }; /* more columns than packed rows have */
    uint64_t start[LENGTHS + 1] = {0};
    uint32_t order[3 * LENGTHS];
    double ds[3 * LENGTHS], grad[MANY] = {0}, want[MANY] = {0};
    for (size_t i = 0; i < LENGTHS; i++) /* in no order, and a short one at the end */
        start[i + 1] = start[i] + (i * 11 + 10) % LENGTHS;
    uint32_t *column =
        malloc(start[LENGTHS] * sizeof *column); /* exactly: asan sees a step beyond */
    for (size_t k = 0; k < start[LENGTHS]; k++)
        column[k] = (uint32_t)(k * 5 % MANY);
    const lf_data data = {.rows = LENGTHS, .features = MANY, .row_start = start, .column = column};
    table_point(3, 3 * LENGTHS, 1, ds);
    lf_model model;
    lf_linear_create(&data, &model);
    for (size_t i = 0; i < 3 * LENGTHS; i++) {
        order[i] = (uint32_t)(i < LENGTHS ? i : i * 13 % LENGTHS);
        if (i % 5 == 0) ds[i] = 0;
        for (size_t k = start[order[i]]; k < start[order[i] + 1]; k++)
            want[column[k]] += ds[i];
    }
    const lf_rows rows = {.n = 3 * LENGTHS, .row = order};
    assert_ok(model.is->backward(&model, &rows, want, ds, grad));
    for (size_t j = 0; j < MANY; j++)
        assert_near(grad[j], want[j], 0);
    lf_model_release(&model);
    free(column);
}

/* The support of rows in lists that are longer than what is asked for at a time: their columns, in
 * the order in which they come first. */
static void test_support(void **state) {
    enum { ASKED = 700, ALL = 300 };
    (void)state;
    static size_t start[ALL + 1];
    static uint32_t column[2 * ALL], at[2 * ALL + 1], row[ALL], id[ASKED];
    uint64_t seen[2 * ALL / 64 + 1], again[2 * ALL / 64 + 1];
    for (uint32_t i = 0; i < ALL; i++) { /* a column of some, and one of its own */
        row[i] = ALL - 1 - i;
        start[i] = 2 * i;
        column[2 * i] = 7 * i % 19;
        column[2 * i + 1] = ALL + i;
    }
    start[ALL] = (size_t)2 * ALL;
    const lf_data data = {
        .name = "rows", .rows = ALL, .features = 2 * ALL, .row_start = start, .column = column};
    lf_model model;
    assert_ok(lf_linear_create(&data, &model));
    for (uint32_t asked = 0; asked <= ASKED; asked += 50) {
        lf_support support = {.at = at, .seen = seen};
        size_t n = 0;
        memset(seen, 0, sizeof seen);
        memset(again, 0, sizeof again);
        for (uint32_t i = 0; i < asked; i++)
            id[i] = i % ALL; /* new rows to the end */
        lf_model_support(&model, row, asked, id, &support);
        for (uint32_t i = 0; i < 2 * asked; i++) {
            const uint32_t j = column[2 * row[id[i / 2]] + i % 2];
            if (again[j / 64] >> j % 64 & 1) continue;
            again[j / 64] |= (uint64_t)1 << j % 64;
            assert_true(n < support.n && at[n++] == j);
        }
        assert_int_equal(n, support.n);
    }
    lf_model_release(&model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_support),
        cmocka_unit_test(test_all_forms),
        cmocka_unit_test(test_rows_with_a_base),
        cmocka_unit_test(test_rows_of_every_length),
    };
    return cmocka_run_group_tests_name("linear", tests, NULL, NULL);
}
