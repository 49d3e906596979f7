/**
 * @file test_inflate.c
 * @brief What is unpacked in one go, and what is left to zlib: that both read the same.
 */
#include "near.h"
#include "scratch.h"

#include <stdlib.h>
#include <zlib.h>

#include "datasets/files/archive.h"
#include "datasets/files/bytes.h"
#include "datasets/files/unpack.h"

static const char text[] = "some text that says the same, the same, the same\n";

/* Append a member to a gzip file. */
static void append(const char *path, const char *mode, const char *bytes, size_t size) {
    gzFile file = gzopen(path, mode);
    assert_non_null(file);
    assert_int_equal(gzwrite(file, bytes, (unsigned)size), (int)size);
    assert_int_equal(gzclose(file), Z_OK);
}

/* Bytes of the file in one go; SIZE_MAX: it is left to zlib. */
static size_t unpacked(const char *path, char first[8]) {
    char *content;
    size_t size;
    lf_inflate(path, &content, &size);
    if (!content) return SIZE_MAX;
    memcpy(first, content, size < 8 ? size : 8);
    free(content);
    return size;
}

/* Bytes of the file as everybody reads it. */
static uint64_t read_size(const char *path) {
    char hex[LF_SHA256_TEXT];
    lf_bytes *bytes;
    assert_ok(lf_bytes_open(path, &bytes));
    assert_ok(lf_bytes_digest(bytes, hex));
    const uint64_t size = lf_bytes_offset(bytes);
    lf_bytes_close(bytes);
    return size;
}

static void test_sound_files(void **state) {
    char first[8];
    const char *path = scratch_path(state, "one.gz");
    append(path, "wb", text, sizeof text);
    assert_int_equal(unpacked(path, first), sizeof text);
    assert_memory_equal(first, text, 8);
    assert_int_equal(read_size(path), sizeof text);
    path = scratch_path(state, "empty.gz");
    append(path, "wb", text, 0);
    assert_int_equal(unpacked(path, first), 0);
    assert_int_equal(read_size(path), 0);
}

static void test_left_to_zlib(void **state) {
    char first[8];
    const char *path = scratch_path(state, "two.gz");
    append(path, "wb", text, sizeof text);
    append(path, "ab", text, sizeof text);
    assert_int_equal(unpacked(path, first), SIZE_MAX); /* of two members, all is read */
    assert_int_equal(read_size(path), 2 * sizeof text);
    assert_int_equal(unpacked(scratch_path(state, "none.gz"), first), SIZE_MAX);
    assert_int_equal(unpacked(scratch_write(state, "plain.gz", text, sizeof text), first),
                     SIZE_MAX);
}

/* What the trailer claims is believed only if it is so. */
static void test_false_claims(void **state) {
    char packed[512], first[8];
    const char *path = scratch_path(state, "one.gz");
    append(path, "wb", text, sizeof text);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(packed, 1, sizeof packed, file);
    fclose(file);
    for (size_t k = 1; k <= 8; k++) {
        packed[size - k] = (char)(packed[size - k] ^ 1);
        path = scratch_write(state, "false.gz", packed, size);
        assert_int_equal(unpacked(path, first), SIZE_MAX);
        packed[size - k] = (char)(packed[size - k] ^ 1);
    }
}

static void test_large_files(void **state) {
    char first[8];
    char *zeros = calloc(LF_INFLATE_FREE + 1, 1);
    assert_non_null(zeros);
    const char *path = scratch_path(state, "large.gz");
    append(path, "wb", zeros, LF_INFLATE_FREE + 1);
    free(zeros);
    assert_int_equal(unpacked(path, first), SIZE_MAX);
}

/* Content that is long enough to be hashed while it is read: whatever has been read of it by then,
 * the digest is that of all. */
static void test_hashed_beside(void **state) {
    enum { SIZE = 3 << 20 };
    char expected[LF_SHA256_TEXT], hex[LF_SHA256_TEXT];
    char *content = malloc(SIZE), *found = malloc(SIZE);
    assert_non_null(content);
    assert_non_null(found);
    for (size_t i = 0; i < SIZE; i++)
        content[i] = (char)(i * i >> 8);
    assert_ok(lf_sha256_of(content, SIZE, expected));
    const char *path = scratch_path(state, "long.gz");
    append(path, "wb", content, SIZE);
    for (size_t asked = 0; asked <= SIZE; asked += SIZE / 2) {
        lf_bytes *bytes;
        size_t got;
        assert_ok(lf_bytes_open(path, &bytes));
        assert_ok(lf_bytes_read(bytes, found, asked, &got));
        assert_int_equal(got, asked);
        assert_memory_equal(found, content, asked);
        if (asked > 0) assert_ok(lf_bytes_digest(bytes, hex)); /* the first is closed without */
        if (asked > 0) assert_string_equal(hex, expected);
        lf_bytes_close(bytes);
    }
    free(found);
    free(content);
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(test_sound_files), IN_SCRATCH(test_left_to_zlib),  IN_SCRATCH(test_false_claims),
        IN_SCRATCH(test_large_files), IN_SCRATCH(test_hashed_beside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
