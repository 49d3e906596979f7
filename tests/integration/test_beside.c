/* What a method does beside the thread that makes its steps: in other threads, in other processes.
 */
#include "runs.h"

static runs_seen seen;

static const lf_record *run(const lf_pool_limits *limits, const char *algorithm,
                            const char *budget) {
    const lf_run_spec spec = runs_spec("toy", algorithm, budget);
    const lf_pool_observer observer = runs_observer(&seen);
    runs_clear(&seen);
    assert_ok(lf_pool_run(1, &spec, limits, &observer));
    return &seen.record[0];
}

/* Seconds are those of the run, wherever it spent them: joined threads, a thread that goes on while
 * metrics are evaluated, children waited for or not, running or not, that left the session or
 * not. */
static void test_seconds(void **state) {
    (void)state;
    const lf_pool_limits none = {.jobs = 1};
    const lf_record *r = run(&none, "burn_cpu:b=100", "5:steps");
    runs_expect(r, "done", "budget spent");
    assert_near(r->point[r->points - 1].algorithm_seconds, 0.6, 0.11);
    for (int where = 0; where < 5; where++) {
        char spec[32];
        snprintf(spec, sizeof spec, "burns_beside:b=%d", 10 + where);
        r = run(&none, spec, "8:steps");
        runs_expect(r, "done", "budget spent");
        const lf_trace_point *last = &r->point[r->points - 1];
        assert_near(last->algorithm_seconds, 0.4, 0.11);
        assert_true(last->evaluation_seconds < 0.05 && last->oracle_seconds < 0.05);
        for (size_t i = 1; i < r->points; i++)
            assert_true(r->point[i].algorithm_seconds >= r->point[i - 1].algorithm_seconds);
    }
    runs_expect(run(&none, "burns_beside:b=15", "8:steps"), "failed",
                "algorithm burns_beside ignores SIGCHLD, so that CPU time of its processes is "
                "lost: leave the signal alone, or wait for them");
}

/* Limits see what is no child of the run's process, and end it; shared pages count once. */
static void test_limits_beside(void **state) {
    (void)state;
    const lf_pool_limits memory = {.jobs = 1, .memory_bytes = (size_t)320 << 20};
    const lf_record *r = run(&memory, "eats_beside:b=400", "40:steps");
    assert_string_equal(lf_run_status_name(r->status), "killed");
    assert_non_null(strstr(r->cause, "memory limit of 320 MiB exceeded"));
    const pid_t eater = (pid_t)strtol(r->log, NULL, 10);
    assert_true(eater > 1);
    assert_true(runs_dies(eater));
    runs_expect(run(&memory, "eats_beside:b=101", "8:steps"), "done", "budget spent");
    assert_true(runs_dies((pid_t)strtol(seen.record[0].log, NULL, 10)));
    const lf_pool_limits limits = {.jobs = 1, .wall_seconds = 60, .cpu_seconds = 0.2};
    r = run(&limits, "burns_beside:b=13", "100:steps");
    assert_string_equal(lf_run_status_name(r->status), "timeout");
    assert_non_null(strstr(r->cause, "CPU limit of 0.2 s exceeded in step"));
}

static int load(void **state) {
    (void)state;
    return runs_load_all("toy burn_cpu burns_beside eats_beside");
}

static int clear(void **state) {
    (void)state;
    runs_clear(&seen);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_seconds, clear),
        cmocka_unit_test_teardown(test_limits_beside, clear),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
