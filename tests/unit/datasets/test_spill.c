/* Arrays that grow out of memory: what is in them stays, little of it is held, a full disk is said.
 */
#include "near.h"
#include "scratch.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "datasets/table/spill.h"

static int own_cache(void **state) {
    return scratch_setup(state) != 0 ? -1 : setenv("XDG_CACHE_HOME", *state, 1);
}

/* Grow to so many numbers, each of its place. */
static lf_status fill(lf_spill *spill, size_t n) {
    for (size_t i = 0; i < n; i++) {
        LF_TRY(lf_spill_reserve(spill, (i + 1) * sizeof i));
        ((size_t *)spill->at)[i] = i;
    }
    return LF_OK;
}

static bool whole(const lf_spill *spill, size_t n) {
    bool right = true;
    for (size_t i = 0; i < n; i++)
        right &= ((const size_t *)spill->at)[i] == i;
    return right;
}

static void test_small_arrays_stay_in_memory(void **state) {
    lf_spill spill = {0};
    assert_ok(fill(&spill, 1000));
    assert_int_equal(spill.file, 0);
    assert_true(whole(&spill, 1000));
    lf_spill_free(&spill);
    assert_int_equal(scratch_count(*state), 0);
}

static void test_large_ones_lie_in_a_file_without_a_name(void **state) {
    const size_t n = (size_t)12 << 20; /* 96 MB */
    lf_spill spill = {0};
    assert_ok(fill(&spill, n));
    assert_true(spill.file > 0);
    assert_true(whole(&spill, n));
    assert_int_equal(scratch_count(scratch_path(state, "levelfield/parsed")), 0);
    lf_spill_free(&spill);
    assert_int_equal(spill.file, 0);
}

static void test_without_a_folder_they_stay(void **state) {
    const size_t n = (size_t)3 << 20; /* 24 MB */
    lf_spill spill = {0};
    scratch_write(state, "file", "x", 1);
    setenv("XDG_CACHE_HOME", scratch_path(state, "file"), 1);
    assert_ok(fill(&spill, n));
    assert_int_equal(spill.file, 0);
    assert_true(whole(&spill, n));
    lf_spill_free(&spill);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { HELD = 1024 }; /* MB: the sanitizer has a memory of its own */
#else
enum { HELD = 100 };
#endif

/* Of 256 MB, a process holds a few steps of 32. The exit code says what was wrong. */
static int child_fills(void) {
    struct rusage before, after;
    lf_spill spill = {0};
    getrusage(RUSAGE_SELF, &before);
    if (fill(&spill, (size_t)32 << 20) != LF_OK) return 1;
    getrusage(RUSAGE_SELF, &after);
    return after.ru_maxrss - before.ru_maxrss > HELD * 1024 ? 2 : 0;
}

/* The same when the numbers are gone through once more. */
static int child_goes_through(void) {
    struct rusage before, after;
    lf_spill spill = {0};
    size_t wrong = 0;
    if (fill(&spill, (size_t)32 << 20) != LF_OK) return 1;
    lf_spill_forget(spill.at, spill.room_bytes);
    getrusage(RUSAGE_SELF, &before);
    for (size_t i = 0; i < (size_t)32 << 20; i++) {
        wrong += ((const size_t *)spill.at)[i] != i;
        lf_spill_passed(&spill, i * sizeof i, (i + 1) * sizeof i);
    }
    getrusage(RUSAGE_SELF, &after);
    if (wrong > 0) return 2;
    return after.ru_maxrss - before.ru_maxrss > HELD * 1024 ? 3 : 0;
}

/* A limit on the size of files is what a full disk is: the system has no more room. */
static int child_meets_the_limit(void) {
    const struct rlimit limit = {(rlim_t)70 << 20, (rlim_t)70 << 20};
    lf_spill spill = {0};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    if (fill(&spill, (size_t)12 << 20) != LF_IO) return 2;
    if (!strstr(lf_message(), "levelfield/parsed: cannot write: File too large; nothing was"))
        return 3;
    return whole(&spill, (size_t)4 << 20) ? 0 : 4; /* what was there is there */
}

static void check_child(int (*child)(void)) {
    int status;
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) _exit(child());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

static void test_little_is_held(void **state) {
    (void)state;
    check_child(child_fills);
    check_child(child_goes_through);
}

static void test_full_disk(void **state) {
    (void)state;
    check_child(child_meets_the_limit);
}

int main(void) {
#define OWN_CACHE(test) cmocka_unit_test_setup_teardown(test, own_cache, scratch_teardown)
    const struct CMUnitTest tests[] = {
        OWN_CACHE(test_small_arrays_stay_in_memory),
        OWN_CACHE(test_large_ones_lie_in_a_file_without_a_name),
        OWN_CACHE(test_without_a_folder_they_stay),
        OWN_CACHE(test_little_is_held),
        OWN_CACHE(test_full_disk),
    };
    return cmocka_run_group_tests_name("spill", tests, NULL, NULL);
}
