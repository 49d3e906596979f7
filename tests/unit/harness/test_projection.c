/* How many seeds a comparison beyond the last look would need. */
#include <math.h>

#include "harness/statistics/sequential.h"
#include "near.h"

/* What is 0 is nobody's in the tests, and so it is here: 8 of 18 are positive and the others 0, so
 * of 153 pairs 108 have a positive sum. Signs have a formula of their own. */
static void test_projection_with_zeros(void **state) {
    (void)state;
    static const size_t positive[] = {8, 3, 11}, want[] = {75, 0, 193};
    for (size_t k = 0; k < 3; k++) {
        double x[18] = {0};
        lf_projection projection;
        for (size_t i = 0; i < 18; i++)
            x[i] = i < positive[k] ? 1 : 0;
        const lf_paired_test test = k == 2 ? LF_TEST_SIGNS : LF_TEST_PAIR_SUMS;
        const lf_differences d = {test, 18, x, x, 0, NAN};
        assert_ok(lf_sequential_project(&d, LF_LOOK_LEVEL, &projection));
        assert_int_equal(projection.seeds, want[k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_projection_with_zeros)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
