/**
 * @file bench_sparse.c
 * @brief Steps on rows of 40 entries out of d columns, d from 1e4 to 1e7: with sparse vectors they
 *        cost the entries, whatever d is.
 *
 * Rows are those of the generated click log. Each method asks about 32 of them in a step; the full
 * passes that ALEG and MPVR begin an epoch with are part of what is measured.
 */
#include <stdio.h>

#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"

enum { SPARSE_ROWS = 20000, SPARSE_STRIDE = 64 };

/* problem:data=FILE,with */
typedef struct {
    const char *name, *problem, *with, *algorithm;
} sparse_method;

static const sparse_method sparse_methods[] = {
    {"sgd", "auc", "score=raw", "sgd:B=32"},
    {"sgd-momentum", "auc", "score=raw", "sgd:B=32,beta=0.1,wd=1e-4,clip=10"},
    {"ppd_sg", "auc", "score=raw", "ppd_sg:B=32"},
    {"pga", "auc", "score=raw", "pga:B=32"},
    {"ssg", "neyman_pearson", "c=1", "ssg:b_f=16,b_g=16,value=batch,f_arg=plugin"},
    {"3secon", "neyman_pearson", "c=1", "3secon:S1=16,S2=16,b_f=16,b_g=16,f_arg=plugin"},
    {"sonx", "neyman_pearson", "penalty=hinge", "sonx:B0=16,B2=16"},
    {"sox", "neyman_pearson", "penalty=squared", "sox:B0=16,B2=16"},
    {"sonex", "neyman_pearson", "penalty=hinge", "sonex:B0=16,B2=16"},
    {"smd", "group_dro", "groups=site", "smd:b=8"},
    {"aleg", "group_dro", "groups=site", "aleg"},
    {"mpvr", "group_dro", "groups=site", "mpvr:b=32"},
};
static const size_t sparse_dims[] = {10000, 100000, 1000000, 10000000};
enum {
    SPARSE_METHODS = sizeof sparse_methods / sizeof *sparse_methods,
    SPARSE_DIMS = sizeof sparse_dims / sizeof *sparse_dims
};

typedef struct {
    const sparse_method *method;
    size_t d;
} sparse_case;

static lf_status sparse_start(const sparse_case *is, lf_vehicle *v) {
    char problem[128];
    snprintf(problem, sizeof problem, "%s:data=click:rows=%d+buckets=%zu,%s", is->method->problem,
             SPARSE_ROWS, is->d, is->method->with);
    LF_TRY(lf_vehicle_open(problem, is->method->algorithm, v));
    v->sparse = true;
    return lf_vehicle_start(v);
}

static void sparse_run(lf_bench *bench, const void *argument) {
    lf_vehicle v;
    lf_status status = sparse_start(argument, &v);
    while (status == LF_OK && lf_bench_next(bench, SPARSE_STRIDE))
        for (size_t i = 0; i < SPARSE_STRIDE && status == LF_OK; i++)
            status = lf_vehicle_step(&v);
    if (status != LF_OK) lf_bench_skip(bench, lf_message());
    lf_vehicle_close(&v);
}

void lf_suite_bench_sparse(void);
void lf_suite_bench_sparse(void) {
    static sparse_case cases[SPARSE_METHODS][SPARSE_DIMS];
    for (size_t m = 0; m < SPARSE_METHODS; m++)
        for (size_t k = 0; k < SPARSE_DIMS; k++) {
            char name[64];
            cases[m][k] = (sparse_case){&sparse_methods[m], sparse_dims[k]};
            snprintf(name, sizeof name, "sparse/%s/%zu", sparse_methods[m].name, sparse_dims[k]);
            lf_bench_add(name, sparse_run, &cases[m][k]);
        }
}
