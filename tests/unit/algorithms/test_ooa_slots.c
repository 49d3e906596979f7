/* OOA with more slots of weights than groups, as the released code had: another problem. */
#include <string.h>

#include "centres.h"
#include "golden.h"
#include "trial.h"

extern const lf_algorithm lf_algorithm_ooa;

/* The groups of the run's next draw of k, in a problem that draws beside it. */
static void draw_beside(trial *beside, size_t k, size_t *S) {
    assert_ok(lf_oracle_components(beside->oracle, LF_ROLE_INNER, k, S));
}

/* The released code's slots: 3 groups in 10 slots, r = 1/(0.6 * 3), so that 10 r = 5.6 of them may
 * sit at the cap 0.18. All groups do, as a step along 10/2 times 0.18 (w - c_i) of two of them
 * tells, and w goes to the mean of the centres instead of the value at risk; without more slots the
 * same run solves the problem. */
static void test_more_slots_than_groups(void **unused) {
    (void)unused;
    const double cap = 0.6, mean[2] = {0, 1. / 3};
    const toy problem = centres(cap, 0);
    for (size_t kl = 0; kl < 2; kl++) {
        const char *set = trial_text("B1=2,B2=0,gq=0.2,eta=0.02,slots=10,schedule=linear,"
                                     "horizon=20000,projection=%s",
                                     kl ? "kl" : "euclid");
        trial *t = trial_start(&lf_algorithm_ooa, &problem, 1, origin, set);
        trial *beside = trial_problem(&problem, 1, "1e12");
        size_t S[2];
        for (size_t k = 0; k < 10000; k++)
            draw_beside(beside, 2, S);
        double w[2];
        lf_vec_copy(2, trial_steps(t, 10000), w);
        draw_beside(beside, 2, S);
        const double *now = trial_steps(t, 1);
        for (size_t j = 0; j < 2; j++) /* of size 0.01, half of eta */
            assert_near(w[j] - now[j],
                        0.01 * 5 * 0.18 * (2 * w[j] - centre[S[0]][j] - centre[S[1]][j]), 1e-13);
        assert_near(lf_vec_distance(2, trial_steps(t, 9999), mean), 0, 2e-2);
        assert_null(lf_algorithm_ooa.iterate(t->state).y);
        assert_null(lf_algorithm_ooa.average(t->state).y);
    }
    const double least = golden_on_ball((golden_disc){2, 3, at_risk, &(double){cap}, {0}});
    assert_true(at_risk(&(double){cap}, mean) > 1.1 * least);
}

/* n/B1 becomes m/B1 and 1/(r n) becomes 1/(r m): one step by hand from uniform weights on m, which
 * the new weight of the group tells; and one so long that it ends at the cap. */
static void test_a_step_with_slots(void **unused) {
    (void)unused;
    const double w[2] = {0.3, -0.2};
    const toy problem = centres(0.6, 0);
    for (size_t far = 0; far < 2; far++) {
        const char *set = trial_text("B1=1,B2=0,gq=%g,eta=0.5,slots=6", far ? 1 : 0.01);
        trial *t = trial_start(&lf_algorithm_ooa, &problem, 5, w, set);
        size_t i;
        draw_beside(trial_problem(&problem, 5, "1e12"), 1, &i);
        const double rise = (exp(0.01 * 6 * risk(i, w)) - 1) / 6;
        const double q = far ? 0.3 : 1. / 6 - rise / 6 + rise;
        const double *now = trial_steps(t, 1);
        for (size_t j = 0; j < 2; j++)
            assert_near(now[j], w[j] - 0.5 * 6 * q * (w[j] - centre[i][j]), 1e-14);
    }
}

/* As many slots as groups are no slots at all; fewer are refused. */
static void test_slots_of_the_groups(void **unused) {
    (void)unused;
    const toy problem = centres(0.6, 0.1);
    trial *a = trial_start(&lf_algorithm_ooa, &problem, 1, origin, "B1=2,B2=4,slots=3");
    trial *b = trial_start(&lf_algorithm_ooa, &problem, 1, origin, "B1=2,B2=4");
    for (size_t k = 0; k < 30; k++)
        assert_memory_equal(trial_steps(a, 1), trial_steps(b, 1), 2 * sizeof(double));
    trial *t = trial_prepare(&lf_algorithm_ooa, &problem, 1, "1e6", "slots=2", 1 << 20);
    assert_int_equal(trial_init(t, origin), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "slots = 2"));
}

/* Where nothing caps the weights more slots put no cap on them either: all goes to one group. */
static void test_slots_without_a_cap(void **unused) {
    (void)unused;
    const double w[2] = {0.3, -0.2};
    const toy problem = centres(1, 0);
    trial *t = trial_start(&lf_algorithm_ooa, &problem, 5, w, "B1=1,B2=0,gq=4,eta=0.5,slots=6");
    size_t i;
    draw_beside(trial_problem(&problem, 5, "1e12"), 1, &i);
    const double *now = trial_steps(t, 1);
    for (size_t j = 0; j < 2; j++)
        assert_near(now[j], w[j] - 0.5 * 6 * (w[j] - centre[i][j]), 1e-14);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_more_slots_than_groups),
        trial_test(test_a_step_with_slots),
        trial_test(test_slots_of_the_groups),
        trial_test(test_slots_without_a_cap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
