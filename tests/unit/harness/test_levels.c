/* Runs that share a level are one seed, by their mean: wherever methods are tested. */
#include <math.h>

#include "harness/results/ranking.h"
#include "harness/results/seed_runs.h"
#include "harness/results/solved.h"
#include "made_results.h"
#include "reports/kinds/parts/cells.h"

enum { P };
enum { A, B };

/* Five levels of three runs each. Of the runs all but three speak for a, of the levels all but one:
 * 15 runs would tell the two apart, five levels cannot. */
static const double differs[] = {.10, .12, .11, -.05, .13};

static void made_levels(made *m) {
    static char *third[] = {(char *)"split_seed/3"};
    double own[15], its[15];
    m->problem[P].varies_count = 1;
    m->problem[P].varies = third;
    for (size_t i = 0; i < 15; i++) {
        own[i] = .3 + .0001 * (double)i;
        its[i] = own[i] + differs[i / 3] + .0003 * (double)(i % 3);
    }
    made_finals(m, P, A, 15, own);
    made_finals(m, P, B, 15, its);
}

static void test_differences(void **state) {
    made *m = *state;
    lf_seed_runs a, b;
    double value[30], x[30];
    size_t pair[60];
    made_levels(m);
    for (size_t i = 0; i < 30; i++)
        value[i] = m->record[i].value[3];
    assert_ok(lf_seed_runs_find(&m->results, P, A, NULL, &a));
    assert_ok(lf_seed_runs_find(&m->results, P, B, NULL, &b));
    assert_int_equal(a.shared, 3);
    assert_int_equal(lf_seed_runs_differences(&m->results, &a, &b, value, pair, x), 5);
    for (size_t i = 0; i < 5; i++)
        assert_near(x[i], -differs[i] - .0003, 1e-12);
    value[4] = INFINITY;  /* one of the second level's runs; */
    value[7] = NAN;       /* the third's is not whole; */
    value[27] = INFINITY; /* and in the last both are bad, in one seed */
    value[12] = INFINITY;
    assert_int_equal(lf_seed_runs_differences(&m->results, &a, &b, value, pair, x), 4);
    assert_near(x[0], -differs[0] - .0003, 1e-12);
    assert_true(x[1] == INFINITY && isnan(x[3]));
    lf_seed_runs_free(&a);
    lf_seed_runs_free(&b);
}

static void test_ranking(void **state) {
    made *m = *state;
    lf_ranking ranking;
    made_levels(m);
    assert_ok(lf_ranking_make(&m->results, P, &(lf_judged){.metric = "FV"}, &ranking));
    assert_int_equal(ranking.shared, 3);
    assert_int_equal(ranking.seeds.have, 5);
    assert_int_equal(ranking.fewest, 5);
    assert_int_equal(ranking.seeds.needed, 6);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(ranking.rank[i].best, 1);
        assert_int_equal(ranking.rank[i].worst, 2);
        assert_int_equal(ranking.rank[i].runs, 15);
    }
    assert_near(ranking.rank[0].median.estimate, .3007, 1e-12); /* of the levels' means */
    lf_ranking_free(&ranking);
    m->problem[P].varies_count = 0;
    assert_ok(lf_ranking_make(&m->results, P, &(lf_judged){.metric = "FV"}, &ranking));
    assert_int_equal(ranking.rank[1].best, 2);
    lf_ranking_free(&ranking);
}

/* Blocks of mean ranks; a level that is not whole is none. */
static void test_ends(void **state) {
    made *m = *state;
    const size_t method[] = {A, B};
    lf_solved solved = {.methods = 2};
    made_levels(m);
    m->record[3].key[0] = '\0';
    assert_ok(lf_solved_add_ends(&m->results, P, &(lf_judged){.metric = "FV"}, method, &solved));
    assert_int_equal(solved.instances, 4);
    assert_int_equal(solved.missing, 1);
    const double best = .25 + .0009, way = 100 - best;
    assert_near(solved.cost[0], (.3001 - best) / way, 1e-12);
    assert_near(solved.cost[3], (.3007 + .11 + .0003 - best) / way, 1e-12);
    lf_solved_free(&solved);
}

/* Nothing is bold where no test tells anything; by the runs it would be. */
static void test_bold(void **state) {
    made *m = *state;
    const size_t method[] = {A, B};
    const lf_experiment_column column = {.id = (char *)"c", .metric = (char *)"FV"};
    lf_cell cell[2];
    bool best[2];
    made_levels(m);
    for (size_t i = 0; i < 2; i++)
        assert_ok(lf_cell_make(&m->results, NULL, P, method[i], &column, &cell[i]));
    assert_ok(lf_cell_best(&m->results, P, method, 2, &column, cell, best));
    assert_false(best[0] || best[1]);
    m->problem[P].varies_count = 0;
    assert_ok(lf_cell_best(&m->results, P, method, 2, &column, cell, best));
    assert_true(best[0] && !best[1]);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_differences),
        CASE(test_ranking),
        CASE(test_ends),
        CASE(test_bold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
