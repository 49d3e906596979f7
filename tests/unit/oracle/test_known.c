/* A component that is known in closed form, among others that are sampled. */
#include "composed.h"

/* A known part can be drawn and asked about like any other, and costs nothing. */
static void test_known_part_is_free(void **state) {
    (void)state;
    lf_oracle *o = composed_open(&composed, "1:samples");
    lf_batch drawn, full;
    const double y = 3;
    double g, grad[COMPOSED_DIM] = {0, 0};
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 1, 5, &drawn));
    assert_ok(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 1, &full));
    assert_memory_equal(&drawn, &full, offsetof(lf_batch, made));
    assert_int_equal(drawn.n, 0);
    assert_ok(lf_oracle_value(o, &drawn, composed_point, &g));
    assert_near(g, composed_point[1], 0);
    assert_ok(lf_oracle_value_vjp(o, &drawn, composed_point, &y, &g, grad));
    assert_ok(lf_oracle_subgradient(o, &drawn, composed_point, grad));
    assert_near(grad[1], 3 + 1, 0);
    assert_near(grad[0], 0, 0);
    for (size_t k = 0; k < LF_COUNTERS; k++)
        assert_int_equal(composed_count(o, k), k == LF_COUNTER_OUTER ? 1 : 0);
    assert_int_equal(lf_oracle_share(o, LF_ROLE_OBJECTIVE, 1, 4), 0);
    lf_batch forged = {.role = LF_ROLE_OBJECTIVE, .draw = LF_DRAW_FULL}; /* of no samples */
    assert_int_equal(lf_oracle_value(o, &forged, composed_point, &g), LF_BAD_ARGUMENT);
    assert_int_equal(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 5, &drawn), LF_BUDGET_SPENT);
    assert_int_equal(lf_oracle_value(o, &full, composed_point, &g),
                     LF_BUDGET_SPENT); /* the run is over */
}

/* Every component at once: n samples of those that have any, the same as one by one. */
static void test_known_part_among_others(void **state) {
    (void)state;
    lf_oracle *o = composed_open(&composed, "1e6");
    const double y[COMPOSED_OBJECTIVES] = {2, 3};
    double g[COMPOSED_OBJECTIVES], grad[COMPOSED_DIM] = {0, 0};
    lf_batch every;
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, LF_EVERY, 4, &every));
    assert_int_equal(every.n, 4);
    assert_ok(lf_oracle_value_vjp(o, &every, composed_point, y, g, grad));
    assert_near(g[1], composed_point[1], 0);
    assert_near(grad[0], y[0] * g[0] / composed_point[0], 1e-14); /* the mean of the same ids */
    assert_near(grad[1], y[1], 0);
    assert_ok(lf_oracle_full(o, LF_ROLE_OBJECTIVE, LF_EVERY, &every));
    assert_int_equal(every.n, COMPOSED_ROWS);
    assert_ok(lf_oracle_value(o, &every, composed_point, g));
    assert_near(g[0], 2.5 * composed_point[0], 0);
    assert_near(g[1], composed_point[1], 0);
    assert_int_equal(composed_count(o, LF_COUNTER_SAMPLES(LF_ROLE_OBJECTIVE)), 4 + COMPOSED_ROWS);
}

/* Asking about the known part in between does not change the samples of another ticket. */
static void test_known_part_in_between(void **state) {
    (void)state;
    lf_oracle *o = composed_open(&composed, "1e6");
    lf_batch batch, known;
    double before, after, g;
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 3, &batch));
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 1, 3, &known));
    assert_ok(lf_oracle_value(o, &batch, composed_point, &before));
    assert_ok(lf_oracle_value(o, &known, composed_point, &g));
    assert_ok(lf_oracle_value(o, &batch, composed_point, &after));
    assert_near(after, before, 0);
    assert_near(g, composed_point[1], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_known_part_is_free, composed_close),
        cmocka_unit_test_teardown(test_known_part_among_others, composed_close),
        cmocka_unit_test_teardown(test_known_part_in_between, composed_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
