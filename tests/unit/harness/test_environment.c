/* The environment is whole, and is JSON. */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "harness/run/environment.h"
#include "near.h"

static void test_members(void **state) {
    (void)state;
    static const char *const texts[] = {"version", "commit", "compiler",
                                        "cpu",     "kernel", "blas_core"};
    char *text = lf_environment_json();
    assert_non_null(text);
    json_t *object = json_loads(text, 0, NULL);
    assert_non_null(object);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char *value = json_string_value(json_object_get(object, texts[i]));
        assert_true(value && value[0]);
    }
    assert_true(json_integer_value(json_object_get(object, "cores")) >= 1);
    assert_int_equal(json_object_size(json_object_get(object, "libraries")), 11);
    json_decref(object);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_members)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
