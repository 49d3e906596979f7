/* SONEX: its printed trajectory, gradient descent as a special case, what lam = 0 means. */
#include "coupled_reference.h"

extern const lf_algorithm lf_algorithm_sonex;

static const char whole[] = "B0=0,B1=0,B2=0";

static double slope(double z) {
    return fmin(fmax(z / 0.1, 0), 2);
}

/* Five steps on the noiseless toy, momentum and the old u. */
static void test_golden(void **unused) {
    (void)unused;
    const double w[2] = {0.0685233160, -0.2345338889};
    const double u[3] = {0.1653860417, -0.2686065625, 0.4586686979};
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const char *set = trial_text("%s,lam=0.1,eta=0.1,gam=0.5,gam_prime=0.1,beta=0.5", whole);
    trial *t = trial_start(&lf_algorithm_sonex, &problem, 1, coupled_origin, set);
    reference r = {slope, .eta = 0.1, .gam = 0.5, .gam_prime = 0.1, .beta = 0.5, .B1 = 3};
    reference_begin(&r, &problem, 1, coupled_origin);
    reference_follow(&r, t, 5);
    for (size_t j = 0; j < 2; j++)
        assert_near(r.w[0][j], w[j], 1e-9);
    for (size_t i = 0; i < 3; i++)
        assert_near(r.u[0][i], u[i], 1e-9);
}

/* All samples, gam = 1, beta = 1 and the new u: w <- w - eta grad F_lam(w), noise or not. */
static void test_gradient_descent(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0.3);
    const char *set = trial_text("%s,lam=0.1,eta=0.07,gam=1,gam_prime=0,beta=1,u=new", whole);
    trial *t = trial_start(&lf_algorithm_sonex, &problem, 1, coupled_origin, set);
    double w[2] = {0, 0}, grad[2];
    for (size_t k = 0; k < 30; k++) {
        coupled_gradient(w, slope, grad);
        lf_vec_axpy(2, -0.07, grad, w);
        const double *got = trial_steps(t, 1);
        for (size_t j = 0; j < 2; j++)
            assert_near(got[j], w[j], 1e-12);
    }
}

/* Noiseless, it ends at the minimiser of g0 + mean f_lam(g), whatever u it takes. */
static void test_limit(void **unused) {
    (void)unused;
    const double best[2] = {0.2741935484, -0.6129032258};
    const double u[3] = {0.1677419355, -0.8500000000, 0.9814516129};
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const char *const sets[] = {"u=old", "u=new", "u=old,update=adam", "u=new,start=zero"};
    for (size_t k = 0; k < 4; k++) {
        const char *set = trial_text("%s,lam=0.1,eta=0.02,gam=0.5,schedule=linear,horizon=20000,%s",
                                     whole, sets[k]);
        trial *t = trial_start(&lf_algorithm_sonex, &problem, 1, coupled_origin, set);
        const double *got = trial_steps(t, 20000);
        for (size_t j = 0; j < 2; j++)
            assert_near(got[j], best[j], 1e-4);
        for (size_t i = 0; i < 3; i++) /* and u_i, which follows it */
            assert_near(coupled_inner(i, got), u[i], 2e-4);
    }
}

/* A large lam is another problem: the slope is u / lam, which reaches rho nowhere. */
static void test_lam(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const char *set = trial_text("%s,lam=10,eta=1,gam=1,gam_prime=0,beta=1", whole);
    trial *t = trial_start(&lf_algorithm_sonex, &problem, 1, coupled_origin, set);
    const double *got = trial_steps(t, 1);
    /* - grad: (1, -1) less a third of 0.02 (1, 1/2) + 0.03 (1/4, -1); g_2(0) < 0 */
    assert_near(got[0], 1 - 0.0275 / 3, 1e-15);
    assert_near(got[1], -1 + 0.02 / 3, 1e-15);
}

/* lam = 0 is for smooth outer functions: kinks are refused, a smoothed hinge is as the envelope. */
static void test_no_smoothing(void **unused) {
    (void)unused;
    const toy kinked = coupled_toy(LF_PENALTY_HINGE, 0.2);
    trial *t = trial_prepare(&lf_algorithm_sonex, &kinked, 1, "1e12", "lam=0", 1 << 16);
    assert_int_equal(trial_init(t, coupled_origin), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "kink"));
    const toy smooth = coupled_toy(LF_PENALTY_SMOOTHED_HINGE, 0.2); /* with lambda = 0.1 */
    trial *a = trial_start(&lf_algorithm_sonex, &kinked, 1, coupled_origin, "lam=0.1,B1=2,B2=3");
    trial *b = trial_start(&lf_algorithm_sonex, &smooth, 1, coupled_origin, "lam=0,B1=2,B2=3");
    for (size_t k = 0; k < 100; k++) {
        const double *x = trial_steps(a, 1), *y = trial_steps(b, 1);
        for (size_t j = 0; j < 2; j++)
            assert_near(x[j], y[j], 1e-13);
    }
}

static void test_refusals(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const char *const sets[] = {"schedule=linear", "gam=1,gam_prime=-1,B1=2"};
    for (size_t k = 0; k < 2; k++) {
        trial *t = trial_prepare(&lf_algorithm_sonex, &problem, 1, "1e12", sets[k], 1 << 16);
        assert_int_equal(trial_init(t, coupled_origin), LF_BAD_ARGUMENT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_golden), trial_test(test_gradient_descent), trial_test(test_limit),
        trial_test(test_lam),    trial_test(test_no_smoothing),     trial_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
