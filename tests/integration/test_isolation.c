/* Plugins that crash, hang, fail, eat memory: each costs its own run, and the cause is named. */
#include <fenv.h>
#include <signal.h>
#include <sys/wait.h>

#include "base/float_env.h"
#include "runs.h"

/* The memory limit of these tests, far above what a run here needs even with a sanitizer. */
enum { MEMORY_MIB = 128 };

static runs_seen seen;

static const lf_record *run_within(const lf_pool_limits *limits, const char *algorithm,
                                   const char *budget) {
    const lf_run_spec spec = runs_spec("toy", algorithm, budget);
    const lf_pool_observer observer = runs_observer(&seen);
    runs_clear(&seen);
    assert_ok(lf_pool_run(1, &spec, limits, &observer));
    assert_int_equal(seen.ended, 1);
    return &seen.record[0];
}

static const lf_record *run_limited(const char *algorithm, const char *budget, double seconds) {
    const lf_pool_limits limits = {
        .jobs = 1, .wall_seconds = seconds, .memory_bytes = (size_t)MEMORY_MIB << 20};
    return run_within(&limits, algorithm, budget);
}

static const lf_record *run(const char *algorithm, const char *budget) {
    return run_limited(algorithm, budget, 30);
}

static void test_signals(void **state) {
    (void)state;
    const lf_record *r = run("crash:after=5", "80:samples");
    runs_expect(r, "failed", "signal 11 (Segmentation fault) in step 6");
    assert_int_equal(r->points, 3); /* the start, steps 2 and 4 */
    assert_int_equal(runs_count(r, LF_COUNTER_STEPS), 4);
    assert_int_equal(runs_count(r, SAMPLES), 40);
    assert_int_equal(strlen(r->trace_sha256), 64);
    runs_expect(run("abort:after=1", "80:samples"), "failed", "signal 6 (Aborted) in step 2");
}

static void test_exit(void **state) {
    (void)state;
    runs_expect(run("exit_now:after=2", "80:samples"), "failed",
                "the plugin ended the process (exit status 0) in step 3");
}

static void test_hang(void **state) {
    (void)state;
    const lf_record *r = run_limited("hang:after=3", "80:samples", 0.5);
    runs_expect(r, "timeout", "wall limit of 0.5 s exceeded in step 4");
    assert_int_equal(runs_count(r, LF_COUNTER_STEPS), 2);
    assert_true(r->wall_seconds > 0.5 && r->wall_seconds < 10);
}

/* Without a limit of wall clock a run still has to go on; how long it takes is its own affair. */
static void test_stall(void **state) {
    (void)state;
    lf_pool_limits limits = {.jobs = 1, .stall_seconds = 0.5};
    runs_expect(run_within(&limits, "hang:after=3", "80:samples"), "timeout",
                "no progress for 0.5 s in step 4 (--timeout TIME allows longer steps)");
    runs_expect(run_within(&limits, "burn_cpu:b=60000,after=3", "80:steps"), "timeout",
                "no progress for 0.5 s in step 4 (--timeout TIME allows longer steps)");
    const lf_record *r = run_within(&limits, "burn_cpu:b=20", "60:steps");
    runs_expect(r, "done", "budget spent");
    assert_true(r->wall_seconds > 1);
    limits.wall_seconds = 1;
    runs_expect(run_within(&limits, "hang:after=3", "80:samples"), "timeout",
                "wall limit of 1 s exceeded in step 4");
}

/* What burns CPU time is ended for that; what waits is not, and its wall limit ends it. */
static void test_cpu(void **state) {
    (void)state;
    lf_pool_limits limits = {.jobs = 1, .wall_seconds = 60, .cpu_seconds = 0.5};
    const lf_record *r = run_within(&limits, "burn_cpu:b=60000,after=3", "80:steps");
    runs_expect(r, "timeout", "CPU limit of 0.5 s exceeded in step 4");
    assert_true(r->wall_seconds > 0.5);
    assert_null(r->iterate);
    limits.wall_seconds = 1.5;
    r = run_within(&limits, "hang:after=3", "80:samples");
    runs_expect(r, "timeout", "wall limit of 1.5 s exceeded in step 4");
}

static void test_failure_and_nan(void **state) {
    (void)state;
    const lf_record *r = run("fail:after=4", "80:samples");
    runs_expect(r, "failed", "algorithm fail failed in step 5: the model has no minimum in step 5");
    assert_int_equal(runs_count(r, LF_COUNTER_STEPS), 4);
    assert_near(r->iterate[0], 0x1p-4, 0);
    r = run("nan:after=4", "80:samples");
    runs_expect(r, "diverged", "the iterate is not finite after step 6");
    r = run("never_asks", "80:samples");
    runs_expect(r, "failed",
                "algorithm never_asks made 1000000 steps in a row that cost nothing "
                "of the budget 80:samples");
}

static void test_memory(void **state) {
    (void)state;
    const lf_record *r = run("eat_memory:b=8,after=1", "80:samples");
    assert_string_equal(lf_run_status_name(r->status), "killed");
    double limit, reached;
    unsigned step;
    assert_int_equal(sscanf(r->cause,
                            "memory limit of %lf MiB exceeded (reached %lf MiB) in step %u", &limit,
                            &reached, &step),
                     3);
    assert_near(limit, MEMORY_MIB, 0);
    assert_true(reached > MEMORY_MIB && reached < 8 * MEMORY_MIB);
    assert_int_equal(step, 2);
    /* Asked for in one piece, it is refused, and the plugin says so. */
    r = run("eat_memory:b=1000", "80:samples");
    runs_expect(r, "failed",
                "algorithm eat_memory ran out of memory in step 1: no room for 1000 MiB");
}

/* Its last lines are kept, whole, cleaned, and no more than 4 KiB; its standard output is not. */
static void test_talk(void **state) {
    (void)state;
    const lf_record *r = run("raise_stderr", "3");
    runs_expect(r, "done", "budget spent");
    const size_t n = strlen(r->log);
    assert_true(n > 4000 && n <= 4096);
    assert_true(strncmp(r->log, "step 3, line ", 13) == 0);
    const char *last = "step 3, line 1000: ? is no text, nor is ?\n";
    assert_string_equal(r->log + n - strlen(last), last);
}

static void test_garbage(void **state) {
    (void)state;
    const lf_record *r = run("garbage:after=3", "80:samples");
    assert_string_equal(lf_run_status_name(r->status), "failed");
    assert_non_null(strstr(r->cause, "the run's process sent bytes that are no message, "));
    assert_int_equal(r->points, 2);
    assert_null(r->iterate);
}

/* Found where the harness takes over again, whoever of the method's functions did it; nothing after
 * that is in the result. */
static void test_float_modes(void **state) {
    (void)state;
    const char *than = "all numbers after that would be others: put it back before returning";
    char cause[256];
    snprintf(cause, sizeof cause,
             "algorithm sets_rounding left the rounding mode changed in step 4; %s", than);
    const lf_record *r = run("sets_rounding:after=3", "80:samples");
    runs_expect(r, "failed", cause);
    assert_near(r->iterate[0], 0x1p-3, 0);
    runs_expect(run("sets_rounding:after=3,b=11", "88:samples"), "failed", cause);
    r = run("flushes_denormals:after=3", "80:samples");
    runs_expect(r, "failed",
                "algorithm flushes_denormals left the treatment of subnormal numbers changed in "
                "step 4; a library linked with -ffast-math does that when it is loaded: link "
                "without");
}

/* What a constructor does stays in no process: not here, not in what is started from here. */
static void test_fast_math(void **state) {
    (void)state;
    assert_int_equal(runs_load("fast_math"), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "fast_math.so: it left the treatment of subnormal numbers "
                                         "changed when it was loaded; a library linked with"));
    assert_true(lf_float_env_is_default());
    runs_expect(run("sets_rounding:after=8", "80:samples"), "done", "budget spent");
    fesetround(FE_UPWARD);
    const lf_record *r = run("sets_rounding:after=8", "80:samples");
    lf_float_env_reset();
    runs_expect(r, "done", "budget spent");
}

static void test_children_of_plugins(void **state) {
    (void)state;
    const lf_record *r = run("forks_child", "80:samples");
    runs_expect(r, "done", "budget spent");
    const pid_t child = (pid_t)strtol(r->log, NULL, 10);
    assert_true(child > 1);
    assert_true(runs_dies(child));
}

/* The process that runs the pool is killed outright: its runs end with it. */
static void test_parent_killed(void **state) {
    (void)state;
    char path[64], digits[32] = "";
    snprintf(path, sizeof path, "/tmp/levelfield-test-%d", (int)getpid());
    setenv("LF_TEST_PID_FILE", path, 1);
    const pid_t parent = fork();
    if (parent == 0) {
        const lf_pool_limits limits = {.jobs = 1};
        const lf_run_spec spec = runs_spec("toy", "hang", "80:samples");
        const lf_pool_observer observer = {0};
        lf_pool_run(1, &spec, &limits, &observer);
        _exit(1);
    }
    for (int i = 0; i < 500 && digits[0] == '\0'; i++) {
        FILE *file = fopen(path, "r");
        if (file && !fgets(digits, sizeof digits, file)) digits[0] = '\0';
        if (file) fclose(file);
        usleep(10000);
    }
    unlink(path);
    unsetenv("LF_TEST_PID_FILE");
    const pid_t child = (pid_t)strtol(digits, NULL, 10);
    const bool lived = child > 1 && runs_lives(child);
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    assert_true(lived);
    assert_true(runs_dies(child));
}

static int load(void **state) {
    (void)state;
    return runs_load_all("toy crash abort hang fail nan eat_memory exit_now "
                         "raise_stderr never_asks forks_child garbage burn_cpu "
                         "sets_rounding flushes_denormals");
}

static int clear(void **state) {
    (void)state;
    runs_clear(&seen);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_signals, clear),
        cmocka_unit_test_teardown(test_exit, clear),
        cmocka_unit_test_teardown(test_hang, clear),
        cmocka_unit_test_teardown(test_stall, clear),
        cmocka_unit_test_teardown(test_cpu, clear),
        cmocka_unit_test_teardown(test_failure_and_nan, clear),
        cmocka_unit_test_teardown(test_memory, clear),
        cmocka_unit_test_teardown(test_talk, clear),
        cmocka_unit_test_teardown(test_garbage, clear),
        cmocka_unit_test_teardown(test_float_modes, clear),
        cmocka_unit_test_teardown(test_fast_math, clear),
        cmocka_unit_test_teardown(test_children_of_plugins, clear),
        cmocka_unit_test_teardown(test_parent_killed, clear),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
