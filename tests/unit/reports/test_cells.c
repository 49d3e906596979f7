/* Cells of tables: medians over seeds, some of whose runs have failed or diverged. */
#include <math.h>

#include "made_results.h"
#include "reports/kinds/parts/cells.h"

enum { P };
enum { A, B, C };

/* Five seeds end with FV 1 .. 5 and gain -1 .. -5; the first two, the best by either, do not end
 * well: one diverges, one crashes. */
static lf_cell cell_of(made *m, const char *metric, const char *share) {
    double at_most = 3;
    lf_experiment_column column = {
        .id = (char *)"c", .metric = (char *)metric, .share = (char *)share, .at_most = &at_most};
    lf_cell cell;
    made_finals(m, P, A, 5, (const double[]){1, 2, 3, 4, 5});
    m->record[0].status = LF_RUN_DIVERGED;
    m->record[1].status = LF_RUN_FAILED;
    made_missing(m, P, A, 5);
    assert_ok(lf_cell_make(&m->results, NULL, P, A, &column, &cell));
    assert_int_equal(cell.planned, 6);
    assert_int_equal(cell.present, 5);
    assert_int_equal(cell.diverged, 1);
    assert_int_equal(cell.failed, 1);
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

/* Of the two points of a run the first has FV 100: shares 0, 0 and 1/2 of the three that ended
 * well. */
static void test_share(void **state) {
    const lf_cell cell = cell_of(*state, NULL, "FV");
    assert_true(isnan(cell.q.lower));
    assert_near(cell.q.median, 0, 0);
    assert_near(cell.q.upper, 0, 0);
}

/* FV < 5 after 10 steps, after 20, never within 30, never before a failure at 10: (10 + 20 + 30 +
 * 10) steps, and two got there. The one that is not there yet has not spent anything. */
static void test_expected_running_time(void **state) {
    made *m = *state;
    double target = 5;
    lf_experiment_column column = {.id = (char *)"c", .ert = (char *)"FV", .below = &target};
    lf_cell cell;
    made_run(m, P, A, 0, LF_RUN_DONE, 4, (const double[]){9, 4, 6, 1}, NULL);
    made_run(m, P, A, 1, LF_RUN_DIVERGED, 3, (const double[]){9, 5, 4}, NULL);
    made_run(m, P, A, 2, LF_RUN_DONE, 4, (const double[]){9, 8, 7, 6}, NULL);
    made_run(m, P, A, 3, LF_RUN_FAILED, 2, (const double[]){9, 8}, NULL);
    made_missing(m, P, A, 4);
    assert_ok(lf_cell_make(&m->results, NULL, P, A, &column, &cell));
    assert_near(cell.q.median, 70.0 / 2, 0);
    assert_true(isnan(cell.q.lower) && isnan(cell.q.upper));
    column.ert = (char *)"gain", column.below = NULL, column.above = &target;
    assert_ok(lf_cell_make(&m->results, NULL, P, A, &column, &cell));
    assert_true(isnan(cell.q.median)); /* nobody got there */
}

/* Which of two methods are marked as best, by their final FV. */
static void assert_best(made *m, bool a, bool b) {
    const size_t method[] = {A, B};
    const lf_experiment_column column = {.id = (char *)"c", .metric = (char *)"FV"};
    lf_cell cell[2];
    bool best[2];
    for (size_t i = 0; i < 2; i++)
        assert_ok(lf_cell_make(&m->results, NULL, P, method[i], &column, &cell[i]));
    assert_ok(lf_cell_best(&m->results, P, method, 2, &column, cell, best));
    assert_int_equal(best[0], a);
    assert_int_equal(best[1], b);
}

/* a ends lower in all of 18 seeds; where seven of its runs diverge, or fail, nothing is told. Pairs
 * of two that failed speak for neither. */
static void test_best_fails(void **state) {
    made *m = *state;
    double own[18], its[18];
    for (size_t i = 0; i < 18; i++) {
        own[i] = 1 + .01 * (double)i;
        its[i] = own[i] + 1 + .001 * (double)i;
    }
    made_finals(m, P, A, 18, own);
    made_finals(m, P, B, 18, its);
    assert_best(m, true, false);
    for (size_t i = 0; i < 7; i++)
        m->record[i].status = i % 2 ? LF_RUN_DIVERGED : LF_RUN_FAILED;
    assert_best(m, false, false);
    for (size_t i = 0; i < 7; i++)
        m->record[18 + i].status = LF_RUN_DIVERGED; /* of b, too */
    assert_best(m, false, false);
    for (size_t i = 1; i < 7; i++)
        m->record[i].status = m->record[18 + i].status = LF_RUN_DONE;
    assert_best(m, true, false);
}

/* Two methods without chance differ if their values do. */
static void test_best_exact(void **state) {
    made *m = *state;
    m->method[A].deterministic = m->method[B].deterministic = true;
    made_finals(m, P, A, 1, (const double[]){2});
    made_finals(m, P, B, 1, (const double[]){1.5});
    assert_best(m, false, true);
    m->record[1].value[3] = 2;
    assert_best(m, false, false);
    m->record[1].value[3] = 3;
    assert_best(m, true, false);
}

/* As many marks as methods, in this order: "x" or "-". */
static void assert_marks(made *m, size_t n, const size_t *method,
                         const lf_experiment_column *column, const char *marks) {
    lf_cell cell[3] = {0};
    bool best[3] = {0};
    for (size_t i = 0; i < n; i++)
        assert_ok(lf_cell_make(&m->results, NULL, P, method[i], column, &cell[i]));
    assert_ok(lf_cell_best(&m->results, P, method, n, column, cell, best));
    for (size_t i = 0; i < n; i++)
        assert_int_equal(best[i], marks[i] == 'x');
}

/* Six seeds tell two methods apart, and not three: a rival under two names is one. */
static void test_best_aliases(void **state) {
    made *m = *state;
    const lf_experiment_column column = {.id = (char *)"c", .metric = (char *)"FV"};
    for (size_t k = A; k <= C; k++)
        made_finals(m, P, k, 6,
                    k == A ? (const double[]){1, 2, 3, 4, 5, 6}
                           : (const double[]){2, 4, 6, 8, 10, 12});
    assert_marks(m, 3, (const size_t[]){A, B, C}, &column, "---");
    made_key(m, P, B, "one");
    made_key(m, P, C, "one");
    assert_marks(m, 3, (const size_t[]){A, B, C}, &column, "x--");
    made_key(m, P, A, "two");
    made_key(m, P, B, "two");
    for (size_t i = 0; i < 6; i++)
        m->record[6 + i].value[3] = m->record[i].value[3];
    assert_marks(m, 3, (const size_t[]){A, B, C}, &column, "xx-");
}

/* To diverge behind the target is not to have got there, in the test as in the median. */
static void test_best_diverged(void **state) {
    made *m = *state;
    double target = 5;
    const lf_experiment_column column = {
        .id = (char *)"c", .metric = (char *)"FV", .below = &target, .cost = (char *)"steps"};
    for (uint64_t seed = 0; seed < 6; seed++) {
        made_run(m, P, A, seed, LF_RUN_DONE, 3, (const double[]){9, 8, 1}, NULL);
        made_run(m, P, B, seed, LF_RUN_DIVERGED, 3, (const double[]){9, 4, 99}, NULL);
    }
    assert_marks(m, 2, (const size_t[]){A, B}, &column, "x-");
}

/* Of equal medians the order of the columns does not say which one the others are held against. */
static void test_best_in_any_order(void **state) {
    made *m = *state;
    const lf_experiment_column column = {.id = (char *)"c", .metric = (char *)"FV"};
    made_finals(m, P, A, 7, (const double[]){1, 1, 1, 1, 1, 1, 1});
    made_finals(m, P, B, 7, (const double[]){0, 0, 0, 1, 5, 5, 5});
    made_finals(m, P, C, 7, (const double[]){2, 2, 2, 2, 2, 2, 2});
    assert_marks(m, 3, (const size_t[]){A, B, C}, &column, "xx-");
    assert_marks(m, 3, (const size_t[]){C, B, A}, &column, "-xx");
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_lower_is_better),       CASE(test_higher_is_better), CASE(test_share),
        CASE(test_expected_running_time), CASE(test_best_fails),       CASE(test_best_exact),
        CASE(test_best_aliases),          CASE(test_best_diverged),    CASE(test_best_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
