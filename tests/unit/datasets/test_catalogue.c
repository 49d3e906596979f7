/**
 * @file test_catalogue.c
 * @brief The catalogue's entries are complete, in order and findable.
 */
#include "table.h"

#include "datasets/obtain/checksum.h"
#include "datasets/obtain/locate.h"

/* 64 digits of a SHA-256, 32 of an MD5 where it is not known; none only for what is surveyed. */
static void check_checksum(const lf_dataset *entry, const lf_dataset_file *file) {
    const char *stated = lf_checksum_stated(file);
    assert_int_equal(stated == NULL, entry->survey != NULL);
    if (!stated) return;
    assert_int_equal(strlen(stated), file->sha256 ? 64 : 32);
    assert_int_equal(strspn(stated, "0123456789abcdef"), strlen(stated));
    if (file->archive) assert_int_equal(strlen(file->archive->sha256), 64);
}

/* What its reader goes by is there. */
static void check_format(const lf_dataset *entry) {
    const lf_reader *reader = lf_reader_find(entry->format);
    assert_true(reader && reader->read);
    assert_int_equal(lf_dataset_files(entry) % reader->files, 0);
    assert_int_equal(entry->train_files % reader->files, 0);
    assert_int_equal(entry->train_files > 0, entry->train_rows > 0);
    if (entry->shape[0])
        assert_int_equal(entry->shape[0] * entry->shape[1] * entry->shape[2], entry->features);
}

static void test_entries(void **state) {
    (void)state;
    const lf_dataset *const *entry;
    size_t n = lf_dataset_list(&entry);
    assert_true(n >= 9);
    for (size_t i = 0; i < n; i++) {
        const lf_dataset *e = entry[i];
        assert_ptr_equal(lf_dataset_find(e->name), e);
        if (i > 0) assert_true(strcmp(entry[i - 1]->name, e->name) < 0);
        assert_true(e->doc && e->licence && e->citation && (e->parse || e->format));
        if (e->format) check_format(e);
        assert_true(e->rows > 0 && e->features > 0 && e->version > 0 && e->train_rows < e->rows);
        for (size_t f = 0; f < lf_dataset_files(e); f++) {
            check_checksum(e, &e->files[f]);
            const char *url = e->files[f].archive ? e->files[f].archive->url : e->files[f].url;
            if (url) assert_int_equal(strncmp(url, "https://", 8), 0);
        }
    }
}

static void test_names(void **state) {
    (void)state;
    lf_data *d;
    assert_null(lf_dataset_find("a7a"));
    assert_int_equal(lf_data_open("compass16", &d), LF_NOT_FOUND);
    assert_null(d);
    assert_message("the nearest is \"compas16\"");
    assert_int_equal(lf_data_open("imagenet", &d), LF_NOT_FOUND);
    assert_message("levelfield data list");
}

/* Reports are to show this one. */
static void test_leak_is_noted(void **state) {
    (void)state;
    assert_non_null(strstr(lf_dataset_find("compas16leak")->note, "leaks the outcome"));
    assert_null(lf_dataset_find("compas16")->note);
}

/* Sets that take the place of those a paper has say so. */
static void test_stand_ins_are_noted(void **state) {
    (void)state;
    static const char *const of[][2] = {{"mnist30", "Camelyon17"},
                                        {"synth30", "Camelyon17"},
                                        {"synth1252", "Amazon"},
                                        {"a9a16", "CelebA"}};
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        const char *note = lf_dataset_find(of[k][0])->note;
        assert_non_null(strstr(note, "a stand-in for"));
        assert_non_null(strstr(note, of[k][1]));
    }
}

static void test_missing_file(void **state) {
    lf_data *d;
    setenv("LEVELFIELD_DATA", *state, 1);
    setenv("XDG_CACHE_HOME", *state, 1);
    assert_int_equal(lf_data_open("a9a", &d), LF_NOT_FOUND);
    assert_message("a9a needs libsvm/a9a (or, compressed, libsvm/a9a.gz), which");
    assert_message("levelfield data fetch a9a");
    assert_message(*state);
    unsetenv("LEVELFIELD_DATA");
    assert_int_equal(lf_data_open("a9a", &d), LF_NOT_FOUND);
    assert_message("LEVELFIELD_DATA (not set)");
}

/* A file that is not the published one is fetched again where that can be done. */
static void test_what_mends_a_file(void **state) {
    (void)state;
    const lf_dataset *a9a = lf_dataset_find("a9a"), *part = lf_dataset_find("cifar10part");
    assert_int_equal(lf_dataset_refuse(a9a, a9a->files, "a9a", "0"), LF_BAD_INPUT);
    assert_message("delete it and run \"levelfield data fetch a9a\"");
    assert_int_equal(lf_dataset_refuse(part, part->files, "part", "0"), LF_BAD_INPUT);
    assert_message("put the published one in its place");
}

static void test_search_order(void **state) {
    const lf_dataset *entry = lf_dataset_find("w1a");
    char folders[9000], path[LF_PATH_BYTES];
    snprintf(folders, sizeof folders, "%s/one::%s/two", (char *)*state, (char *)*state);
    setenv("LEVELFIELD_DATA", folders, 1);
    setenv("XDG_CACHE_HOME", *state, 1);
    assert_ok(lf_folder_make(scratch_path(state, "one/libsvm")));
    assert_ok(lf_folder_make(scratch_path(state, "two/libsvm")));
    assert_ok(lf_folder_make(scratch_path(state, "levelfield/files/libsvm")));
    scratch_write(state, "levelfield/files/libsvm/w1a", "x", 1);
    assert_ok(lf_dataset_locate(entry, &entry->files[0], path));
    assert_string_equal(path, scratch_path(state, "levelfield/files/libsvm/w1a"));
    scratch_write(state, "two/libsvm/w1a.gz", "x", 1);
    assert_ok(lf_dataset_locate(entry, &entry->files[0], path));
    assert_string_equal(path, scratch_path(state, "two/libsvm/w1a.gz"));
    scratch_write(state, "one/libsvm/w1a", "x", 1); /* without .gz, in an earlier folder */
    assert_ok(lf_dataset_locate(entry, &entry->files[0], path));
    assert_string_equal(path, scratch_path(state, "one/libsvm/w1a"));
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_leak_is_noted),
        cmocka_unit_test(test_stand_ins_are_noted),
        cmocka_unit_test(test_what_mends_a_file),
        IN_SCRATCH(test_missing_file),
        IN_SCRATCH(test_search_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
