/* What the perceptron keeps between calls changes no answer, and neither does the way in which rows
 * are handed over. */
#include "networks.h"

enum { MOST = 300, OUTPUTS = 3, ALL = 700 };

/* Scattered rows, then neighbours, some of them twice: more than any block. */
static void fill_rows(uint32_t row[ALL]) {
    for (uint32_t i = 0; i < ALL; i++)
        row[i] = i < 300 ? 7 * i % NETWORK_ROWS : i % NETWORK_ROWS;
}

static void each_split(const network *net, size_t step) {
    static double ds[OUTPUTS * ALL], s[2][OUTPUTS * ALL];
    double w[MOST], grad[2][MOST] = {{0}};
    uint32_t row[ALL];
    const size_t outputs = net->model.outputs;
    fill_rows(row);
    table_point(1, net->model.dim, 1, w);
    table_point(2, ALL * outputs, 1, ds);
    const lf_rows all = {.n = ALL, .row = row};
    assert_ok(net->model.is->scores(&net->model, &all, w, s[0]));
    assert_ok(net->model.is->backward(&net->model, &all, w, ds, grad[0]));
    for (size_t i = 0; i < ALL; i += step) {
        const lf_rows few = {.n = ALL - i < step ? ALL - i : step, .row = row + i};
        assert_ok(net->model.is->scores(&net->model, &few, w, s[1] + i * outputs));
        assert_ok(net->model.is->backward(&net->model, &few, w, ds + i * outputs, grad[1]));
    }
    for (size_t k = 0; k < ALL * outputs; k++)
        assert_near(s[1][k], s[0][k], network_near(net, 1e-13));
    for (size_t k = 0; k < net->model.dim; k++)
        assert_near(grad[1][k], grad[0][k], network_near(net, 1e-12) * lf_vec_norm(ALL, ds));
}

static void splits_do_not_matter(network *net) {
    each_split(net, 1);
    each_split(net, 13);
    each_split(net, 256);
}

static void test_splits(void **state) {
    (void)state;
    network_each(splits_do_not_matter);
}

/* grad (dim) <- J' ds from a network that has seen nothing before. */
static void fresh_gradient(const network *net, const lf_rows *rows, const double *w,
                           const double *ds, double *grad) {
    lf_model fresh;
    assert_ok(lf_mlp_create(net->data, &net->params, net->model.outputs, &fresh));
    lf_vec_zero(fresh.dim, grad);
    assert_ok(fresh.is->backward(&fresh, rows, w, ds, grad));
    lf_model_release(&fresh);
}

/* Point and rows change in place between the way forth and the way back. */
static void nothing_stale_is_used(network *net) {
    const size_t d = net->model.dim, outputs = net->model.outputs;
    double w[MOST], ds[OUTPUTS * 64], s[OUTPUTS * 64], grad[MOST], want[MOST];
    uint32_t row[64];
    table_point(3, d, 1, w);
    table_point(4, 64 * outputs, 1, ds);
    for (uint32_t i = 0; i < 64; i++)
        row[i] = 5 * i;
    const lf_rows rows = {.n = 64, .row = row};
    for (int what = 0; what < 4; what++) {
        assert_ok(net->model.is->scores(&net->model, &rows, w, s));
        if (what == 1) w[d - 1] += 0.5;
        if (what == 2) w[0] = -w[0];
        if (what == 3) row[63]++;
        lf_vec_zero(d, grad);
        assert_ok(net->model.is->backward(&net->model, &rows, w, ds, grad));
        fresh_gradient(net, &rows, w, ds, want);
        assert_memory_equal(grad, want, d * sizeof *grad);
    }
}

static void test_nothing_stale(void **state) {
    (void)state;
    network_each(nothing_stale_is_used);
}

static void assert_gradient(const network *net, const lf_rows *rows, const double *w,
                            const double *ds) {
    double grad[MOST], want[MOST];
    lf_vec_zero(net->model.dim, grad);
    assert_ok(net->model.is->backward(&net->model, rows, w, ds, grad));
    fresh_gradient(net, rows, w, ds, want);
    assert_memory_equal(grad, want, net->model.dim * sizeof *grad);
}

/* Blocks that nobody asks about again, so that points are copied no more; then every second one is
 * asked about again, at its own point and at another. */
static void waiting_changes_nothing(network *net) {
    const size_t d = net->model.dim, outputs = net->model.outputs;
    double w[MOST], ds[OUTPUTS * 32], s[OUTPUTS * 32];
    uint32_t row[32];
    table_point(7, 32 * outputs, 1, ds);
    lf_rows rows = {.n = 32, .row = row};
    for (uint32_t k = 0; k < 60; k++) {
        table_point(k, d, 1, w);
        for (uint32_t i = 0; i < 32; i++)
            row[i] = (3 * i + k) % NETWORK_ROWS;
        assert_ok(net->model.is->scores(&net->model, &rows, w, s));
        rows.fresh = true;
        assert_gradient(net, &rows, w, ds);
        rows.fresh = false;
        if (k < 25 || k % 2) continue;
        assert_gradient(net, &rows, w, ds);
        w[d - 1]++;
        assert_gradient(net, &rows, w, ds);
    }
}

static void test_waiting(void **state) {
    (void)state;
    network_each(waiting_changes_nothing);
}

/* A weight that is lost shows, whatever the activation does with it; without a hidden layer that of
 * a column shows in rows that have it, the intercept in all. */
static void lost_weight_shows(network *net) {
    double w[MOST], s[OUTPUTS * 20];
    table_point(5, net->model.dim, 1, w);
    const bool linear = strcmp(net->params.hidden, "none") == 0;
    w[linear ? net->model.dim - net->model.outputs : 0] = NAN;
    assert_ok(net->model.is->scores(&net->model, &(lf_rows){.n = 20}, w, s));
    for (size_t i = 0; i < 20; i++)
        assert_true(isnan(s[i * net->model.outputs]));
}

static void test_lost_weight(void **state) {
    (void)state;
    network_each(lost_weight_shows);
}

static void nothing_comes_of_no_rows(network *net) {
    double w[MOST], s[1] = {0.5}, grad[MOST] = {0};
    table_point(6, net->model.dim, 1, w);
    const lf_rows none = {0};
    assert_ok(net->model.is->scores(&net->model, &none, w, s));
    assert_ok(net->model.is->backward(&net->model, &none, w, s, grad));
    assert_ok(lf_model_jvp(&net->model, &none, w, w, s));
    assert_true(s[0] == 0.5);
    for (size_t k = 0; k < net->model.dim; k++)
        assert_true(grad[k] == 0);
}

static void test_no_rows(void **state) {
    (void)state;
    network_each(nothing_comes_of_no_rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_splits),  cmocka_unit_test(test_nothing_stale),
        cmocka_unit_test(test_waiting), cmocka_unit_test(test_lost_weight),
        cmocka_unit_test(test_no_rows),
    };
    int failed = cmocka_run_group_tests_name("mlp_blocks", tests, NULL, NULL);
    network_precision = LF_MLP_FLOAT32;
    failed += cmocka_run_group_tests_name("mlp_blocks_single", tests, NULL, NULL);
    return failed;
}
