/* Claims about how fast a curve falls. */
#include "made_claim.h"

/* FV = 1 / steps falls with slope -1. */
static void test_slope(void **state) {
    made *m = *state;
    double bound = -0.9;
    claim_of(m, "slope", 0)->at_most = &bound;
    m->claim.cost = (char *)"steps";
    m->method[A].deterministic = true;
    made_run(m, P, A, 0, LF_RUN_DONE, 4, (const double[]){9, 1.0 / 10, 1.0 / 20, 1.0 / 30}, NULL);
    assert_verdict(m, LF_CLAIM_HELD, "exact for one start: slope -1, at most -0.9 is claimed");
    bound = -1.1;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "slope -1");
    m->method[A].deterministic = false;
    assert_verdict(m, LF_CLAIM_UNDECIDED, "P = 1; 0 of 1 seeds for it; slope -1; needs about");
    for (uint64_t seed = 1; seed < 6; seed++) /* log of FV: -1.2 .. -2 times that of steps */
        made_run(m, P, A, seed, LF_RUN_DONE, 3,
                 (const double[]){9, 1, pow(2, -1 - 0.2 * (double)seed)}, NULL);
    bound = -0.95;
    assert_verdict(m, LF_CLAIM_HELD, "P = 0.05; 6 of 6 seeds for it; slope -1.5 [-2, -1]");
}

/* A curve that is infinite has no slope. One that ends so did not fall; one that only began so may
 * have fallen as fast as one likes. */
static void test_slope_infinite(void **state) {
    made *m = *state;
    double bound = -0.9;
    claim_of(m, "slope", 0)->at_most = &bound;
    m->claim.cost = (char *)"steps";
    for (uint64_t seed = 0; seed < 8; seed++)
        made_run(m, P, A, seed, LF_RUN_DONE, 4, (const double[]){9, 1, INFINITY, 0.01}, NULL);
    assert_verdict(m, LF_CLAIM_UNDECIDED, "slope not known; of 8 pairs nothing is known");
    for (size_t i = 0; i < 8; i++)
        m->record[i].value[9] = INFINITY;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "P = 0.016 against it; 0 of 8 seeds for it");
    m->method[A].deterministic = true;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "no slope, as it ends infinite or did not end well");
    m->record[0].value[9] = 1;
    assert_verdict(m, LF_CLAIM_UNDECIDED, "no slope, as it is infinite on the way");
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, made_teardown)
    const struct CMUnitTest tests[] = {CASE(test_slope), CASE(test_slope_infinite)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
