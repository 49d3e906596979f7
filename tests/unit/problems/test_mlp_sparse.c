/* The first layer on sparse rows against the same products on dense ones, and which tables are
 * taken for sparse. */
#include "networks.h"
#include "problems/models/linear/linear_rows.h"
#include "problems/models/mlp/mlp_layer.h"
#include "problems/models/mlp/mlp_product.h"
#include "problems/models/mlp/mlp_sparse.h"

enum { MOST = 128, WIDE = 23, ALL = 200 };

static lf_data *thin_table(table_form form, size_t features) {
    lf_data *data = table_create(form, NETWORK_ROWS, features, 21);
    network_thin(data);
    return data;
}

/* Products of n scattered rows, some of them twice, with random weights. */
static void products_agree(const lf_data *data, size_t n, size_t out) {
    static double x[ALL * WIDE], room[MOST * WIDE], Z[2][ALL * MOST], W[MOST * WIDE],
        G[2][MOST * WIDE], b[2][MOST];
    uint32_t row[ALL];
    lf_mlp_sparse s;
    for (uint32_t i = 0; i < n; i++)
        row[i] = i * i % NETWORK_ROWS;
    assert_ok(lf_mlp_sparse_create(data, out, &s));
    assert_non_null(s.rows.base);
    lf_linear_copy(data, &(lf_rows){.n = n, .row = row}, 0, n, x);
    table_point(1, out * WIDE, 1, W);
    table_point(2, out * WIDE, 1, G[0]);
    memcpy(G[1], G[0], sizeof G[0]);
    lf_mlp_product(n, WIDE, out, x, W, 0, Z[0], room);
    lf_mlp_sparse_product(&s, n, row, W, Z[1]);
    for (size_t k = 0; k < n * out; k++)
        assert_near(Z[1][k], Z[0][k], 1e-12);
    lf_mlp_product_weights(n, WIDE, out, x, Z[0], G[0]);
    table_point(4, out, 1, b[0]);
    memcpy(b[1], b[0], sizeof b[0]);
    lf_mlp_add_slopes(n, out, Z[0], b[0]);
    lf_mlp_sparse_slopes(&s, n, row, Z[0], G[1], b[1]);
    for (size_t k = 0; k < out * WIDE; k++)
        assert_near(G[1][k], G[0][k], 1e-12 * (double)n);
    for (size_t k = 0; k < out; k++)
        assert_near(b[1][k], b[0][k], 1e-12 * (double)n);
    lf_mlp_sparse_release(&s);
}

static void test_products(void **state) {
    (void)state;
    static const size_t rows[] = {0, 1, 2, 11, 12, 13, ALL}, outs[] = {1, 3, 8, 37, 64, MOST};
    for (table_form form = 0; form < TABLE_FORMS; form++) {
        lf_data *data = thin_table(form, WIDE);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            for (size_t j = 0; j < sizeof outs / sizeof *outs; j++)
                products_agree(data, rows[i], outs[j]);
        table_free(data);
    }
}

/* The same bits again, also from another object, after other questions. */
static void test_repeats(void **state) {
    (void)state;
    static double Z[2][ALL * MOST], W[MOST * WIDE], G[2][MOST * WIDE], b[2][MOST];
    uint32_t row[ALL];
    lf_data *data = thin_table(TABLE_DENSE, WIDE);
    table_point(3, MOST * WIDE, 1, W);
    for (uint32_t i = 0; i < ALL; i++)
        row[i] = i;
    for (size_t k = 0; k < 2; k++) {
        lf_mlp_sparse s;
        assert_ok(lf_mlp_sparse_create(data, MOST, &s));
        if (k) lf_mlp_sparse_product(&s, 30, row, G[0], Z[1]);
        lf_mlp_sparse_product(&s, ALL, row, W, Z[k]);
        lf_mlp_sparse_slopes(&s, ALL, row, Z[k], G[k], b[k]);
        lf_mlp_sparse_release(&s);
    }
    assert_memory_equal(Z[0], Z[1], sizeof Z[0]);
    assert_memory_equal(G[0], G[1], sizeof G[0]);
    assert_memory_equal(b[0], b[1], sizeof b[0]);
    table_free(data);
}

/* Entries that are stored, or -1 if the table stays dense. */
static long stored(const double *x, size_t rows, size_t features, double *base) {
    const lf_data data = {.name = "few", .rows = rows, .features = features, .dense = x};
    lf_sparse_rows s;
    long entries = -1;
    assert_ok(lf_sparse_rows_create(&data, &s));
    if (s.base) {
        entries = (long)s.e.row_start[rows];
        memcpy(base, s.base, features * sizeof *base);
    }
    lf_sparse_rows_release(&s);
    return entries;
}

/* The base has what most rows have, whatever comes last; a large value or one that is no number
 * is none, and counts as an entry everywhere. */
static void test_base(void **state) {
    (void)state;
    enum { ROWS = 10, P = 2 };
    double x[ROWS * P], base[P];
    for (size_t i = 0; i < ROWS; i++)
        x[i * P] = -0.5, x[i * P + 1] = 0.25;
    x[0] = 2, x[(ROWS - 1) * P + 1] = NAN;
    assert_int_equal(stored(x, ROWS, P, base), 2);
    assert_true(base[0] == -0.5 && base[1] == 0.25);
    for (size_t i = 0; i < ROWS; i++)
        x[i * P] = i ? 1.5 : 0, x[i * P + 1] = i < 6 ? 0 : NAN;
    assert_int_equal(stored(x, ROWS, P, base), -1);
    for (size_t i = 0; i < ROWS; i++)
        x[i * P] = i < 9 ? 0 : 1e300, x[i * P + 1] = i < 8 ? 1 : NAN;
    assert_int_equal(stored(x, ROWS, P, base), 3);
    assert_true(base[0] == 0 && base[1] == 1);
}

/* Up to a fifth of the entries. */
static void test_density(void **state) {
    (void)state;
    enum { ROWS = 10, P = 2 };
    double x[ROWS * P] = {0}, base[P];
    for (size_t i = 0; i < 4; i++)
        x[i] = 1 + (double)i;
    assert_int_equal(stored(x, ROWS, P, base), 4);
    x[4] = 5;
    assert_int_equal(stored(x, ROWS, P, base), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_base),
        cmocka_unit_test(test_density),
    };
    return cmocka_run_group_tests_name("mlp_sparse", tests, NULL, NULL);
}
