/**
 * @file bench_npy.c
 * @brief NPY: a table of 100 rows of 64 numbers, opened and read in a block of rows, as own data
 * is.
 */
#include "benchmarks/shim.h"
#include "datasets/readers/parts/npy.h"
#include "tests/support/npy_file.h"

enum { NPY_ROWS = 100, NPY_COLUMNS = 64 };

static lf_status npy_sum(const char *path, double *sum) {
    lf_npy npy;
    double block[NPY_ROWS * NPY_COLUMNS];
    LF_TRY(lf_npy_open(path, &npy));
    const lf_status status = lf_npy_rows(&npy, 0, NPY_ROWS, block);
    *sum += block[NPY_ROWS * NPY_COLUMNS - 1];
    lf_npy_close(&npy);
    return status;
}

static void npy_read(lf_bench *bench, const void *argument) {
    static const double number[NPY_ROWS * NPY_COLUMNS] = {1};
    static const char header[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (100, 64), }\n";
    void *folder = NULL;
    double sum = 0;
    (void)argument;
    const char *path = scratch_setup(&folder) == 0
                           ? npy_file(&folder, "x.npy", 1, header, number, sizeof number)
                           : NULL;
    lf_status status = path ? LF_OK : lf_fail(LF_IO, "x.npy cannot be written");
    while (status == LF_OK && lf_bench_next(bench, 1))
        status = npy_sum(path, &sum);
    lf_bench_keep(&sum);
    if (status == LF_OK)
        lf_bench_rates(bench, NPY_ROWS, sizeof number, 0);
    else
        lf_bench_skip(bench, lf_message());
    scratch_teardown(&folder);
}

void lf_suite_bench_npy(void);
void lf_suite_bench_npy(void) {
    lf_bench_add("read/npy", npy_read, NULL);
}
