/* The generated click log: any size from its name, rows that no other row changes, Zipf's law. */
#include "table.h"

#include "datasets/obtain/cache.h"
#include "datasets/obtain/fetch.h"

static int own_cache(void **state) {
    return scratch_setup(state) != 0 ? -1 : setenv("XDG_CACHE_HOME", *state, 1);
}

static lf_data *open_click(const char *name) {
    lf_data *d;
    assert_ok(lf_data_open(name, &d));
    return d;
}

/* A table of twice the rows begins with the same: a row is of its number alone, so that it does not
 * matter in what pieces a table is made. The second one is larger than what stays in memory. */
static void test_rows_do_not_depend_on_the_size(void **state) {
    (void)state;
    lf_data *few = open_click("click:rows=2000"), *many = open_click("click:rows=150000");
    assert_int_equal(few->rows, 2000);
    assert_int_equal(few->train_rows, 1600);
    assert_int_equal(many->train_rows, 120000);
    assert_null(few->value);
    assert_null(few->feature); /* 131,072 columns have no names of their own */
    const uint64_t n = few->row_start[2000];
    assert_int_equal(many->row_start[2000], n);
    assert_memory_equal(few->row_start, many->row_start, 2001 * sizeof(uint64_t));
    assert_memory_equal(few->column, many->column, n * sizeof(uint32_t));
    assert_memory_equal(few->label, many->label, 2000 * sizeof(double));
    assert_memory_equal(few->attribute[0].code, many->attribute[0].code, 2000 * sizeof(uint16_t));
    lf_data *cached;
    lf_cache_load(many->sha256, &cached); /* checks all of it: it was built in its place */
    assert_non_null(cached);
    assert_true(table_equal(many, cached));
    lf_data_close(cached);
    lf_data_close(few);
    lf_data_close(many);
}

/* Of a cached table the same comes back, and a name in other words is the same set. */
static void test_names(void **state) {
    lf_data *first = open_click("click"), *again = open_click("click");
    assert_string_equal(first->name, "click");
    assert_true(first->rows == 20000 && first->features == 1 << 17);
    assert_memory_equal(first->column, again->column,
                        first->row_start[first->rows] * sizeof(uint32_t));
    lf_data_close(first);
    lf_data_close(again);
    first = open_click("click:seed=3+rows=1e3+buckets=70000");
    again = open_click("click:buckets=70000+fields=40+rows=1000+seed=3");
    assert_string_equal(first->name, "click:rows=1000+fields=40+buckets=70000+seed=3");
    assert_string_equal(first->sha256, again->sha256);
    lf_data_close(first);
    lf_data_close(again);
    assert_int_equal(scratch_count(scratch_path(state, "levelfield/parsed")), 2);
}

/* Field 0 has the values 1, 2 and 3 with chances 1/(2k) in proportion: 6, 3 and 2 of 11. Of 20,000
 * rows the shares are within 0.015, four standard deviations. */
static void test_zipf(void **state) {
    (void)state;
    static size_t count[60000];
    size_t most[3] = {0};
    lf_data *d = open_click("click:fields=1+buckets=60000+rows=20000");
    for (size_t k = 0; k < 20000; k++)
        count[d->column[k]]++;
    for (size_t j = 0; j < 60000; j++)
        for (size_t r = 0, found = count[j]; r < 3; r++)
            if (found > most[r]) {
                const size_t less = most[r];
                most[r] = found;
                found = less;
            }
    assert_int_equal(most[0] + most[1] + most[2], 20000);
    for (size_t r = 0; r < 3; r++)
        assert_near((double)most[r] / 20000, 6.0 / (double)(r + 1) / 11, 0.015);
    lf_data_close(d);
}

/* Both labels are there, neither rare; of the four sites each has a quarter, within four standard
 * deviations. */
static void test_labels_and_sites(void **state) {
    (void)state;
    lf_data *d = open_click("click:rows=20000");
    size_t positive = 0, of_site[4] = {0};
    for (size_t i = 0; i < d->rows; i++) {
        positive += d->label[i] == 1;
        of_site[d->attribute[0].code[i]]++;
    }
    for (size_t k = 0; k < 4; k++)
        assert_near((double)of_site[k] / 20000, 0.25, 0.0123);
    lf_data_close(d);
    assert_in_range(positive, 2000, 18000);
}

/* Verified is the table of the size that is named, and no other. */
static void test_verify(void **state) {
    static const char *const name[] = {"click:rows=1000", "click:rows=2000"};
    char path[2][256];
    for (size_t k = 0; k < 2; k++) {
        lf_data *d = open_click(name[k]);
        snprintf(path[k], sizeof path[k], "levelfield/parsed/%s.lfd", d->sha256);
        lf_data_close(d);
        FILE *file = fopen(scratch_path(state, path[k]), "r+b");
        assert_non_null(file);
        assert_int_equal(fseek(file, -1, SEEK_END), 0);
        assert_int_equal(fputc('~', file), '~');
        assert_int_equal(fclose(file), 0);
    }
    assert_ok(lf_data_verify(name[0], NULL, NULL));
    assert_int_not_equal(access(scratch_path(state, path[0]), F_OK), 0);
    assert_int_equal(access(scratch_path(state, path[1]), F_OK), 0);
    assert_int_equal(lf_data_verify("click:rows=0", NULL, NULL), LF_BAD_ARGUMENT);
}

static void test_refused(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"click:", "found \"\", expected rows=N"},
        {"click:rows", "found \"rows\""},
        {"click:rows=5", "rows=5, expected a whole number from 10"},
        {"click:rows=1e10", "rows=1e10, expected a whole number from 10 to 4294967294"},
        {"click:rows=1.5e1x", "rows=1.5e1x, expected"},
        {"click:fields=257", "from 1 to 256"},
        {"click:buckets=nan", "buckets=nan, expected"},
        {"click:rows=100+", "found \"\""},
        {"click:rows=0x64", "rows=0x64, expected a whole number"},
        {"click:rows= 100", "rows= 100, expected a whole number"},
        {"click:rows=1e+3", "rows=1e, expected a whole number"},
        {"click:rows=10+seed=2+rows=20", "click: 'rows' is given twice"},
        {"words:rows=100", "no data set is called"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        lf_data *d;
        assert_int_not_equal(lf_data_open(bad[k][0], &d), LF_OK);
        assert_null(d);
        assert_message(bad[k][1]);
    }
}

int main(void) {
#define OWN_CACHE(test) cmocka_unit_test_setup_teardown(test, own_cache, scratch_teardown)
    const struct CMUnitTest tests[] = {
        OWN_CACHE(test_rows_do_not_depend_on_the_size),
        OWN_CACHE(test_names),
        OWN_CACHE(test_zipf),
        OWN_CACHE(test_labels_and_sites),
        OWN_CACHE(test_verify),
        OWN_CACHE(test_refused),
    };
    return cmocka_run_group_tests_name("click", tests, NULL, NULL);
}
