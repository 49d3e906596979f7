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
    /* objective and constraints apart; one slope along the step for all 14 constraints, or a
     * gradient of each */
    {"penalty=none", "icppac:r_f=1,r_g=1,b_f=128,b_g=128", 2 * T, T, 2 * T, T},
    {"penalty=none", "oss:rho_hat=1,b_f=128,b_g=128", 2 * T, T, 2 * T, T},
    {"penalty=none", "icppac:r_f=1,r_g=1,b_f=128,b_g=128,linearise=rows", 2 * T, T, 15 * T, 0},
    {"penalty=none", "oss:rho_hat=1,b_f=128,b_g=128,linearise=rows", 2 * T, T, 15 * T, 0},
};

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

static void test_counts(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        lf_record record = {0};
        char problem[256], budget[16], algorithm[128];
        snprintf(problem, sizeof problem, "auc_fairness:hidden=8,%s", cases[k].problem);
        snprintf(budget, sizeof budget, "%d", T);
        snprintf(algorithm, sizeof algorithm, "%s", cases[k].algorithm);
        const lf_run_spec run = {.problem = problem,
                                 .algorithm = algorithm,
                                 .budget = budget,
                                 .checkpoints = 2,
                                 .expensive = 1};
        lf_run_execute(&run, 0, NULL, &record);
        assert_string_equal(record.cause, "budget spent");
        assert_int_equal(drawn(&record), N * cases[k].draw);
        assert_int_equal(total(&record, LF_EVALUATION_VALUE), N * cases[k].val);
        assert_int_equal(total(&record, LF_EVALUATION_GRADIENT), N * cases[k].grad);
        assert_int_equal(total(&record, LF_EVALUATION_JVP), N * cases[k].jvp);
        lf_record_clear(&record);
    }
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts)};
    return cmocka_run_group_tests(tests, setup, scratch_teardown);
}
