/* The network in floats beside the one in doubles, and the same bits from every build of the
 * kernels. */
#include "networks.h"
#include "numeric/dense_parts.h"

enum { ROWS = 40, MOST = 300, OUTPUTS = 3 };

/* Of the kernels of floats, whose header cannot stand beside that of doubles (real.h). */
bool lf_dense_use_single(const char *name);

/* Sums of some ten products, a few layers deep, each rounded to 2^-24 of itself. */
static const double near = 3e-6;

typedef struct {
    double s[OUTPUTS * ROWS], grad[MOST], js[OUTPUTS * ROWS];
} answers;

static void ask(const lf_model *model, const double *w, const double *v, const double *ds,
                answers *a) {
    const lf_rows rows = {.n = ROWS, .first = 100};
    *a = (answers){0};
    assert_ok(model->is->scores(model, &rows, w, a->s));
    assert_ok(model->is->backward(model, &rows, w, ds, a->grad));
    assert_ok(lf_model_jvp(model, &rows, w, v, a->js));
}

static void assert_close(size_t n, const double *got, const double *want) {
    assert_true(lf_vec_norm(n, want) > 0);
    assert_near(lf_vec_distance(n, got, want) / lf_vec_norm(n, want), 0, near);
}

/* Digits that floats do not have are not seen; those that they have are. */
static void beside_doubles(network *net) {
    const size_t d = net->model.dim, outputs = net->model.outputs;
    double w[MOST], v[MOST], ds[OUTPUTS * ROWS];
    static answers single, same, full;
    lf_mlp_params params = net->params;
    lf_model doubles;
    if (params.precision == LF_MLP_FLOAT64) return; /* a linear model */
    params.precision = LF_MLP_FLOAT64;
    assert_ok(lf_mlp_create(net->data, &params, outputs, &doubles));
    table_point(1, d, 1, w);
    table_point(2, d, 1, v);
    table_point(3, OUTPUTS * ROWS, 1, ds);
    ask(&net->model, w, v, ds, &single);
    ask(&doubles, w, v, ds, &full);
    assert_close(ROWS * outputs, single.s, full.s);
    assert_close(d, single.grad, full.grad);
    assert_close(ROWS * outputs, single.js, full.js);
    assert_memory_not_equal(&single, &full, sizeof full);
    for (size_t k = 0; k < d; k++)
        w[k] = (double)(float)w[k];
    ask(&net->model, w, v, ds, &same);
    assert_memory_equal(&same, &single, sizeof same);
    for (size_t i = 0; i < ROWS * outputs; i++)
        assert_true((double)(float)single.s[i] == single.s[i]);
    lf_model_release(&doubles);
}

static void test_beside_doubles(void **state) {
    (void)state;
    network_each(beside_doubles);
}

/* Its gradient is that of its own scores: differences over steps that floats can tell, to their
 * rounding over the step and the step's square. */
static void is_difference(network *net) {
    const size_t d = net->model.dim, p = ROWS * net->model.outputs;
    double w[MOST], u[MOST], ds[OUTPUTS * ROWS], value[2];
    const double h = 0x1p-8;
    static answers a;
    if (net->params.precision == LF_MLP_FLOAT64 || net->params.activation == LF_MLP_RELU) return;
    table_point(4, d, 1, w);
    table_point(5, d, 1, u);
    table_point(6, OUTPUTS * ROWS, 1, ds);
    ask(&net->model, w, u, ds, &a);
    const double slope = lf_vec_dot(d, a.grad, u), size = lf_vec_norm(p, ds) * lf_vec_norm(p, a.js);
    assert_near(lf_vec_dot(p, ds, a.js), slope, near * size);
    for (int k = 0; k < 2; k++) {
        static answers side;
        lf_vec_axpy(d, k ? -2 * h : h, u, w);
        ask(&net->model, w, u, ds, &side);
        value[k] = lf_vec_dot(p, side.s, ds);
    }
    assert_near((value[0] - value[1]) / (2 * h), slope, (near / h + 10 * h * h) * size);
}

static void test_differences(void **state) {
    (void)state;
    network_each(is_difference);
}

/* Layers that fill vectors and leave rests, many rows and one, dense and thin tables. */
static void test_builds(void **state) {
    (void)state;
    static const char *const builds[] = {"avx512", "avx2", "plain"};
    enum { P = 37, N = 300, WIDEST = 12000 };
    static double w[WIDEST], ds[2 * N], s[4][2 * N], grad[4][WIDEST];
    for (int kind = 0; kind < 8; kind++) {
        lf_data *data = table_create(TABLE_DENSE, N, P, 5);
        if (kind & 1) network_thin(data);
        const lf_mlp_params params = {.hidden = kind & 4 ? "64+50" : "19+3+8",
                                      .activation = kind & 2 ? LF_MLP_TANH : LF_MLP_RELU,
                                      .precision = LF_MLP_FLOAT32};
        size_t ran = 0;
        for (size_t b = 0; b < sizeof builds / sizeof *builds; b++) {
            lf_model model;
            if (!lf_dense_use(builds[b]) || !lf_dense_use_single(builds[b])) continue;
            assert_ok(lf_mlp_create(data, &params, 2, &model));
            assert_in_range(model.dim, 1, WIDEST);
            table_point(7, model.dim, 0.3, w);
            table_point(8, 2 * N, 1, ds);
            lf_vec_zero(WIDEST, grad[ran]);
            for (size_t i = 0, n = 1; i < N; i += n, n = N - i < 7 * n ? N - i : 7 * n) {
                const lf_rows rows = {.n = n, .first = i};
                assert_ok(model.is->scores(&model, &rows, w, s[ran] + 2 * i));
                assert_ok(model.is->backward(&model, &rows, w, ds + 2 * i, grad[ran]));
            }
            assert_memory_equal(s[ran], s[0], sizeof s[0]);
            assert_memory_equal(grad[ran], grad[0], sizeof grad[0]);
            lf_model_release(&model);
            ran++;
        }
        assert_true(ran >= 1);
        table_free(data);
    }
    assert_true(lf_dense_use(NULL) && lf_dense_use_single(NULL));
}

static void test_refused(void **state) {
    (void)state;
    lf_data *data = table_create(TABLE_DENSE, 20, 4, 1);
    lf_model model;
    const lf_mlp_params params = {.hidden = "none", .precision = LF_MLP_FLOAT32};
    assert_int_equal(lf_mlp_create(data, &params, 1, &model), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "precision=float32 is of networks"));
    assert_ok(lf_mlp_create(data, &params, 3, &model));
    lf_model_release(&model);
    table_free(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_beside_doubles),
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_builds),
        cmocka_unit_test(test_refused),
    };
    network_precision = LF_MLP_FLOAT32;
    return cmocka_run_group_tests_name("mlp_single", tests, NULL, NULL);
}
