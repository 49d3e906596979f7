/* Step sizes of bilevel methods: every plan by hand; STORM's recursion on vectors. */
#include "algorithms/bilevel/parts/two_scale.h"

#include <math.h>

#include "algorithms/bilevel/parts/storm.h"
#include "near.h"

static const lf_exponents printed = {0.5, 1}, native = {0.6, 0.4};

static lf_two_steps at(lf_two_scale_params p, size_t t) {
    lf_two_scale s;
    assert_ok(lf_two_scale_init(&s, &p, printed, native));
    return lf_two_scale_at(&s, t);
}

static void test_plans(void **unused) {
    (void)unused;
    lf_two_scale_params p = {.gamma = 3, .tau = 5, .c0 = 96};
    lf_two_steps now = at(p, 4); /* t + c0 = 100 */
    assert_near(now.eta, 0.1, 1e-16);
    assert_near(now.x, 0.3, 1e-15);
    assert_near(now.y, 0.05, 1e-16);
    p.sched = LF_SCHED_SWAPPED; /* gamma sqrt(c0) / (t + c0), tau sqrt(c0 / (t + c0)) */
    now = at(p, 4);
    assert_near(now.eta, sqrt(96) / 100, 1e-16);
    assert_near(now.x, 3 * sqrt(96) / 100, 1e-15);
    assert_near(now.y, 5 * sqrt(0.96), 1e-14);
    p.sched = LF_SCHED_NATIVE;
    now = at(p, 4);
    assert_near(now.x, 3 * pow(100, -0.6), 1e-15);
    assert_near(now.y, 5 * pow(100, -0.4), 1e-15);
    p.sched = LF_SCHED_CONSTANT;
    now = at(p, 4);
    assert_near(now.eta, 1, 0);
    assert_near(now.x, 3, 0);
    assert_near(now.y, 5, 0);
}

/* The first y step is what was asked for, whatever tau; later ones shrink as planned. */
static void test_first_y(void **unused) {
    (void)unused;
    for (int sched = LF_SCHED_PRINTED; sched <= LF_SCHED_CONSTANT; sched++) {
        const lf_two_scale_params p = {
            .gamma = 3, .tau = 5, .c0 = 7, .first_y = 0.4, .sched = sched};
        assert_near(at(p, 1).y, 0.4, 1e-15);
        const double shrunk = at(p, 8).y / at(p, 1).y;
        const double power[] = {1, 0.5, 0.4, 0}; /* t + c0 goes from 8 to 15 */
        assert_near(shrunk, pow(8. / 15, power[sched]), 1e-15);
    }
}

static void test_refusal(void **unused) {
    (void)unused;
    lf_two_scale s;
    const lf_two_scale_params p = {.gamma = 1, .tau = 1, .sched = LF_SCHED_SWAPPED};
    assert_int_equal(lf_two_scale_init(&s, &p, printed, native), LF_BAD_ARGUMENT);
}

static void test_storm(void **unused) {
    (void)unused;
    const double old[2] = {1, -2}, new[2] = {3, 4};
    double s[2] = {5, 6};
    lf_storm_track(2, 0.25, 2, old, new, s); /* 3/4 (5 - 2) + 6, 3/4 (6 + 4) + 8 */
    assert_near(s[0], 8.25, 0);
    assert_near(s[1], 15.5, 0);
    lf_storm_track(2, 1, 1, old, new, s); /* nothing is left of what was there */
    assert_near(s[0], 3, 0);
    assert_near(s[1], 4, 0);
    lf_storm_cap(2, 0, s);
    lf_storm_cap(2, 5, s);
    assert_near(s[0], 3, 0);
    lf_storm_cap(2, 2.5, s);
    assert_near(s[0], 1.5, 0);
    assert_near(s[1], 2, 0);
    assert_near(lf_storm_weight(3, 0.25), 0.75, 0);
    assert_near(lf_storm_weight(3, 0.5), 1, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plans),
        cmocka_unit_test(test_first_y),
        cmocka_unit_test(test_refusal),
        cmocka_unit_test(test_storm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
