/* Functions of expectations: closed forms, several levels, samples, estimates without a Hessian. */
#include "fixture_problem.h"
#include "oracle/oracle.h"
#include "problems/bilevel/parts/bilevel_metrics.h"

#include <levelfield/vector.h>

extern const lf_problem_class lf_problem_compositional;

enum { D = 4, N = 3, SAMPLES = 64 }; /* the problem's defaults */

static const double x[D] = {0.4, -1.1, 0.2, 0.9}, y[N] = {0.3, -0.5, 1.2};

static lf_samples all_of(size_t i, const size_t *n) {
    return (lf_samples){.component = i, .n = *n, .per_stratum = n, .draw = LF_DRAW_FULL};
}

/* gx - Jxy Hyy^-1 gy of the answers, at the solution, is the gradient that the problem states; the
 * mean over its levels. */
static void test_hypergradient_from_answers(void **unused) {
    (void)unused;
    const size_t n = SAMPLES, tasks = 5;
    fixture_problem p = problem_open(&lf_problem_compositional, "tasks=5");
    const lf_bilevel *answers = p.problem.is->bilevel;
    const lf_bilevel_levels *levels = ((const lf_bilevel_common *)p.problem.state)->is;
    double want[D] = {0}, got[D], solved[N], gy[N];
    for (size_t i = 0; i < tasks; i++) {
        const lf_samples all = all_of(i, &n);
        lf_vec_zero(N, gy);
        assert_ok(levels->solve(p.problem.state, i, x, solved));
        assert_ok(answers->lower(p.problem.state, &all, x, solved, gy));
        assert_near(lf_vec_norm(N, gy), 0, 1e-14);
        assert_ok(answers->upper(p.problem.state, &all, x, solved, NULL, gy));
        lf_vec_scale(N, -1.0 / (double)tasks, gy);
        assert_ok(answers->jvp(p.problem.state, &all, x, solved, gy, want));
    }
    assert_ok(lf_bilevel_gradient(&p.problem, x, got));
    assert_near(lf_vec_distance(D, got, want), 0, 1e-14);
    assert_true(lf_vec_norm(D, want) > 0.01);
    problem_close(&p);
}

/* One level in one dimension by hand: G = M tanh x + b. */
static void test_scalar(void **unused) {
    (void)unused;
    fixture_problem p = problem_open(&lf_problem_compositional, "d=1,dy=1,s=0");
    const lf_bilevel_levels *levels = ((const lf_bilevel_common *)p.problem.state)->is;
    const double zero = 0, one = 1, far = 40, half = 0.5;
    double b, sum, at, grad = 0;
    assert_ok(levels->solve(p.problem.state, 0, &zero, &b));
    assert_ok(levels->solve(p.problem.state, 0, &far, &sum)); /* tanh = 1: b + M */
    assert_ok(levels->solve(p.problem.state, 0, &half, &at));
    assert_near(at, b + (sum - b) * tanh(0.5), 1e-15);
    /* f(y) = (y - c)^2 / 2, so f(0) - f(1) = c - 1/2 */
    const double c = levels->upper(p.problem.state, 0, &zero, &zero) -
                     levels->upper(p.problem.state, 0, &zero, &one) + 0.5;
    assert_ok(lf_bilevel_gradient(&p.problem, &half, &grad));
    const double slope = 1 - tanh(0.5) * tanh(0.5);
    assert_near(grad, slope * (sum - b) * (at - c), 1e-13);
    problem_close(&p);
}

/* Answers about the samples one by one have the answer about all for their mean. */
static void test_samples_average(void **unused) {
    (void)unused;
    const size_t n = SAMPLES, single = 1;
    fixture_problem p = problem_open(&lf_problem_compositional, "s=0.5");
    const lf_bilevel *answers = p.problem.is->bilevel;
    const lf_samples all = all_of(0, &n);
    double want[2 * N + D] = {0}, mean[2 * N + D] = {0}, spread = 0;
    for (uint32_t k = 0; k <= SAMPLES; k++) {
        const lf_samples one = {.n = 1, .id = &k, .per_stratum = &single};
        const lf_samples *of = k < SAMPLES ? &one : &all;
        double got[2 * N + D] = {0};
        assert_ok(answers->lower(p.problem.state, of, x, y, got));
        assert_ok(answers->upper(p.problem.state, of, x, y, NULL, got + N));
        assert_ok(answers->jvp(p.problem.state, of, x, y, y, got + 2 * N));
        lf_vec_axpy(2 * N + D, 1.0 / SAMPLES, got, k < SAMPLES ? mean : want);
        spread = fmax(spread, lf_vec_norm(N, got));
    }
    lf_vec_scale(2 * N + D, SAMPLES, want);
    assert_near(lf_vec_distance(2 * N + D, mean, want), 0, 1e-13);
    assert_true(spread > 1.1 * lf_vec_norm(N, want)); /* they differ */
    problem_close(&p);
}

/* The own form follows the recursion of a STORM estimate of -DG', and asks for no Hessian. */
static void test_form_is_storm_on_the_jacobian(void **unused) {
    (void)unused;
    fixture_problem p = problem_open(&lf_problem_compositional, "s=0.5");
    const lf_cost_scope scope = lf_cost_scope_of(&p.problem.info);
    const double beta = 0.3, kappa = 1, next[D] = {0.1, 0.7, -0.4, 0.2}, q[N] = {1, -2, 0.5};
    double storm[D] = {0}, old[D] = {0}, new[D] = {0}, got[D] = {0}, H[N] = {0};
    lf_budget budget;
    lf_oracle *o;
    lf_batch b;
    lf_estimate E;
    assert_ok(lf_budget_parse("1e9:samples", &scope, &budget));
    assert_ok(lf_oracle_create(&p.problem, 3, &budget, &o));
    assert_ok(lf_oracle_estimate(o, LF_FORM_OWN, 0, &E));
    assert_ok(lf_oracle_draw(o, LF_ROLE_LOWER, 0, 8, &b));
    assert_ok(lf_oracle_estimate_add(o, E, &b, x, y, 1));
    assert_ok(lf_oracle_lower_jvp(o, &b, x, y, q, storm));
    assert_ok(lf_oracle_draw(o, LF_ROLE_LOWER, 0, 8, &b));
    assert_ok(lf_oracle_estimate_add(o, E, &b, x, y, -kappa));
    assert_ok(lf_oracle_estimate_scale(o, E, 1 - beta));
    assert_ok(lf_oracle_estimate_add(o, E, &b, next, y, kappa));
    assert_ok(lf_oracle_lower_jvp(o, &b, x, y, q, old));
    assert_ok(lf_oracle_lower_jvp(o, &b, next, y, q, new));
    for (size_t j = 0; j < D; j++)
        storm[j] = (1 - beta) * (storm[j] - kappa * old[j]) + kappa * new[j];
    assert_ok(lf_oracle_estimate_jacobian(o, E, 1, q, got));
    assert_near(lf_vec_distance(D, got, storm), 0, 1e-14);
    assert_ok(lf_oracle_estimate_hessian(o, E, q, H));
    assert_memory_equal(H, q, sizeof H);
    const uint64_t *count = lf_oracle_meter(o)->count;
    assert_int_equal(count[LF_COUNTER_EVALUATION(LF_EVALUATION_HVP, LF_ROLE_LOWER)], 0);
    assert_int_equal(count[LF_COUNTER_EVALUATION(LF_EVALUATION_JVP, LF_ROLE_LOWER)], 6 * 8);
    lf_oracle_free(o);
    problem_close(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hypergradient_from_answers),
        cmocka_unit_test(test_scalar),
        cmocka_unit_test(test_samples_average),
        cmocka_unit_test(test_form_is_storm_on_the_jacobian),
    };
    return cmocka_run_group_tests_name("compositional", tests, NULL, NULL);
}
