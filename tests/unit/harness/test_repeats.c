/* Which keys stand before: first ones never, later ones always, in any order and at any number. */
#include "harness/campaign/repeats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "near.h"

static void test_few(void **state) {
    (void)state;
    const lf_planned_run a = {.key = "a"}, b = {.key = "b"}, none = {.key = ""};
    const lf_planned_run *const plan[] = {&b, &a, &b, &none, &a, &b, &none};
    const bool want[] = {false, false, true, false, true, true, true};
    bool repeats[7];
    memset(repeats, 0x55, sizeof repeats);
    assert_ok(lf_plan_repeats(7, plan, repeats));
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(repeats[i], want[i]);
    assert_ok(lf_plan_repeats(0, NULL, NULL));
}

/* 7919 is prime, so that i * 7919 mod 20000 passes through all numbers: twice here. */
static void test_many(void **state) {
    (void)state;
    enum { KEYS = 20000 };
    lf_planned_run *run = calloc(2 * KEYS, sizeof *run);
    const lf_planned_run **plan = calloc(2 * KEYS, sizeof *plan);
    bool *repeats = calloc(2 * KEYS, sizeof *repeats);
    size_t wrong = 0;
    for (size_t i = 0; i < 2 * KEYS; i++) {
        snprintf(run[i].key, sizeof run[i].key, "%zu", i * 7919 % KEYS);
        plan[i] = &run[i];
    }
    const lf_status status = lf_plan_repeats(2 * KEYS, plan, repeats);
    for (size_t i = 0; i < 2 * KEYS; i++)
        wrong += repeats[i] != (i >= KEYS);
    free(run);
    free(plan);
    free(repeats);
    assert_ok(status);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
