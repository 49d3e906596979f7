/* Adam on the objective alone: the first step in closed form, the recursion written out, the
 * domain, counters. */
#include <string.h>

#include "circle.h"

extern const lf_algorithm lf_algorithm_adam;
static const lf_algorithm *const adam = &lf_algorithm_adam;
static const double x0[2] = {1.5, -1}, best[2] = {2, 1}; /* of toy_corner's objective */

/* Without its start's bias mhat = g and vhat = g g, so a step is alpha long in each coordinate. */
static void test_first_step(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_start(adam, &problem, 1, x0, "alpha=0.25,eps=1e-300,B=0");
    const double *w = trial_steps(t, 1);
    assert_near(w[0], 1.75, 1e-14);
    assert_near(w[1], -0.75, 1e-14);
    assert_int_equal(trial_count(t, "gradient.objective"), 30);
}

/* grad (2) <- of the next B samples at w */
static void beside(trial *t, size_t B, const double *w, double *grad) {
    lf_batch batch;
    const double one = 1;
    lf_vec_zero(2, grad);
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, B, &batch));
    assert_ok(lf_oracle_vjp(t->oracle, &batch, w, &one, grad));
}

/* Algorithm 1 with the means as sums over all gradients: m_t = (1 - b1) sum_s b1^(t - s) g_s; and
 * AdamW, whose decay is no part of them. */
static void follow(double wd) {
    enum { STEPS = 25 };
    const toy problem = toy_corner();
    const char *set = trial_text("alpha=0.05,beta1=0.8,beta2=0.95,eps=0.01,B=4,wd=%g", wd);
    trial *t = trial_start(adam, &problem, 3, x0, set);
    trial *same = trial_problem(&problem, 3, "1e12");
    double w[2] = {x0[0], x0[1]}, g[STEPS][2];
    for (int k = 0; k < STEPS; k++) {
        beside(same, 4, w, g[k]);
        for (int j = 0; j < 2; j++) {
            double m = 0, v = 0;
            for (int s = 0; s <= k; s++) {
                m += 0.2 * pow(0.8, k - s) * g[s][j];
                v += 0.05 * pow(0.95, k - s) * g[s][j] * g[s][j];
            }
            w[j] *= 1 - 0.05 * wd;
            w[j] -= 0.05 * m / (1 - pow(0.8, k + 1)) / (sqrt(v / (1 - pow(0.95, k + 1))) + 0.01);
        }
        const double *got = trial_steps(t, 1);
        assert_near(got[0], w[0], 1e-12);
        assert_near(got[1], w[1], 1e-12);
    }
    assert_int_equal(trial_count(t, "samples.objective"), 4 * STEPS);
}

static void test_recursion(void **unused) {
    (void)unused;
    follow(0);
    follow(0.4);
}

/* beta1 = beta2 = 0: a step is alpha g / (|g| + eps); near the optimum, where |g| is far below eps,
 * that is gradient descent with step size alpha / eps. */
static void test_no_memory(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_start(adam, &problem, 1, x0, "alpha=2.5e5,eps=1e6,beta1=0,beta2=0,B=0");
    const double *w = trial_steps(t, 20);
    for (size_t i = 0; i < 2; i++)
        assert_near(w[i], best[i] + pow(0.75, 20) * (x0[i] - best[i]), 1e-6);
}

/* A step far too long ends on the edge of |w| <= 5. */
static void test_domain(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_start(adam, &problem, 1, x0, "alpha=1000,B=0");
    assert_near(lf_vec_norm(2, trial_steps(t, 1)), 5, 1e-14);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_step),
        trial_test(test_recursion),
        trial_test(test_no_memory),
        trial_test(test_domain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
