/* Runs in processes: the same results for any number at a time; bad ones; interruption. */
#include <errno.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "harness/registry/plugin.h"
#include "harness/run/run.h"
#include "probe.h"
#include "runs.h"

static runs_seen seen;
static int handle_refusal; /* errno of pidfd_open; 0: it works */

/* Instead of the C library's. */
int pidfd_open(pid_t pid, unsigned int flags) {
    if (handle_refusal == 0) return (int)syscall(SYS_pidfd_open, pid, flags);
    errno = handle_refusal;
    return -1;
}

static void run_all(size_t runs, const lf_run_spec *spec, size_t jobs) {
    const lf_pool_limits limits = {.jobs = jobs, .wall_seconds = 60};
    const lf_pool_observer observer = runs_observer(&seen);
    runs_clear(&seen);
    assert_ok(lf_pool_run(runs, spec, &limits, &observer));
    assert_int_equal(seen.started, runs);
    assert_int_equal(seen.ended, runs);
}

static void test_any_number_at_a_time(void **state) {
    (void)state;
    char hash[6][65];
    lf_run_spec spec[6];
    for (size_t i = 0; i < 6; i++) {
        spec[i] = runs_spec("toy:noise=1", "probe:b=3", "600:samples");
        spec[i].seed = i / 2; /* each seed twice */
    }
    run_all(6, spec, 1);
    for (size_t i = 0; i < 6; i++)
        memcpy(hash[i], seen.record[i].trace_sha256, 65);
    run_all(6, spec, 3);
    for (size_t i = 0; i < 6; i++) {
        runs_expect(&seen.record[i], "done", "budget spent");
        assert_string_equal(hash[i], seen.record[i].trace_sha256);
        assert_string_equal(hash[i], hash[i / 2 * 2]);
        assert_int_equal(strlen(seen.record[i].key), 64);
        assert_true(seen.record[i].wall_seconds > 0);
    }
    assert_string_not_equal(hash[0], hash[2]);
    assert_true(seen.moved >= 6);
}

/* A process's result is bit for bit that of a run in this one. */
static void test_same_as_in_process(void **state) {
    (void)state;
    const lf_run_spec spec = runs_spec("toy:noise=1", "probe:b=3", "600:samples");
    lf_record record;
    run_all(1, &spec, 1);
    lf_run_execute(&spec, 0, NULL, &record);
    assert_string_equal(record.trace_sha256, seen.record[0].trace_sha256);
    assert_memory_equal(record.iterate, seen.record[0].iterate, 4 * sizeof(double));
    assert_int_equal(record.points, seen.record[0].points);
    lf_record_clear(&record);
}

static void test_bad_ones_among_good_ones(void **state) {
    (void)state;
    const lf_run_spec spec[] = {
        runs_spec("toy", "probe", "80:samples"),
        runs_spec("toy:fault=crash", "probe", "80:samples"),
        runs_spec("toy:fault=metric_crash,fault_below=0.01", "probe", "80:samples"),
        runs_spec("toy", "nobody", "80:samples"),
        runs_spec("toy", "probe:fault=nan", "8000:samples"),
        runs_spec("toy", "probe:fault=fail,after=3", "80:samples"),
    };
    run_all(6, spec, 2);
    const lf_record *r = seen.record;
    runs_expect(&r[0], "done", "budget spent");
    runs_expect(&r[1], "failed", "signal 11 (Segmentation fault) while the problem was built");
    assert_int_equal(r[1].points, 0);
    runs_expect(&r[2], "failed",
                "signal 8 (Floating point exception) while metrics were evaluated after step 4");
    assert_int_equal(r[2].points, 2); /* what came before the crash is kept */
    assert_null(r[2].iterate);
    runs_expect(&r[3], "failed",
                "there is no algorithm 'nobody'; `levelfield list algorithms` names all");
    runs_expect(&r[4], "diverged", "the iterate is not finite after step 64");
    runs_expect(&r[5], "failed",
                "algorithm probe failed in step 4: the inner problem has no solution");
    assert_int_equal(runs_count(&r[5], LF_COUNTER_STEPS), 3);
}

/* An old kernel does not know handles of processes, a filter of system calls may forbid them, and
 * there may be too many. What the last one leaves behind holds its pipes open, so that nothing but
 * a look tells that it has ended. */
static void test_without_handles(void **state) {
    (void)state;
    const int refusals[] = {ENOSYS, EPERM, EMFILE};
    const lf_pool_limits limits = {.jobs = 2};
    const lf_pool_observer observer = runs_observer(&seen);
    const lf_run_spec spec[] = {
        runs_spec("toy", "probe", "80:samples"),
        runs_spec("toy:fault=crash", "probe", "80:samples"),
        runs_spec("toy", "forks_child", "80:samples"),
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        runs_clear(&seen);
        handle_refusal = refusals[i];
        assert_ok(lf_pool_run(3, spec, &limits, &observer));
        runs_expect(&seen.record[0], "done", "budget spent");
        runs_expect(&seen.record[1], "failed",
                    "signal 11 (Segmentation fault) while the problem was built");
        runs_expect(&seen.record[2], "done", "budget spent");
    }
}

/* Descriptors for the first run and not for the second: all ends, and the line says what helps. */
static void test_too_few_descriptors(void **state) {
    (void)state;
    const lf_pool_limits limits = {.jobs = 2, .wall_seconds = 60};
    const lf_run_spec spec[] = {runs_spec("toy", "probe:fault=free", "1e12"),
                                runs_spec("toy", "probe:fault=free", "1e12")};
    const lf_pool_observer observer = runs_observer(&seen);
    struct rlimit before, few;
    const int next = dup(STDERR_FILENO);
    close(next);
    getrlimit(RLIMIT_NOFILE, &before);
    few = before;
    few.rlim_cur = (rlim_t)next + 7; /* 2 of the interrupt, 4 or 5 while a run starts */
    setrlimit(RLIMIT_NOFILE, &few);
    const lf_status status = lf_pool_run(2, spec, &limits, &observer);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_equal(status, LF_IO);
    assert_int_equal(seen.started, 1);
    assert_non_null(strstr(lf_message(), "no pipe for a run: Too many open files; fewer runs"));
}

static void test_large_iterate(void **state) {
    (void)state;
    const lf_run_spec spec = runs_spec("toy:d=100000", "probe", "80:samples");
    run_all(1, &spec, 1);
    runs_expect(&seen.record[0], "done", "budget spent");
    assert_near(seen.record[0].iterate[99999], 0x1p-8, 0);
}

static void interrupt_started(void *context, size_t run) {
    runs_started(context, run);
    if (run == 1) raise(SIGINT);
}

static void test_interrupted(void **state) {
    (void)state;
    const lf_pool_limits limits = {.jobs = 2};
    const lf_run_spec spec[] = {runs_spec("toy", "probe:fault=free", "1e12"),
                                runs_spec("toy", "probe:fault=free", "1e12"),
                                runs_spec("toy", "probe", "80:samples")};
    lf_pool_observer observer = runs_observer(&seen);
    observer.started = interrupt_started;
    runs_clear(&seen);
    signal(SIGINT, SIG_DFL); /* a shell's background job ignores it, and the pool leaves it so */
    assert_int_equal(lf_pool_run(3, spec, &limits, &observer), LF_INTERRUPTED);
    assert_string_equal(lf_message(), "interrupted by SIGINT");
    assert_int_equal(seen.ended, 0);
    struct sigaction now;
    sigaction(SIGINT, NULL, &now);
    assert_true(now.sa_handler == SIG_DFL); /* as it was */
}

static lf_status refuse(void *context, size_t run, const lf_record *record) {
    (void)context, (void)run, (void)record;
    return lf_fail(LF_IO, "the disk is full");
}

static void test_observer_fails(void **state) {
    (void)state;
    const lf_pool_limits limits = {.jobs = 2};
    const lf_run_spec spec[] = {runs_spec("toy", "probe:fault=free", "1e12"),
                                runs_spec("toy", "probe", "80:samples")};
    const lf_pool_observer observer = {.ended = refuse};
    assert_int_equal(lf_pool_run(2, spec, &limits, &observer), LF_IO);
    assert_string_equal(lf_message(), "the disk is full");
}

static void test_no_runs(void **state) {
    (void)state;
    const lf_pool_limits limits = {0};
    const lf_pool_observer observer = {0};
    assert_ok(lf_pool_run(0, NULL, &limits, &observer));
}

static int load(void **state) {
    (void)state;
    if (runs_load("toy") == LF_OK && runs_load("forks_child") == LF_OK &&
        lf_registry_add_algorithm(&probe) == LF_OK)
        return 0;
    print_error("%s\n", lf_message());
    return -1;
}

static int clear(void **state) {
    (void)state;
    handle_refusal = 0;
    runs_clear(&seen);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_any_number_at_a_time, clear),
        cmocka_unit_test_teardown(test_same_as_in_process, clear),
        cmocka_unit_test_teardown(test_bad_ones_among_good_ones, clear),
        cmocka_unit_test_teardown(test_without_handles, clear),
        cmocka_unit_test_teardown(test_too_few_descriptors, clear),
        cmocka_unit_test_teardown(test_large_iterate, clear),
        cmocka_unit_test_teardown(test_interrupted, clear),
        cmocka_unit_test_teardown(test_observer_fails, clear),
        cmocka_unit_test_teardown(test_no_runs, clear),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
