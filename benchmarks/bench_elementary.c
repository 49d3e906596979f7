/**
 * @file bench_elementary.c
 * @brief Elementary functions beside the C library's: a thousand numbers, one after the other.
 */
#include <math.h>

#include <levelfield/math.h>

#include "benchmarks/shim.h"

enum { ELEMENTARY_MANY = 1024 };

/* A function of one number, or of two, of which the second is a constant. */
typedef struct {
    const char *name;
    double (*of)(double);
    double (*power)(double, double);
    double from, to;
} elementary_task;

static void elementary_run(lf_bench *bench, const void *argument) {
    const elementary_task *t = argument;
    double x[ELEMENTARY_MANY], sum = 0;
    for (size_t i = 0; i < ELEMENTARY_MANY; i++) /* in an order that no branch is used to */
        x[i] = t->from + (t->to - t->from) * fmod((double)i * 0.6180339887, 1);
    while (lf_bench_next(bench, 1))
        for (size_t i = 0; i < ELEMENTARY_MANY; i++)
            sum += t->of ? t->of(x[i]) : t->power(x[i], 0.37);
    lf_bench_keep(&sum);
    lf_bench_rates(bench, ELEMENTARY_MANY, sizeof x, 0);
}

void lf_suite_bench_elementary(void);
void lf_suite_bench_elementary(void) {
    static const elementary_task tasks[] = {
        {"exp/ours", lf_exp, NULL, -20, 20},   {"exp/libm", exp, NULL, -20, 20},
        {"expm1/ours", lf_expm1, NULL, -5, 5}, {"expm1/libm", expm1, NULL, -5, 5},
        {"log/ours", lf_log, NULL, 0, 50},     {"log/libm", log, NULL, 0, 50},
        {"log1p/ours", lf_log1p, NULL, -1, 5}, {"log1p/libm", log1p, NULL, -1, 5},
        {"tanh/ours", lf_tanh, NULL, -5, 5},   {"tanh/libm", tanh, NULL, -5, 5},
        {"pow/ours", NULL, lf_pow, 0, 1e4},    {"pow/libm", NULL, pow, 0, 1e4},
        {"sin/ours", lf_sinpi, NULL, -2, 2},   {"sin/libm", sin, NULL, -6.3, 6.3},
        {"cos/ours", lf_cospi, NULL, -2, 2},   {"cos/libm", cos, NULL, -6.3, 6.3},
    };
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
        lf_bench_add(tasks[i].name, elementary_run, &tasks[i]);
}
