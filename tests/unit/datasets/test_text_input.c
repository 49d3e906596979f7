/**
 * @file test_text_input.c
 * @brief Lines from plain and gzip files, and every way in which a gzip file can be broken.
 */
#include "near.h"
#include "scratch.h"

#include <zlib.h>

#include "datasets/files/bytes.h"
#include "datasets/files/input.h"

static const char content[] = "one\r\n\ntwo\nlast without end";

/* Write folder/name as gzip; *bytes and *size <- its bytes, to be damaged by the test. */
static const char *write_gz(void **state, const char *name, const char *text, size_t size) {
    const char *path = scratch_path(state, name);
    gzFile file = gzopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(gzwrite(file, text, (unsigned)size), (int)size);
    assert_int_equal(gzclose(file), Z_OK);
    return path;
}

/* Read to the end; returns the status, and counts the lines. */
static lf_status read_all(const char *path, size_t *lines) {
    lf_input *text;
    char *line;
    size_t size;
    *lines = 0;
    lf_status status = lf_input_open(path, &text);
    while (status == LF_OK) {
        status = lf_input_next(text, &line, &size);
        if (!line) break;
        ++*lines;
    }
    if (text) lf_input_close(text);
    return status;
}

static void check_lines(const char *path) {
    static const char *const want[] = {"one\r", "", "two", "last without end"};
    lf_input *text;
    char *line, hex[LF_SHA256_TEXT], whole[LF_SHA256_TEXT];
    size_t size;
    assert_ok(lf_input_open(path, &text));
    for (size_t i = 0; i < 4; i++) {
        assert_ok(lf_input_next(text, &line, &size));
        assert_string_equal(line, want[i]);
        assert_int_equal(size, strlen(want[i]));
        assert_int_equal(lf_input_line(text), i + 1);
    }
    assert_ok(lf_input_next(text, &line, &size));
    assert_null(line);
    assert_ok(lf_input_digest(text, hex));
    lf_input_close(text);
    assert_ok(lf_sha256_of(content, strlen(content), whole));
    assert_string_equal(hex, whole);
}

static void test_plain_and_gz_read_the_same(void **state) {
    check_lines(scratch_write(state, "plain", content, strlen(content)));
    check_lines(write_gz(state, "packed.gz", content, strlen(content)));
    check_lines(write_gz(state, "packed-without-suffix", content, strlen(content)));
}

static void test_digest_covers_what_was_not_read(void **state) {
    char hex[LF_SHA256_TEXT], whole[LF_SHA256_TEXT];
    assert_ok(lf_bytes_hash(write_gz(state, "x.gz", content, strlen(content)), hex));
    assert_ok(lf_sha256_of(content, strlen(content), whole));
    assert_string_equal(hex, whole);
}

/* Cut a gzip file at every length: none of the prefixes may pass for a whole file. */
static void test_every_truncation_is_noticed(void **state) {
    char packed[512];
    const char *path = write_gz(state, "whole.gz", content, strlen(content));
    FILE *file = fopen(path, "rb");
    size_t size = fread(packed, 1, sizeof packed, file), lines;
    fclose(file);
    assert_true(size > 20 && size < sizeof packed);
    assert_ok(read_all(path, &lines));
    for (size_t cut = 0; cut < size; cut++) {
        path = scratch_write(state, "cut.gz", packed, cut);
        assert_int_equal(read_all(path, &lines), LF_BAD_INPUT);
        assert_non_null(strstr(lf_message(), path));
        if (cut > 10) assert_non_null(strstr(lf_message(), "cut short"));
    }
}

static void test_wrong_checksum_in_the_trailer(void **state) {
    char packed[512];
    const char *path = write_gz(state, "whole.gz", content, strlen(content));
    FILE *file = fopen(path, "rb");
    size_t size = fread(packed, 1, sizeof packed, file), lines;
    fclose(file);
    packed[size - 8] = (char)(packed[size - 8] ^ 1); /* of the CRC */
    assert_int_equal(read_all(scratch_write(state, "bad.gz", packed, size), &lines), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "damaged"));
}

/* Several members are one file. Damage where the second one begins must not end the file there. */
static void test_second_member(void **state) {
    char packed[512];
    FILE *file = fopen(write_gz(state, "one.gz", "one\n", 4), "rb");
    const size_t size = fread(packed, 1, sizeof packed / 2, file);
    size_t lines;
    fclose(file);
    memcpy(packed + size, packed, size);
    assert_ok(read_all(scratch_write(state, "two.gz", packed, 2 * size), &lines));
    assert_int_equal(lines, 2);
    packed[size + 1] ^= 4;
    const char *const bad = scratch_write(state, "bad.gz", packed, 2 * size);
    assert_int_equal(read_all(bad, &lines), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "bad.gz: the compressed file is damaged after byte 4"));
}

static void test_gz_in_name_only(void **state) {
    size_t lines;
    assert_int_equal(read_all(scratch_write(state, "x.gz", "plain\n", 6), &lines), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "not a gzip file"));
}

static void test_missing_file_and_folder(void **state) {
    size_t lines;
    assert_int_equal(read_all(scratch_path(state, "none"), &lines), LF_NOT_FOUND);
    assert_int_equal(read_all(*state, &lines), LF_IO);
}

static void test_long_lines(void **state) {
    size_t size = LF_INPUT_LINE_BYTES + (1 << 18), lines;
    char *big = malloc(size);
    assert_non_null(big);
    memset(big, 'x', size);
    big[1000000] = '\n'; /* longer than any buffer at first */
    const char *path = write_gz(state, "long.gz", big, 2000000);
    lf_status fine = read_all(path, &lines);
    size_t two = lines;
    big[1000000] = 'x';
    path = write_gz(state, "longer.gz", big, size);
    lf_status status = read_all(path, &lines);
    free(big);
    assert_int_equal(fine, LF_OK);
    assert_int_equal(two, 2);
    assert_int_equal(status, LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), ":1:1: a line longer than"));
}

/* CR alone ends no line, which would make a file of such lines a single one. */
static void test_carriage_returns(void **state) {
    static const char ends[] = "x,y\r1,2\r3,4\r", one[] = "x,y\r", two[] = "x\ry\n1,2";
    size_t lines;
    assert_int_equal(read_all(scratch_write(state, "mac.csv", ends, strlen(ends)), &lines),
                     LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "mac.csv:1:4: the line ends in CR alone, expected LF"));
    assert_ok(read_all(scratch_write(state, "one.csv", one, strlen(one)), &lines));
    assert_int_equal(lines, 1);
    assert_ok(read_all(scratch_write(state, "two.csv", two, strlen(two)), &lines));
    assert_int_equal(lines, 2);
}

static void test_shown_snippets(void **state) {
    (void)state;
    char shown[LF_INPUT_SHOWN], bytes[100];
    assert_string_equal(lf_input_show(shown, "a\tb", 3), "\"a\\x09b\"");
    memset(bytes, 1, sizeof bytes);
    lf_input_show(shown, bytes, sizeof bytes);
    assert_int_equal(strlen(shown), 40 * 4 + 2 + 3);
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(test_plain_and_gz_read_the_same),
        IN_SCRATCH(test_digest_covers_what_was_not_read),
        IN_SCRATCH(test_every_truncation_is_noticed),
        IN_SCRATCH(test_wrong_checksum_in_the_trailer),
        IN_SCRATCH(test_second_member),
        IN_SCRATCH(test_gz_in_name_only),
        IN_SCRATCH(test_missing_file_and_folder),
        IN_SCRATCH(test_long_lines),
        IN_SCRATCH(test_carriage_returns),
        cmocka_unit_test(test_shown_snippets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
