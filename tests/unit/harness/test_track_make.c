/* What is read off results: targets, interpolated costs, scales, against numbers worked out here.
 */
#include "harness/track/track.h"
#include "near.h"
#include "sample_record.h"

enum { SEEDS = 3 };

/* One problem, one method, three runs whose single metric the tests set. */
typedef struct {
    lf_experiment_problem problem;
    lf_experiment_method method;
    lf_experiment experiment;
    lf_planned_run plan[SEEDS];
    lf_record record[SEEDS];
    lf_results results;
    lf_track track;
} fixture;

static int setup(void **state) {
    fixture *f = calloc(1, sizeof *f);
    if (!f) return -1;
    f->problem = (lf_experiment_problem){.id = "p"};
    f->method = (lf_experiment_method){.id = "m"};
    f->experiment = (lf_experiment){
        .problems_count = 1, .problems = &f->problem, .methods_count = 1, .methods = &f->method};
    for (size_t i = 0; i < SEEDS; i++)
        sample_record(SEEDS - i, &f->record[i]); /* out of order: baselines are sorted */
    f->results = (lf_results){.name = "demo/demo",
                              .scale = "smoke",
                              .experiment = &f->experiment,
                              .runs = SEEDS,
                              .plan = f->plan,
                              .record = f->record};
    *state = f;
    return 0;
}

static int teardown(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++)
        lf_record_clear(&f->record[i]);
    lf_track_clear(&f->track);
    free(f);
    return 0;
}

/* Points of a run at 0, 100 and 200 evaluations with these values of FV. */
static void put(fixture *f, size_t run, double a, double b, double c) {
    lf_record *record = &f->record[run];
    const double value[] = {a, b, c};
    for (size_t i = 0; i < 3; i++) {
        memset(record->point[i].count, 0, sizeof record->point[i].count);
        record->point[i].count[LF_COUNTER_EVALUATION(LF_EVALUATION_VALUE, LF_ROLE_INNER)] = 60 * i;
        record->point[i].count[LF_COUNTER_EVALUATION(LF_EVALUATION_HVP, LF_ROLE_LOWER)] = 40 * i;
        record->point[i].count[LF_COUNTER_OUTER] = 7 * i; /* free of charge */
        record->value[3 * i] = value[i];
    }
}

static const lf_track_metric *make(fixture *f, const lf_track *like) {
    assert_ok(lf_track_make(&f->results, like, NULL, &f->track));
    return lf_track_find_metric(&f->track.pair[0], "FV");
}

static const lf_track_value *value_of(const fixture *f, size_t run) {
    const lf_track_pair *pair = &f->track.pair[0];
    return &pair->run[run].value[lf_track_find_metric(pair, "FV") - pair->metric];
}

/* From 1 to the median final 0.2: half of the way is 0.6, 80 % is 0.36, 95 % is 0.24. */
static void test_targets(void **state) {
    fixture *f = *state;
    put(f, 0, 1, 0.5, 0.2);
    put(f, 1, 1, 0.6, 0.3);
    put(f, 2, 1, 0.2, 0.1);
    const lf_track_metric *metric = make(f, NULL);
    assert_near(metric->start, 1, 0);
    assert_near(metric->range, 0.9, 1e-15);
    assert_int_equal(metric->targets, 3);
    assert_near(metric->target[0], 0.6, 1e-15);
    assert_near(metric->target[1], 0.36, 1e-15);
    assert_near(metric->target[2], 0.24, 1e-15);
    assert_false(metric->higher || metric->logarithm);

    /* Seeds 1, 2, 3 are records 2, 1, 0. Seed 1 falls from 1 to 0.2 within 100 calls. */
    assert_int_equal(f->track.pair[0].run[0].seed, 1);
    assert_near(value_of(f, 0)->final, 0.1, 0);
    assert_near(value_of(f, 0)->cost[0], 50, 1e-12);
    assert_near(value_of(f, 0)->cost[1], 80, 1e-12);
    assert_near(value_of(f, 1)->cost[0], 100, 1e-12);
    assert_near(value_of(f, 1)->cost[1], 180, 1e-12);
    assert_true(isinf(value_of(f, 1)->cost[2])); /* 0.3 is above 0.24 */
    assert_near(value_of(f, 2)->cost[1], 100 + 14 / 0.3, 1e-9);
    assert_near(f->track.pair[0].run[0].calls, 200, 0);
    assert_int_equal(strlen(f->track.pair[0].run[0].hash), 16);
    assert_memory_equal(f->track.pair[0].run[0].hash, f->record[2].trace_sha256, 16);
    assert_string_equal(f->track.pair[0].data, "0123");
}

/* What a run is given, and where it is looked at, expensive metrics included if any row has them.
 */
static void test_budget(void **state) {
    fixture *f = *state;
    lf_run_spec *spec = &f->record[0].spec;
    make(f, NULL);
    assert_non_null(strstr(f->track.pair[0].budget, " checkpoints, 1 expensive"));
    lf_track_clear(&f->track);
    spec->expensive = 0;
    make(f, NULL);
    assert_null(strstr(f->track.pair[0].budget, "expensive"));
}

/* From 1 to 1e-4: half of the way is 1e-2 on the scale that it moves on. */
static void test_logarithm(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++)
        put(f, i, 1, 1e-2, 1e-4);
    const lf_track_metric *metric = make(f, NULL);
    assert_true(metric->logarithm);
    assert_near(metric->target[0], 1e-2, 1e-16);
    assert_near(metric->target[1], pow(10, -3.2), 1e-16);
    assert_near(metric->range, log(1e4), 1e-12);
    assert_near(value_of(f, 0)->cost[0], 100, 1e-9);
    put(f, 0, 1, 1e-2, 0); /* a zero has no logarithm */
    lf_track_clear(&f->track);
    assert_false(make(f, NULL)->logarithm);
}

static void test_higher(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++) {
        f->record[i].metric[0].higher_is_better = true;
        put(f, i, 0.5, 0.7, 0.9);
    }
    const lf_track_metric *metric = make(f, NULL);
    assert_true(metric->higher);
    assert_near(metric->target[0], 0.7, 1e-15);
    assert_near(value_of(f, 0)->cost[0], 100, 1e-9);
    assert_near(value_of(f, 0)->cost[2], 190, 1e-9);
    /* One that diverged is below both others, so the median final is the 0.8 of the lower one. */
    lf_track_clear(&f->track);
    put(f, 1, 0.5, 0.7, 0.8);
    f->record[2].status = LF_RUN_DIVERGED;
    assert_near(make(f, NULL)->target[0], 0.65, 1e-15);
}

/* No progress, no targets; a metric that is evaluated at the end only has its size for a range. */
static void test_no_targets(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++)
        put(f, i, 0.2, 0.3, 0.5);
    const lf_track_metric *metric = make(f, NULL);
    assert_int_equal(metric->targets, 0);
    assert_near(metric->range, 0.3, 1e-15);
    const lf_track_metric *late = lf_track_find_metric(&f->track.pair[0], "SVio");
    assert_true(isnan(late->start) && late->targets == 0);
    assert_near(late->range, 0.0009, 0);
}

/* A run that did not end as done has no final value, but reached what it reached. */
static void test_ended(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++)
        put(f, i, 1, 0.4, 0.2);
    f->record[0].status = LF_RUN_TIMEOUT;
    put(f, 0, 1, 0.4, NAN);
    make(f, NULL);
    assert_true(isnan(value_of(f, 2)->final));
    assert_int_equal(f->track.pair[0].run[2].status, LF_RUN_TIMEOUT);
    assert_true(value_of(f, 2)->cost[0] < 100 && isinf(value_of(f, 2)->cost[2]));
}

/* What was evaluated nowhere is not guarded; once recorded it is missed. */
static void test_never_evaluated(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++)
        put(f, i, NAN, NAN, NAN);
    assert_null(make(f, NULL));
    lf_track before = f->track;
    assert_int_equal(before.pair[0].metrics, f->record[0].metrics - 1);
    lf_track_clear(&before);
    for (size_t i = 0; i < SEEDS; i++)
        put(f, i, 1, 0.4, 0.3);
    make(f, NULL);
    before = f->track;
    for (size_t i = 0; i < SEEDS; i++)
        put(f, i, NAN, NAN, NAN);
    assert_non_null(make(f, &before));
    lf_track_clear(&before);
}

/* With the targets of another baseline, costs are to those. */
static void test_like(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++)
        put(f, i, 1, 0.5, 0.2);
    make(f, NULL);
    lf_track old = f->track;
    f->track = (lf_track){0};
    for (size_t i = 0; i < SEEDS; i++)
        put(f, i, 1, 0.9, 0.8);
    const lf_track_metric *metric = make(f, &old);
    assert_near(metric->target[0], 0.6, 1e-15);
    assert_true(isinf(value_of(f, 0)->cost[0]));
    lf_track_clear(&old);
}

static void test_header(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < SEEDS; i++)
        put(f, i, 1, 0.5, 0.2);
    f->record[0].key[0] = '\0'; /* not in the store */
    assert_ok(lf_track_make(&f->results, NULL, "two\nlines", &f->track));
    assert_string_equal(f->track.version, "0");
    assert_string_equal(f->track.commit, "abc");
    assert_string_equal(f->track.cpu, "unknown");
    assert_string_equal(f->track.label, "two lines");
    assert_int_equal(f->track.pair[0].runs, 2);
    char *seeds = lf_track_seeds(&f->track);
    assert_string_equal(seeds, "1,2");
    free(seeds);
    lf_track none;
    f->record[1].key[0] = f->record[2].key[0] = '\0';
    assert_int_equal(lf_track_make(&f->results, NULL, NULL, &none), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "no run is stored"));
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_targets),    CASE(test_logarithm), CASE(test_higher),
        CASE(test_no_targets), CASE(test_ended),     CASE(test_never_evaluated),
        CASE(test_like),       CASE(test_header),    CASE(test_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
