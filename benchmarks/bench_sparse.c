/**
 * @file bench_sparse.c
 * @brief Steps on rows of 40 entries out of d columns, d from 1e4 to 1e7: with sparse vectors they
 *        cost the entries, whatever d is.
 *
 * Rows are those of the generated click log. Each method asks about 32 of them in a step. What is
 * timed is what a long run goes on with: before it the method makes so many steps that most rows
 * have been drawn twice, and memory is taken where they touch it. What comes back, such as a full
 * pass at the beginning of an epoch, is timed as often as it does, in whole periods.
 *
 * Beside the time: first_us, the mean of the first 64 steps; entries that were ever touched; and
 * bytes of memory taken for each sparse vector, in the method, the oracle and the family together.
 */
#include <stdio.h>
#include <time.h>

#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"
#include "numeric/family_state.h"

enum { SPARSE_ROWS = 20000, SPARSE_FIRST = 64, SPARSE_WARM = 1000 };

/* problem:data=FILE,with */
typedef struct {
    const char *name, *problem, *with, *algorithm;
    size_t period; /* steps after which a full pass comes back; no such pass: as many as are timed
                      at least */
} sparse_method;

static const sparse_method sparse_methods[] = {
    {"sgd", "auc", "score=raw", "sgd:B=32", SPARSE_FIRST},
    {"sgd-momentum", "auc", "score=raw", "sgd:B=32,beta=0.1,wd=1e-4,clip=10", SPARSE_FIRST},
    {"adagrad", "auc", "score=raw", "adagrad:B=32", SPARSE_FIRST},
    {"rmsprop", "auc", "score=raw", "rmsprop:B=32", SPARSE_FIRST},
    {"ppd_sg", "auc", "score=raw", "ppd_sg:B=32", SPARSE_FIRST},
    {"pga", "auc", "score=raw", "pga:B=32", 1800},
    {"ssg", "neyman_pearson", "c=1", "ssg:b_f=16,b_g=16,value=batch,f_arg=plugin", SPARSE_FIRST},
    {"3secon", "neyman_pearson", "c=1", "3secon:S1=16,S2=16,b_f=16,b_g=16,f_arg=plugin",
     SPARSE_FIRST},
    {"csa", "neyman_pearson", "c=1", "csa:b_f=16,b_g=16,b_c=16,f_arg=plugin", SPARSE_FIRST},
    {"pdsg", "neyman_pearson", "c=1", "pdsg:b_f=16,b_g=16,f_arg=plugin", SPARSE_FIRST},
    {"storm_penalty", "neyman_pearson", "c=1", "storm_penalty:b_f=16,b_g=16,f_arg=plugin",
     SPARSE_FIRST},
    {"ssl_alm", "neyman_pearson", "c=1", "ssl_alm:b_f=16,b_g=16,f_arg=plugin", SPARSE_FIRST},
    {"sonx", "neyman_pearson", "penalty=hinge", "sonx:B0=16,B2=16", SPARSE_FIRST},
    {"sox", "neyman_pearson", "penalty=squared", "sox:B0=16,B2=16", SPARSE_FIRST},
    {"sonex", "neyman_pearson", "penalty=hinge", "sonex:B0=16,B2=16", SPARSE_FIRST},
    {"alexr", "neyman_pearson", "penalty=squared", "alexr:B0=16,B2=16", SPARSE_FIRST},
    {"msvr", "neyman_pearson", "penalty=squared", "msvr:B0=16,B2=16", SPARSE_FIRST},
    {"soap", "average_precision", "margin=1", "soap:B=32", SPARSE_FIRST},
    {"sota_s", "partial_auc", "form=kl", "sota_s:B1=16,B2=16", SPARSE_FIRST},
    {"smd", "group_dro", "groups=site", "smd:b=8", SPARSE_FIRST},
    {"smd_online", "group_dro", "groups=site", "smd_online", SPARSE_FIRST},
    {"ooa", "group_dro", "groups=site", "ooa:B1=4,B2=8", SPARSE_FIRST},
    {"adacvar", "group_dro", "groups=site", "adacvar:B1=4,B2=8", SPARSE_FIRST},
    {"dro_batch", "group_dro", "groups=site", "dro_batch:B1=4,B2=8", SPARSE_FIRST},
    {"aleg", "group_dro", "groups=site", "aleg", 4000},
    {"mpvr", "group_dro", "groups=site", "mpvr:b=32", 500},
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

static lf_status sparse_open(const sparse_case *is, lf_vehicle *v) {
    char problem[128];
    snprintf(problem, sizeof problem, "%s:data=click:rows=%d+buckets=%zu,%s", is->method->problem,
             SPARSE_ROWS, is->d, is->method->with);
    return lf_vehicle_open(problem, is->method->algorithm, v);
}

static double sparse_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Memory of this process that is of no file. */
static double sparse_memory(void) {
    char line[128];
    double kilobytes = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "RssAnon: %lf", &kilobytes) == 1) break;
    if (status) fclose(status);
    return 1024 * kilobytes;
}

static lf_status sparse_steps(lf_vehicle *v, size_t n) {
    for (size_t i = 0; i < n; i++)
        LF_TRY(lf_vehicle_step(v));
    return LF_OK;
}

/* Steps that are not timed, in whole periods. */
static lf_status sparse_warm(lf_bench *bench, const sparse_method *method, lf_vehicle *v) {
    const double memory = sparse_memory();
    v->sparse = true;
    LF_TRY(lf_vehicle_start(v));
    const double start = sparse_clock();
    LF_TRY(sparse_steps(v, SPARSE_FIRST));
    lf_bench_report(bench, "first_us", 1e6 * (sparse_clock() - start) / SPARSE_FIRST);
    size_t rest = SPARSE_WARM - SPARSE_WARM % method->period;
    if (rest < method->period) rest = method->period;
    LF_TRY(sparse_steps(v, rest - SPARSE_FIRST));
    const lf_family *f = lf_family_now();
    lf_bench_report(bench, "entries", (double)f->t->touched);
    lf_bench_report(bench, "bytes_per_vector", (sparse_memory() - memory) / (double)f->n);
    return LF_OK;
}

static void sparse_run(lf_bench *bench, const void *argument) {
    const sparse_case *is = argument;
    lf_vehicle v;
    lf_status status = sparse_open(is, &v);
    if (status == LF_OK) status = sparse_warm(bench, is->method, &v);
    while (status == LF_OK && lf_bench_next(bench, is->method->period))
        status = sparse_steps(&v, is->method->period);
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
