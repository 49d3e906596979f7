/* Components that belong to every draw: the weights keep one step of each method unbiased. */
#include <string.h>

#include "coupled.h"
#include "trial.h"

extern const lf_algorithm lf_algorithm_alexr, lf_algorithm_msvr, lf_algorithm_sonex,
    lf_algorithm_sonx, lf_algorithm_sox;

static const double here[2] = {0.5, 0.75};

/* Three components without noise, the last one in every draw: a draw of two is {0, 2} or {1, 2}. */
static toy always_toy(lf_penalty penalty) {
    toy t = coupled_toy(penalty, 0);
    t.always = 1;
    return t;
}

/* mean <- of w after so many steps over the 2^steps sequences of draws, which are equally likely
 * and told apart by where they lead. */
static void mean_of(const lf_algorithm *is, const toy *problem, const char *set, size_t steps,
                    double mean[2]) {
    double found[4][2];
    size_t n = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        trial *t = trial_start(is, problem, seed, here, set);
        const double *w = trial_steps(t, steps);
        size_t k = 0;
        while (k < n && memcmp(found[k], w, sizeof found[k]) != 0)
            k++;
        assert_true(k < 4);
        if (k == n) memcpy(found[n++], w, sizeof found[k]);
        trial_teardown(NULL);
    }
    assert_int_equal(n, (size_t)1 << steps);
    mean[0] = mean[1] = 0;
    for (size_t k = 0; k < n; k++)
        lf_vec_axpy(2, 1 / (double)n, found[k], mean);
}

static double slope_squared(double z) {
    return 4 * fmax(z, 0);
}

static double slope_linear(double z) {
    (void)z;
    return 1;
}

static void test_first_step(void **unused) {
    (void)unused;
    static const struct {
        const lf_algorithm *is;
        const char *set;
    } methods[] = {
        {&lf_algorithm_sox, "B0=0,B1=2,B2=0,eta=0.1,beta=1"},
        {&lf_algorithm_sox, "B0=0,B1=2,B2=0,eta=0.1,beta=1,gam=1,u=new,start=first"},
        {&lf_algorithm_sonx, "B0=0,B1=2,B2=0,eta=0.1,beta=1"},
        {&lf_algorithm_sonex, "B0=0,B1=2,B2=0,eta=0.1,beta=1,lam=0"},
        {&lf_algorithm_msvr, "B0=0,B1=2,B2=0,eta=0.1,variant=v2"},
        {&lf_algorithm_alexr, "B0=0,B1=2,B2=0,eta=0.1,dual=bregman"},
    };
    const toy problem = always_toy(LF_PENALTY_SQUARED_HINGE);
    double want[2];
    coupled_gradient(here, slope_squared, want);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        double mean[2];
        mean_of(methods[k].is, &problem, methods[k].set, 1, mean);
        for (size_t j = 0; j < 2; j++)
            assert_near(mean[j], here[j] - 0.1 * want[j], 1e-14);
    }
}

/* All is linear in w but g0, which is quadratic: the mean of two steps of STORM is two steps of
 * gradient descent, if the second gradient has the weights too; on either u. */
static void test_second_gradient(void **unused) {
    (void)unused;
    const toy problem = always_toy(LF_PENALTY_NONE);
    static const char *const sets[] = {"B0=0,B1=2,B2=0,eta=0.1,a=0.3,variant=v2",
                                       "B0=0,B1=2,B2=0,eta=0.1,a=0.3,variant=v2,u=new"};
    for (size_t k = 0; k < 2; k++) {
        double w[2] = {here[0], here[1]}, grad[2], mean[2];
        for (size_t t = 0; t < 2; t++) {
            coupled_gradient(w, slope_linear, grad);
            lf_vec_axpy(2, -0.1, grad, w);
        }
        mean_of(&lf_algorithm_msvr, &problem, sets[k], 2, mean);
        for (size_t j = 0; j < 2; j++)
            assert_near(mean[j], w[j], 1e-14);
    }
}

/* One component would leave out all but the last: refused, with what would do. */
static void test_too_few(void **unused) {
    (void)unused;
    const toy problem = always_toy(LF_PENALTY_SQUARED_HINGE);
    trial *t = trial_start(&lf_algorithm_sox, &problem, 1, here, "B1=1");
    assert_int_equal(t->is->step(t->state, t->oracle), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "B1=2"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_step),
        trial_test(test_second_gradient),
        trial_test(test_too_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
