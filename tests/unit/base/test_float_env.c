/**
 * @file test_float_env.c
 * @brief Every mode that a plugin can change is seen, named and put back.
 */
#include "near.h"

#include <fenv.h>

#include "base/float_env.h"

/* What is divided here must be divided when the test runs. */
static volatile double test_one = 1, test_three = 3, test_tiny = 1e-310;

static void test_is_default_at_first(void **state) {
    (void)state;
    assert_true(lf_float_env_is_default());
    (void)(test_one / test_three); /* inexact: a flag, no mode */
    feraiseexcept(FE_OVERFLOW | FE_INVALID);
    assert_true(lf_float_env_is_default());
}

/* The change is seen, named by this word, and put back. */
static void test_is_seen(const char *word) {
    assert_false(lf_float_env_is_default());
    assert_string_equal(lf_float_env_changed(), word);
    lf_float_env_reset();
    assert_true(lf_float_env_is_default());
    assert_int_equal(fegetround(), FE_TONEAREST);
    assert_true(test_tiny / 2 > 0);
}

static void test_every_rounding_is_seen(void **state) {
    (void)state;
    const int mode[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t i = 0; i < sizeof mode / sizeof *mode; i++) {
        fesetround(mode[i]);
        test_is_seen("the rounding mode");
    }
}

static void test_traps_are_seen(void **state) {
    (void)state;
    const int trap[] = {FE_DIVBYZERO, FE_INVALID, FE_OVERFLOW, FE_UNDERFLOW, FE_INEXACT};
    for (size_t i = 0; i < sizeof trap / sizeof *trap; i++) {
        if (feenableexcept(trap[i]) < 0 || fegetexcept() == 0) continue; /* not on every ARM */
        test_is_seen("floating-point traps");
    }
}

#ifdef __x86_64__
static void test_modes_of_sse_are_seen(void **state) {
    (void)state;
    const struct {
        unsigned flip;
        const char *word;
    } mode[] = {{0x8000, "the treatment of subnormal numbers"}, /* flushed to 0 */
                {0x0040, "the treatment of subnormal numbers"}, /* read as 0 */
                {0x2000, "the rounding mode"},
                {0x0100, "floating-point traps"}}; /* at subnormal numbers, which fenv.h lacks */
    for (size_t i = 0; i < sizeof mode / sizeof *mode; i++) {
        const unsigned word = LF_FLOAT_SSE ^ mode[i].flip;
        __asm__ volatile("ldmxcsr %0" : : "m"(word));
        test_is_seen(mode[i].word);
    }
}

static void test_modes_of_x87_are_seen(void **state) {
    (void)state;
    const struct {
        uint16_t word;
        const char *name;
    } mode[] = {{0x27f, "the precision of the x87"},
                {0x07f, "the precision of the x87"},
                {0x77f, "the rounding mode"},
                {0x37d, "floating-point traps"}};
    for (size_t i = 0; i < sizeof mode / sizeof *mode; i++) {
        __asm__ volatile("fldcw %0" : : "m"(mode[i].word));
        test_is_seen(mode[i].name);
    }
}

/* A trap that waits for the x87's next instruction is not set off by putting things back. */
static void test_a_pending_trap_is_cleared(void **state) {
    (void)state;
    const uint16_t traps = 0x37b; /* at a division by zero */
    __asm__ volatile("fldcw %0\n\tfld1\n\tfldz\n\tfdivrp" : : "m"(traps));
    test_is_seen("floating-point traps");
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_is_default_at_first),
        cmocka_unit_test(test_every_rounding_is_seen),
        cmocka_unit_test(test_traps_are_seen),
#ifdef __x86_64__
        cmocka_unit_test(test_modes_of_sse_are_seen),
        cmocka_unit_test(test_modes_of_x87_are_seen),
        cmocka_unit_test(test_a_pending_trap_is_cleared),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
