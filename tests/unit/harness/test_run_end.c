/* How a run may end before its budget is spent: failures, divergence, stopping rules, set-up. */
#include "base/float_env.h"
#include "execute.h"

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

/* Row 0 is of the start, unless nothing was paid for what came after it: then all of it is of where
 * the method stands. */
static void test_moved_for_nothing(void **state) {
    (void)state;
    lf_run_spec spec = spec_of("probe:fault=leap", "5:samples");
    for (spec.expensive = 0; spec.expensive < 2; spec.expensive++) {
        execute_spec(&spec, 0);
        ended(LF_RUN_DONE, "budget spent");
        assert_int_equal(record.points, 1);
        assert_near(record.iterate[0], 0.5, 0);
        assert_near(lf_record_value(&record, 0, "loss"), 0.5, 0); /* 4 x_j^2 / 2; 2 at x0 */
        if (spec.expensive) assert_near(lf_record_value(&record, 0, "distance"), 1, 0);
    }
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
    spec.problem = (char *)"toy:fault=round";
    execute_spec(&spec, 0);
    ended(LF_RUN_FAILED, "problem toy left the rounding mode changed when it was built; all "
                         "numbers after that would be others: put it back before returning");
    spec.problem = (char *)"toy:fault=metric_round,fault_below=0.01";
    execute_spec(&spec, 0);
    ended(LF_RUN_FAILED,
          "metric loss: it left the rounding mode changed while evaluated; all numbers after that "
          "would be others: put it back before returning (after step 4)");
    assert_true(lf_float_env_is_default());
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

static const lf_problem_class *repeated;

static lf_status repeated_init(void *state, const void *params, lf_problem_info *info) {
    static const lf_measure measure[] = {{"cost", "steps", ""}, {"cost", "samples", ""}, {0}};
    LF_TRY(repeated->init(state, params, info));
    info->measures = measure;
    return LF_OK;
}

/* A store would take no such record, and the runs beside it would be lost, too. */
static void test_repeated_measure(void **state) {
    (void)state;
    static lf_problem_class problem;
    assert_ok(lf_problem_find("toy", &repeated));
    assert_ok(lf_problem_open(repeated, &repeated));
    problem = *repeated;
    problem.name = "test_repeated";
    problem.init = repeated_init;
    assert_ok(lf_registry_add_problem(&problem));
    lf_run_spec spec = spec_of("probe", "80:samples");
    spec.problem = (char *)"test_repeated";
    execute_spec(&spec, 0);
    ended(LF_RUN_FAILED, "problem test_repeated: two of its metrics or measures are called 'cost'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_failures, clear),
        cmocka_unit_test_teardown(test_finished, clear),
        cmocka_unit_test_teardown(test_moved_for_nothing, clear),
        cmocka_unit_test_teardown(test_divergence, clear),
        cmocka_unit_test_teardown(test_stopping_rule, clear),
        cmocka_unit_test_teardown(test_setup_failures, clear),
        cmocka_unit_test_teardown(test_wrong_view, clear),
        cmocka_unit_test_teardown(test_repeated_measure, clear),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
