/* Which traces a run may have had: made of three rows, and each then made impossible in one way. */
#include <math.h>
#include <string.h>

#include "harness/run/record.h"
#include "near.h"

enum { ROWS = 3, DRAWN = LF_COUNTER_SAMPLES(LF_ROLE_OBJECTIVE) };

static lf_trace_point row[ROWS];
static lf_measure_info measure = {.name = (char *)"grads", .cost = (char *)"2*samples.objective"};
static lf_record record;

static int whole(void **state) {
    (void)state;
    memset(row, 0, sizeof row);
    for (size_t i = 0; i < ROWS; i++) {
        row[i].count[DRAWN] = 10 * i;
        row[i].count[LF_COUNTER_STEPS] = i;
        row[i].oracle_seconds = row[i].algorithm_seconds = row[i].evaluation_seconds =
            0.5 * (double)i;
    }
    record = (lf_record){.spec = {.budget = (char *)"40:grads,2:passes.objective"},
                         .measures = 1,
                         .measure = &measure,
                         .samples = {[LF_ROLE_OBJECTIVE] = 10},
                         .points = ROWS,
                         .point = row,
                         .wall_seconds = 2};
    return 0;
}

static void refused(const char *why) {
    assert_int_equal(lf_trace_possible(&record), LF_BAD_INPUT);
    assert_string_equal(lf_message(), why);
}

static void test_possible(void **state) {
    (void)state;
    assert_ok(lf_trace_possible(&record));
    row[2].count[LF_COUNTER_STEPS] = 1; /* seconds alone went on */
    row[2].count[DRAWN] = 10;
    row[1].evaluation_seconds = row[2].evaluation_seconds;
    assert_ok(lf_trace_possible(&record));
    row[0].evaluation_seconds = NAN; /* an old store does not say */
    assert_ok(lf_trace_possible(&record));
    record.points = 0; /* a run that failed early knows no measure */
    record.measures = 0;
    assert_ok(lf_trace_possible(&record));
}

static void test_counts(void **state) {
    (void)state;
    row[2].count[LF_COUNTER_STEPS] = 0;
    refused("no run has its trace: in row 2 it counts 0 of steps, behind 1");
    row[2].count[LF_COUNTER_STEPS] = UINT64_MAX;
    refused("no run has its trace: in row 2 it counts 18446744073709551615 of steps, behind 1");
    row[0].count[LF_COUNTER_OUTER] = UINT64_MAX;
    refused("no run has its trace: in row 0 it counts 18446744073709551615 of outer, behind 0");
}

static void test_budget(void **state) {
    (void)state;
    row[2].count[DRAWN] = 21;
    refused("no run has its trace: it is beyond its budget 40:grads,2:passes.objective");
    record.spec.budget = (char *)"42:grads";
    assert_ok(lf_trace_possible(&record));
    record.spec.budget = (char *)"20:samples";
    refused("no run has its trace: it is beyond its budget 20:samples");
    record.spec.budget = (char *)"20:rows"; /* of a measure that it does not have */
    assert_int_equal(lf_trace_possible(&record), LF_BAD_ARGUMENT);
}

static void test_seconds(void **state) {
    static const double wrong[] = {-1, 0.25, INFINITY};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double *const clock[] = {&row[2].oracle_seconds, &row[2].algorithm_seconds,
                                 &row[2].evaluation_seconds};
        for (size_t k = 0; k < sizeof clock / sizeof *clock; k++) {
            whole(state);
            *clock[k] = wrong[i];
            refused("no run has its trace: its seconds go backwards in row 2");
        }
    }
    whole(state);
    record.wall_seconds = -1;
    refused("no run takes -1 s");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_possible, whole),
        cmocka_unit_test_setup(test_counts, whole),
        cmocka_unit_test_setup(test_budget, whole),
        cmocka_unit_test_setup(test_seconds, whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
