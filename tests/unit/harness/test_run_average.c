/* Second blocks and averages in the run loop. With eta = 1/2 and curvature 1, a step halves w, so
 * x_t = 2^-t, and the mean of x_0 .. x_t is (2 - 2^-t) / (t + 1). The second block of the method is
 * (x_0, t). */
#include <sys/mman.h>

#include "execute.h"
#include "harness/pool/wire.h"
#include "harness/run/record.h"
#include "harness/store/export.h"
#include "pair_problem.h"
#include "same_record.h"
#include "scratch.h"

static void execute_pair(const char *algorithm, const char *budget) {
    lf_run_spec spec = spec_of(algorithm, budget);
    spec.problem = (char *)"pair";
    pair_measured = 0;
    execute_spec(&spec, 0);
}

static double mean_after(size_t steps) {
    return (2 - exp2(-(double)steps)) / (double)(steps + 1);
}

static void test_names(void **state) {
    (void)state;
    static const char *const names[] = {"loss",     "block",     "rare",
                                        "loss.avg", "block.avg", "rare.avg"};
    execute_pair("probe_pair", "80:samples");
    assert_int_equal(record.metrics, 6);
    for (size_t m = 0; m < 6; m++) {
        assert_string_equal(record.metric[m].name, names[m]);
        assert_true(record.metric[m].expensive == (m % 3 == 2));
        assert_true(record.metric[m].higher_is_better == (m % 3 == 1));
    }
    assert_string_equal(record.metric[0].doc, "|w|^2 / 2");
    assert_string_equal(record.metric[3].doc, "|w|^2 / 2, at the average");
    execute_pair("probe", "80:samples"); /* without an average the metrics are there once */
    assert_int_equal(record.metrics, 3);
    assert_int_equal(lf_record_metric(&record, "loss.avg"), SIZE_MAX);
}

/* Eight steps, judged every two of them. */
static void test_values(void **state) {
    (void)state;
    execute_pair("probe_pair", "80:samples");
    ended(LF_RUN_DONE, "budget spent");
    assert_int_equal(record.points, 5);
    for (size_t k = 0; k < 5; k++) {
        const size_t t = 2 * k;
        const double mean = mean_after(t), block = exp2(-(double)t) + 10 * (double)t;
        assert_near(lf_record_value(&record, k, "loss"), exp2(-2 * (double)t), 0);
        assert_near(lf_record_value(&record, k, "loss.avg"), mean * mean, 1e-15);
        assert_near(lf_record_value(&record, k, "block"), k ? block : -1, 0);
        assert_near(lf_record_value(&record, k, "block.avg"), k ? block : -1, 0);
        assert_true(isnan(lf_record_value(&record, k, "rare.avg")) == (k < 4));
    }
    assert_near(lf_record_value(&record, 4, "rare.avg"), mean_after(8) * mean_after(8), 1e-15);
}

/* At the start both points are the same: two metrics there, four in each later row, and the two
 * expensive ones at the end. */
static void test_start_is_measured_once(void **state) {
    (void)state;
    execute_pair("probe_pair", "80:samples");
    assert_int_equal(pair_measured, 2 + 4 * 4 + 2);
    execute_pair("probe", "80:samples");
    assert_int_equal(pair_measured, 2 + 4 * 2 + 1);
}

/* The step that was refused moved the average and the second block all the same. */
static void test_refused_step(void **state) {
    (void)state;
    execute_pair("probe_pair", "85:gradient.objective");
    ended(LF_RUN_DONE, "budget spent");
    const size_t last = record.points - 1;
    assert_int_equal(final_count(LF_COUNTER_STEPS), 8);
    assert_near(record.iterate[0], exp2(-8), 0);
    assert_near(lf_record_value(&record, last, "loss.avg"), mean_after(8) * mean_after(8), 1e-15);
    assert_near(lf_record_value(&record, last, "block"), exp2(-8) + 80, 0);
    execute_pair("probe_pair:fault=swallow,after=5", "50:samples");
    assert_near(lf_record_value(&record, record.points - 1, "block.avg"), exp2(-5) + 50, 0);
}

static void test_no_second_block(void **state) {
    (void)state;
    execute_pair("probe", "80:samples");
    for (size_t k = 0; k < record.points; k++)
        assert_near(lf_record_value(&record, k, "block"), -1, 0);
    /* And a second block on a problem that has no room for one is not looked at. */
    execute("probe_pair", "80:samples");
    ended(LF_RUN_DONE, "budget spent");
    assert_near(lf_record_value(&record, 4, "loss.avg"), 2 * mean_after(8) * mean_after(8), 1e-15);
}

static void test_lost(void **state) {
    (void)state;
    execute_pair("probe_pair:fault=nan_block,after=3", "200:samples,200");
    ended(LF_RUN_DIVERGED, "the iterate is not finite after step 50");
    assert_true(isnan(lf_record_value(&record, record.points - 1, "block")));
    execute_pair("probe_pair:fault=nan_average,after=3", "200:samples,200");
    ended(LF_RUN_DIVERGED, "the average is not finite after step 50");
    execute_pair("probe_pair:fault=no_average,after=3", "200:samples");
    ended(LF_RUN_FAILED, "algorithm probe_pair has no average after step 4");
}

static void test_stop_at_the_average(void **state) {
    (void)state;
    lf_run_spec spec = spec_of("probe_pair", "100");
    spec.problem = (char *)"pair";
    spec.checkpoints = 100;
    spec.stop = (char *)"loss.avg<0.1";
    execute_spec(&spec, 0);
    /* (2 - 2^-t)^2 / (t + 1)^2 is 0.1089 after 5 steps and 0.0804 after 6. */
    assert_int_equal(final_count(LF_COUNTER_STEPS), 6);
    assert_non_null(strstr(record.cause, "stopped: loss.avg = 0.08"));
}

static void complete_record(void) {
    execute_pair("probe_pair", "80:samples");
    lf_run_spec_key(&record.spec, record.key, NULL);
    record.environment = strdup("{}");
}

static void test_store(void **state) {
    lf_store *a, *b;
    lf_record back;
    char *text;
    size_t size;
    lf_comparison comparison;
    complete_record();
    assert_ok(lf_store_open(scratch_path(state, "a"), true, &a));
    assert_ok(lf_store_open(scratch_path(state, "b"), true, &b));
    assert_ok(lf_store_put(a, &record));
    assert_ok(lf_store_get(a, record.key, &back));
    assert_same_record(&record, &back);
    lf_record_clear(&back);
    record.value[record.metrics * 2 + 3] += 1; /* loss.avg of point 2 */
    assert_ok(lf_trace_seal(&record));
    assert_ok(lf_store_put(b, &record));
    FILE *out = open_memstream(&text, &size);
    assert_ok(lf_export_csv(a, out, NULL));
    assert_ok(lf_compare(a, b, out, &comparison));
    fclose(out);
    assert_non_null(strstr(text, ",loss.avg,"));
    assert_int_equal(comparison.different, 1);
    assert_non_null(strstr(text, "point 2: loss.avg is "));
    free(text);
    lf_store_close(a);
    lf_store_close(b);
}

static void test_wire(void **state) {
    (void)state;
    static unsigned char bytes[1 << 16];
    complete_record();
    const int fd = memfd_create("wire", 0);
    lf_wire_send_begun(fd, &record);
    for (size_t i = 0; i < record.points; i++)
        lf_wire_send_point(fd, record.metrics, &record.point[i], record.value + i * record.metrics,
                           0.5);
    lf_wire_send_end(fd, &record);
    const ssize_t n = pread(fd, bytes, sizeof bytes, 0);
    close(fd);
    assert_true(n > 0);
    lf_wire wire = {0};
    lf_wire_kind kind = LF_WIRE_BEGUN;
    lf_record back = {.spec.checkpoints = 4};
    assert_ok(lf_wire_feed(&wire, bytes, (size_t)n));
    while (kind != LF_WIRE_NOTHING)
        assert_ok(lf_wire_take(&wire, &back, &kind));
    assert_true(wire.ended);
    assert_same_trace(&record, &back);
    lf_trace_seal(&back);
    assert_string_equal(back.trace_sha256, record.trace_sha256);
    lf_wire_clear(&wire);
    lf_record_clear(&back);
}

static int load_pair(void **state) {
    return load(state) == 0 && lf_registry_add_problem(&pair_problem) == LF_OK ? 0 : -1;
}

static int clear_scratch(void **state) {
    clear(state);
    return scratch_teardown(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_names, clear),
        cmocka_unit_test_teardown(test_values, clear),
        cmocka_unit_test_teardown(test_start_is_measured_once, clear),
        cmocka_unit_test_teardown(test_refused_step, clear),
        cmocka_unit_test_teardown(test_no_second_block, clear),
        cmocka_unit_test_teardown(test_lost, clear),
        cmocka_unit_test_teardown(test_stop_at_the_average, clear),
        cmocka_unit_test_setup_teardown(test_store, scratch_setup, clear_scratch),
        cmocka_unit_test_teardown(test_wire, clear),
    };
    return cmocka_run_group_tests(tests, load_pair, NULL);
}
