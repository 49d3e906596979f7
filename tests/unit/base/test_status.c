/**
 * @file test_status.c
 * @brief The message of the last failure, and status texts.
 */
#include "near.h"

#include <pthread.h>
#include <string.h>

static void test_fail_keeps_message(void **state) {
    (void)state;
    assert_int_equal(lf_fail(LF_BAD_INPUT, "k = %d of %s", 3, "m"), LF_BAD_INPUT);
    assert_string_equal(lf_message(), "k = 3 of m");
}

static void test_within_prepends(void **state) {
    (void)state;
    lf_fail(LF_IO, "disk full");
    assert_int_equal(lf_fail_within(LF_IO, "%s: ", "a.txt"), LF_IO);
    assert_string_equal(lf_message(), "a.txt: disk full");
}

static void test_message_as_its_own_argument(void **state) {
    (void)state;
    lf_fail(LF_IO, "inner");
    lf_fail(LF_IO, "outer (%s)", lf_message());
    assert_string_equal(lf_message(), "outer (inner)");
}

static void test_long_message_is_cut(void **state) {
    (void)state;
    static char big[10000];
    memset(big, 'x', sizeof big - 1);
    lf_fail(LF_IO, "%s", big);
    assert_int_equal(strlen(lf_message()), 4095);
    lf_fail_within(LF_IO, "head: ");
    assert_int_equal(strlen(lf_message()), 4095);
    assert_memory_equal(lf_message(), "head: xxx", 9);
}

static void *fail_elsewhere(void *argument) {
    (void)argument;
    int clean = lf_message()[0] == '\0';
    lf_fail(LF_IO, "of the other thread");
    return clean ? NULL : (void *)1;
}

static void test_threads_do_not_share(void **state) {
    (void)state;
    lf_fail(LF_IO, "mine");
    pthread_t thread;
    void *result = NULL;
    assert_int_equal(pthread_create(&thread, NULL, fail_elsewhere, NULL), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_null(result);
    assert_string_equal(lf_message(), "mine");
}

static void test_texts(void **state) {
    (void)state;
    assert_string_equal(lf_status_text(LF_OK), "ok");
    assert_string_equal(lf_status_text(LF_NO_MEMORY), "out of memory");
    assert_string_equal(lf_status_text((lf_status)-77), "unknown status");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fail_keeps_message),
        cmocka_unit_test(test_within_prepends),
        cmocka_unit_test(test_message_as_its_own_argument),
        cmocka_unit_test(test_long_message_is_cut),
        cmocka_unit_test(test_threads_do_not_share),
        cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
