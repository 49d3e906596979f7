/* Lists "a=1,b=2": what they assign to a name, and whether two of them say the same. */

#include <stdlib.h>

#include "harness/registry/parameters.h"
#include "near.h"

static void test_lists(void **state) {
    (void)state;
    char *value;
    assert_int_equal(lf_assignment_find("a=1, b = x,c=", "owner", "b", &value), LF_OK);
    assert_string_equal(value, "x");
    free(value);
    assert_int_equal(lf_assignment_find("a=1,b=x", "owner", "bb", &value), LF_OK);
    assert_null(value);
    assert_int_equal(lf_assignment_find("", "owner", "a", &value), LF_OK);
    assert_null(value);
    assert_int_equal(lf_assignment_find("a=1,b", "owner", "c", &value), LF_BAD_ARGUMENT);
    assert_null(value);
    assert_true(lf_assignments_same("a=1e-3,b=x", "b=x, a=0.001"));
    assert_true(lf_assignments_same("", ""));
    assert_false(lf_assignments_same("a=1,b=x", "a=1"));
    assert_false(lf_assignments_same("a=1", "a=1,b=x"));
    assert_false(lf_assignments_same("a=1,b=x", "a=1,b=y"));
    assert_false(lf_assignments_same("a=1", "a=2"));
    assert_false(lf_assignments_same("a", "a")); /* malformed */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
