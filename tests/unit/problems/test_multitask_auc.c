/* AUC of many groups as a bilevel problem: each level against pairs of rows, the hypergradient,
 * what is known in closed form, metrics, refusals. */
#include "fixture_problem.h"
#include "problems/bilevel/parts/bilevel_metrics.h"
#include "problems/common/group_table.h"
#include "scratch.h"

#include <levelfield/vector.h>

extern const lf_problem_class lf_problem_multitask_auc;

enum { M = 8 }; /* groups of synthetic_small */
static const char *const kind[] = {"", "score=raw", "model=mlp,hidden=4", "m=3,n_i=40"};
enum { KINDS = sizeof kind / sizeof *kind };

typedef struct {
    fixture_problem is;
    lf_problem_info info;
    const lf_bilevel_levels *levels;
    lf_group_table table; /* opened once more, to have the rows */
    bool raw;
    size_t d, w, m;
    double *x, *grad, *other;
} tasks;

/* In place: the table points into itself. */
static void tasks_open(tasks *t, const char *set) {
    *t = (tasks){.is = problem_open(&lf_problem_multitask_auc, set)};
    t->info = t->is.problem.info;
    t->levels = ((const lf_bilevel_common *)t->is.problem.state)->is;
    t->raw = strcmp(set, "score=raw") == 0;
    assert_ok(lf_group_table_open(&t->table, t->is.parameters.values)); /* its first member */
    t->m = t->info.role[LF_ROLE_LOWER].count;
    t->d = t->info.dim;
    t->w = t->table.task.model.dim;
    t->x = calloc(3 * t->d, sizeof *t->x);
    t->grad = t->x + t->d;
    t->other = t->x + 2 * t->d;
    table_point(11, t->d, 0.5, t->x);
}

static void tasks_close(tasks *t) {
    lf_group_table_close(&t->table);
    problem_close(&t->is);
    free(t->x);
}

/* h (n) <- scores of group i, sign (n) <- labels; returns n. */
static size_t tasks_scores(const tasks *t, const lf_group_risk *risk, size_t i, double *h,
                           double *sign) {
    const size_t n = risk->start[i + 1] - risk->start[i];
    const lf_rows rows = {.n = n, .row = risk->row + risk->start[i]};
    assert_ok(risk->model->is->scores(risk->model, &rows, t->x, h));
    for (size_t k = 0; k < n; k++) {
        if (!t->raw) h[k] = 1 / (1 + exp(-h[k]));
        sign[k] = risk->label[rows.row[k]];
    }
    return n;
}

/* Over all pairs of a positive and a negative row: *P <- the mean of (1 - h + h')^2, *auc <- the
 * share with h > h'; *p <- the share of positive rows, *best <- the mean of h' - h. */
static void tasks_pairs(const tasks *t, const lf_group_risk *risk, size_t i, double *P, double *auc,
                        double *p, double *best) {
    double h[2000], sign[2000], pairs = 0;
    const size_t n = tasks_scores(t, risk, i, h, sign);
    *P = *auc = *p = *best = 0;
    for (size_t k = 0; k < n; k++) {
        if (sign[k] < 0) continue;
        *p += 1 / (double)n;
        for (size_t j = 0; j < n; j++) {
            if (sign[j] > 0) continue;
            const double off = 1 - h[k] + h[j];
            *P += off * off;
            *auc += h[k] > h[j];
            *best += h[j] - h[k];
            pairs++;
        }
    }
    *P /= pairs;
    *auc /= pairs;
    *best /= pairs;
}

/* With a, b and alpha at their best, F_i = p (1-p) (P_i - 1), P_i the mean over pairs. */
static void test_levels_are_pairs(void **unused) {
    (void)unused;
    for (size_t k = 0; k < KINDS; k++) {
        tasks t;
        tasks_open(&t, kind[k]);
        double h[2000], sign[2000], want = 0, alpha, P, auc, p, best, F;
        for (size_t i = 0; i < t.m; i++) {
            const size_t n = tasks_scores(&t, &t.table.risk, i, h, sign);
            tasks_pairs(&t, &t.table.risk, i, &P, &auc, &p, &best);
            double mean[2] = {0}; /* of negative and positive rows */
            for (size_t j = 0; j < n; j++)
                mean[sign[j] > 0] += h[j] / ((sign[j] > 0 ? p : 1 - p) * (double)n);
            t.x[t.w + 2 * i] = mean[1];
            t.x[t.w + 2 * i + 1] = mean[0];
            assert_ok(t.levels->solve(t.is.problem.state, i, t.x, &alpha));
            assert_near(alpha, best, 1e-13);
            want += p * (1 - p) * (P - 1) / (double)t.m;
        }
        assert_ok(lf_bilevel_F(&t.is.problem, &(lf_point){.w = t.x}, &F));
        assert_near(F, want, 1e-13);
        tasks_close(&t);
    }
}

/* At y* the upper gradient in y is 0, so the hypergradient is the upper gradient in x; elsewhere it
 * is not. */
static void test_hypergradient_is_the_upper_gradient(void **unused) {
    (void)unused;
    for (size_t k = 0; k < KINDS; k++) {
        tasks t;
        tasks_open(&t, kind[k]);
        void *state = t.is.problem.state;
        for (size_t i = 0; i < t.m; i++) {
            const lf_component *c = &t.info.role[LF_ROLE_UPPER].component[i];
            const lf_samples all = {
                .component = i, .n = c->samples, .per_stratum = c->stratum, .draw = LF_DRAW_FULL};
            double y, gy = 0;
            assert_ok(t.levels->solve(state, i, t.x, &y));
            lf_vec_zero(2 * t.d, t.grad);
            assert_ok(lf_problem_multitask_auc.bilevel->upper(state, &all, t.x, &y, t.grad, &gy));
            assert_ok(t.levels->hypergradient(state, i, t.x, &y, 1, t.other));
            assert_near(gy, 0, 1e-15);
            assert_near(lf_vec_distance(t.d, t.grad, t.other), 0, 1e-14);
            assert_true(lf_vec_norm(t.d, t.grad) > 1e-3);
            y += 0.5;
            lf_vec_zero(2 * t.d, t.grad);
            assert_ok(lf_problem_multitask_auc.bilevel->upper(state, &all, t.x, &y, t.grad, NULL));
            assert_ok(t.levels->hypergradient(state, i, t.x, &y, 1, t.other));
            assert_true(lf_vec_distance(t.d, t.grad, t.other) > 1e-3);
        }
        tasks_close(&t);
    }
}

/* Hyy = 2 p (1 - p) for every sample; what the info says of it. */
static void test_known_curvature(void **unused) {
    (void)unused;
    tasks t;
    tasks_open(&t, "");
    const size_t one = 1;
    const uint32_t id = 3;
    double least = 1, most = 0, P, auc, p, best;
    for (size_t i = 0; i < t.m; i++) {
        const lf_samples single = {.component = i, .n = 1, .id = &id, .per_stratum = &one};
        const double y = 0.3, v = 2;
        double out = 1;
        tasks_pairs(&t, &t.table.risk, i, &P, &auc, &p, &best);
        assert_ok(
            lf_problem_multitask_auc.bilevel->hvp(t.is.problem.state, &single, t.x, &y, &v, &out));
        assert_near(out, 1 + 4 * p * (1 - p), 1e-15);
        least = fmin(least, 2 * p * (1 - p));
        most = fmax(most, 2 * p * (1 - p));
    }
    assert_near(t.info.mu_y, least, 1e-15);
    assert_near(t.info.L_y, most, 1e-15);
    assert_true(least < most && t.info.direct);
    assert_int_equal(t.m, M);
    assert_int_equal(t.info.auxiliary, 2 * M);
    assert_int_equal(t.info.domain_y.n, M);
    tasks_close(&t);
}

static void test_metrics(void **unused) {
    (void)unused;
    tasks t;
    tasks_open(&t, "");
    double train = 0, test = 0, P, auc, p, best;
    for (size_t i = 0; i < t.m; i++) {
        tasks_pairs(&t, &t.table.risk, i, &P, &auc, &p, &best);
        train += auc / (double)t.m;
        tasks_pairs(&t, &t.table.risk_test, i, &P, &auc, &p, &best);
        test += auc / (double)t.m;
    }
    assert_near(problem_metric(&t.is.problem, "auc", t.x), train, 1e-14);
    assert_near(problem_metric(&t.is.problem, "auc_test", t.x), test, 1e-14);
    tasks_close(&t);
}

/* No test image is of a training group: there is no AUC on them, and the problem lists none. */
static void test_without_test_rows(void **unused) {
    (void)unused;
    need_data("mnist30");
    tasks t;
    tasks_open(&t, "data=mnist30");
    assert_int_equal(t.info.metrics, 5);
    assert_string_equal(lf_problem_multitask_auc.metrics[5].name, "auc_test");
    tasks_close(&t);
    tasks_open(&t, "");
    assert_int_equal(t.info.metrics, 0);
    tasks_close(&t);
}

/* One row of a group is of one class; then there is no AUC. */
static void test_refuses_a_group_of_one_class(void **unused) {
    (void)unused;
    lf_parameters set;
    lf_problem problem;
    const lf_problem_class *is = &lf_problem_multitask_auc;
    assert_ok(lf_parameters_create(is->params, is->params_size, "n_i=1", is->name, &set));
    assert_int_equal(lf_problem_create(is, set.values, &problem), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "both classes"));
    lf_problem_release(&problem);
    lf_parameters_free(&set);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_are_pairs),
        cmocka_unit_test(test_hypergradient_is_the_upper_gradient),
        cmocka_unit_test(test_known_curvature),
        cmocka_unit_test(test_metrics),
        cmocka_unit_test(test_without_test_rows),
        cmocka_unit_test(test_refuses_a_group_of_one_class),
    };
    return cmocka_run_group_tests_name("multitask_auc", tests, setup, scratch_teardown);
}
