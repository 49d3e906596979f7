/* The joint test against p-values counted by hand. */
#include "harness/statistics/joint_test.h"
#include "near.h"

/* With a floor that dwarfs every standard error the statistic orders like the mean. */
static const double flat = 1e6;

static lf_joint_data paired(size_t n, size_t hypotheses, const double *x) {
    return (lf_joint_data){true, n, 0, hypotheses, x, flat};
}

static double one(const lf_joint_data *data, int direction) {
    double p = NAN;
    assert_ok(lf_joint_test(data, direction, &p));
    return p;
}

/* Sums of +-1 +-2 +-3: 6 4 2 0 0 -2 -4 -6. */
static void test_signs(void **state) {
    (void)state;
    const double all[] = {1, 2, 3}, most[] = {-1, 2, 3}, zero[] = {0, 0, 0}, some[] = {0, 2, 3};
    lf_joint_data data = paired(3, 1, all);
    assert_near(one(&data, 1), 1 / 8.0, 0);
    assert_near(one(&data, -1), 1, 0);
    data = paired(3, 1, most); /* 6 and 4 are at least 4; all but 6 are at most 4 */
    assert_near(one(&data, 1), 2 / 8.0, 0);
    assert_near(one(&data, -1), 7 / 8.0, 0);
    data = paired(3, 1, zero);
    assert_near(one(&data, 1), 1, 0);
    data = paired(3, 1, some); /* a zero's sign makes no difference: 2 of 8 are 5 */
    assert_near(one(&data, 1), 2 / 8.0, 0);
}

/* Sums of two out of 1 2 3 4: 3 4 5 5 6 7. */
static void test_labels(void **state) {
    (void)state;
    const double apart[] = {1, 2, 3, 4}, mixed[] = {1, 3, 2, 4}, tied[] = {1, 1, 1, 1};
    lf_joint_data data = {false, 2, 2, 1, apart, flat};
    assert_near(one(&data, 1), 1 / 6.0, 1e-15);
    assert_near(one(&data, -1), 1, 0);
    data.x = mixed; /* 4 + 2 = 6: 6 and 7 are at least that */
    assert_near(one(&data, 1), 2 / 6.0, 1e-15);
    assert_near(one(&data, -1), 5 / 6.0, 1e-15);
    data.x = tied;
    assert_near(one(&data, 1), 1, 0);
}

/* One against three: each of four is equally likely to be the one. */
static void test_unequal(void **state) {
    (void)state;
    const double x[] = {5, 6, 7, 9};
    const lf_joint_data data = {false, 3, 1, 1, x, flat};
    assert_near(one(&data, 1), 1 / 4.0, 1e-15);
    assert_near(lf_joint_smallest(3, 1), 1 / 4.0, 1e-15);
}

/*
 * The first hypothesis is the largest in 1 of 8 flips. The second (sums of +-3 +-1 +-2, observed 4)
 * is then on its own: 6 and 4, 2 of 8. Without the step down it would have to beat the first one
 * too, whose sums 60 40 20 0 0 -20 ... are above 4 in 3 of 8 flips, and 6 and 4 in more.
 */
static void test_step_down(void **state) {
    (void)state;
    const double x[] = {3, -1, 2, 10, 20, 30};
    double p[2];
    const lf_joint_data data = paired(3, 2, x);
    assert_ok(lf_joint_test(&data, 1, p));
    assert_near(p[1], 1 / 8.0, 0);
    assert_near(p[0], 2 / 8.0, 0);
}

/* Adjusted p-values never fall: the smaller statistic is not more significant. */
static void test_monotone(void **state) {
    (void)state;
    const double x[] = {4, 4, -1, 1, 1, 1}; /* second is all one sign, yet smaller */
    double p[2];
    const lf_joint_data data = paired(3, 2, x);
    assert_ok(lf_joint_test(&data, 1, p));
    assert_near(p[0], 2 / 8.0, 0); /* 4 + 4 - 1 and 4 + 4 + 1 */
    assert_near(p[1], 2 / 8.0, 0); /* 1 / 8 alone */
}

/* The standard error counts: a steady small difference beats a larger unsteady one. */
static void test_studentised(void **state) {
    (void)state;
    const double x[] = {1, 1.1, 0.9, 1, 9, -6, 8, -4};
    double p[2];
    lf_joint_data data = paired(4, 2, x);
    data.floor = 0.01;
    assert_ok(lf_joint_test(&data, 1, p));
    assert_near(p[0], 1 / 16.0, 0);
    assert_true(p[1] > 0.3);
}

/* 2^40 flips and C(40, 20) splits are drawn, not enumerated; the observed one is counted in. */
static void test_drawn(void **state) {
    (void)state;
    double x[40];
    for (size_t i = 0; i < 40; i++)
        x[i] = 1 + (double)i;
    lf_joint_data data = paired(40, 1, x);
    assert_near(one(&data, 1), 1e-4, 1e-15);
    assert_near(one(&data, -1), 1, 0);
    data = (lf_joint_data){false, 20, 20, 1, x, flat};
    assert_near(one(&data, 1), 1e-4, 1e-15);
    for (size_t i = 0; i < 40; i++)
        x[i] = (double)(i % 2);
    const double p = one(&data, 1); /* nothing between the samples: P(H >= 10) of 20 out of 40 */
    assert_near(p, 0.6234, 0.02);
}

static void test_smallest(void **state) {
    (void)state;
    assert_near(lf_joint_smallest(5, 0), 1 / 32.0, 0);
    assert_near(lf_joint_smallest(5, 5), 1 / 252.0, 1e-15);
    assert_near(lf_joint_smallest(3, 3), 1 / 20.0, 1e-15);
}

static void test_refused(void **state) {
    (void)state;
    const double x[] = {1, 2};
    double p;
    lf_joint_data data = {true, 0, 0, 1, x, 1};
    assert_int_equal(lf_joint_test(&data, 1, &p), LF_BAD_ARGUMENT);
    data = (lf_joint_data){false, 2, 0, 1, x, 1};
    assert_int_equal(lf_joint_test(&data, 1, &p), LF_BAD_ARGUMENT);
    data = (lf_joint_data){true, 2, 0, 1, x, 0};
    assert_int_equal(lf_joint_test(&data, 1, &p), LF_BAD_ARGUMENT);
    data.hypotheses = 0; /* nothing to decide is no mistake */
    assert_ok(lf_joint_test(&data, 1, &p));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signs),    cmocka_unit_test(test_labels),
        cmocka_unit_test(test_unequal),  cmocka_unit_test(test_step_down),
        cmocka_unit_test(test_monotone), cmocka_unit_test(test_studentised),
        cmocka_unit_test(test_drawn),    cmocka_unit_test(test_smallest),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
