/* Runs with sparse vectors beside the same runs with dense ones: rows, counters, points, and what
 * goes on from a checkpoint. */
#include <stdlib.h>
#include <string.h>

#include "harness/registry/registry.h"
#include "harness/run/run.h"
#include "harness/run/saving.h"
#include "near.h"
#include "scratch.h"

#define ROWS "auc:data=words,score=raw"
#define CLASSES "neyman_pearson:data=words"
#define GROUPS "group_dro:data=words,groups=label"
#define TAIL "cvar_dro:data=words,groups=label,decay=0,r=0.6"

/* Every method that has them, with what changes the vectors that it has. */
static const char *const pairs[][2] = {
    {ROWS, "sgd:eta0=0.5"},
    {ROWS, "sgd:eta0=0.5,beta=0.1,wd=0.01,clip=0.2"},
    {ROWS, "ppd_sg:T0=50,gamma=10"},
    {ROWS, "pga:T0=20,gamma=10,R1=0.5"},
    {CLASSES, "ssg:b_f=16,b_g=16"},
    {CLASSES, "ssg:b_f=16,b_g=16,output=random,constraint_step=static"},
    {CLASSES, "3secon:b_f=16,b_g=16"},
    {CLASSES ",penalty=squared", "sox:B2=16"},
    {CLASSES ",penalty=squared", "sonex:B2=16,lam=0,beta=0.05,wd=0.001"},
    {CLASSES ",penalty=hinge", "sonx:B2=16,output=random"},
};

static void run(const char *const pair[2], const char *code, uint64_t pause, lf_record *record) {
    const lf_run_spec spec = {.problem = (char *)pair[0],
                              .algorithm = (char *)pair[1],
                              .seed = 3,
                              .budget = (char *)"2000:steps",
                              .checkpoints = 20,
                              .code = (char *)code};
    const lf_saving saving = {.folder = scratch_path("saved"), .seconds = 1e9, .pause_step = pause};
    lf_run_execute_saved(&spec, 0, &saving, NULL, record);
}

static void compare(const lf_record *dense, const lf_record *sparse, double tolerance) {
    assert_int_equal(dense->points, sparse->points);
    assert_int_equal(dense->metrics, sparse->metrics);
    for (size_t k = 0; k < dense->points; k++)
        assert_memory_equal(dense->point[k].count, sparse->point[k].count,
                            sizeof dense->point[k].count);
    for (size_t k = 0; k < dense->points * dense->metrics; k++) {
        const double want = dense->value[k], got = sparse->value[k];
        if (!isnan(want) || !isnan(got)) assert_near(got, want, tolerance * fmax(1, fabs(want)));
    }
    for (size_t j = 0; j < dense->dim; j++)
        assert_near(sparse->iterate[j], dense->iterate[j],
                    tolerance * fmax(1, fabs(dense->iterate[j])));
}

static void test_same_as_dense(void **unused) {
    (void)unused;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        lf_record dense, sparse;
        run(pairs[k], "dense", 0, &dense);
        run(pairs[k], "sparse", 0, &sparse);
        if (sparse.status != LF_RUN_DONE) print_error("%s: %s\n", pairs[k][1], sparse.cause);
        assert_int_equal(dense.status, LF_RUN_DONE);
        assert_int_equal(sparse.status, LF_RUN_DONE);
        compare(&dense, &sparse, 1e-12);
        lf_record_clear(&dense);
        lf_record_clear(&sparse);
    }
}
