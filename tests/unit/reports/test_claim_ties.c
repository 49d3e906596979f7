/* When a difference is too small to matter. */
#include "made_claim.h"
#include "reports/kinds/claims/parts/kind.h"
#include "reports/page/page.h"

/* Differences of at most 0.1 where the other gains 98: none that matters, whichever its sign; and
 * twice the claim the other way round says the same. */
static void test_tie(void **state) {
    made *m = *state;
    double by = 2;
    claim_of(m, "lower", 1)->tie = (char *)"1%";
    made_finals(m, P, A, 8, (const double[]){1.9, 2.1, 1.95, 2.05, 2, 2.02, 1.99, 2});
    made_finals(m, P, B, 8, (const double[]){2, 2, 2, 2, 2, 2, 2, 2});
    assert_verdict(m, LF_CLAIM_TIE, "P = 0.016 of a tie; 3 of 8 seeds for it");
    assert_verdict(m, LF_CLAIM_TIE, "less than 0.98 is none");
    m->claim.kind = (char *)"higher";
    assert_verdict(m, LF_CLAIM_TIE, "P = 0.016 of a tie");
    m->claim.by = &by; /* more than a tie is claimed, and refuted */
    assert_verdict(m, LF_CLAIM_NOT_HELD, "against it");
    m->claim.by = NULL;
    m->claim.tie = (char *)"0.01";
    assert_verdict(m, LF_CLAIM_UNDECIDED, "P = 1");
    m->method[A].deterministic = m->method[B].deterministic = true;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "FV 1.9 against 2");
    m->claim.tie = (char *)"0.2";
    assert_verdict(m, LF_CLAIM_TIE, "FV 1.9 against 2");
}

/* Each of eight differences is 0.125: sure, and half of what matters. */
static void test_sure_tie(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1)->tie = (char *)"0.25";
    made_finals(m, P, A, 8, (const double[]){1, 1, 1, 1, 1, 1, 1, 1});
    made_finals(m, P, B, 8, (const double[]){1, 1, 1, 1, 1, 1, 1, 1});
    assert_verdict(m, LF_CLAIM_TIE, "less than 0.25 is none; superior");
    for (size_t i = 8; i < 16; i++)
        m->record[i].value[3] = 1.125;
    assert_verdict(m, LF_CLAIM_TIE, "less than 0.25 is none; sure, but too small to matter");
    m->claim.kind = (char *)"higher";
    assert_verdict(m, LF_CLAIM_TIE, "less than 0.25 is none; sure, but too small to matter");
}

/* What the other gained is 48: two of its first six runs failed, which more of the metric does not
 * make the best. */
static void test_tie_of_failures(void **state) {
    made *m = *state;
    double final[24] = {2, 2, 2, 2, 52, 52};
    claim_of(m, "higher", 1)->tie = (char *)"50%";
    m->claim.metric = (char *)"gain";
    made_finals(m, P, A, 24, final);
    made_finals(m, P, B, 24, final);
    m->record[24].status = m->record[25].status = LF_RUN_FAILED;
    assert_verdict(m, LF_CLAIM_TIE, "less than 24 is none");
}

/* What is a tie in a metric holds for every order in it that does not say otherwise, and for
 * nothing else. */
static void test_tie_of_metric(void **state) {
    made *m = *state;
    lf_experiment_tie ties[] = {{"FV", "0.01", "a base's, which the last one replaces"},
                                {"CVio", "1e-9", "of another metric"},
                                {"FV", "0.25", "half of what is seen"}};
    double target = 3;
    claim_of(m, "lower", 1);
    made_finals(m, P, A, 8, (const double[]){1, 1, 1, 1, 1, 1, 1, 1});
    made_finals(m, P, B, 8, (const double[]){1, 1, 1, 1, 1, 1, 1, 1});
    for (size_t i = 8; i < 16; i++)
        m->record[i].value[3] = 1.125;
    assert_verdict(m, LF_CLAIM_HELD, "difference -0.125");
    m->experiment.ties = ties;
    m->experiment.ties_count = 3;
    assert_verdict(m, LF_CLAIM_TIE, "less than 0.25 is none; sure, but too small to matter");
    m->claim.tie = (char *)"0.1";
    assert_verdict(m, LF_CLAIM_HELD, "difference -0.125");
    m->claim.tie = NULL;
    m->claim.metric = (char *)"CVio";
    assert_string_equal(lf_claim_tie_of(&m->experiment, &m->claim), "1e-9");
    m->claim.metric = (char *)"FV";
    m->claim.at_most = &target;
    m->claim.kind = (char *)"feasible";
    assert_null(lf_claim_tie_of(&m->experiment, &m->claim));
    m->claim.kind = (char *)"speedup"; /* its ties are factors */
    assert_null(lf_claim_tie_of(&m->experiment, &m->claim));
}

/* A run that diverges from a start beside its own says that its end may be anything. */
static void test_exact_beside(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1);
    m->method[A].deterministic = m->method[B].deterministic = true;
    made_finals(m, P, A, 1, (const double[]){0.0847});
    made_finals(m, P, B, 1, (const double[]){0.0926});
    made_finals(m, P, A, 1, (const double[]){0.0851});
    made_nudged(m, 1);
    assert_verdict(m, LF_CLAIM_HELD, "the difference is another by 0.0004: FV 0.0847 against");
    m->record[2].status = LF_RUN_DIVERGED;
    assert_verdict(m, LF_CLAIM_UNDECIDED, "the difference is another by inf: FV 0.0847 against");
    m->record[2].status = LF_RUN_TIMEOUT; /* which tells nothing */
    assert_verdict(m, LF_CLAIM_HELD, "exact for one start: FV 0.0847 against 0.0926");
}

/* A page says what was taken for no difference, and of a share what it is a share of. */
static void test_ties_are_told(void **state) {
    made *m = *state;
    lf_experiment_tie ties[] = {{"FV", "1%", "why that."}, {"CVio", "1e-9", "not asked"}};
    claim_of(m, "lower", 1);
    m->experiment.ties = ties;
    m->experiment.ties_count = 2;
    char *text;
    size_t size;
    lf_page page = {.is = &lf_page_markdown, .out = open_memstream(&text, &size)};
    assert_ok(lf_claims_ties(&page, &m->results));
    fclose(page.out);
    assert_non_null(strstr(text, "A difference in FV of less than 1% of what the other method "
                                 "gained is a tie: why that."));
    assert_null(strstr(text, "not asked"));
    free(text);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_tie),          CASE(test_sure_tie),      CASE(test_tie_of_failures),
        CASE(test_exact_beside), CASE(test_tie_of_metric), CASE(test_ties_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
