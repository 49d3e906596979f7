/* Problems on groups with a network as their model: its size and start, what they say of
 * themselves, which metrics are left, what is refused. */
#include "fixture_problem.h"
#include "problems/common/group_table.h"
#include "problems/models/mlp/mlp.h"
#include "scratch.h"

#include <levelfield/vector.h>

extern const lf_problem_class lf_problem_group_dro, lf_problem_mero, lf_problem_cvar_dro;

#define NETWORK "data=two_groups,model=mlp,hidden=6+4,init_seed=5"

/* w (dim) <- where a network of this kind starts, made apart from the problem. */
static void started(const char *data_name, size_t dim, double *w) {
    const lf_mlp_params params = {.hidden = "6+4", .init_seed = 5};
    lf_data *data;
    lf_model model;
    assert_ok(lf_data_open(data_name, &data));
    assert_ok(lf_mlp_create(data, &params, 1, &model));
    assert_int_equal(model.dim, dim);
    assert_ok(lf_mlp_start(&model, &params, w));
    lf_model_release(&model);
    lf_data_close(data);
}

static void test_description(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_group_dro, NETWORK);
    const lf_problem_info *info = &p.problem.info;
    double *start = malloc(info->dim * sizeof *start);
    assert_int_equal(info->dim, 6 * (info->features + 1) + 4 * 7 + 5);
    started("two_groups", info->dim, start);
    assert_memory_equal(info->x0, start, info->dim * sizeof *start);
    assert_int_equal(info->domain.kind, LF_DOMAIN_SPACE);
    assert_true(info->G == 0 && info->L == 0 && isnan(info->rho_f) && isnan(info->rho_g));
    free(start);
    problem_close(&p);
}

/* A ball that is asked for is given, and the start lies in it, in the same direction. */
static void test_radius(void **state) {
    (void)state;
    fixture_problem free_one = problem_open(&lf_problem_group_dro, NETWORK);
    fixture_problem p = problem_open(&lf_problem_group_dro, NETWORK ",radius=0.5");
    const size_t d = p.problem.info.dim;
    const double *x0 = p.problem.info.x0, *far = free_one.problem.info.x0;
    assert_int_equal(p.problem.info.domain.kind, LF_DOMAIN_BALL);
    assert_near(p.problem.info.domain.radius, 0.5, 0);
    assert_near(lf_vec_norm(d, x0), 0.5, 1e-12);
    assert_near(lf_vec_dot(d, x0, far), 0.5 * lf_vec_norm(d, far), 1e-12);
    problem_close(&p);
    problem_close(&free_one);
}

/* The primal form has one number more, the threshold, which starts at 0. */
static void test_threshold(void **state) {
    (void)state;
    fixture_problem dual = problem_open(&lf_problem_cvar_dro, NETWORK ",form=dual");
    fixture_problem primal = problem_open(&lf_problem_cvar_dro, NETWORK);
    const size_t d = dual.problem.info.dim;
    assert_int_equal(primal.problem.info.dim, d + 1);
    assert_memory_equal(primal.problem.info.x0, dual.problem.info.x0, d * sizeof(double));
    assert_true(primal.problem.info.x0[d] == 0);
    assert_true(primal.problem.info.G == 0 && dual.problem.info.L == 0);
    problem_close(&primal);
    problem_close(&dual);
}

static bool metric_listed(const lf_problem *problem, const char *name) {
    for (size_t i = 0; i < lf_problem_metrics(problem); i++)
        if (strcmp(problem->is->metrics[i].name, name) == 0) return true;
    return false;
}

/* Certified optima rest on convexity; the others stay. */
static void test_metrics(void **state) {
    (void)state;
    fixture_problem dro = problem_open(&lf_problem_group_dro, NETWORK);
    fixture_problem linear = problem_open(&lf_problem_group_dro, "data=two_groups");
    fixture_problem cvar = problem_open(&lf_problem_cvar_dro, NETWORK);
    assert_true(metric_listed(&dro.problem, "max_risk"));
    assert_true(metric_listed(&dro.problem, "worst_accuracy_test"));
    assert_false(metric_listed(&dro.problem, "suboptimality"));
    assert_false(metric_listed(&dro.problem, "gap"));
    assert_true(metric_listed(&linear.problem, "suboptimality"));
    assert_true(metric_listed(&linear.problem, "gap"));
    assert_true(metric_listed(&cvar.problem, "cvar"));
    assert_true(metric_listed(&cvar.problem, "gram"));
    assert_false(metric_listed(&cvar.problem, "gap"));
    problem_close(&cvar);
    problem_close(&linear);
    problem_close(&dro);
}

/* The risk of each group from scores of its rows. */
static void test_risks(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_group_dro, NETWORK);
    const lf_mlp_params params = {.hidden = "6+4", .init_seed = 5};
    lf_data *data;
    lf_model model;
    assert_ok(lf_data_open("two_groups", &data));
    assert_ok(lf_mlp_create(data, &params, 1, &model));
    for (size_t i = 0; i < p.problem.info.role[LF_ROLE_INNER].count; i++) {
        const lf_part *part = &p.problem.info.part[i + 1];
        double risk, want = 0, *s = malloc(part->n * sizeof *s);
        const lf_rows rows = {.n = part->n, .row = part->row};
        assert_ok(model.is->scores(&model, &rows, p.problem.info.x0, s));
        for (size_t k = 0; k < part->n; k++)
            want += log1p(exp(-data->label[part->row[k]] * s[k])) / (double)part->n;
        assert_ok(lf_problem_evaluate(&p.problem, LF_ROLE_INNER, i, p.problem.info.x0, NULL, &risk,
                                      NULL));
        assert_near(risk, want, 1e-12);
        free(s);
    }
    lf_model_release(&model);
    lf_data_close(data);
    problem_close(&p);
}

/* The dual form, whose groups' losses have the decay in them. */
static void test_dual_slopes(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_cvar_dro, NETWORK ",form=dual,activation=tanh");
    for (size_t i = 0; i < p.problem.info.role[LF_ROLE_INNER].count; i++)
        check_component(&p.problem, LF_ROLE_INNER, i, MAP_SMOOTH, 3 + i);
    problem_close(&p);
}

static void refuse(const lf_problem_class *is, const char *assignments, const char *says) {
    lf_parameters parameters;
    lf_problem problem;
    assert_ok(
        lf_parameters_create(is->params, is->params_size, assignments, is->name, &parameters));
    assert_int_equal(lf_problem_create(is, parameters.values, &problem), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), says));
    assert_null(problem.state);
    lf_parameters_free(&parameters);
}

static void test_refused(void **state) {
    (void)state;
    refuse(&lf_problem_mero, NETWORK, "use model=auto");
    refuse(&lf_problem_group_dro, "data=two_groups,model=mlp,hidden=8+x", "hidden=8+x: expected");
    refuse(&lf_problem_cvar_dro, "data=two_groups,model=mlp,hidden=0", "hidden=0: expected");
}

/* Images of ten classes: ten scores of the features made of them. */
static void test_classes(void **state) {
    (void)state;
    need_data("mnist");
    const lf_group_params params = {.task = {.data = "mnist", .train = LF_TASK_TRAIN},
                                    .groups = "auto",
                                    .model = LF_GROUP_MLP,
                                    .mlp = {.hidden = "5"},
                                    .n_i = 40,
                                    .pool = 4};
    lf_group_table table;
    assert_ok(lf_group_table_open(&table, &params));
    const size_t p = table.features.features;
    assert_int_equal(table.task.model.outputs, 10);
    assert_int_equal(table.task.model.dim, 5 * (p + 1) + 10 * 6);
    assert_string_equal(table.identity, "");
    lf_group_table_close(&table);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_description), cmocka_unit_test(test_radius),
        cmocka_unit_test(test_threshold),   cmocka_unit_test(test_metrics),
        cmocka_unit_test(test_risks),       cmocka_unit_test(test_refused),
        cmocka_unit_test(test_classes),     cmocka_unit_test(test_dual_slopes),
    };
    return cmocka_run_group_tests_name("group_mlp", tests, setup, scratch_teardown);
}
