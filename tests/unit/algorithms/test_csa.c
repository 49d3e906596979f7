/* CSA: first steps by hand, counts, the average, what the theory promises, the known solution. */
#include "trial.h"

extern const lf_algorithm lf_algorithm_csa, lf_algorithm_ssg;

/* min |x - 2| s.t. x <= 1, from 0 with gamma = 3/4. */
static void test_first_steps(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0, r = 1 / sqrt(2), q = 1 / sqrt(3);
    const struct {
        const char *set;
        double want[4];
        size_t down_g;
    } cases[] = {
        {"rule=constant,eta=0.25", {0.75, 1.5, 0.75, 1.5}, 1},
        {"rule=constant,eta=0.5", {0.75, 1.5, 2.25, 1.5}, 1},
        {"eta=0.1", {0.75, 0.75 * (1 + r), 0.75 * (1 + r - q), 0.75 * (1.5 + r - q)}, 1},
    };
    for (size_t i = 0; i < 3; i++) {
        const char *set = trial_text("mode=deterministic,gamma=0.75,%s", cases[i].set);
        trial *t = trial_start(&lf_algorithm_csa, &problem, 1, &x0, set);
        for (size_t k = 0; k < 4; k++)
            assert_near(*trial_steps(t, 1), cases[i].want[k], 1e-13);
        const size_t down_g = cases[i].down_g;
        trial_assert_counts(t, (4 - down_g) * 16, 0, down_g * 12, 4 * 12);
    }
}

/* Without noise it is the switching subgradient method with one step for both branches. */
static void test_deterministic_is_ssg(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {-1, 2};
    static const char *const rules[2] = {"constant", "diminishing"};
    for (size_t i = 0; i < 2; i++) {
        const char *set = trial_text("mode=deterministic,rule=%s,gamma=0.06,eta=0.02", rules[i]);
        trial *csa = trial_start(&lf_algorithm_csa, &problem, 1, x0, set);
        set = trial_text("mode=deterministic,rule=%s,eta=0.06,eps=0.02,constraint_step=static",
                         rules[i]);
        trial *ssg = trial_start(&lf_algorithm_ssg, &problem, 1, x0, set);
        for (size_t k = 0; k < 200; k++)
            assert_memory_equal(trial_steps(csa, 1), trial_steps(ssg, 1), sizeof x0);
        assert_true(trial_count(csa, "gradient.constraint") > 0);
        assert_int_equal(trial_count(csa, "gradient.constraint"),
                         trial_count(ssg, "gradient.constraint"));
    }
}

/* Three epochs of q = 4 steps on one side: b_f = 4, b_g = b_c = 3 unless they are given. */
static void test_stochastic_counts(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const struct {
        double x0;
        const char *set;
        size_t ogc, ofc, cgc, cfc, drawn;
    } cases[] = {
        {0, "f_arg=full", 48, 192, 0, 36, 36},
        {0, "f_arg=plugin,b_f=2,b_c=5", 24, 0, 0, 60, 60},
        {3, "f_arg=full", 0, 0, 36, 36, 72},
        {3, "b_g=2,b_c=12", 0, 0, 24, 144, 168},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *set = trial_text("gamma=1e-6,eta=0.01,%s", cases[i].set);
        trial *t = trial_start(&lf_algorithm_csa, &problem, 1, &cases[i].x0, set);
        trial *far = trial_start(&lf_algorithm_csa, &problem, 1, &cases[i].x0, "gamma=100");
        assert_near(fabs(*trial_steps(far, 1)), 3, 1e-14); /* the edge of X */
        trial_steps(t, 12);
        trial_assert_counts(t, cases[i].ogc, cases[i].ofc, cases[i].cgc, cases[i].cfc);
        assert_int_equal(trial_count(t, "samples.constraint"), cases[i].drawn);
    }
}

/* Points 0, 1.2, 1.2 - 1.2/sqrt(2), ...; the second is not near-feasible. */
static void test_average(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0, r = 1 / sqrt(2), q = 1 / sqrt(3), x2 = 1.2 * (1 - r);
    const char *set = "mode=deterministic,gamma=1.2,eta=0.25";
    trial *t = trial_start(&lf_algorithm_csa, &problem, 1, &x0, set);
    trial *late = trial_start(&lf_algorithm_csa, &problem, 1, &x0,
                              "mode=deterministic,gamma=1.2,eta=0.25,S=2");
    assert_near(*lf_algorithm_csa.average(t->state).w, 0, 0);
    trial_steps(t, 3);
    assert_near(*lf_algorithm_csa.average(t->state).w, q * x2 / (1 + q), 1e-14);
    assert_near(*trial_steps(late, 2), x2, 1e-14); /* none yet: the last one */
    assert_near(*lf_algorithm_csa.average(late->state).w, x2, 1e-14);
    assert_near(*trial_steps(late, 1), x2 + 1.2 * q, 1e-14);
    assert_near(*lf_algorithm_csa.average(late->state).w, x2, 1e-14);
}

/*
 * From a distance of D with subgradients of at most M, constant steps gamma = D / (M sqrt(N)) and
 * eta = D M / sqrt(N): the sum over B of f - f* and over the rest of g is at most N eta, and g >
 * eta in the rest, so f of the average is at most f* + eta. It is at most eta away from feasible,
 * as each of its points is. Here D = 4 and M = 1.
 */
static void test_promise(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = -3;
    for (size_t N = 100; N <= 6400; N *= 4) {
        const double eta = 4 / sqrt((double)N);
        const char *set =
            trial_text("mode=deterministic,rule=constant,gamma=%.17g,eta=%.17g", eta, eta);
        trial *t = trial_start(&lf_algorithm_csa, &problem, 1, &x0, set);
        trial_steps(t, N);
        assert_near(*lf_algorithm_csa.average(t->state).w, 1, eta + 1e-12);
    }
}

/* Steps of size 1/sqrt(k+1) end near the corner; the average, whose first half is left out, too.
 * Both also where subgradients are sampled, if v is not (b_c reaches all rows). */
static void test_reaches_the_corner(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {0, 0};
    static const char *const modes[2] = {"mode=deterministic", "mode=stochastic,b_c=20"};
    for (size_t i = 0; i < 2; i++) {
        const char *set = trial_text("%s,gamma=0.3,eta=0.3,S=10000", modes[i]);
        trial *t = trial_start(&lf_algorithm_csa, &problem, 1, x0, set);
        trial_steps(t, 20000);
        const double *w = lf_algorithm_csa.iterate(t->state).w;
        assert_near(w[0], 1, 0.02);
        assert_near(w[1], 0.5, 0.02);
        w = lf_algorithm_csa.average(t->state).w;
        assert_near(w[0], 1, 0.02);
        assert_near(w[1], 0.5, 0.02);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_steps),       trial_test(test_deterministic_is_ssg),
        trial_test(test_stochastic_counts), trial_test(test_average),
        trial_test(test_promise),           trial_test(test_reaches_the_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
