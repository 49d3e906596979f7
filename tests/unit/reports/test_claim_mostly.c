/* Claims that a metric is within a bound at a share of each run's evaluations. */
#include "made_claim.h"
#include "registry_toy.h"

static double bound = 1, share, from;

static int setup(void **state) {
    if (made_setup(state) != 0) return -1;
    lf_experiment_claim *claim = claim_of(*state, "mostly", 0);
    claim->at_most = &bound;
    claim->at_least = &share;
    share = 0.5;
    return 0;
}

/* Within at 1 and 3 of four points, 0 included: a value on the bound is within. */
static void test_share_of_a_run(void **state) {
    made *m = *state;
    made_run(m, P, A, 0, LF_RUN_DONE, 4, (const double[]){1, 2, 0, 3}, NULL);
    made_run(m, P, A, 1, LF_RUN_DONE, 4, (const double[]){1, 0, 0, 3}, NULL);
    assert_verdict(m, LF_CLAIM_HELD,
                   "2 of 2 runs have FV at most 1 at 0.5 or more of their evaluations; the shares "
                   "are 0.5 to 0.75");
    share = 0.6;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "1 of 2 runs have FV at most 1 at 0.6 or more");
    made_missing(m, P, A, 2);
    share = 0.5;
    assert_verdict(m, LF_CLAIM_UNDECIDED, "1 is missing or has no value");
}

/* What was not evaluated at a point counts neither way. */
static void test_not_evaluated(void **state) {
    made *m = *state;
    made_run(m, P, A, 0, LF_RUN_DONE, 4, (const double[]){NAN, 0, NAN, 3}, NULL);
    assert_verdict(m, LF_CLAIM_HELD, "1 of 1 runs have FV");
    share = 0.51;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "the share is 0.5");
}

static void test_from_a_cost_on(void **state) {
    made *m = *state;
    m->claim.at = &from;
    m->claim.cost = (char *)"steps";
    made_run(m, P, A, 0, LF_RUN_DONE, 4, (const double[]){2, 2, 0, 0}, NULL);
    share = 1;
    from = 10;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "from 10 steps on; the share is 0.667");
    from = 11;
    assert_verdict(m, LF_CLAIM_HELD, "from 11 steps on; the share is 1");
    from = 31; /* behind the last point */
    assert_verdict(m, LF_CLAIM_UNDECIDED, "0 of 0 runs have");
}

/* A problem under two names is one fact. */
static void test_two_names(void **state) {
    static char *both[] = {(char *)"p", (char *)"q"};
    made *m = *state;
    m->claim.problems = both;
    m->claim.problems_count = 2;
    for (size_t problem = 0; problem < 2; problem++)
        made_run(m, problem, A, 0, LF_RUN_DONE, 1, (const double[]){0}, NULL);
    assert_verdict(m, LF_CLAIM_HELD, "2 held, 0 not held");
    for (size_t problem = 0; problem < 2; problem++)
        made_key(m, problem, A, "one");
    lf_claim_verdict verdict;
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    assert_int_equal(verdict.comparisons, 1);
    lf_claim_verdict_clear(&verdict);
}

/* A run that diverged is feasible nowhere. */
static void test_diverged(void **state) {
    made *m = *state;
    made_run(m, P, A, 0, LF_RUN_DONE, 1, (const double[]){0}, NULL);
    made_run(m, P, A, 1, LF_RUN_DIVERGED, 1, (const double[]){0}, NULL);
    assert_verdict(m, LF_CLAIM_NOT_HELD, "the shares are 0 to 1");
}

static void test_refused(void **state) {
    (void)state;
    claim_refused("mostly", ", at_least: 0.5", "kind mostly needs at_most");
    claim_refused("mostly", ", at_most: 1", "kind mostly needs at_least");
    claim_refused("mostly", ", at_most: 1, at_least: 0.5, than: [a]", "kind mostly has no than");
    claim_refused("mostly", ", at_most: 1, at_least: 0.5, at: 3", "at and cost go together");
    claim_refused("mostly", ", at_most: 1, at_least: 50",
                  "at_least: expected a share above 0, of at most 1");
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_share_of_a_run), CASE(test_not_evaluated), CASE(test_from_a_cost_on),
        CASE(test_diverged),       CASE(test_two_names),     cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, registry_toy_setup, NULL);
}
