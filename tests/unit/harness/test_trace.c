/* The hash of a trace knows of a metric that is no number only that it is none. */
#include "harness/run/record.h"

#include <stdlib.h>

#include "near.h"

static void put(lf_record *record, double value) {
    const lf_trace_point point = {0};
    *record = (lf_record){.metrics = 1};
    assert_ok(lf_trace_put(record, &point, &value));
    assert_ok(lf_trace_seal(record));
    free(record->point);
    free(record->value);
}

static void test_no_number(void **state) {
    lf_record one, other, zero;
    (void)state;
    put(&one, NAN);
    put(&other, -NAN);
    put(&zero, 0);
    assert_string_equal(one.trace_sha256, other.trace_sha256);
    assert_string_not_equal(one.trace_sha256, zero.trace_sha256);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_number)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
