/* Plans of the step size: where they jump, and what they refuse. */
#include "algorithms/common/step_plan.h"

#include <string.h>

#include "near.h"

static void test_constant(void **unused) {
    (void)unused;
    const lf_step_plan s = {LF_STEP_PLAN_CONSTANT, .factor = 0.5, .every = 1};
    assert_ok(lf_step_plan_check(&s));
    assert_near(lf_step_plan_factor(&s, 0), 1, 0);
    assert_near(lf_step_plan_factor(&s, 1000000), 1, 0);
}

static void test_step(void **unused) {
    (void)unused;
    const lf_step_plan s = {LF_STEP_PLAN_STEP, .factor = 0.3, .every = 4};
    const double want[] = {1, 1, 1, 1, 0.3, 0.3, 0.3, 0.3, 0.09};
    assert_ok(lf_step_plan_check(&s));
    for (size_t t = 0; t < 9; t++)
        assert_near(lf_step_plan_factor(&s, t), want[t], 1e-16);
}

static void test_milestones(void **unused) {
    (void)unused;
    const lf_step_plan s = {LF_STEP_PLAN_MILESTONES, .factor = 0.1, .horizon = 8};
    const double want[] = {1, 1, 1, 1, 0.1, 0.1, 0.01, 0.01, 0.01, 0.01};
    assert_ok(lf_step_plan_check(&s));
    for (size_t t = 0; t < 10; t++)
        assert_near(lf_step_plan_factor(&s, t), want[t], 1e-16);
}

static void test_linear(void **unused) {
    (void)unused;
    const lf_step_plan warm = {LF_STEP_PLAN_LINEAR, .horizon = 7, .warmup = 3};
    const double want[] = {0.25, 0.5, 0.75, 1, 0.75, 0.5, 0.25, 0, 0};
    assert_ok(lf_step_plan_check(&warm));
    for (size_t t = 0; t < 9; t++)
        assert_near(lf_step_plan_factor(&warm, t), want[t], 1e-16);
    const lf_step_plan cold = {LF_STEP_PLAN_LINEAR, .horizon = 4};
    for (size_t t = 0; t < 6; t++)
        assert_near(lf_step_plan_factor(&cold, t), t < 4 ? 1 - (double)t / 4 : 0, 1e-16);
}

static void test_needs_a_horizon(void **unused) {
    (void)unused;
    const lf_step_plan endless[] = {{LF_STEP_PLAN_MILESTONES}, {LF_STEP_PLAN_LINEAR}};
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(lf_step_plan_check(&endless[i]), LF_BAD_ARGUMENT);
        assert_non_null(strstr(lf_message(), "horizon"));
    }
    const lf_step_plan all_warm = {LF_STEP_PLAN_LINEAR, .horizon = 5, .warmup = 5};
    assert_int_equal(lf_step_plan_check(&all_warm), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "warmup = 5"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constant),        cmocka_unit_test(test_step),
        cmocka_unit_test(test_milestones),      cmocka_unit_test(test_linear),
        cmocka_unit_test(test_needs_a_horizon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
