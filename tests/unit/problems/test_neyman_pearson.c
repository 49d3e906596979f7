/* Neyman-Pearson classification: f on positive rows, g on negative rows with the sign turned. */
#include "fixture_problem.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_neyman_pearson;

enum { MOST = 64 };

static void test_gradients(void **state) {
    (void)state;
    const struct {
        const char *spec;
        map_kind kind;
        double at_zero;
    } loss[] = {{"loss=logistic", MAP_SMOOTH, 0.69314718055994531},
                {"loss=hinge", MAP_KINKED, 1},
                {"loss=sigmoid", MAP_SMOOTH, 0.5}};
    const double zero[MOST] = {0};
    for (size_t k = 0; k < 3; k++) {
        fixture_problem p = problem_open(&lf_problem_neyman_pearson, loss[k].spec);
        check_component(&p.problem, LF_ROLE_OBJECTIVE, 0, loss[k].kind, 1);
        check_component(&p.problem, LF_ROLE_CONSTRAINT, 0, loss[k].kind, 2);
        assert_near(problem_metric(&p.problem, "FV", zero), loss[k].at_zero, 1e-14);
        assert_near(problem_metric(&p.problem, "G", zero), loss[k].at_zero - 1, 1e-14);
        assert_true((p.problem.info.rho_f > 0) == (k == 2));
        assert_true((p.problem.info.rho_g > 0) == (k == 2));
        problem_close(&p);
    }
}

/* From the definition, on the training rows. */
static void test_values(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_neyman_pearson, "c=0.3");
    double w[MOST], sum[2] = {0};
    size_t n[2] = {0};
    lf_data *data;
    assert_ok(lf_data_open("two_groups", &data));
    table_point(3, data->features, 0.5, w);
    for (size_t i = 0; i < data->train_rows; i++) {
        double score = 0;
        for (size_t j = 0; j < data->features; j++)
            score += table_entry(data, i, j) * w[j];
        const int positive = data->label[i] > 0;
        sum[positive] += log(1 + exp(positive ? -score : score));
        n[positive]++;
    }
    assert_near(problem_metric(&p.problem, "FV", w), sum[1] / (double)n[1], 1e-12);
    assert_near(problem_metric(&p.problem, "G", w), sum[0] / (double)n[0] - 0.3, 1e-12);
    assert_int_equal(p.problem.info.part[1].n, n[1]);
    assert_int_equal(p.problem.info.part[2].n, n[0]);
    lf_data_close(data);
    problem_close(&p);
}

/* The subproblem at a point far from its minimiser moves, one at rest stays. */
static void test_svio(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_neyman_pearson, "");
    double w[MOST] = {0};
    assert_true(problem_metric(&p.problem, "SVio", w) > 0.01);
    problem_close(&p);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradients),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_svio),
    };
    return cmocka_run_group_tests_name("neyman_pearson", tests, setup, scratch_teardown);
}
