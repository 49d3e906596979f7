/* Keys, copies and look-ups of records. */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "allocations.h"
#include "harness/run/record.h"
#include "near.h"

/* In memory that free may have: a specification owns its texts. */
static lf_run_spec example(void) {
    return (lf_run_spec){.problem = strdup("toy:d=4,h=1"),
                         .algorithm = strdup("sgd:eta=0.1"),
                         .seed = 7,
                         .budget = strdup("1000:samples"),
                         .checkpoints = 20,
                         .log_spaced = true,
                         .expensive = 5};
}

/* Stores hold these keys: a change of either text makes every finished run an unknown one. */
static void test_key_is_stable(void **state) {
    (void)state;
    lf_run_spec spec = example();
    char key[65], *text;
    lf_run_spec_key(&spec, key, &text);
    assert_string_equal(text, "{\"format\":1,\"problem\":\"toy:d=4,h=1\",\"algorithm\":"
                              "\"sgd:eta=0.1\",\"seed\":7,\"budget\":\"1000:samples\","
                              "\"checkpoints\":20,\"spacing\":\"log\",\"expensive\":5,"
                              "\"stop\":null}");
    assert_string_equal(key, "b80c67b781ba09490d15f71cb677d2bace2f858915cadcf2c304758c9390b4d6");
    free(text);
    lf_run_spec_clear(&spec);
}

static void test_key_tells_apart(void **state) {
    (void)state;
    lf_run_spec spec = example();
    char before[65], after[65];
    lf_run_spec_key(&spec, before, NULL);
    spec.seed++;
    lf_run_spec_key(&spec, after, NULL);
    assert_string_not_equal(before, after);
    spec.seed--;
    spec.stop = strdup("FV<0.1");
    lf_run_spec_key(&spec, after, NULL);
    assert_string_not_equal(before, after);
    spec.code = strdup("sgd@0123456789ab");
    lf_run_spec_key(&spec, before, NULL);
    assert_string_not_equal(before, after);
    spec.code[4] = 'f';
    lf_run_spec_key(&spec, after, NULL);
    assert_string_not_equal(before, after);
    lf_run_spec_clear(&spec);
}

static void test_copy_owns_its_texts(void **state) {
    (void)state;
    lf_run_spec spec = example(), copy;
    lf_run_spec_copy(&spec, &copy);
    assert_ptr_not_equal(copy.problem, spec.problem);
    assert_string_equal(copy.problem, spec.problem);
    assert_null(copy.stop);
    assert_null(copy.code);
    lf_run_spec_clear(&spec);
    assert_string_equal(copy.budget, "1000:samples");
    lf_run_spec_clear(&copy);
    assert_null(copy.problem);
}

static void test_values_and_scope(void **state) {
    (void)state;
    lf_metric_info metric[] = {{.name = (char *)"FV"}, {.name = (char *)"SVio"}};
    lf_measure_info measure[] = {{.name = (char *)"grads", .cost = (char *)"2*gradient.objective"}};
    double value[] = {1, 2, 3, 4};
    const lf_record record = {.metrics = 2,
                              .metric = metric,
                              .points = 2,
                              .value = value,
                              .measures = 1,
                              .measure = measure,
                              .samples = {[LF_ROLE_OBJECTIVE] = 10}};
    assert_near(lf_record_value(&record, 1, "FV"), 3, 0);
    assert_near(lf_record_value(&record, 0, "SVio"), 2, 0);
    assert_true(isnan(lf_record_value(&record, 2, "FV")));
    assert_true(isnan(lf_record_value(&record, 0, "none")));
    assert_true(lf_record_metric(&record, "none") == SIZE_MAX);
    lf_cost_scope scope;
    assert_ok(lf_record_scope(&record, &scope));
    lf_cost cost;
    assert_ok(lf_cost_parse("grads + passes.objective", &scope, &cost));
    uint64_t count[LF_COUNTERS] = {0};
    count[LF_COUNTER_EVALUATION(LF_EVALUATION_GRADIENT, LF_ROLE_OBJECTIVE)] = 20;
    assert_near(lf_cost_value(&cost, count), 42, 1e-12);
    free((void *)scope.measure);
}

/* Calls whose memory is refused: each gives back what it has taken, a sanitizer's build says. */
static lf_status short_copy(const lf_record *record) {
    lf_run_spec copy;
    const lf_status status = lf_run_spec_copy(&record->spec, &copy);
    assert_true((status == LF_OK) == (copy.problem != NULL));
    lf_run_spec_clear(&copy);
    return status;
}

static lf_status short_key(const lf_record *record) {
    char key[65], *text;
    LF_TRY(lf_run_spec_key(&record->spec, key, &text));
    assert_string_equal(key, "b80c67b781ba09490d15f71cb677d2bace2f858915cadcf2c304758c9390b4d6");
    free(text);
    return LF_OK;
}

static lf_status short_scope(const lf_record *record) {
    lf_cost_scope scope;
    const lf_status status = lf_record_scope(record, &scope);
    assert_true((status == LF_OK) == (scope.measure != NULL));
    free((void *)scope.measure);
    return status;
}

static lf_status short_texts(const lf_record *record) {
    lf_record empty = {.dim = record->dim};
    const lf_status status = lf_record_complete(&empty);
    assert_string_equal(lf_record_cause(&empty), "out of memory");
    lf_record_clear(&empty);
    return status;
}

/* What a call finds on the stack where it writes nothing: the one code of Jansson that has a text
 * taken for none. */
static __attribute__((noinline)) void leave_behind(void) {
    volatile char stack[4096];
    for (size_t i = 0; i < sizeof stack; i++)
        stack[i] = json_error_invalid_utf8;
}

/* Whichever of its allocations fails, a call says so by its status; the process goes on. */
static void test_no_memory_is_a_status(void **state) {
    (void)state;
    if (!ALLOCATIONS_COUNTED) {
        puts("skipped: the allocator of a sanitizer refuses nothing");
        skip();
    }
    lf_status (*const call[])(const lf_record *) = {short_copy, short_key, short_scope,
                                                    short_texts};
    lf_record record = {.spec = example()};
    for (size_t i = 0; i < sizeof call / sizeof *call; i++) {
        lf_status status = LF_NO_MEMORY;
        size_t refused = 0;
        for (; status != LF_OK && refused < 100; refused++) {
            lf_fail(LF_OK, "%s", ""); /* what is said then is about this call */
            allocations = 0;
            allocations_refused = refused + 1;
            leave_behind();
            status = call[i](&record);
            allocations_refused = 0;
            if (status == LF_OK) break;
            assert_int_equal(status, LF_NO_MEMORY);
            assert_true(lf_message()[0]);
        }
        assert_int_equal(status, LF_OK);
        assert_true(refused > 0);
    }
    lf_record_clear(&record);
}

static void test_names(void **state) {
    (void)state;
    assert_string_equal(lf_run_status_name(LF_RUN_DONE), "done");
    assert_string_equal(lf_run_status_name(LF_RUN_KILLED), "killed");
    assert_string_equal(lf_run_status_name(LF_RUN_STATUSES), "unknown");
    lf_record record = {0};
    lf_record_clear(&record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_key_is_stable),         cmocka_unit_test(test_key_tells_apart),
        cmocka_unit_test(test_copy_owns_its_texts),   cmocka_unit_test(test_values_and_scope),
        cmocka_unit_test(test_no_memory_is_a_status), cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
