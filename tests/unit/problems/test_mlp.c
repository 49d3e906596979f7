/* The multilayer perceptron against its definition and against differences, for every depth,
 * activation, number of outputs and form of table. */
#include "networks.h"
#include "problems/models/mlp/mlp_layer.h"

enum { ROWS = 40, MOST = 300 };

/* y . s(w) over the rows */
static double network_value(const network *net, const lf_rows *rows, const double *w,
                            const double *y) {
    double s[3 * ROWS];
    assert_ok(net->model.is->scores(&net->model, rows, w, s));
    return lf_vec_dot(rows->n * net->model.outputs, s, y);
}

static void scores_are_defined(network *net) {
    static double s[3 * NETWORK_ROWS];
    double w[MOST], want[3];
    const size_t outputs = net->model.outputs;
    assert_in_range(net->model.dim, 1, MOST);
    table_point(1, net->model.dim, 1, w);
    assert_ok(net->model.is->scores(&net->model, &(lf_rows){.n = NETWORK_ROWS}, w, s));
    for (size_t i = 0; i < NETWORK_ROWS; i++) {
        network_scores(net, i, w, want);
        for (size_t c = 0; c < outputs; c++)
            assert_near(s[i * outputs + c], want[c], 1e-12);
    }
}

static void test_scores(void **state) {
    (void)state;
    network_each(scores_are_defined);
}

/* Along a random direction u: <J' y, u> and <y, J u> are the slope of y . s. */
static void slopes_are_differences(network *net) {
    const size_t d = net->model.dim, p = ROWS * net->model.outputs;
    double w[MOST], u[MOST], y[3 * ROWS], js[3 * ROWS], grad[MOST] = {0}, side[2];
    const double h = 1e-6;
    const lf_rows rows = {.n = ROWS, .first = 100};
    table_point(2, d, 1, w);
    table_point(3, d, 1, u);
    table_point(4, p, 1, y);
    assert_ok(net->model.is->backward(&net->model, &rows, w, y, grad));
    assert_ok(lf_model_jvp(&net->model, &rows, w, u, js));
    for (int k = 0; k < 2; k++) {
        lf_vec_axpy(d, k ? -2 * h : h, u, w);
        side[k] = network_value(net, &rows, w, y);
    }
    const double slope = lf_vec_dot(d, grad, u), want = (side[0] - side[1]) / (2 * h);
    assert_near(slope, want, 1e-6 * (1 + fabs(want)));
    const double size = lf_vec_norm(d, grad) * lf_vec_norm(d, u);
    assert_near(lf_vec_dot(p, y, js), slope, 1e-12 * (1 + size));
}

static void test_slopes(void **state) {
    (void)state;
    network_each(slopes_are_differences);
}

/* Each entry of the gradient by itself, so that none hides in a sum. */
static void test_each_slope(void **state) {
    (void)state;
    network net = network_open(TABLE_DENSE, "9+4", LF_MLP_TANH, 3);
    const lf_rows rows = {.n = ROWS};
    const size_t d = net.model.dim;
    double w[MOST], y[3 * ROWS], grad[MOST] = {0};
    const double h = 1e-5;
    table_point(5, d, 1, w);
    table_point(6, 3 * ROWS, 1, y);
    assert_ok(net.model.is->backward(&net.model, &rows, w, y, grad));
    for (size_t k = 0; k < d; k++) {
        const double at = w[k];
        w[k] = at + h;
        const double above = network_value(&net, &rows, w, y);
        w[k] = at - h;
        const double want = (above - network_value(&net, &rows, w, y)) / (2 * h);
        w[k] = at;
        assert_near(grad[k], want, 1e-6 * (1 + fabs(want)));
    }
    network_close(&net);
}

/* x = (1, 2), (3, -1) through 2-2-1 relu: by hand. */
static void test_by_hand(void **state) {
    (void)state;
    const double table[] = {1, 2, 3, -1}, ds[] = {1, 10};
    /* W_1 = (1 -1; 2 1), b_1 = (0.5, -3), W_2 = (3, -2), b_2 = 0.25 */
    const double w[] = {1, -1, 2, 1, 0.5, -3, 3, -2, 0.25};
    /* z_1 = (-0.5, 1) and (4.5, 2): a_1 = (0, 1) and (4.5, 2) */
    const double want[] = {-1.75, 9.75};
    const double slope[] = {90, -30, -62, 16, 30, -22, 45, 21, 11};
    const lf_data data = {.name = "hand", .rows = 2, .features = 2, .dense = table};
    const lf_mlp_params params = {.hidden = "2"};
    double s[2], grad[9] = {0};
    lf_model model;
    assert_ok(lf_mlp_create(&data, &params, 1, &model));
    assert_int_equal(model.dim, 9);
    assert_ok(model.is->scores(&model, &(lf_rows){.n = 2}, w, s));
    assert_ok(model.is->backward(&model, &(lf_rows){.n = 2}, w, ds, grad));
    for (size_t i = 0; i < 2; i++)
        assert_near(s[i], want[i], 1e-14);
    for (size_t k = 0; k < 9; k++)
        assert_near(grad[k], slope[k], 1e-13);
    lf_model_release(&model);
}

/* The tanh that is made for speed is as near as libm's, from the smallest numbers to the ends. */
static void test_tanh(void **state) {
    (void)state;
    enum { N = 4000 };
    static double z[N], zero[N];
    for (size_t i = 0; i < N; i++)
        z[i] = table_random(9, i, -1, 1) * pow(10, table_random(10, i, -12, 1.6));
    z[0] = 0, z[1] = -0.0, z[2] = INFINITY, z[3] = -INFINITY, z[4] = 1e300, z[5] = 5e-324;
    z[6] = 19.99, z[7] = -20.01, z[8] = 0.1732, z[9] = 0.1734;
    static double got[N];
    memcpy(got, z, sizeof z);
    lf_mlp_activate(LF_MLP_TANH, 1, N, zero, got);
    for (size_t i = 0; i < N; i++) {
        assert_near(got[i], tanh(z[i]), 1e-15 * fabs(tanh(z[i])));
        assert_true(fabs(got[i]) <= 1);
    }
}

/* Without hidden layers it is the linear model and an intercept. */
static void test_no_hidden_layer(void **state) {
    (void)state;
    for (table_form form = 0; form < TABLE_FORMS; form++) {
        network net = network_open(form, "none", LF_MLP_RELU, 1);
        lf_model linear;
        double w[NETWORK_FEATURES + 1], s[ROWS], t[ROWS], ds[ROWS], sum = 0;
        double grad[NETWORK_FEATURES + 1] = {0}, want[NETWORK_FEATURES] = {0};
        const lf_rows rows = {.n = ROWS, .first = 7};
        assert_ok(lf_linear_create(net.data, &linear));
        assert_int_equal(net.model.dim, linear.dim + 1);
        table_point(7, net.model.dim, 1, w);
        table_point(8, ROWS, 1, ds);
        assert_ok(net.model.is->scores(&net.model, &rows, w, s));
        assert_ok(linear.is->scores(&linear, &rows, w, t));
        assert_ok(net.model.is->backward(&net.model, &rows, w, ds, grad));
        assert_ok(linear.is->backward(&linear, &rows, w, ds, want));
        for (size_t i = 0; i < ROWS; i++) {
            assert_near(s[i], t[i] + w[NETWORK_FEATURES], 1e-13);
            sum += ds[i];
        }
        for (size_t j = 0; j < NETWORK_FEATURES; j++)
            assert_near(grad[j], want[j], 1e-13);
        assert_near(grad[NETWORK_FEATURES], sum, 1e-13);
        lf_model_release(&linear);
        network_close(&net);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scores),     cmocka_unit_test(test_slopes),
        cmocka_unit_test(test_each_slope), cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_tanh),       cmocka_unit_test(test_no_hidden_layer),
    };
    return cmocka_run_group_tests_name("mlp", tests, NULL, NULL);
}
