/* Problem 2 of the 3S-Econ paper, on the generated set and on a9a where it is. */
#include <levelfield/vector.h>

#include "fixture_problem.h"
#include "problems/common/constrained_view.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_dp_scad;

enum { MOST = 128 };

/* At the origin every hinge is 1, every probability 1/2. */
static void check_origin(const lf_problem *problem) {
    const double zero[MOST] = {0};
    assert_null(problem->info.x0);
    assert_near(problem_metric(problem, "FV", zero), 1, 1e-15);
    assert_near(problem_metric(problem, "G", zero), -0.02, 1e-15);
    assert_near(problem_metric(problem, "CVio", zero), 0, 0);
}

/* f with the hinge and SCAD, and |h_0| - kappa_2: subgradients against differences. */
static void check_composites(const lf_problem *problem) {
    const size_t d = problem->info.dim;
    double w[MOST], u[MOST], at[MOST], f[2], g[2];
    lf_constrained view;
    assert_ok(lf_constrained_create(problem, &view));
    for (uint64_t k = 0; k < 4; k++) {
        double grad_f[MOST] = {0}, grad_g[MOST] = {0};
        size_t which;
        table_point(50 + k, d, 2.5, w); /* reaches all three pieces of SCAD */
        table_point(60 + k, d, 1, u);
        assert_ok(lf_constrained_objective(&view, w, &f[0], grad_f));
        assert_ok(lf_constrained_value(&view, w, &g[0], &which));
        assert_ok(lf_constrained_slope(&view, w, which, grad_g));
        for (int side = 0; side < 2; side++) {
            for (size_t i = 0; i < d; i++)
                at[i] = w[i] + (side ? -1e-7 : 1e-7) * u[i];
            assert_ok(lf_constrained_objective(&view, at, &f[side], NULL));
            assert_ok(lf_constrained_value(&view, at, &g[side], &which));
        }
        assert_near((f[0] - f[1]) / 2e-7, lf_vec_dot(d, grad_f, u), 5e-6);
        assert_near((g[0] - g[1]) / 2e-7, lf_vec_dot(d, grad_g, u), 1e-7);
    }
    lf_constrained_free(&view);
}

static void test_two_groups(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_dp_scad, "");
    check_origin(&p.problem);
    check_composites(&p.problem);
    check_component(&p.problem, LF_ROLE_OBJECTIVE, 0, MAP_KINKED, 1);
    check_component(&p.problem, LF_ROLE_CONSTRAINT, 0, MAP_SMOOTH, 2);
    assert_true(p.problem.info.rho_f == p.problem.info.rho_g);
    problem_close(&p);
}

/* rho = max{2 lam, number}. */
static void test_rho_is_at_least_that_of_scad(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_dp_scad, "lam=1000");
    assert_near(p.problem.info.rho_f, 2000, 0);
    problem_close(&p);
}

/* The group swapped: h_0 changes its sign, |h_0| does not. */
static void test_groups_are_symmetric(void **state) {
    (void)state;
    double w[MOST];
    fixture_problem p = problem_open(&lf_problem_dp_scad, "group=group/protected");
    fixture_problem q = problem_open(&lf_problem_dp_scad, "group=group/unprotected");
    table_point(4, p.problem.info.dim, 1, w);
    assert_near(problem_metric(&p.problem, "G", w), problem_metric(&q.problem, "G", w), 1e-15);
    problem_close(&p);
    problem_close(&q);
}

static void test_splits(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_dp_scad, "split=random,split_seed=3,train=0.5");
    fixture_problem q = problem_open(&lf_problem_dp_scad, "split=random,split_seed=4,train=0.5");
    const lf_part *a = &p.problem.info.part[0], *b = &q.problem.info.part[0];
    assert_int_equal(a->n, 3000);
    assert_int_equal(b->n, 3000);
    assert_true(memcmp(a->row, b->row, a->n * sizeof *a->row) != 0);
    problem_close(&p);
    problem_close(&q);
}

/* Section 10, item 8: "no capital gain" with weight -1. */
static void test_a9a(void **state) {
    (void)state;
    need_data("a9a");
    double w[MOST] = {0};
    fixture_problem p = problem_open(&lf_problem_dp_scad, "data=a9a");
    check_origin(&p.problem);
    check_composites(&p.problem);
    check_component(&p.problem, LF_ROLE_OBJECTIVE, 0, MAP_KINKED, 1);
    check_component(&p.problem, LF_ROLE_CONSTRAINT, 0, MAP_SMOOTH, 2);
    w[73] = -1;
    assert_near(problem_metric(&p.problem, "FV", w), 0.5019, 5e-5);
    assert_near(problem_metric(&p.problem, "G", w), -0.0120, 5e-5);
    assert_near(p.problem.info.rho_f, 6.93, 0.005);
    assert_near(p.problem.info.rho_g, 6.93, 0.005);
    problem_close(&p);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_groups),
        cmocka_unit_test(test_rho_is_at_least_that_of_scad),
        cmocka_unit_test(test_groups_are_symmetric),
        cmocka_unit_test(test_splits),
        cmocka_unit_test(test_a9a),
    };
    return cmocka_run_group_tests_name("dp_scad", tests, setup, scratch_teardown);
}
