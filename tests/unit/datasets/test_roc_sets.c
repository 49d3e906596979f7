/* The sets of experiments on ROC fairness: counts that the split decides, and standardised columns.
 */
#include "table.h"

static int fresh_cache(void **state) {
    return scratch_setup(state) != 0 ? -1 : setenv("XDG_CACHE_HOME", *state, 1);
}

/* Training rows of a label and a category. */
static size_t count(const lf_data *d, double label, const char *name, const char *category) {
    const lf_attribute *a;
    size_t n = 0;
    assert_ok(lf_data_attribute(d, name, &a));
    for (size_t i = 0; i < d->train_rows; i++)
        n += d->label[i] == label && strcmp(a->category[a->code[i]], category) == 0;
    return n;
}

/* Mean 0 and mean square 1 over the training rows; all 0 where constant. *constant <- how many. */
static void check_standardised(const lf_data *d, size_t *constant) {
    *constant = 0;
    for (size_t j = 0; j < d->features; j++) {
        double sum = 0, squares = 0;
        const double n = (double)d->train_rows;
        for (size_t i = 0; i < d->train_rows; i++) {
            sum += table_at(d, i, j);
            squares += table_at(d, i, j) * table_at(d, i, j);
        }
        *constant += squares == 0;
        assert_near(sum / n, 0, 1e-12);
        if (squares > 0) assert_near(squares / n, 1, 1e-11);
    }
}

static void test_adult107(void **state) {
    (void)state;
    skip_without_data();
    lf_data *d;
    size_t constant, missing = 0;
    assert_ok(lf_data_open("adult107", &d));
    assert_int_equal(d->features, 107);
    assert_int_equal(d->train_rows, 26048);
    assert_int_equal(d->rows - d->train_rows, 16281);
    /* as printed for this split */
    assert_int_equal(count(d, 1, "sex", "Female"), 946);
    assert_int_equal(count(d, -1, "sex", "Female"), 7699);
    assert_int_equal(count(d, 1, "sex", "Male"), 5324);
    assert_int_equal(count(d, -1, "sex", "Male"), 12079);
    check_standardised(d, &constant);
    assert_int_equal(constant, 0);
    assert_string_equal(d->feature[0], "workclass=Private");
    assert_string_equal(d->feature[8], "workclass=?");
    assert_string_equal(d->feature[102], "age");
    assert_string_equal(d->feature[106], "hours-per-week");
    for (size_t j = 0; j < d->features; j++) {
        assert_null(strstr(d->feature[j], "fnlwgt"));
        missing += strstr(d->feature[j], "=?") != NULL;
    }
    assert_int_equal(missing, 3);
    lf_data_close(d);
}

/* Rows that were held back are gone and the others in file order: ages show it. Row 1 of adult.data
 * has age 39, rows 2 to 5 have 50, 38, 53, 28; each column has two of its values to compare. */
static void test_adult107_rows(void **state) {
    (void)state;
    skip_without_data();
    lf_data *d, *adult;
    assert_ok(lf_data_open("adult107", &d));
    assert_ok(lf_data_open("adult", &adult));
    double mean = 0, squares = 0;
    size_t kept = 0;
    /* a row of adult is the next one of adult107 if label, sex, race agree; test rows all are */
    for (size_t i = 0; i < adult->rows - adult->train_rows; i++) {
        const size_t a = adult->train_rows + i, b = d->train_rows + i;
        assert_near(adult->label[a], d->label[b], 0);
        assert_int_equal(adult->attribute[0].code[a], d->attribute[0].code[b]);
        assert_int_equal(adult->attribute[1].code[a], d->attribute[1].code[b]);
        mean += 90 * table_at(adult, a, 0);
        squares += table_at(d, b, 102);
    }
    /* standardising is one affine map for all rows: age = m + s x */
    const double s = (90 * table_at(adult, adult->train_rows + 1, 0) -
                      90 * table_at(adult, adult->train_rows, 0)) /
                     (table_at(d, d->train_rows + 1, 102) - table_at(d, d->train_rows, 102));
    const double m =
        90 * table_at(adult, adult->train_rows, 0) - s * table_at(d, d->train_rows, 102);
    assert_near(m + s * squares / 16281, mean / 16281, 1e-9);
    for (size_t i = 0; i < adult->train_rows && kept < d->train_rows; i++)
        kept += fabs(m + s * table_at(d, kept, 102) - 90 * table_at(adult, i, 0)) < 1e-9 &&
                adult->label[i] == d->label[kept] &&
                adult->attribute[0].code[i] == d->attribute[0].code[kept];
    assert_int_equal(kept, d->train_rows);
    lf_data_close(adult);
    lf_data_close(d);
}

static void test_compas15(void **state) {
    (void)state;
    skip_without_data();
    lf_data *d;
    size_t constant;
    assert_ok(lf_data_open("compas15", &d));
    assert_int_equal(d->features, 15);
    assert_int_equal(d->train_rows, 3949);
    assert_int_equal(d->rows, 3949 + 1235);
    check_standardised(d, &constant);
    assert_int_equal(constant, 0);
    assert_int_equal(count(d, 1, "race", "Caucasian") + count(d, -1, "race", "Caucasian"),
                     count(d, 1, "caucasian", "yes") + count(d, -1, "caucasian", "yes"));
    assert_string_equal(d->feature[6], "days in jail");
    assert_string_equal(d->feature[9], "race=Caucasian");
    assert_string_equal(d->feature[14], "c_charge_degree=F");
    lf_data_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adult107),
        cmocka_unit_test(test_adult107_rows),
        cmocka_unit_test(test_compas15),
    };
    return cmocka_run_group_tests(tests, fresh_cache, scratch_teardown);
}
