/* What claims are about is counted once, however it is said; and what is said of luck. */
#include "made_claim.h"
#include "made_frontier.h"
#include "reports/page/page.h"

/* What the section says of luck; `set`: that more is to be expected where one sets the target. */
static void assert_luck(made *m, const lf_claim_verdict *verdict, bool set) {
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    lf_page page = {.is = &lf_page_markdown, .out = out};
    m->results.name = (char *)"t", m->results.scale = (char *)"s";
    assert_ok(lf_section_claims.show(&page, &m->results, verdict, 2));
    fclose(out);
    assert_non_null(strstr(text, "luck would hold at most 0."));
    assert_true(set == (strstr(text, "is the end of the baseline it may refute up to") != NULL));
    free(text);
}

/* Two claims against one rival under two names are one fact. */
static void test_facts(void **state) {
    made *m = *state;
    lf_experiment_claim claims[2];
    lf_claim_verdict verdict[2];
    lf_facts facts;
    for (size_t k = A; k <= C; k++)
        made_finals(m, P, k, 6, (const double[]){1, 2, 3, 4, 5, 6});
    claims[0] = *claim_of(m, "lower", 1);
    claims[1] = claims[0];
    claims[1].than = than + 1;
    m->experiment.claims = claims;
    m->experiment.claims_count = 2;
    for (size_t i = 0; i < 2; i++)
        assert_ok(lf_claim_decide(&m->results, i, &verdict[i]));
    assert_ok(lf_facts_of(&m->results, verdict, &facts));
    assert_int_equal(facts.facts, 2);
    made_key(m, P, A, "own");
    made_key(m, P, B, "one");
    made_key(m, P, C, "one");
    assert_ok(lf_facts_of(&m->results, verdict, &facts));
    assert_int_equal(facts.facts, 1);
    assert_luck(m, verdict, false);
    claims[1].target = (char *)"baseline";
    assert_luck(m, verdict, true);
    for (size_t i = 0; i < 2; i++)
        lf_claim_verdict_clear(&verdict[i]);
}

/* Are two claims about one thing? They are decided anew. */
static void assert_one(made *m, lf_experiment_claim *claims, bool one) {
    lf_claim_verdict verdict[2];
    lf_facts facts;
    m->experiment.claims = claims;
    m->experiment.claims_count = 2;
    for (size_t i = 0; i < 2; i++)
        assert_ok(lf_claim_decide(&m->results, i, &verdict[i]));
    assert_ok(lf_facts_of(&m->results, verdict, &facts));
    assert_int_equal(facts.facts, one ? 1 : 2);
    for (size_t i = 0; i < 2; i++)
        lf_claim_verdict_clear(&verdict[i]);
}

/* What a claim leaves out is what another says in words. */
static void test_left_out(void **state) {
    made *m = *state;
    double factor = 2, bound = 1;
    lf_experiment_claim claims[2];
    for (size_t k = A; k <= B; k++)
        made_finals(m, P, k, 6, (const double[]){1, 2, 3, 4, 5, 6});
    for (size_t i = 0; i < m->results.runs; i++)
        m->plan[i].spec.budget = (char *)"10:steps";
    claim_of(m, "speedup", 1)->factor = &factor;
    m->claim.target = (char *)"5";
    claims[0] = claims[1] = m->claim;
    claims[1].target = (char *)"5.0";
    assert_one(m, claims, true);
    claims[1].reach = (char *)"first";
    claims[1].cost = (char *)"steps";
    assert_one(m, claims, true);
    claims[1].reach = (char *)"stays";
    assert_one(m, claims, false);
    for (size_t i = 0; i < 2; i++) {
        claims[i].where = (char *)"CVio";
        claims[i].at_most = &bound;
    }
    assert_one(m, claims, true);
    claims[1].cost = (char *)"calls";
    assert_one(m, claims, false);
    claims[0] = claims[1] = *claim_of(m, "lower", 1);
    claims[1].cost = (char *)"steps"; /* not the end, but at equal cost */
    assert_one(m, claims, false);
}

/* On a frontier, too, a rival may have two names. */
static void test_frontier(void **state) {
    made *m = *state;
    double at = 0.5;
    lf_experiment_frontier frontier = made_frontier(m);
    lf_experiment_line lines[3] = {made_lines[0], made_lines[1], made_lines[1]};
    lf_experiment_claim claims[2];
    lines[2].method = (char *)"c";
    frontier.lines = lines;
    frontier.lines_count = 3;
    m->experiment.frontiers = &frontier;
    m->experiment.frontiers_count = 1;
    for (size_t i = 0; i < 2; i++)
        claims[i] = (lf_experiment_claim){.id = (char *)"c",
                                          .kind = (char *)"frontier_higher",
                                          .frontier = (char *)"f",
                                          .method = (char *)"a",
                                          .than_count = 1,
                                          .than = than + i,
                                          .at = &at};
    for (uint64_t seed = 0; seed < 12; seed++)
        for (size_t k = A; k <= C; k++)
            for (size_t problem = 0; problem < 2; problem++)
                made_end(m, problem, k, seed, (double)problem, k == A ? 3 : 2);
    assert_one(m, claims, false);
    for (size_t k = B; k <= C; k++)
        for (size_t problem = 0; problem < 2; problem++)
            made_key(m, problem, k, problem ? "two" : "one");
    assert_one(m, claims, true);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, made_teardown)
    const struct CMUnitTest tests[] = {CASE(test_facts), CASE(test_left_out), CASE(test_frontier)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
