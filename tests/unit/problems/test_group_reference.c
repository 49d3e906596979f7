/* References are kept under all that decides them, and only under that. */
#include "problems/groups/parts/group_reference.h"

#include "grouped_table.h"
#include "scratch.h"

enum { GROUPS = 3 };
static const size_t start[GROUPS + 1] = {0, 5, 705, 1000};

static void open_groups(grouped_table *t, lf_group_reference *of, const char *identity) {
    grouped_open(t, TABLE_DENSE, 1);
    t->risk.m = GROUPS;
    t->risk.start = start;
    *of = (lf_group_reference){&t->risk, 1.5, identity};
}

/* Other data behind the same identity: only the cache can still give the old answers. */
static void turn_labels(grouped_table *t) {
    for (size_t i = 0; i < GROUPED_ROWS; i++)
        t->label[i] = i % 3 ? 1 : -1;
}

static void test_least_risks_are_kept(void **state) {
    (void)state;
    grouped_table t;
    lf_group_reference of;
    double first[GROUPS], again[GROUPS], other[GROUPS];
    open_groups(&t, &of, "one");
    assert_ok(lf_group_reference_least(&of, 1e-8, first));
    turn_labels(&t);
    assert_ok(lf_group_reference_least(&of, 1e-8, again));
    assert_memory_equal(first, again, sizeof first);
    const lf_group_reference changed[] = {
        {&t.risk, 1.5, "two"}, {&t.risk, 1.4, "one"}, {&t.risk, 1.5, ""}};
    for (size_t k = 0; k < 3; k++) {
        assert_ok(lf_group_reference_least(&changed[k], 1e-8, other));
        assert_true(fabs(other[1] - first[1]) > 1e-3);
    }
    assert_ok(lf_group_reference_least(&of, 1e-7, other)); /* another tolerance */
    assert_true(fabs(other[1] - first[1]) > 1e-3);
    grouped_close(&t);
}

static void test_optimum_is_kept(void **state) {
    (void)state;
    grouped_table t;
    lf_group_reference of;
    const double shift[GROUPS] = {0.1, 0.2, 0.3};
    double first, again, other;
    open_groups(&t, &of, "three");
    assert_ok(lf_group_reference_optimum(&of, NULL, "plain", 1e-8, &first));
    turn_labels(&t);
    assert_ok(lf_group_reference_optimum(&of, NULL, "plain", 1e-8, &again));
    assert_near(again, first, 0);
    assert_ok(lf_group_reference_optimum(&of, shift, "shifted", 1e-8, &other));
    assert_true(fabs(other - first) > 1e-3);
    grouped_close(&t);
}

/* The same shift for all groups moves p* by that shift; the mixture at any q is below p*. */
static void test_shifts(void **state) {
    (void)state;
    grouped_table t;
    lf_group_reference of;
    const double shift[GROUPS] = {0.25, 0.25, 0.25}, q[GROUPS] = {0.2, 0.3, 0.5};
    double plain, shifted, mixture, w[GROUPED_DIM] = {0};
    open_groups(&t, &of, "");
    assert_ok(lf_group_reference_optimum(&of, NULL, "plain", 1e-9, &plain));
    assert_ok(lf_group_reference_optimum(&of, shift, "shifted", 1e-9, &shifted));
    assert_near(shifted, plain - 0.25, 2e-9);
    assert_ok(lf_group_reference_mixture(&of, shift, q, w, 1e-9, &mixture));
    assert_true(mixture <= shifted + 1e-9);
    grouped_close(&t);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_least_risks_are_kept),
        cmocka_unit_test(test_optimum_is_kept),
        cmocka_unit_test(test_shifts),
    };
    return cmocka_run_group_tests_name("group_reference", tests, setup, scratch_teardown);
}
