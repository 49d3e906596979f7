/* Problem 1 of the 3S-Econ paper, on the generated set and on a9a and COMPAS where they are. */
#include <levelfield/vector.h>

#include "fixture_problem.h"
#include "problems/common/constrained_view.h"
#include "problems/common/losses.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_roc_fairness;

static void values_of(const lf_problem *problem, lf_role role, const double *w, double *g) {
    assert_ok(lf_problem_evaluate(problem, role, 0, w, NULL, g, NULL));
}

/* What must hold on every data set. */
static void check_problem(const lf_problem *problem) {
    const lf_problem_info *info = &problem->info;
    const lf_component *f = info->role[LF_ROLE_OBJECTIVE].component;
    const lf_component *g = info->role[LF_ROLE_CONSTRAINT].component;
    double phi;
    values_of(problem, LF_ROLE_CONSTRAINT, info->x0, &phi);
    /* shift = Phi* + kappa_1 = 1.001 Phi*, and x_0 = x* */
    assert_near(g->outer->shift, 1.001 * phi, 1e-15);
    assert_near(problem_metric(problem, "G", info->x0), -0.001 * phi, 1e-15);
    assert_near(problem_metric(problem, "CVio", info->x0), 0, 0);
    assert_int_equal(f->outputs, 400);
    assert_int_equal(f->strata, 2);
    assert_int_equal(g->samples, info->n);
    assert_near(info->domain.radius, 5 * lf_vec_norm(info->dim, info->x0), 1e-12);
    assert_true(info->rho_g == 0 && info->rho_f > 0);
}

static void test_two_groups(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_roc_fairness, "");
    check_problem(&p.problem);
    check_component(&p.problem, LF_ROLE_OBJECTIVE, 0, MAP_SMOOTH, 1);
    check_component(&p.problem, LF_ROLE_CONSTRAINT, 0, MAP_KINKED, 2);
    problem_close(&p);
}

/* Theta from the definition: two rows give h_t = sigma(s_p - t) - sigma(s_u - t), whose first and
 * last entry show the ends of Theta. */
static void test_thresholds_include_both_ends(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_roc_fairness, "");
    const lf_problem_info *info = &p.problem.info;
    const lf_part *train = &info->part[0];
    lf_data *data;
    double low = INFINITY, high = -INFINITY, h[400], score[2] = {0};
    assert_ok(lf_data_open("two_groups", &data));
    for (size_t i = 0; i < train->n; i++) {
        double s = 0;
        for (size_t j = 0; j < info->dim; j++)
            s += table_entry(data, train->row[i], j) * info->x0[j];
        low = fmin(low, s);
        high = fmax(high, s);
    }
    const uint32_t id[] = {3, (uint32_t)info->part[1].n + 4};
    const uint32_t row[] = {info->part[1].row[3], info->part[2].row[4]};
    for (size_t k = 0; k < 2; k++)
        for (size_t j = 0; j < info->dim; j++)
            score[k] += table_entry(data, row[k], j) * info->x0[j];
    const lf_samples two = {.n = 2, .id = id, .per_stratum = (size_t[]){1, 1}};
    assert_ok(p.problem.is->evaluate(p.problem.state, &two, info->x0, NULL, h, NULL));
    const double first = low - 0.5 * (high - low), last = high + 0.5 * (high - low);
    for (size_t j = 0; j < 400; j++) {
        const double t = first + (last - first) * (double)j / 399;
        assert_near(h[j], lf_sigmoid(score[0] - t) - lf_sigmoid(score[1] - t), 1e-13);
    }
    lf_data_close(data);
    problem_close(&p);
}

/* Psi = max |h_t| with the subgradient of its first maximiser, where no other is near. */
static void test_psi(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_roc_fairness, "");
    const size_t d = p.problem.info.dim;
    double w[64], u[64], at[64], f[2], grad[64] = {0}, slope = 0;
    lf_constrained view;
    assert_true(d <= 64);
    assert_ok(lf_constrained_create(&p.problem, &view));
    table_point(21, d, 1, w);
    table_point(22, d, 1, u);
    assert_ok(lf_constrained_objective(&view, w, &f[0], grad));
    for (size_t i = 0; i < d; i++)
        slope += grad[i] * u[i];
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < d; i++)
            at[i] = w[i] + (side ? -1e-6 : 1e-6) * u[i];
        assert_ok(lf_constrained_objective(&view, at, &f[side], NULL));
    }
    assert_near((f[0] - f[1]) / 2e-6, slope, 1e-7);
    lf_constrained_free(&view);
    problem_close(&p);
}

/* The grid against direct sums: same numbers, same maximiser. */
static void check_grid(const char *data, double size) {
    char spec[128];
    snprintf(spec, sizeof spec, "data=%s,gaps=direct", data);
    fixture_problem direct = problem_open(&lf_problem_roc_fairness, spec);
    snprintf(spec, sizeof spec, "data=%s,gaps=grid", data);
    fixture_problem grid = problem_open(&lf_problem_roc_fairness, spec);
    const size_t d = grid.problem.info.dim;
    double *w = calloc(d, sizeof *w), a[400], b[400];
    for (uint64_t k = 0; k < 2; k++) {
        size_t best_a = 0, best_b = 0;
        table_point(31 + k, d, size, w);
        values_of(&grid.problem, LF_ROLE_OBJECTIVE, w, a);
        values_of(&direct.problem, LF_ROLE_OBJECTIVE, w, b);
        for (size_t j = 0; j < 400; j++) {
            assert_near(a[j], b[j], 1e-13);
            if (fabs(a[j]) > fabs(a[best_a])) best_a = j;
            if (fabs(b[j]) > fabs(b[best_b])) best_b = j;
        }
        assert_int_equal(best_a, best_b);
    }
    free(w);
    problem_close(&grid);
    problem_close(&direct);
}

static void test_grid(void **state) {
    (void)state;
    check_grid("two_groups", 0.7);
}

/* A second build takes x* from the cache and is the same problem. */
static void test_cached_build(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_roc_fairness, "xstar=exact");
    fixture_problem q = problem_open(&lf_problem_roc_fairness, "xstar=exact");
    fixture_problem r = problem_open(&lf_problem_roc_fairness, "xstar=paper");
    const lf_problem_info *a = &p.problem.info, *b = &q.problem.info;
    assert_memory_equal(a->x0, b->x0, a->dim * sizeof(double));
    const lf_components *ga = &a->role[LF_ROLE_CONSTRAINT], *gb = &b->role[LF_ROLE_CONSTRAINT];
    assert_near(ga->component->outer->shift, gb->component->outer->shift, 0);
    /* the exact minimum is below what the recipe reaches */
    assert_true(ga->component->outer->shift <=
                r.problem.info.role[LF_ROLE_CONSTRAINT].component->outer->shift);
    problem_close(&p);
    problem_close(&q);
    problem_close(&r);
}

static void test_a9a(void **state) {
    (void)state;
    need_data("a9a");
    fixture_problem p = problem_open(&lf_problem_roc_fairness, "data=a9a");
    const lf_problem_info *info = &p.problem.info;
    check_problem(&p.problem);
    check_component(&p.problem, LF_ROLE_OBJECTIVE, 0, MAP_SMOOTH, 1);
    check_component(&p.problem, LF_ROLE_CONSTRAINT, 0, MAP_KINKED, 2);
    assert_int_equal(info->n, 32561);
    assert_int_equal(info->part[1].n, 5421);
    assert_int_equal(info->part[2].n, 10860);
    assert_near(info->rho_f, 6.93, 0.005);
    /* Phi* of the recipe, constrained.md 3.1 */
    assert_near(info->role[LF_ROLE_CONSTRAINT].component->outer->shift / 1.001, 0.3645, 5e-4);
    assert_true(problem_metric(&p.problem, "SVio", info->x0) > 0);
    problem_close(&p);
    p = problem_open(&lf_problem_roc_fairness, "data=a9a,xstar=exact,rho_mode=tight");
    check_problem(&p.problem);
    assert_near(p.problem.info.rho_f, 2.67, 0.005);
    assert_near(p.problem.info.role[LF_ROLE_CONSTRAINT].component->outer->shift / 1.001, 0.350806,
                1e-6);
    problem_close(&p);
    check_grid("a9a", 0.7);
}

static void test_compas(void **state) {
    (void)state;
    need_data("compas16leak");
    fixture_problem p = problem_open(&lf_problem_roc_fairness, "data=compas16leak");
    check_problem(&p.problem);
    assert_int_equal(p.problem.info.n, 4115);
    assert_int_equal(p.problem.info.part[1].n + p.problem.info.part[2].n, 2057);
    check_component(&p.problem, LF_ROLE_OBJECTIVE, 0, MAP_SMOOTH, 1);
    check_component(&p.problem, LF_ROLE_CONSTRAINT, 0, MAP_KINKED, 2);
    problem_close(&p);
    check_grid("compas16leak", 0.7);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_groups),   cmocka_unit_test(test_thresholds_include_both_ends),
        cmocka_unit_test(test_psi),          cmocka_unit_test(test_grid),
        cmocka_unit_test(test_cached_build), cmocka_unit_test(test_a9a),
        cmocka_unit_test(test_compas),
    };
    return cmocka_run_group_tests_name("roc_fairness", tests, setup, scratch_teardown);
}
