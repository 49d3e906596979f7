/**
 * @file test_cache_large.c
 * @brief Large tables in the cache: checked once and noted, and checked again once they changed.
 */
#include "table.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "base/file.h"
#include "datasets/obtain/cache.h"
#include "datasets/table/image_format.h"

enum { ROWS = 1 << 20, FEATURES = 8 };
/* Stands for the identity, and so for the files' names. */
#define KEY "1a96e00000000000000000000000000000000000000000000000000000000000"

static int own_cache(void **state) {
    return scratch_setup(state) != 0 ? -1 : setenv("XDG_CACHE_HOME", *state, 1);
}

static const char *path_of(void **state, const char *ending) {
    char name[256];
    snprintf(name, sizeof name, "levelfield/parsed/" KEY ".%s", ending);
    return scratch_path(state, name);
}

/* Store a table of 64 MB. */
static void store(void) {
    lf_dataset entry;
    lf_data *data;
    lf_builder *b = table_builder(&entry, ROWS, FEATURES);
    lf_builder_set_dense(b);
    for (uint32_t i = 0; i < ROWS; i++) {
        assert_ok(lf_builder_entry(b, i % FEATURES, i));
        assert_ok(lf_builder_row(b, 1));
    }
    lf_draft part;
    lf_cache_hold(KEY, &part);
    assert_true(part.fd >= 0);
    assert_ok(lf_cache_keep(&part, b, KEY, &data));
    lf_builder_free(b);
    lf_data_close(data);
}

/* Does the cache serve a table? */
static bool served(void) {
    lf_data *data;
    lf_cache_load(KEY, &data);
    const bool found = data != NULL;
    lf_data_close(data);
    return found;
}

static void overwrite(const char *path, long offset, const void *bytes, size_t size) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, offset, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* What the cache would note of the file as it is now. */
static void note_now(void **state) {
    struct stat s;
    char line[256];
    assert_int_equal(stat(path_of(state, "lfd"), &s), 0);
    int size = snprintf(
        line, sizeof line, "%lld bytes, inode %llu, modified %lld.%09ld, changed %lld.%09ld\n",
        (long long)s.st_size, (unsigned long long)s.st_ino, (long long)s.st_mtim.tv_sec,
        s.st_mtim.tv_nsec, (long long)s.st_ctim.tv_sec, s.st_ctim.tv_nsec);
    FILE *file = fopen(path_of(state, "note"), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(line, 1, (size_t)size, file), (size_t)size);
    assert_int_equal(fclose(file), 0);
}

static void test_noted_when_found_right(void **state) {
    store();
    assert_true(lf_file_readable(path_of(state, "note"))); /* by the process that made it */
    assert_true(served());
    assert_int_equal(unlink(path_of(state, "note")), 0);
    assert_true(served());
    assert_true(lf_file_readable(path_of(state, "note")));
}

/* A byte deep in the numbers, where only the checksum can tell; even with the old time set back. */
static void test_damage_after_the_note(void **state) {
    for (int set_back = 0; set_back < 2; set_back++) {
        struct stat before;
        store();
        assert_true(served());
        assert_int_equal(stat(path_of(state, "lfd"), &before), 0);
        overwrite(path_of(state, "lfd"), 40000000, "~", 1);
        const struct timespec times[2] = {before.st_atim, before.st_mtim};
        if (set_back) assert_int_equal(utimensat(AT_FDCWD, path_of(state, "lfd"), times, 0), 0);
        assert_false(served());
        store(); /* a new file: the note is not of this one */
        assert_true(served());
    }
}

/* With a note of the damaged file itself the numbers are believed, which shows that notes spare
 * the checksum; what the header says is still compared with the file. */
static void test_note_spares_the_checksum_alone(void **state) {
    static const uint64_t huge = 10000000000ULL;
    store();
    overwrite(path_of(state, "lfd"), 40000000, "~", 1);
    assert_false(served());
    note_now(state);
    assert_true(served());
    overwrite(path_of(state, "lfd"), (long)offsetof(image_header, rows), &huge, sizeof huge);
    note_now(state);
    assert_false(served());
}

static void test_note_of_no_use(void **state) {
    static char longer[5000];
    memset(longer, 'x', sizeof longer);
    store();
    assert_true(served());
    overwrite(path_of(state, "note"), 0, longer, sizeof longer);
    assert_true(served());
    assert_int_equal(unlink(path_of(state, "note")), 0);
    assert_int_equal(mkdir(path_of(state, "note"), 0777), 0); /* cannot be read or replaced */
    assert_true(served());
    overwrite(path_of(state, "lfd"), 40000000, "~", 1);
    assert_false(served());
}

int main(void) {
#define OWN_CACHE(test) cmocka_unit_test_setup_teardown(test, own_cache, scratch_teardown)
    const struct CMUnitTest tests[] = {
        OWN_CACHE(test_noted_when_found_right),
        OWN_CACHE(test_damage_after_the_note),
        OWN_CACHE(test_note_spares_the_checksum_alone),
        OWN_CACHE(test_note_of_no_use),
    };
    return cmocka_run_group_tests_name("large cache", tests, NULL, NULL);
}
