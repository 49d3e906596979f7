/**
 * @file test_part.c
 * @brief Parts of downloads: kept for the next process, held by one at a time, never through a
 * link.
 */
#include "table.h"

#include "datasets/obtain/part.h"

static lf_draft part;
static uint64_t have;

static void assert_content(const char *path, const char *expected) {
    char *bytes;
    size_t size;
    assert_ok(lf_file_read(path, 100, &bytes, &size));
    const int same = strcmp(bytes, expected) == 0;
    free(bytes);
    assert_true(same);
}

static void test_goes_on(void **state) {
    const char *path = scratch_path(state, "x");
    assert_ok(lf_part_open(&part, path, &have));
    assert_int_equal(have, 0);
    assert_ok(lf_draft_append(&part, "abc", 3));
    lf_part_leave(&part);
    assert_false(lf_file_readable(path));
    assert_content(scratch_path(state, ".x.part"), "abc");
    assert_ok(lf_part_open(&part, path, &have));
    assert_int_equal(have, 3);
    assert_ok(lf_draft_append(&part, "de", 2));
    assert_ok(lf_part_commit(&part));
    assert_content(path, "abcde");
    assert_int_equal(scratch_count(*state), 1);
}

static void test_begins_again(void **state) {
    scratch_write(state, ".x.part", "wrong", 5);
    assert_ok(lf_part_open(&part, scratch_path(state, "x"), &have));
    assert_int_equal(have, 5);
    assert_ok(lf_part_restart(&part));
    assert_ok(lf_draft_append(&part, "right", 5));
    assert_ok(lf_part_commit(&part));
    assert_content(scratch_path(state, "x"), "right");
}

static void test_leaves_nothing_empty(void **state) {
    assert_ok(lf_part_open(&part, scratch_path(state, "x"), &have));
    lf_part_leave(&part);
    assert_int_equal(scratch_count(*state), 0);
    lf_part_leave(&part); /* once more does no harm */
}

static void test_one_at_a_time(void **state) {
    lf_draft second;
    const char *path = scratch_path(state, "x");
    assert_ok(lf_part_open(&part, path, &have));
    assert_int_equal(lf_part_open(&second, path, &have), LF_UNSUPPORTED);
    assert_message("x: another process is downloading this file; wait for it");
    assert_ok(lf_part_commit(&part));
    assert_ok(lf_part_open(&second, path, &have)); /* the file itself is not taken for a part */
    assert_int_equal(have, 0);
    lf_draft_discard(&second);
    assert_true(lf_file_readable(path));
}

static void test_no_way_through_a_link(void **state) {
    const char *other = scratch_write(state, "other", "kept", 4);
    assert_int_equal(symlink(other, scratch_path(state, ".x.part")), 0);
    assert_int_equal(lf_part_open(&part, scratch_path(state, "x"), &have), LF_IO);
    assert_message(".x.part: cannot write");
    assert_content(other, "kept");
    assert_int_equal(symlink("none", scratch_path(state, ".z.part")), 0);
    assert_int_equal(lf_part_open(&part, scratch_path(state, "z"), &have), LF_IO);
    assert_false(lf_file_readable(scratch_path(state, "none"))); /* nor made */
    assert_ok(lf_folder_make(scratch_path(state, ".y.part")));
    assert_int_equal(lf_part_open(&part, scratch_path(state, "y"), &have), LF_IO);
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(test_goes_on),
        IN_SCRATCH(test_begins_again),
        IN_SCRATCH(test_leaves_nothing_empty),
        IN_SCRATCH(test_one_at_a_time),
        IN_SCRATCH(test_no_way_through_a_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
