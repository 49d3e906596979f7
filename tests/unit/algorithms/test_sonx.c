/* SONX: its printed trajectory, the theory's gam', momentum as an option. */
#include "coupled_reference.h"

extern const lf_algorithm lf_algorithm_sonx, lf_algorithm_sonex;

static double hinge(double z) {
    return z > 0 ? 2 : 0;
}

/* Five steps on the noiseless toy, the old u. */
static void test_golden(void **unused) {
    (void)unused;
    const double w[2] = {0.0682516667, -0.2730066667};
    const double u[3] = {0.1525766667, -0.3134050000, 0.5015491667};
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const char *set = "B0=0,B1=0,B2=0,eta=0.1,gam=0.5,gam_prime=0.1";
    trial *t = trial_start(&lf_algorithm_sonx, &problem, 1, coupled_origin, set);
    reference r = {hinge, .eta = 0.1, .gam = 0.5, .gam_prime = 0.1, .beta = 1, .B1 = 3};
    reference_begin(&r, &problem, 1, coupled_origin);
    reference_follow(&r, t, 5);
    for (size_t j = 0; j < 2; j++)
        assert_near(r.w[0][j], w[j], 1e-9);
    for (size_t i = 0; i < 3; i++)
        assert_near(r.u[0][i], u[i], 1e-9);
}

/* gam_prime = -1: (3 - 2) / (2 * 0.8) + 0.8 */
static void test_gam_prime_of_the_theory(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0.1);
    const char *const sets[] = {"gam=0.2,B1=2,B2=4,gam_prime=-1",
                                "gam=0.2,B1=2,B2=4,gam_prime=1.425"};
    trial *a = trial_start(&lf_algorithm_sonx, &problem, 3, coupled_origin, sets[0]);
    trial *b = trial_start(&lf_algorithm_sonx, &problem, 3, coupled_origin, sets[1]);
    const double *x = trial_steps(a, 50), *y = trial_steps(b, 50);
    for (size_t j = 0; j < 2; j++)
        assert_near(x[j], y[j], 1e-13);
}

/* Where u is beyond lam rho or below 0 for good, smoothing changes nothing: with momentum the two
 * methods are one. u_1 and u_3 stay above 0.05, u_2 below 0. */
static void test_sonex_away_from_kinks(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0.02);
    const char *const outputs[] = {"last", "random"};
    for (size_t out = 0; out < 2; out++) {
        char same[256];
        snprintf(same, sizeof same,
                 "eta=0.01,gam=0.5,gam_prime=0.1,B1=2,B2=4,beta=0.3,wd=0.1,clip=1.2,output=%s",
                 outputs[out]);
        trial *a = trial_start(&lf_algorithm_sonx, &problem, 3, coupled_origin, same);
        trial *b = trial_start(&lf_algorithm_sonex, &problem, 3, coupled_origin,
                               trial_text("%s,lam=1e-3", same));
        reference r = {hinge,     .eta = 0.01, .gam = 0.5, .gam_prime = 0.1, .beta = 0.3,
                       .wd = 0.1, .clip = 1.2, .B0 = 0,    .B1 = 2,          .B2 = 4};
        reference_begin(&r, &problem, 3, coupled_origin);
        for (size_t k = 0; k < 40; k++) {
            const double *x = trial_steps(a, 1), *y = trial_steps(b, 1), *w = reference_step(&r);
            assert_true(r.u[0][0] > 0.05 && r.u[0][1] < 0 && r.u[0][2] > 0.05);
            for (size_t j = 0; j < 2; j++) {
                assert_near(x[j], y[j], 1e-13);
                if (out == 0) assert_near(x[j], w[j], 1e-12);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_golden),
        trial_test(test_gam_prime_of_the_theory),
        trial_test(test_sonex_away_from_kinks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
