/* Products of a layer against their definition: in portable mode, with OpenBLAS's kernels at hand
 * and with those of its kernels that multiply small matrices as they lie. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/blas.h"
#include "near.h"
#include "numeric/bits.h"
#include "numeric/dense.h"
#include "problems/models/mlp/mlp_product.h"
#include "random_table.h"

enum { ROWS = 256, WIDEST = 300, SIZE = ROWS * WIDEST };

static double A[SIZE], B[SIZE], C[SIZE], old[SIZE], room[SIZE];

static void fill(void) {
    table_point(1, SIZE, 1, A);
    table_point(2, SIZE, 1, B);
    table_point(3, SIZE, 1, old);
}

/* C (n x q) = old + L R, L(i, k) and R(k, j) at these distances; what lies behind C is as it was.
 */
static void is_product(size_t n, size_t m, size_t q, size_t i_L, size_t k_L, size_t k_R, size_t j_R,
                       double beta) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < q; j++) {
            double sum = beta == 0 ? 0 : old[i * q + j];
            for (size_t k = 0; k < m; k++)
                sum += A[i * i_L + k * k_L] * B[k * k_R + j * j_R];
            assert_near(C[i * q + j], sum, 1e-12 * (double)(m + 1));
        }
    assert_memory_equal(C + n * q, old + n * q, (SIZE - n * q) * sizeof *C);
}

static void products_are_defined(size_t n, size_t in, size_t out) {
    for (double beta = 0; beta <= 1; beta++) {
        memcpy(C, old, sizeof C);
        for (size_t k = 0; k < SIZE; k++)
            room[k] = NAN;
        lf_mlp_product(n, in, out, A, B, beta, C, room);
        is_product(n, in, out, in, 1, 1, in, beta);
        for (size_t k = lf_mlp_product_room(in, out); k < SIZE; k++)
            assert_true(isnan(room[k]));
    }
    memcpy(C, old, sizeof C);
    lf_mlp_product_weights(n, in, out, B, A, C); /* A (n x out): slopes, B (n x in): rows */
    is_product(out, n, in, 1, out, in, 1, 1);
    memcpy(C, old, sizeof C);
    lf_mlp_product_back(n, in, out, A, B, C);
    is_product(n, out, in, out, 1, in, 1, 0);
}

/* Rows of one part and of several, layers for which that pays and one for which it does not. */
static void test_products(void **state) {
    (void)state;
    static const size_t rows[] = {1, 2, 31, 32, 87, 128, 255, ROWS};
    static const size_t size[][2] = {{1, 1},    {7, 3},     {1, 9},     {9, 1},    {64, 64},
                                     {123, 64}, {107, 107}, {250, 250}, {251, 250}};
    fill();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t k = 0; k < sizeof size / sizeof *size; k++)
            products_are_defined(rows[i], size[k][0], size[k][1]);
}

static void test_turned(void **state) {
    (void)state;
    enum { WIDE = 40 };
    static const size_t size[][2] = {{1, 1}, {5, 8}, {9, 37}, {64, 16}};
    fill();
    for (size_t s = 0; s < sizeof size / sizeof *size; s++) {
        const size_t in = size[s][0], out = size[s][1];
        memcpy(C, old, sizeof C);
        lf_mlp_turn(in, out, A, WIDE, C);
        for (size_t k = 0; k < SIZE; k++) {
            const bool inside = k / WIDE < in && k % WIDE < out;
            assert_true(C[k] == (inside ? A[k % WIDE * in + k / WIDE] : old[k]));
        }
        memcpy(C, old, sizeof C);
        lf_mlp_add_turned(in, out, A, WIDE, C);
        for (size_t k = 0; k < SIZE; k++)
            assert_true(C[k] == old[k] + (k < in * out ? A[k % in * WIDE + k / in] : 0));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_turned),
    };
    int failed = cmocka_run_group_tests_name("mlp_product", tests, NULL, NULL);
    lf_bits_set(LF_BITS_FAST);
    failed += cmocka_run_group_tests_name("mlp_product_fast", tests, NULL, NULL);
    if (failed || lf_dense_unpacked()) return failed;
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
        fflush(stdout);
        lf_blas_restart("SkylakeX"); /* and once more from the beginning */
        return 1;
    }
#endif
    return failed;
}
