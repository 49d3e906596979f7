/**
 * @file bench_machine.c
 * @brief What this machine can do at most: numbers through memory, and products of matrices.
 *
 * The triad a <- b + s c is that of the STREAM benchmark: arrays that are larger than any cache, 24
 * bytes and two operations a number (the line of `a` that is read to be written is not counted).
 * The products are square and large enough for OpenBLAS's best rate; gemm/... elsewhere are those
 * of a task's own shape.
 */
#include <stdlib.h>

#include <cblas.h>

#include "benchmarks/shim.h"
#include "datasets/made/draws.h"

enum { MACHINE_TRIAD = 8 << 20, MACHINE_SIDE = 1024 };

static void machine_sum(size_t n, double s, const double *restrict b, const double *restrict c,
                        double *restrict a) {
    for (size_t i = 0; i < n; i++)
        a[i] = b[i] + s * c[i];
}

static void machine_triad(lf_bench *bench, const void *argument) {
    const size_t n = MACHINE_TRIAD;
    double *a = malloc(3 * n * sizeof *a);
    (void)argument;
    if (!a) {
        lf_bench_skip(bench, "out of memory");
        return;
    }
    for (size_t i = 0; i < 3 * n; i++)
        a[i] = (double)(i % 7);
    while (lf_bench_next(bench, 1)) {
        machine_sum(n, 3, a + n, a + 2 * n, a);
        lf_bench_keep(a);
    }
    lf_bench_rates(bench, (double)n, 3 * (double)n * sizeof *a, 2 * (double)n);
    free(a);
}

static void machine_dgemm(lf_bench *bench, const void *argument) {
    const blasint n = MACHINE_SIDE;
    const size_t size = (size_t)n * MACHINE_SIDE;
    double *a = malloc(3 * size * sizeof *a);
    (void)argument;
    if (!a) {
        lf_bench_skip(bench, "out of memory");
        return;
    }
    lf_normal_fill(1, 0, 0, 3 * size, a);
    while (lf_bench_next(bench, 1))
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, a + size, n, 0,
                    a + 2 * size, n);
    lf_bench_rates(bench, 0, 0, 2 * (double)size * MACHINE_SIDE);
    free(a);
}

static void machine_sgemm(lf_bench *bench, const void *argument) {
    const blasint n = MACHINE_SIDE;
    const size_t size = (size_t)n * MACHINE_SIDE;
    float *a = malloc(3 * size * sizeof *a);
    (void)argument;
    if (!a) {
        lf_bench_skip(bench, "out of memory");
        return;
    }
    for (size_t i = 0; i < 3 * size; i++)
        a[i] = (float)(i % 13) - 6;
    while (lf_bench_next(bench, 1))
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, a + size, n, 0,
                    a + 2 * size, n);
    lf_bench_rates(bench, 0, 0, 2 * (double)size * MACHINE_SIDE);
    free(a);
}

void lf_suite_bench_machine(void);
void lf_suite_bench_machine(void) {
    lf_bench_add("machine/triad", machine_triad, NULL);
    lf_bench_add("machine/dgemm", machine_dgemm, NULL);
    lf_bench_add("machine/sgemm", machine_sgemm, NULL);
}
