/**
 * @file test_sha256.c
 * @brief The examples of FIPS 180-2, in one piece and in many.
 */
#include "near.h"

#include <string.h>

#include "base/sha256.h"

static const char *const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

static void test_known_digests(void **state) {
    (void)state;
    char hex[LF_SHA256_TEXT];
    assert_ok(lf_sha256_of("abc", 3, hex));
    assert_string_equal(hex, abc);
    assert_ok(lf_sha256_of("", 0, hex));
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

static void test_pieces(void **state) {
    (void)state;
    char hex[LF_SHA256_TEXT];
    lf_sha256 hash;
    lf_sha256_start(&hash);
    for (const char *p = "abc"; *p; p++)
        lf_sha256_add(&hash, p, 1);
    assert_ok(lf_sha256_finish(&hash, hex));
    assert_string_equal(hex, abc);
    lf_sha256_drop(&hash); /* after finish: nothing to do */
}

static void test_never_started(void **state) {
    (void)state;
    char hex[LF_SHA256_TEXT];
    lf_sha256 hash = {0};
    assert_int_equal(lf_sha256_finish(&hash, hex), LF_NO_MEMORY);
    assert_string_equal(hex, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_digests),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_never_started),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
