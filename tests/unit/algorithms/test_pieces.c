/* Running averages and weighted choices; step-size rules; batch sizes. */
#include "algorithms/common/average.h"

#include "algorithms/common/sampling.h"
#include "algorithms/constrained/parts/step_rule.h"
#include "trial.h"

static struct {
    lf_average mean;
    lf_reservoir drawn;
} state;

static trial *keep(uint64_t seed) {
    const toy problem = toy_corner();
    trial *t = trial_problem(&problem, seed, "1e12");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 20);
    assert_ok(lf_average_init(&state.mean, t->oracle, t->arena));
    assert_ok(lf_reservoir_init(&state.drawn, t->oracle, t->arena));
    return t;
}

static void test_average(void **unused) {
    (void)unused;
    keep(0);
    const double x[3][2] = {{1, -1}, {4, 0.5}, {-2, 3}};
    for (size_t round = 0; round < 2; round++) { /* the second round forgets the first */
        lf_average_clear(&state.mean);
        for (size_t k = 0; k < 3; k++)
            lf_average_add(&state.mean, 2, (double)(k + 1), x[k]);
        assert_near(state.mean.mean[0], (1 + 8 - 6) / 6.0, 1e-15);
        assert_near(state.mean.mean[1], (-1 + 1 + 9) / 6.0, 1e-15);
    }
}

static void test_reservoir_draws_in_proportion(void **unused) {
    (void)unused;
    const double weight[4] = {0.5, 0.25, 1, 0.25};
    size_t drawn[4] = {0};
    for (uint64_t seed = 0; seed < 4000; seed++) {
        trial *t = keep(seed);
        for (size_t k = 0; k < 4; k++)
            lf_reservoir_offer(&state.drawn, t->oracle, weight[k], (double[2]){(double)k, 0});
        drawn[(size_t)state.drawn.x[0]]++;
        trial_teardown(NULL);
    }
    for (size_t k = 0; k < 4; k++) { /* within four standard deviations of 4000 draws */
        const double p = weight[k] / 2;
        assert_near((double)drawn[k] / 4000, p, 4 * sqrt(p * (1 - p) / 4000));
    }
}

static void test_step_rules(void **unused) {
    (void)unused;
    assert_near(lf_step_rule_size(LF_STEP_RULE_CONSTANT, 0.01, 37, 4), 0.01, 0);
    assert_near(lf_step_rule_size(LF_STEP_RULE_EPOCH, 0.01, 0, 4), 0.01, 0);
    assert_near(lf_step_rule_size(LF_STEP_RULE_EPOCH, 0.01, 15, 4), 0.005, 1e-18);
    assert_near(lf_step_rule_size(LF_STEP_RULE_EPOCH, 0.01, 12, 4), 0.005, 1e-18);
    assert_near(lf_step_rule_size(LF_STEP_RULE_K1, 0.01, 0, 4), 0.02, 1e-18);
    assert_near(lf_step_rule_size(LF_STEP_RULE_K1, 0.01, 15, 4), 0.005, 1e-18);
    assert_near(lf_step_rule_size(LF_STEP_RULE_KQ1, 0.01, 0, 4), 0.01, 0);
    assert_near(lf_step_rule_size(LF_STEP_RULE_KQ1, 0.01, 12, 4), 0.005, 1e-18);
}

/* |zeta|^2 = 25; a slope of 0 divides by a guard. */
static void test_polyak(void **unused) {
    (void)unused;
    assert_near(lf_step_rule_polyak(5, 2, (double[]){3, -4}), 0.2, 1e-16);
    assert_near(lf_step_rule_polyak(5, 2, (double[]){0, 0}), 5e12, 1);
}

static void test_sizes(void **unused) {
    (void)unused;
    trial *t = keep(0); /* objective of 30 rows; the second constraint has strata of 7 and 13 */
    assert_int_equal(lf_sampling_period(t->oracle, 0), 6);
    assert_int_equal(lf_sampling_period(t->oracle, 9), 9);
    static const size_t cases[][2] = {{0, 5}, {7, 7}, {19, 19}, {20, 20}, {LF_SAMPLING_ALL, 20}};
    for (size_t k = 0; k < 5; k++) {
        lf_batch batch;
        assert_ok(lf_sampling_draw(t->oracle, LF_ROLE_CONSTRAINT, 1, cases[k][0], 6, &batch));
        assert_int_equal(batch.n, cases[k][1]);
        assert_int_equal(batch.draw == LF_DRAW_FULL, batch.n == 20);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_average),    trial_test(test_reservoir_draws_in_proportion),
        trial_test(test_step_rules), trial_test(test_polyak),
        trial_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
