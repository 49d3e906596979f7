/* Flipped labels: how many, and the metrics that tell them from the others. */
#include <levelfield/vector.h>

#include "fixture_problem.h"
#include "problems/bilevel/parts/weights.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_sample_weights, lf_problem_hyper_cleaning;

static const double *signs_of(const fixture_problem *f) {
    return ((const lf_weights *)f->problem.state)->train.sign;
}

/* What the metrics of flips are, at weights that tell the flipped rows and at the start. */
static void test_flips(void **unused) {
    (void)unused;
    fixture_problem clean = problem_open(&lf_problem_sample_weights, "");
    fixture_problem f = problem_open(&lf_problem_hyper_cleaning, "");
    const size_t n = f.problem.info.dim;
    const double *was = signs_of(&clean), *is = signs_of(&f);
    double *p = calloc(n, sizeof *p);
    size_t flipped = 0;
    for (size_t j = 0; j < n; j++)
        flipped += was[j] != is[j];
    assert_true(flipped > 50 && flipped < 110); /* of 400, mean 80, deviation 8 */
    assert_near(problem_metric(&f.problem, "flipped", p), 0.5, 1e-15);
    assert_near(problem_metric(&f.problem, "clean", p), 0.5, 1e-15);
    assert_near(problem_metric(&f.problem, "AUC", p), 0.5, 0);
    for (size_t j = 0; j < n; j++)
        p[j] = was[j] != is[j] ? -1 : 2;
    assert_near(problem_metric(&f.problem, "flipped", p), 1 / (1 + exp(1)), 1e-15);
    assert_near(problem_metric(&f.problem, "clean", p), 1 / (1 + exp(-2)), 1e-14);
    assert_near(problem_metric(&f.problem, "AUC", p), 1, 0);
    const double known = problem_metric(&f.problem, "F", p);
    lf_vec_zero(n, p);
    assert_true(known < problem_metric(&f.problem, "F", p));
    problem_close(&f);
    free(p);
    problem_close(&f);
    problem_close(&clean);
}

/* Without flips the problem is sample_weights, and there is nothing to detect. */
static void test_no_flips(void **unused) {
    (void)unused;
    fixture_problem clean = problem_open(&lf_problem_sample_weights, "");
    fixture_problem f = problem_open(&lf_problem_hyper_cleaning, "rho=0");
    double *p = calloc(f.problem.info.dim, sizeof *p);
    assert_near(problem_metric(&f.problem, "F", p), problem_metric(&clean.problem, "F", p), 0);
    assert_true(isnan(problem_metric(&f.problem, "flipped", p)));
    assert_true(isnan(problem_metric(&f.problem, "AUC", p)));
    assert_near(problem_metric(&f.problem, "clean", p), 0.5, 1e-15);
    free(p);
    problem_close(&f);
    problem_close(&clean);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flips),
        cmocka_unit_test(test_no_flips),
    };
    return cmocka_run_group_tests_name("hyper_cleaning", tests, setup, scratch_teardown);
}
