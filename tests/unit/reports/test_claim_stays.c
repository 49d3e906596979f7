/* Claims that a metric stays below a bound: in every run, or in a share of them. */
#include <math.h>
#include <string.h>

#include "made_results.h"
#include "registry_toy.h"

enum { P, A = 0 };

static double bound = 1, share, from;

static int setup(void **state) {
    static char *problems[] = {(char *)"p"};
    if (made_setup(state) != 0) return -1;
    made *m = *state;
    m->claim = (lf_experiment_claim){.id = (char *)"c1",
                                     .text = (char *)"a stays feasible",
                                     .kind = (char *)"stays",
                                     .method = (char *)"a",
                                     .metric = (char *)"FV",
                                     .at_most = &bound,
                                     .problems_count = 1,
                                     .problems = problems};
    return 0;
}

static void assert_verdict(made *m, lf_claim_outcome outcome, const char *words) {
    lf_claim_verdict verdict;
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    if (verdict.outcome != outcome || !strstr(verdict.statistic, words))
        print_error("%s: %s\n", lf_claim_outcome_name(verdict.outcome), verdict.statistic);
    assert_int_equal(verdict.outcome, outcome);
    assert_non_null(strstr(verdict.statistic, words));
    lf_claim_verdict_clear(&verdict);
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
    assert_verdict(m, LF_CLAIM_UNDECIDED, "1 are missing or have no value");
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

static void refused(const char *keys, const char *message) {
    char yaml[1024], want[256];
    lf_experiment *e;
    snprintf(yaml, sizeof yaml,
             "title: t\n"
             "problems:\n- {id: p, label: P, problem: toy_box}\n"
             "methods:\n- {id: a, label: A, algorithm: toy_mean}\n"
             "scales:\n- {name: smoke, budget: '10:steps', seeds: 0-2, checkpoints: 5}\n"
             "claims:\n- {id: c, text: C, kind: stays, method: a, metric: FV%s}\n",
             keys);
    assert_int_equal(lf_experiment_parse(yaml, strlen(yaml), "x.yaml", &e), LF_BAD_INPUT);
    snprintf(want, sizeof want, "x.yaml: claim 'c': %s", message);
    assert_string_equal(lf_message(), want);
}

static void test_refused(void **state) {
    (void)state;
    refused("", "kind stays needs at_most");
    refused(", at_most: 1, than: [a]", "kind stays has no than");
    refused(", at_most: 1, at: 3", "at and cost go together");
    refused(", at_most: 1, at_least: 1",
            "at_least: expected a share between 0 and 1; leave it out for every run");
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_every_run),
        CASE(test_from_a_cost_on),
        CASE(test_diverged),
        CASE(test_share),
        CASE(test_so_few),
        CASE(test_exact),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, registry_toy_setup, NULL);
}
