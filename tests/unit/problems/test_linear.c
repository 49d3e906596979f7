/* The linear model on the three forms of a table, against the definition. */
#include "problems/models/model.h"

#include "near.h"
#include "random_table.h"

enum { ROWS = 300, FEATURES = 23 };

static double naive_score(const lf_data *data, size_t row, const double *w) {
    double sum = 0;
    for (size_t j = 0; j < FEATURES; j++)
        sum += table_entry(data, row, j) * w[j];
    return sum;
}

static void check_rows(const lf_data *data, const lf_rows *rows) {
    lf_model model;
    double w[FEATURES], s[ROWS], ds[ROWS], grad[FEATURES], want[FEATURES];
    lf_linear_create(data, &model);
    assert_int_equal(model.dim, FEATURES);
    assert_int_equal(model.outputs, 1);
    table_point(1, FEATURES, 1, w);
    table_point(2, ROWS, 1, ds);
    ds[1] = 0;
    assert_ok(model.is->scores(&model, rows, w, s));
    for (size_t j = 0; j < FEATURES; j++)
        grad[j] = want[j] = (double)j; /* backward adds to what is there */
    assert_ok(model.is->backward(&model, rows, w, ds, grad));
    for (size_t i = 0; i < rows->n; i++) {
        const size_t row = rows->row ? rows->row[i] : rows->first + i;
        assert_near(s[i], naive_score(data, row, w), 1e-13);
        for (size_t j = 0; j < FEATURES; j++)
            want[j] += ds[i] * table_entry(data, row, j);
    }
    for (size_t j = 0; j < FEATURES; j++)
        assert_near(grad[j], want[j], 1e-12);
    lf_model_release(&model);
}

static void test_all_forms(void **state) {
    (void)state;
    const uint32_t list[] = {5, 6, 7, 7, 299, 0, 1, 2, 298, 22}; /* stretches, repeats, jumps */
    for (table_form form = 0; form < TABLE_FORMS; form++) {
        lf_data *data = table_create(form, ROWS, FEATURES, 11);
        check_rows(data, &(lf_rows){.n = ROWS});
        check_rows(data, &(lf_rows){.n = 40, .first = 13});
        check_rows(data, &(lf_rows){.n = 10, .row = list});
        check_rows(data, &(lf_rows){.n = 0, .row = list});
        table_free(data);
    }
}

/* Short rows go back another way than long ones, and than those at the end of the table: to the
 * same bits, and without a look behind the last entry. */
static void test_rows_of_every_length(void **state) {
    (void)state;
    enum { LENGTHS = 42, WIDE = 47 };
    uint64_t start[LENGTHS + 1] = {0};
    uint32_t order[3 * LENGTHS];
    double ds[3 * LENGTHS], grad[WIDE] = {0}, want[WIDE] = {0};
    for (size_t i = 0; i < LENGTHS; i++) /* in no order, and a short one at the end */
        start[i + 1] = start[i] + (i * 11 + 10) % LENGTHS;
    uint32_t *column =
        malloc(start[LENGTHS] * sizeof *column); /* exactly: asan sees a step beyond */
    for (size_t k = 0; k < start[LENGTHS]; k++)
        column[k] = (uint32_t)(k * 5 % WIDE);
    const lf_data data = {.rows = LENGTHS, .features = WIDE, .row_start = start, .column = column};
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
    for (size_t j = 0; j < WIDE; j++)
        assert_near(grad[j], want[j], 0);
    lf_model_release(&model);
    free(column);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_forms),
        cmocka_unit_test(test_rows_of_every_length),
    };
    return cmocka_run_group_tests_name("linear", tests, NULL, NULL);
}
