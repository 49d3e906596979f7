/* Many levels of different temperatures. */
#include <levelfield/vector.h>

#include "fixture_problem.h"
#include "problems/bilevel/parts/weights.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_task_weights;

static const lf_weights *weights_of(const fixture_problem *f) {
    return f->problem.state;
}

static void test_temperatures(void **unused) {
    (void)unused;
    fixture_problem f = problem_open(&lf_problem_task_weights, "tasks=500");
    const lf_weights *w = weights_of(&f);
    double mean = 0;
    for (size_t i = 0; i < 500; i++) {
        assert_true(w->sigma[i] >= 1 && w->sigma[i] < 11);
        if (i > 0) assert_true(w->sigma[i] > w->sigma[i - 1]);
        mean += w->sigma[i] / 500;
    }
    /* of 500 uniform numbers the mean has deviation 10 / sqrt(12 * 500) = 0.13 */
    assert_near(mean, 6, 0.4);
    const lf_part *judge = &f.problem.info.part[1];
    assert_string_equal(judge->name, "validation");
    assert_int_equal(judge->n, 100);
    for (size_t k = 0; k < judge->n; k++)
        assert_true(judge->row[k] >= 400 && (k == 0 || judge->row[k] > judge->row[k - 1]));
    problem_close(&f);
}

static void test_too_many_validation_rows(void **unused) {
    (void)unused;
    lf_parameters p;
    lf_problem problem;
    const lf_problem_class *is = &lf_problem_task_weights;
    assert_ok(lf_parameters_create(is->params, is->params_size, "validation=401", is->name, &p));
    assert_int_equal(lf_problem_create(is, p.values, &problem), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "400 rows"));
    lf_parameters_free(&p);
}

/* Each level solved from the one before, with its factor, is what it is when solved alone. */
static void test_walk(void **unused) {
    (void)unused;
    fixture_problem f = problem_open(&lf_problem_task_weights, "tasks=40,psi=raw,lambda=1e-5");
    const lf_weights *w = weights_of(&f);
    const size_t n = w->train.n, d = w->train.d;
    double *x = calloc(n, sizeof *x), *chained = calloc(d, sizeof *x),
           *alone = calloc(d, sizeof *x);
    double total = 0;
    for (size_t j = 0; j < n; j++)
        x[j] = (double)(j % 7); /* some rows have no weight */
    for (size_t i = 0; i < w->m; i++) {
        assert_ok(lf_weights_levels.solve(w, i, x, chained));
        total += lf_weights_levels.upper(w, i, x, chained) / (double)w->m;
    }
    const double walked = problem_metric(&f.problem, "F", x);
    assert_near(walked, total, 1e-14);
    total = 0;
    for (size_t i = w->m; i-- > 0;) {
        lf_vec_zero(d, alone);
        assert_ok(lf_weights_levels.solve(w, i, x, alone));
        if (i == w->m - 1) assert_near(lf_vec_distance(d, alone, chained), 0, 1e-4);
        total += lf_weights_levels.upper(w, i, x, alone) / (double)w->m;
    }
    assert_near(walked, total, 1e-9);
    assert_near(problem_metric(&f.problem, "F", x), walked, 0); /* whatever was solved before */
    free(x);
    free(chained);
    free(alone);
    problem_close(&f);
}

static void test_sum(void **unused) {
    (void)unused;
    fixture_problem mean = problem_open(&lf_problem_task_weights, "tasks=5");
    fixture_problem sum = problem_open(&lf_problem_task_weights, "tasks=5,report=sum");
    double *x = calloc(mean.problem.info.dim, sizeof *x);
    static const char *const scaled[] = {"F", "obj"}, *const same[] = {"grad", "gap"};
    for (size_t k = 0; k < 2; k++) {
        assert_near(problem_metric(&sum.problem, scaled[k], x),
                    5 * problem_metric(&mean.problem, scaled[k], x), 1e-14);
        assert_near(problem_metric(&sum.problem, same[k], x),
                    problem_metric(&mean.problem, same[k], x), 0);
    }
    free(x);
    problem_close(&mean);
    problem_close(&sum);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_temperatures),
        cmocka_unit_test(test_too_many_validation_rows),
        cmocka_unit_test(test_walk),
        cmocka_unit_test(test_sum),
    };
    return cmocka_run_group_tests_name("task_weights", tests, setup, scratch_teardown);
}
