/* A batch lent to other components: the same samples, free, questions charged; resume; refusals. */
#include "difference.h"
#include "harness/registry/parameters.h"
#include "scratch.h"
#include "trial.h"

extern const lf_problem_class lf_problem_average_precision, lf_problem_group_dro,
    lf_problem_auc_fairness;
static lf_parameters params;

static trial *open_trial(uint64_t seed, const char *budget) {
    lf_parameters_free(&params);
    assert_ok(lf_parameters_create(lf_problem_average_precision.params,
                                   lf_problem_average_precision.params_size, "keep=0.2",
                                   "average_precision", &params));
    return trial_problem_of(&lf_problem_average_precision, params.values, seed, budget);
}

static void test_same_samples(void **unused) {
    (void)unused;
    trial *t = open_trial(1, "1e12");
    lf_batch b, lent[3];
    double w[64], g[2], want[2];
    table_point(1, lf_oracle_dim(t->oracle), 0.5, w);
    for (size_t draw = 0; draw < 3; draw++) {
        uint32_t id[12];
        const size_t per_stratum[2] = {6, 6};
        assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_INNER, 0, 12, &b));
        for (size_t k = 0; k < 3; k++)
            assert_ok(lf_oracle_lend(t->oracle, &b, LF_ROLE_INNER, 2 * k, &lent[k]));
        for (size_t j = 0; j < 12; j++) {
            size_t number;
            assert_ok(lf_oracle_sample_number(t->oracle, &b, j, &number));
            id[j] = (uint32_t)number;
            for (size_t k = 0; k < 3; k++) {
                assert_ok(lf_oracle_sample_number(t->oracle, &lent[k], j, &number));
                assert_int_equal(number, id[j]);
            }
        }
        for (size_t k = 0; k < 3; k++) {
            const lf_samples samples = {.role = LF_ROLE_INNER,
                                        .component = 2 * k,
                                        .n = 12,
                                        .id = id,
                                        .per_stratum = per_stratum};
            assert_ok(lf_oracle_value(t->oracle, &lent[k], w, g));
            assert_ok(t->problem.is->evaluate(t->problem.state, &samples, w, NULL, want, NULL));
            assert_memory_equal(g, want, sizeof g);
        }
    }
    assert_int_equal(trial_count(t, "samples.inner"), 36);
    assert_int_equal(trial_count(t, "value.inner"), 108);
}

/* Of another role: the constraints' rows serve the objective, and say of it what they would have.
 */
static void test_other_role(void **unused) {
    (void)unused;
    lf_parameters own = {0};
    lf_batch b, lent, full;
    uint32_t id[16];
    size_t number;
    double F, want;
    size_t per_stratum[LF_STRATA] = {0};
    assert_ok(lf_parameters_create(lf_problem_auc_fairness.params,
                                   lf_problem_auc_fairness.params_size, "hidden=8", "auc_fairness",
                                   &own));
    trial *t = trial_problem_of(&lf_problem_auc_fairness, own.values, 1, "1e12");
    const double *w = t->problem.info.x0;
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, 16, &lent)); /* a stream of its own */
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_CONSTRAINT, 0, 16, &b));
    assert_ok(lf_oracle_lend(t->oracle, &b, LF_ROLE_OBJECTIVE, 0, &lent));
    assert_int_equal(lent.role, LF_ROLE_OBJECTIVE);
    for (size_t j = 0; j < 16; j++) {
        assert_ok(lf_oracle_sample_number(t->oracle, &b, j, &number));
        id[j] = (uint32_t)number;
        assert_ok(lf_oracle_sample_number(t->oracle, &lent, j, &number));
        assert_int_equal(number, id[j]);
        size_t stratum = 0;
        for (const size_t *n = lf_oracle_component(t->oracle, LF_ROLE_OBJECTIVE, 0)->stratum;
             number >= n[stratum]; stratum++)
            number -= n[stratum];
        per_stratum[stratum]++;
    }
    const lf_samples samples = {
        .role = LF_ROLE_OBJECTIVE, .n = 16, .id = id, .per_stratum = per_stratum};
    assert_ok(lf_oracle_value(t->oracle, &lent, w, &F));
    assert_ok(t->problem.is->evaluate(t->problem.state, &samples, w, NULL, &want, NULL));
    assert_near(F, want, 0);
    assert_ok(lf_oracle_full(t->oracle, LF_ROLE_OBJECTIVE, 0, &full));
    assert_ok(lf_oracle_lend(t->oracle, &full, LF_ROLE_CONSTRAINT, 0, &lent));
    assert_true(lent.draw == LF_DRAW_FULL && lent.n == full.n);
    assert_int_equal(trial_count(t, "samples.objective"), 16 + full.n);
    assert_int_equal(trial_count(t, "samples.constraint"), 16);
    lf_parameters_free(&own);
}

/* Lending takes nothing from the component's own stream, and nothing of the budget. */
static void test_charges(void **unused) {
    (void)unused;
    trial *t = open_trial(1, "12:samples");
    lf_batch b, lent, own;
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_INNER, 0, 12, &b));
    for (size_t i = 0; i < 20; i++)
        assert_ok(lf_oracle_lend(t->oracle, &b, LF_ROLE_INNER, i, &lent));
    assert_int_equal(lf_oracle_draw(t->oracle, LF_ROLE_INNER, 1, 2, &own), LF_BUDGET_SPENT);
    t = open_trial(1, "1e12");
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_INNER, 0, 12, &b));
    assert_ok(lf_oracle_lend(t->oracle, &b, LF_ROLE_INNER, 1, &lent));
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_INNER, 1, 12, &own));
    assert_int_equal(own.draw, 0);
    size_t differ = 0, number[2];
    for (size_t j = 0; j < 12; j++) {
        assert_ok(lf_oracle_sample_number(t->oracle, &lent, j, &number[0]));
        assert_ok(lf_oracle_sample_number(t->oracle, &own, j, &number[1]));
        differ += number[0] != number[1];
    }
    assert_true(differ > 6);
}

static void test_refused(void **unused) {
    (void)unused;
    trial *t = open_trial(1, "1e12");
    const size_t n = lf_oracle_info(t->oracle)->role[LF_ROLE_INNER].count;
    lf_batch b, other, lent, full;
    double w[64] = {0}, g[2];
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_INNER, 0, 4, &b));
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_INNER, 1, 4, &other));
    assert_ok(lf_oracle_full(t->oracle, LF_ROLE_INNER, 0, &full));
    assert_ok(lf_oracle_lend(t->oracle, &b, LF_ROLE_INNER, 2, &lent));
    const lf_batch wrong[] = {other, lent};
    for (size_t k = 0; k < 2; k++) {
        lf_batch got;
        assert_int_equal(lf_oracle_lend(t->oracle, &wrong[k], LF_ROLE_INNER, 3, &got),
                         LF_BAD_ARGUMENT);
        assert_non_null(strstr(lf_message(), "drawn from inner component 0"));
    }
    assert_ok(lf_oracle_lend(t->oracle, &full, LF_ROLE_INNER, 3, &other));
    assert_true(other.draw == LF_DRAW_FULL && other.component == 3);
    assert_int_equal(lf_oracle_lend(t->oracle, &b, LF_ROLE_UPPER, 0, &lent), LF_BAD_ARGUMENT);
    assert_int_equal(lf_oracle_lend(t->oracle, &b, LF_ROLES, 0, &lent), LF_BAD_ARGUMENT);
    assert_int_equal(lf_oracle_lend(t->oracle, &b, LF_ROLE_INNER, n, &lent), LF_BAD_ARGUMENT);
    assert_int_equal(lf_oracle_lend(t->oracle, &b, LF_ROLE_INNER, LF_EVERY, &lent),
                     LF_BAD_ARGUMENT);
    b.n++; /* not as it was drawn */
    assert_int_equal(lf_oracle_lend(t->oracle, &b, LF_ROLE_INNER, 2, &other), LF_BAD_ARGUMENT);
    assert_ok(lf_oracle_lend(t->oracle, (b.n--, &b), LF_ROLE_INNER, 2, &lent));
    lent.component = 3;
    assert_int_equal(lf_oracle_value(t->oracle, &lent, w, g), LF_BAD_ARGUMENT);
}

/* Groups of equal size are not the same rows: what is lent would be new samples for nothing. */
static void test_not_shared(void **unused) {
    (void)unused;
    lf_parameters own = {0};
    lf_batch b, lent;
    assert_ok(lf_parameters_create(lf_problem_group_dro.params, lf_problem_group_dro.params_size,
                                   "data=synthetic_small", "group_dro", &own));
    trial *t = trial_problem_of(&lf_problem_group_dro, own.values, 1, "4:samples");
    const lf_components *groups = &lf_oracle_info(t->oracle)->role[LF_ROLE_INNER];
    assert_int_equal(groups->component[0].samples, groups->component[1].samples);
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_INNER, 0, 4, &b));
    assert_int_equal(lf_oracle_lend(t->oracle, &b, LF_ROLE_INNER, 1, &lent), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "share"));
    lf_parameters_free(&own);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

static int teardown(void **state) {
    lf_parameters_free(&params);
    return scratch_teardown(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_same_samples), trial_test(test_other_role), trial_test(test_charges),
        trial_test(test_refused),      trial_test(test_not_shared),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
