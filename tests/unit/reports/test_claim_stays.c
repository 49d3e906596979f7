/* Claims that a metric stays below a bound: in every run, or in a share of them. */
#include "made_claim.h"
#include "registry_toy.h"

static double bound = 1, share, from;

static int setup(void **state) {
    if (made_setup(state) != 0) return -1;
    claim_of(*state, "stays", 0)->at_most = &bound;
    return 0;
}

static void forget(made *m) {
    for (size_t run = 0; run < m->results.runs; run++)
        lf_record_clear(&m->record[run]);
    m->results.runs = 0;
}

/* n runs of four points; the first `out` of them are above the bound at point 1, after 10 steps. */
static void add(made *m, size_t n, size_t out) {
    for (size_t seed = 0; seed < n; seed++)
        made_run(m, P, A, seed, LF_RUN_DONE, 4, (const double[]){1, seed < out ? 1.5 : 0.5, 1, 0},
                 NULL);
}

/* The end is within the bound in every run: what counts is the way there. */
static void test_every_run(void **state) {
    made *m = *state;
    add(m, 3, 0);
    assert_verdict(m, LF_CLAIM_HELD, "3 of 3 runs stay with FV at most 1; the largest is 1");
    made_missing(m, P, A, 3);
    assert_verdict(m, LF_CLAIM_UNDECIDED, "1 is missing or has no value");
    forget(m);
    add(m, 3, 1);
    assert_verdict(m, LF_CLAIM_NOT_HELD, "2 of 3 runs stay with FV at most 1; the largest is 1.5");
}

static void test_from_a_cost_on(void **state) {
    made *m = *state;
    m->claim.at = &from;
    m->claim.cost = (char *)"steps";
    add(m, 3, 3);
    from = 10;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "0 of 3 runs stay with FV at most 1 from 10 steps on");
    from = 11;
    assert_verdict(m, LF_CLAIM_HELD, "3 of 3 runs stay with FV at most 1 from 11 steps on");
    from = 31; /* behind the last point */
    assert_verdict(m, LF_CLAIM_UNDECIDED, "0 of 0 runs stay");
}

static void test_diverged(void **state) {
    made *m = *state;
    add(m, 2, 0);
    made_run(m, P, A, 2, LF_RUN_DIVERGED, 1, (const double[]){0}, NULL);
    assert_verdict(m, LF_CLAIM_NOT_HELD, "2 of 3 runs stay with FV at most 1; a run diverged");
}

/* What was evaluated at the end and has no value there is no stay, however good it was before. */
static void test_lost(void **state) {
    made *m = *state;
    add(m, 2, 0);
    made_run(m, P, A, 2, LF_RUN_DONE, 4, (const double[]){1, 0.5, 1, NAN}, NULL);
    assert_verdict(m, LF_CLAIM_NOT_HELD,
                   "2 of 3 runs stay with FV at most 1; a run diverged, "
                   "failed or ended without a value");
}

/* Of eight tosses of a fair coin at least 7 succeed in 1 + 8 of 256 cases, at least 6 in 37, at
 * most one in 9: 0.035, 0.14, 0.035. Six looks have 0.0083 of the level each. */
static void test_share(void **state) {
    made *m = *state;
    m->claim.at_least = &share;
    share = 0.5;
    const struct {
        size_t out;
        lf_claim_outcome outcome;
        const char *words;
    } cases[] = {{0, LF_CLAIM_HELD, "share of at least 0.5 is claimed, p = 0.0039"},
                 {1, LF_CLAIM_UNDECIDED, "7 of 8 runs stay with FV at most 1"},
                 {2, LF_CLAIM_UNDECIDED, "p = 0.14"},
                 {6, LF_CLAIM_UNDECIDED, "p = 0.14 against it"},
                 {7, LF_CLAIM_UNDECIDED, "p = 0.035 against it"},
                 {8, LF_CLAIM_NOT_HELD, "p = 0.0039 against it"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        forget(m);
        add(m, 8, cases[i].out);
        assert_verdict(m, cases[i].outcome, cases[i].words);
    }
}

/* 0.9^n is at most 0.05/6 from n = 46 on; two problems have half of the level each: 53. */
static void test_so_few(void **state) {
    made *m = *state;
    m->claim.at_least = &share;
    share = 0.9;
    add(m, 8, 0);
    assert_verdict(m, LF_CLAIM_UNDECIDED, "so few cannot reach 0.00833, 46 seeds would do");
    m->claim.problems_count = 0;
    assert_verdict(m, LF_CLAIM_UNDECIDED, "so few cannot reach 0.00417, 53 seeds would do");
    size_t both;
    m->claim.problems_count = 1;
    assert_ok(lf_claim_seeds(&m->experiment, 0, &both));
    assert_int_equal(both, 46);
    share = 0.1; /* 3 that stay hold it, and as many refute it that do not as above */
    assert_ok(lf_claim_seeds(&m->experiment, 0, &both));
    assert_int_equal(both, 46);
}

/* A problem that the method does not meet has no share of the level. */
static void test_elsewhere(void **state) {
    made *m = *state;
    m->claim.at_least = &share;
    m->claim.problems_count = 0;
    m->problem[1].methods_count = 1;
    m->problem[1].methods = than; /* b alone */
    share = 0.9;
    add(m, 8, 0);
    assert_verdict(m, LF_CLAIM_UNDECIDED, "so few cannot reach 0.00833, 46 seeds would do");
}

/* One run speaks for all, whatever share is asked for. */
static void test_exact(void **state) {
    made *m = *state;
    m->claim.at_least = &share;
    share = 0.9;
    m->method[A].deterministic = true;
    add(m, 1, 0);
    assert_verdict(m, LF_CLAIM_HELD, "1 of 1 runs stay with FV at most 1; the largest is 1");
}

static void test_refused(void **state) {
    (void)state;
    claim_refused("stays", "", "kind stays needs at_most");
    claim_refused("stays", ", at_most: 1, than: [a]", "kind stays has no than");
    claim_refused("stays", ", at_most: 1, at: 3", "at and cost go together");
    claim_refused("stays", ", at_most: 1, at_least: 1",
                  "at_least: expected a share between 0 and 1; leave it out for every run");
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_every_run), CASE(test_from_a_cost_on), CASE(test_diverged),
        CASE(test_lost),      CASE(test_share),          CASE(test_so_few),
        CASE(test_elsewhere), CASE(test_exact),          cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, registry_toy_setup, NULL);
}
