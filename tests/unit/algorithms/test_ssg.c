/* SSG and SSG-S: first steps by hand, counts, the drawn output, the known solution. */
#include "trial.h"

extern const lf_algorithm lf_algorithm_ssg;

/* min |x - 2| s.t. x <= 1, from 0 with eta = 3/4. */
static void test_first_steps(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0, r = 0.75 / sqrt(2);
    const struct {
        const char *set;
        double want[4];
    } cases[] = {
        {"mode=deterministic,eta=0.75", {0.75, 1.5, 1, 1.75}},
        {"mode=deterministic,eta=0.75,constraint_step=static", {0.75, 1.5, 0.75, 1.5}},
        {"mode=deterministic,eta=0.75,rule=diminishing", {0.75, 0.75 + r, 1, 1 + 0.75 / 2}},
    };
    for (size_t i = 0; i < 3; i++) {
        trial *t = trial_start(&lf_algorithm_ssg, &problem, 1, &x0, cases[i].set);
        for (size_t k = 0; k < 4; k++)
            assert_near(*trial_steps(t, 1), cases[i].want[k], 1e-13);
        trial_assert_counts(t, 3 * 16, 0, 12, 4 * 12);
    }
}

/* Down f by 3/4, down g by 1/4, and both less and less with rule=diminishing. */
static void test_a_step_of_its_own_for_g(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0, r = 1 / sqrt(2), q = 1 / sqrt(3);
    const struct {
        const char *set;
        double want[5];
    } cases[] = {
        {"rule=constant", {0.75, 1.5, 1.25, 1, 1.75}},
        {"rule=diminishing",
         {0.75, 0.75 + 0.75 * r, 0.75 + 0.75 * r - 0.25 * q, 0.625 + 0.75 * r - 0.25 * q,
          0.625 + 0.75 * r - 0.25 * q - 0.25 / sqrt(5)}},
    };
    for (size_t i = 0; i < 2; i++) {
        const char *set = trial_text("mode=deterministic,eta=0.75,constraint_step=static,"
                                     "eta_c=0.25,%s",
                                     cases[i].set);
        trial *t = trial_start(&lf_algorithm_ssg, &problem, 1, &x0, set);
        for (size_t k = 0; k < 5; k++)
            assert_near(*trial_steps(t, 1), cases[i].want[k], 1e-13);
    }
}

/* OGC/N_f + CGC/N_g = iterations, and one value of g on all rows in each. */
static void test_deterministic_counts(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0;
    const char *set = "mode=deterministic,eta=0.3";
    trial *t = trial_start(&lf_algorithm_ssg, &problem, 1, &x0, set);
    trial_steps(t, 50);
    const size_t down_f = trial_count(t, "gradient.objective") / 16;
    const size_t down_g = trial_count(t, "gradient.constraint") / 12;
    assert_int_equal(down_f + down_g, 50);
    assert_true(down_f > 0 && down_g > 0);
    trial_assert_counts(t, down_f * 16, 0, down_g * 12, 50 * 12);
    assert_int_equal(trial_count(t, "samples.constraint"), 50 * 12);
}

/* Three epochs of q = 4 steps that stay on one side: b_f = 4, b_g = 3. */
static void test_stochastic_counts(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const struct {
        double x0;
        const char *set;
        size_t ogc, ofc, cgc, cfc;
    } cases[] = {
        {0, "value=exact,f_arg=full", 48, 192, 0, 144},
        {0, "value=exact,f_arg=plugin", 48, 0, 0, 144},
        {0, "value=batch,f_arg=plugin", 48, 0, 0, 36},
        {3, "value=exact,f_arg=full", 0, 0, 36, 144},
        {3, "value=batch,f_arg=full", 0, 0, 36, 36},
        {0, "value=batch,f_arg=plugin,b_f=7,b_g=5", 84, 0, 0, 60},
        {3, "value=batch,f_arg=plugin,b_f=7,b_g=5", 0, 0, 60, 60},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *set = trial_text("eta=1e-6,constraint_step=static,%s", cases[i].set);
        trial *t = trial_start(&lf_algorithm_ssg, &problem, 1, &cases[i].x0, set);
        trial_steps(t, 12);
        trial_assert_counts(t, cases[i].ogc, cases[i].ofc, cases[i].cgc, cases[i].cfc);
    }
}

/* How many of the rows a, b there are (of a = b, if `one`) such that a's value by b's slope,
 * Polyak's step, is `moved` from 5/2. */
static size_t explained(const toy_map *rows, double moved, bool one) {
    size_t found = 0;
    for (size_t a = 0; a < rows->is.samples; a++)
        for (size_t b = 0; b < rows->is.samples; b++) {
            const double v = 2.5 * rows->slope[a][0][0] + rows->level[a][0] - 1;
            if (!one || a == b) found += fabs(v / rows->slope[b][0][0] - moved) < 1e-13;
        }
    return found;
}

/* v on a batch of one row and zeta_g on another: twice the draws, and the ratio uses both. */
static void test_batch_value_has_a_second_batch(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 2.5;
    const char *set = "value=batch,b_g=1";
    size_t two = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        trial *t = trial_start(&lf_algorithm_ssg, &problem, seed, &x0, set);
        const double moved = 2.5 - *trial_steps(t, 1);
        assert_int_equal(trial_count(t, "samples.constraint"), 2);
        assert_true(explained(&problem.constraint[0], moved, false) > 0);
        two += explained(&problem.constraint[0], moved, true) == 0;
    }
    assert_true(two > 0);
}

/* Just below eps a step is down f, just above it down g. */
static void test_eps_by_mode(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    static const struct {
        const char *set;
        double g;
        bool feasible;
    } cases[] = {
        {"mode=deterministic", 4.99e-5, true},
        {"mode=deterministic", 5.01e-5, false},
        {"mode=stochastic", 4.99e-4, true},
        {"mode=stochastic", 5.01e-4, false},
        {"eps=0", -1e-9, true},
        {"eps=0", 1e-9, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double x0 = 1 + cases[i].g;
        trial *t = trial_start(&lf_algorithm_ssg, &problem, 1, &x0, cases[i].set);
        trial_steps(t, 1);
        assert_int_equal(trial_count(t, "gradient.constraint") == 0, cases[i].feasible);
    }
}

/* The drawn iterate is near-feasible, from step S on, and not always the same one. */
static void test_random_output(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0;
    double least = 9, most = -9;
    for (uint64_t seed = 0; seed < 40; seed++) {
        const char *set = "mode=deterministic,eta=0.1,eps=0.01,output=random,S=5";
        trial *t = trial_start(&lf_algorithm_ssg, &problem, seed, &x0, set);
        assert_near(*trial_steps(t, 3), 0.3, 1e-13); /* none yet: the last one */
        const double x = *trial_steps(t, 27);
        assert_true(x >= 0.5 - 1e-13 && x <= 1.01);
        least = fmin(x, least);
        most = fmax(x, most);
    }
    assert_true(least < most);
}

/* With diminishing steps eps_k shrinks too, and a drawn iterate x_k has weight eta_k. */
static void test_diminishing(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0;
    /* x_k: 0, 1.2, then 1.2 - 0.2 since eps_1 = 0.25/sqrt(2) < 0.2 < eps_0; x_0 and x_2 may be
     * drawn, with weights 1 and 1/sqrt(3) */
    const char *set = "mode=deterministic,eta=1.2,eps=0.25,rule=diminishing";
    trial *t = trial_start(&lf_algorithm_ssg, &problem, 1, &x0, set);
    assert_near(*trial_steps(t, 2), 1, 1e-13);
    const double seeds = 2000, p = 1 / (1 + 1 / sqrt(3));
    double first = 0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        t = trial_start(&lf_algorithm_ssg, &problem, seed, &x0,
                        trial_text("%s,output=random", set));
        const double x = *trial_steps(t, 3);
        assert_near(x, x < 0.5 ? 0 : 1, 1e-13);
        first += x < 0.5;
        trial_teardown(NULL);
    }
    assert_near(first / seeds, p, 4 * sqrt(p * (1 - p) / seeds)); /* four standard deviations */
}

static void test_projects(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = -7;
    const char *set = "mode=deterministic,eta=9";
    trial *t = trial_start(&lf_algorithm_ssg, &problem, 1, &x0, set);
    assert_near(*t->is->iterate(t->state).w, -3, 0);
    assert_near(*trial_steps(t, 1), 3, 0);
}

/* A step down f moves by at most eta |zeta_f| < 3 eta, a step down g brings it back. */
static void test_reaches_the_corner(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {0, 0};
    for (size_t i = 0; i < 2; i++) {
        const char *set = i ? "mode=stochastic" : "mode=deterministic";
        trial *t = trial_start(&lf_algorithm_ssg, &problem, 1, x0, set);
        const double *x = trial_steps(t, 20000);
        assert_near(x[0], 1, 0.01);
        assert_near(x[1], 0.5, 0.01);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_steps),
        trial_test(test_deterministic_counts),
        trial_test(test_a_step_of_its_own_for_g),
        trial_test(test_stochastic_counts),
        trial_test(test_batch_value_has_a_second_batch),
        trial_test(test_eps_by_mode),
        trial_test(test_random_output),
        trial_test(test_diminishing),
        trial_test(test_projects),
        trial_test(test_reaches_the_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
