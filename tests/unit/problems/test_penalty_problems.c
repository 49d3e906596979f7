/* The composition view of the constrained problems, with every penalty: F against FV and the value
 * of the constraint, its slopes as a method forms them against differences. */
#include <levelfield/vector.h>

#include "fixture_problem.h"
#include "oracle/oracle.h"
#include "problems/common/penalty.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_neyman_pearson, lf_problem_dp_scad,
    lf_problem_roc_fairness;
static const lf_problem_class *const all[] = {&lf_problem_neyman_pearson, &lf_problem_dp_scad,
                                              &lf_problem_roc_fairness};

enum { ALL = 3, POINTS = 4, MOST = 64 };

/* lambda rho is far above the violations met here, or far below, so both pieces are seen. */
static const struct {
    lf_penalty penalty;
    double rho, lambda;
} is[] = {{LF_PENALTY_HINGE, 7, 1},
          {LF_PENALTY_SQUARED_HINGE, 7, 1},
          {LF_PENALTY_SMOOTHED_HINGE, 7, 1e-5},
          {LF_PENALTY_SMOOTHED_HINGE, 7, 100}};
enum { PENALTIES = sizeof is / sizeof *is };

static fixture_problem open_penalised(const lf_problem_class *class, size_t k) {
    static const char *const word[] = {"none", "hinge", "squared", "smoothed"};
    char spec[128];
    snprintf(spec, sizeof spec, "penalty=%s,rho=%g,lambda=%g", word[is[k].penalty], is[k].rho,
             is[k].lambda);
    return problem_open(class, spec);
}

/* P(u) as the specification states it. */
static double charged(size_t k, double u) {
    const double rho = is[k].rho, lambda = is[k].lambda;
    if (u <= 0) return 0;
    if (is[k].penalty == LF_PENALTY_HINGE) return rho * u;
    if (is[k].penalty == LF_PENALTY_SQUARED_HINGE) return rho * u * u;
    return u <= lambda * rho ? u * u / (2 * lambda) : rho * u - lambda * rho * rho / 2;
}

/* Two points near the start, where the constraint holds, and two far from it. */
static void point_of(const lf_problem *problem, uint64_t i, double *w) {
    const size_t d = problem->info.dim;
    assert_true(d <= MOST);
    table_point(300 + i, d, i < 2 ? 1e-3 : 2, w);
    if (problem->info.x0) lf_vec_axpy(d, i < 2 ? 1e-3 : 1, problem->info.x0, w);
    if (problem->info.x0 && i < 2) lf_vec_copy(d, problem->info.x0, w);
}

typedef void (*point_check)(const lf_problem *problem, size_t k, const double *w);

static void each_point(point_check check) {
    for (size_t c = 0; c < ALL; c++)
        for (size_t k = 0; k < PENALTIES; k++) {
            fixture_problem p = open_penalised(all[c], k);
            size_t violated = 0;
            for (uint64_t i = 0; i < POINTS; i++) {
                double w[MOST];
                point_of(&p.problem, i, w);
                violated += problem_metric(&p.problem, "G", w) > 0;
                check(&p.problem, k, w);
            }
            assert_in_range(violated, 1, POINTS - 1); /* both sides of the kink are seen */
            problem_close(&p);
        }
}

/* One constraint, so m = 1. */
static void value_is(const lf_problem *problem, size_t k, const double *w) {
    const double FV = problem_metric(problem, "FV", w), G = problem_metric(problem, "G", w);
    assert_near(problem_metric(problem, "F", w), FV + charged(k, G), 1e-13 * (1 + charged(k, G)));
}

static void test_values(void **state) {
    (void)state;
    each_point(value_is);
}

static lf_oracle *oracle_of(const lf_problem *problem) {
    const lf_cost_scope scope = lf_cost_scope_of(&problem->info);
    lf_budget budget;
    lf_oracle *o;
    assert_ok(lf_budget_parse("1e12:cost", &scope, &budget));
    assert_ok(lf_oracle_create(problem, 1, &budget, &o));
    return o;
}

/* grad (d) <- slope of the objective part. */
static void objective_slope(lf_oracle *o, const double *w, double *grad) {
    lf_batch batch;
    lf_vec_zero(lf_oracle_dim(o), grad);
    assert_ok(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &batch));
    assert_ok(lf_oracle_subgradient(o, &batch, w, grad));
    lf_oracle_regulariser(o, w, grad);
}

/* A subgradient of F, by the calls of a method of this view. */
static void slope_of(const lf_problem *problem, const double *w, double *grad) {
    lf_oracle *o = oracle_of(problem);
    lf_batch batch;
    objective_slope(o, w, grad);
    assert_ok(lf_oracle_full(o, LF_ROLE_INNER, 0, &batch));
    assert_ok(lf_oracle_subgradient(o, &batch, w, grad)); /* n = 1 */
    lf_oracle_free(o);
}

/* F with the inner part replaced by its Moreau envelope; its gradient too if grad is given. */
static double envelope_of(const lf_problem *problem, double lam, const double *w, double *grad) {
    lf_oracle *o = oracle_of(problem);
    lf_batch batch;
    double z, y, value, scratch[MOST];
    objective_slope(o, w, grad ? grad : scratch);
    assert_ok(lf_oracle_full(o, LF_ROLE_INNER, 0, &batch));
    assert_ok(lf_oracle_value(o, &batch, w, &z));
    assert_ok(lf_oracle_outer_envelope(o, LF_ROLE_INNER, 0, lam, &z, &value, &y));
    if (grad) assert_ok(lf_oracle_vjp(o, &batch, w, &y, grad));
    lf_oracle_free(o);
    return problem_metric(problem, "FV", w) + value;
}

/* lam = 0: F itself */
static double smoothed(const lf_problem *problem, double lam, const double *w) {
    return lam > 0 ? envelope_of(problem, lam, w, NULL) : problem_metric(problem, "F", w);
}

/* A step of 1e-7 passes no kink of the losses at these points; what is left is rounding. */
static void slope_agrees(const lf_problem *problem, double lam, const double *w) {
    const size_t d = problem->info.dim;
    const double h = 1e-7;
    double u[MOST], at[MOST], grad[MOST], value[2];
    table_point(77, d, 1, u);
    if (lam > 0)
        envelope_of(problem, lam, w, grad);
    else
        slope_of(problem, w, grad);
    for (int side = 0; side < 2; side++) {
        lf_vec_copy(d, w, at);
        lf_vec_axpy(d, side ? -h : h, u, at);
        value[side] = smoothed(problem, lam, at);
    }
    const double slope = lf_vec_dot(d, grad, u);
    assert_near((value[0] - value[1]) / (2 * h), slope, 1e-6 * (1 + fabs(value[0])));
}

static void subgradient_is(const lf_problem *problem, size_t k, const double *w) {
    (void)k;
    slope_agrees(problem, 0, w);
}

/* With lam 1e-3 and 10: most points on the line of the envelope, and on its parabola. */
static void smoothed_gradient_is(const lf_problem *problem, size_t k, const double *w) {
    (void)k;
    slope_agrees(problem, 1e-3, w);
    slope_agrees(problem, 10, w);
}

static void test_subgradients(void **state) {
    (void)state;
    each_point(subgradient_is);
}

static void test_smoothed_gradients(void **state) {
    (void)state;
    each_point(smoothed_gradient_is);
}

/* The same map, sample by sample: bit for bit that of the constraint. */
static void test_inner_is_the_constraint(void **state) {
    (void)state;
    for (size_t c = 0; c < ALL; c++) {
        fixture_problem p = open_penalised(all[c], 0);
        component_map inner = map_of(&p.problem, LF_ROLE_INNER, 0);
        component_map constraint = map_of(&p.problem, LF_ROLE_CONSTRAINT, 0);
        double w[MOST], g[2], grad[2][MOST] = {{0}};
        const double y = 1;
        assert_true(inner.p == 1 && constraint.p == 1);
        assert_int_equal(inner.samples.n, constraint.samples.n);
        point_of(&p.problem, 3, w);
        assert_ok(inner.evaluate(inner.state, &inner.samples, w, &y, &g[0], grad[0]));
        assert_ok(inner.evaluate(inner.state, &constraint.samples, w, &y, &g[1], grad[1]));
        assert_memory_equal(&g[0], &g[1], sizeof g[0]);
        assert_memory_equal(grad[0], grad[1], sizeof grad[0]);
        check_component(&p.problem, LF_ROLE_INNER, 0, MAP_KINKED, 5);
        problem_close(&p);
    }
}

static void test_parameters(void **state) {
    (void)state;
    for (size_t c = 0; c < ALL; c++) {
        lf_parameters parameters;
        assert_int_equal(lf_parameters_create(all[c]->params, all[c]->params_size,
                                              "penalty=smoothed,lambda=0", "problem", &parameters),
                         LF_BAD_ARGUMENT);
        assert_int_equal(lf_parameters_create(all[c]->params, all[c]->params_size, "rho=-1",
                                              "problem", &parameters),
                         LF_BAD_ARGUMENT);
        fixture_problem p = problem_open(all[c], "");
        assert_int_equal(p.problem.info.role[LF_ROLE_INNER].count, 0);
        assert_false(lf_problem_shows(&p.problem, LF_VIEW_COMPOSITION));
        problem_close(&p);
    }
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_subgradients),
        cmocka_unit_test(test_smoothed_gradients),
        cmocka_unit_test(test_inner_is_the_constraint),
        cmocka_unit_test(test_parameters),
    };
    return cmocka_run_group_tests_name("penalty_problems", tests, setup, scratch_teardown);
}
