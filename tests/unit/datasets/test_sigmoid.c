/* The sigmoid of generated sets: against libm, and the bits it must have. */
#include "datasets/made/draws.h"

#include "near.h"

static void test_against_libm(void **state) {
    (void)state;
    for (double z = -40; z <= 40; z += 0.0009765625 * 7) {
        const double want = 1 / (1 + exp(-z));
        assert_near(lf_sigmoid_exact(z) / want, 1, 1e-15);
    }
}

static void test_ends(void **state) {
    (void)state;
    assert_near(lf_sigmoid_exact(0), 0.5, 0);
    assert_near(lf_sigmoid_exact(1e300), 1, 0);
    assert_near(lf_sigmoid_exact(INFINITY), 1, 0);
    assert_near(lf_sigmoid_exact(-INFINITY), lf_sigmoid_exact(-40), 0);
    assert_near(lf_sigmoid_exact(-1e300), 0, 1e-17);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_libm),
        cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests_name("sigmoid", tests, NULL, NULL);
}
