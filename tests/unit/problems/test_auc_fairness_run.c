/* What steps on the AUC problem are charged: a row is one sample, whatever hangs on its score. */
#include <stdlib.h>
#include <string.h>

#include "harness/run/run.h"
#include "near.h"
#include "oracle/meter.h"
#include "scratch.h"

/* Rows of a batch, steps. */
enum { N = 128, T = 12 };
#define BATCH ",B1=1,B2=128"
#define BOTH ",b_f=128,b_g=128"

static const struct {
    const char *problem, *algorithm;
    size_t draw, val, grad, jvp; /* batches at the start and T times in steps */
} cases[] = {
    {"penalty=squared,rho=100", "sox:update=adam,u=new" BATCH, 1 + T, 1 + T, T, 0},
    {"penalty=squared,rho=100", "sox:u=old" BATCH, 1 + T, 1 + T, T, 0},
    {"penalty=hinge", "sonx:gam_prime=0.1" BATCH, 1 + T, 1 + 2 * T, T, 0},
    {"penalty=hinge", "sonx:gam_prime=0" BATCH, 1 + T, 1 + T, T, 0},
    {"penalty=hinge", "sonex:lam=0.01,gam_prime=0.1" BATCH, 1 + T, 1 + 2 * T, T, 0},
    {"penalty=smoothed", "sonex:lam=0,gam_prime=0" BATCH, 1 + T, 1 + T, T, 0},
    {"penalty=smoothed", "alexr2:lam=0,batches=one" BATCH, 1 + T, 1 + 2 * T, T, 0},
    {"penalty=smoothed", "alexr2:lam=0,batches=independent" BATCH, 1 + 2 * T, 1 + 3 * T, T, 0},
    /* one batch serves objective and constraints; one slope along the step for all 14 constraints,
     * or a gradient of each */
    {"penalty=none", "icppac:r_f=1,r_g=1" BOTH, T, T, 2 * T, T},
    {"penalty=none", "oss:rho_hat=1" BOTH, T, T, 2 * T, T},
    {"penalty=none", "icppac:r_f=1,r_g=1,linearise=rows" BOTH, T, T, 15 * T, 0},
    {"penalty=none", "oss:rho_hat=1,linearise=rows" BOTH, T, T, 15 * T, 0},
    {"penalty=none", "pdsg:eta=0.1" BOTH, T, T, 2 * T, 0},
    {"penalty=none", "oss:rho_hat=1,b_f=256,b_g=128", 3 * T, T, 3 * T, T}, /* sizes differ */
    /* what has to be independent of the rest: B of u, B2, B', and the batch of v */
    {"penalty=none", "3secon:q=1,S1=128" BOTH, 2 * T, T, 2 * T, 0},
    {"penalty=none", "ssl_alm:tau=0.1" BOTH, 2 * T, 2 * T, 2 * T, 0},
    {"penalty=none", "storm_penalty:eta0=0.1" BOTH, 2 * T, 2 * T - 1, 4 * T - 2, 0},
    {"kap=1", "ssg:value=batch" BOTH, 2 * T, T, T, 0},
    {"kap=1", "csa:b_c=128" BOTH, 2 * T, T, T, 0},
};

/* All rows everywhere: they are drawn once a step, and g is asked about once. With kap = 1 any
 * point is feasible, so that all ask about f too. */
static const char *const whole[] = {"ssg:mode=deterministic", "csa:mode=deterministic",
                                    "ipp_ssg:r_f=1,r_g=1", "3secon:mode=deterministic",
                                    "lcspg:b_f=1e9"};

static uint64_t total(const lf_record *record, lf_evaluation kind) {
    uint64_t sum = 0;
    for (size_t role = 0; role < LF_ROLES; role++)
        sum += record->point[record->points - 1].count[LF_COUNTER_EVALUATION(kind, (lf_role)role)];
    return sum;
}

static uint64_t drawn(const lf_record *record) {
    uint64_t sum = 0;
    for (size_t role = 0; role < LF_ROLES; role++)
        sum += record->point[record->points - 1].count[LF_COUNTER_SAMPLES((lf_role)role)];
    return sum;
}

/* T steps of the method. */
static lf_record make_run(const char *view, const char *method) {
    lf_record record = {0};
    char problem[256], budget[16], algorithm[128];
    snprintf(problem, sizeof problem, "auc_fairness:hidden=8,%s", view);
    snprintf(budget, sizeof budget, "%d", T);
    snprintf(algorithm, sizeof algorithm, "%s", method);
    const lf_run_spec run = {.problem = problem,
                             .algorithm = algorithm,
                             .budget = budget,
                             .checkpoints = 2,
                             .expensive = 1};
    lf_run_execute(&run, 0, NULL, &record);
    assert_string_equal(record.cause, "budget spent");
    return record;
}

static void test_counts(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        lf_record record = make_run(cases[k].problem, cases[k].algorithm);
        assert_int_equal(drawn(&record), N * cases[k].draw);
        assert_int_equal(total(&record, LF_EVALUATION_VALUE), N * cases[k].val);
        assert_int_equal(total(&record, LF_EVALUATION_GRADIENT), N * cases[k].grad);
        assert_int_equal(total(&record, LF_EVALUATION_JVP), N * cases[k].jvp);
        lf_record_clear(&record);
    }
}

static void test_whole(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) {
        lf_record record = make_run("kap=1", whole[k]);
        assert_int_equal(drawn(&record), total(&record, LF_EVALUATION_VALUE));
        assert_true(drawn(&record) > 0);
        lf_record_clear(&record);
    }
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts), cmocka_unit_test(test_whole)};
    return cmocka_run_group_tests(tests, setup, scratch_teardown);
}
