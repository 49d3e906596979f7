/**
 * @file bench_bits.c
 * @brief What the same bits on every machine cost: steps in portable and in fast mode.
 *
 * Each mode has an oracle and a method of its own and takes the same steps. The modes take turns,
 * and the smallest of several tries counts, since whatever disturbs adds.
 */
#include <time.h>

#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"
#include "numeric/bits.h"

enum { BITS_TRIES = 15 };

typedef struct {
    const char *problem, *algorithm;
    size_t steps; /* of a try */
} bits_case;

typedef struct {
    const bits_case *is;
    lf_vehicle v[2]; /* of each mode */
} bits_task;

static double bits_cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static lf_status bits_open(bits_task *t) {
    for (int mode = 0; mode < 2; mode++) {
        lf_bits_set((lf_bits)mode);
        LF_TRY(lf_vehicle_open(t->is->problem, t->is->algorithm, &t->v[mode]));
        LF_TRY(lf_vehicle_start(&t->v[mode]));
    }
    return LF_OK;
}

static lf_status bits_steps(bits_task *t, lf_bits mode, double *seconds) {
    lf_bits_set(mode);
    const double start = bits_cpu_seconds();
    for (size_t k = 0; k < t->is->steps; k++)
        LF_TRY(lf_vehicle_step(&t->v[mode]));
    const double each = (bits_cpu_seconds() - start) / (double)t->is->steps;
    if (each < *seconds) *seconds = each;
    return LF_OK;
}

static void bits_run(lf_bench *bench, const void *argument) {
    bits_task t = {.is = argument};
    double seconds[2] = {1e9, 1e9};
    lf_status status = bits_open(&t);
    for (int try = 0; try < 2 * BITS_TRIES && status == LF_OK; try++)
        status = bits_steps(&t, (lf_bits)(try % 2), &seconds[try % 2]);
    lf_bits_set(LF_BITS_PORTABLE);
    while (status == LF_OK && lf_bench_next(bench, 1))
        status = lf_vehicle_step(&t.v[LF_BITS_PORTABLE]);
    if (status == LF_OK)
        lf_bench_report(bench, "of_fast", seconds[LF_BITS_PORTABLE] / seconds[LF_BITS_FAST]);
    else
        lf_bench_skip(bench, lf_message());
    lf_vehicle_close(&t.v[0]);
    lf_vehicle_close(&t.v[1]);
}

#define BITS_FAIRNESS "auc_fairness:data=adult107,penalty=squared,rho=40"

void lf_suite_bench_bits(void);
void lf_suite_bench_bits(void) {
    static const bits_case sonx = {"neyman_pearson:data=a9a,penalty=hinge",
                                   "sonx:B0=128,B1=1,B2=128", 2000};
    static const bits_case econ = {"neyman_pearson:data=a9a",
                                   "3secon:S1=128,S2=128,b_f=128,b_g=128", 2000};
    static const bits_case smd = {"group_dro:data=a9a,groups=sex", "smd:b=64", 2000};
    static const bits_case dense = {"group_dro:data=synthetic", "aleg", 200};
    static const bits_case mlp = {BITS_FAIRNESS,
                                  "sox:update=adam,B1=1,B2=128,gam=0.8,u=new,eta=0.001", 20};
    static const bits_case softmax = {"group_dro:data=mnist,pool=1", "smd:b=64", 20};
    static const bits_case passes = {"group_dro:data=mnist,pool=1", "aleg", 50};
    static const bits_case towers = {"continual:data=mnist50", "sonx", 20};
    static const bits_case bilevel = {"bilevel_quadratic", "svrb:form=dense", 500};
    static const bits_case tanh = {"auc:model=mlp", "ppd_sg", 200};
    lf_bench_add("bits/dense", bits_run, &dense);
    lf_bench_add("bits/bilevel", bits_run, &bilevel);
    lf_bench_add("bits/mlp/auc", bits_run, &tanh);
    if (lf_bench_has("a9a")) {
        lf_bench_add("bits/sonx/a9a", bits_run, &sonx);
        lf_bench_add("bits/3secon/a9a", bits_run, &econ);
        lf_bench_add("bits/smd/a9a", bits_run, &smd);
    }
    if (lf_bench_has("adult107")) lf_bench_add("bits/mlp/adult", bits_run, &mlp);
    if (lf_bench_has("mnist")) {
        lf_bench_add("bits/softmax/mnist", bits_run, &softmax);
        lf_bench_add("bits/softmax/mnist/passes", bits_run, &passes);
        lf_bench_add("bits/towers/mnist", bits_run, &towers);
    }
}
