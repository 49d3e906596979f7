/* 3S-Econ: first steps by hand, counts, the smoothed penalty's own solution, the deterministic
 * method as a special case. */
#include "algorithms/constrained/3secon.c"

#include "trial.h"

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
    assert_near(((econ_state *)t->state)->spider.u[0], 1.5, 1e-13); /* g(x_3) + 1: the inner map */
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

/* Far from both kinks every step is alpha_k: four steps of an epoch and the first of the next. */
static void test_alpha_rules(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0, epoch = 4 + 1 / sqrt(2);
    const double want[] = {
        [0] = epoch, /* auto */
        [1 + LF_STEP_RULE_CONSTANT] = 5,
        [1 + LF_STEP_RULE_EPOCH] = epoch,
        [1 + LF_STEP_RULE_K1] = 2 + sqrt(2) + sqrt(4 / 3.0) + 1 + sqrt(0.8),
        [1 + LF_STEP_RULE_KQ1] = 1 + sqrt(0.8) + sqrt(2 / 3.0) + sqrt(4 / 7.0) + sqrt(0.5),
    };
    static const char *const name[] = {"auto", "constant", "epoch", "k1", "kq1"};
    for (size_t rule = 0; rule < 5; rule++) {
        const char *set = trial_text("alpha=1e-3,b_f=16,alpha_rule=%s", name[rule]);
        trial *t = trial_start(&lf_algorithm_3secon, &problem, 1, &x0, set);
        assert_near(*trial_steps(t, 5), 1e-3 * want[rule], 1e-12);
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
        trial_test(test_alpha_rules),
        trial_test(test_reaches_the_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
