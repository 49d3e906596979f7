/* Speed-ups: exact, tested, and decided by bounds where a run never got there. */
#include <math.h>
#include <string.h>

#include "made_results.h"

enum { P };
enum { A, B, C };

static double factor;

static int setup(void **state) {
    static char *than[] = {(char *)"b", (char *)"c"}, *problems[] = {(char *)"p"};
    if (made_setup(state) != 0) return -1;
    made *m = *state;
    m->claim = (lf_experiment_claim){.id = (char *)"c1",
                                     .text = (char *)"a is faster",
                                     .kind = (char *)"speedup",
                                     .method = (char *)"a",
                                     .metric = (char *)"FV",
                                     .target = (char *)"1",
                                     .factor = &factor,
                                     .than_count = 1,
                                     .than = than,
                                     .problems_count = 1,
                                     .problems = problems};
    return 0;
}

static void assert_verdict(made *m, double times, lf_claim_outcome outcome, const char *words) {
    lf_claim_verdict verdict;
    factor = times;
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    if (verdict.outcome != outcome || !strstr(verdict.statistic, words))
        print_error("%s: %s\n", lf_claim_outcome_name(verdict.outcome), verdict.statistic);
    assert_int_equal(verdict.outcome, outcome);
    assert_non_null(strstr(verdict.statistic, words));
    lf_claim_verdict_clear(&verdict);
}

/* A run of 11 points, 100 steps, whose FV is 1 from point `hit` on; never if that is beyond. */
static lf_record *add(made *m, size_t method, uint64_t seed, size_t hit) {
    double fv[11];
    for (size_t i = 0; i < 11; i++)
        fv[i] = i >= hit ? 1 : 5 - 0.1 * (double)i;
    return made_run(m, P, method, seed, LF_RUN_DONE, 11, fv, NULL);
}

static void fix(made *m) {
    m->method[A].deterministic = m->method[B].deterministic = true;
}

/* To need at most twice as many is surely so of the same cost, and no tie. */
static void test_at_most_twice(void **state) {
    made *m = *state;
    fix(m);
    add(m, A, 0, 4);
    add(m, B, 0, 4);
    assert_verdict(m, 1, LF_CLAIM_TIE, "1x");
    assert_verdict(m, 0.5, LF_CLAIM_HELD, "40 against 40 of the budget, 1x");
}

static void test_exact(void **state) {
    made *m = *state;
    fix(m);
    add(m, A, 0, 2);
    add(m, B, 0, 8);
    assert_verdict(m, 4, LF_CLAIM_HELD, "20 against 80 of the budget, 4x");
    assert_verdict(m, 4.1, LF_CLAIM_NOT_HELD, "4x");
    assert_verdict(m, 0.25, LF_CLAIM_HELD, "4x"); /* at most four times the other's */
    m->claim.cost = (char *)"steps + 20";         /* no such cost */
    lf_claim_verdict verdict;
    assert_true(lf_claim_decide(&m->results, 0, &verdict) < 0);
    assert_non_null(strstr(lf_message(), "claim 'c1'"));
}

/* Whatever traces are, no two runs take the same time: one run tells nothing, and several are
 * tested, here 2, 3, .. seconds against 8, as one second goes by from point to point. */
static void test_seconds(void **state) {
    made *m = *state;
    m->claim.cost = (char *)"seconds";
    fix(m);
    add(m, A, 0, 2);
    add(m, B, 0, 8);
    assert_verdict(m, 4, LF_CLAIM_UNDECIDED, "seconds of one run, which no other repeats");
    m->method[A].deterministic = m->method[B].deterministic = false;
    for (uint64_t seed = 1; seed < 6; seed++) {
        add(m, A, seed, 2 + seed);
        add(m, B, seed, 8);
    }
    for (size_t i = 0; i < m->results.runs; i++)
        strcpy(m->record[i].trace_sha256, i % 2 ? "one" : "two");
    assert_verdict(m, 1, LF_CLAIM_HELD, "6 of 6 seeds for it; speed-up");
    assert_verdict(m, 5, LF_CLAIM_NOT_HELD, "0 of 6 seeds for it; speed-up");
    m->claim.cost = NULL; /* nor does one trace make its seeds one run */
    assert_verdict(m, 1, LF_CLAIM_HELD, "6 of 6 seeds for it; speed-up");
    fix(m);
    assert_verdict(m, 4, LF_CLAIM_HELD, "exact for one start: 20 against 80");
}

static void test_other_censored(void **state) {
    made *m = *state;
    fix(m);
    add(m, A, 0, 2);
    lf_record *other = add(m, B, 0, 99);
    assert_verdict(m, 5, LF_CLAIM_HELD, "at least 5x: the other never got there");
    assert_verdict(m, 6, LF_CLAIM_UNDECIDED, "at least 5x");
    other->status = LF_RUN_DIVERGED; /* and never would have */
    assert_verdict(m, 1000, LF_CLAIM_HELD, "only the method got there");
}

static void test_own_censored(void **state) {
    made *m = *state;
    fix(m);
    lf_record *own = add(m, A, 0, 99);
    add(m, B, 0, 2);
    assert_verdict(m, 1, LF_CLAIM_NOT_HELD, "at most 0.2x: the method itself never got there");
    assert_verdict(m, 0.1, LF_CLAIM_UNDECIDED, "at most 0.2x");
    own->status = LF_RUN_FAILED;
    assert_verdict(m, 0.1, LF_CLAIM_NOT_HELD, "only the other got there");
}

static void test_both_censored(void **state) {
    made *m = *state;
    fix(m);
    add(m, A, 0, 99);
    add(m, B, 0, 99);
    assert_verdict(m, 2, LF_CLAIM_UNDECIDED, "neither got there");
}

/* Five pairs with ratios 2, 3, 4, 5 and one of which only a bound is known. */
static void test_tested(void **state) {
    made *m = *state;
    for (uint64_t seed = 0; seed < 5; seed++) {
        add(m, A, seed, 2);
        add(m, B, seed, seed == 4 ? 99 : 4 + 2 * seed);
    }
    assert_verdict(m, 1.5, LF_CLAIM_HELD,
                   "P = 0.031; 5 of 5 seeds for it; speed-up 3.87, at least 2; more than 1.5 is "
                   "claimed; superior with chance 1 [0.64, 1]; 1 of the pairs is a bound");
    assert_verdict(m, 3.5, LF_CLAIM_UNDECIDED, "speed-up 3.87, at least 2; more than 3.5");
}

/* What the method, or the other one, ended with. */
static void test_targets(void **state) {
    made *m = *state;
    fix(m);
    made_run(m, P, A, 0, LF_RUN_DONE, 5, (const double[]){9, 7, 5, 3, 2}, NULL);
    lf_record *other = made_run(m, P, B, 0, LF_RUN_DONE, 5, (const double[]){9, 8, 7, 6, 5}, NULL);
    m->claim.target = (char *)"baseline";
    assert_verdict(m, 2, LF_CLAIM_HELD, "20 against 40 of the budget, 2x");
    m->claim.target = (char *)"method";
    assert_verdict(m, 1, LF_CLAIM_HELD, "at least 1x: the other never got there");
    assert_verdict(m, 2, LF_CLAIM_UNDECIDED, "at least 1x");
    m->claim.target = (char *)"baseline";
    other->status = LF_RUN_DIVERGED; /* it sets no target, and loses */
    assert_verdict(m, 2, LF_CLAIM_HELD, "only the method got there");
    m->record[0].status = LF_RUN_DIVERGED;
    assert_verdict(m, 2, LF_CLAIM_UNDECIDED, "neither got there");
    m->record[0].status = other->status = LF_RUN_DONE; /* and both end without a value */
    m->record[0].value[12] = other->value[12] = NAN;
    assert_verdict(m, 2, LF_CLAIM_UNDECIDED, "neither got there");
    m->claim.target = (char *)"method";
    assert_verdict(m, 2, LF_CLAIM_UNDECIDED, "neither got there");
}

/* Each is the only one to get there in half of the pairs: that is all that is known. */
static void test_bounds(void **state) {
    made *m = *state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        add(m, A, seed, seed % 2 ? 4 : 99);
        add(m, B, seed, seed % 2 ? 99 : 4);
    }
    assert_verdict(m, 1, LF_CLAIM_UNDECIDED,
                   "8 of the pairs are bounds; in what is known of them there is no difference");
}

/* The target counts only where the constraint is met. */
static void test_where(void **state) {
    made *m = *state;
    double bound = 0.1;
    fix(m);
    made_run(m, P, A, 0, LF_RUN_DONE, 4, (const double[]){9, 1, 1, 1},
             (const double[]){0, 0.5, 0.2, 0.1});
    made_run(m, P, B, 0, LF_RUN_DONE, 4, (const double[]){9, 4, 1, 1}, NULL);
    assert_verdict(m, 2, LF_CLAIM_HELD, "10 against 20");
    m->claim.where = (char *)"CVio";
    m->claim.at_most = &bound;
    assert_verdict(m, 1, LF_CLAIM_NOT_HELD, "at most 0.667x"); /* 30 is the end: it need not stay */
    m->claim.reach = (char *)"first";
    assert_verdict(m, 1, LF_CLAIM_NOT_HELD, "30 against 20 of the budget, 0.667x");
}

/* a is there at 10, leaves at 20 and stays from 30 on; b stays from 20 on. Both are shown. */
static void test_both_reaches(void **state) {
    made *m = *state;
    double bound = 0.1;
    const double fv[] = {9, 1, 1, 1, 1}, good[] = {0, 0, 0, 0, 0}, left[] = {0, 0, 9, 0, 0};
    fix(m);
    m->claim.where = (char *)"CVio";
    m->claim.at_most = &bound;
    made_run(m, P, A, 0, LF_RUN_DONE, 5, fv, left);
    made_run(m, P, B, 0, LF_RUN_DONE, 5, (const double[]){9, 4, 1, 1, 1}, good);
    assert_verdict(m, 1, LF_CLAIM_NOT_HELD,
                   "0.669x; until it is first there: 2; by all calls: 0.669");
    m->claim.reach = (char *)"first";
    assert_verdict(m, 1, LF_CLAIM_HELD, "2x; until it stays: 0.669; by all calls: 2");
}

/* Who reached the target and diverged then was there first, and did not stay. */
static void test_diverged_after_it(void **state) {
    made *m = *state;
    for (uint64_t seed = 0; seed < 5; seed++) {
        add(m, A, seed, 2)->status = LF_RUN_DIVERGED;
        add(m, B, seed, 4 + seed);
    }
    m->claim.reach = (char *)"first";
    assert_verdict(m, 1.5, LF_CLAIM_HELD, "speed-up 2.96");
    m->claim.reach = (char *)"stays";
    assert_verdict(m, 1.5, LF_CLAIM_NOT_HELD, "0 of 5 seeds for it");
}

/* Steps: b twice, c five times as many. All calls: b six times, c as many. The other count that is
 * shown is of the pair that is quoted. */
static void test_count_of_a_line(void **state) {
    made *m = *state;
    fix(m);
    m->claim.than_count = 2;
    m->claim.cost = (char *)"steps";
    m->method[C].deterministic = true;
    lf_record *own = add(m, A, 0, 4), *b = add(m, B, 0, 8);
    lf_record *c = made_run(m, P, C, 0, LF_RUN_DONE, 3, (const double[]){9, 9, 1}, NULL);
    for (size_t i = 0; i < 3; i++) {
        c->point[i].count[LF_COUNTER_STEPS] = 100 * i;
        c->point[i].count[LF_COUNTER_EVALUATION(0, 0)] = 20 * i;
    }
    for (size_t i = 0; i < b->points; i++)
        b->point[i].count[LF_COUNTER_EVALUATION(1, 2)] = 20 * i;
    assert_true(own->points > 4);
    assert_verdict(m, 3, LF_CLAIM_NOT_HELD,
                   "p, against b: exact for one start: 40 against 80 steps, 2x; by all calls: 6");
}

/* The paper counts steps, of which each asks the other method twice as much of the oracle. */
static void test_two_counts(void **state) {
    made *m = *state;
    fix(m);
    add(m, A, 0, 4);
    lf_record *other = add(m, B, 0, 8);
    m->claim.cost = (char *)"steps";
    assert_verdict(m, 2, LF_CLAIM_HELD, "40 against 80 steps, 2x; by all calls: 2");
    for (size_t i = 0; i < other->points; i++)
        other->point[i].count[LF_COUNTER_EVALUATION(1, 2)] = 20 * i;
    assert_verdict(m, 4, LF_CLAIM_HELD,
                   "not held by steps alone (exact for one start: 40 against 80 "
                   "steps, 2x); by all "
                   "calls: exact for one start: 40 against 240 calls, 6x");
    assert_verdict(m, 7, LF_CLAIM_NOT_HELD, "2x; by all calls: 6");
}

/* Both start at the target: neither is faster. */
static void test_at_once(void **state) {
    made *m = *state;
    fix(m);
    add(m, A, 0, 0);
    add(m, B, 0, 0);
    assert_verdict(m, 1, LF_CLAIM_TIE, "0 against 0 of the budget, 1x");
    assert_verdict(m, 2, LF_CLAIM_NOT_HELD, "1x");
    m->record[1].value[0] = 2; /* FV of the other at its start */
    assert_verdict(m, 2, LF_CLAIM_HELD, "0 against 10 of the budget");
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_exact),          CASE(test_at_most_twice),   CASE(test_seconds),
        CASE(test_other_censored), CASE(test_own_censored),    CASE(test_both_censored),
        CASE(test_tested),         CASE(test_targets),         CASE(test_bounds),
        CASE(test_where),          CASE(test_two_counts),      CASE(test_at_once),
        CASE(test_both_reaches),   CASE(test_count_of_a_line), CASE(test_diverged_after_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
