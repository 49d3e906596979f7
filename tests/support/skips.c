/**
 * @file skips.c
 * @brief A test that skipped anything ends with 77, which CTest reports as skipped.
 *
 * cmocka counts a skipped case as good. Every test is linked with this in front of cmocka's own
 * functions (--wrap), so none can forget it; what failed stays a failure.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { SKIPS_CODE = 77 };

static int skips;

int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t n,
                                   CMFixtureFunction setup, CMFixtureFunction teardown);
int __real__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t n,
                                   CMFixtureFunction setup, CMFixtureFunction teardown);
void __wrap__skip(const char *file, int line);
void __real__skip(const char *file, int line);

void __wrap__skip(const char *file, int line) {
    skips++;
    __real__skip(file, line);
}

int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t n,
                                   CMFixtureFunction setup, CMFixtureFunction teardown) {
    const int failed = __real__cmocka_run_group_tests(name, tests, n, setup, teardown);
    return failed ? 1 : skips ? SKIPS_CODE : 0;
}
