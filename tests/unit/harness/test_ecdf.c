/* ECDFs, their targets, and values at equal cost, counted by hand. */
#include "harness/results/ecdf.h"
#include "harness/results/quantity.h"
#include "made_results.h"

enum { P };
enum { A };

static const lf_judged fv = {.metric = "FV"}, gain = {.metric = "gain"};

/* Two runs, three targets: the first reaches 6 at 10, 4 at 10, 2 at 30; the second 6 at 20 alone.
 */
static void test_ecdf(void **state) {
    made *m = *state;
    lf_ecdf ecdf;
    made_run(m, P, A, 0, LF_RUN_DONE, 4, (const double[]){9, 4, 3, 1}, NULL);
    made_run(m, P, A, 1, LF_RUN_DIVERGED, 3, (const double[]){9, 7, 5}, NULL);
    made_missing(m, P, A, 2);
    assert_ok(lf_ecdf_make(&m->results, 2, (const size_t[]){0, 1}, &fv, 3,
                           (const double[]){6, 4, 2}, "steps", &ecdf));
    assert_int_equal(ecdf.pairs, 6);
    assert_int_equal(ecdf.n, 3);
    const double x[] = {10, 20, 30}, share[] = {2 / 6.0, 3 / 6.0, 4 / 6.0};
    for (size_t i = 0; i < 3; i++) {
        assert_near(ecdf.x[i], x[i], 0);
        assert_near(ecdf.share[i], share[i], 1e-15);
    }
    lf_ecdf_free(&ecdf);
    assert_ok(lf_ecdf_make(&m->results, 1, (const size_t[]){2}, &fv, 1, (const double[]){6}, NULL,
                           &ecdf));
    assert_int_equal(ecdf.n, 0);
    lf_ecdf_free(&ecdf);
    assert_ok(lf_ecdf_make(&m->results, 1, (const size_t[]){0}, &gain, 1, (const double[]){-3.5},
                           "seconds", &ecdf));
    assert_int_equal(ecdf.n, 1);
    assert_near(ecdf.x[0], 2, 0);
    assert_near(ecdf.share[0], 1, 0);
    lf_ecdf_free(&ecdf);
    assert_true(lf_ecdf_make(&m->results, 1, (const size_t[]){0}, &fv, 1, (const double[]){6},
                             "setps", &ecdf) < 0);
}

static void test_targets(void **state) {
    (void)state;
    double target[4];
    lf_ecdf_targets(10, 1e-2, 4, target);
    const double want[] = {10, 1, 0.1, 0.01};
    for (size_t i = 0; i < 4; i++)
        assert_near(target[i], want[i], 1e-15 * want[0]);
    lf_ecdf_targets(3, 1, 1, target);
    assert_near(target[0], 3, 0);
}

/* Values at equal cost are those of the last whole step within it. */
static void test_equal_cost(void **state) {
    made *m = *state;
    size_t point;
    double value, hole[] = {9, 4, NAN, 1};
    made_run(m, P, A, 0, LF_RUN_DONE, 4, hole, NULL);
    const double cost[] = {-1, 0, 9.9, 10, 29, 30, 1e9};
    const size_t want[] = {SIZE_MAX, 0, 0, 1, 2, 3, 3};
    const double values[] = {NAN, 9, 9, 4, 4, 1, 1};
    for (size_t i = 0; i < 7; i++) {
        assert_ok(lf_quantity_point(&m->results, 0, "steps", cost[i], &point));
        assert_int_equal(point, want[i]);
        assert_ok(lf_quantity_value(&m->results, 0, "FV", "steps", cost[i], &value));
        if (i == 0)
            assert_true(isnan(value));
        else
            assert_near(value, values[i], 0);
    }
    assert_near(lf_quantity_final(&m->results, 0, "FV"), 1, 0);
    m->record[0].status = LF_RUN_TIMEOUT;
    assert_true(isnan(lf_quantity_final(&m->results, 0, "FV")));
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_ecdf),
        CASE(test_targets),
        CASE(test_equal_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
