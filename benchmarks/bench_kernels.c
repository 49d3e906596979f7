/**
 * @file bench_kernels.c
 * @brief Bare operations in portable mode beside those in fast mode: what steps hide.
 *
 * Both modes take turns, and the smallest of several tries counts, since whatever disturbs adds.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "benchmarks/shim.h"
#include "numeric/bits.h"
#include "numeric/dense.h"
#include "numeric/symmetric_eigen.h"

enum { KERNELS_TRIES = 9 };

typedef struct {
    double *A, *B, *C, *s;
} kernels_room;

/* A product C <- A B', a matrix with a vector, or eigenvalues of n rows. */
typedef enum { KERNELS_PRODUCT, KERNELS_VECTOR, KERNELS_EIGEN } kernels_kind;

typedef struct {
    kernels_kind kind;
    size_t m, n, k, calls; /* calls of a try */
} kernels_case;

static lf_status kernels_call(const kernels_case *is, const kernels_room *r) {
    if (is->kind == KERNELS_PRODUCT)
        lf_dense_gemm(LF_DENSE_NT, is->m, is->n, is->k, 1, r->A, is->k, r->B, is->k, 0, r->C,
                      is->n);
    if (is->kind == KERNELS_VECTOR) lf_dense_gemv(is->m, is->n, 1, r->A, r->B, 0, r->C);
    if (is->kind != KERNELS_EIGEN) return LF_OK;
    memcpy(r->C, r->A, is->n * is->n * sizeof *r->C);
    return lf_symmetric_eigen(is->n, r->C, r->s);
}

static lf_status kernels_try(const kernels_case *is, const kernels_room *r, lf_bits mode,
                             double *seconds) {
    struct timespec start, end;
    lf_bits_set(mode);
    LF_TRY(kernels_call(is, r));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (size_t k = 0; k < is->calls; k++)
        LF_TRY(kernels_call(is, r));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    const double spent =
        (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    if (spent < *seconds) *seconds = spent;
    return LF_OK;
}

static void kernels_run(lf_bench *bench, const void *argument) {
    const kernels_case *is = argument;
    const size_t a = is->m * (is->k > 0 ? is->k : is->n), most = a > 784 * 3 ? a : 784 * 3;
    double *all = malloc(4 * most * sizeof *all), seconds[2] = {1e9, 1e9};
    const kernels_room r = {all, all + most, all + 2 * most, all + 3 * most};
    lf_status status = all ? LF_OK : lf_fail(LF_NO_MEMORY, "out of memory");
    for (size_t i = 0; all && i < most; i++) /* symmetric where it has to be */
        r.A[i] = r.B[i] = cos(1.3 * (double)((i / is->n + 1) * (i % is->n + 1) % 1009));
    for (int try = 0; try < 2 * KERNELS_TRIES && status == LF_OK; try++)
        status = kernels_try(is, &r, (lf_bits)(try % 2), &seconds[try % 2]);
    lf_bits_set(LF_BITS_PORTABLE);
    while (status == LF_OK && lf_bench_next(bench, 1))
        status = kernels_call(is, &r);
    if (status == LF_OK)
        lf_bench_report(bench, "of_fast", seconds[LF_BITS_PORTABLE] / seconds[LF_BITS_FAST]);
    else
        lf_bench_skip(bench, lf_message());
    free(all);
}

void lf_suite_bench_kernels(void);
void lf_suite_bench_kernels(void) {
    static const kernels_case product = {KERNELS_PRODUCT, 5, 5, 100, 5000},
                              vector = {KERNELS_VECTOR, 128, 14, 0, 5000},
                              few = {KERNELS_EIGEN, 30, 30, 0, 50},
                              some = {KERNELS_EIGEN, 300, 300, 0, 1},
                              many = {KERNELS_EIGEN, 784, 784, 0, 1};
    lf_bench_add("bits/bare/product_5x5x100", kernels_run, &product);
    lf_bench_add("bits/bare/vector_128x14", kernels_run, &vector);
    lf_bench_add("bits/bare/eigen_30", kernels_run, &few);
    lf_bench_add("bits/bare/eigen_300", kernels_run, &some);
    lf_bench_add("bits/bare/eigen_784", kernels_run, &many);
}
