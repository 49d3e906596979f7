/**
 * @file test_compas.c
 * @brief COMPAS: the published counts and moments, the staged encoding, and broken files.
 */
#include "table.h"

#include "datasets/families/compas.h"
#include "datasets/obtain/locate.h"
#include "datasets/readers/parts/csv.h"

static int fresh_cache(void **state) {
    return scratch_setup(state) != 0 ? -1 : setenv("XDG_CACHE_HOME", *state, 1);
}

static const double means[5] = {34.5345106935, 3.24643551523, 0.0593000648088, 0.0912184057032,
                                0.110661049903};
static const double deviations[5] = {11.729988055, 4.74338526328, 0.463561436586, 0.49783133669,
                                     0.470693030047};

static size_t count(const lf_data *d, const char *name, size_t code, double label) {
    const lf_attribute *a;
    size_t n = 0;
    assert_ok(lf_data_attribute(d, name, &a));
    for (size_t i = 0; i < d->rows; i++)
        n += a->code[i] == code && (label == 0 || d->label[i] == label);
    return n;
}

static void check_counts(const char *set) {
    static const size_t races[] = {3175, 31, 2103, 509, 11, 343};
    static uint32_t train[6172], rest[6172];
    size_t n_train, n_rest;
    lf_data *d;
    assert_ok(lf_data_open(set, &d));
    assert_int_equal(d->rows, 6172);
    assert_int_equal(d->features, 16);
    for (size_t r = 0; r < 6; r++)
        assert_int_equal(count(d, "race", r, 0), races[r]);
    assert_int_equal(count(d, "sex", 0, 0), 1175);
    assert_int_equal(count(d, "sex", 1, 0), 4997);
    assert_int_equal(count(d, "caucasian", 1, 1), 822);
    assert_int_equal(count(d, "caucasian", 1, -1), 1281);
    assert_int_equal(count(d, "caucasian", 0, 1), 1987);
    assert_int_equal(count(d, "caucasian", 0, -1), 2082);
    assert_ok(lf_data_split(d, LF_SPLIT_DEFAULT, 2.0 / 3, 0, train, &n_train, rest, &n_rest));
    assert_int_equal(n_train, 4115);
    assert_int_equal(n_rest, 2057);
    lf_data_close(d);
}

static void test_counts(void **state) {
    (void)state;
    skip_without_data();
    check_counts("compas16");
    check_counts("compas16leak");
}

/* The staged compas16.csv holds the same rows before standardising. */
static void test_equals_staged_encoding(void **state) {
    (void)state;
    skip_without_data();
    static const lf_dataset_file staged = {.path = "compas/compas16.csv.gz"};
    static const lf_csv_format format = {0};
    char path[LF_PATH_BYTES];
    const lf_csv_field *field;
    lf_data *d;
    lf_csv *csv;
    assert_ok(lf_data_open("compas16", &d));
    assert_ok(lf_dataset_locate(lf_dataset_find("compas16"), &staged, path));
    assert_ok(lf_csv_open(path, &format, &csv));
    assert_int_equal(lf_csv_columns(csv), 18);
    for (size_t i = 0; i < d->rows; i++) {
        double raw[18];
        assert_ok(lf_csv_next(csv, &field));
        assert_non_null(field);
        for (size_t j = 0; j < 18; j++)
            assert_ok(lf_csv_number(csv, &field[j], &raw[j]));
        assert_near(d->label[i], 2 * raw[0] - 1, 0);
        assert_int_equal(d->attribute[2].code[i], (int)raw[1]);
        for (size_t j = 0; j < 16; j++) {
            double want = j < 5 ? (raw[2 + j] - means[j]) / deviations[j] : raw[2 + j];
            assert_near(table_at(d, i, j), want, j < 5 ? 1e-9 : 0);
        }
    }
    assert_ok(lf_csv_next(csv, &field));
    assert_null(field);
    lf_csv_close(csv);
    lf_data_close(d);
}

static void test_standardised(void **state) {
    (void)state;
    skip_without_data();
    lf_data *d;
    assert_ok(lf_data_open("compas16", &d));
    for (size_t j = 0; j < 5; j++) {
        double sum = 0, squares = 0, n = (double)d->rows;
        for (size_t i = 0; i < d->rows; i++) {
            sum += table_at(d, i, j);
            squares += table_at(d, i, j) * table_at(d, i, j);
        }
        assert_near(sum / n, 0, 1e-12);
        assert_near(squares / n, 1, 1e-12);
    }
    assert_string_equal(d->feature[5], "sex=Male");
    assert_string_equal(d->feature[9], "age_cat=Greater than 45");
    assert_string_equal(d->feature[12], "race=Caucasian");
    lf_data_close(d);
}

static void test_leaking_features(void **state) {
    (void)state;
    skip_without_data();
    lf_data *d;
    size_t differ = 0;
    assert_ok(lf_data_open("compas16leak", &d));
    for (size_t j = 0; j < 16; j++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < d->rows; i++) {
            low = fmin(low, table_at(d, i, j));
            high = fmax(high, table_at(d, i, j));
        }
        assert_near(low, 0, 0);
        assert_near(high, 1, 0);
    }
    for (size_t i = 0; i < d->rows; i++) {
        differ += (table_at(d, i, 15) == 1) != (d->label[i] == 1);
        for (size_t r = 0; r < 6; r++)
            assert_near(table_at(d, i, 2 + r), d->attribute[0].code[i] == r, 0);
        assert_near(table_at(d, i, 11), d->attribute[1].code[i], 0);
    }
    assert_int_equal(differ, 181);
    assert_string_equal(d->feature[13], "days_b_screening_arrest");
    assert_string_equal(d->feature[15], "is_recid");
    /* Row 1: 69 of 18 .. 96 years, no priors, -1 of -30 .. 30 days, score 1 of 1 .. 10. */
    assert_near(table_at(d, 0, 0), 51.0 / 78, 1e-15);
    assert_near(table_at(d, 0, 13), 29.0 / 60, 1e-15);
    assert_near(table_at(d, 0, 14), 0, 0);
    lf_data_close(d);
}

static const char header[] =
    "age,priors_count,juv_fel_count,juv_misd_count,juv_other_count,days_b_screening_arrest,"
    "decile_score,is_recid,two_year_recid,age_cat,race,sex,c_charge_degree,score_text,"
    "v_decile_score,c_jail_in,c_jail_out\n";

static void one_feature(const lf_compas_person *p, double *x) {
    x[0] = p->age;
}

/* The last three columns of a record. */
#define JAIL ",1,2013-08-13 06:03:42,2013-08-14 05:41:20\n"

/* Read a header and a record as a COMPAS file; *rows <- the rows kept. */
static lf_status read_record(void **state, const char *head, const char *record, size_t *rows) {
    char text[1024];
    lf_dataset entry;
    lf_builder *builder = table_builder(&entry, 9, 1);
    snprintf(text, sizeof text, "%s%s", head, record);
    const char *path = scratch_write(state, "x.csv", text, strlen(text));
    lf_status status = lf_compas_read(path, one_feature, builder);
    *rows = lf_builder_rows(builder);
    lf_builder_free(builder);
    return status;
}

static void test_filter(void **state) {
    static const struct {
        const char *record;
        size_t kept;
    } cases[] = {
        {"30,0,0,0,0,-30,1,0,0,25 - 45,Asian,Male,F,Low" JAIL, 1},
        {"30,0,0,0,0,30,1,0,0,25 - 45,Asian,Male,F,Low" JAIL, 1},
        {"30,0,0,0,0,31,1,0,0,25 - 45,Asian,Male,F,Low" JAIL, 0},
        {"30,0,0,0,0,-31,1,0,0,25 - 45,Asian,Male,F,Low" JAIL, 0},
        {"30,0,0,0,0,,1,0,0,25 - 45,Asian,Male,F,Low" JAIL, 0},
        {"30,0,0,0,0,0,1,-1,0,25 - 45,Asian,Male,F,Low" JAIL, 0},
        {"30,0,0,0,0,0,1,0,0,25 - 45,Asian,Male,O,Low" JAIL, 0},
        {"30,0,0,0,0,0,1,0,0,25 - 45,Asian,Male,F,N/A" JAIL, 0},
    };
    size_t rows;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_ok(read_record(state, header, cases[i].record, &rows));
        assert_int_equal(rows, cases[i].kept);
    }
}

static void test_refusals(void **state) {
    static const struct {
        const char *record, *message;
    } cases[] = {
        {"30,0,0,0,0,0,1,0,2,25 - 45,Asian,Male,F,Low" JAIL,
         "x.csv:2:18: found \"2\" in column \"two_year_recid\", expected 0 or 1"},
        {"30,0,0,0,0,0,1,0,0,25 - 45,asian,Male,F,Low" JAIL,
         "x.csv:2:28: found \"asian\" in column \"race\", expected a known category; the nearest "
         "is "
         "\"Asian\""},
        {"30,,0,0,0,0,1,0,0,25 - 45,Asian,Male,F,Low" JAIL,
         "x.csv:2:4: found \"\" in column \"priors_count\", expected a finite number"},
        {"30,0,0,0,0,0,1,0,0,25 - 45,Asian,Male,F,Low,1,2013-08-13 06:03:42,2013-08-14\n",
         "found \"2013-08-14\" in column \"c_jail_out\", expected a time YYYY-MM-DD hh:mm:ss"},
    };
    size_t rows;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(read_record(state, header, cases[i].record, &rows), LF_BAD_INPUT);
        assert_message(cases[i].message);
    }
    assert_int_equal(read_record(state, "age,prior_count\n", "", &rows), LF_BAD_INPUT);
    assert_message("no column \"priors_count\"; the nearest is \"prior_count\"");
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_equals_staged_encoding),
        cmocka_unit_test(test_standardised),
        cmocka_unit_test(test_leaking_features),
        IN_SCRATCH(test_filter),
        IN_SCRATCH(test_refusals),
    };
    return cmocka_run_group_tests(tests, fresh_cache, scratch_teardown);
}
