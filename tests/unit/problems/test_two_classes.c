/* Rows as two classes: signs, thinning and what is nested in what, rows held out, tables. */
#include "datasets/made/draws.h"
#include "fixture_problem.h"
#include "problems/auc/parts/two_classes.h"
#include "scratch.h"

typedef struct {
    lf_two_classes_params rows;
} two_params;
static const lf_param table[] = {LF_TWO_CLASSES_TABLE(two_params, rows), {0}};

static lf_status status_of(const char *assignments, lf_class_rows rows, lf_two_classes *classes,
                           lf_parameters *parameters) {
    assert_ok(lf_parameters_create(table, sizeof(two_params), assignments, "rows", parameters));
    return lf_two_classes_open(classes, parameters->values, rows);
}

static void open_classes(const char *assignments, lf_class_rows rows, lf_two_classes *classes) {
    lf_parameters parameters;
    assert_ok(status_of(assignments, rows, classes, &parameters));
    lf_parameters_free(&parameters);
}

/* Positive and negative rows of a part. */
static void assert_counts(const lf_two_classes *c, lf_class_part part, size_t positives,
                          size_t negatives) {
    size_t found = 0;
    for (size_t i = 0; i < c->n[part]; i++)
        found += c->sign[c->row[part][i]] > 0;
    assert_int_equal(found, positives);
    assert_int_equal(c->n[part] - found, negatives);
    if (part == LF_PART_TRAIN) assert_int_equal(c->positives, positives);
}

/* Every training row of `small` trains in `large` too; rows are in increasing order. */
static void assert_nested(const lf_two_classes *small, const lf_two_classes *large) {
    const lf_part *in = &small->part[LF_PART_TRAIN], *of = &large->part[LF_PART_TRAIN];
    size_t at = 0;
    assert_true(in->n < of->n);
    for (size_t i = 0; i < in->n; i++, at++) {
        while (at < of->n && of->row[at] < in->row[i])
            at++;
        assert_true(at < of->n && of->row[at] == in->row[i]);
    }
}

/* No row is in two parts; together they are the rows of the data that were not dropped. */
static void assert_disjoint(const lf_two_classes *c) {
    uint8_t *seen = calloc(c->task.data->rows, 1);
    for (size_t k = 0; k < LF_CLASS_PARTS; k++)
        for (size_t i = 0; i < c->part[k].n; i++)
            assert_int_equal(seen[c->part[k].row[i]]++, 0);
    free(seen);
}

/* A table with labels -1 and +1: held out after thinning. */
static void test_table(void **state) {
    (void)state;
    lf_data *data;
    size_t n[2] = {0}, rest[2] = {0};
    assert_ok(lf_data_open("two_groups", &data));
    for (size_t i = 0; i < data->rows; i++)
        (i < data->train_rows ? n : rest)[data->label[i] > 0]++;
    lf_data_close(data);
    lf_two_classes all;
    open_classes("validation=0", LF_ROWS_FEATURES, &all);
    assert_counts(&all, LF_PART_TRAIN, n[1], n[0]);
    assert_counts(&all, LF_PART_TEST, rest[1], rest[0]);
    assert_int_equal(all.n[LF_PART_VALIDATION], 0);
    lf_two_classes fifth;
    open_classes("keep=0.2", LF_ROWS_FEATURES, &fifth);
    lf_two_classes tenth;
    open_classes("keep=0.1", LF_ROWS_FEATURES, &tenth);
    const size_t held = n[1] / 10, stay = n[0] / 10;
    assert_counts(&tenth, LF_PART_TRAIN, n[1] - held, stay - stay / 10);
    assert_counts(&tenth, LF_PART_VALIDATION, held, stay / 10);
    assert_counts(&tenth, LF_PART_TEST, rest[1], rest[0]);
    assert_nested(&tenth, &fifth);
    assert_nested(&fifth, &all);
    assert_disjoint(&tenth);
    lf_two_classes other;
    open_classes("keep=0.1,thin_seed=1", LF_ROWS_FEATURES, &other);
    assert_int_equal(other.n[LF_PART_TRAIN], tenth.n[LF_PART_TRAIN]);
    assert_memory_not_equal(other.row[LF_PART_TRAIN], tenth.row[LF_PART_TRAIN],
                            other.n[LF_PART_TRAIN] * sizeof(uint32_t));
    lf_two_classes_close(&all);
    lf_two_classes_close(&fifth);
    lf_two_classes_close(&tenth);
    lf_two_classes_close(&other);
}

/* The rows that train, held out or dropped are those of the whole order, of which no more is made
 * than is needed. */
static void test_order(void **state) {
    enum { NEGATIVE_STREAM = 2 };
    static const char *const keep[] = {"keep=0.3,validation=0", "keep=0.3,validation=0.2",
                                       "validation=0.2"};
    (void)state;
    for (size_t k = 0; k < sizeof keep / sizeof *keep; k++) {
        const double share = k > 0 ? 0.2 : 0;
        lf_two_classes c;
        open_classes(keep[k], LF_ROWS_FEATURES, &c);
        uint32_t *order = malloc(c.task.n_train * sizeof *order);
        uint8_t *part = calloc(c.task.data->rows, 1);
        for (size_t p = 0; p < LF_CLASS_PARTS; p++)
            for (size_t i = 0; i < c.part[p].n; i++)
                part[c.part[p].row[i]] = (uint8_t)(1 + p);
        size_t n = 0;
        for (size_t i = 0; i < c.task.n_train; i++)
            if (c.sign[c.task.train[i]] < 0) order[n++] = c.task.train[i];
        lf_shuffle(0, NEGATIVE_STREAM, n, n, order);
        const size_t stay = k < 2 ? (size_t)floor((double)n * 0.3 + 1e-9) : n;
        for (size_t i = 0; i < n; i++) {
            const double due = (double)(i + 1) * share + 1e-9, was = (double)i * share + 1e-9;
            const uint8_t kept = floor(due) > floor(was) ? 1 + LF_PART_VALIDATION : 1;
            assert_int_equal(part[order[i]], i < stay ? kept : 0);
        }
        free(order);
        free(part);
        lf_two_classes_close(&c);
    }
}

/* Adult, 7,841 positive rows: the larger class is dropped down to shares of the smaller one. */
static void test_ratios(void **state) {
    (void)state;
    need_data("a9a");
    const struct {
        const char *spec;
        size_t negatives;
    } ratio[] = {{"data=a9a,ratio=50,validation=0", 7841},
                 {"data=a9a,ratio=71,validation=0", 3136},
                 {"data=a9a,ratio=83,validation=0", 1568},
                 {"data=a9a,ratio=91,validation=0", 784},
                 {"data=a9a,ratio=95,validation=0", 392}};
    lf_two_classes before;
    open_classes("data=a9a,validation=0", LF_ROWS_FEATURES, &before);
    assert_counts(&before, LF_PART_TRAIN, 7841, 24720);
    for (size_t k = 0; k < sizeof ratio / sizeof *ratio; k++) {
        lf_two_classes c;
        open_classes(ratio[k].spec, LF_ROWS_FEATURES, &c);
        assert_counts(&c, LF_PART_TRAIN, 7841, ratio[k].negatives);
        assert_counts(&c, LF_PART_TEST, 3846, 12435);
        assert_nested(&c, &before);
        lf_two_classes_close(&before);
        before = c;
    }
    lf_two_classes_close(&before);
}

/* Digits 5 to 9 are positive, 29,404 of 60,000; what is held out stays in balance. */
static void test_images(void **state) {
    (void)state;
    need_data("mnist");
    lf_two_classes c;
    open_classes("data=mnist,ratio=91,pool=4", LF_ROWS_FEATURES, &c);
    assert_counts(&c, LF_PART_VALIDATION, 2940, 3059);
    assert_counts(&c, LF_PART_TRAIN, 26464, 2646);
    assert_int_equal(c.table->features, 49);
    for (size_t k = 0; k < LF_CLASS_PARTS; k++)
        for (size_t i = 0; i < c.n[k]; i++) {
            const double label = c.task.data->label[c.part[k].row[i]];
            assert_true(c.sign[c.row[k][i]] == (label >= 5 ? 1 : -1));
        }
    const size_t last = c.n[LF_PART_TEST] - 1;
    const uint8_t *pixel = c.task.data->pixel + 784 * (size_t)c.part[LF_PART_TEST].row[last];
    const double *x = c.table->dense + 49 * (size_t)c.row[LF_PART_TEST][last];
    for (size_t k = 0; k < 49; k++) {
        unsigned sum = 0;
        for (size_t j = 0; j < 16; j++)
            sum += pixel[28 * (4 * (k / 7) + j / 4) + 4 * (k % 7) + j % 4];
        assert_near(x[k], sum / (16 * 255.0), 1e-15);
    }
    lf_two_classes_close(&c);
    lf_two_classes fewer;
    open_classes("data=mnist,keep=0.1,pool=28", LF_ROWS_FEATURES, &fewer);
    assert_counts(&fewer, LF_PART_TRAIN, 26464, 2753);
    lf_two_classes_close(&fewer);
}

/* Which classes of the digits are positive, as bits. */
static unsigned positive_digits(const char *assignments) {
    lf_two_classes c;
    open_classes(assignments, LF_ROWS_FEATURES, &c);
    unsigned positive = 0, negative = 0;
    for (size_t i = 0; i < c.n[LF_PART_TEST]; i++) {
        const unsigned bit = 1u << (unsigned)c.task.data->label[c.part[LF_PART_TEST].row[i]];
        *(c.sign[c.row[LF_PART_TEST][i]] > 0 ? &positive : &negative) |= bit;
    }
    assert_int_equal(positive & negative, 0);
    assert_int_equal(positive | negative, 1023);
    lf_two_classes_close(&c);
    return positive;
}

static void test_random_halves(void **state) {
    (void)state;
    need_data("mnist");
    assert_int_equal(positive_digits("data=mnist,pool=28"), 992); /* 5 to 9 */
    const unsigned first = positive_digits("data=mnist,pool=28,positive=random");
    const unsigned second = positive_digits("data=mnist,pool=28,positive=random,partition_seed=1");
    assert_int_equal(__builtin_popcount(first), 5);
    assert_int_equal(__builtin_popcount(second), 5);
    assert_true(first != second);
}

/* Two classes: which one is positive is a coin's choice. */
static void test_coin(void **state) {
    (void)state;
    size_t turned = 0;
    for (unsigned seed = 0; seed < 8; seed++) {
        char text[64];
        snprintf(text, sizeof text, "positive=random,partition_seed=%u", seed);
        lf_two_classes c;
        open_classes(text, LF_ROWS_FEATURES, &c);
        const double first = c.sign[0] * c.task.data->label[0];
        for (size_t i = 0; i < c.task.data->rows; i++)
            assert_true(c.sign[i] == first * c.task.data->label[i]);
        turned += first < 0;
        lf_two_classes_close(&c);
    }
    assert_in_range(turned, 1, 7);
}

/* Rows of length 1, in the direction of the data's; the data stay as they are. */
static void check_unit(const char *assignments) {
    lf_two_classes c;
    open_classes(assignments, LF_ROWS_UNIT, &c);
    const lf_data *data = c.task.data;
    for (size_t i = 0; i < data->rows; i += 97) {
        double square = 0, from = 0;
        for (size_t j = 0; j < data->features; j++) {
            square += table_entry(c.table, i, j) * table_entry(c.table, i, j);
            from += table_entry(data, i, j) * table_entry(data, i, j);
        }
        if (from > 0) assert_near(square, 1, 1e-14);
        for (size_t j = 0; j < data->features; j++)
            assert_near(table_entry(c.table, i, j) * sqrt(from), table_entry(data, i, j), 1e-13);
    }
    lf_two_classes_close(&c);
}

static void test_unit_rows(void **state) {
    (void)state;
    check_unit("");
}

/* Sparse, and with rows of zeros. */
static void test_unit_rows_of_words(void **state) {
    (void)state;
    need_data("w8a");
    check_unit("data=w8a");
}

static void test_refusals(void **state) {
    (void)state;
    const struct {
        const char *spec, *word;
        lf_status status;
    } bad[] = {{"keep=1e-6", "some; keep more, hold out less, or set split=random", LF_BAD_INPUT},
               {"validation=1e-4",
                "0 validation rows are positive, both classes need some; hold out", LF_BAD_INPUT},
               {"keep=0.5,ratio=83", "set one of them", LF_BAD_ARGUMENT},
               {"data=a9", "a9", LF_NOT_FOUND}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        lf_parameters parameters;
        lf_two_classes c;
        assert_int_equal(status_of(bad[k].spec, LF_ROWS_FEATURES, &c, &parameters), bad[k].status);
        assert_non_null(strstr(lf_message(), bad[k].word));
        lf_two_classes_close(&c);
        lf_parameters_free(&parameters);
    }
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_ratios),
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_random_halves),
        cmocka_unit_test(test_coin),
        cmocka_unit_test(test_unit_rows),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_unit_rows_of_words),
    };
    return cmocka_run_group_tests_name("two_classes", tests, setup, scratch_teardown);
}
