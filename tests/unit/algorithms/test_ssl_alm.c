/* SSL-ALM: first steps, slacks by hand, the primal-dual method as a special case, counts. */
#include "disc.h"

extern const lf_algorithm lf_algorithm_ssl_alm, lf_algorithm_pdsg, lf_algorithm_sgd;

#define WHOLE "b_f=100,b_g=100"

/* By hand, the first: c = 1, y = .05, p = 1.05, direction (-1, 0) + 1.05 (2, 2) = (1.1, 2.1). */
static void test_first_steps(void **unused) {
    (void)unused;
    static const double want[DISC_STEPS][TOY_DIM] = {
        {.89, .79}, {.93631222, .77605242}, {.9369870583, .7331932420}};
    static const char set[] = WHOLE ",eta_y=0.05,rho=1,tau=0.1,mu=2,beta=0.5";
    disc_assert_steps(&lf_algorithm_ssl_alm, disc_start, set, want);
}

/* min |x - 2| s.t. x <= 1 beside a reference on numbers, from well inside, where the slack moves:
 * g + s = 0, y with a sign, the centre of x and of s. */
static void test_slack_by_hand(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    for (int new = 0; new < 2; new ++) {
        double x = -1, z = x, s = 0, z_s = 0, y = 0, most = 0;
        const char *set = trial_text(WHOLE ",eta_y=0.3,rho=1.5,tau=0.05,mu=0.7,beta=0.4,centre=%s",
                                     new ? "new" : "old");
        trial *t = trial_start(&lf_algorithm_ssl_alm, &problem, 1, &x, set);
        for (size_t k = 0; k < 200; k++) {
            const double c = x - 1 + s, old = x, old_s = s;
            y += 0.3 * c;
            const double p = y + 1.5 * c;
            x -= 0.05 * ((x < 2 ? -1 : 1) + p + 0.7 * (x - z));
            s = fmax(0, s - 0.05 * (p + 0.7 * (s - z_s)));
            z += 0.4 * ((new ? x : old) - z);
            z_s += 0.4 * ((new ? s : old_s) - z_s);
            most = fmax(most, s);
            assert_near(*trial_steps(t, 1), x, 1e-12);
        }
        assert_true(most > 0.5);
    }
}

/* y begins anew at 0 where it would reach M: with a penalty of 0 the first step is then one of f
 * alone, as at M just below 1/2 and not just above. */
static void test_safeguard(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0);
    static const char form[] = WHOLE ",eta_y=0.5,rho=0,tau=0.1,mu=0,M=%g";
    const double *x = trial_steps(
        trial_start(&lf_algorithm_ssl_alm, &problem, 1, disc_start, trial_text(form, 0.499)), 1);
    assert_near(x[0], 1.1, 1e-13);
    assert_near(x[1], 1, 1e-13);
    x = trial_steps(
        trial_start(&lf_algorithm_ssl_alm, &problem, 1, disc_start, trial_text(form, 0.51)), 1);
    assert_near(x[0], 1, 1e-13);
    assert_near(x[1], 0.9, 1e-13);
}

/* Cut at 0, without penalty and smoothing, it is plain primal-dual ascent; far from constraints,
 * and with the multipliers at 0, SGD. */
static void test_special_cases(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {3, -3};
    trial *t = trial_start(&lf_algorithm_ssl_alm, &problem, 1, x0,
                           WHOLE ",form=cut,rho=0,mu=0,tau=0.05,eta_y=0.2,M=1e9");
    trial *pdsg = trial_start(&lf_algorithm_pdsg, &problem, 1, x0, WHOLE ",eta=0.05,eta_y=0.2");
    trial *free = trial_start(&lf_algorithm_ssl_alm, &problem, 1, x0,
                              "form=cut,rho=0,mu=0,tau=0.05,eta_y=0,b_f=3");
    trial *sgd = trial_start(&lf_algorithm_sgd, &problem, 1, x0, "eta0=0.05,B=3");
    for (size_t k = 0; k < 200; k++) {
        const double *x = trial_steps(t, 1), *want = trial_steps(pdsg, 1);
        assert_near(x[0], want[0], 1e-12);
        assert_near(x[1], want[1], 1e-12);
        assert_memory_equal(trial_steps(free, 1), trial_steps(sgd, 1), sizeof x0);
    }
}

/* beta = 0 keeps the start as centre: the end is the proximal point of the start, here that of
 * (1, 1) without constraint, (2 + mu, 1 + mu) / (1 + mu) cut to the circle. */
static void test_fixed_centre(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0);
    trial *t = trial_start(&lf_algorithm_ssl_alm, &problem, 1, disc_start,
                           WHOLE ",beta=0,mu=3,tau=0.05,eta_y=0.1");
    const double *x = trial_steps(t, 5000), norm = sqrt(25 + 16);
    assert_near(x[0], 5 / norm, 1e-9);
    assert_near(x[1], 4 / norm, 1e-9);
}

/* Slopes and the values that weigh them come from rows of their own: see test_storm_penalty. */
static void test_independent_batches(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0.3);
    const double x0[2] = {2, 2}, tau = 1e-8;
    enum { STEPS = 10000 };
    trial *t = trial_start(&lf_algorithm_ssl_alm, &problem, 1, x0,
                           trial_text("tau=%g,eta_y=0,mu=0,b_f=100,b_g=1", tau));
    const double *x = trial_steps(t, STEPS);
    assert_near((2 - x[1]) / tau / STEPS - 1, 7 * 4, 0.5);
    /* y is of B1, as the slopes are: there they do vary together */
    double sum = 0;
    for (uint64_t seed = 0; seed < 4000; seed++) {
        trial_teardown(NULL);
        t = trial_start(&lf_algorithm_ssl_alm, &problem, seed, x0,
                        "tau=1,eta_y=1,rho=0,mu=0,M=1e9,b_f=100,b_g=1");
        sum += 2 - trial_steps(t, 1)[1] - 1;
    }
    assert_near(sum / 4000, 7 * 4 + 3.8 * 0.09 * 4.5, 0.6);
}

/* |x| <= 1 at x = 0, where the sign of a batch's value is that of its slope's noise n: the mean of
 * sign(n) (1 + n) is that of |n|, 0.6. It is weighed by rho (|n'|/2 - 1) of the other batch, 0.3 -
 * 1 in the mean. */
static void test_slopes_at_their_own_values(void **unused) {
    (void)unused;
    toy problem = toy_line();
    problem.constraint[0].outer[0].kind = LF_OUTER_ABS;
    toy_fill(&problem.constraint[0], 0, 1, 0, 0, 0.3);
    const double x0 = 0, tau = 1e-8;
    enum { STEPS = 20000 };
    trial *t = trial_start(&lf_algorithm_ssl_alm, &problem, 1, &x0,
                           trial_text("tau=%g,eta_y=0,mu=0,b_f=100,b_g=1", tau));
    assert_near(*trial_steps(t, STEPS) / tau / STEPS, 1 + 0.7 * 0.6, 0.03);
}

static void test_counts(void **unused) {
    (void)unused;
    const toy line = toy_line(), corner = toy_corner();
    const double x0[2] = {0, 0};
    trial *t = trial_start(&lf_algorithm_ssl_alm, &line, 1, x0, NULL);
    trial_steps(t, 3);
    trial_assert_counts(t, 3 * 4, 3 * 16, 3 * 3, 3 * 6);
    assert_int_equal(trial_count(t, "samples.constraint"), 3 * 6);
    t = trial_start(&lf_algorithm_ssl_alm, &corner, 1, x0, "b_f=7,b_g=5");
    trial_steps(t, 3);
    trial_assert_counts(t, 3 * 7, 0, 3 * (5 + 5), 3 * 2 * (5 + 5));
}

static void test_reaches_the_answer(void **unused) {
    (void)unused;
    const toy disc = toy_disc(0), noisy = toy_disc(0.05), corner = toy_corner();
    static const char *const forms[] = {"form=slack", "form=cut", "centre=new", "rho=3"};
    for (size_t i = 0; i < 4; i++) {
        const char *set = trial_text(WHOLE ",tau=0.05,eta_y=0.1,%s", forms[i]);
        const double *x =
            trial_steps(trial_start(&lf_algorithm_ssl_alm, &disc, 1, disc_start, set), 5000);
        assert_near(x[0], disc_answer[0], 1e-9);
        assert_near(x[1], disc_answer[1], 1e-9);
        /* the third constraint is not active: its slack is not 0 */
        x = trial_steps(trial_start(&lf_algorithm_ssl_alm, &corner, 1, disc_start, set), 20000);
        assert_near(x[0], 1, 1e-6);
        assert_near(x[1], 0.5, 1e-6);
    }
    const double *x = trial_steps(trial_start(&lf_algorithm_ssl_alm, &noisy, 1, disc_start,
                                              "tau=0.005,eta_y=0.01,b_f=3,b_g=3"),
                                  20000);
    assert_near(x[0], disc_answer[0], 0.03);
    assert_near(x[1], disc_answer[1], 0.03);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_steps),
        trial_test(test_slack_by_hand),
        trial_test(test_safeguard),
        trial_test(test_special_cases),
        trial_test(test_fixed_centre),
        trial_test(test_independent_batches),
        trial_test(test_slopes_at_their_own_values),
        trial_test(test_counts),
        trial_test(test_reaches_the_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
