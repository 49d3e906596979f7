/* The run loop on a problem worked out by hand: with eta = 1/2, h = 1 and no noise, a step halves
 * x, so after t steps from 1 the iterate is 2^-t exactly. */
#include "execute.h"

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
    ended(LF_RUN_DONE,
          "budget spent; warning: objective 0 of 1, counted from 0, was never asked about");
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

/* A moved start lies beside the problem's, at 1, where the seed says; eight steps take it as far
 * nearer as any other. */
static void test_moved_start(void **state) {
    (void)state;
    double start[3];
    for (uint64_t seed = 1; seed <= 3; seed++) {
        lf_run_spec spec = spec_of("probe", "80:samples");
        spec.code = (char *)"moved";
        spec.seed = seed == 3 ? 1 : seed;
        execute_spec(&spec, 0);
        ended(LF_RUN_DONE, "budget spent");
        start[seed - 1] = record.iterate[0] * 0x1p8;
        assert_near(start[seed - 1], 1, 5e-3);
        assert_near(lf_record_value(&record, 0, "loss"), 2, 2e-2); /* of four such entries */
        assert_true(lf_record_value(&record, 0, "loss") != 2);
    }
    assert_true(start[0] != 1 && start[0] != start[1]);
    assert_near(start[2], start[0], 0);
}

static const lf_problem_class *startless;
static lf_domain startless_domain;

static lf_status startless_init(void *state, const void *params, lf_problem_info *info) {
    LF_TRY(startless->init(state, params, info));
    info->x0 = NULL;
    startless_domain.n = info->dim;
    info->domain = startless_domain;
    return LF_OK;
}

/* Without an x0 a run starts at the domain's point that is nearest to the origin. */
static void test_start_in_the_domain(void **state) {
    (void)state;
    static const lf_domain domain[] = {{.kind = LF_DOMAIN_SIMPLEX, .upper = 1},
                                       {.kind = LF_DOMAIN_BOX, .lower = 2, .upper = 3},
                                       {.kind = LF_DOMAIN_BOX, .lower = -3, .upper = -1},
                                       {.kind = LF_DOMAIN_BALL, .radius = 1}};
    static const double start[] = {0.25, 2, -1, 0};
    static lf_problem_class problem;
    assert_ok(lf_problem_find("toy", &startless));
    assert_ok(lf_problem_open(startless, &startless));
    problem = *startless;
    problem.name = "test_startless";
    problem.init = startless_init;
    assert_ok(lf_registry_add_problem(&problem));
    lf_run_spec spec = spec_of("probe", "5:samples"); /* of which no step is whole */
    spec.problem = (char *)"test_startless:d=4";
    for (size_t k = 0; k < sizeof domain / sizeof *domain; k++) {
        startless_domain = domain[k];
        execute_spec(&spec, 0);
        ended(LF_RUN_DONE, "budget spent");
        for (size_t j = 0; j < 4; j++)
            assert_near(record.iterate[j], start[k], 1e-15);
        assert_near(lf_record_value(&record, 0, "loss"), 2 * start[k] * start[k], 1e-15);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_exact_budget, clear),
        cmocka_unit_test_teardown(test_whole_steps_only, clear),
        cmocka_unit_test_teardown(test_steps_and_several_limits, clear),
        cmocka_unit_test_teardown(test_refusal_swallowed, clear),
        cmocka_unit_test_teardown(test_init_over_budget, clear),
        cmocka_unit_test_teardown(test_judging_changes_nothing, clear),
        cmocka_unit_test_teardown(test_coarse_steps, clear),
        cmocka_unit_test_teardown(test_observer, clear),
        cmocka_unit_test_teardown(test_moved_start, clear),
        cmocka_unit_test_teardown(test_start_in_the_domain, clear),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
