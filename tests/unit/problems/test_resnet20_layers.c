/* Each kind of layer on its own, forward and back, against the naive one in double precision. */
#include "layer_bench.h"

static void check_conv(size_t c_in, size_t c_out, size_t side, size_t stride) {
    const resnet_layer l = {.c_in = c_in, .c_out = c_out, .side = side, .stride = stride};
    bench b;
    dnnl_memory_desc_t desc;
    bench_open(&b);
    assert_ok(lf_weights_plain(c_out, c_in, &desc));
    const dnnl_memory_t src = bench_image(&b, c_in, side);
    lf_conv conv = {N, c_in, c_out, side, stride, .weights = bench_plain(&b, &desc)};
    conv.d_weights = bench_plain(&b, &desc);
    const dnnl_memory_t dst = bench_image(&b, c_out, side / stride);
    const dnnl_memory_t d_dst = bench_image(&b, c_out, side / stride);
    const dnnl_memory_t d_src = bench_image(&b, c_in, side);
    conv.src = c_in == 3 ? src : bench_from(&b, src, c_in, side);
    conv.dst = bench_blocked(&b, c_out, side / stride);
    double *x = bench_doubles(&b, 0), *w = bench_doubles(&b, 1), *d = bench_doubles(&b, 4);
    double *want = naive_zeros(b.count[3]), *dw = naive_zeros(b.count[1]);
    double *dx = naive_zeros(b.count[0]);

    assert_ok(lf_conv_forward(&b.site, &conv));
    assert_ok(lf_layer_reorder(&b.site, conv.dst, dst));
    const dnnl_memory_t from = bench_from(&b, d_dst, c_out, side / stride);
    const dnnl_memory_t to = c_in == 3 ? NULL : bench_blocked(&b, c_in, side);
    assert_ok(lf_conv_backward(&b.site, &conv, from, to));
    if (to) assert_ok(lf_layer_reorder(&b.site, to, d_src));
    bench_run(&b);
    naive_conv(N, &l, x, w, want);
    naive_conv_back(N, &l, x, w, d, dx, dw);
    assert_plain(&b, 3, want, 9 * c_in);
    assert_plain(&b, 2, dw, N * side * side);
    if (to)
        assert_plain(&b, 5, dx, 9 * c_out);
    else
        free(dx);
    lf_conv_release(&conv);
    bench_close(&b);
    free(x);
    free(w);
    free(d);
}

static void test_conv(void **state) {
    (void)state;
    check_conv(3, 16, 32, 1);
    check_conv(16, 16, 32, 1);
    check_conv(16, 32, 32, 2);
    check_conv(32, 64, 16, 2);
    check_conv(64, 64, 8, 1);
}

static void check_evaluate(bool add, lf_dnnl_activation activation) {
    const resnet_layer l = {.c_in = 32, .c_out = 32, .side = 16, .stride = 1};
    bench b;
    dnnl_memory_desc_t desc;
    bench_open(&b);
    assert_ok(lf_weights_plain(32, 32, &desc));
    const dnnl_memory_t src = bench_image(&b, 32, 16), weights = bench_plain(&b, &desc);
    const dnnl_memory_t bias = bench_vector(&b, 32), dst = bench_image(&b, 32, 16);
    lf_conv conv = {N, 32, 32, 16, 1, .weights = weights};
    conv.src = bench_from(&b, src, 32, 16);
    conv.dst = bench_from(&b, dst, 32, 16);
    double *x = bench_doubles(&b, 0), *w = bench_doubles(&b, 1), *c = bench_doubles(&b, 2);
    double *want = bench_doubles(&b, 3);
    assert_ok(lf_conv_evaluate(&b.site, &b.site, &conv, bias, add, activation));
    assert_ok(lf_layer_reorder(&b.site, conv.dst, dst));
    bench_run(&b);
    for (size_t i = 0; i < b.count[3]; i++)
        want[i] = (add ? want[i] : 0) + c[i / 256 % 32];
    naive_conv(N, &l, x, w, want);
    naive_rectify(b.count[3], activation == LF_DNNL_ELU, want);
    assert_plain(&b, 3, want, 9 * 32 + 2);
    lf_conv_release(&conv);
    bench_close(&b);
    free(x);
    free(w);
    free(c);
}

static void test_evaluate(void **state) {
    (void)state;
    check_evaluate(false, LF_DNNL_RELU);
    check_evaluate(true, LF_DNNL_RELU);
    check_evaluate(false, LF_DNNL_ELU);
    check_evaluate(true, LF_DNNL_ELU);
}

/* Plain: 0 x, 1 gamma, 2 beta, 3 y, 4 dy, 5 dx, 6 d_gamma, 7 d_beta, 8 mean, 9 variance. */
static void check_norm(size_t c, size_t side, bool relu) {
    bench b;
    bench_open(&b);
    const size_t size = side * side, few = 64; /* sums of products, but most are means */
    const dnnl_memory_t x = bench_image(&b, c, side);
    lf_norm norm = {.eps = 1e-3f, .relu = relu, .gamma = bench_vector(&b, c)};
    norm.beta = bench_vector(&b, c);
    const dnnl_memory_t y = bench_image(&b, c, side), dy = bench_image(&b, c, side);
    const dnnl_memory_t dx = bench_image(&b, c, side);
    norm.d_gamma = bench_vector(&b, c);
    norm.d_beta = bench_vector(&b, c);
    norm.mean = bench_vector(&b, c);
    norm.variance = bench_vector(&b, c);
    norm.src = bench_from(&b, x, c, side);
    norm.dst = bench_blocked(&b, c, side);
    double *in = bench_doubles(&b, 0), *gamma = bench_doubles(&b, 1), *beta = bench_doubles(&b, 2);
    double *d = bench_doubles(&b, 4), *want = naive_zeros(b.count[0]);
    assert_ok(lf_norm_forward(&b.site, &norm));
    assert_ok(lf_layer_reorder(&b.site, norm.dst, y));
    const dnnl_memory_t slope = bench_from(&b, dy, c, side);
    assert_ok(lf_norm_backward(&b.site, &norm, slope, slope));
    assert_ok(lf_layer_reorder(&b.site, slope, dx));
    bench_run(&b);
    const double eps = (double)norm.eps;
    naive_norm(N, c, size, eps, in, gamma, beta, NULL, want);
    for (size_t i = 0; relu && i < b.count[0]; i++)
        if (want[i] <= 0) want[i] = d[i] = 0;
    assert_plain(&b, 3, want, few);
    double *dx_want = naive_zeros(b.count[0]), *dg = naive_zeros(c), *db = naive_zeros(c);
    naive_norm_back(N, c, size, eps, in, gamma, d, dx_want, dg, db);
    assert_plain(&b, 5, dx_want, few);
    assert_plain(&b, 6, dg, N * size);
    assert_plain(&b, 7, db, N * size);
    for (size_t k = 0; k < c; k++) {
        const naive_moments m = naive_batch(N, c, size, k, in);
        assert_near((double)b.at[8][k], m.mean, bench_rounding(few));
        assert_near((double)b.at[9][k], m.variance, bench_rounding(few));
    }
    lf_norm_release(&norm);
    bench_close(&b);
    free(in);
    free(gamma);
    free(beta);
    free(d);
}

static void test_norm(void **state) {
    (void)state;
    check_norm(16, 32, false);
    check_norm(16, 32, true);
    check_norm(64, 8, true);
}

/* A shortcut that halves: pooled, put before channels of 0, and the way back. Plain: 0 x, 1 y,
 * 2 dy, 3 dx. */
static void check_halve(size_t c, size_t side, size_t kernel) {
    bench b;
    bench_open(&b);
    const dnnl_memory_t x = bench_image(&b, c, side), y = bench_image(&b, 2 * c, side / 2);
    const dnnl_memory_t dy = bench_image(&b, 2 * c, side / 2), dx = bench_image(&b, c, side);
    const dnnl_memory_t wide = bench_blocked(&b, 2 * c, side / 2), d = bench_blocked(&b, c, side);
    dnnl_memory_t first, d_first, half;
    lf_pool pool = {.kernel = kernel, .stride = 2, .src = bench_from(&b, x, c, side)};
    assert_ok(lf_pool_forward(&b.site, &pool));
    assert_ok(lf_layer_zero(&b.site, wide));
    assert_ok(lf_layer_channels(&b.site, wide, c, &first));
    assert_ok(lf_layer_reorder(&b.site, pool.dst, first));
    assert_ok(lf_layer_reorder(&b.site, wide, y));
    const dnnl_memory_t d_wide = bench_from(&b, dy, 2 * c, side / 2);
    assert_ok(lf_layer_channels(&b.site, d_wide, c, &d_first));
    assert_ok(lf_space_new(&b.space, lf_dnnl_desc(pool.dst), &half));
    assert_ok(lf_layer_reorder(&b.site, d_first, half));
    assert_ok(lf_pool_backward(&b.site, &pool, half, d));
    assert_ok(lf_layer_reorder(&b.site, d, dx));
    bench_run(&b);
    double *in = bench_doubles(&b, 0), *want = naive_zeros(b.count[1]), sum = 0, back = 0;
    naive_halve(N, c, side, kernel, in, want);
    for (size_t i = 0; i < b.count[1]; i++) /* <A x, dy> = <x, A' dy>, and A' dy by its entries */
        sum += want[i] * (double)b.at[2][i];
    for (size_t i = 0; i < b.count[0]; i++) {
        const size_t v = i / side % side, u = i % side, k = i / (side * side);
        const size_t at = ((k / c * 2 * c + k % c) * side / 2 + v / 2) * side / 2 + u / 2;
        const bool reached = v % 2 < kernel && u % 2 < kernel;
        assert_near((double)b.at[3][i],
                    reached ? (double)b.at[2][at] / (double)(kernel * kernel) : 0, 1e-6);
        back += in[i] * (double)b.at[3][i];
    }
    assert_near(back, sum, 1e-4);
    assert_plain(&b, 1, want, 4);
    lf_pool_release(&pool);
    bench_close(&b);
    free(in);
}

static void test_shortcut(void **state) {
    (void)state;
    check_halve(16, 32, 1);
    check_halve(16, 32, 2);
    check_halve(32, 16, 1);
    check_halve(32, 16, 2);
}

/* Means over whole images. Plain: 0 x, 1 y, 2 dy, 3 dx. */
static void test_mean(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    const dnnl_memory_t x = bench_image(&b, 64, 8), y = bench_image(&b, 64, 1);
    const dnnl_memory_t dy = bench_image(&b, 64, 1), dx = bench_image(&b, 64, 8);
    const dnnl_memory_t d = bench_blocked(&b, 64, 8);
    dnnl_memory_t d_mean;
    lf_pool pool = {.kernel = 8, .stride = 1, .src = bench_from(&b, x, 64, 8)};
    assert_ok(lf_pool_forward(&b.site, &pool));
    assert_ok(lf_layer_reorder(&b.site, pool.dst, y));
    assert_ok(lf_space_new(&b.space, lf_dnnl_desc(pool.dst), &d_mean));
    assert_ok(lf_layer_reorder(&b.site, dy, d_mean));
    assert_ok(lf_pool_backward(&b.site, &pool, d_mean, d));
    assert_ok(lf_layer_reorder(&b.site, d, dx));
    bench_run(&b);
    double *want = naive_zeros(N * 64);
    for (size_t i = 0; i < N * 64 * 64; i++) {
        want[i / 64] += (double)b.at[0][i] / 64;
        assert_near((double)b.at[3][i], (double)b.at[2][i / 64] / 64, 1e-8);
    }
    assert_plain(&b, 1, want, 64);
    lf_pool_release(&pool);
    bench_close(&b);
}

/* y = act(y + x), d = act'(.) (d + e) and f = act'(.) f. Plain: 0 x, 1 y, 2 d, 3 e, 4 f. */
static void check_rectifier(lf_dnnl_activation activation) {
    const bool elu = activation == LF_DNNL_ELU;
    bench b;
    bench_open(&b);
    dnnl_memory_t plain[5], m[5];
    for (size_t k = 0; k < 5; k++) {
        plain[k] = bench_image(&b, 16, 8);
        m[k] = bench_from(&b, plain[k], 16, 8);
    }
    double *was[5];
    for (size_t k = 0; k < 5; k++)
        was[k] = bench_doubles(&b, k);
    assert_ok(lf_layer_join(&b.site, activation, m[0], m[1]));
    assert_ok(lf_layer_slope(&b.site, activation, m[1], m[3], m[2]));
    assert_ok(lf_layer_slope(&b.site, activation, m[1], NULL, m[4]));
    assert_ok(lf_layer_activate(&b.site, activation, m[0]));
    for (size_t k = 0; k < 5; k++)
        assert_ok(lf_layer_reorder(&b.site, m[k], plain[k]));
    bench_run(&b);
    for (size_t i = 0; i < b.count[0]; i++) {
        const double z = was[0][i] + was[1][i], slope = z > 0 ? 1 : elu ? exp(z) : 0;
        assert_near((double)b.at[0][i], naive_act(elu, was[0][i]), 1e-6);
        assert_near((double)b.at[1][i], naive_act(elu, z), 1e-6);
        assert_near((double)b.at[2][i], slope * (was[2][i] + was[3][i]), 1e-6);
        assert_near((double)b.at[3][i], was[3][i], 0);
        assert_near((double)b.at[4][i], slope * was[4][i], 1e-6);
    }
    for (size_t k = 0; k < 5; k++)
        free(was[k]);
    bench_close(&b);
}

static void test_rectifiers(void **state) {
    (void)state;
    check_rectifier(LF_DNNL_RELU);
    check_rectifier(LF_DNNL_ELU);
}

/* What oneDNN refuses comes back with the layer's name: a sum of images of two sizes. */
static void test_refusal(void **state) {
    (void)state;
    bench b;
    bench_open(&b);
    const dnnl_memory_t small = bench_image(&b, 16, 8), large = bench_image(&b, 16, 16);
    assert_int_not_equal(lf_layer_join(&b.site, LF_DNNL_RELU, large, small), LF_OK);
    assert_non_null(strstr(lf_message(), "resnet20, test: oneDNN"));
    assert_int_not_equal(lf_layer_reorder(&b.site, large, small), LF_OK);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conv),    cmocka_unit_test(test_evaluate),
        cmocka_unit_test(test_norm),    cmocka_unit_test(test_shortcut),
        cmocka_unit_test(test_mean),    cmocka_unit_test(test_rectifiers),
        cmocka_unit_test(test_refusal),
    };
    return cmocka_run_group_tests_name("resnet20_layers", tests, NULL, NULL);
}
