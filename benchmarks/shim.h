/**
 * @file shim.h
 * @brief Google Benchmark for suites written in C.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Before anything else: on the kernels that the command would use. Does not return where this is
 *  the process of an audited method. */
void lf_bench_begin(int argc, char **argv);

/** A benchmark under way. */
typedef struct lf_bench lf_bench;
typedef void (*lf_bench_function)(lf_bench *bench, const void *argument);

/** Add a benchmark; `argument` is handed to the function and must outlive the program's main. */
void lf_bench_add(const char *name, lf_bench_function function, const void *argument);

/** The same for what waits on a disk or another process: rates are by the clock on the wall. */
void lf_bench_add_waiting(const char *name, lf_bench_function function, const void *argument);

/** The measured loop: while (lf_bench_next(bench, n)) { do it n times; }. The larger n, the less
 *  the loop itself weighs. */
bool lf_bench_next(lf_bench *bench, size_t n);

/** Report a number beside the time. */
void lf_bench_report(lf_bench *bench, const char *name, double value);

/** Per pass of the measured loop: what is gone through, bytes touched at least once, and operations
 *  of floating point. They are reported a second; 0: there is nothing to count. */
void lf_bench_rates(lf_bench *bench, double items, double bytes, double flops);

/** Say beside the numbers what was measured. */
void lf_bench_label(lf_bench *bench, const char *text);

/** This benchmark cannot run here; say why and return. The program then ends with status 1. */
void lf_bench_skip(lf_bench *bench, const char *why);

/** Keep the compiler from leaving out what the result is made of. */
void lf_bench_keep(const void *result);

#ifdef __cplusplus
}
#endif
