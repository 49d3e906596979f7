/* Another program: what it is given and gives back, and the ways in which it does not run. */
#include "base/process.h"

#include <string.h>

#include "near.h"

static lf_status shell(const char *script, const char *input, lf_process_result *result) {
    const char *const words[] = {"sh", "-c", script, NULL};
    return lf_process_run(words, input, strlen(input), 0, result);
}

static void test_input_and_output(void **state) {
    (void)state;
    enum { LONG = 300000 }; /* more than a pipe holds */
    static char input[LONG + 1];
    lf_process_result result;
    memset(input, 'x', LONG);
    assert_ok(shell("cat; printf ' first\\n  last \\n\\n' >&2; exit 3", input, &result));
    assert_int_equal(result.code, 3);
    assert_int_equal(result.bytes, LONG);
    assert_string_equal(result.output, input);
    assert_string_equal(result.complaint, "last");
    lf_process_clear(&result);
}

static void test_not_installed(void **state) {
    (void)state;
    const char *const words[] = {"levelfield-nowhere", NULL};
    lf_process_result result;
    assert_int_equal(lf_process_run(words, "", 0, 0, &result), LF_NOT_FOUND);
    assert_string_equal(lf_message(), "levelfield-nowhere is not installed");
    assert_null(result.output);
    assert_int_equal(shell("exit 127", "", &result), LF_NOT_FOUND); /* as posix_spawn may say it */
    assert_null(result.output);
}

/* A program's own 127, which it explains, is no other's. */
static void test_its_own_127(void **state) {
    (void)state;
    lf_process_result result;
    assert_ok(shell("levelfield-nowhere", "", &result));
    assert_int_equal(result.code, 127);
    assert_non_null(strstr(result.complaint, "levelfield-nowhere"));
    lf_process_clear(&result);
    assert_ok(shell("echo here; exit 127", "", &result));
    assert_string_equal(result.output, "here\n");
    lf_process_clear(&result);
}

static void test_signal(void **state) {
    (void)state;
    lf_process_result result;
    assert_int_equal(shell("kill -TERM $$", "", &result), LF_IO);
    assert_string_equal(lf_message(), "sh was ended by signal 15 (Terminated)");
}

/* One that ends in time is not disturbed by the limit. */
static void test_limit(void **state) {
    (void)state;
    const char *const slow[] = {"sleep", "60", NULL}, *const quick[] = {"echo", "here", NULL};
    lf_process_result result;
    assert_int_equal(lf_process_run(slow, "", 0, 0.2, &result), LF_IO);
    assert_string_equal(lf_message(), "sleep gave no answer within 0.2 seconds");
    assert_null(result.output);
    assert_ok(lf_process_run(quick, "", 0, 60, &result));
    assert_string_equal(result.output, "here\n");
    lf_process_clear(&result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_input_and_output),
        cmocka_unit_test(test_not_installed),
        cmocka_unit_test(test_its_own_127),
        cmocka_unit_test(test_signal),
        cmocka_unit_test(test_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
