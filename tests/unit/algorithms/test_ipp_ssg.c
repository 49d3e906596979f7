/* IPP-SSG: inner steps by hand, counts, step rules, the known solution. */
#include "trial.h"

extern const lf_algorithm lf_algorithm_ipp_ssg;

/* min |x - 2| s.t. x <= 1 with r_f = 1/2. Two inner steps: 0, 1/2 count with weights 1, 2. */
static void test_objective_steps(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0;
    const char *set = "alpha=0.5,T_in=2,r_g=0.25";
    trial *t = trial_start(&lf_algorithm_ipp_ssg, &problem, 1, &x0, set);
    assert_near(*trial_steps(t, 1), 0, 0);
    assert_near(*trial_steps(t, 1), 1 / 3.0, 1e-14);
    assert_near(*trial_steps(t, 1), 1 / 3.0, 1e-14); /* the inner method starts again at x_1 */
    assert_near(*trial_steps(t, 1), (1 / 3.0 + 2 * (1 / 3.0 + 0.5)) / 3, 1e-14);
}

/* r_g = 1/2. From 3/2: G = 1/2, Polyak to 1; there G = 1/8 with its proximal term and slope 1/2: on
 * to 3/4. No inner point is feasible, so x_1 is the last. */
static void test_constraint_steps(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 1.5, want[] = {1, 0.75};
    for (size_t T = 1; T <= 2; T++) {
        const char *set = trial_text("T_in=%zu,r_f=2", T);
        trial *t = trial_start(&lf_algorithm_ipp_ssg, &problem, 1, &x0, set);
        assert_near(*trial_steps(t, T), want[T - 1], 1e-14);
        trial_assert_counts(t, 0, 0, T * 12, T * 12);
    }
}

/* x_1 of T inner steps from 0 with r_f = 1/2, r_g = 1/4, the step sizes as printed, mu = 1/2. */
static double jg(size_t T, double L) {
    double z = 0, sum = 0, weights = 0;
    for (size_t t = 0; t < T; t++) {
        const double alpha = 2 / (0.5 * (double)(t + 2) + L * L / (0.5 * (double)(t + 1)));
        const bool feasible = z - 1 + z * z / 4 <= 1e-4;
        weights += feasible ? (double)(t + 1) : 0;
        sum += feasible ? (double)(t + 1) * z : 0;
        z -= alpha * (feasible ? (z < 2 ? -1 : 1) + z : 1 + z / 2);
    }
    return sum / weights;
}

/* mu = 2 r_f - rho_f; both branches. */
static void test_jg_steps(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0;
    for (size_t L = 0; L < 2; L++) {
        for (size_t T = 1; T <= 9; T++) {
            const char *set = trial_text("step=jg,L=%zu,r_g=0.25,T_in=%zu", L, T);
            trial *t = trial_start(&lf_algorithm_ipp_ssg, &problem, 1, &x0, set);
            assert_near(*trial_steps(t, T), jg(T, (double)L), 1e-13);
            assert_true(T < 9 || trial_count(t, "gradient.constraint") > 0);
        }
    }
    /* alpha_0 = 2/(1 + 2 L^2), and z_1 = alpha_0 counts twice if it is feasible, as with L = 1 */
    assert_near(jg(2, 1), 2 * (2 / 3.0) / 3, 1e-15);
    assert_near(jg(2, 0), 0, 0);
}

/* Each function has the weak convexity that the problem states for it: what is left open is as if
 * it had been given. */
static void test_two_weak_convexities(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0;
    static const char *const sets[] = {"step=jg", "step=jg,r_f=0.5,r_g=0.125", "step=jg,r_g=0.5"};
    trial *t[3];
    for (size_t i = 0; i < 3; i++) {
        t[i] = trial_prepare(&lf_algorithm_ipp_ssg, &problem, 1, "1e12", sets[i], 1 << 20);
        t[i]->problem.info.rho_g = 0.125;
        trial_tell(t[i]);
        assert_ok(trial_init(t[i], &x0));
        trial_steps(t[i], 200);
    }
    const double x = *trial_steps(t[0], 1);
    assert_near(*trial_steps(t[1], 1), x, 0);
    assert_true(fabs(*trial_steps(t[2], 1) - x) > 1e-6);
}

static void test_jg_needs_strong_convexity(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0;
    const char *set = "step=jg,r_f=0.25";
    trial *t = trial_prepare(&lf_algorithm_ipp_ssg, &problem, 1, "1e12", set, 1 << 20);
    assert_int_equal(trial_init(t, &x0), LF_BAD_ARGUMENT);
}

static void test_unknown_weak_convexity(void **unused) {
    (void)unused;
    toy problem = toy_line();
    problem.rho = NAN;
    const double x0 = 0;
    const char *one = "r_f=1", *both = "r_f=1,r_g=0";
    trial *t = trial_prepare(&lf_algorithm_ipp_ssg, &problem, 1, "1e12", one, 1 << 20);
    assert_int_equal(trial_init(t, &x0), LF_BAD_ARGUMENT);
    t = trial_prepare(&lf_algorithm_ipp_ssg, &problem, 1, "1e12", both, 1 << 20);
    assert_ok(trial_init(t, &x0));
}

/* Three outer steps; every inner step takes one side. */
static void test_counts(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0;
    for (size_t i = 0; i < 2; i++) {
        const char *step = i ? "jg" : "constant";
        const char *set = trial_text("alpha=0.2,T_in=20,step=%s", step);
        trial *t = trial_start(&lf_algorithm_ipp_ssg, &problem, 1, &x0, set);
        trial_steps(t, 60);
        const size_t down_f = trial_count(t, "gradient.objective") / 16;
        const size_t down_g = trial_count(t, "gradient.constraint") / 12;
        assert_int_equal(down_f + down_g, 60);
        assert_true(down_f > 0 && down_g > 0);
        trial_assert_counts(t, down_f * 16, 0, down_g * 12, 60 * 12);
    }
}

/* 200 outer steps. An inner solution is off by the order of its steps: 1e-3 times |zeta| < 3, or
 * about 2 L^2/(mu^2 T_in) in the square for jg, which the outer loop then contracts. */
static void test_reaches_the_corner(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {0, 0};
    const char *jg = "step=jg,r_f=1,r_g=1,L=3";
    trial *t = trial_start(&lf_algorithm_ipp_ssg, &problem, 1, x0, NULL);
    trial *u = trial_start(&lf_algorithm_ipp_ssg, &problem, 1, x0, jg);
    const double *x = trial_steps(t, 200 * 50), *y = trial_steps(u, 200 * 50);
    assert_near(x[0], 1, 0.02);
    assert_near(x[1], 0.5, 0.02);
    assert_near(y[0], 1, 0.05);
    assert_near(y[1], 0.5, 0.05);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_objective_steps),
        trial_test(test_constraint_steps),
        trial_test(test_jg_steps),
        trial_test(test_two_weak_convexities),
        trial_test(test_jg_needs_strong_convexity),
        trial_test(test_unknown_weak_convexity),
        trial_test(test_counts),
        trial_test(test_reaches_the_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
