/* What no claim may hang on: when a rival failed, which way round a sentence is put, problems that
 * it is not about, and a second name that asks another question of the same runs. */
#include "made_claim.h"
#include "made_fit.h"
#include "made_frontier.h"

/* To fail before the others are within the bound is no way out of losing at equal cost. */
static void test_fails_early(void **state) {
    made *m = *state;
    double bound = 0.1;
    claim_of(m, "lower", 1)->cost = (char *)"steps";
    m->claim.where = (char *)"CVio";
    m->claim.at_most = &bound;
    for (uint64_t seed = 0; seed < 6; seed++) {
        made_run(m, P, A, seed, LF_RUN_DONE, 3, (const double[]){9, 5, 1},
                 (const double[]){1, 1, 0});
        made_run(m, P, B, seed, seed % 2 ? LF_RUN_FAILED : LF_RUN_DIVERGED, 2,
                 (const double[]){9, 8}, (const double[]){1, 1});
    }
    assert_verdict(m, LF_CLAIM_HELD, "P = 0.05; 6 of 6 seeds for it");
}

/* Without an end a run is worse than any other, whether "lower" or "higher" is claimed of it. */
static void test_other_direction(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1)->metric = (char *)"gain";
    for (uint64_t seed = 0; seed < 6; seed++) {
        made_run(m, P, A, seed, LF_RUN_DONE, 2, (const double[]){9, 1}, NULL);
        made_run(m, P, B, seed, LF_RUN_DIVERGED, 2, (const double[]){9, 8}, NULL);
    }
    assert_verdict(m, LF_CLAIM_NOT_HELD, "P = 0.05 against it; 0 of 6 seeds for it");
    assert_verdict(m, LF_CLAIM_NOT_HELD, "superior with chance 1 [");
    assert_verdict(m, LF_CLAIM_NOT_HELD, "1], as more of gain is better");
    m->claim.method = (char *)"b"; /* and turned round */
    m->claim.than = (char *[]){(char *)"a"};
    m->claim.kind = (char *)"higher";
    assert_verdict(m, LF_CLAIM_NOT_HELD, "P = 0.05 against it; 0 of 6 seeds for it");
    m->claim.metric = (char *)"FV";
    assert_verdict(m, LF_CLAIM_HELD, "P = 0.05; 6 of 6 seeds for it");
    assert_verdict(m, LF_CLAIM_HELD, "superior with chance 0 [");
    assert_verdict(m, LF_CLAIM_HELD, "], as less of FV is better");
}

/* A mean over a cost is over all that was spent, and more of it is told. */
static void test_mean_of_more(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1)->cost = (char *)"steps";
    made_finals(m, P, A, 6, (const double[]){1, 1, 1, 1, 1, 1});
    made_finals(m, P, B, 6, (const double[]){2, 3, 2, 3, 2, 3});
    for (size_t i = 0; i < m->results.runs; i++)
        m->plan[i].spec.budget = (char *)(m->plan[i].method == A ? "100:steps" : "10:steps");
    m->claim.mean = true;
    assert_verdict(m, LF_CLAIM_HELD, "; budgets differ: 100:steps against 10:steps");
}

static void edges(made *m, size_t n, const size_t (*at)[2]) {
    lf_tuned_free(m->results.tuned, m->results.tuned_pairs);
    m->results.tuned = calloc(n, sizeof *m->results.tuned);
    m->results.tuned_pairs = n;
    for (size_t i = 0; i < n; i++)
        m->results.tuned[i] =
            (lf_tuned){.problem = at[i][0], .method = at[i][1], .edges = strdup("eta")};
}

/* Who is claimed to have less of what is good, and has, is the one that a wider grid might help. */
static void test_loser(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1)->metric = (char *)"gain";
    made_finals(m, P, A, 6, (const double[]){2, 2, 2, 2, 2, 2});
    made_finals(m, P, B, 6, (const double[]){1, 1, 1, 1, 1, 1});
    edges(m, 1, (const size_t[][2]){{P, A}});
    assert_verdict(m, LF_CLAIM_EDGE, "held, but the eta of a is on an edge");
    edges(m, 1, (const size_t[][2]){{P, B}});
    assert_verdict(m, LF_CLAIM_HELD, "P = 0.05; 6 of 6");
}

/* To need at least so much is a defeat, and a wider grid might have spared it. */
static void test_slow(void **state) {
    made *m = *state;
    double bound = 0.9;
    lf_experiment_fit fit = made_fit();
    m->experiment.fits_count = 1;
    m->experiment.fits = &fit;
    m->claim = (lf_experiment_claim){.id = (char *)"e",
                                     .kind = (char *)"exponent",
                                     .fit = (char *)"eps",
                                     .method = (char *)"a",
                                     .at_least = &bound};
    for (uint64_t seed = 0; seed < 12; seed++)
        made_power(m, P, A, seed, 5, 1, 2);
    edges(m, 1, (const size_t[][2]){{P, A}});
    assert_verdict(m, LF_CLAIM_EDGE, "held, but the eta of a is on an edge");
    bound = 1.1;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "at least 1.1 is claimed");
    m->claim.at_least = NULL;
    m->claim.at_most = &bound;
    assert_verdict(m, LF_CLAIM_HELD, "at most 1.1 is claimed");
    bound = 0.9;
    assert_verdict(m, LF_CLAIM_EDGE, "not held, but the eta of a is on an edge");
}

/* An edge on a problem that the frontier, or the fit, has no point of says nothing of it. */
static void test_elsewhere(void **state) {
    made *m = *state;
    double at = 0.5;
    lf_experiment_frontier frontier = made_frontier(m);
    m->experiment.problems_count = 4;
    m->experiment.frontiers_count = 1;
    m->experiment.frontiers = &frontier;
    m->claim = (lf_experiment_claim){.id = (char *)"e",
                                     .kind = (char *)"frontier_higher",
                                     .frontier = (char *)"f",
                                     .method = (char *)"a",
                                     .than_count = 1,
                                     .than = than,
                                     .at = &at};
    for (uint64_t seed = 0; seed < 12; seed++)
        for (size_t problem = 0; problem < 3; problem++)
            for (size_t k = A; k <= B; k++)
                made_end(m, problem, k, seed, (double)problem, k == A ? 3 : 2);
    edges(m, 2, (const size_t[][2]){{3, B}, {1, A}});
    assert_verdict(m, LF_CLAIM_HELD, "at CVio = 0.5");
    edges(m, 1, (const size_t[][2]){{2, B}});
    assert_verdict(m, LF_CLAIM_EDGE, "held, but the eta of b is on an edge");
    m->problem[2].tuned_as = (char *)"s"; /* its parameters are those of the one outside */
    assert_verdict(m, LF_CLAIM_HELD, "at CVio = 0.5");
    edges(m, 1, (const size_t[][2]){{3, B}});
    assert_verdict(m, LF_CLAIM_EDGE, "held, but the eta of b is on an edge");
    m->claim.method = (char *)"b"; /* of a loss, more is worse: whoever has it lost */
    than[0] = (char *)"a";
    frontier.y = (char *)"FV";
    assert_verdict(m, LF_CLAIM_EDGE, "held, but the eta of b is on an edge");
    edges(m, 1, (const size_t[][2]){{0, A}});
    assert_verdict(m, LF_CLAIM_HELD, "at CVio = 0.5");
    than[0] = (char *)"b";
}

/* The same runs under another bound, or another count of costs, are another question. */
static void test_other_question(void **state) {
    made *m = *state;
    double most = 9;
    static char *both[] = {(char *)"p", (char *)"q"};
    lf_constant loose = {.name = (char *)"kappa", .value = 0.5}, tight = loose;
    tight.value = 0.01;
    claim_of(m, "lower", 1)->problems = both;
    m->claim.problems_count = 2;
    m->claim.where = (char *)"CVio";
    m->claim.at_most = &most;
    m->claim.bound = (char *)"kappa";
    for (size_t problem = 0; problem < 2; problem++)
        for (uint64_t seed = 0; seed < 12; seed++)
            for (size_t k = A; k <= B; k++)
                made_run(m, problem, k, seed, LF_RUN_DONE, 2, (const double[]){9, k == A ? 1 : 2},
                         (const double[]){1, k == A ? 0.1 : 0});
    for (size_t problem = 0; problem < 2; problem++) {
        m->problem[problem].constants_count = 1;
        m->problem[problem].constants = &loose;
        made_key(m, problem, A, "one");
        made_key(m, problem, B, "two");
    }
    assert_verdict(m, LF_CLAIM_HELD, "P = 0.00098; 12 of 12 seeds for it");
    m->problem[1].constants = &tight;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "1 held, 1 not held, 0 undecided; q, against b");
}

static size_t lines_of(made *m) {
    lf_claim_verdict verdict;
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    const size_t lines = verdict.comparisons;
    lf_claim_verdict_clear(&verdict);
    return lines;
}

static void test_other_count(void **state) {
    made *m = *state;
    lf_named_cost measure = {.name = (char *)"paper.cost", .cost = (char *)"2*steps"};
    claim_of(m, "lower", 2);
    for (size_t k = A; k <= C; k++)
        made_finals(m, P, k, 6, (const double[]){1, 2, 3, 4, 5, 6});
    made_key(m, P, A, "own");
    made_key(m, P, B, "one");
    made_key(m, P, C, "one");
    assert_int_equal(lines_of(m), 1);
    m->method[C].measures_count = 1;
    m->method[C].measures = &measure;
    assert_int_equal(lines_of(m), 2);
    m->method[B].measures_count = 1;
    m->method[B].measures = &measure;
    assert_int_equal(lines_of(m), 1);
}

/* A rival without an end is no evidence for a method that is out of bounds itself. */
static void test_neither_within(void **state) {
    made *m = *state;
    double bound = 0.1, factor = 1;
    claim_of(m, "speedup", 1)->target = (char *)"baseline";
    m->claim.factor = &factor;
    m->claim.where = (char *)"CVio";
    m->claim.at_most = &bound;
    m->method[A].deterministic = m->method[B].deterministic = true;
    lf_record *own =
        made_run(m, P, A, 0, LF_RUN_DONE, 3, (const double[]){9, 1, 1}, (const double[]){1, 1, 1});
    made_run(m, P, B, 0, LF_RUN_DIVERGED, 2, (const double[]){9, 8}, (const double[]){1, 1});
    assert_verdict(m, LF_CLAIM_UNDECIDED, "");
    own->value[2 * own->metrics + 1] = 0;
    assert_verdict(m, LF_CLAIM_HELD, "only the method got there");
}

/* One run meets every seed of the rival, who sets its target: as many costs, in whatever order. */
static void test_order_of_seeds(void **state) {
    made *m = *state;
    double factor = 1, chance[2];
    claim_of(m, "speedup", 1)->target = (char *)"baseline";
    m->claim.factor = &factor;
    m->method[A].deterministic = true;
    for (size_t turn = 0; turn < 2; turn++) {
        lf_claim_verdict verdict;
        made_run(m, P, A, 0, LF_RUN_DONE, 5, (const double[]){9, 7, 5, 3, 1}, NULL);
        for (uint64_t seed = 0; seed < 8; seed++)
            made_run(m, P, B, seed, LF_RUN_DONE, 5,
                     (const double[]){9, 8, 8, 8, (seed < 4) == (turn == 0) ? 8 : 2}, NULL);
        assert_ok(lf_claim_decide(&m->results, 0, &verdict));
        chance[turn] = verdict.comparison[0].superiority.estimate;
        lf_claim_verdict_clear(&verdict);
        while (m->results.runs > 0)
            lf_record_clear(&m->record[--m->results.runs]);
    }
    assert_near(chance[0], chance[1], 0);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_fails_early),    CASE(test_mean_of_more), CASE(test_other_direction),
        CASE(test_loser),          CASE(test_slow),         CASE(test_elsewhere),
        CASE(test_other_question), CASE(test_other_count),  CASE(test_neither_within),
        CASE(test_order_of_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
