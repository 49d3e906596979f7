/* The quadratic levels against numbers that were computed by other means, and its noise. */
#include <levelfield/vector.h>

#include "fixture_problem.h"
#include "problems/bilevel/parts/bilevel_metrics.h"

extern const lf_problem_class lf_problem_bilevel_quadratic;

static const double x[3] = {1, -1, 0.5};

static const lf_bilevel_levels *levels_of(const fixture_problem *p) {
    return ((const lf_bilevel_common *)p->problem.state)->is;
}

static void assert_all_near(size_t n, const double *got, const double *want, double tolerance) {
    for (size_t k = 0; k < n; k++)
        assert_near(got[k], want[k], tolerance);
}

static void test_solution_and_value(void **state) {
    (void)state;
    const double want[2] = {0.90052356, -0.67015707};
    double y[2] = {0}, value;
    fixture_problem p = problem_open(&lf_problem_bilevel_quadratic, "");
    assert_ok(levels_of(&p)->solve(p.problem.state, 0, x, y));
    assert_all_near(2, y, want, 1e-8);
    assert_ok(lf_bilevel_F(&p.problem, &(lf_point){.w = x}, &value));
    assert_near(value, 0.243128683424, 1e-12);
    problem_close(&p);
}

/* At the solution of the lower level it is the gradient of F; at y = 0 the surrogate of methods. */
static void test_hypergradient(void **state) {
    (void)state;
    const double want[3] = {0.06931005, -0.34655848, 0.60957348};
    const double surrogate[3] = {-0.17015707, 0.19476440, -0.34895288};
    const double zero[2] = {0};
    double grad[3], z[3] = {0};
    fixture_problem p = problem_open(&lf_problem_bilevel_quadratic, "");
    assert_ok(lf_bilevel_gradient(&p.problem, x, grad));
    assert_all_near(3, grad, want, 1e-8);
    assert_ok(levels_of(&p)->hypergradient(p.problem.state, 0, x, zero, 1, z));
    assert_all_near(3, z, surrogate, 1e-8);
    problem_close(&p);
}

static void test_optimum(void **state) {
    (void)state;
    const double best[3] = {0.76503064, -0.41977713, 0.23349165};
    const double lower[2] = {0.54326769, -0.21639284};
    double value, size, y[2] = {0};
    fixture_problem p = problem_open(&lf_problem_bilevel_quadratic, "");
    const lf_point at = {.w = best};
    assert_ok(lf_bilevel_F(&p.problem, &at, &value));
    assert_near(value, 0.053217024026, 1e-12);
    assert_ok(lf_bilevel_hypergradient(&p.problem, &at, &size));
    assert_near(size, 0, 1e-7);
    assert_ok(levels_of(&p)->solve(p.problem.state, 0, best, y));
    assert_all_near(2, y, lower, 1e-8);
    problem_close(&p);
}

/* All samples together are the level without noise; one sample alone is not. */
static void test_noise_has_mean_zero(void **state) {
    (void)state;
    fixture_problem with = problem_open(&lf_problem_bilevel_quadratic, "s=0.3,samples=16");
    fixture_problem without = problem_open(&lf_problem_bilevel_quadratic, "s=0,samples=16");
    const lf_bilevel *is = lf_problem_bilevel_quadratic.bilevel;
    const size_t one = 1;
    const double y[2] = {0.4, -0.7};
    uint32_t id[16];
    double noisy[2] = {0}, exact[2] = {0}, alone[2] = {0};
    for (uint32_t k = 0; k < 16; k++)
        id[k] = k;
    const size_t all = 16;
    const lf_samples each = {.role = LF_ROLE_LOWER, .n = all, .id = id, .per_stratum = &all};
    const lf_samples first = {.role = LF_ROLE_LOWER, .n = one, .id = id, .per_stratum = &one};
    assert_ok(is->lower(with.problem.state, &each, x, y, noisy));
    assert_ok(is->lower(without.problem.state, &each, x, y, exact));
    assert_ok(is->lower(with.problem.state, &first, x, y, alone));
    assert_all_near(2, noisy, exact, 1e-14);
    assert_true(fabs(alone[0] - exact[0]) > 1e-3);
    problem_close(&with);
    problem_close(&without);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solution_and_value),
        cmocka_unit_test(test_hypergradient),
        cmocka_unit_test(test_optimum),
        cmocka_unit_test(test_noise_has_mean_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
