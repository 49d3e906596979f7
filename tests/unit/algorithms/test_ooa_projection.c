/* OOA's weights: they stay in their set, and a step that cannot be projected on it is refused. */
#include <string.h>

#include <levelfield/math.h>

#include "centres.h"
#include "trial.h"

extern const lf_algorithm lf_algorithm_ooa;

/* Whatever the steps: 0 <= q <= cap, sum q = 1, also on average. */
static void test_weights_stay_in_the_set(void **unused) {
    (void)unused;
    for (size_t k = 0; k < 24; k++) {
        const double cap = k % 3 == 0 ? 1. / 3 : k % 3 == 1 ? 0.45 : 1;
        const double gq = k % 4 == 0 ? 0 : pow(10, (double)(k % 4) - 2);
        const toy problem = centres(cap, 0.2);
        const char *set =
            trial_text("B1=2,B2=2,eta=0.05,gq=%g,projection=%s", gq, k / 12 ? "kl" : "euclid");
        trial *t = trial_start(&lf_algorithm_ooa, &problem, k, origin, set);
        const lf_domain *Q = &lf_oracle_info(t->oracle)->domain_y;
        for (size_t step = 0; step < 200; step++) {
            trial_steps(t, 1);
            assert_true(lf_domain_contains(Q, lf_algorithm_ooa.iterate(t->state).y, 1e-12));
            assert_true(lf_domain_contains(Q, lf_algorithm_ooa.average(t->state).y, 1e-12));
        }
    }
}

/* exp(gq a) without digits is not projected on something else: the run ends, with the reason. */
static void test_too_large_steps(void **unused) {
    (void)unused;
    const toy problem = centres(0.6, 0);
    trial *t = trial_start(&lf_algorithm_ooa, &problem, 1, origin, "gq=1e5,eta=0.1");
    assert_int_equal(trial_step(t), LF_DIVERGED);
    assert_non_null(strstr(lf_message(), "gq"));
    t = trial_start(&lf_algorithm_ooa, &problem, 1, origin, "gq=1e5,eta=0.1,projection=kl");
    trial_steps(t, 50); /* logarithms have no such limit */
    const lf_domain *Q = &lf_oracle_info(t->oracle)->domain_y;
    assert_true(lf_domain_contains(Q, lf_algorithm_ooa.iterate(t->state).y, 1e-12));
}

/* Between numbers that projection brings into the set to the last digit and those that it leaves
 * out by a tenth and more there are none: the one step is taken, the other ends the run. */
static void test_what_counts_as_projected(void **unused) {
    (void)unused;
    const toy problem = centres(0.6, 0);
    const lf_domain Q = {.kind = LF_DOMAIN_SIMPLEX, .n = GROUPS, .upper = 0.6};
    for (int far = 0; far < 2; far++) {
        const double gq = far ? 100 : 50;
        double q[GROUPS], sum = 0;
        for (size_t i = 0; i < GROUPS; i++)
            q[i] = 1. / 3 * lf_exp(gq * risk(i, origin));
        lf_domain_project(&Q, q);
        for (size_t i = 0; i < GROUPS; i++)
            sum += q[i];
        assert_true(far ? fabs(sum - 1) > 0.1 && fabs(sum - 1) < 1 : fabs(sum - 1) < 1e-14);
        const char *set = trial_text("B1=0,B2=0,gq=%g,eta=0.1", gq);
        trial *t = trial_start(&lf_algorithm_ooa, &problem, 1, origin, set);
        assert_int_equal(trial_step(t), far ? LF_DIVERGED : LF_OK);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_weights_stay_in_the_set),
        trial_test(test_too_large_steps),
        trial_test(test_what_counts_as_projected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
