/* The environment is whole, and is JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "harness/run/checkpoint.h"
#include "harness/run/environment.h"
#include "harness/run/libm.h"
#include "near.h"

static void test_members(void **state) {
    (void)state;
    static const char *const texts[] = {"version", "commit",       "compiler", "flags",
                                        "cpu",     "cpu_features", "glibc",    "glibc_features",
                                        "libm",    "kernel",       "blas_core"};
    char *text = lf_environment_json();
    assert_non_null(text);
    json_t *object = json_loads(text, 0, NULL);
    assert_non_null(object);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char *value = json_string_value(json_object_get(object, texts[i]));
        assert_true(value && value[0]);
    }
    assert_true(json_integer_value(json_object_get(object, "cores")) >= 1);
    assert_int_equal(json_object_size(json_object_get(object, "libraries")), 13);
    json_decref(object);
    free(text);
}

/* The same program, started again where glibc is told to use less of the CPU: the words by which a
 * checkpoint is known are others, and they are the same each time. */
static void words_under(const char *program, const char *tunables, char words[LF_PROGRAM_WORDS]) {
    char *command;
    assert_true(asprintf(&command, "GLIBC_TUNABLES=%s '%s' words", tunables, program) > 0);
    FILE *pipe = popen(command, "r");
    memset(words, 0, LF_PROGRAM_WORDS);
    assert_non_null(fgets(words, LF_PROGRAM_WORDS, pipe));
    assert_int_equal(pclose(pipe), 0);
    free(command);
}

static void test_variants(void **state) {
    char plain[LF_PROGRAM_WORDS], again[LF_PROGRAM_WORDS], less[LF_PROGRAM_WORDS];
    words_under(*state, "", plain);
    words_under(*state, "", again);
    words_under(*state, "glibc.cpu.hwcaps=-AVX2,-FMA", less);
    assert_string_equal(plain, again);
    assert_non_null(strstr(plain, "libm "));
    char features[LF_CPU_WORDS];
    lf_cpu_words(true, features);
    if (!strstr(features, "fma")) {
        print_message("skipped: a processor without the features that could be hidden\n");
        skip();
    }
    assert_string_not_equal(plain, less);
    /* The features apart: the digits are of what the functions do. */
    *strchr(strstr(plain, "libm "), '(') = *strchr(strstr(less, "libm "), '(') = '\0';
    assert_string_not_equal(strstr(plain, "libm "), strstr(less, "libm "));
}

int main(int argc, char **argv) {
    char words[LF_PROGRAM_WORDS];
    if (argc > 1) {
        lf_program_words(words);
        return puts(words) < 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_members),
                                       cmocka_unit_test_prestate(test_variants, argv[0])};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
