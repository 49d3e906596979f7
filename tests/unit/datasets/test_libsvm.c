/**
 * @file test_libsvm.c
 * @brief What the LIBSVM reader accepts, and where it says a file is wrong.
 */
#include "table.h"

static lf_status read_path(const char *path, size_t rows, lf_data **data) {
    const lf_dataset entry = {.rows = rows, .features = 10, .format = "libsvm"};
    return table_read(entry, (const char *[]){path, NULL}, data);
}

static lf_status read_text(void **state, const char *text, size_t rows, lf_data **data) {
    return read_path(scratch_write(state, "x", text, strlen(text)), rows, data);
}

static void test_rows(void **state) {
    lf_data *d;
    assert_ok(read_text(state, "+1 1:1 3:1 \r\n-1 \n1 10:1\n-1", 4, &d));
    size_t starts = (size_t)d->row_start[4];
    int shape = d->row_start[1] == 2 && d->row_start[2] == 2 && d->row_start[3] == 3;
    int columns = d->column[0] == 0 && d->column[1] == 2 && d->column[2] == 9;
    int labels = d->label[0] == 1 && d->label[1] == -1 && d->label[2] == 1 && d->label[3] == -1;
    int plain = d->value == NULL && d->dense == NULL; /* all ones: no values */
    int names = strcmp(d->feature[9], "f10") == 0;
    lf_data_close(d);
    assert_int_equal(starts, 3);
    assert_true(shape && columns && labels && plain && names);
}

static void test_values(void **state) {
    lf_data *d;
    assert_ok(read_text(state, "1 1:1 2:1\n-1 1:-0.5 3:0 4:2e1\n", 2, &d));
    int values = d->value && d->row_start[2] == 4 && d->value[0] == 1 && d->value[1] == 1 &&
                 d->value[2] == -0.5 && d->value[3] == 20 && d->column[3] == 3;
    lf_data_close(d);
    assert_true(values); /* the stored zero is dropped, the ones before are filled in */
}

/* A row begins with the common form, leaves it, and comes back to it. */
static void test_mixed_values(void **state) {
    static const double want[] = {1, 1, 0.5, 1, 1, 1};
    lf_data *d;
    assert_ok(read_text(state, "1 1:1 2:1 3:0.5 4:1 05:1 6:1.0 \n", 1, &d));
    const bool whole = d->value && d->row_start[1] == 6;
    bool values = whole, columns = whole;
    for (size_t k = 0; whole && k < 6; k++) {
        values &= d->value[k] == want[k];
        columns &= d->column[k] == k;
    }
    lf_data_close(d);
    assert_true(values && columns);
}

/* Any blanks between entries and behind the last, after whatever value, and a byte-order mark. */
static void test_blanks(void **state) {
    lf_data *d;
    assert_ok(read_text(state, "\xEF\xBB\xBF 1  1:1  3:1\t 4:2  5:1 \t\r\n-1\t\n1 2:1  \n", 3, &d));
    const bool whole = d->row_start[1] == 4 && d->row_start[2] == 4 && d->row_start[3] == 5;
    const bool columns = whole && d->column[1] == 2 && d->column[2] == 3 && d->column[4] == 1;
    lf_data_close(d);
    assert_true(whole && columns);
}

/* Lines without a row, and what SVMlight's files say behind one. */
static void test_comments(void **state) {
    lf_data *d;
    assert_ok(read_text(
        state, "\xEF\xBB\xBF# made by hand\n\n1 1:1 # first\r\n \t\r\n-1#\n1 2:1\n\n", 3, &d));
    const bool whole = d->row_start[1] == 1 && d->row_start[2] == 1 && d->row_start[3] == 2;
    lf_data_close(d);
    assert_true(whole);
}

static void test_malformed(void **state) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "x:1:1: the file is empty"},
        {"+1 0:1\n", "x:1:4: found \"0:1\", expected an index of at least 1"},
        {"+1 1:1\n-1 3:1 2:1\n", "x:2:8: found \"2:1\", expected an index above 3"},
        {"+1 3:1 3:1\n", "x:1:8: found \"3:1\", expected an index above 3"},
        {"+1 11:1\n", "x:1:4: found \"11:1\", expected an index of at most 10"},
        {"+1 99999999999999999999999:1\n", "expected an index of at most 10"},
        {"+1 1:nan\n", "x:1:6: found \"nan\", expected a finite value"},
        {"+1 1:-inf\n", "x:1:6: found \"-inf\", expected a finite value"},
        {"+1 1:1e999\n", "expected a finite value"},
        {"2 1:1\n", "x:1:1: found \"2\", expected a label among -1, 1"},
        {"1:1 2:1\n", "x:1:1: found \"1:1\", expected a label"},
        {"\n \r\n# a row follows", "x:1:1: the file is empty"},
        {"+1 qid:7 1:1 # SVMlight\n", "x:1:4: found \"qid:7\", expected index:value"},
        {"+1 1:#\n", "x:1:6: found nothing, expected a number"},
        {"\n# x\n1:1\n", "x:3:1: found \"1:1\", expected a label"},
        {"+1 1\n", "x:1:4: found \"1\", expected index:value"},
        {"+1 1:\n", "x:1:6: found nothing, expected a number"},
        {"+1 1:1x\n", "x:1:6: found \"1x\", expected a number"},
        {"+1 1:0x1\n", "expected a number"},
        {"+1 -1:1\n", "x:1:4: found \"-1:1\", expected index:value"},
        {"+1 1 :1\n", "x:1:4: found \"1\", expected index:value"},
        {"+1 1:1,5\n", "expected a number"},
        {"+1 1:1 2:1 2:1 \n", "x:1:12: found \"2:1\", expected an index above 2"},
        {"+1 1:1 0:1 \n", "x:1:8: found \"0:1\", expected an index of at least 1"},
        {"+1 1:1 11:1 \n", "x:1:8: found \"11:1\", expected an index of at most 10"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(read_text(state, cases[i].text, 9, NULL), LF_BAD_INPUT);
        assert_message(cases[i].message);
        assert_null(strchr(lf_message(), '\n')); /* one line */
    }
}

/* Wherever it stands, and whatever else is wrong with the line. */
static void test_zero_byte(void **state) {
    static const struct {
        const char *text;
        size_t size;
        const char *message;
    } cases[] = {
        {"+1 1:1\0 2:1\n", 12, "x:1:7: found a zero byte"},
        {"+1 1:1 2:1 \0 3:1\n", 17, "x:1:12: found a zero byte"},
        {"\0+1 1:1\n", 8, "x:1:1: found a zero byte"},
        {"+1 0:1 2:1\0\n", 12, "x:1:11: found a zero byte"},
        {"+1 1:1 \n+1 1:\0001\n", 16, "x:2:6: found a zero byte"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *path = scratch_write(state, "x", cases[i].text, cases[i].size);
        assert_int_equal(read_path(path, 9, NULL), LF_BAD_INPUT);
        assert_message(cases[i].message);
    }
}

static void test_too_many_rows(void **state) {
    assert_int_equal(read_text(state, "1\n1\n1\n", 2, NULL), LF_BAD_INPUT);
    assert_message("more than the 2 rows");
}

static void test_too_few_rows(void **state) {
    lf_data *d = NULL;
    assert_int_equal(read_text(state, "1\n1\n", 3, &d), LF_BAD_INPUT);
    assert_null(d);
    assert_message("found 2 rows");
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(test_rows),          IN_SCRATCH(test_values),       IN_SCRATCH(test_blanks),
        IN_SCRATCH(test_mixed_values),  IN_SCRATCH(test_malformed),    IN_SCRATCH(test_zero_byte),
        IN_SCRATCH(test_too_many_rows), IN_SCRATCH(test_too_few_rows), IN_SCRATCH(test_comments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
