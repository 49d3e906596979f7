/**
 * @file test_csv.c
 * @brief RFC 4180 and the deviations of the Adult files; places in messages; categories.
 */
#include "table.h"

#include "datasets/readers/parts/csv.h"
#include "datasets/readers/parts/encode.h"

static const lf_csv_format plain = {0};

static lf_csv *open_text(void **state, const char *text, const lf_csv_format *format) {
    lf_csv *csv = NULL;
    assert_ok(lf_csv_open(scratch_write(state, "x", text, strlen(text)), format, &csv));
    return csv;
}

/* All fields of all records, joined as "a|b/c|d/", or the first failure. */
static lf_status read_all(void **state, const char *text, const lf_csv_format *format, char *out) {
    const lf_csv_field *field;
    lf_csv *csv = NULL;
    out[0] = '\0';
    lf_status status = lf_csv_open(scratch_write(state, "x", text, strlen(text)), format, &csv);
    while (status == LF_OK) {
        status = lf_csv_next(csv, &field);
        if (status != LF_OK || !field) break;
        for (size_t j = 0; j < lf_csv_columns(csv); j++)
            out = stpcpy(stpcpy(out, field[j].text), j + 1 < lf_csv_columns(csv) ? "|" : "/");
    }
    lf_csv_close(csv);
    return status;
}

static void test_records(void **state) {
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"a,b\n1,2\n3,4\n", "1|2/3|4/"},
        {"a,b\r\n1,2\r\n3,4", "1|2/3|4/"},                /* CR LF; no end of the last line */
        {"a,b\n\"1,5\",\"x\"\"y\"\n", "1,5|x\"y/"},       /* separator and quote inside */
        {"a,b\n\"one\ntwo\",2\n", "one\ntwo|2/"},         /* line end inside */
        {"a,b\r\n\"one\r\ntwo\",2\r\n", "one\r\ntwo|2/"}, /* CR LF inside stays */
        {"a,b\n,\n\"\",\n", "|/|/"},                      /* empty fields */
        {"a,b\n\n1,2\n\n", "1|2/"},                       /* empty lines */
        {"a\nx\n\ny\n", "x//y/"},                         /* of one column they are records */
        {"\xEF\xBB\xBF"
         "a,b\n1,2\n",
         "1|2/"},                          /* byte-order mark */
        {"a,b\n 1, 2 \n", " 1| 2 /"},      /* blanks belong to a field */
        {"\"a\",\"b\nc\"\n1,2\n", "1|2/"}, /* quoted header over two lines */
        {"a,b\n", ""},
    };
    char out[256];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_ok(read_all(state, cases[i].text, &plain, out));
        assert_string_equal(out, cases[i].want);
    }
}

static void test_adult_style(void **state) {
    static const char *const names[] = {"age", "work"};
    const lf_csv_format format = {
        .blank_after = true, .comment = '|', .missing = "?", .names = names, .columns = 2};
    lf_csv *csv = open_text(state, "|1x3 Cross\n39, ?\n50, \"?\"\n\n", &format);
    const lf_csv_field *field;
    lf_status first = lf_csv_next(csv, &field);
    int missing = field && field[1].missing && !field[0].missing && field[1].column == 5;
    lf_status second = lf_csv_next(csv, &field);
    int quoted = field && !field[1].missing && field[1].line == 3;
    lf_status third = lf_csv_next(csv, &field);
    int ended = field == NULL;
    lf_csv_close(csv);
    assert_true(first == LF_OK && second == LF_OK && third == LF_OK);
    assert_true(missing && quoted && ended);
}

static void test_malformed(void **state) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "x:1:1: the file is empty"},
        {"a,b\n1,\"2\n3,4\n", "x:2:3: the quote opened here is never closed"},
        {"a,b\n1,\"", "x:2:3: the quote opened here is never closed"},
        {"a,b\n1,2,3\n", "x:2:1: found 3 fields, expected 2"},
        {"a,b\n1,2\n3\n", "x:3:1: found 1 fields, expected 2"},
        {"a,b\n\"x\ny\",2\n\"z\"\n", "x:4:1: found 1 fields"}, /* lines, not records, are counted */
        {"a,b\n\"\"\n", "x:2:1: found 1 fields, expected 2"},  /* quoted, so no empty line */
        {"a,b\n\"1\"x,2\n", "x:2:4: found text after a closing quote"},
        {"a,b\n1\"2,3\n", "x:2:2: found a quote inside an unquoted field"},
    };
    char out[256];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(read_all(state, cases[i].text, &plain, out), LF_BAD_INPUT);
        assert_message(cases[i].message);
        assert_null(strchr(lf_message(), '\n'));
    }
}

static void test_columns(void **state) {
    lf_csv *csv = open_text(state, "age,priors_count,sex,priors_count\n1,2,3,4\n", &plain);
    size_t column = 9;
    lf_status found = lf_csv_column(csv, "priors_count", &column);
    lf_status missing = lf_csv_column(csv, "prior_count", &column);
    int near =
        strstr(lf_message(), "no column \"prior_count\"; the nearest is \"priors_count\"") != NULL;
    lf_status far = lf_csv_column(csv, "two_year_recid", &column);
    int counted = strstr(lf_message(), "no column \"two_year_recid\" among the 4") != NULL;
    lf_csv_close(csv);
    assert_int_equal(found, LF_OK);
    assert_int_equal(column, 1); /* of equal names the first */
    assert_true(missing == LF_BAD_INPUT && near && far == LF_BAD_INPUT && counted);
}

static void test_fields(void **state) {
    static const char *const colour[] = {"red", "green"};
    static const lf_categories list = LF_CATEGORIES("colour", colour);
    lf_csv *csv = open_text(state, "n,colour\n1.5,green\nx,gren\n", &plain);
    const lf_csv_field *field;
    double value = 0;
    size_t code = 9;
    assert_ok(lf_csv_next(csv, &field));
    assert_ok(lf_csv_number(csv, &field[0], &value));
    assert_near(value, 1.5, 0);
    assert_ok(lf_encode_code(csv, &field[1], &list, &code));
    assert_int_equal(code, 1);
    assert_ok(lf_csv_next(csv, &field));
    assert_int_equal(lf_csv_number(csv, &field[0], &value), LF_BAD_INPUT);
    assert_message("x:3:1: found \"x\" in column \"n\", expected a finite number");
    assert_int_equal(lf_encode_code(csv, &field[1], &list, &code), LF_BAD_INPUT);
    assert_message("x:3:3: found \"gren\" in column \"colour\", expected a known category; the "
                   "nearest is \"green\"");
    lf_csv_close(csv);
}

static void test_one_hot(void **state) {
    static const char *const colour[] = {"red", "green"};
    static const char *const names[] = {"colour", "n"};
    static const lf_categories list = LF_CATEGORIES("colour", colour), number = {.name = "n"};
    const lf_csv_format format = {.missing = "?", .names = names, .columns = 2};
    lf_dataset entry;
    lf_builder *builder = table_builder(&entry, 2, 3);
    lf_csv *csv = open_text(state, "green,1\n?,1\n", &format);
    const lf_csv_field *field;
    uint32_t next = 0;
    lf_data *d;
    assert_ok(lf_encode_names(&list, builder, &next));
    assert_ok(lf_encode_names(&number, builder, &next));
    for (int i = 0; i < 2; i++) {
        assert_ok(lf_csv_next(csv, &field));
        assert_ok(lf_encode_block(csv, &field[0], &list, 0, builder));
        assert_ok(lf_builder_row(builder, 1));
    }
    assert_ok(lf_builder_finish(builder, "id", &d));
    assert_int_equal(next, 3);
    assert_string_equal(d->feature[1], "colour=green");
    assert_string_equal(d->feature[2], "n");
    assert_int_equal(d->row_start[1], 1);
    assert_int_equal(d->column[0], 1);
    assert_int_equal(d->row_start[2], 1); /* missing: nothing is set */
    lf_data_close(d);
    lf_csv_close(csv);
    lf_builder_free(builder);
}

/* 1,000,000 fields are a record, one more is not. */
static void test_too_many_fields(void **state) {
    enum { COMMAS = 1000000 };
    char *text = malloc(COMMAS + 1);
    memset(text, ',', COMMAS);
    text[COMMAS] = '\n';
    lf_csv *csv;
    const char *path = scratch_write(state, "x", text + 1, COMMAS);
    assert_ok(lf_csv_open(path, &plain, &csv));
    assert_int_equal(lf_csv_columns(csv), COMMAS);
    lf_csv_close(csv);
    path = scratch_write(state, "x", text, COMMAS + 1);
    assert_int_equal(lf_csv_open(path, &plain, &csv), LF_BAD_INPUT);
    assert_message("x:1:1000001: a record of more than 1,000,000 fields");
    free(text);
}

/* The copy that a record with quotes takes moves as it grows: by 100,000 bytes several times. */
static void test_long_quoted(void **state) {
    enum { LONG = 100000 };
    static const lf_csv_format format = {.missing = "NA"};
    char *text = malloc(LONG + 100), *quoted = malloc(LONG + 1);
    memset(quoted, 'q', LONG);
    quoted[LONG] = '\0';
    sprintf(text, "a,b,c,d\nNA,first,\"%s\n\",last\n", quoted);
    lf_csv *csv = open_text(state, text, &format);
    const lf_csv_field *field;
    assert_ok(lf_csv_next(csv, &field));
    assert_non_null(field);
    assert_string_equal(field[0].text, "NA");
    assert_string_equal(field[1].text, "first");
    assert_int_equal(strlen(field[2].text), LONG + 1);
    assert_memory_equal(field[2].text, quoted, LONG);
    assert_string_equal(field[3].text, "last");
    for (size_t j = 0; j < 4; j++) {
        assert_int_equal(field[j].missing, j == 0);
        assert_int_equal(field[j].line, j < 3 ? 2 : 3);
    }
    lf_csv_close(csv);
    free(quoted);
    free(text);
}

/* text <- three records of `width` letters, the second with a quoted field; a field of it is empty.
 */
static void write_wide(char *text, size_t width, const char *ending) {
    char wide[200] = "";
    memset(wide, 'w', width);
    sprintf(text, "a,b,c,d%s%s, x,,z%s\"%s\", x,,z%s%s, x,,z", ending, wide, ending, wide, ending,
            wide);
}

/* A record with a quote is read a byte at a time, one without it in blocks: the same fields come of
 * both, wherever in a block a separator or the end of the line falls, at places two columns apart.
 */
static void check_wide(void **state, const char *text, const lf_csv_format *format) {
    lf_csv *csv = open_text(state, text, format);
    const size_t columns = lf_csv_columns(csv);
    char joined[3][256];
    size_t column[3][4];
    const lf_csv_field *field;
    assert_int_equal(columns, 4);
    for (size_t i = 0; i < 3; i++) {
        char *out = joined[i];
        assert_ok(lf_csv_next(csv, &field));
        assert_non_null(field);
        for (size_t j = 0; j < columns; j++) {
            out = stpcpy(stpcpy(out, field[j].text), "|");
            column[i][j] = field[j].column;
            assert_int_equal(field[j].line, i + 2);
            assert_int_equal(field[j].missing, j == 2);
        }
    }
    assert_ok(lf_csv_next(csv, &field));
    assert_null(field);
    lf_csv_close(csv);
    assert_string_equal(joined[0], joined[1]);
    assert_string_equal(joined[0], joined[2]);
    for (size_t j = 0; j < columns; j++)
        assert_int_equal(column[0][j] + (j > 0 ? 2 : 0), column[1][j]);
}

static void test_widths(void **state) {
    static const lf_csv_format formats[] = {{.missing = ""}, {.blank_after = true, .missing = ""}};
    char text[1024];
    for (size_t width = 1; width < 140; width++) {
        for (size_t k = 0; k < 4; k++) {
            write_wide(text, width, k & 1 ? "\r\n" : "\n");
            check_wide(state, text, &formats[k >> 1]);
        }
    }
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(test_records),         IN_SCRATCH(test_adult_style),
        IN_SCRATCH(test_malformed),       IN_SCRATCH(test_columns),
        IN_SCRATCH(test_fields),          IN_SCRATCH(test_one_hot),
        IN_SCRATCH(test_too_many_fields), IN_SCRATCH(test_widths),
        IN_SCRATCH(test_long_quoted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
