/* The run loop on a problem worked out by hand: with eta = 1/2, h = 1 and no noise, a step halves
 * x, so after t steps from 1 the iterate is 2^-t exactly. */
#include <stdlib.h>
#include <string.h>

#include "harness/plugin.h"
#include "harness/registry.h"
#include "harness/run.h"
#include "near.h"
#include "probe.h"

#define GRADIENTS LF_COUNTER_EVALUATION(LF_EVALUATION_GRADIENT, LF_ROLE_OBJECTIVE)
#define SAMPLES LF_COUNTER_SAMPLES(LF_ROLE_OBJECTIVE)

static lf_record record; /* of the test under way; cleared after it */

static void execute_spec(const lf_run_spec *spec, size_t memory_bytes) {
    lf_record_clear(&record);
    lf_run_execute(spec, memory_bytes, NULL, &record);
}

/* A spec whose texts are the caller's: lf_run_execute copies what it keeps. */
static lf_run_spec spec_of(const char *algorithm, const char *budget) {
    return (lf_run_spec){.problem = (char *)"toy",
                         .algorithm = (char *)algorithm,
                         .budget = (char *)budget,
                         .checkpoints = 4,
                         .expensive = 1};
}

static void execute(const char *algorithm, const char *budget) {
    const lf_run_spec spec = spec_of(algorithm, budget);
    execute_spec(&spec, 0);
}

static void ended(lf_run_status status, const char *cause) {
    assert_string_equal(record.cause, cause);
    assert_string_equal(lf_run_status_name(record.status), lf_run_status_name(status));
}

static uint64_t final_count(size_t counter) {
    return record.point[record.points - 1].count[counter];
}

static void test_exact_budget(void **state) {
    (void)state;
    execute("probe", "80:samples");
    ended(LF_RUN_DONE, "budget spent");
    assert_int_equal(final_count(LF_COUNTER_STEPS), 8);
    assert_int_equal(final_count(SAMPLES), 80);
    assert_int_equal(final_count(GRADIENTS), 80);
    assert_near(record.iterate[0], 0x1p-8, 0);
    assert_int_equal(record.points, 5);
    for (size_t k = 0; k < 5; k++) {
        assert_int_equal(record.point[k].count[LF_COUNTER_STEPS], 2 * k);
        assert_near(lf_record_value(&record, k, "loss"), 2 * exp2(-4.0 * (double)k), 0);
        assert_true(isnan(lf_record_value(&record, k, "distance")) == (k < 4));
    }
    assert_near(lf_record_value(&record, 4, "distance"), 2 * 0x1p-8, 0);
    assert_int_equal(strlen(record.trace_sha256), 64);
    assert_string_equal(record.data_name, "toy");
}

/* 85 samples admit the draw of a ninth step's ten no more; 8 steps it is. */
static void test_whole_steps_only(void **state) {
    (void)state;
    execute("probe", "85:samples");
    ended(LF_RUN_DONE, "budget spent");
    assert_int_equal(final_count(SAMPLES), 80);
    /* The ninth draw is admitted and its gradient refused: neither is in the result. */
    execute("probe", "85:grads");
    ended(LF_RUN_DONE, "budget spent");
    assert_int_equal(final_count(SAMPLES), 80);
    assert_int_equal(final_count(GRADIENTS), 80);
    assert_near(record.iterate[0], 0x1p-8, 0);
    assert_int_equal(record.points,
                     5); /* steps 0, 3, 5, 7 for shares to 3/4, and the last one, 8 */
}

static void test_steps_and_several_limits(void **state) {
    (void)state;
    execute("probe", "3");
    ended(LF_RUN_DONE, "budget spent");
    assert_int_equal(final_count(LF_COUNTER_STEPS), 3);
    execute("probe", "1000,50:double_grads");
    assert_int_equal(final_count(LF_COUNTER_STEPS), 2);
    execute("probe:fault=free", "2000");
    ended(LF_RUN_DONE, "budget spent");
    assert_int_equal(final_count(LF_COUNTER_STEPS), 2000);
}

static void test_refusal_swallowed(void **state) {
    (void)state;
    execute("probe:fault=swallow,after=5", "50:samples");
    ended(LF_RUN_DONE, "budget spent");
    assert_int_equal(final_count(LF_COUNTER_STEPS), 5);
    assert_near(record.iterate[0], 0x1p-5, 0); /* and not 1000 off */
}

static void test_init_over_budget(void **state) {
    (void)state;
    execute("probe:fault=full_init", "9:samples");
    ended(LF_RUN_DONE,
          "budget spent in init, so no step was made: the result is the starting point");
    assert_int_equal(record.points, 1);
    assert_int_equal(final_count(SAMPLES), 0);
    assert_near(record.iterate[0], 1, 0);
    assert_near(lf_record_value(&record, 0, "distance"), 2, 0);
    execute("probe:fault=full_init", "10:samples"); /* init fits, a step does not */
    ended(LF_RUN_DONE, "budget spent");
    assert_int_equal(record.points, 2);
    assert_int_equal(final_count(SAMPLES), 10);
    assert_int_equal(final_count(LF_COUNTER_STEPS), 0);
}

static void test_failures(void **state) {
    (void)state;
    execute("probe:fault=fail,after=2", "80:samples");
    ended(LF_RUN_FAILED, "algorithm probe failed in step 3: the inner problem has no solution");
    assert_int_equal(final_count(LF_COUNTER_STEPS), 2);
    execute("probe:fault=mute", "80:samples");
    ended(LF_RUN_FAILED, "algorithm probe failed in step 1: bad argument");
    execute("probe:fault=lie", "80:samples");
    ended(LF_RUN_FAILED, "algorithm probe ended step 1 with 'budget spent', but it was refused "
                         "nothing");
    execute("probe:fault=odd", "80:samples");
    ended(LF_RUN_FAILED, "algorithm probe ended step 1 with the unknown status 77");
    execute("probe:fault=free,after=1", "80:samples");
    ended(LF_RUN_FAILED,
          "algorithm probe made 1000000 steps in a row that cost nothing of the budget 80:samples");
    const lf_run_spec spec = spec_of("probe:fault=large_init", "80:samples");
    execute_spec(&spec, 1u << 20);
    ended(LF_RUN_FAILED, "algorithm probe ran out of memory in init: arena: 1073741824 bytes asked "
                         "for, 1048512 of 1048576 left");
}

static void test_finished(void **state) {
    (void)state;
    execute("probe:fault=finish,after=2", "80:samples");
    ended(LF_RUN_DONE, "finished before the budget was spent");
    assert_int_equal(final_count(LF_COUNTER_STEPS), 3);
    assert_near(record.iterate[0], 0x1p-3, 0);
}

static void test_divergence(void **state) {
    (void)state;
    execute("probe:fault=nan,after=2", "8000:samples");
    ended(LF_RUN_DIVERGED, "the iterate is not finite after step 64");
    assert_int_equal(record.points, 2);
    assert_true(isnan(lf_record_value(&record, 1, "loss")));
    execute("probe:fault=grow,after=2", "80:samples"); /* from then on x times 5e5 a step */
    ended(LF_RUN_DIVERGED, "the iterate's norm is 3.12e+22, above 1e+12, after step 6");
    assert_int_equal(record.points, 4);
    execute("probe:fault=give_up,after=3", "80:samples");
    ended(LF_RUN_DIVERGED, "algorithm probe in step 4: the step size is too large");
    /* Found when the last whole step is judged: an end that went well did not. */
    execute("probe:fault=nan,after=2", "3");
    ended(LF_RUN_DIVERGED, "the iterate is not finite after step 3");
}

static void test_stopping_rule(void **state) {
    (void)state;
    lf_run_spec spec = spec_of("probe", "80:samples");
    spec.stop = (char *)"loss < 0.01";
    execute_spec(&spec, 0);
    ended(LF_RUN_DONE, "stopped: loss = 0.0078125 < 0.01");
    assert_int_equal(final_count(LF_COUNTER_STEPS), 4);
    assert_near(lf_record_value(&record, record.points - 1, "distance"), 0.125, 0);
    assert_int_equal(record.points, 3);
    spec.stop = (char *)"los<1";
    execute_spec(&spec, 0);
    ended(LF_RUN_FAILED, "stop 'los<1': the problem has no metric 'los'; did you mean 'loss'?");
    spec.stop = (char *)"loss<nan";
    execute_spec(&spec, 0);
    ended(LF_RUN_FAILED, "stop 'loss<nan': 'nan' is not a number");
}

static void test_setup_failures(void **state) {
    (void)state;
    execute("prob", "3");
    ended(LF_RUN_FAILED, "there is no algorithm 'prob'; did you mean 'probe'? `levelfield list "
                         "algorithms` names all");
    assert_int_equal(record.points, 0);
    assert_null(record.iterate);
    assert_string_equal(record.trace_sha256, "");
    assert_string_equal(record.data_name, "");
    execute("probe:etaa=1", "3");
    ended(LF_RUN_FAILED, "algorithm probe has no parameter 'etaa'; did you mean 'eta'? It has: "
                         "eta, b, after, fault");
    execute("probe", "0:samples");
    assert_int_equal(record.status, LF_RUN_FAILED);
    lf_run_spec spec = spec_of("probe", "80:samples");
    spec.problem = (char *)"toy:fault=fail";
    execute_spec(&spec, 0);
    ended(LF_RUN_FAILED, "problem toy: the data are not there");
    spec.problem = (char *)"toy:fault=metric_fail,fault_below=0.01";
    execute_spec(&spec, 0);
    ended(LF_RUN_FAILED, "metric loss: cannot be evaluated below 0.01 (after step 4)");
    assert_int_equal(record.points, 2);
}

static void test_wrong_view(void **state) {
    (void)state;
    static lf_algorithm saddle;
    saddle = probe;
    saddle.name = "test_saddle";
    saddle.view = LF_VIEW_SADDLE;
    assert_ok(lf_registry_add_algorithm(&saddle));
    execute("test_saddle", "3");
    assert_int_equal(record.status, LF_RUN_FAILED);
    assert_non_null(strstr(record.cause, "algorithm test_saddle solves the saddle view, but "
                                         "problem toy shows: plain; algorithms that fit it: "));
    assert_non_null(strstr(record.cause, "probe"));
}

/* However often it is judged, the run is the same. */
static void test_judging_changes_nothing(void **state) {
    (void)state;
    lf_run_spec spec = spec_of("probe:b=3", "200:samples");
    spec.problem = (char *)"toy:noise=1";
    double last[4];
    execute_spec(&spec, 0);
    memcpy(last, record.iterate, sizeof last);
    spec.checkpoints = 50;
    spec.expensive = 50;
    spec.log_spaced = true;
    execute_spec(&spec, 0);
    assert_memory_equal(last, record.iterate, sizeof last);
    char before[65];
    memcpy(before, record.trace_sha256, sizeof before);
    execute_spec(&spec, 0);
    assert_string_equal(before, record.trace_sha256);
    spec.seed = 1;
    execute_spec(&spec, 0);
    assert_string_not_equal(before, record.trace_sha256);
}

/* A step that passes several rows gets one. */
static void test_coarse_steps(void **state) {
    (void)state;
    lf_run_spec spec = spec_of("probe:fault=coarse", "300:grads");
    spec.checkpoints = 30;
    spec.expensive = 31;
    execute_spec(&spec, 0);
    assert_int_equal(record.points, 4);
    for (size_t k = 0; k < 4; k++)
        assert_true(!isnan(lf_record_value(&record, k, "distance")));
}

typedef struct {
    size_t begun, points, metrics;
    double progress;
    lf_record copy;
} seen;

static void see_begun(void *context, const lf_record *head) {
    seen *s = context;
    s->begun++;
    s->metrics = head->metrics;
}

static void see_point(void *context, const lf_trace_point *point, const double *value,
                      double progress) {
    seen *s = context;
    assert_true(point->count[LF_COUNTER_STEPS] > 0 || progress == 0);
    assert_true(!isnan(value[0]));
    assert_true(progress >= s->progress);
    s->progress = progress;
    s->points++;
}

static void test_observer(void **state) {
    (void)state;
    seen s = {0};
    const lf_run_observer observer = {&s, see_begun, see_point};
    const lf_run_spec spec = spec_of("probe", "80:samples");
    lf_run_execute(&spec, 0, &observer, &record);
    assert_int_equal(s.begun, 1);
    assert_int_equal(s.metrics, 2);
    assert_int_equal(s.points, 5);
    assert_near(s.progress, 1, 0);
    assert_true(record.point[4].oracle_seconds > 0);
    assert_true(record.point[4].algorithm_seconds > 0);
    assert_true(record.point[4].evaluation_seconds > 0);
}

static int load(void **state) {
    (void)state;
    char path[4096];
    snprintf(path, sizeof path, "%s/plugins/toy.so", getenv("LF_TEST_BUILD"));
    if (lf_plugin_load(path) == LF_OK && lf_registry_add_algorithm(&probe) == LF_OK) return 0;
    print_error("%s\n", lf_message());
    return -1;
}

static int clear(void **state) {
    (void)state;
    lf_record_clear(&record);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_exact_budget, clear),
        cmocka_unit_test_teardown(test_whole_steps_only, clear),
        cmocka_unit_test_teardown(test_steps_and_several_limits, clear),
        cmocka_unit_test_teardown(test_refusal_swallowed, clear),
        cmocka_unit_test_teardown(test_init_over_budget, clear),
        cmocka_unit_test_teardown(test_failures, clear),
        cmocka_unit_test_teardown(test_finished, clear),
        cmocka_unit_test_teardown(test_divergence, clear),
        cmocka_unit_test_teardown(test_stopping_rule, clear),
        cmocka_unit_test_teardown(test_setup_failures, clear),
        cmocka_unit_test_teardown(test_wrong_view, clear),
        cmocka_unit_test_teardown(test_judging_changes_nothing, clear),
        cmocka_unit_test_teardown(test_coarse_steps, clear),
        cmocka_unit_test_teardown(test_observer, clear),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
