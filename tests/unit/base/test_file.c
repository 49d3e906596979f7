/**
 * @file test_file.c
 * @brief Whole-file reads, writes that happen wholly or not at all, and the cache's place.
 */
#include "near.h"
#include "scratch.h"
#include "user.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/file.h"

static void assert_content(const char *path, const char *want) {
    char *bytes = NULL;
    size_t size = 0;
    assert_ok(lf_file_read(path, 1 << 20, &bytes, &size));
    int same = size == strlen(want) && memcmp(bytes, want, size + 1) == 0;
    free(bytes);
    assert_true(same);
}

static void test_write_then_read(void **state) {
    const char *path = scratch_path(state, "x.txt");
    assert_ok(lf_file_write(path, "one", 3));
    assert_content(path, "one");
    assert_ok(lf_file_write(path, "two!", 4));
    assert_content(path, "two!");
    assert_int_equal(scratch_count(*state), 1); /* no temporary stays */
}

static void test_read_failures(void **state) {
    char *bytes = NULL;
    size_t size = 0;
    const char *path = scratch_path(state, "none");
    assert_int_equal(lf_file_read(path, 10, &bytes, &size), LF_NOT_FOUND);
    assert_non_null(strstr(lf_message(), path));
    path = scratch_write(state, "big", "0123456789", 10);
    assert_int_equal(lf_file_read(path, 9, &bytes, &size), LF_BAD_INPUT);
    assert_null(bytes);
    assert_ok(lf_file_read(path, 10, &bytes, &size));
    free(bytes);
    assert_int_equal(lf_file_read(*state, 10, &bytes, &size), LF_IO); /* a folder */
}

static void test_full_disk_leaves_the_old_file(void **state) {
    static char big[100000];
    const char *path = scratch_path(state, "x.txt");
    assert_ok(lf_file_write(path, "old", 3));
    /* A limit on file sizes refuses the write just as a full disk does. */
    struct rlimit before, tiny;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    tiny = before;
    tiny.rlim_cur = 5000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tiny), 0);
    lf_status status = lf_file_write(path, big, sizeof big);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    assert_int_equal(status, LF_IO);
    assert_non_null(strstr(lf_message(), path));
    assert_non_null(strstr(lf_message(), "make room"));
    assert_content(path, "old");
    assert_int_equal(scratch_count(*state), 1);
}

static void test_no_space_is_named(void **state) {
    (void)state;
    lf_draft draft = {.fd = -1, .path = "result"};
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    draft.fd = fileno(full);
    assert_int_equal(lf_draft_append(&draft, "x", 1), LF_IO);
    assert_non_null(strstr(lf_message(), "No space left"));
    fclose(full);
}

static void test_discard_removes(void **state) {
    lf_draft draft;
    assert_ok(lf_draft_open(&draft, scratch_path(state, "x")));
    assert_ok(lf_draft_append(&draft, "abc", 3));
    /* Nothing would be left if the process were killed here, but on an old file system. */
    const int unnamed = open(*state, O_TMPFILE | O_RDWR, 0600);
    assert_int_equal(scratch_count(*state), unnamed < 0);
    if (unnamed >= 0) close(unnamed);
    lf_draft_discard(&draft);
    lf_draft_discard(&draft);
    assert_int_equal(scratch_count(*state), 0);
}

/* As long as a name can be, and a letter longer: that is known before there is work to lose. */
static void test_long_name(void **state) {
    char name[257] = "";
    memset(name, 'x', 255);
    assert_ok(lf_file_write(scratch_path(state, name), "one", 3));
    name[255] = 'x';
    assert_int_equal(lf_file_writable(scratch_path(state, name)), LF_IO);
    assert_int_equal(scratch_count(*state), 1);
}

static void test_commit_failure_cleans_up(void **state) {
    lf_draft draft;
    assert_ok(lf_draft_open(&draft, scratch_path(state, "taken")));
    assert_ok(lf_folder_make(scratch_path(state, "taken/inner"))); /* now a folder has the name */
    assert_int_equal(lf_draft_commit(&draft), LF_IO);
    assert_int_equal(scratch_count(*state), 1);
    assert_int_equal(lf_draft_open(&draft, scratch_path(state, "taken")), LF_IO);
    assert_int_equal(scratch_count(*state), 1);
}

/* What the link points at is written, wherever that is, and stays a link. */
static void test_link_stays(void **state) {
    struct stat info;
    assert_ok(lf_folder_make(scratch_path(state, "a")));
    scratch_write(state, "a/file", "old", 3);
    assert_int_equal(symlink("a/file", scratch_path(state, "link")), 0);
    assert_ok(lf_file_write(scratch_path(state, "link"), "new", 3));
    assert_content(scratch_path(state, "a/file"), "new");
    assert_int_equal(lstat(scratch_path(state, "link"), &info), 0);
    assert_true(S_ISLNK(info.st_mode));
}

static void test_only_files_are_replaced(void **state) {
    struct stat info;
    assert_int_equal(mkfifo(scratch_path(state, "pipe"), 0600), 0);
    assert_int_equal(lf_file_write(scratch_path(state, "pipe"), "x", 1), LF_IO);
    assert_non_null(strstr(lf_message(), "pipe: cannot write: a device or a pipe has that name"));
    assert_int_equal(lstat(scratch_path(state, "pipe"), &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    assert_int_equal(scratch_count(*state), 1);
}

/* Whatever writes a file, a store of results is not what it replaces. */
static void test_stores_are_not_replaced(void **state) {
    const char *path = scratch_write(state, "results.sqlite", "SQLite format 3\0and pages", 25);
    assert_int_equal(lf_file_write(path, "x", 1), LF_IO);
    assert_non_null(strstr(lf_message(), "a store of results has that name"));
    assert_int_equal(lf_file_writable(path), LF_IO);
    assert_content(scratch_write(state, "sound", "SQLite format", 13), "SQLite format");
    assert_ok(lf_file_write(scratch_path(state, "sound"), "x", 1));
    const char *lock = scratch_write(state, ".writer", "1", 1), *link = scratch_path(state, "link");
    assert_int_equal(symlink(".writer", link), 0);
    assert_int_equal(lf_file_write(lock, "x", 1), LF_IO);
    assert_non_null(strstr(lf_message(), "a store of results has a file of that name"));
    assert_int_equal(lf_file_writable(link), LF_IO);
    assert_int_equal(lf_file_writable(scratch_path(state, "results.sqlite-wal")), LF_IO);
}

/* Nobody writes to the pipe: it is empty, and nobody waits. */
static void test_pipes_are_not_waited_for(void **state) {
    char *bytes = NULL;
    size_t size = 1;
    const char *path = scratch_path(state, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_ok(lf_file_read(path, 10, &bytes, &size));
    assert_int_equal(size, 0);
    free(bytes);
    const int fd = open(path, O_RDWR);
    assert_int_equal(write(fd, "all", 3), 3);
    assert_int_equal(lf_file_read(path, 2, &bytes, &size), LF_BAD_INPUT); /* three came */
    close(fd);
}

static void test_same_file(void **state) {
    scratch_write(state, "x", "1", 1);
    scratch_write(state, "z", "1", 1);
    assert_int_equal(link(scratch_path(state, "x"), scratch_path(state, "y")), 0);
    assert_true(lf_file_same(scratch_path(state, "x"), scratch_path(state, "y")));
    assert_false(lf_file_same(scratch_path(state, "x"), scratch_path(state, "z")));
    assert_false(lf_file_same(scratch_path(state, "x"), scratch_path(state, "none")));
}

static void test_unwritable_folder(void **state) {
    assert_int_equal(lf_file_write(scratch_path(state, "no/such/x"), "x", 1), LF_IO);
    assert_non_null(strstr(lf_message(), "no/such/x: cannot write"));
    user_leave(*state);
    assert_int_equal(chmod(*state, 0500), 0);
    lf_status status = lf_file_write(scratch_path(state, "x"), "x", 1);
    chmod(*state, 0700);
    user_back();
    assert_int_equal(status, LF_IO);
    assert_non_null(strstr(lf_message(), "choose a folder"));
}

static void test_folders(void **state) {
    struct stat info;
    assert_ok(lf_folder_make(scratch_path(state, "a/b//c/")));
    assert_int_equal(stat(scratch_path(state, "a/b/c"), &info), 0);
    assert_true(S_ISDIR(info.st_mode));
    assert_ok(lf_folder_make(scratch_path(state, "a/b/c")));
    assert_ok(lf_folder_make_for(scratch_path(state, "d/e/file")));
    assert_int_equal(stat(scratch_path(state, "d/e"), &info), 0);
    scratch_write(state, "f", "x", 1);
    assert_int_equal(lf_folder_make(scratch_path(state, "f/g")), LF_IO);
    assert_non_null(strstr(lf_message(), "a file has that name"));
}

static void test_long_path(void **state) {
    (void)state;
    static char name[5000];
    char path[LF_PATH_BYTES];
    memset(name, 'a', sizeof name - 1);
    assert_int_equal(lf_path_format(path, "/%s", name), LF_BAD_ARGUMENT);
}

static void test_cache_folder(void **state) {
    (void)state;
    char path[LF_PATH_BYTES];
    setenv("XDG_CACHE_HOME", "/c", 1);
    setenv("HOME", "/h", 1);
    assert_ok(lf_cache_folder(path));
    assert_string_equal(path, "/c/levelfield");
    setenv("XDG_CACHE_HOME", "relative", 1);
    assert_ok(lf_cache_folder(path));
    assert_string_equal(path, "/h/.cache/levelfield");
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    assert_int_equal(lf_cache_folder(path), LF_NOT_FOUND);
    assert_non_null(strstr(lf_message(), "XDG_CACHE_HOME"));
}

/* Forks one that makes a temporary folder with a file in it, tells its path, and lives on. */
static pid_t temporary_child(char path[LF_PATH_BYTES]) {
    int told[2];
    assert_return_code(pipe(told), errno);
    const pid_t child = fork();
    if (child == 0) {
        char inside[LF_PATH_BYTES];
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        FILE *file = lf_folder_temporary("x", path) == LF_OK &&
                             lf_path_format(inside, "%s/large", path) == LF_OK
                         ? fopen(inside, "w")
                         : NULL;
        if (file && fclose(file) == 0 && write(told[1], path, LF_PATH_BYTES) == LF_PATH_BYTES)
            pause();
        _exit(1);
    }
    close(told[1]);
    assert_int_equal(read(told[0], path, LF_PATH_BYTES), LF_PATH_BYTES);
    close(told[0]);
    return child;
}

static void test_temporary_folders_of_the_killed_go(void **state) {
    char dead[LF_PATH_BYTES], live[LF_PATH_BYTES], mine[LF_PATH_BYTES];
    setenv("TMPDIR", *state, 1);
    const pid_t killed = temporary_child(dead), lives = temporary_child(live);
    kill(killed, SIGKILL);
    waitpid(killed, NULL, 0);
    /* What a user keeps under such a name: a copy of such a folder, and a link to one in use. */
    const char *copy = scratch_path(state, "levelfield-x-backup");
    const char *link = scratch_path(state, "levelfield-x-linked");
    assert_return_code(mkdir(copy, 0700) | symlink(live, link), errno);
    char mark[100];
    snprintf(mark, sizeof mark, "levelfield-x-backup/.%.50s", lf_path_name(dead));
    scratch_write(state, mark, "", 0);
    /* One that others may write to. */
    const char *open_to_all = scratch_path(state, "levelfield-x-shared");
    assert_return_code(mkdir(open_to_all, 0700) | chmod(open_to_all, 0777), errno);
    scratch_write(state, "levelfield-x-shared/.levelfield-x-shared", "", 0);
    assert_ok(lf_folder_temporary("y", mine));
    unsetenv("TMPDIR");
    assert_int_not_equal(access(dead, F_OK), 0);
    assert_return_code(access(copy, F_OK) | access(link, F_OK) | access(live, F_OK), errno);
    assert_int_equal(access(scratch_path(state, "levelfield-x-shared"), F_OK), 0);
    lf_folder_remove(mine);
    kill(lives, SIGKILL);
    waitpid(lives, NULL, 0);
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(test_write_then_read),
        IN_SCRATCH(test_read_failures),
        IN_SCRATCH(test_full_disk_leaves_the_old_file),
        cmocka_unit_test(test_no_space_is_named),
        IN_SCRATCH(test_long_name),
        IN_SCRATCH(test_discard_removes),
        IN_SCRATCH(test_commit_failure_cleans_up),
        IN_SCRATCH(test_link_stays),
        IN_SCRATCH(test_only_files_are_replaced),
        IN_SCRATCH(test_stores_are_not_replaced),
        IN_SCRATCH(test_pipes_are_not_waited_for),
        IN_SCRATCH(test_same_file),
        IN_SCRATCH(test_unwritable_folder),
        IN_SCRATCH(test_folders),
        IN_SCRATCH(test_temporary_folders_of_the_killed_go),
        cmocka_unit_test(test_long_path),
        cmocka_unit_test(test_cache_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
