/**
 * @file bench_bilevel.c
 * @brief What a step of RSVRB costs as the number of lower levels grows, and one of SVRB beside it.
 *
 * RSVRB visits ten levels however many there are; SVRB, which visits all, is there to show what the
 * same work costs without that. Reading the point takes work in proportion to all levels and is
 * timed apart: the harness does it where it judges, not in every step.
 */
#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"

enum { BILEVEL_STRIDE = 10 }; /* steps between two looks at the benchmark's clock */

typedef struct {
    const char *problem, *algorithm;
} bilevel_row;

/* A started vehicle; false if it was skipped. */
static bool bilevel_open(lf_bench *bench, const bilevel_row *row, lf_vehicle *v) {
    lf_status status = lf_vehicle_open(row->problem, row->algorithm, v);
    if (status == LF_OK) status = lf_vehicle_start(v);
    if (status == LF_OK) return true;
    lf_bench_skip(bench, lf_message());
    lf_vehicle_close(v);
    return false;
}

static void bilevel_step(lf_bench *bench, const void *argument) {
    lf_vehicle v;
    lf_status status = LF_OK;
    if (!bilevel_open(bench, argument, &v)) return;
    while (status == LF_OK && lf_bench_next(bench, BILEVEL_STRIDE))
        for (size_t i = 0; i < BILEVEL_STRIDE && status == LF_OK; i++)
            status = lf_vehicle_step(&v);
    if (status != LF_OK) lf_bench_skip(bench, lf_message());
    lf_vehicle_close(&v);
}

static void bilevel_point(lf_bench *bench, const void *argument) {
    lf_vehicle v;
    if (!bilevel_open(bench, argument, &v)) return;
    lf_status status = lf_vehicle_step(&v);
    while (status == LF_OK && lf_bench_next(bench, BILEVEL_STRIDE))
        for (size_t i = 0; i < BILEVEL_STRIDE; i++) {
            const lf_point at = v.algorithm->iterate(v.state);
            lf_bench_keep(at.y);
        }
    lf_vehicle_close(&v);
}

#define BILEVEL_LEVELS(m) "bilevel_quadratic:d=20,dy=10,s=0.1,tasks=" #m
#define BILEVEL_SIZES "b=8,init_f=8,init_g=8"
/* Small steps: pi = k/m, which their size is held against, is 1/500 at the end. */
#define BILEVEL_RSVRB "rsvrb:k=10,tau=1e-3,gamma=1e-3," BILEVEL_SIZES
#define BILEVEL_ADD(name, function, m, algorithm)                                                  \
    do {                                                                                           \
        static const bilevel_row row = {BILEVEL_LEVELS(m), algorithm};                             \
        lf_bench_add("bilevel/" name "/levels:" #m, function, &row);                               \
    } while (0)

void lf_suite_bench_bilevel(void);
void lf_suite_bench_bilevel(void) {
    BILEVEL_ADD("step/rsvrb", bilevel_step, 50, BILEVEL_RSVRB);
    BILEVEL_ADD("step/rsvrb", bilevel_step, 500, BILEVEL_RSVRB);
    BILEVEL_ADD("step/rsvrb", bilevel_step, 5000, BILEVEL_RSVRB);
    BILEVEL_ADD("step/svrb", bilevel_step, 50, "svrb:" BILEVEL_SIZES);
    BILEVEL_ADD("step/svrb", bilevel_step, 500, "svrb:" BILEVEL_SIZES);
    BILEVEL_ADD("point/rsvrb", bilevel_point, 50, BILEVEL_RSVRB);
    BILEVEL_ADD("point/rsvrb", bilevel_point, 5000, BILEVEL_RSVRB);
}
