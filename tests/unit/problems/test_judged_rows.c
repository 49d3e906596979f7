/* Which rows metrics look at: shares of classes, and that they depend on the seed alone. */
#include "near.h"
#include "problems/auc/parts/judged_rows.h"

enum { ROWS = 300, TRAIN = 200 };

static uint32_t row[ROWS];
static double sign[ROWS];
static lf_two_classes classes;

/* The first 200 rows train, every tenth is negative; then 100 test, every second one. */
static int fill(void **state) {
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        row[i] = (uint32_t)i;
        sign[i] = i % (i < TRAIN ? 10 : 2) == 0 ? -1 : 1;
    }
    classes.sign = sign;
    classes.n[LF_PART_TRAIN] = TRAIN;
    classes.row[LF_PART_TRAIN] = row;
    classes.n[LF_PART_TEST] = ROWS - TRAIN;
    classes.row[LF_PART_TEST] = row + TRAIN;
    classes.row[LF_PART_VALIDATION] = row + ROWS;
    return 0;
}

/* In increasing order, of the part; how many are negative. */
static size_t negatives(const lf_judged_rows *rows, lf_class_part part) {
    const uint32_t *of = rows->row[part], *all = classes.row[part];
    size_t found = 0;
    for (size_t i = 0; i < rows->n[part]; i++) {
        assert_true(of[i] >= all[0] && of[i] <= all[classes.n[part] - 1]);
        if (i > 0) assert_true(of[i] > of[i - 1]);
        found += sign[of[i]] < 0;
    }
    return found;
}

static void test_shares(void **state) {
    (void)state;
    const size_t most[LF_CLASS_PARTS] = {[LF_PART_TRAIN] = 40, [LF_PART_TEST] = 30};
    lf_judged_rows rows;
    assert_ok(lf_judged_rows_pick(&classes, most, 1, &rows));
    assert_int_equal(rows.n[LF_PART_TRAIN], 40);
    assert_int_equal(negatives(&rows, LF_PART_TRAIN), 4);
    assert_int_equal(rows.n[LF_PART_TEST], 30);
    assert_int_equal(negatives(&rows, LF_PART_TEST), 15);
    assert_int_equal(rows.n[LF_PART_VALIDATION], 0);
    lf_judged_rows_free(&rows);
}

/* Few rows: still one of each class. */
static void test_rare_class(void **state) {
    (void)state;
    const size_t most[LF_CLASS_PARTS] = {[LF_PART_TRAIN] = 5};
    lf_judged_rows rows;
    assert_ok(lf_judged_rows_pick(&classes, most, 1, &rows));
    assert_int_equal(negatives(&rows, LF_PART_TRAIN), 1);
    assert_int_equal(rows.n[LF_PART_TRAIN], 5);
    lf_judged_rows_free(&rows);
}

static void test_all(void **state) {
    (void)state;
    const size_t most[LF_CLASS_PARTS] = {[LF_PART_TEST] = ROWS};
    lf_judged_rows rows;
    assert_ok(lf_judged_rows_pick(&classes, most, 1, &rows));
    for (size_t k = 0; k < LF_CLASS_PARTS; k++) {
        assert_int_equal(rows.n[k], classes.n[k]);
        assert_ptr_equal(rows.row[k], classes.row[k]);
    }
    lf_judged_rows_free(&rows);
}

/* The same seed, the same rows; another one, others. */
static void test_seed(void **state) {
    (void)state;
    const size_t most[LF_CLASS_PARTS] = {[LF_PART_TRAIN] = 40};
    lf_judged_rows rows[3];
    for (size_t k = 0; k < 3; k++)
        assert_ok(lf_judged_rows_pick(&classes, most, k == 2, &rows[k]));
    const size_t bytes = 40 * sizeof(uint32_t);
    assert_memory_equal(rows[0].row[LF_PART_TRAIN], rows[1].row[LF_PART_TRAIN], bytes);
    assert_memory_not_equal(rows[0].row[LF_PART_TRAIN], rows[2].row[LF_PART_TRAIN], bytes);
    for (size_t k = 0; k < 3; k++)
        lf_judged_rows_free(&rows[k]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_rare_class),
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_seed),
    };
    return cmocka_run_group_tests_name("judged_rows", tests, fill, NULL);
}
