/* Primal-dual steps: first steps, other methods as special cases, counts, the known multipliers. */
#include "disc.h"

extern const lf_algorithm lf_algorithm_pdsg, lf_algorithm_icppac, lf_algorithm_sgd;

#define WHOLE "b_f=100,b_g=100"

/* By hand, the first: g = 1, y = 1/2, direction (-1, 0) + (2, 2)/2 = (0, 1), x = (1, .9). */
static void test_first_steps(void **unused) {
    (void)unused;
    static const struct {
        const char *set;
        double want[DISC_STEPS][TOY_DIM];
    } cases[] = {
        {"", {{1, .9}, {.919, .7471}, {.8237510862, .6070777329}}},
        {"order=joint", {{1.1, 1}, {1.08, .9}, {.93332, .7111}}},
        {"Kp=1", {{1, .9}, {.938, .7642}, {.8812045579, .6549856324}}},
        {"Kp=2,Ki=0.5,nu=0.9", {{1.05, .95}, {1.0396325, .8596675}, {.9924801707, .7552983359}}},
        {"Kp=2,Ki=0.5,nu=0.9,start=zeros",
         {{1.03, .93}, {.99020982, .81349042}, {.9187792963, .6905011845}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        disc_assert_steps(
            &lf_algorithm_pdsg, disc_start,
            trial_text(WHOLE ",eta=0.1,eta_y=0.5%s%s", *cases[i].set ? "," : "", cases[i].set),
            cases[i].want);
}

/* Without the proximal terms, and with s_j = g_j(z_t), the inner method of ICPPAC is this one, on
 * the same draws; on toy_corner two constraints share a component and one is a gap. */
static void test_icppac_without_proximal_terms(void **unused) {
    (void)unused;
    const toy problems[2] = {toy_disc(0.1), toy_corner()};
    const double x0[2] = {1.5, -1};
    for (size_t i = 0; i < 2; i++) {
        trial *t = trial_start(&lf_algorithm_pdsg, &problems[i], 1, x0,
                               "eta=0.125,eta_y=0.25,b_f=4,b_g=4");
        trial *same = trial_start(&lf_algorithm_icppac, &problems[i], 1, x0,
                                  "schedule=constant,extrapolate=none,r_f=0,r_g=0,c1=8,c2=4,"
                                  "output=inner,linearise=rows,T_in=1000,b_f=4,b_g=4");
        for (size_t k = 0; k < 100; k++) {
            const double *x = trial_steps(t, 1), *z = trial_steps(same, 1);
            assert_near(x[0], z[0], 1e-13);
            assert_near(x[1], z[1], 1e-13);
        }
    }
}

/* Optimistic ascent, y += eta_y (2 g_t - g_{t-1}), is Kp = Ki = 1, nu = 0, and Kp = 0 makes nu of
 * no account. */
static void test_optimistic_ascent(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0);
    double x[2] = {1, 1}, y = 0, before = 1;
    trial *t = trial_start(&lf_algorithm_pdsg, &problem, 1, x, WHOLE ",eta=0.1,eta_y=0.2,Kp=1");
    trial *plain = trial_start(&lf_algorithm_pdsg, &problem, 1, x, WHOLE ",eta=0.1,eta_y=0.2");
    trial *past =
        trial_start(&lf_algorithm_pdsg, &problem, 1, x, WHOLE ",eta=0.1,eta_y=0.2,nu=0.7");
    for (size_t k = 0; k < 60; k++) {
        const double g = x[0] * x[0] + x[1] * x[1] - 1;
        y = fmax(0, y + 0.2 * (2 * g - before));
        before = g;
        for (size_t j = 0; j < 2; j++)
            x[j] -= 0.1 * (x[j] - (double[]){2, 1}[j] + 2 * y * x[j]);
        const double *at = trial_steps(t, 1);
        assert_near(at[0], x[0], 1e-12);
        assert_near(at[1], x[1], 1e-12);
        assert_memory_equal(trial_steps(plain, 1), trial_steps(past, 1), sizeof x);
    }
}

/* With multipliers held at 0 it is SGD on f, with the rule of steps and momentum that both know. */
static void test_without_multipliers_is_sgd(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {-1, 2};
    trial *t = trial_start(&lf_algorithm_pdsg, &problem, 1, x0, "eta=0.05,eta_y=0,b_f=3,beta=0.5");
    trial *sgd = trial_start(&lf_algorithm_sgd, &problem, 1, x0, "eta0=0.05,B=3,beta=0.5");
    for (size_t k = 0; k < 50; k++)
        assert_memory_equal(trial_steps(t, 1), trial_steps(sgd, 1), sizeof x0);
    const char *set = WHOLE ",eta=0.3,eta_y=0,rule=diminishing"; /* eta / sqrt(k + 1) */
    t = trial_start(&lf_algorithm_pdsg, &problem, 1, x0, set);
    double x[2] = {-1, 2};
    for (size_t k = 0; k < 5; k++) {
        const double eta = 0.3 / sqrt((double)k + 1);
        x[0] -= eta * (x[0] - 2);
        x[1] -= eta * (x[1] - 1);
        assert_near(lf_vec_distance(2, trial_steps(t, 1), x), 0, 1e-13);
    }
}

/* toy_corner, first step from (3, -3) on all rows: g = (2, -3.5, 4), so y = (2, 0, 4) eta_y, cut to
 * a sum of at most 1: (0, 0, 1) where eta_y = 1, (1/4, 0, 3/4) where it is 1/4. */
static void test_radius(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {3, -3}, f[2] = {1, -4};
    trial *t = trial_start(&lf_algorithm_pdsg, &problem, 1, x0, WHOLE ",eta=0.1,eta_y=1,radius=1");
    const double *x = trial_steps(t, 1);
    assert_near(x[0], 3 - 0.1 * (f[0] + 1), 1e-13);
    assert_near(x[1], -3 - 0.1 * (f[1] - 1), 1e-13);
    t = trial_start(&lf_algorithm_pdsg, &problem, 1, x0, WHOLE ",eta=0.1,eta_y=0.25,radius=1");
    x = trial_steps(t, 1);
    assert_near(x[0], 3 - 0.1 * (f[0] + 1), 1e-13);
    assert_near(x[1], -3 - 0.1 * (f[1] - 0.75), 1e-13);
    t = trial_start(&lf_algorithm_pdsg, &problem, 1, x0, WHOLE ",eta=0.1,eta_y=0.5,radius=2");
    x = trial_steps(t, 1); /* (1, 0, 2), cut to a sum of 2 */
    assert_near(x[0], 3 - 0.1 * (f[0] + 2), 1e-13);
    assert_near(x[1], -3 - 0.1 * (f[1] - 1.5), 1e-13);
}

/* One of two components a step: its multipliers alone move, and its slopes count twice. */
static void test_some_components(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {3, -3};
    size_t picked[2] = {0};
    for (uint64_t seed = 1; seed <= 20; seed++) {
        trial *t =
            trial_start(&lf_algorithm_pdsg, &problem, seed, x0, WHOLE ",eta=0.125,eta_y=0.125,C=1");
        const double *x = trial_steps(t, 1);
        const bool gap = fabs(x[1] - -2.5) > 1e-9; /* the other component does not move x_1 */
        const double y = gap ? 0.5 : 0.25;         /* an eighth of 4 or 2 */
        picked[gap]++;
        assert_near(x[0], 3 - 0.125 * (1 + 2 * y), 1e-13);
        assert_near(x[1], -3 - 0.125 * (-4 - (gap ? 2 * y : 0)), 1e-13);
        trial_teardown(NULL);
    }
    assert_true(picked[0] > 3 && picked[1] > 3);
}

/* q = 4 batches a pass on the line: 4 and 3 rows; the corner's components have 20 rows each. */
static void test_counts(void **unused) {
    (void)unused;
    const toy line = toy_line(), corner = toy_corner();
    const double x0[2] = {0, 0};
    trial *t = trial_start(&lf_algorithm_pdsg, &line, 1, x0, NULL);
    trial_steps(t, 12);
    trial_assert_counts(t, 12 * 4, 12 * 16, 12 * 3, 12 * 3);
    t = trial_start(&lf_algorithm_pdsg, &line, 1, x0, "f_arg=plugin");
    trial_steps(t, 12);
    trial_assert_counts(t, 12 * 4, 0, 12 * 3, 12 * 3);
    t = trial_start(&lf_algorithm_pdsg, &corner, 1, x0, "b_f=7,b_g=5");
    trial_steps(t, 3);
    trial_assert_counts(t, 3 * 7, 0, 3 * (5 + 5), 3 * (5 + 5));
    assert_int_equal(trial_count(t, "samples.constraint"), 3 * (5 + 5));
    t = trial_start(&lf_algorithm_pdsg, &corner, 1, x0, "b_f=7,b_g=5,C=1");
    trial_steps(t, 3);
    trial_assert_counts(t, 3 * 7, 0, 3 * 5, 3 * 5);
}

/* The plain average of x_S, ... where steps are constant. */
static void test_average(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0.1);
    trial *t = trial_start(&lf_algorithm_pdsg, &problem, 1, disc_start, "S=2");
    double sum[2] = {0};
    for (size_t k = 0; k < 6; k++) {
        const double *x = lf_algorithm_pdsg.iterate(t->state).w;
        const double *mean = lf_algorithm_pdsg.average(t->state).w;
        for (size_t j = 0; j < 2; j++) {
            assert_near(mean[j], k <= 2 ? x[j] : sum[j] / (double)(k - 2), 1e-14);
            if (k >= 2) sum[j] += x[j];
        }
        trial_steps(t, 1);
    }
}

/* On all rows to rounding, by any controller; on samples, with shrinking steps, nearby, also where
 * half of the constraints are asked. */
static void test_reaches_the_answer(void **unused) {
    (void)unused;
    toy within = toy_disc(0); /* |x| <= 1/2 is X itself */
    within.domain = (lf_domain){LF_DOMAIN_BALL, 2, 0.5, 0, 0};
    const double *half =
        trial_steps(trial_start(&lf_algorithm_pdsg, &within, 1, disc_start, WHOLE ",eta=0.1"), 500);
    assert_near(half[0], disc_answer[0] / 2, 1e-9);
    assert_near(half[1], disc_answer[1] / 2, 1e-9);
    const toy disc = toy_disc(0), noisy = toy_disc(0.05), corner = toy_corner();
    static const char *const whole[] = {"Kp=0", "order=joint", "Kp=1", "Kp=10,nu=0.9",
                                        "radius=1,Kp=1"};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        const char *set = trial_text(WHOLE ",eta=0.1,eta_y=0.1,%s", whole[i]);
        const double *x =
            trial_steps(trial_start(&lf_algorithm_pdsg, &disc, 1, disc_start, set), 3000);
        assert_near(x[0], disc_answer[0], 1e-9);
        assert_near(x[1], disc_answer[1], 1e-9);
    }
    const char *set = "rule=diminishing,eta=0.3,eta_y=0.3,b_f=3,b_g=3";
    const double *x =
        trial_steps(trial_start(&lf_algorithm_pdsg, &noisy, 1, disc_start, set), 20000);
    assert_near(x[0], disc_answer[0], 0.02);
    assert_near(x[1], disc_answer[1], 0.02);
    x = trial_steps(
        trial_start(&lf_algorithm_pdsg, &corner, 1, disc_start, trial_text("%s,C=1", set)), 20000);
    assert_near(x[0], 1, 0.02);
    assert_near(x[1], 0.5, 0.02);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_steps),
        trial_test(test_icppac_without_proximal_terms),
        trial_test(test_optimistic_ascent),
        trial_test(test_without_multipliers_is_sgd),
        trial_test(test_radius),
        trial_test(test_some_components),
        trial_test(test_counts),
        trial_test(test_average),
        trial_test(test_reaches_the_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
