/* What margins alone decide: verdicts by hand, and the same again from what a comparison has kept.
 */
#include "made_claim.h"
#include "reports/kinds/claims/parts/kind.h"

/* A claim of n comparisons with these margins, decided again. */
static void again(size_t n, const lf_evidence *evidence, lf_claim_verdict *verdict) {
    *verdict =
        (lf_claim_verdict){.comparisons = n, .comparison = calloc(n, sizeof(*verdict->comparison))};
    for (size_t i = 0; i < n; i++) {
        const size_t bytes = evidence[i].d.n * sizeof(double);
        double *low = malloc(2 * bytes);
        memcpy(low, evidence[i].d.low, bytes);
        memcpy(low + evidence[i].d.n, evidence[i].d.high, bytes);
        verdict->comparison[i].evidence = evidence[i];
        verdict->comparison[i].evidence.d.low = low;
        verdict->comparison[i].evidence.d.high = low + evidence[i].d.n;
    }
    assert_ok(lf_claim_again(verdict));
}

static void assert_again(const lf_evidence *evidence, lf_claim_outcome outcome, double p) {
    lf_claim_verdict verdict;
    again(1, evidence, &verdict);
    assert_int_equal(verdict.outcome, outcome);
    assert_int_equal(verdict.comparison[0].outcome, outcome);
    if (!isnan(p)) assert_near(verdict.comparison[0].p.held, p, 1e-6);
    assert_int_equal(isnan(p), isnan(verdict.comparison[0].p.held));
    lf_claim_verdict_clear(&verdict);
}

/* The worked example of the sequential test, and its edges: of a winner none matters. */
static void test_sequential(void **state) {
    (void)state;
    static const double d[] = {.8, .3, .5, -.1, .9, .4, .6, .7, .2, 1.1, .35, .65};
    lf_evidence e = {.d = {.n = 12, .low = d, .high = d, .tie = NAN}, .level = 0.05};
    assert_again(&e, LF_CLAIM_HELD, .001953125);
    e.own = true;
    assert_again(&e, LF_CLAIM_HELD, .001953125);
    e.other = true;
    assert_again(&e, LF_CLAIM_EDGE, .001953125);
    e.d.n = 6;
    assert_again(&e, LF_CLAIM_UNDECIDED, .1);
    e.level = 0.1;
    assert_again(&e, LF_CLAIM_EDGE, .1);
}

/* A tie loses on both sides. */
static void test_tie(void **state) {
    (void)state;
    static const double g[] = {.4,  -.2, .1,  .3,   -.5, .2,   .6,  -.1, .15,
                               -.3, .25, .05, -.05, .35, -.15, .45, .12, -.22};
    lf_evidence e = {.d = {.n = 18, .low = g, .high = g, .tie = 0.5}, .level = 0.05};
    assert_again(&e, LF_CLAIM_TIE, .649460);
    e.other = true;
    assert_again(&e, LF_CLAIM_EDGE, .649460);
    e.other = false;
    e.own = true;
    assert_again(&e, LF_CLAIM_EDGE, .649460);
}

/* Three starts that agree need no test, unless chance is in them, or later ones say otherwise. */
static void test_exact(void **state) {
    (void)state;
    static const double d[] = {-1, -1.01, -1.02, 5, 5, 5, 5, 5};
    lf_evidence e = {
        .d = {.n = 3, .low = d, .high = d, .tie = NAN}, .level = 0.05, .drawless = true};
    assert_again(&e, LF_CLAIM_NOT_HELD, NAN);
    e.d.n = 8;
    assert_again(&e, LF_CLAIM_UNDECIDED, 4 * 14. / 256); /* 15 pairs of 5 and 15 mixed ones of 36 */
    e.drawless = false;
    e.d.n = 3;
    assert_again(&e, LF_CLAIM_UNDECIDED, 1);
    e.fixed = true;
    e.d.by = -1; /* more is not claimed, and as much is there */
    assert_again(&e, LF_CLAIM_HELD, NAN);
    e.strict = true;
    assert_again(&e, LF_CLAIM_NOT_HELD, NAN);
}

/* Starts that end well or not as a coin falls: of all 64 ways for six of them one holds a claim,
 * which is no more than the level. Three alike would be one in eight. */
static void test_luck(void **state) {
    (void)state;
    size_t held = 0, refuted = 0;
    for (unsigned way = 0; way < 64; way++) {
        double d[6];
        for (unsigned i = 0; i < 6; i++)
            d[i] = way >> i & 1 ? INFINITY : -INFINITY;
        lf_evidence e = {
            .d = {.n = 6, .low = d, .high = d, .tie = NAN}, .level = 0.05, .drawless = true};
        lf_comparison_verdict v = lf_claim_unsaid(0, 1);
        assert_ok(lf_evidence_decide(&e, &v));
        held += v.outcome == LF_CLAIM_HELD;
        refuted += v.outcome == LF_CLAIM_NOT_HELD;
    }
    assert_int_equal(held, 1);
    assert_int_equal(refuted, 1);
}

/* Of two comparisons one refutes only after Holm's correction, six seeds of two being too few. */
static void test_holm(void **state) {
    (void)state;
    static const double up[] = {1, 2, 3, 4, 5, 6, 7, 8}, down[] = {-1, -2, -3, -4, -5, -6, -7, -8};
    lf_evidence e[] = {{.d = {.n = 6, .low = up, .high = up, .tie = NAN}, .level = 0.05},
                       {.d = {.n = 6, .low = down, .high = down, .tie = NAN}, .level = 0.05}};
    lf_claim_verdict verdict;
    again(2, e, &verdict);
    assert_int_equal(verdict.comparison[1].outcome, LF_CLAIM_NOT_HELD);
    assert_near(verdict.comparison[1].holm.against, 0.1, 1e-12);
    assert_int_equal(verdict.outcome, LF_CLAIM_UNDECIDED);
    lf_claim_verdict_clear(&verdict);
    e[0].d.n = e[1].d.n = 8;
    again(2, e, &verdict);
    assert_int_equal(verdict.outcome, LF_CLAIM_NOT_HELD);
    lf_claim_verdict_clear(&verdict);
}

/* Levels of methods without draws are no starts: three that agree are tested as others are. */
static void test_levels(void **state) {
    made *m = *state;
    static char *third[] = {(char *)"split_seed/3"};
    static const double one[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1}, two[9] = {2, 2, 2, 2, 2, 2, 2, 2, 2};
    lf_claim_verdict verdict;
    claim_of(m, "lower", 1);
    m->method[A].deterministic = m->method[B].deterministic = true;
    m->problem[P].varies_count = 1;
    m->problem[P].varies = third;
    made_finals(m, P, A, 9, one);
    made_finals(m, P, B, 9, two);
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    assert_int_equal(verdict.outcome, LF_CLAIM_UNDECIDED);
    assert_int_equal(verdict.comparison[0].evidence.d.n, 3);
    assert_false(verdict.comparison[0].evidence.drawless);
    lf_claim_verdict_clear(&verdict);
}

/* Twelve later seeds far on the other side turn nothing: a claim and its mirror image have mirrored
 * verdicts, and their lines say where that was decided. */
static void test_later_seeds(void **state) {
    made *m = *state;
    double own[18], its[18];
    for (size_t i = 0; i < 18; i++) {
        own[i] = 1;
        its[i] = i < 6 ? 2 + .1 * (double)i : -9 - .1 * (double)i;
    }
    claim_of(m, "lower", 1);
    made_finals(m, P, A, 18, own);
    made_finals(m, P, B, 18, its);
    assert_verdict(m, LF_CLAIM_HELD,
                   "decided at 6 of 18 seeds, of which the later ones say the contrary; ");
    claim_of(m, "higher", 1);
    assert_verdict(m, LF_CLAIM_NOT_HELD,
                   "decided at 6 of 18 seeds, of which the later ones say the contrary; ");
    m->results.runs = 0;
    for (size_t i = 0; i < 36; i++)
        lf_record_clear(&m->record[i]);
    for (size_t i = 0; i < 18; i++)
        its[i] = 2 + .1 * (double)i;
    made_finals(m, P, A, 18, own);
    made_finals(m, P, B, 18, its);
    assert_verdict(m, LF_CLAIM_NOT_HELD, "decided at 6 of 18 seeds; difference");
}

/* A difference of nothing has no sign, and a tie has the digits that it was given with. */
static void test_tie_in_words(void **state) {
    made *m = *state;
    static const double level[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    claim_of(m, "higher", 1)->tie = (char *)"0.00123456";
    made_finals(m, P, A, 9, level);
    made_finals(m, P, B, 9, level);
    assert_verdict(m, LF_CLAIM_TIE, "difference 0 [0, 0]; less than 0.00123456 is none");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sequential),
        cmocka_unit_test(test_tie),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_luck),
        cmocka_unit_test(test_holm),
        cmocka_unit_test_setup_teardown(test_later_seeds, made_setup, made_teardown),
        cmocka_unit_test_setup_teardown(test_tie_in_words, made_setup, made_teardown),
        cmocka_unit_test_setup_teardown(test_levels, made_setup, made_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
