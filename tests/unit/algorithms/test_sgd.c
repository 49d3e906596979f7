/* SGD and AdaGrad on the objective alone: closed forms, recursions, momentum as libraries have it,
 * limits. */
#include <string.h>

#include "circle.h"

extern const lf_algorithm lf_algorithm_sgd, lf_algorithm_adagrad;
static const lf_algorithm *const sgd = &lf_algorithm_sgd, *const adagrad = &lf_algorithm_adagrad;
static const double x0[2] = {1.5, -1}, best[2] = {2, 1}; /* of toy_corner's objective */

/* On all rows w - best shrinks by 1 - eta. */
static void test_sgd_closed_form(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_start(sgd, &problem, 1, x0, "eta0=0.25,B=0");
    const double *w = trial_steps(t, 20);
    for (size_t i = 0; i < 2; i++)
        assert_near(w[i], best[i] + pow(0.75, 20) * (x0[i] - best[i]), 1e-13);
    assert_int_equal(trial_count(t, "gradient.objective"), 20 * 30);
    assert_int_equal(trial_count(t, "value.objective"), 0);
}

/* grad (2) <- of the next B samples at w */
static void beside(trial *t, size_t B, const double *w, double *grad) {
    lf_batch batch;
    const double one = 1;
    lf_vec_zero(2, grad);
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, B, &batch));
    assert_ok(lf_oracle_vjp(t->oracle, &batch, w, &one, grad));
}

/* buf <- 0.9 buf + g + wd w, w <- w - lr buf; lr falls to a tenth at steps 10 and 15. */
static void test_sgd_momentum(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_start(sgd, &problem, 3, x0,
                           "eta0=0.5,beta=0.1,wd=0.01,B=4,schedule=milestones,horizon=20");
    trial *same = trial_problem(&problem, 3, "1e12");
    double w[2] = {x0[0], x0[1]}, buf[2] = {0}, g[2];
    for (size_t k = 0; k < 25; k++) {
        beside(same, 4, w, g);
        for (size_t i = 0; i < 2; i++) {
            buf[i] = 0.9 * buf[i] + g[i] + 0.01 * w[i];
            w[i] -= (k < 10 ? 0.05 : k < 15 ? 0.005 : 0.0005) * buf[i];
        }
        const double *got = trial_steps(t, 1);
        assert_near(got[0], w[0], 1e-14);
        assert_near(got[1], w[1], 1e-14);
    }
    assert_int_equal(trial_count(t, "samples.objective"), 100);
}

/* A step far too long ends on the edge of |w| <= 5. */
static void test_domain(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const lf_algorithm *const methods[] = {sgd, adagrad};
    for (size_t k = 0; k < 2; k++) {
        trial *t = trial_start(methods[k], &problem, 1, x0, "eta0=1000,B=0");
        assert_near(lf_vec_norm(2, trial_steps(t, 1)), 5, 1e-14);
    }
}

static void test_sgd_needs_a_horizon(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_prepare(sgd, &problem, 1, "1e6", "schedule=milestones", 1 << 20);
    assert_int_equal(trial_init(t, x0), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "horizon"));
}

/* The first step is eta0 times a sign, whatever the gradient's size, if Q0 = 0 and delta is small.
 */
static void test_adagrad_first_step(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_start(adagrad, &problem, 1, x0, "eta0=0.25,B=0,delta=1e-300");
    const double *w = trial_steps(t, 1);
    assert_near(w[0], 1.75, 1e-15);
    assert_near(w[1], -0.75, 1e-15);
    t = trial_start(adagrad, &problem, 1, x0, "eta0=0.25,B=0,delta=0.5,Q0=2.25");
    w = trial_steps(t, 1); /* g = (-1/2, -2): roots of 2.5 and 6.25 */
    assert_near(w[0], 1.5 + 0.125 / (0.5 + sqrt(2.5)), 1e-15);
    assert_near(w[1], -1 + 0.5 / 3, 1e-15);
}

static void test_adagrad_recursion(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_start(adagrad, &problem, 3, x0, "eta0=0.3,B=4,delta=0.01,Q0=0.1");
    trial *same = trial_problem(&problem, 3, "1e12");
    double w[2] = {x0[0], x0[1]}, Q[2] = {0.1, 0.1}, g[2];
    for (size_t k = 0; k < 50; k++) {
        beside(same, 4, w, g);
        for (size_t i = 0; i < 2; i++) {
            Q[i] += g[i] * g[i];
            w[i] -= 0.3 * g[i] / (0.01 + sqrt(Q[i]));
        }
        const double *got = trial_steps(t, 1);
        assert_near(got[0], w[0], 1e-14);
        assert_near(got[1], w[1], 1e-14);
    }
    assert_int_equal(trial_count(t, "gradient.objective"), 200);
}

/* AdaGrad's steps fall as 1/sqrt(t) without being told, so that the variance does: the mean
 * distance has slope -1/4. 64 seeds know the means to 7 %, the slope to 0.02; coordinates that are
 * not yet forgotten and the sums' own noise leave as much again. */
static void test_adagrad_rate(void **unused) {
    (void)unused;
    enum { SEEDS = 64, SIZES = 3 };
    const toy problem = toy_corner();
    const double steps[SIZES] = {1e2, 1e3, 1e4};
    double distance[SIZES] = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        trial *t = trial_start(adagrad, &problem, seed, best, "eta0=0.3,B=1");
        size_t done = 0;
        for (size_t k = 0; k < SIZES; done = (size_t)steps[k++])
            distance[k] +=
                lf_vec_distance(2, trial_steps(t, (size_t)steps[k] - done), best) / SEEDS;
        trial_teardown(NULL);
    }
    assert_near(log_slope(SIZES, steps, distance), -0.25, 0.06);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_sgd_closed_form),
        trial_test(test_sgd_momentum),
        trial_test(test_domain),
        trial_test(test_sgd_needs_a_horizon),
        trial_test(test_adagrad_first_step),
        trial_test(test_adagrad_recursion),
        trial_test(test_adagrad_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
