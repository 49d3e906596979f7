/* The problem auc as built: what it shows, where it starts, what it is judged by, what it refuses.
 */
#include <levelfield/vector.h>

#include "auc_reference.h"
#include "harness/registry/parameters.h"
#include "scratch.h"

/* One problem, two views: cross-entropy does not know a and b. */
static void test_views(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_auc, "");
    const lf_problem_info *info = &p.problem.info;
    double v[64], grad[64] = {0};
    const double one = 1;
    assert_true(lf_problem_shows(&p.problem, LF_VIEW_SADDLE));
    assert_true(lf_problem_shows(&p.problem, LF_VIEW_PLAIN));
    assert_int_equal(info->dim, info->features + 1 + 2);
    assert_int_equal(info->auxiliary, 2);
    assert_int_equal(info->domain_y.n, 1);
    table_point(1, info->dim, 1, v);
    assert_ok(lf_problem_evaluate(&p.problem, LF_ROLE_OBJECTIVE, 0, v, &one, NULL, grad));
    assert_true(lf_vec_norm(info->dim - 2, grad) > 0);
    assert_true(grad[info->dim - 2] == 0 && grad[info->dim - 1] == 0);
    for (size_t i = 0; i < info->dim; i++)
        assert_true(info->x0[i] == 0);
    problem_close(&p);
    p = problem_open(&lf_problem_auc, "score=raw");
    assert_int_equal(p.problem.info.dim, p.problem.info.features + 2);
    problem_close(&p);
}

/* A specification, and so a run's key, is what it was before there was a precision. */
static void test_canonical(void **state) {
    (void)state;
    char *before, *now, *single;
    assert_ok(lf_problem_canonical("auc:model=mlp", &before));
    assert_null(strstr(before, "precision"));
    assert_ok(lf_problem_canonical("auc:model=mlp,precision=float64", &now));
    assert_string_equal(now, before);
    assert_ok(lf_problem_canonical("auc:precision=float32,model=mlp", &single));
    assert_non_null(strstr(single, ",init_seed=0,precision=float32,"));
    free(before);
    free(now);
    assert_ok(lf_problem_canonical(single, &now));
    assert_string_equal(now, single);
    free(now);
    free(single);
}

/* A network starts as networks do, but its last layer with half the variance after a relu. */
static void check_start(const char *assignments, const lf_mlp_params *params, double factor) {
    fixture_problem p = problem_open(&lf_problem_auc, assignments);
    const lf_auc *auc = p.problem.state;
    const size_t d = p.problem.info.dim, features = p.problem.info.features;
    const size_t last = features * 8 + 8; /* weights and biases of the hidden layer */
    double *w = calloc(d, sizeof *w);
    assert_int_equal(d, last + 8 + 1 + 2);
    assert_ok(lf_mlp_start(&auc->classes.task.model, params, w));
    for (size_t i = 0; i < d; i++)
        assert_near(p.problem.info.x0[i], i < last ? w[i] : factor * w[i], 1e-15);
    assert_true(lf_vec_norm(8, w + last) > 0);
    free(w);
    problem_close(&p);
}

static void test_start(void **state) {
    (void)state;
    check_start("model=mlp,hidden=8,init_seed=3", &(lf_mlp_params){.hidden = "8", .init_seed = 3},
                sqrt(0.5));
    check_start("model=mlp,hidden=8,activation=tanh",
                &(lf_mlp_params){.hidden = "8", .activation = LF_MLP_TANH}, 1);
}

enum { OUT_AUC, OUT_ACCURACY, OUT_CE, OUT_AP, OUT_BALANCED, OUTS };

/* What a part is judged by, from the definitions; balanced accuracy at a threshold. */
static void judge(const lf_auc *auc, lf_class_part part, const double *w, double threshold,
                  double out[OUTS]) {
    const lf_model *model = &auc->classes.task.model;
    const size_t n = auc->classes.n[part];
    double *s = calloc(n, sizeof *s), won = 0, pairs = 0;
    const lf_rows rows = {.n = n, .row = auc->classes.row[part]};
    assert_ok(model->is->scores(model, &rows, w, s));
    double rows_of[2] = {0}, right[2] = {0};
    for (size_t k = 0; k < OUTS; k++)
        out[k] = 0;
    for (size_t i = 0; i < n; i++) {
        const double y = auc->classes.sign[rows.row[i]];
        out[1] += y * s[i] > 0 ? 1 / (double)n : 0;
        out[2] += log(1 + exp(-y * s[i])) / (double)n;
        rows_of[y > 0]++;
        right[y > 0] += (s[i] > threshold) == (y > 0);
        double high = 0, found = 0;
        for (size_t j = 0; j < n && y > 0; j++) {
            high += s[j] >= s[i];
            found += s[j] >= s[i] && auc->classes.sign[rows.row[j]] > 0;
        }
        out[OUT_AP] += y > 0 ? found / high : 0;
        for (size_t j = 0; j < n && y > 0; j++) {
            if (auc->classes.sign[rows.row[j]] > 0) continue;
            won += s[i] > s[j] ? 1 : s[i] == s[j] ? 0.5 : 0;
            pairs++;
        }
    }
    out[0] = won / pairs;
    out[OUT_AP] /= rows_of[1];
    out[OUT_BALANCED] = (right[0] / rows_of[0] + right[1] / rows_of[1]) / 2;
    free(s);
}

/* The threshold with the best balanced accuracy on held-out rows: all that lie halfway between two
 * neighbouring scores are tried. */
static double tuned(const lf_auc *auc, const double *w) {
    const lf_rows rows = {.n = auc->classes.n[LF_PART_VALIDATION],
                          .row = auc->classes.row[LF_PART_VALIDATION]};
    const lf_model *model = &auc->classes.task.model;
    double *s = calloc(rows.n, sizeof *s), most = 0.5, best = -INFINITY, out[OUTS];
    assert_ok(model->is->scores(model, &rows, w, s));
    for (size_t i = 0; i < rows.n; i++) {
        double next = INFINITY;
        for (size_t j = 0; j < rows.n; j++)
            if (s[j] > s[i]) next = fmin(next, s[j]);
        const double at = isinf(next) ? s[i] : (s[i] + next) / 2;
        judge(auc, LF_PART_VALIDATION, w, at, out);
        if (out[OUT_BALANCED] < most || (out[OUT_BALANCED] == most && at >= best)) continue;
        most = out[OUT_BALANCED];
        best = at;
    }
    free(s);
    return best;
}

/* At two points in turn, so that each is remembered, and at a third. */
static void test_metrics(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_auc, "keep=0.3,model=mlp,hidden=4,metrics=all");
    const size_t d = p.problem.info.dim;
    double *w = calloc(3 * d, sizeof *w), want[OUTS], best;
    table_point(2, 3 * d, 0.5, w);
    assert_int_equal(lf_problem_metrics(&p.problem), LF_AUC_ALL_METRICS);
    const size_t turn[] = {0, 1, 0, 1, 2, 0};
    for (size_t k = 0; k < 6; k++) {
        const double *at = w + turn[k] * d;
        judge(p.problem.state, LF_PART_TEST, at, 0, want);
        assert_near(problem_metric(&p.problem, "auc_test", at), want[0], 1e-12);
        assert_near(problem_metric(&p.problem, "accuracy_test", at), want[1], 1e-12);
        assert_near(problem_metric(&p.problem, "ap_test", at), want[OUT_AP], 1e-12);
        assert_near(problem_metric(&p.problem, "bacc_test", at), want[OUT_BALANCED], 1e-12);
        judge(p.problem.state, LF_PART_TRAIN, at, 0, want);
        assert_near(problem_metric(&p.problem, "auc", at), want[0], 1e-12);
        assert_near(problem_metric(&p.problem, "ce", at), want[2], 1e-12);
        judge(p.problem.state, LF_PART_VALIDATION, at, 0, want);
        assert_near(problem_metric(&p.problem, "auc_val", at), want[0], 1e-12);
        assert_near(problem_metric(&p.problem, "ap_val", at), want[OUT_AP], 1e-12);
        best = tuned(p.problem.state, at);
        judge(p.problem.state, LF_PART_TEST, at, best, want);
        assert_near(problem_metric(&p.problem, "bacc_tuned_test", at), want[OUT_BALANCED], 1e-12);
    }
    w[0] = NAN;
    assert_true(isnan(problem_metric(&p.problem, "auc_test", w)));
    free(w);
    problem_close(&p);
}

/* With nothing held out there is nothing to tune on. */
static void test_nothing_held_out(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_auc, "validation=0");
    const double w[64] = {0};
    double value;
    assert_int_equal(lf_problem_metrics(&p.problem), LF_AUC_METRICS - 1);
    assert_int_equal(p.problem.info.parts, 2);
    assert_string_equal(p.problem.info.part[1].name, "test");
    const lf_metric *held = &lf_problem_auc.metrics[LF_AUC_METRICS - 1];
    assert_string_equal(held->name, "auc_val");
    assert_int_equal(held->measure(&p.problem, &(lf_point){.w = w}, &value), LF_UNSUPPORTED);
    assert_near(problem_metric(&p.problem, "auc_test", w), 0.5, 0);
    problem_close(&p);
}

/* At the origin, where a linear model's rows are not read, and just beside it; entries of -0 are 0.
 */
static void test_origin(void **state) {
    (void)state;
    const char *const kind[] = {"keep=0.3", "keep=0.3,score=raw"};
    for (size_t k = 0; k < 2; k++) {
        fixture_problem p = problem_open(&lf_problem_auc, kind[k]);
        double w[64] = {-0.0, 0, -0.0}, want[OUTS];
        for (size_t turn = 0; turn < 2; turn++, w[1] = 1e-3) {
            judge(p.problem.state, LF_PART_TEST, w, 0, want);
            assert_near(problem_metric(&p.problem, "auc_test", w), want[0], 1e-12);
            assert_near(problem_metric(&p.problem, "accuracy_test", w), want[1], 1e-12);
            judge(p.problem.state, LF_PART_TRAIN, w, 0, want);
            assert_near(problem_metric(&p.problem, "ce", w), want[2], 1e-12);
            assert_true((fabs(want[0] - 0.5) < 1e-9) == (turn == 0));
        }
        problem_close(&p);
    }
}

/* One that is only looked at says of itself what one that is asked says, and refuses the same. */
static void test_outline(void **state) {
    (void)state;
    const char *const kind[] = {"keep=0.5", "ratio=91,score=raw,validation=0.3", "keep=1e-6"};
    for (size_t k = 0; k < 3; k++) {
        lf_parameters of;
        lf_problem whole, outline;
        assert_ok(lf_parameters_create(lf_problem_auc.params, lf_problem_auc.params_size, kind[k],
                                       "auc", &of));
        const lf_status status = lf_problem_create(&lf_problem_auc, of.values, &whole);
        assert_int_equal(lf_problem_outline(&lf_problem_auc, of.values, &outline), status);
        assert_false(lf_problem_is_outline());
        assert_int_equal(status, k == 2 ? LF_BAD_INPUT : LF_OK);
        assert_int_equal(outline.info.n, whole.info.n);
        assert_int_equal(outline.info.dim, whole.info.dim);
        assert_int_equal(outline.info.parts, whole.info.parts);
        for (size_t i = 0; i < whole.info.parts; i++)
            assert_int_equal(outline.info.part[i].n, whole.info.part[i].n);
        lf_problem_release(&whole);
        lf_problem_release(&outline);
        lf_parameters_free(&of);
    }
}

/* On the images of digits; the origin has no order, a step along the gradient of P has one. */
static void test_digits(void **state) {
    (void)state;
    need_data("mnist");
    fixture_problem p = problem_open(&lf_problem_auc, "data=mnist,ratio=91,pool=4");
    const size_t d = p.problem.info.dim, n = p.problem.info.n;
    const lf_samples all = {.n = n, .per_stratum = &n};
    double *v = calloc(2 * d, sizeof *v), *grad = v + d, alpha = 0, slope = 0;
    assert_int_equal(d, 49 + 1 + 2);
    v[d - 2] = v[d - 1] = 0.5;
    assert_near(problem_metric(&p.problem, "auc_test", v), 0.5, 0);
    assert_near(problem_metric(&p.problem, "P", v), 1, 1e-12);
    assert_ok(lf_problem_auc.saddle(p.problem.state, &all, v, &alpha, grad, &slope));
    lf_vec_axpy(d, -1, grad, v);
    assert_true(problem_metric(&p.problem, "P", v) < 1);
    assert_true(problem_metric(&p.problem, "auc_test", v) > 0.6);
    free(v);
    problem_close(&p);
}

static void refuse(const char *assignments, const char *why) {
    lf_parameters parameters;
    lf_problem problem;
    assert_ok(lf_parameters_create(lf_problem_auc.params, lf_problem_auc.params_size, assignments,
                                   "auc", &parameters));
    assert_int_equal(lf_problem_create(&lf_problem_auc, parameters.values, &problem),
                     LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), why));
    assert_null(problem.state);
    lf_parameters_free(&parameters);
}

static void test_refusals(void **state) {
    (void)state;
    refuse("score=raw,model=mlp", "set model=linear");
    refuse("metrics=all,validation=0", "set validation=0.1");
    refuse("model=linear,precision=float32", "precision=float32 is of networks");
    refuse("model=mlp,hidden=none,precision=float32", "precision=float32 is of networks");
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views),     cmocka_unit_test(test_start),
        cmocka_unit_test(test_metrics),   cmocka_unit_test(test_nothing_held_out),
        cmocka_unit_test(test_canonical), cmocka_unit_test(test_digits),
        cmocka_unit_test(test_refusals),  cmocka_unit_test(test_origin),
        cmocka_unit_test(test_outline),
    };
    return cmocka_run_group_tests_name("auc_problem", tests, setup, scratch_teardown);
}
