/* Outer functions that add up, and slopes along a direction. */
#include <string.h>

#include "composed.h"
#include "quadratic_levels.h"

/* Of an inner component the functions add up; of a constraint the largest is meant. */
static void test_inner_functions_add_up(void **state) {
    (void)state;
    lf_oracle *o = composed_open(&composed, "1e6");
    const double z[] = {1, 0.25, 2};
    double y[3];
    assert_near(lf_oracle_outer_value(o, LF_ROLE_INNER, 0, z), 2 + 1.75, 1e-15);
    assert_near(lf_oracle_outer_value(o, LF_ROLE_CONSTRAINT, 0, z), 2, 1e-15);
    lf_oracle_outer_subgradient(o, LF_ROLE_INNER, 0, z, y);
    const double both[] = {4, -1, 1}, first[] = {4, 0, 0};
    for (size_t j = 0; j < 3; j++)
        assert_near(y[j], both[j], 0);
    lf_oracle_outer_subgradient(o, LF_ROLE_CONSTRAINT, 0, z, y);
    for (size_t j = 0; j < 3; j++)
        assert_near(y[j], first[j], 0);
    assert_int_equal(composed_count(o, LF_COUNTER_OUTER), 4);
}

/* Levels have none: the slope is 0. */
static void test_none(void **state) {
    (void)state;
    lf_oracle *o = quadratic_open("", 1, "1e12")->oracle;
    const double z[2] = {1, 2};
    double y[2] = {7, 7};
    assert_true(isnan(lf_oracle_outer_value(o, LF_ROLE_LOWER, 0, z)));
    lf_oracle_outer_subgradient(o, LF_ROLE_LOWER, 0, z, y);
    assert_true(y[0] == 0 && y[1] == 0);
}

/* Nothing is counted or told while no step is made, as when a point is handed over. */
static void test_closed(void **state) {
    (void)state;
    lf_oracle *o = composed_open(&composed, "1e6");
    const double z[] = {1, 0.25, 2};
    double u[3];
    lf_oracle_close(o);
    assert_true(isnan(lf_oracle_uniform(o)));
    assert_true(isnan(lf_oracle_outer_value(o, LF_ROLE_INNER, 0, z)));
    assert_int_equal(lf_oracle_outer_prox(o, LF_ROLE_INNER, 0, 0.1, z, u), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "makes no step"));
    assert_int_equal(composed_count(o, LF_COUNTER_OUTER), 0);
}

static void test_prox_of_a_sum(void **state) {
    (void)state;
    lf_oracle *o = composed_open(&composed, "1e6");
    const double z[] = {1, 0.25, 2}, lambda = 0.1;
    double u[3], v[3], y[3], value, one[2], slope[3];
    assert_ok(lf_oracle_outer_prox(o, LF_ROLE_INNER, 0, lambda, z, u));
    assert_ok(lf_oracle_outer_envelope(o, LF_ROLE_INNER, 0, lambda, z, &value, y));
    assert_ok(lf_outer_prox(&composed_terms[0], lambda, z, v));
    assert_ok(lf_outer_prox(&composed_terms[1], lambda, z + 1, v + 1));
    assert_ok(lf_outer_envelope(&composed_terms[0], lambda, z, &one[0], slope));
    assert_ok(lf_outer_envelope(&composed_terms[1], lambda, z + 1, &one[1], slope + 1));
    assert_memory_equal(u, v, sizeof u);
    assert_memory_equal(y, slope, sizeof y);
    assert_near(value, one[0] + one[1], 0);
    /* 4 [1 - 1/2 - 0.2] + 0.1 * 16 - 0.8, and 1.75 - 0.1 */
    assert_near(value, 1.2 + 1.65, 1e-14);
    assert_int_equal(lf_oracle_outer_prox(o, LF_ROLE_CONSTRAINT, 0, lambda, z, u), LF_UNSUPPORTED);
    assert_int_equal(lf_oracle_outer_envelope(o, LF_ROLE_CONSTRAINT, 0, lambda, z, &value, y),
                     LF_UNSUPPORTED);
    assert_int_equal(lf_oracle_outer_prox(o, LF_ROLE_INNER, COMPOSED_INNER, lambda, z, u),
                     LF_BAD_ARGUMENT);
}

/* The plug-in subgradient of a sum: grad f(g) = Dg^T y. A linear sum needs no value. */
static void test_subgradient_of_a_sum(void **state) {
    (void)state;
    lf_oracle *o = composed_open(&composed, "1e6");
    lf_batch batch;
    double grad[COMPOSED_DIM] = {0, 0};
    assert_ok(lf_oracle_full(o, LF_ROLE_INNER, 0, &batch));
    /* z = (1.25, -0.75, -0.25): y = (4, -1, 1), and the mean of the ids is 2.5 */
    assert_ok(lf_oracle_subgradient(o, &batch, composed_point, grad));
    assert_near(grad[0], 2.5 * 4 + 1, 1e-14);
    assert_near(grad[1], -1 + 1, 1e-14);
    assert_int_equal(composed_calls, 2);
    assert_ok(lf_oracle_full(o, LF_ROLE_INNER, 1, &batch));
    grad[0] = grad[1] = 0;
    assert_ok(lf_oracle_subgradient(o, &batch, composed_point, grad));
    assert_near(grad[0], 2.5 * 2 + 3, 1e-14);
    assert_near(grad[1], 6, 1e-14);
    assert_int_equal(composed_calls, 3);
}

/* One by one they are the same in every role. */
static void test_each_alone(void **state) {
    (void)state;
    lf_oracle *o = composed_open(&composed, "1e6");
    const lf_role roles[] = {LF_ROLE_INNER, LF_ROLE_CONSTRAINT};
    const double z[] = {1, 0.25, 2};
    for (size_t i = 0; i < 2; i++) {
        double value[2], y[3] = {7, 7, 7};
        lf_oracle_outer_each(o, roles[i], 0, z, value);
        assert_near(value[0], 2, 1e-15);
        assert_near(value[1], 1.75, 0);
        lf_oracle_outer_each_subgradient(o, roles[i], 0, 1, z, y);
        assert_near(y[0], 0, 0);
        assert_near(y[1], -1, 0);
        assert_near(y[2], 1, 0);
        lf_oracle_outer_each_subgradient(o, roles[i], 0, 0, z, y);
        assert_near(y[0], 4, 0);
        assert_near(y[1], 0, 0);
        assert_near(y[2], 0, 0);
    }
    assert_int_equal(composed_count(o, LF_COUNTER_OUTER), 2 * 3);
}

/* <y, Dg v> = <Dg^T y, v> on the same ticket; charged a sample each, one by one for every
 * component. */
static void test_jvp(void **state) {
    (void)state;
    lf_oracle *o = composed_open(&composed, "19:jvp.inner");
    const double v[COMPOSED_DIM] = {0.3, -2}, y[2 * 3] = {1, -2, 0.5, 3, 0.25, -1};
    for (int every = 0; every < 2; every++) {
        const size_t p = every ? 2 * 3 : 3;
        lf_batch batch;
        double jv[2 * 3], grad[COMPOSED_DIM] = {0, 0}, left = 0;
        assert_ok(lf_oracle_draw(o, LF_ROLE_INNER, every ? LF_EVERY : 1, 5, &batch));
        composed_calls = 0;
        assert_ok(lf_oracle_jvp(o, &batch, composed_point, v, jv));
        assert_int_equal(composed_calls, every ? COMPOSED_INNER : 1);
        assert_ok(lf_oracle_vjp(o, &batch, composed_point, y, grad));
        for (size_t j = 0; j < p; j++)
            left += y[j] * jv[j];
        assert_near(left, grad[0] * v[0] + grad[1] * v[1], 1e-13);
    }
    assert_int_equal(composed_count(o, LF_COUNTER_EVALUATION(LF_EVALUATION_JVP, LF_ROLE_INNER)),
                     5 + 10);
    lf_batch known, last;
    double jv[3];
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 1, 5, &known));
    assert_ok(lf_oracle_jvp(o, &known, composed_point, v, jv));
    assert_near(jv[0], v[1], 0);
    assert_ok(lf_oracle_draw(o, LF_ROLE_INNER, 0, 5, &last));
    assert_int_equal(lf_oracle_jvp(o, &last, composed_point, v, jv), LF_BUDGET_SPENT);
}

/* A problem that cannot tell is named, and nothing is charged. */
static void test_no_jvp(void **state) {
    (void)state;
    static lf_problem_class without;
    without = composed;
    without.jvp = NULL;
    lf_oracle *o = composed_open(&without, "1e6");
    const double v[COMPOSED_DIM] = {1, 1};
    double jv[3];
    lf_batch batch;
    assert_ok(lf_oracle_draw(o, LF_ROLE_INNER, 0, 5, &batch));
    assert_int_equal(lf_oracle_jvp(o, &batch, composed_point, v, jv), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "composed"));
    assert_int_equal(composed_count(o, LF_COUNTER_EVALUATION(LF_EVALUATION_JVP, LF_ROLE_INNER)), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_inner_functions_add_up, composed_close),
        trial_test(test_none),
        cmocka_unit_test_teardown(test_closed, composed_close),
        cmocka_unit_test_teardown(test_prox_of_a_sum, composed_close),
        cmocka_unit_test_teardown(test_subgradient_of_a_sum, composed_close),
        cmocka_unit_test_teardown(test_jvp, composed_close),
        cmocka_unit_test_teardown(test_each_alone, composed_close),
        cmocka_unit_test_teardown(test_no_jvp, composed_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
