/* 3S-Econ: first steps by hand, counts, the smoothed penalty's own solution, the deterministic
 * method as a special case, what SPIDER tracks. */
#include "trial.h"

extern const lf_algorithm lf_algorithm_3secon;

/* min |x - 2| s.t. x <= 1 on [-3, 3]; alpha = 1/2. */
static void test_first_steps(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0;
    const char *set = "mode=deterministic,alpha=0.5,beta=4,nu=1";
    trial *t = trial_start(&lf_algorithm_3secon, &problem, 1, &x0, set);
    /* lambda = 0, 0, 0, 1/2: x moves by 1/2, and then by -(1/2) (4/2 - 1) */
    const double want[] = {0.5, 1, 1.5, 1};
    for (size_t k = 0; k < 4; k++)
        assert_near(*trial_steps(t, 1), want[k], 1e-13);
    trial_assert_counts(t, 4 * 16, 0, 12, 4 * 12);
}

static void test_projects(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 7; /* outside: projected to 3 */
    const char *set = "mode=deterministic,alpha=5";
    trial *t = trial_start(&lf_algorithm_3secon, &problem, 1, &x0, set);
    assert_near(*t->is->iterate(t->state).w, 3, 0);
    assert_near(*trial_steps(t, 1), -3, 0); /* 3 - 5 (1 + 10) */
}

/* With nu = 1 the penalty is smooth and 0 = -1 + beta u/nu has one solution, x = 1 + nu/beta; there
 * beta lambda is the multiplier 1. */
static void test_solves_the_smoothed_problem(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0;
    const char *set = "mode=deterministic,nu=1";
    trial *t = trial_start(&lf_algorithm_3secon, &problem, 1, &x0, set);
    assert_near(*trial_steps(t, 1000), 1.1, 1e-12); /* contracts by 1 - alpha beta = 0.9 a step */
}

/* Three epochs. x0 = 3 and tiny steps keep lambda = 1; x0 = 0 keeps it 0. q = 4 comes from n = 16;
 * b_f = 4, b_g = S2 = 3. */
static void test_counts(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    for (size_t active = 0; active < 2; active++) {
        const double x0 = active ? 3 : 0;
        const char *full = "alpha=1e-6";
        const char *plugin = "alpha=1e-6,f_arg=plugin";
        const char *value = "alpha=1e-6,spider_on=value";
        const char *whole = "alpha=1e-6,mode=deterministic";
        const size_t cfc = 3 * 12 + 9 * 2 * 3;
        trial *t = trial_start(&lf_algorithm_3secon, &problem, 1, &x0, full);
        trial_steps(t, 12);
        trial_assert_counts(t, 12 * 4, 12 * 16, active * 12 * 3, cfc);
        t = trial_start(&lf_algorithm_3secon, &problem, 1, &x0, plugin);
        trial_steps(t, 12);
        trial_assert_counts(t, 12 * 4, 0, active * 12 * 3, cfc);
        t = trial_start(&lf_algorithm_3secon, &problem, 1, &x0, value);
        trial_steps(t, 12);
        trial_assert_counts(t, 12 * 4, 12 * 16, active * 12 * 3, cfc);
        t = trial_start(&lf_algorithm_3secon, &problem, 1, &x0, whole);
        trial_steps(t, 3);
        trial_assert_counts(t, 3 * 16, 0, active * 3 * 12, 3 * 12);
        assert_int_equal(trial_count(t, "samples.constraint"), 3 * 12);
    }
}

/* Two components: each is tracked on its own rows, only the largest has its subgradient asked. */
static void test_counts_of_several_constraints(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {3, 0}; /* w_0 <= 1 is violated most, in the component of 20 plain rows */
    const char *set = "alpha=1e-6";
    trial *t = trial_start(&lf_algorithm_3secon, &problem, 1, x0, set);
    trial_steps(t, 18);
    trial_assert_counts(t, 18 * 5, 0, 18 * 4, 3 * 40 + 15 * 2 * (4 + 5));
    assert_int_equal(trial_count(t, "samples.constraint"), 3 * 40 + 15 * (4 + 5) + 18 * 4);
}

/* Each size is that of its own batch; S1 alone is all rows if nothing is said. */
static void test_each_batch_has_its_size(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 3;
    const char *set = "alpha=1e-6,f_arg=plugin,q=2,b_f=7,b_g=5,S2=2";
    trial *t = trial_start(&lf_algorithm_3secon, &problem, 1, &x0, set);
    trial_steps(t, 6);
    trial_assert_counts(t, 6 * 7, 0, 6 * 5, 3 * 12 + 3 * 2 * 2);
}

static void test_whole_batches_are_deterministic(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {0, 0};
    const char *whole = "mode=deterministic,q=3,S1=2,S2=2,b_f=2,b_g=2"; /* the mode overrules */
    const char *batches = "q=1,alpha_rule=constant,S2=99,b_f=99,b_g=99";
    trial *a = trial_start(&lf_algorithm_3secon, &problem, 1, x0, whole);
    trial *b = trial_start(&lf_algorithm_3secon, &problem, 2, x0, batches);
    for (size_t k = 0; k < 300; k++)
        assert_memory_equal(trial_steps(a, 1), trial_steps(b, 1), 2 * sizeof(double));
    trial_assert_counts(b, trial_count(a, "gradient.objective"), 0,
                        trial_count(a, "gradient.constraint"), trial_count(a, "value.constraint"));
}

/* Moved along by changes on all rows, u is g itself: the steps are those of the method that asks
 * for it afresh each time. */
static void test_spider_on_all_rows_is_exact(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {-2, 3}; /* first the gap is the largest, then the second of two */
    const char *afresh = "mode=deterministic,alpha=0.05,nu=1";
    const char *moved = "alpha=0.05,nu=1,alpha_rule=constant,q=1000,S2=99,b_f=99,b_g=99";
    const char *on[] = {"map", "value"};
    for (size_t i = 0; i < 2; i++) {
        trial *a = trial_start(&lf_algorithm_3secon, &problem, 1, x0, afresh);
        trial *b = trial_start(&lf_algorithm_3secon, &problem, 2, x0,
                               trial_text("%s,spider_on=%s", moved, on[i]));
        for (size_t k = 0; k < 100; k++)
            assert_near(lf_vec_distance(2, trial_steps(a, 1), trial_steps(b, 1)), 0, 1e-12);
        assert_true(trial_count(a, "gradient.constraint") > 0);
    }
}

/* min |x - 2| s.t. |c(x)| + 1 <= 0, c(x) = x; nu = 10, beta = 8, alpha = 3/2. From 3/2, where u is
 * exact and beta lambda = 2, the first step goes to 0 = c. The second, on the batch B, is
 *     x_2 = x_1 + 3/2 (1 - 0.8 (1 + |u|) sign(u)),   u = 3/2 + c(0; B) - c(3/2; B),
 * which tells u; on values it is (1 + u) for (1 + |u|), with |c| in u, and a sign of no account. */
static double second_step(const toy *problem, uint64_t seed, const char *on, bool value) {
    const double x0 = 1.5;
    const char *set = trial_text("alpha_rule=constant,alpha=1.5,nu=10,beta=8,f_arg=plugin,q=9,"
                                 "S2=4,b_f=16,b_g=12,spider_on=%s",
                                 on);
    trial *t = trial_start(&lf_algorithm_3secon, problem, seed, &x0, set);
    const double x_1 = *trial_steps(t, 1);
    assert_near(x_1, 0, 1e-13);
    const double told = (1 - (*trial_steps(t, 1) - x_1) / 1.5) / 0.8;
    trial_teardown(NULL);
    return value || told > 0 ? fabs(told) - 1 : told + 1;
}

/* Mean of u's error over seeds in units of its standard error. Where c is 0, |.| of a batch is
 * positive, so that u must be too large on values. */
static void test_map_is_unbiased_and_value_is_not(void **unused) {
    (void)unused;
    toy problem = toy_line();
    problem.constraint[0].outer[0] = (lf_outer){LF_OUTER_ABS, 1, 1, -1};
    toy_fill(&problem.constraint[0], 0, 1, 0, 0, 0.05);
    for (size_t row = 0; row < 12; row++)
        problem.constraint[0].level[row][0] *= 4; /* as large as the slopes' noise at 2 */
    for (size_t value = 0; value < 2; value++) {
        const double n = 1000;
        double sum = 0, squares = 0;
        for (uint64_t seed = 0; seed < 1000; seed++) {
            const double error = second_step(&problem, seed, value ? "value" : "map", value);
            sum += error;
            squares += error * error;
        }
        const double mean = sum / n, errors = mean / sqrt((squares / n - mean * mean) / n);
        assert_true(value ? errors > 10 : fabs(errors) < 4);
    }
}

/* Far from both kinks every step is alpha_k: four steps of an epoch and the first of the next. */
static void test_alpha_rules(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0, epoch = 4 + 1 / sqrt(2);
    const struct {
        const char *rule;
        double want;
    } cases[] = {
        {"auto", epoch},
        {"constant", 5},
        {"epoch", epoch},
        {"k1", 2 + sqrt(2) + sqrt(4 / 3.0) + 1 + sqrt(0.8)},
        {"kq1", 1 + sqrt(0.8) + sqrt(2 / 3.0) + sqrt(4 / 7.0) + sqrt(0.5)},
    };
    for (size_t i = 0; i < 5; i++) {
        const char *set = trial_text("alpha=1e-3,b_f=16,alpha_rule=%s", cases[i].rule);
        trial *t = trial_start(&lf_algorithm_3secon, &problem, 1, &x0, set);
        assert_near(*trial_steps(t, 5), 1e-3 * cases[i].want, 1e-12);
    }
}

/* Steps end below beta alpha / sqrt(epochs) = 2e-3 in size; the noise of 5 rows is as large again.
 */
static void test_reaches_the_corner(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {0, 0};
    for (uint64_t seed = 0; seed < 4; seed++) {
        trial *t = trial_start(&lf_algorithm_3secon, &problem, seed, x0, NULL);
        const double *x = trial_steps(t, 20000);
        assert_near(x[0], 1, 0.02);
        assert_near(x[1], 0.5, 0.02);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_steps),
        trial_test(test_projects),
        trial_test(test_solves_the_smoothed_problem),
        trial_test(test_counts),
        trial_test(test_counts_of_several_constraints),
        trial_test(test_each_batch_has_its_size),
        trial_test(test_whole_batches_are_deterministic),
        trial_test(test_spider_on_all_rows_is_exact),
        trial_test(test_map_is_unbiased_and_value_is_not),
        trial_test(test_alpha_rules),
        trial_test(test_reaches_the_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
