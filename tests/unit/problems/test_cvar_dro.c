/* CVaR over groups as a problem: what both forms say of themselves, oracles, counters. */
#include "fixture_problem.h"
#include "oracle/oracle.h"
#include "scratch.h"

#include <levelfield/vector.h>

extern const lf_problem_class lf_problem_cvar_dro;

/* 8 groups of 100 rows: r n is 3 or, in part, 1.2. */
enum { M = 8, N = 800, N_TEST = 1000, D = 32, S = D };
static const double decay = 0.01;
static const char primal[] = "data=synthetic_small,decay=0.01,r=0.375";
static const char primal_part[] = "data=synthetic_small,decay=0.01";
static const char dual[] = "data=synthetic_small,decay=0.01,form=dual";

static fixture_problem open(const char *assignments) {
    return problem_open(&lf_problem_cvar_dro, assignments);
}

static void test_primal_description(void **state) {
    (void)state;
    fixture_problem p = open(primal_part);
    const lf_problem_info *info = &p.problem.info;
    const lf_components *inner = &info->role[LF_ROLE_INNER];
    const lf_components *objective = &info->role[LF_ROLE_OBJECTIVE];
    assert_int_equal(info->dim, D + 1);
    assert_int_equal(info->auxiliary, 1);
    assert_int_equal(info->domain.kind, LF_DOMAIN_SPACE);
    assert_int_equal(info->domain_y.n, 0);
    assert_null(info->x0);
    assert_int_equal(inner->count, M);
    for (size_t i = 0; i < M; i++) {
        const double z[] = {1.5, -1};
        assert_int_equal(inner->component[i].samples, N / M);
        assert_near(lf_outer_value(inner->component[i].outer, &z[0]), 10, 1e-12); /* 1.5 / .15 */
        assert_near(lf_outer_value(inner->component[i].outer, &z[1]), 0, 0);
    }
    assert_int_equal(objective->count, 2);
    for (size_t k = 0; k < 2; k++)
        assert_int_equal(objective->component[k].samples, 0);
    problem_close(&p);
    p = open("data=synthetic_small,decay=0");
    assert_int_equal(p.problem.info.role[LF_ROLE_OBJECTIVE].count, 1);
    problem_close(&p);
}

static void test_dual_description(void **state) {
    (void)state;
    fixture_problem p = open(dual);
    const lf_problem_info *info = &p.problem.info;
    assert_int_equal(info->dim, D);
    assert_int_equal(info->auxiliary, 0);
    assert_int_equal(info->domain.kind, LF_DOMAIN_SPACE);
    assert_int_equal(info->domain_y.kind, LF_DOMAIN_SIMPLEX);
    assert_int_equal(info->domain_y.n, M);
    assert_near(info->domain_y.upper, 1 / 1.2, 1e-15);
    assert_int_equal(info->role[LF_ROLE_OBJECTIVE].count, 0);
    assert_near(info->role[LF_ROLE_INNER].component[0].outer->scale, 1, 0);
    problem_close(&p);
}

/* Each component alone, then all at once through the oracle. */
static void check_every(const lf_problem *problem) {
    const lf_cost_scope scope = lf_cost_scope_of(&problem->info);
    double w[D + 1], y[M], g[M], grad[D + 1] = {0}, one, alone[D + 1] = {0};
    lf_budget budget;
    lf_oracle *o;
    lf_batch batch;
    assert_ok(lf_budget_parse("1e9", &scope, &budget));
    assert_ok(lf_oracle_create(problem, 1, &budget, &o));
    table_point(21, D + 1, 0.5, w);
    for (size_t role = 0; role < LF_ROLES; role++) {
        const size_t count = problem->info.role[role].count;
        if (count == 0) continue;
        table_point(22, count, 1, y);
        assert_ok(lf_oracle_full(o, (lf_role)role, LF_EVERY, &batch));
        assert_ok(lf_oracle_value_vjp(o, &batch, w, y, g, grad));
        for (size_t i = 0; i < count; i++) {
            assert_ok(lf_oracle_full(o, (lf_role)role, i, &batch));
            assert_ok(lf_oracle_value_vjp(o, &batch, w, y + i, &one, alone));
            assert_near(g[i], one, 1e-13);
        }
        for (size_t j = 0; j < problem->info.dim; j++)
            assert_near(grad[j], alone[j], 1e-13);
    }
    lf_oracle_free(o);
}

static void test_gradients(void **state) {
    (void)state;
    const char *const forms[] = {primal, dual};
    for (size_t k = 0; k < 2; k++) {
        fixture_problem p = open(forms[k]);
        for (size_t role = 0; role < LF_ROLES; role++)
            for (size_t i = 0; i < p.problem.info.role[role].count; i++)
                check_component(&p.problem, (lf_role)role, i, MAP_SMOOTH, 5 + i);
        check_every(&p.problem);
        problem_close(&p);
    }
}

/* s and the decay cost nothing, drawn or asked about; a group costs its samples. */
static void test_objectives_are_free(void **state) {
    (void)state;
    fixture_problem p = open(primal);
    const lf_cost_scope scope = lf_cost_scope_of(&p.problem.info);
    double w[D + 1] = {0}, grad[D + 1] = {0}, g;
    lf_budget budget;
    lf_oracle *o;
    lf_batch batch;
    w[0] = 2;
    w[S] = 0.25;
    assert_ok(lf_budget_parse("10:samples", &scope, &budget));
    assert_ok(lf_oracle_create(&p.problem, 1, &budget, &o));
    for (size_t k = 0; k < 2; k++) {
        assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, k, 32, &batch));
        assert_ok(lf_oracle_value(o, &batch, w, &g));
        assert_near(g, k == 0 ? 0.25 : decay * 2, 1e-15);
        assert_ok(lf_oracle_subgradient(o, &batch, w, grad));
    }
    assert_near(grad[S], 1, 0);
    assert_near(grad[0], decay * 2, 1e-15);
    for (size_t k = 0; k < LF_COUNTERS; k++)
        assert_true(k == LF_COUNTER_OUTER || lf_oracle_meter(o)->count[k] == 0);
    assert_ok(lf_oracle_draw(o, LF_ROLE_INNER, 3, 10, &batch));
    assert_ok(lf_oracle_value(o, &batch, w, &g));
    assert_int_equal(lf_oracle_meter(o)->count[LF_COUNTER_SAMPLES(LF_ROLE_INNER)], 10);
    assert_int_equal(lf_oracle_draw(o, LF_ROLE_INNER, 3, 1, &batch), LF_BUDGET_SPENT);
    lf_oracle_free(o);
    problem_close(&p);
}

/* A value, a gradient and a slope along a direction cost one each a sample, in either form. */
static void test_cost(void **state) {
    (void)state;
    const char *const forms[] = {primal, dual};
    for (size_t k = 0; k < 2; k++) {
        fixture_problem p = open(forms[k]);
        const lf_cost_scope scope = lf_cost_scope_of(&p.problem.info);
        double w[D + 1] = {0}, v[D + 1], grad[D + 1] = {0}, g;
        const double one = 1;
        lf_budget budget;
        lf_oracle *o;
        lf_batch batch;
        table_point(3, D + 1, 1, v);
        assert_ok(lf_budget_parse("40:cost", &scope, &budget));
        assert_ok(lf_oracle_create(&p.problem, 1, &budget, &o));
        assert_ok(lf_oracle_draw(o, LF_ROLE_INNER, 3, 10, &batch));
        assert_ok(lf_oracle_value_vjp(o, &batch, w, &one, &g, grad));
        assert_ok(lf_oracle_jvp(o, &batch, w, v, &g));
        assert_near(g, lf_vec_dot(D + 1, grad, v), 1e-13);
        assert_near(lf_budget_used(&lf_oracle_meter(o)->budget, lf_oracle_meter(o)->count), 0.75,
                    0);
        assert_ok(lf_oracle_jvp(o, &batch, w, v, &g));
        assert_int_equal(lf_oracle_jvp(o, &batch, w, v, &g), LF_BUDGET_SPENT);
        lf_oracle_free(o);
        problem_close(&p);
    }
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_primal_description),
        cmocka_unit_test(test_dual_description),
        cmocka_unit_test(test_gradients),
        cmocka_unit_test(test_objectives_are_free),
        cmocka_unit_test(test_cost),
    };
    return cmocka_run_group_tests_name("cvar_dro", tests, setup, scratch_teardown);
}
