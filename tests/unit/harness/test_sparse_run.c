/* Runs with sparse vectors beside the same runs with dense ones: rows, counters and points; and
 * what goes on from a checkpoint. */
#include <stdlib.h>
#include <string.h>

#include "fixture_problem.h"
#include "harness/run/run.h"
#include "harness/run/saving.h"
#include "near.h"
#include "oracle/arena.h"
#include "oracle/oracle.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_neyman_pearson;

enum { ROWS = 400, COLUMNS = 300, ENTRIES = 12 };

/* Every method that has them, with what changes which vectors it has. By default 3S-Econ multiplies
 * a difference in its last digit by beta / nu = 1e6 in a step: no two ways of adding agree. */
static const struct {
    const char *problem, *with, *algorithm;
} pairs[] = {
    {"auc", "score=raw", "sgd:eta0=0.5,B=8"},
    {"auc", "score=raw", "sgd:eta0=0.5,B=8,beta=0.1,wd=0.01,clip=0.2"},
    {"auc", "score=raw", "adagrad:eta0=0.5,B=8"},
    {"auc", "score=raw", "rmsprop:eta0=0.05,B=8"},
    {"auc", "score=sigmoid", "sgd:eta0=0.5,B=8"},
    {"auc", "score=sigmoid", "ppd_sg:T0=50,gamma=10,B=8"},
    {"auc", "score=raw", "ppd_sg:T0=50,gamma=10,B=8"},
    {"auc", "score=sigmoid", "ppd_sg:T0=3000,B=8,output=centre"}, /* stays 0, where all tie */
    {"auc", "score=raw", "ppd_sg:eta0=1e-200,B=8"},               /* whose squares are 0 */
    {"auc", "score=raw", "pga:T0=20,gamma=10,R1=0.5,B=8"},
    {"neyman_pearson", "c=1", "ssg:b_f=8,b_g=8"},
    {"neyman_pearson", "c=1", "ssg:b_f=8,b_g=8,output=random,constraint_step=static"},
    {"neyman_pearson", "c=1", "3secon:b_f=8,b_g=8,nu=0.1"},
    {"neyman_pearson", "c=1", "csa:b_f=8,b_g=8,b_c=8"},
    {"neyman_pearson", "c=1", "pdsg:b_f=8,b_g=8,beta=0.5,wd=0.01,clip=1"},
    {"neyman_pearson", "c=1", "storm_penalty:b_f=8,b_g=8"},
    {"neyman_pearson", "c=1", "ssl_alm:b_f=8,b_g=8"},
    {"neyman_pearson", "c=1", "ssl_alm:b_f=8,b_g=8,centre=new"},
    {"neyman_pearson", "c=1", "ipp_ssg:T_in=20,r_f=0.1,r_g=0.1"},
    {"neyman_pearson", "c=0.5", "ipp_ssg:alpha=0.5,T_in=5,r_f=0.3,r_g=0.2"}, /* out of bounds */
    {"neyman_pearson", "penalty=squared", "sox:B2=8,B0=8"},
    {"neyman_pearson", "penalty=squared", "alexr:B2=8,B0=8,output=last"},
    {"neyman_pearson", "penalty=squared", "alexr2:B2=8,B0=8,K=20,output=random,wd=0.01,clip=1"},
    {"neyman_pearson", "penalty=squared", "msvr:B2=8,B0=8"},
    {"neyman_pearson", "penalty=squared", "msvr:B2=8,B0=8,variant=v2,output=random"},
    {"neyman_pearson", "penalty=squared", "msvr:B2=8,B0=8,variant=sp"},
    {"average_precision", "margin=1", "soap:B=16,beta=0.1"},
    {"partial_auc", "form=cvar", "sopa:B1=8,B2=8,beta=0.1"},
    {"partial_auc", "form=kl", "sota_s:B1=8,B2=8,beta=0.1"},
    {"cvar_dro", "decay=0", "sonx:B1=2,B2=4,output=random"},
    {"cvar_dro", "decay=0", "sonx:B1=2,B2=4,beta=0.1"},
    {"cvar_dro", "decay=0", "sonex:B1=2,B2=4,beta=0.05,wd=0.001"},
    {"cvar_dro", "decay=0", "sonex:B1=2,B2=4,update=adam"},
    {"group_dro", "radius=0.5", "smd:b=2"},
    {"group_dro", "radius=0.5", "aleg:K=40"},
    {"group_dro", "radius=0.5", "mpvr:K=40"},
    {"group_dro", "radius=0.5", "adacvar:B1=2,B2=4,beta=0.5"},
    {"group_dro", "radius=0.5", "dro_batch:B1=2,B2=4"},
    {"group_dro", "radius=0.5", "dro_mlmc:B2=4"},
    {"group_dro", "radius=0.5", "ooa:B1=2,B2=4"},
    {"group_dro", "radius=0.5", "smd_online"},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

/* Sparse rows of three groups. */
static int write_rows(void **state) {
    if (scratch_setup(state) != 0) return -1;
    FILE *rows = fopen(scratch_path(state, "rows.libsvm"), "w");
    FILE *groups = fopen(scratch_path(state, "part.txt"), "w");
    FILE *about = fopen(scratch_path(state, "rows.yaml"), "w");
    if (!rows || !groups || !about) return -1;
    srand(1);
    for (int i = 0; i < ROWS; i++) {
        fprintf(rows, "%s", rand() % 3 ? "-1" : "+1");
        for (int k = 0; k < ENTRIES; k++)
            fprintf(rows, " %d:%.2f", k * (COLUMNS / ENTRIES) + 1 + rand() % (COLUMNS / ENTRIES),
                    (rand() % 100 + 1) / 50.0);
        fprintf(rows, "\n");
        fprintf(groups, "%d\n", rand() % 3);
    }
    fprintf(about, "features: rows.libsvm\ngroups: [part.txt]\n");
    return fclose(rows) || fclose(groups) || fclose(about);
}

/* A run of pair k, of so many steps, that pauses after `pause` of them; 0: never. */
static void run(void **state, size_t k, const char *code, const char *budget, uint64_t pause,
                lf_record *record) {
    char problem[4352];
    snprintf(problem, sizeof problem, "%s:data=%s,%s", pairs[k].problem,
             scratch_path(state, "rows.yaml"), pairs[k].with);
    const lf_run_spec spec = {.problem = problem,
                              .algorithm = (char *)pairs[k].algorithm,
                              .seed = 3,
                              .budget = (char *)budget,
                              .checkpoints = 20,
                              .code = (char *)code};
    const lf_saving saving = {
        .folder = scratch_path(state, "saved"), .seconds = 1e9, .pause_step = pause};
    lf_run_execute_saved(&spec, 0, &saving, NULL, record);
    if (!pause && record->status != LF_RUN_DONE)
        print_error("%s on %s: %s\n", pairs[k].algorithm, pairs[k].problem, record->cause);
    assert_int_equal(record->status, pause ? LF_RUN_KILLED : LF_RUN_DONE);
}

/* Rows and the last point, to this share of a number that is above 1. */
static void compare(const lf_record *got, const lf_record *want, double tolerance) {
    assert_int_equal(got->points, want->points);
    for (size_t i = 0; i < want->points; i++)
        assert_memory_equal(got->point[i].count, want->point[i].count, sizeof want->point[i].count);
    for (size_t i = 0; i < want->points * want->metrics; i++) {
        const double value = want->value[i];
        if (isnan(value) && isnan(got->value[i])) continue;
        assert_near(got->value[i], value, tolerance * fmax(1, fabs(value)));
    }
    for (size_t j = 0; j < want->dim; j++)
        assert_near(got->iterate[j], want->iterate[j], tolerance * fmax(1, fabs(want->iterate[j])));
}

static void same_as_dense(void **state, const char *budget) {
    for (size_t k = 0; k < PAIRS; k++) {
        lf_record dense, sparse;
        run(state, k, "dense", budget, 0, &dense);
        run(state, k, "sparse", budget, 0, &sparse);
        compare(&sparse, &dense, 1e-12);
        lf_record_clear(&dense);
        lf_record_clear(&sparse);
    }
}

/* At the start most scores are 0: rounding must not rank the rows, nor put them on a side. */
static void test_same_as_dense(void **state) {
    same_as_dense(state, "20:steps");
    same_as_dense(state, "2000:steps");
}

/* Bit for bit: what a checkpoint has is the family itself and not what it stands for. */
static void test_goes_on(void **state) {
    for (size_t k = 0; k < PAIRS; k++) {
        lf_record whole, first, rest;
        run(state, k, "sparse", "2000:steps", 0, &whole);
        run(state, k, "sparse", "2000:steps", 777, &first);
        run(state, k, "sparse", "2000:steps", 0, &rest);
        compare(&rest, &whole, 0);
        lf_record_clear(&whole);
        lf_record_clear(&first);
        lf_record_clear(&rest);
    }
}

static void refused(void **state, const char *problem, const char *algorithm, const char *why) {
    const lf_run_spec spec = {.problem = (char *)problem,
                              .algorithm = (char *)algorithm,
                              .budget = (char *)"5:steps",
                              .checkpoints = 1,
                              .code = (char *)"sparse"};
    lf_record record;
    (void)state;
    lf_run_execute(&spec, 0, NULL, &record);
    assert_int_equal(record.status, LF_RUN_FAILED);
    assert_non_null(strstr(record.cause, why));
    lf_record_clear(&record);
}

static void test_refused(void **state) {
    refused(state, "auc:data=words,score=raw", "adam", "dense vectors alone");
    refused(state, "dp_scad:data=two_groups", "ssg", "has no use for sparse vectors");
    refused(state, "group_dro:data=synthetic_small", "smd", "sparse rows");
}

/* Nobody reads a direction of this kind: what lies at its address would be taken for one. */
static void test_no_slope_along(void **state) {
    struct {
        double *w, *v;
    } points = {NULL, NULL};
    char with[4352];
    double slope;
    lf_budget budget;
    lf_oracle *o;
    lf_batch batch;
    snprintf(with, sizeof with, "data=%s", scratch_path(state, "rows.yaml"));
    fixture_problem f = problem_open(&lf_problem_neyman_pearson, with);
    lf_arena *arena = lf_arena_create(&points, sizeof points, SIZE_MAX);
    const lf_cost_scope scope = lf_cost_scope_of(&f.problem.info);
    assert_ok(lf_budget_parse("10", &scope, &budget));
    assert_ok(lf_oracle_create(&f.problem, 0, &budget, &o));
    assert_ok(lf_oracle_sparse(o));
    assert_ok(lf_arena_sparse(arena, f.problem.info.dim));
    assert_ok(LF_POINTS(arena, f.problem.info.dim, &points.w, &points.v));
    assert_ok(lf_oracle_draw(o, LF_ROLE_CONSTRAINT, 0, 4, &batch));
    assert_ok(lf_oracle_value(o, &batch, points.w, &slope));
    assert_int_equal(lf_oracle_jvp(o, &batch, points.w, points.v, &slope), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "lf_arena_dense()"));
    lf_arena_free(arena);
    lf_oracle_free(o);
    problem_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_same_as_dense, write_rows, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_goes_on, write_rows, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_no_slope_along, write_rows, scratch_teardown),
        cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
