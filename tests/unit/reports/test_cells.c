/* Cells of tables: medians over seeds, some of whose runs have diverged. */
#include <math.h>

#include "made_results.h"
#include "reports/kinds/parts/cells.h"

enum { P, A = 0 };

/* Five seeds end with FV 1 .. 5 and gain -1 .. -5; the first two, the best by either, diverge. */
static lf_cell cell_of(made *m, const char *metric, const char *share) {
    double at_most = 3;
    lf_experiment_column column = {
        .id = (char *)"c", .metric = (char *)metric, .share = (char *)share, .at_most = &at_most};
    lf_cell cell;
    made_finals(m, P, A, 5, (const double[]){1, 2, 3, 4, 5});
    m->record[0].status = m->record[1].status = LF_RUN_DIVERGED;
    assert_ok(lf_cell_make(&m->results, NULL, P, A, &column, &cell));
    assert_int_equal(cell.ended, 5);
    assert_int_equal(cell.diverged, 2);
    return cell;
}

static void test_lower_is_better(void **state) {
    const lf_cell cell = cell_of(*state, "FV", NULL);
    assert_near(cell.q.lower, 4, 0);
    assert_near(cell.q.median, 5, 0);
    assert_true(isnan(cell.q.upper));
}

static void test_higher_is_better(void **state) {
    const lf_cell cell = cell_of(*state, "gain", NULL);
    assert_true(isnan(cell.q.lower));
    assert_near(cell.q.median, -5, 0);
    assert_near(cell.q.upper, -4, 0);
}

/* Of the two points of a run the first has FV 100: shares 0, 0 and 1/2 of the three that ended. */
static void test_share(void **state) {
    const lf_cell cell = cell_of(*state, NULL, "FV");
    assert_true(isnan(cell.q.lower));
    assert_near(cell.q.median, 0, 0);
    assert_near(cell.q.upper, 0, 0);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_lower_is_better),
        CASE(test_higher_is_better),
        CASE(test_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
