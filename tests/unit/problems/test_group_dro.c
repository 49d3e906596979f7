/* Group DRO and MERO as problems: what they say of themselves, oracles, counters, refusals. */
#include "fixture_problem.h"
#include "oracle/oracle.h"
#include "scratch.h"

#include <levelfield/vector.h>

extern const lf_problem_class lf_problem_group_dro, lf_problem_mero;

static const lf_problem_class *const both[] = {&lf_problem_group_dro, &lf_problem_mero};

enum { MOST = 128, M = 2, N = 4000 };
static const char two_groups[] = "data=two_groups";

static void test_description(void **state) {
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        fixture_problem p = problem_open(both[k], two_groups);
        const lf_problem_info *info = &p.problem.info;
        const lf_components *groups = &info->role[LF_ROLE_INNER];
        assert_true(both[k]->every && both[k]->views == 1u << LF_VIEW_GROUP_MINIMAX);
        assert_int_equal(groups->count, M);
        assert_int_equal(groups->component[0].samples + groups->component[1].samples, N);
        assert_int_equal(info->n, N);
        assert_int_equal(info->domain.kind, LF_DOMAIN_BALL);
        assert_near(info->domain.radius, 1, 0);
        assert_int_equal(info->domain_y.kind, LF_DOMAIN_SIMPLEX);
        assert_int_equal(info->domain_y.n, M);
        assert_int_equal(info->parts, 2 * (1 + M));
        assert_string_equal(info->part[0].name, "train");
        assert_string_equal(info->part[2].name, "unprotected");
        assert_int_equal(info->part[2].n, groups->component[1].samples);
        assert_ptr_equal(info->part[1].row, info->part[0].row);
        assert_string_equal(info->part[1 + M].name, "test");
        assert_string_equal(info->part[3 + M].name, "test unprotected");
        assert_int_equal(info->part[2 + M].n + info->part[3 + M].n, info->part[1 + M].n);
        problem_close(&p);
    }
}

/* G and L from the longest training row. */
static void test_constants(void **state) {
    (void)state;
    double most = 0;
    lf_data *data;
    fixture_problem p = problem_open(&lf_problem_group_dro, two_groups);
    assert_ok(lf_data_open("two_groups", &data));
    for (size_t i = 0; i < data->train_rows; i++) {
        double square = 0;
        for (size_t j = 0; j < data->features; j++)
            square += table_entry(data, i, j) * table_entry(data, i, j);
        most = fmax(most, square);
    }
    assert_near(p.problem.info.G, sqrt(most), 1e-12);
    assert_near(p.problem.info.L, most / 4, 1e-12);
    lf_data_close(data);
    problem_close(&p);
}

/* Mean logistic loss of a part's rows, which are of one group. */
static double risk_of(const lf_data *data, const lf_part *part, size_t group, const double *w) {
    double risk = 0;
    for (size_t k = 0; k < part->n; k++) {
        double score = 0;
        for (size_t j = 0; j < data->features; j++)
            score += table_entry(data, part->row[k], j) * w[j];
        risk += log1p(exp(-data->label[part->row[k]] * score)) / (double)part->n;
        assert_int_equal(data->attribute[0].code[part->row[k]], group);
    }
    return risk;
}

/* The risk of every group from the rows that its parts name. */
static void test_risks(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_group_dro, two_groups);
    const lf_problem_info *info = &p.problem.info;
    double w[MOST], most = 0, most_test = 0, g;
    lf_data *data;
    assert_ok(lf_data_open("two_groups", &data));
    table_point(3, info->dim, 0.3, w);
    for (size_t i = 0; i < M; i++) {
        const double want = risk_of(data, &info->part[1 + i], i, w);
        assert_ok(lf_problem_evaluate(&p.problem, LF_ROLE_INNER, i, w, NULL, &g, NULL));
        assert_near(g, want, 1e-12);
        most = fmax(most, want);
        most_test = fmax(most_test, risk_of(data, &info->part[2 + M + i], i, w));
    }
    assert_near(problem_metric(&p.problem, "max_risk", w), most, 1e-12);
    assert_near(problem_metric(&p.problem, "max_risk_test", w), most_test, 1e-12);
    lf_data_close(data);
    problem_close(&p);
}

/* Full and sampled; sparse rows and images have theirs below. */
static void test_gradients(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_mero, two_groups);
    for (size_t i = 0; i < M; i++)
        check_component(&p.problem, LF_ROLE_INNER, i, MAP_SMOOTH, 5 + i);
    problem_close(&p);
}

static double cost(const lf_oracle *o, const lf_problem *problem, const char *name) {
    const lf_cost_scope scope = lf_cost_scope_of(&problem->info);
    lf_cost parsed;
    assert_ok(lf_cost_parse(name, &scope, &parsed));
    return lf_cost_value(&parsed, lf_oracle_meter(o)->count);
}

/* One full pass is N; a draw of one a group at two points is 2m, or m if the second is known. */
static void test_counters(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_group_dro, two_groups);
    const lf_cost_scope scope = lf_cost_scope_of(&p.problem.info);
    const double q[M] = {0.5, 0.5}, ln2 = 0.69314718055994531;
    double w[MOST] = {0}, g[M], grad[MOST] = {0};
    lf_budget budget;
    lf_oracle *o;
    lf_batch batch;
    assert_ok(lf_budget_parse("8004:ev", &scope, &budget));
    assert_ok(lf_oracle_create(&p.problem, 1, &budget, &o));
    assert_ok(lf_oracle_full(o, LF_ROLE_INNER, LF_EVERY, &batch));
    assert_ok(lf_oracle_value_vjp(o, &batch, w, q, g, grad));
    assert_near(g[0], ln2, 1e-12);
    assert_near(g[1], ln2, 1e-12);
    assert_near(cost(o, &p.problem, "ev"), N, 0);
    assert_near(cost(o, &p.problem, "ev_cached"), N, 0);
    assert_ok(lf_oracle_draw(o, LF_ROLE_INNER, LF_EVERY, 1, &batch));
    for (int k = 0; k < 2; k++, w[0] = 0.1)
        assert_ok(lf_oracle_value_vjp(o, &batch, w, q, g, grad));
    assert_near(cost(o, &p.problem, "ev"), N + 2 * M, 0);
    assert_near(cost(o, &p.problem, "ev_cached"), N + M, 0);
    assert_ok(lf_oracle_full(o, LF_ROLE_INNER, LF_EVERY, &batch));
    assert_ok(lf_oracle_value_vjp(o, &batch, w, q, g, grad));
    assert_int_equal(lf_oracle_value_vjp(o, &batch, w, q, g, grad), LF_BUDGET_SPENT);
    lf_oracle_free(o);
    problem_close(&p);
}

/* Only some groups, only some samples of each, and another radius. */
static void test_parts_of_groups(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_group_dro, "data=two_groups,n_i=30,radius=2.5");
    assert_int_equal(p.problem.info.n, 60);
    assert_near(p.problem.info.domain.radius, 2.5, 0);
    const double w[MOST] = {0.1};
    assert_true(isfinite(problem_metric(&p.problem, "max_risk_test", w)));
    problem_close(&p);
}

static void refuse(const char *assignments, lf_status status, const char *message) {
    lf_parameters parameters;
    lf_problem problem;
    assert_ok(lf_parameters_create(lf_problem_group_dro.params, lf_problem_group_dro.params_size,
                                   assignments, "group_dro", &parameters));
    assert_int_equal(lf_problem_create(&lf_problem_group_dro, parameters.values, &problem), status);
    if (!strstr(lf_message(), message)) fail_msg("message: %s", lf_message());
    lf_parameters_free(&parameters);
}

static void test_refusals(void **state) {
    (void)state;
    refuse("data=two_groups,groups=planet", LF_NOT_FOUND, "planet");
    refuse("data=two_groups,m=1", LF_BAD_INPUT, "only one group");
    refuse("data=two_groups,model=softmax", LF_BAD_INPUT, "use model=linear");
}

/* R_i* are at most R_i, and one group attains its own; a second problem finds them in the cache. */
static void test_excess(void **state) {
    (void)state;
    double value[2];
    const double w[MOST] = {0};
    for (size_t k = 0; k < 2; k++) {
        fixture_problem p = problem_open(&lf_problem_mero, two_groups);
        value[k] = problem_metric(&p.problem, "max_excess", w);
        assert_near(problem_metric(&p.problem, "max_risk", w), log(2), 1e-12);
        problem_close(&p);
    }
    assert_near(value[0], value[1], 0);
    assert_true(value[0] > 0 && value[0] < log(2));
}

/* a9a is sparse; its radius is the set's own. */
static void test_sparse(void **state) {
    (void)state;
    need_data("a9a");
    fixture_problem p = problem_open(&lf_problem_group_dro, "data=a9a,groups=sex");
    const double w[MOST] = {0};
    assert_near(p.problem.info.domain.radius, 5, 0);
    assert_near(p.problem.info.G, sqrt(14), 1e-12);
    assert_near(p.problem.info.L, 3.5, 1e-12);
    check_component(&p.problem, LF_ROLE_INNER, 1, MAP_SMOOTH, 9);
    assert_near(problem_metric(&p.problem, "max_risk_test", w), log(2), 1e-12);
    problem_close(&p);
}

/* Race by sex: all ten combinations occur; the first three of them; more than there are. */
static void test_products_of_attributes(void **state) {
    (void)state;
    need_data("a9a");
    fixture_problem p = problem_open(&lf_problem_group_dro, "data=a9a,groups=race*sex");
    const lf_components *groups = &p.problem.info.role[LF_ROLE_INNER];
    const size_t size[] = {8642, 19174, 346, 693, 119, 192, 109, 162, 1555, 1569};
    assert_int_equal(groups->count, 10);
    for (size_t i = 0; i < 10; i++) {
        size_t same = 0; /* whatever the order of the categories */
        for (size_t k = 0; k < 10; k++)
            same += groups->component[k].samples == size[i];
        assert_int_equal(same, 1);
    }
    problem_close(&p);
    p = problem_open(&lf_problem_group_dro, "data=a9a,m=3,n_i=100");
    assert_int_equal(p.problem.info.role[LF_ROLE_INNER].count, 3);
    assert_int_equal(p.problem.info.n, 300);
    problem_close(&p);
    refuse("data=a9a,m=11", LF_BAD_INPUT, "are 10");
    refuse("data=a9a,groups=race*planet", LF_NOT_FOUND, "planet");
}

/* Images: one softmax loss, rows of a group side by side, the longest of norm 1 and a constant. */
static void test_images(void **state) {
    (void)state;
    need_data("mnist");
    fixture_problem p = problem_open(&lf_problem_group_dro, "data=mnist,pool=4,n_i=50");
    const lf_problem_info *info = &p.problem.info;
    double *w = calloc(info->dim, sizeof *w);
    assert_int_equal(info->role[LF_ROLE_INNER].count, 10);
    assert_int_equal(info->dim, 10 * (49 + 1));
    assert_int_equal(info->n, 500);
    assert_near(info->domain.radius, 100, 0);
    assert_near(info->G, sqrt(2 * (1 + 1.0 / 50)), 1e-12);
    assert_near(info->L, (1 + 1.0 / 50) / 2, 1e-12);
    assert_near(problem_metric(&p.problem, "max_risk", w), log(10), 1e-12);
    assert_near(problem_metric(&p.problem, "mean_risk_test", w), log(10), 1e-12);
    for (size_t i = 0; i < 2; i++)
        check_component(&p.problem, LF_ROLE_INNER, i, MAP_SMOOTH, 11 + i);
    problem_close(&p);
    free(w);
    refuse("data=mnist,model=linear", LF_BAD_INPUT, "use model=softmax");
    refuse("data=mnist,pool=3", LF_BAD_ARGUMENT, "squares of 3 pixels");
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_description),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_risks),
        cmocka_unit_test(test_gradients),
        cmocka_unit_test(test_counters),
        cmocka_unit_test(test_parts_of_groups),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_excess),
        cmocka_unit_test(test_sparse),
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_products_of_attributes),
    };
    return cmocka_run_group_tests_name("group_dro", tests, setup, scratch_teardown);
}
