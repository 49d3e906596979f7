/**
 * @file test_checksum.c
 * @brief Checksums of both kinds against known ones, and what the catalogue's fields mean.
 */
#include "packed.h"
#include "table.h"

#include "datasets/obtain/checksum.h"

/* Of "abc": the values of RFC 1321 and of FIPS 180-2. */
#define ABC_MD5 "900150983cd24fb0d6963f7d28e17f72"
#define ABC_SHA256 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

static void test_kinds(void **state) {
    const lf_dataset_file md5 = {.path = "x.gz", .md5 = ABC_MD5};
    const lf_dataset_file both = {.path = "x.gz", .md5 = ABC_MD5, .sha256 = ABC_SHA256};
    const lf_dataset_file none = {.path = "x"};
    char found[LF_SHA256_TEXT];
    const char *path[] = {scratch_write(state, "x", "abc", 3), packed_gz(state, "x.gz", "abc", 3)};
    for (size_t k = 0; k < 2; k++) {
        assert_ok(lf_checksum_of(&md5, path[k], found));
        assert_string_equal(found, ABC_MD5);
        assert_ok(lf_checksum_of(&both, path[k], found));
        assert_string_equal(found, ABC_SHA256);
    }
    assert_string_equal(lf_checksum_kind(&md5), "MD5");
    assert_string_equal(lf_checksum_kind(&both), "SHA-256");
    assert_string_equal(lf_checksum_stated(&both), ABC_SHA256);
    assert_null(lf_checksum_stated(&none));
}

/* Longer than a chunk, of a length that is a whole number of chunks: as md5sum has it. */
static void test_long(void **state) {
    static char zeros[1 << 16];
    const lf_dataset_file file = {.path = "x", .md5 = ""};
    char found[LF_SHA256_TEXT];
    assert_ok(lf_checksum_of(&file, scratch_write(state, "x", zeros, sizeof zeros), found));
    assert_string_equal(found, "fcd6bcb56c1689fcef28b57c22475bad");
    assert_int_equal(lf_checksum_of(&file, scratch_path(state, "none"), found), LF_NOT_FOUND);
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {IN_SCRATCH(test_kinds), IN_SCRATCH(test_long)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
