/* Claims of each kind in each outcome, with statistics worked out by hand. */
#include "made_claim.h"

/* The differences -2, -4 .. -10 less the 1 or 3 that is claimed: all on one side, or not. */
static void test_lower_by(void **state) {
    made *m = *state;
    double by = 1;
    claim_of(m, "lower", 1)->by = &by;
    made_finals(m, P, A, 5, (const double[]){2, 4, 6, 8, 10});
    made_finals(m, P, B, 5, (const double[]){4, 8, 12, 16, 20});
    assert_verdict(
        m, LF_CLAIM_HELD,
        "P = 0.031; 5 of 5 seeds for it; difference -6 [-10, -2]; more than 1 is claimed");
    by = 3;
    assert_verdict(m, LF_CLAIM_UNDECIDED, "4 of 5 seeds for it; difference -6");
    by = 11;
    assert_verdict(m, LF_CLAIM_NOT_HELD,
                   "P = 0.031 against it; 0 of 5 seeds for it; difference -6 [-10, -2]");
    m->claim.kind = (char *)"higher";
    by = 1;
    assert_verdict(m, LF_CLAIM_NOT_HELD,
                   "against it; 0 of 5 seeds for it; difference -6 [-10, -2]");
}

/* Differences -1 .. -5: of 2^5 signs one is as extreme, P = 1/32, and the interval has all of them.
 */
static void test_lower(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1);
    made_finals(m, P, A, 5, (const double[]){1, 2, 3, 4, 5});
    made_finals(m, P, B, 5, (const double[]){2, 4, 6, 8, 10});
    assert_verdict(m, LF_CLAIM_HELD, "P = 0.031; 5 of 5 seeds for it; difference -3 [-5, -1]");
    m->claim.kind = (char *)"higher";
    assert_verdict(m, LF_CLAIM_NOT_HELD,
                   "P = 0.031 against it; 0 of 5 seeds for it; difference -3 [-5, -1]");
    m->claim.metric = (char *)"gain";
    assert_verdict(m, LF_CLAIM_HELD, "P = 0.031; 5 of 5 seeds for it; difference 3 [1, 5]");
}

/* 1 .. 5 and -0.5 of six: all sums but one are positive, two of 64 signs have as many, and the
 * first look counts that 3.2 times. Two more decide: W = 35 of 36. */
static void test_looks(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1);
    made_finals(m, P, A, 6, (const double[]){1, 2, 3, 4, 5, 6.5});
    made_finals(m, P, B, 6, (const double[]){2, 4, 6, 8, 10, 6});
    assert_verdict(m, LF_CLAIM_UNDECIDED, "P = 0.1; 5 of 6 seeds for it; difference -2.5");
    assert_verdict(m, LF_CLAIM_UNDECIDED, "; needs about 6 more seeds");
    for (uint64_t seed = 6; seed < 8; seed++) {
        made_run(m, P, A, seed, LF_RUN_DONE, 2, (const double[]){100, 1}, NULL);
        made_run(m, P, B, seed, LF_RUN_DONE, 2, (const double[]){100, (double)seed}, NULL);
    }
    assert_verdict(m, LF_CLAIM_HELD, "P = 0.031; 7 of 8 seeds for it");
    double level = 0.03;
    m->claim.level = &level;
    assert_verdict(m, LF_CLAIM_UNDECIDED, "P = 0.031");
}

/* Three comparisons, each at its own level: all have to hold. The line has both probabilities. */
static void test_all_of_several(void **state) {
    made *m = *state;
    claim_of(m, "lower", 3);
    const double more[] = {2, 4, 6, 8, 10};
    made_finals(m, P, A, 5, (const double[]){1, 2, 3, 4, 5});
    for (size_t k = B; k <= D; k++)
        made_finals(m, P, k, 5, more);
    assert_verdict(
        m, LF_CLAIM_HELD,
        "3 held, 0 not held, 0 undecided; p, against b: P = 0.031, 0.094 by Holm over 3; "
        "5 of 5 seeds for it; difference -3 [-5, -1]; superior with chance 0.8 [0.43, "
        "0.95]"); /* 20 of 25 */
}

/* Eight seeds: against b it holds; against c the contrary does, 4/256 and twice that by Holm. Six
 * would not do, as one of two lines refutes. */
static void test_refuted_by_one(void **state) {
    made *m = *state;
    claim_of(m, "lower", 2);
    const double zero[8] = {0};
    made_finals(m, P, A, 6, (const double[]){1, 2, 3, 4, 5, 6});
    made_finals(m, P, B, 6, (const double[]){2, 4, 6, 8, 10, 12});
    made_finals(m, P, C, 6, zero);
    lf_claim_verdict verdict;
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    assert_int_equal(verdict.outcome, LF_CLAIM_UNDECIDED);
    assert_int_equal(verdict.comparison[1].outcome, LF_CLAIM_NOT_HELD);
    lf_claim_verdict_clear(&verdict);
    for (uint64_t seed = 6; seed < 8; seed++)
        for (size_t k = A; k <= C; k++)
            made_run(m, P, k, seed, LF_RUN_DONE, 2,
                     (const double[]){0, k == C ? 0 : (double)((k + 1) * seed)}, NULL);
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    assert_int_equal(verdict.outcome, LF_CLAIM_NOT_HELD);
    assert_int_equal(verdict.comparisons, 2);
    assert_int_equal(verdict.comparison[0].outcome, LF_CLAIM_HELD);
    assert_near(verdict.comparison[0].p.held, 4.0 / 256, 1e-15);
    assert_near(verdict.comparison[1].p.held, 1, 0);
    assert_near(verdict.comparison[1].p.against, 4.0 / 256, 1e-15);
    assert_near(verdict.comparison[1].holm.against, 8.0 / 256, 1e-15);
    assert_near(verdict.comparison[1].estimate, 4.25, 1e-15);
    assert_non_null(strstr(verdict.statistic, "1 held, 1 not held, 0 undecided; p, against c"));
    lf_claim_verdict_clear(&verdict);
}

static void test_exact(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1);
    m->method[A].deterministic = m->method[B].deterministic = true;
    made_finals(m, P, A, 1, (const double[]){0.0847});
    made_finals(m, P, B, 1, (const double[]){0.0926});
    assert_verdict(m, LF_CLAIM_HELD, "exact for one start: FV 0.0847 against 0.0926");
    m->claim.kind = (char *)"higher";
    assert_verdict(m, LF_CLAIM_NOT_HELD, "exact for one start");
    m->claim.kind = (char *)"lower"; /* equal is not below */
    m->record[1].value[3] = 0.0847;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "exact for one start");
}

/* Of methods without draws all starts have to agree, or seeds of starts are tested as others. */
static void test_starts(void **state) {
    made *m = *state;
    static char *start[] = {(char *)"start"};
    claim_of(m, "lower", 1);
    m->method[A].deterministic = m->method[B].deterministic = true;
    m->problem[P].varies_count = 1;
    m->problem[P].varies = start;
    made_finals(m, P, A, 8, (const double[]){1, 1.0625, 1, 1, 1, 1, 1, 1});
    made_finals(m, P, B, 8, (const double[]){2, 2, 2, 2, 2, 2, 2, 2});
    assert_verdict(m, LF_CLAIM_HELD, "exact, 8 starts within 0.062: FV 1 against 2");
    m->record[1].value[3] = 1.125; /* more than a tenth of the smallest of the three */
    assert_verdict(m, LF_CLAIM_HELD, "over starts: P = 0.016; 8 of 8 seeds for it");
    double by = 0.9; /* of what is claimed nothing is left over */
    m->record[1].value[3] = 1.0625;
    m->claim.by = &by;
    assert_verdict(m, LF_CLAIM_HELD, "over starts: P = 0.016");
    m->claim.by = NULL;
    m->record[1].value[3] = 2.5; /* of two signs */
    assert_verdict(m, LF_CLAIM_HELD, "over starts: P = 0.031; 7 of 8 seeds for it");
    for (size_t i = 0; i < 8; i++)
        m->record[i].value[3] = 2; /* equal is not below, to the bit */
    assert_verdict(m, LF_CLAIM_NOT_HELD, "exact, 8 starts within 0: FV 2 against 2");
    m->claim.tie = (char *)"0.5";
    assert_verdict(m, LF_CLAIM_TIE, "exact, 8 starts within 0");
    m->method[B].deterministic = false;
    m->claim.tie = NULL;
    assert_verdict(m, LF_CLAIM_UNDECIDED, "P = ");
    for (size_t i = 8; i < 16; i++)
        m->record[i].status = LF_RUN_FAILED;
    m->method[B].deterministic = true; /* without an end each is infinitely bad */
    assert_verdict(m, LF_CLAIM_HELD, "exact, 8 starts within 0: FV 2 against no value");
    m->record[12].status = LF_RUN_DONE; /* the fifth start says otherwise */
    assert_verdict(m, LF_CLAIM_HELD, "over starts: P = 0.031");
}

/* A coin that fell alike for every seed is a sample of so many seeds; what draws nothing is called
 * so, and then its first run stands for all. */
static void test_identical_seeds(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1);
    made_finals(m, P, A, 3, (const double[]){1, 1, 1});
    made_finals(m, P, B, 3, (const double[]){2, 2, 2});
    assert_verdict(m, LF_CLAIM_UNDECIDED, "needs about 3 more seeds");
    for (size_t i = 0; i < 6; i++)
        strcpy(m->record[i].trace_sha256, i < 3 ? "one" : "two");
    assert_verdict(m, LF_CLAIM_UNDECIDED, "needs about 3 more seeds");
    m->method[A].deterministic = m->method[B].deterministic = true;
    assert_verdict(m, LF_CLAIM_HELD, "exact for one start: FV 1 against 2");
}

/* A deterministic method meets every seed of the other. */
static void test_one_random(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1);
    m->method[B].deterministic = true;
    made_finals(m, P, A, 5, (const double[]){1, 2, 3, 4, 5});
    made_finals(m, P, B, 1, (const double[]){6});
    assert_verdict(m, LF_CLAIM_HELD, "P = 0.031; 5 of 5 seeds for it; difference -3 [-5, -1]");
}

static void test_unfinished(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1);
    made_finals(m, P, A, 5, (const double[]){1, 2, 3, 4, 5});
    made_finals(m, P, B, 5, (const double[]){2, 4, 6, 8, 0});
    assert_verdict(m, LF_CLAIM_UNDECIDED, "P = ");
    m->record[9].status = LF_RUN_DIVERGED; /* infinitely bad, whatever it says */
    assert_verdict(m, LF_CLAIM_HELD, "P = 0.031; 5 of 5 seeds for it; difference -3, at most -1");
    m->record[9].status = LF_RUN_DONE; /* a metric without a value is as bad; one that is not looked
                                          at is not known */
    m->record[9].value[3] = NAN;
    assert_verdict(m, LF_CLAIM_HELD, "P = 0.031; 5 of 5 seeds for it; difference -3, at most -1");
    m->record[9].metric[0].expensive = true;
    assert_verdict(m, LF_CLAIM_UNDECIDED, "1 of 5 runs is missing or has no value");
    m->record[9].spec.expensive = 1;
    assert_verdict(m, LF_CLAIM_HELD, "5 of 5 seeds for it; difference -3, at most -1");
    made_missing(m, P, A, 5);
    assert_verdict(m, LF_CLAIM_HELD, "5 of 5 seeds"); /* b has no seed 5 to go with it */
    made_missing(m, P, B, 5);
    assert_verdict(m, LF_CLAIM_UNDECIDED, "1 of 6 runs is missing");
}

static void test_no_runs(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1);
    assert_verdict(m, LF_CLAIM_UNDECIDED, "there are no runs of it");
}

/* At 20 steps, where a ends, b is at 7; it goes on to 2. */
static void test_equal_cost(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1);
    m->method[A].deterministic = m->method[B].deterministic = true;
    made_run(m, P, A, 0, LF_RUN_DONE, 3, (const double[]){9, 8, 5}, NULL);
    made_run(m, P, B, 0, LF_RUN_DONE, 5, (const double[]){9, 8, 7, 4, 2}, NULL);
    assert_verdict(m, LF_CLAIM_NOT_HELD, "FV 5 against 2");
    m->claim.cost = (char *)"steps";
    assert_verdict(m, LF_CLAIM_HELD, "FV 5 against 7, at equal cost");
}

static void test_feasible(void **state) {
    made *m = *state;
    double bound = 0.5;
    claim_of(m, "feasible", 0)->at_most = &bound;
    made_finals(m, P, A, 3, (const double[]){0.1, 0.5, 0.3});
    assert_verdict(m, LF_CLAIM_HELD, "3 of 3 runs end with FV at most 0.5; the largest is 0.5");
    bound = 0.4;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "2 of 3 runs");
    bound = 0.5;
    made_missing(m, P, A, 3);
    assert_verdict(m, LF_CLAIM_UNDECIDED, "1 is missing");
    m->record[0].status = LF_RUN_FAILED;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "a run diverged, failed or ended without a value");
}

/* a ends 1 above b, but is at 1 half-way, where b is at 5 to 9: its mean is 3.75, b's 5.5 to 7.5.
 */
static void test_mean(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1)->cost = (char *)"steps";
    for (uint64_t seed = 0; seed < 5; seed++) {
        made_run(m, P, A, seed, LF_RUN_DONE, 3, (const double[]){10, 1, 3}, NULL);
        made_run(m, P, B, seed, LF_RUN_DONE, 3, (const double[]){10, 5 + (double)seed, 2}, NULL);
    }
    assert_verdict(m, LF_CLAIM_NOT_HELD, "; difference 1 [1, 1]");
    m->claim.mean = true;
    assert_verdict(m, LF_CLAIM_HELD,
                   "P = 0.031; 5 of 5 seeds for it; difference of means -2.75 [-3.75, -1.75]");
    m->method[A].deterministic = m->method[B].deterministic = true;
    assert_verdict(m, LF_CLAIM_HELD, "FV 3.75 against 5.5, means");
    m->record[0].value[3 * 2] = NAN; /* evaluated at its end, and lost there */
    assert_verdict(m, LF_CLAIM_NOT_HELD, "FV no value against 5.5, means");
    m->record[0].value[3 * 2] = 3;
    m->record[0].status = LF_RUN_DIVERGED;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "FV no value against 5.5, means");
}

/* Rival and problem under other names are no lines: Holm over six would leave open what is not. */
static void test_under_other_names(void **state) {
    made *m = *state;
    lf_claim_verdict verdict;
    claim_of(m, "lower", 3);
    m->claim.problems_count = 0; /* p and q */
    for (size_t i = 0; i < 8 * 2 * 4; i++) {
        const size_t problem = i / 32, method = i / 8 % 4;
        made_finals(m, problem, method, 1, (const double[]){method == A ? 9 - (double)(i % 8) : 0});
        lf_planned_run *run = &m->plan[m->results.runs - 1];
        run->spec.seed = i % 8;
        snprintf(run->key, sizeof run->key, "%s %zu", method == A ? "a" : "b", i % 8);
    }
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    assert_int_equal(verdict.comparisons, 1);
    assert_int_equal(verdict.outcome, LF_CLAIM_NOT_HELD);
    lf_claim_verdict_clear(&verdict);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_lower),
        CASE(test_lower_by),
        CASE(test_looks),
        CASE(test_all_of_several),
        CASE(test_refuted_by_one),
        CASE(test_exact),
        CASE(test_starts),
        CASE(test_identical_seeds),
        CASE(test_one_random),
        CASE(test_unfinished),
        CASE(test_no_runs),
        CASE(test_equal_cost),
        CASE(test_feasible),
        CASE(test_mean),
        CASE(test_under_other_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
