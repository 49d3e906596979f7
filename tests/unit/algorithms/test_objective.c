/* Subgradients of the objective: exact, sampled with the slope from all rows, and plugged in. */
#include "algorithms/common/objective.h"

#include "algorithms/common/sampling.h"
#include "trial.h"

static lf_objective f;

static trial *objective(const toy *problem, uint64_t seed, lf_f_arg f_arg, size_t b) {
    trial *t = trial_problem(problem, seed, "1e12");
    f = (lf_objective){0};
    t->arena = lf_arena_create(&f, sizeof f, 1 << 20);
    assert_ok(lf_objective_init(&f, f_arg, b, 1, t->oracle, t->arena));
    return t;
}

static void test_all_rows(void **unused) {
    (void)unused;
    toy problem = toy_corner();
    problem.regulariser = (lf_outer){LF_OUTER_SCAD, 2, 0.5, 0};
    const double x[2] = {0.5, -1.5};
    double zeta[2] = {NAN, NAN}; /* what was there does not count */
    trial *t = objective(&problem, 1, LF_F_ARG_FULL, LF_SAMPLING_ALL);
    assert_ok(lf_objective_subgradient(&f, t->oracle, x, zeta));
    assert_near(zeta[0], 0.5 - 2 + 0.5 * 2, 1e-14);
    assert_near(zeta[1], -1.5 - 1 - 0.5 * (4 - 2 * 1.5), 1e-14);
    trial_assert_counts(t, 30, 0, 0, 0);
}

static void test_counts_on_a_batch(void **unused) {
    (void)unused;
    const toy line = toy_line(), corner = toy_corner(); /* nonlinear and linear outer function */
    const double x[2] = {0.5, 0};
    double zeta[2];
    trial *t = objective(&line, 1, LF_F_ARG_FULL, 4);
    assert_ok(lf_objective_subgradient(&f, t->oracle, x, zeta));
    trial_assert_counts(t, 4, 16, 0, 0);
    t = objective(&line, 1, LF_F_ARG_PLUGIN, 4);
    assert_ok(lf_objective_subgradient(&f, t->oracle, x, zeta));
    trial_assert_counts(t, 4, 0, 0, 0);
    t = objective(&corner, 1, LF_F_ARG_FULL, 5);
    assert_ok(lf_objective_subgradient(&f, t->oracle, x, zeta));
    trial_assert_counts(t, 5, 0, 0, 0);
}

/* Mean over seeds of SG_f for |c(x)| where c(x) = 0.01 is small beside the noise of a batch: with
 * the sign from all rows it is the gradient 1, with the batch's own sign it is nearer to 0. */
static double mean_subgradient(lf_f_arg f_arg) {
    const toy problem = toy_line();
    const double x = 2.01;
    double sum = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        double zeta;
        trial *t = objective(&problem, seed, f_arg, 2);
        assert_ok(lf_objective_subgradient(&f, t->oracle, &x, &zeta));
        sum += zeta;
        trial_teardown(NULL);
    }
    return sum / 1000;
}

static void test_full_argument_is_unbiased(void **unused) {
    (void)unused;
    /* a row's slope differs by at most 0.3 from 1, so the standard error is below 0.3/sqrt(2000) */
    assert_near(mean_subgradient(LF_F_ARG_FULL), 1, 4 * 0.3 / sqrt(2000));
    assert_true(mean_subgradient(LF_F_ARG_PLUGIN) < 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_all_rows),
        trial_test(test_counts_on_a_batch),
        trial_test(test_full_argument_is_unbiased),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
