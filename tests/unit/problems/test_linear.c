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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_forms)};
    return cmocka_run_group_tests_name("linear", tests, NULL, NULL);
}
