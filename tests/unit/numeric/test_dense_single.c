/* Dense algebra of floats. */
#define LF_SINGLE
#include "dense_trials.h"

static void test_builds(void **state) {
    dense_try_builds(*state, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_builds),
                                       cmocka_unit_test(dense_test_fast)};
    return cmocka_run_group_tests(tests, dense_set_up, dense_tear_down);
}
