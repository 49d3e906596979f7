/* Answers are timed only while the oracle's clock is on. */
#include "composed.h"

static void test_clock(void **state) {
    (void)state;
    lf_oracle *o = composed_open(&composed, "1e6");
    lf_batch batch;
    double g;
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 5, &batch));
    assert_ok(lf_oracle_value(o, &batch, composed_point, &g));
    assert_int_equal(lf_oracle_ticks(o), 0);
    lf_oracle_turn_clock(o, true);
    assert_ok(lf_oracle_value(o, &batch, composed_point, &g));
    const uint64_t once = lf_oracle_ticks(o);
    assert_true(once > 0);
    lf_oracle_turn_clock(o, false);
    assert_ok(lf_oracle_value(o, &batch, composed_point, &g));
    assert_int_equal(lf_oracle_ticks(o), once);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_clock, composed_close),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
