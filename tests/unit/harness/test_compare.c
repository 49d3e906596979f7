/* Two folders are identical, or the first thing that differs is named. */
#include "harness/store/export.h"
#include "near.h"
#include "sample_record.h"
#include "scratch.h"

/* Compare the sample record with a changed one; the text is the caller's to free. */
static char *compared(void **state, void (*change)(lf_record *record), lf_comparison *comparison) {
    lf_store *a, *b;
    lf_record record;
    char *text;
    size_t size;
    assert_ok(lf_store_open(scratch_path(state, "a"), true, &a));
    assert_ok(lf_store_open(scratch_path(state, "b"), true, &b));
    sample_record(3, &record);
    assert_ok(lf_store_put(a, &record));
    if (change) change(&record);
    assert_ok(lf_trace_seal(&record));
    assert_ok(lf_store_put(b, &record));
    lf_record_clear(&record);
    FILE *out = open_memstream(&text, &size);
    assert_ok(lf_compare(a, b, out, comparison));
    fclose(out);
    lf_store_close(a);
    lf_store_close(b);
    return text;
}

static void change_counter(lf_record *record) {
    record->point[2].count[LF_COUNTER_STEPS] = 21;
    record->value[7] = 9; /* later in the same point */
}

static void change_metric(lf_record *record) {
    record->value[3] = nextafter(0.25, 1);
}

static void add_metric(lf_record *record) {
    const size_t m = record->metrics, n = m + 1;
    double *value = calloc(record->points * n, sizeof *value);
    for (size_t i = 0; i < record->points; i++)
        memcpy(value + i * n, record->value + i * m, m * sizeof *value);
    free(record->value);
    record->value = value;
    record->metric = realloc(record->metric, n * sizeof *record->metric);
    record->metric[m] = (lf_metric_info){.name = sample_text("more"), .doc = sample_text("more")};
    record->metrics = n;
}

static void change_name(lf_record *record) {
    record->metric[0].name[0] = 'P';
}

static void change_direction(lf_record *record) {
    record->metric[0].higher_is_better = true;
}

static void change_expense(lf_record *record) {
    record->metric[2].expensive = false;
}

static void change_samples(lf_record *record) {
    record->samples[LF_ROLE_CONSTRAINT] = 5000;
}

static void change_cost(lf_record *record) {
    record->measure[0].cost[0] = 'P';
}

static void change_data(lf_record *record) {
    record->data_name[0] = '\n';
}

static void remove_hash(lf_record *record) {
    free(record->data_sha256);
    record->data_sha256 = NULL;
}

static void change_length(lf_record *record) {
    record->points = 2;
}

static void change_status(lf_record *record) {
    record->status = LF_RUN_DIVERGED;
}

/* -0 and 0 are equal numbers, but not the same bits. */
static void change_iterate(lf_record *record) {
    record->iterate[1] = 0;
}

static void change_seconds(lf_record *record) {
    record->point[1].oracle_seconds = 0.17;
    record->wall_seconds = 1;
    free(record->environment);
    record->environment = sample_text("{}");
}

static void assert_different(void **state, void (*change)(lf_record *record), const char *words) {
    lf_comparison c;
    char *text = compared(state, change, &c);
    assert_int_equal(c.different, 1);
    assert_int_equal(c.identical, 0);
    if (!strstr(text, words)) print_error("%s\n", text);
    assert_non_null(strstr(text, words));
    assert_non_null(strstr(text, "ssg:mode=stochastic,eta=0.001 on dp_scad"));
    free(text);
}

static void test_differences(void **state) {
    assert_different(state, change_counter, "point 2: steps is 20 and 21");
    assert_different(state, change_metric, "point 1: FV is 0.25 and 0.25000000000000006");
    assert_different(state, add_metric, "3 and 4 metrics");
    assert_different(state, change_length, "3 and 2 points");
    assert_different(state, change_status, "status is done and diverged");
    assert_different(state, change_iterate, "final iterate: entry 1 is -0 and 0");
}

/* What the numbers are numbers of changes no trace. */
static void test_heads(void **state) {
    assert_different(state, change_name, "name of a metric is 'FV' and 'PV'");
    assert_different(state, change_direction,
                     "metric FV is not better when higher, and is better when higher");
    assert_different(state, change_expense, "metric SVio is expensive, and is not expensive");
    assert_different(state, change_samples, "samples of role constraint are 50 and 5000");
    assert_different(state, change_cost, "cost of measure dp.g is 'passes.");
    assert_different(state, change_data, "data is 'a9a' and ' 9a'");
    assert_different(state, remove_hash, "SHA-256 of the data is '0123' and ''");
}

/* Time and place of a run are not what it computed. */
static void test_identical(void **state) {
    lf_comparison c;
    char *text = compared(state, change_seconds, &c);
    assert_string_equal(text,
                        "1 identical, 0 different, 0 only in the first, 0 only in the second\n");
    assert_int_equal(c.identical, 1);
    free(text);
}

/* A step size that is not the default, and a problem that nobody knows here. */
static void change_method(lf_record *record) {
    free(record->spec.algorithm);
    free(record->spec.problem);
    record->spec.algorithm = sample_text("ssg:mode=stochastic,eta=0.0011,eps=-1,eta_c=0.5");
    record->spec.problem = sample_text("gone:data=a9a,lambda=0.02");
    lf_run_spec_key(&record->spec, record->key, NULL);
}

static void test_defaults_go_unsaid(void **state) {
    lf_comparison c;
    char *text = compared(state, change_method, &c);
    assert_non_null(strstr(text, "only in the first: ssg on dp_scad:data=a9a,lambda=0.02, seed"));
    assert_non_null(strstr(text, "second: ssg:eta=0.0011,eta_c=0.5 on gone:data=a9a,lambda=0.02,"));
    free(text);
}

static void change_seed(lf_record *record) {
    lf_record_clear(record);
    sample_record(4, record);
}

static void test_one_side_only(void **state) {
    lf_comparison c;
    char *text = compared(state, change_seed, &c);
    assert_int_equal(c.only_a, 1);
    assert_int_equal(c.only_b, 1);
    assert_non_null(strstr(text, "only in the first: ssg"));
    assert_non_null(strstr(text, "seed 4, budget 2000:passes"));
    free(text);
}

/* Give the record other code of a plugin, hence another key, and store it. */
static void put_build(lf_store *store, lf_record *record, const char *code) {
    free(record->spec.code);
    record->spec.code = sample_text(code);
    lf_run_spec_key(&record->spec, record->key, NULL);
    assert_ok(lf_store_put(store, record));
}

static void assert_builds(lf_store *a, lf_store *b, const char *words) {
    lf_comparison c;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_ok(lf_compare(a, b, out, &c));
    fclose(out);
    assert_string_equal(text, words);
    free(text);
}

/* Runs of two builds of a plugin are held against each other; of several the newest, and one that
 * both folders have against itself. */
static void test_builds(void **state) {
    lf_store *a, *b;
    lf_record record;
    assert_ok(lf_store_open(scratch_path(state, "a"), true, &a));
    assert_ok(lf_store_open(scratch_path(state, "b"), true, &b));
    sample_record(3, &record);
    put_build(a, &record, "ssg@1");
    put_build(b, &record, "ssg@2");
    assert_builds(a, b, "1 identical, 0 different, 0 only in the first, 0 only in the second\n");
    put_build(b, &record, "ssg@3");
    assert_builds(a, b,
                  "only in the second: ssg on dp_scad:data=a9a,lambda=0.02, seed 3, budget "
                  "2000:passes.constraint,1e6:steps, "
                  "2 log-spaced checkpoints, 1 expensive, until SVio<1e-3, code ssg@2\n"
                  "1 identical, 0 different, 0 only in the first, 1 only in the second\n");
    put_build(a, &record, "ssg@3");
    put_build(a, &record, "ssg@2");
    assert_builds(a, b,
                  "only in the first: ssg on dp_scad:data=a9a,lambda=0.02, seed 3, budget "
                  "2000:passes.constraint,1e6:steps, "
                  "2 log-spaced checkpoints, 1 expensive, until SVio<1e-3, code ssg@1\n"
                  "2 identical, 0 different, 1 only in the first, 0 only in the second\n");
    lf_record_clear(&record);
    lf_store_close(a);
    lf_store_close(b);
}

/* A trace that somebody wrote into the second folder, and its hash still that of the first one. */
static void test_edited(void **state) {
    lf_store *a, *b;
    lf_record record;
    lf_comparison c;
    assert_ok(lf_store_open(scratch_path(state, "a"), true, &a));
    assert_ok(lf_store_open(scratch_path(state, "b"), true, &b));
    sample_record(3, &record);
    assert_ok(lf_store_put(a, &record));
    record.value[3] += 1;
    assert_ok(lf_store_put(b, &record));
    assert_int_equal(lf_compare(a, b, stdout, &c), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "/b/results.sqlite: run "));
    assert_non_null(strstr(lf_message(), "--force repeats it"));
    assert_non_null(strstr(lf_message(), "its trace is not the one of its hash"));
    free(record.spec.code);
    record.spec.code = sample_text("ssg@2");
    lf_run_spec_key(&record.spec, record.key, NULL);
    record.spec.seed = 4; /* the key is that of seed 3 */
    assert_ok(lf_store_put(a, &record));
    assert_int_equal(lf_compare(a, a, stdout, &c), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "its configuration is not the one of its key"));
    lf_record_clear(&record);
    lf_store_close(a);
    lf_store_close(b);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_differences),   CASE(test_heads),
        CASE(test_identical),     CASE(test_defaults_go_unsaid),
        CASE(test_one_side_only), CASE(test_builds),
        CASE(test_edited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
