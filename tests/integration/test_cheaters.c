/* Plugins that try to get past the meter: each is charged or refused to the sample. */
#include <unistd.h>

#include "base/file.h"
#include "runs.h"

static runs_seen seen;

static const lf_record *run(const char *algorithm, const char *budget) {
    const lf_pool_limits limits = {.jobs = 1, .wall_seconds = 30};
    const lf_run_spec spec = runs_spec("toy", algorithm, budget);
    const lf_pool_observer observer = runs_observer(&seen);
    runs_clear(&seen);
    assert_ok(lf_pool_run(1, &spec, &limits, &observer));
    return &seen.record[0];
}

/* Counters and x_0 at the end; x_0 is 2^-moves on the toy problem. */
static void paid(const lf_record *r, uint64_t steps, uint64_t samples, uint64_t gradients,
                 int moves) {
    runs_expect(r, "done", "budget spent");
    assert_int_equal(runs_count(r, LF_COUNTER_STEPS), steps);
    assert_int_equal(runs_count(r, SAMPLES), samples);
    assert_int_equal(runs_count(r, GRADIENTS), gradients);
    assert_int_equal(runs_count(r, VALUES), 0);
    assert_near(r->iterate[0], exp2(-moves), 0);
}

/* Step 9 is refused half way; what it did to the iterate after that is not in the result. */
static void test_overrun(void **state) {
    (void)state;
    paid(run("overrun", "85:grads"), 8, 80, 80, 8);
    paid(run("overrun", "85:samples"), 8, 80, 80, 8);
    paid(run("overrun", "8"), 8, 80, 80, 8);
}

/* Its word for what a refused step leaves alone is not taken. */
static void test_false_whole(void **state) {
    (void)state;
    paid(run("false_whole", "85:grads"), 8, 80, 80, 8);
    paid(run("false_whole", "8"), 8, 80, 80, 8);
}

static void test_evaluate_twice(void **state) {
    (void)state;
    paid(run("evaluate_twice", "100:grads"), 5, 50, 100, 5);
    paid(run("evaluate_twice", "119:grads"), 5, 50, 100, 5);
}

static void test_draw_more(void **state) {
    (void)state;
    paid(run("draw_more", "100:samples"), 3, 90, 30, 3);
}

static void test_ask_at_nan(void **state) {
    (void)state;
    paid(run("ask_at_nan", "100:grads"), 5, 100, 100, 5);
}

static void test_forged_batch(void **state) {
    (void)state;
    paid(run("forged_batch", "80:samples"), 8, 80, 80, 8);
}

/* The library shows more than the headers for plugins do: it is of no use in a run. */
static void test_opens_session(void **state) {
    (void)state;
    paid(run("opens_session", "80:samples"), 8, 80, 80, 8);
}

/* Neither its exit handler nor its destructor gets to run. */
static void test_keeps_handle(void **state) {
    (void)state;
    const lf_record *r = run("keeps_handle", "80:samples");
    paid(r, 8, 80, 80, 8);
    assert_string_equal(r->log, "");
}

#ifndef __SANITIZE_THREAD__ /* its heap lies elsewhere, among terabytes that it does not use */
static void test_writes_meter(void **state) {
    (void)state;
    const lf_record *r = run("writes_meter:after=2", "80:samples");
    runs_expect(r, "failed",
                "the meter was changed by other means than questions, in step 3 of "
                "algorithm writes_meter");
    assert_int_equal(runs_count(r, SAMPLES), 20);
}
#endif

/* One number behind what it was given, with b even a vector and with b odd the state, and the run
 * is no result; what was recorded before stays. A sanitizer would end the process first. */
static void test_writes_outside(void **state) {
    (void)state;
    const lf_record *r = run("writes_outside:after=40,b=10", "800:samples");
    runs_expect(r, "failed",
                "algorithm writes_outside wrote outside its memory, behind block 1 that it took in "
                "init, of 32 bytes, in step 41");
    assert_int_equal(runs_count(r, SAMPLES), 400);
    r = run("writes_outside:after=0,b=11", "110:samples");
    runs_expect(r, "failed",
                "algorithm writes_outside wrote outside its memory, behind its state of 56 bytes, "
                "in step 1");
    r = run("writes_outside:after=10,b=11", "110:samples");
    runs_expect(r, "failed",
                "algorithm writes_outside wrote outside its memory, behind its state of 56 bytes, "
                "in step 11");
}

/* The handle leads nowhere. */
static void test_peeks_data(void **state) {
    (void)state;
    runs_expect(run("peeks_data", "8:samples"), "failed",
                "signal 11 (Segmentation fault) in step 1");
}

static void refused(const char *plugin, lf_status status, const char *why) {
    assert_int_equal(runs_load(plugin), status);
    const char *message = strstr(lf_message(), ".so: ");
    assert_non_null(message);
    assert_string_equal(message + 5, why);
}

static void test_refused_plugins(void **state) {
    (void)state;
    const lf_algorithm *none;
    char why[160];
    snprintf(why, sizeof why,
             "built for interface %u, but this is interface %u: compile it again with the headers "
             "of this version",
             LF_ABI + 1, LF_ABI);
    refused("wrong_abi", LF_UNSUPPORTED, why);
    refused("no_symbol", LF_NOT_FOUND,
            "it defines neither lf_algorithm_no_symbol nor lf_problem_no_symbol");
    refused("clashing_name", LF_BAD_ARGUMENT,
            "its name is 'fail', but its file and symbol say 'clashing_name'");
    refused("broken_table", LF_BAD_ARGUMENT,
            "parameter 'b' is at byte 8, not a place in a struct of 8 bytes");
    refused("nowhere", LF_BAD_INPUT, "cannot open shared object file: No such file or directory");
    assert_int_equal(lf_algorithm_find("wrong_abi", &none), LF_NOT_FOUND);
    assert_int_equal(lf_plugin_load("readme.txt"), LF_BAD_ARGUMENT);
}

/* The same file again is the same plugin; another file of that name is not welcome. */
static void test_taken_name(void **state) {
    (void)state;
    assert_ok(runs_load("overrun"));
    char from[4096], folder[] = "/tmp/levelfield-test-XXXXXX", to[64];
    char *bytes;
    size_t size;
    snprintf(from, sizeof from, "%s/plugins/overrun.so", getenv("LF_TEST_BUILD"));
    assert_non_null(mkdtemp(folder));
    snprintf(to, sizeof to, "%s/overrun.so", folder);
    assert_ok(lf_file_read(from, 1u << 24, &bytes, &size));
    assert_ok(lf_file_write(to, bytes, size));
    free(bytes);
    const lf_status status = lf_plugin_load(to);
    unlink(to);
    rmdir(folder);
    assert_int_equal(status, LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "the name 'overrun' is taken by another algorithm"));
}

static int load(void **state) {
    (void)state;
    return runs_load_all("toy overrun evaluate_twice draw_more ask_at_nan forged_batch "
                         "keeps_handle writes_meter writes_outside peeks_data "
                         "false_whole opens_session");
}

static int clear(void **state) {
    (void)state;
    runs_clear(&seen);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_overrun, clear),
        cmocka_unit_test_teardown(test_false_whole, clear),
        cmocka_unit_test_teardown(test_evaluate_twice, clear),
        cmocka_unit_test_teardown(test_draw_more, clear),
        cmocka_unit_test_teardown(test_ask_at_nan, clear),
        cmocka_unit_test_teardown(test_forged_batch, clear),
        cmocka_unit_test_teardown(test_opens_session, clear),
        cmocka_unit_test_teardown(test_keeps_handle, clear),
#ifndef __SANITIZE_THREAD__
        cmocka_unit_test_teardown(test_writes_meter, clear),
#endif
        cmocka_unit_test_teardown(test_writes_outside, clear),
        cmocka_unit_test_teardown(test_peeks_data, clear),
        cmocka_unit_test_teardown(test_refused_plugins, clear),
        cmocka_unit_test_teardown(test_taken_name, clear),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
