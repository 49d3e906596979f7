/**
 * @file test_cache.c
 * @brief Opening a real set: from its files, from the cache, with a damaged cache or wrong files.
 */
#include "table.h"

#include <sys/stat.h>
#include <zlib.h>

#include "base/file.h"
#include "datasets/obtain/cache.h"
#include "datasets/obtain/locate.h"
#include "datasets/table/image_format.h"

static char data_folder[4096];

static int own_cache(void **state) {
    if (data_folder[0]) setenv("LEVELFIELD_DATA", data_folder, 1);
    return scratch_setup(state) != 0 ? -1 : setenv("XDG_CACHE_HOME", *state, 1);
}

static lf_data *open_w1a(void) {
    lf_data *d;
    assert_ok(lf_data_open("w1a", &d));
    return d;
}

/* The cache's file of w1a. */
static const char *cached_path(void **state) {
    char identity[LF_SHA256_TEXT], name[256];
    assert_ok(lf_cache_identity(lf_dataset_find("w1a"), identity));
    snprintf(name, sizeof name, "levelfield/parsed/%s.lfd", identity);
    return scratch_path(state, name);
}

static void test_round_trip(void **state) {
    skip_without_data();
    lf_data *fresh = open_w1a();
    assert_true(lf_file_readable(cached_path(state)));
    assert_int_equal(scratch_count(scratch_path(state, "levelfield/parsed")), 1);
    unsetenv("LEVELFIELD_DATA"); /* from here on only the cache can serve */
    lf_data *cached = open_w1a();
    int same = table_equal(fresh, cached);
    lf_data_close(fresh);
    lf_data_close(cached);
    assert_true(same);
}

/* Change the cached file in a way, open again: the table is right, and the file is mended. */
static void check_recovery(void **state, size_t offset, const void *bytes, size_t size,
                           long length) {
    char path[4096], *mended = NULL;
    size_t fresh_size, mended_size = 0;
    snprintf(path, sizeof path, "%s", cached_path(state));
    unlink(path); /* so that the first table is parsed */
    lf_data *fresh = open_w1a();
    const void *mapped = lf_image_bytes(fresh, &fresh_size);
    void *want = malloc(fresh_size); /* the table itself is a view of the file */
    assert_non_null(want);
    memcpy(want, mapped, fresh_size);
    lf_data_close(fresh);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, (long)offset, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    if (length >= 0) assert_int_equal(truncate(path, length), 0);
    lf_data *again = open_w1a();
    const void *bytes_again = lf_image_bytes(again, &mended_size);
    int same = mended_size == fresh_size && memcmp(bytes_again, want, fresh_size) == 0;
    lf_data_close(again);
    assert_ok(lf_file_read(path, 1 << 30, &mended, &mended_size));
    same &= mended_size == fresh_size && memcmp(mended, want, fresh_size) == 0;
    free(mended);
    free(want);
    assert_true(same);
}

static void test_damaged_cache(void **state) {
    skip_without_data();
    static const uint64_t huge = 10000000000ULL; /* 10 GB and more */
    check_recovery(state, 5000, "~", 1, -1);
    check_recovery(state, 0, "x", 1, -1);
    check_recovery(state, 0, "", 0, 0);
    check_recovery(state, 0, "", 0, 100);
    check_recovery(state, 0, "", 0, 100000);
    check_recovery(state, offsetof(image_header, size), &huge, sizeof huge, -1);
    check_recovery(state, offsetof(image_header, rows), &huge, sizeof huge, -1);
    check_recovery(state, offsetof(image_header, nonzeros), &huge, sizeof huge, -1);
    check_recovery(state, offsetof(image_header, section[1].size), &huge, sizeof huge, -1);
    check_recovery(state, offsetof(image_header, section[1].offset), &huge, sizeof huge, -1);
}

static void test_cache_cannot_be_written(void **state) {
    skip_without_data();
    scratch_write(state, "file", "x", 1);
    setenv("XDG_CACHE_HOME", scratch_path(state, "file"), 1); /* no folder can be made there */
    lf_data_close(open_w1a());
    unsetenv("XDG_CACHE_HOME");
    char *home = strdup(getenv("HOME") ? getenv("HOME") : "");
    unsetenv("HOME");
    lf_data_close(open_w1a());
    if (home && *home) setenv("HOME", home, 1);
    free(home);
}

/* Copy the real w1a files into scratch/data, plain, with one byte of the first replaced. */
static void copy_changed(void **state, size_t offset, char byte) {
    const lf_dataset *entry = lf_dataset_find("w1a");
    static char text[1 << 23];
    char from[LF_PATH_BYTES];
    assert_ok(lf_folder_make(scratch_path(state, "data/libsvm")));
    for (size_t f = 0; f < 2; f++) {
        assert_ok(lf_dataset_locate(entry, &entry->files[f], from));
        gzFile file = gzopen(from, "rb");
        assert_non_null(file);
        int size = gzread(file, text, sizeof text);
        gzclose(file);
        assert_true(size > 0 && (size_t)size < sizeof text);
        if (f == 0) text[offset] = byte;
        assert_non_null(
            scratch_write(state, f ? "data/libsvm/w1a.t" : "data/libsvm/w1a", text, (size_t)size));
    }
    setenv("LEVELFIELD_DATA", scratch_path(state, "data"), 1);
}

static void test_wrong_checksum(void **state) {
    skip_without_data();
    lf_data *d;
    copy_changed(state, 0, '+'); /* "-1" becomes "+1": a sound file, and not the published one */
    assert_int_equal(lf_data_open("w1a", &d), LF_BAD_INPUT);
    assert_null(d);
    assert_message("data/libsvm/w1a: not the published file");
    assert_message("expected 0ae2b1c40f6a99061d1c6f4a1f3b50eea58a2f3b8bf851a337c25c2a65a49d32");
    assert_message("levelfield data fetch w1a");
    assert_false(lf_file_readable(cached_path(state))); /* nothing of it is kept */
}

static void test_damaged_file_is_named_as_such(void **state) {
    skip_without_data();
    lf_data *d;
    copy_changed(state, 3, 'x');
    assert_int_equal(lf_data_open("w1a", &d), LF_BAD_INPUT);
    assert_message("w1a:1:4: found \"x");
    assert_message("the file is not the published one");
    assert_null(strchr(lf_message(), '\n'));
}

/* The cached table is right, and would hide that the files beside it no longer are. */
static void test_damaged_behind_the_cache(void **state) {
    skip_without_data();
    lf_data *d;
    lf_data_close(open_w1a());
    copy_changed(state, 0, '+');
    assert_int_equal(lf_data_open("w1a", &d), LF_BAD_INPUT);
    assert_null(d);
    assert_message("data/libsvm/w1a: not the published file");
    setenv("LEVELFIELD_DATA", data_folder, 1);
    lf_data_close(open_w1a());
    const int noted = scratch_count(scratch_path(state, "levelfield/parsed"));
    lf_data_close(open_w1a()); /* read once, and from then on only looked at */
    assert_int_equal(scratch_count(scratch_path(state, "levelfield/parsed")), noted);
    setenv("LEVELFIELD_DATA", scratch_path(state, "data"),
           1); /* what was noted is of other files */
    assert_int_equal(lf_data_open("w1a", &d), LF_BAD_INPUT);
}

static void test_truncated_file(void **state) {
    skip_without_data();
    const lf_dataset *entry = lf_dataset_find("w1a");
    char from[LF_PATH_BYTES], *bytes;
    size_t size;
    lf_data *d;
    assert_ok(lf_dataset_locate(entry, &entry->files[0], from));
    assert_ok(lf_file_read(from, 1 << 24, &bytes, &size));
    assert_ok(lf_folder_make(scratch_path(state, "data/libsvm")));
    scratch_write(state, "data/libsvm/w1a.gz", bytes, size - 4); /* all data, half a trailer */
    free(bytes);
    char folders[9000];
    snprintf(folders, sizeof folders, "%s:%s", scratch_path(state, "data"), data_folder);
    setenv("LEVELFIELD_DATA", folders, 1);
    assert_int_equal(lf_data_open("w1a", &d), LF_BAD_INPUT);
    assert_null(d);
    assert_message("data/libsvm/w1a.gz: the compressed file is cut short");
    assert_message("levelfield data fetch w1a");
    assert_false(lf_file_readable(cached_path(state)));
    setenv("LEVELFIELD_DATA", data_folder, 1);
    lf_data_close(open_w1a());
    setenv("LEVELFIELD_DATA", folders, 1); /* behind the cached table the same is said */
    assert_int_equal(lf_data_open("w1a", &d), LF_BAD_INPUT);
    assert_message("data/libsvm/w1a.gz: the compressed file is cut short");
    assert_message("levelfield data fetch w1a");
}

int main(void) {
    if (getenv("LEVELFIELD_DATA"))
        snprintf(data_folder, sizeof data_folder, "%s", getenv("LEVELFIELD_DATA"));
#define OWN_CACHE(test) cmocka_unit_test_setup_teardown(test, own_cache, scratch_teardown)
    const struct CMUnitTest tests[] = {
        OWN_CACHE(test_round_trip),
        OWN_CACHE(test_damaged_cache),
        OWN_CACHE(test_cache_cannot_be_written),
        OWN_CACHE(test_wrong_checksum),
        OWN_CACHE(test_damaged_file_is_named_as_such),
        OWN_CACHE(test_damaged_behind_the_cache),
        OWN_CACHE(test_truncated_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
