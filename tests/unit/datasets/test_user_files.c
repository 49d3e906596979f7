/* A user's files: several as one, packed; known by a stamp; read by one process while others wait,
 * begun anew after a kill, held in little memory. Threads: pthread_create. */
#include "near.h"
#include "npy_file.h"
#include "own_data.h"
#include "table.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <zstd.h>

#include "datasets/files/bytes.h"
#include "datasets/obtain/stamp.h"
#include "datasets/table/table_text.h"
#include "datasets/user/user_open.h"

static const char *text(void **state, const char *name, const char *bytes) {
    const char *path = own_text(state, name, bytes);
    assert_non_null(path);
    return path;
}

static lf_data *open_user(const char *path) {
    lf_data *d;
    assert_ok(lf_user_open(path, false, &d));
    return d;
}

/* Times of change older than a second, as of files that are not being written. */
static void settle(void) {
    nanosleep(&(struct timespec){1, 100000000}, NULL);
}

/* Files that end so, in the cache. */
static int cached(void **state, const char *ending) {
    DIR *dir = opendir(scratch_path(state, "levelfield/parsed"));
    int count = 0;
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        const size_t n = strlen(entry->d_name), k = strlen(ending);
        count += n > k && strcmp(entry->d_name + n - k, ending) == 0;
    }
    if (dir) closedir(dir);
    return count;
}

/* The same rows in one file, in three, and packed with Zstandard in two frames. */
static void test_several_files_are_one_set(void **state) {
    static const char all[] = "1 1:1 3:2\n-1 2:1\n1 3:4\n-1 1:1 4:0.5\n";
    char packed[2][256];
    text(state, "all.libsvm", all);
    assert_ok(lf_folder_make(scratch_path(state, "d")));
    text(state, "d/part-10.libsvm", "-1 2:1\n1 3:4\n");
    text(state, "d/part-0.libsvm", "1 1:1 3:2\n");
    text(state, "d/part-9.libsvm", "-1 1:1 4:0.5\n");
    const size_t first = ZSTD_compress(packed[0], sizeof packed[0], all, 20, 3);
    const size_t second =
        ZSTD_compress(packed[0] + first, sizeof packed[0] - first, all + 20, sizeof all - 21, 3);
    scratch_write(state, "z.libsvm.zst", packed[0], first + second);
    lf_data *one = open_user(text(state, "one.yaml", "features: all.libsvm\n"));
    lf_data *three = open_user(text(state, "three.yaml", "features: d/part-*.libsvm\n"));
    lf_data *zstd = open_user(text(state, "zstd.yaml", "features: z.libsvm.zst\n"));
    lf_data *of[] = {three, zstd};
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(of[k]->rows, 4);
        assert_int_equal(of[k]->features, 4);
        assert_memory_equal(of[k]->row_start, one->row_start, 5 * sizeof(uint64_t));
        assert_memory_equal(of[k]->column, one->column, 6 * sizeof(uint32_t));
        assert_memory_equal(of[k]->value, one->value, 6 * sizeof(double));
        assert_memory_equal(of[k]->label, one->label, 4 * sizeof(double));
        lf_data_close(of[k]);
    }
    lf_data_close(one);
    lf_data *d;
    scratch_write(state, "z.libsvm.zst", packed[0], first + second - 2);
    assert_int_equal(lf_user_open(scratch_path(state, "zstd.yaml"), false, &d), LF_BAD_INPUT);
    assert_message("z.libsvm.zst: the compressed file is cut short");
    assert_int_equal(lf_user_open(text(state, "n.yaml", "features: n-*.libsvm\n"), false, &d),
                     LF_NOT_FOUND);
    text(state, "a-1.csv", "y,x\n0,1\n");
    text(state, "a-2.csv", "y,z\n1,1\n");
    assert_int_equal(
        lf_user_open(text(state, "a.yaml", "features: a-*.csv\nlabel: y\n"), false, &d),
        LF_BAD_INPUT);
    assert_message("a-1.csv: feature 1 is \"z\", and \"x\" there");
}

/* A set that is noted is opened by its stamp; a change is seen although size and time are set back;
 * where even the time of change were the old one, the table is that of the identity that is told,
 * and a reading of everything finds it out. */
static void test_stamps(void **state) {
    struct stat before;
    char note[LF_PATH_BYTES], old[LF_SHA256_TEXT], path[LF_PATH_BYTES];
    lf_user_description d;
    const char *data = text(state, "f.libsvm", "1 1:1\n-1 1:2\n");
    snprintf(path, sizeof path, "%s", text(state, "f.yaml", "features: f.libsvm\n"));
    settle();
    lf_data *first = open_user(path);
    snprintf(old, sizeof old, "%s", first->sha256);
    lf_data_close(first);
    assert_int_equal(cached(state, ".survey"), 1);
    lf_data_close(open_user(path));
    assert_int_equal(stat(data, &before), 0);
    text(state, "f.libsvm", "1 1:1\n-1 1:3\n");
    const struct timespec times[2] = {before.st_atim, before.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, data, times, 0), 0);
    lf_data *changed = open_user(path);
    assert_string_not_equal(changed->sha256, old);
    assert_near(changed->value[1], 3, 0);
    lf_data_close(changed);
    settle();
    assert_ok(lf_user_describe(path, &d));
    assert_true(lf_user_stamp(&d, note));
    lf_user_description_free(&d);
    lf_stamp_note(note, old, 2, 0); /* as if nothing told the change */
    lf_data *kept = open_user(path);
    assert_string_equal(kept->sha256, old);
    assert_near(kept->value[1], 2, 0); /* of this identity, whatever the file is now */
    lf_data_close(kept);
    assert_ok(lf_user_open(path, true, &changed));
    assert_near(changed->value[1], 3, 0);
    lf_data_close(changed);
    lf_data_close(open_user(path));
}

/* 60,000 rows of 16 columns as text of 8 MB: what takes a while to read. */
static const char *click_text(void **state) {
    lf_data *d;
    assert_ok(lf_data_open("click:rows=60000+fields=16+buckets=50000", &d));
    assert_ok(lf_data_write_libsvm(d, scratch_path(state, "c.libsvm")));
    lf_data_close(d);
    scratch_remove(scratch_path(state, "levelfield"));
    const char *path = text(state, "c.yaml", "features: c.libsvm\n");
    settle();
    return path;
}

static int child_opens(const char *path) {
    lf_data *d;
    if (lf_user_open(path, false, &d) != LF_OK) return 1;
    const bool right = d->rows == 60000;
    lf_data_close(d);
    return right ? 0 : 2;
}

static pid_t start(const char *path) {
    const pid_t pid = fork();
    if (pid == 0) _exit(child_opens(path));
    return pid;
}

/* Six at once: all have the table, which is there once. */
static void test_many_at_once(void **state) {
    char path[LF_PATH_BYTES];
    snprintf(path, sizeof path, "%s", click_text(state));
    pid_t pid[6];
    for (size_t k = 0; k < 6; k++)
        pid[k] = start(path);
    for (size_t k = 0; k < 6; k++) {
        int status = -1;
        assert_int_equal(waitpid(pid[k], &status, 0), pid[k]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(cached(state, ".lfd"), 1);
    assert_int_equal(cached(state, ".survey"), 1);
    assert_int_equal(scratch_count(scratch_path(state, "levelfield/parsed")), 2);
}

/* Killed at some moment, over and over (LEVELFIELD_TRIALS): what is left is a part at most, which
 * the next process begins anew, and then it is gone. */
static void test_killed(void **state) {
    const char *trials = getenv("LEVELFIELD_TRIALS");
    char path[LF_PATH_BYTES];
    unsigned random = 1;
    snprintf(path, sizeof path, "%s", click_text(state));
    for (long k = trials ? atol(trials) : 8; k > 0; k--) {
        int status = -1;
        const pid_t pid = start(path);
        random = random * 1103515245 + 12345;
        nanosleep(&(struct timespec){0, 1000000L * (long)(random >> 16 & 127)}, NULL);
        kill(pid, SIGKILL);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(cached(state, ".tmp") <= 1 && cached(state, ".part") <= 1);
        if (cached(state, ".lfd") > 0) scratch_remove(scratch_path(state, "levelfield"));
    }
    assert_int_equal(child_opens(path), 0);
    assert_int_equal(cached(state, ".part"), 0);
    assert_int_equal(cached(state, ".lfd"), 1);
}

/* 8 MB of text are read by a process that holds few of them: bounded by blocks, not by the file. */
static void test_memory(void **state) {
    char path[LF_PATH_BYTES];
    struct rusage used;
    int status = -1;
    snprintf(path, sizeof path, "%s", click_text(state));
    const pid_t pid = start(path);
    assert_int_equal(wait4(pid, &status, 0, &used), pid);
    assert_int_equal(status, 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    assert_in_range(used.ru_maxrss, 1, 40 * 1024);
#endif
}

/* A program writes into the features while the labels are read, after all was hashed once. */
static const char *written;
static int seen;
static void write_meanwhile(const char *path, uint64_t done, uint64_t total) {
    if (done + total > 0 || !lf_path_ends(path, "y.txt") || ++seen != 2) return;
    const int fd = open(written, O_WRONLY);
    assert_int_equal(pwrite(fd, &(double){7}, sizeof(double), lseek(fd, 0, SEEK_END) - 8), 8);
    close(fd);
}

/* A table that is half of one content and half of another is kept under neither's name. */
static void test_changed_while_read(void **state) {
    static const double value[] = {1, 2, 3};
    lf_data *d;
    text(state, "y.txt", "0\n1\n0\n");
    const char *yaml = text(state, "w.yaml", "features: x.npy\nlabel: y.txt\n");
    written =
        npy_file(state, "x.npy", 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 1), }\n",
                 value, sizeof value);
    seen = 0;
    lf_bytes_watch_by(write_meanwhile);
    assert_int_equal(lf_user_open(yaml, false, &d), LF_BAD_INPUT);
    lf_bytes_watch_by(NULL);
    assert_message("w.yaml: a file changed while it was read; start again");
    assert_int_equal(cached(state, ".lfd"), 0);
    d = open_user(yaml);
    assert_near(d->dense[2], 7, 0);
    lf_data_close(d);
}

/* What a pattern names and cannot be read is not left out. */
static void test_patterns_leave_out_nothing(void **state) {
    lf_data *d;
    text(state, "p-1.libsvm", "1 1:1\n-1 1:2\n");
    const char *yaml = text(state, "p.yaml", "features: p-*.libsvm\n");
    lf_data_close(open_user(yaml));
    assert_int_equal(symlink("/nowhere/p-2.libsvm", scratch_path(state, "p-2.libsvm")), 0);
    assert_int_equal(lf_user_open(yaml, false, &d), LF_BAD_INPUT);
    assert_message("p-2.libsvm, which is no file that can be read");
}

/* Only the pattern is one: a folder is called what it is called, a data folder too. */
static void test_folders_are_no_patterns(void **state) {
    static const char *const folder[] = {"run[1]", "run1", "a*", "ab", "b\\?"};
    const char *before = getenv("LEVELFIELD_DATA");
    char *kept = before ? strdup(before) : NULL, name[64], rows[64];
    lf_data *d;
    for (size_t k = 0; k < 5; k++) {
        assert_ok(lf_folder_make(scratch_path(state, folder[k])));
        snprintf(name, sizeof name, "%s/part_a.csv", folder[k]);
        snprintf(rows, sizeof rows, "x,y\n%zu,0\n1,1\n", 10 + k);
        text(state, name, rows);
    }
    for (size_t k = 0; k < 10; k++) { /* beside the description, then below the data folder */
        setenv("LEVELFIELD_DATA", scratch_path(state, folder[k % 5]), 1);
        snprintf(name, sizeof name, "%s%su.yaml", k < 5 ? folder[k] : "", k < 5 ? "/" : "");
        d = open_user(text(state, name, "features: part_*.csv\nlabel: y\n"));
        assert_near(d->dense[0], 10 + (double)(k % 5), 0);
        lf_data_close(d);
    }
    if (kept)
        setenv("LEVELFIELD_DATA", kept, 1);
    else
        unsetenv("LEVELFIELD_DATA");
    free(kept);
}

/* Names go into JSON and reports, which are UTF-8. */
static void test_names_are_utf8(void **state) {
    lf_data *d;
    text(state, "t.csv", "y,age,gr\xf6\xdf\x65\n0,1,2\n1,2,1\n");
    assert_int_equal(lf_user_open(text(state, "t.yaml", "features: t.csv\nlabel: y\n"), false, &d),
                     LF_BAD_INPUT);
    assert_message("t.yaml: the name of feature 2 is not UTF-8");
}

int main(void) {
#define OWN_CACHE(test) cmocka_unit_test_setup_teardown(test, own_cache, scratch_teardown)
    const struct CMUnitTest tests[] = {
        OWN_CACHE(test_several_files_are_one_set),
        OWN_CACHE(test_stamps),
        OWN_CACHE(test_many_at_once),
        OWN_CACHE(test_killed),
        OWN_CACHE(test_memory),
        OWN_CACHE(test_changed_while_read),
        OWN_CACHE(test_patterns_leave_out_nothing),
        OWN_CACHE(test_folders_are_no_patterns),
        OWN_CACHE(test_names_are_utf8),
    };
    return cmocka_run_group_tests_name("user files", tests, NULL, NULL);
}
