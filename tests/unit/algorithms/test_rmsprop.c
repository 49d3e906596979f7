/* RMSProp: the first step in closed form, the recursion written out, signs alone, what it shares
 * with Adam and gradient descent, the domain, counters. */
#include "circle.h"

extern const lf_algorithm lf_algorithm_rmsprop, lf_algorithm_adam, lf_algorithm_sgd;
static const lf_algorithm *const rmsprop = &lf_algorithm_rmsprop;
static const double x0[2] = {1.5, -1};

/* From q = 0 a step is eta0 / sqrt(beta') long in each coordinate; with beta' = 1 always eta0. */
static void test_first_step(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_start(rmsprop, &problem, 1, x0, "eta0=0.025,eps=1e-300,B=0");
    const double *w = trial_steps(t, 1);
    assert_near(w[0], 1.75, 1e-14);
    assert_near(w[1], -0.75, 1e-14);
    assert_int_equal(trial_count(t, "gradient.objective"), 30);
    t = trial_start(rmsprop, &problem, 1, x0, "eta0=0.1,beta_prime=1,eps=1e-300,B=0");
    w = trial_steps(t, 3);
    assert_near(w[0], 1.8, 1e-14);
    assert_near(w[1], -0.7, 1e-14);
}

/* q as a sum over all gradients: q_t = beta' sum_s (1 - beta')^(t - s) g_s^2, on the same samples;
 * decay belongs to g. */
static void test_recursion(void **unused) {
    (void)unused;
    enum { STEPS = 25 };
    const toy problem = toy_corner();
    trial *t = trial_start(rmsprop, &problem, 3, x0, "eta0=0.05,beta_prime=0.2,eps=0.1,B=4,wd=0.3");
    trial *same = trial_problem(&problem, 3, "1e12");
    double w[2] = {x0[0], x0[1]}, g[STEPS][2];
    for (int k = 0; k < STEPS; k++) {
        lf_batch batch;
        const double one = 1;
        lf_vec_zero(2, g[k]);
        assert_ok(lf_oracle_draw(same->oracle, LF_ROLE_OBJECTIVE, 0, 4, &batch));
        assert_ok(lf_oracle_vjp(same->oracle, &batch, w, &one, g[k]));
        for (int j = 0; j < 2; j++) {
            double q = 0;
            g[k][j] += 0.3 * w[j];
            for (int s = 0; s <= k; s++)
                q += 0.2 * pow(0.8, k - s) * g[s][j] * g[s][j];
            w[j] -= 0.05 * g[k][j] / (sqrt(q) + 0.1);
        }
        const double *got = trial_steps(t, 1);
        assert_near(got[0], w[0], 1e-12);
        assert_near(got[1], w[1], 1e-12);
    }
    assert_int_equal(trial_count(t, "samples.objective"), 4 * STEPS);
    assert_int_equal(trial_count(t, "value.objective"), 0);
}

/* Without memory of squares it is Adam without memory; with eps beyond all slopes, descent. */
static void test_relatives(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_start(rmsprop, &problem, 4, x0, "eta0=0.05,beta_prime=1,eps=0.1,B=4");
    trial *other =
        trial_start(&lf_algorithm_adam, &problem, 4, x0, "alpha=0.05,beta1=0,beta2=0,eps=0.1,B=4");
    for (int k = 0; k < 30; k++)
        for (int j = 0; j < 2; j++)
            assert_near(trial_steps(t, j == 0)[j], trial_steps(other, j == 0)[j], 1e-14);
    t = trial_start(rmsprop, &problem, 4, x0, "eta0=2e11,eps=1e12,B=4");
    other = trial_start(&lf_algorithm_sgd, &problem, 4, x0, "eta0=0.2,B=4");
    for (int k = 0; k < 30; k++)
        for (int j = 0; j < 2; j++)
            assert_near(trial_steps(t, j == 0)[j], trial_steps(other, j == 0)[j], 1e-10);
}

/* A step far too long ends on the edge of |w| <= 5. */
static void test_domain(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_start(rmsprop, &problem, 1, x0, "eta0=1000,B=0");
    assert_near(lf_vec_norm(2, trial_steps(t, 1)), 5, 1e-14);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_step),
        trial_test(test_recursion),
        trial_test(test_relatives),
        trial_test(test_domain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
