/* The linear model with several scores on the three forms of a table, against the definition. */
#include "problems/models/model.h"

#include "near.h"
#include "random_table.h"

enum { ROWS = 300, FEATURES = 23, CLASSES = 4, DIM = CLASSES * FEATURES };

/* s = W a and grad += ds a', entry by entry. */
static void check_row(const lf_data *data, size_t row, const double *w, const double *s,
                      const double *ds, double *grad) {
    for (size_t c = 0; c < CLASSES; c++) {
        double sum = 0;
        for (size_t j = 0; j < FEATURES; j++) {
            sum += table_entry(data, row, j) * w[c * FEATURES + j];
            grad[c * FEATURES + j] += ds[c] * table_entry(data, row, j);
        }
        assert_near(s[c], sum, 1e-13);
    }
}

static void check_rows(const lf_data *data, const lf_rows *rows) {
    static double s[ROWS * CLASSES], ds[ROWS * CLASSES];
    double w[DIM], grad[DIM], want[DIM];
    lf_model model;
    assert_ok(lf_softmax_linear_create(data, CLASSES, &model));
    assert_int_equal(model.dim, DIM);
    assert_int_equal(model.outputs, CLASSES);
    table_point(1, DIM, 1, w);
    table_point(2, ROWS * CLASSES, 1, ds);
    assert_ok(model.is->scores(&model, rows, w, s));
    for (size_t j = 0; j < DIM; j++)
        grad[j] = want[j] = (double)j; /* backward adds to what is there */
    assert_ok(model.is->backward(&model, rows, w, ds, grad));
    for (size_t i = 0; i < rows->n; i++)
        check_row(data, rows->row ? rows->row[i] : rows->first + i, w, s + i * CLASSES,
                  ds + i * CLASSES, want);
    for (size_t j = 0; j < DIM; j++)
        assert_near(grad[j], want[j], 1e-12);
    lf_model_release(&model);
}

static void test_all_forms(void **state) {
    (void)state;
    const uint32_t list[] = {5, 6, 7, 7, 299, 0, 1, 2, 298, 22}; /* stretches, repeats, jumps */
    uint32_t
        mixed[ROWS]; /* scattered rows, then neighbours, more of both than are copied at once */
    for (uint32_t i = 0; i < ROWS; i++)
        mixed[i] = i < 150 ? (i * 7) % ROWS : i;
    for (table_form form = 0; form < TABLE_FORMS; form++) {
        lf_data *data = table_create(form, ROWS, FEATURES, 11);
        check_rows(data, &(lf_rows){.n = ROWS});
        check_rows(data, &(lf_rows){.n = 40, .first = 13});
        check_rows(data, &(lf_rows){.n = 10, .row = list});
        check_rows(data, &(lf_rows){.n = 1, .row = list + 4});
        check_rows(data, &(lf_rows){.n = ROWS, .row = mixed});
        check_rows(data, &(lf_rows){.n = 0, .row = list});
        table_free(data);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_forms)};
    return cmocka_run_group_tests_name("softmax_linear", tests, NULL, NULL);
}
