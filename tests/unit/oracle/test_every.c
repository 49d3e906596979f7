/* LF_EVERY: one ticket and one question for all components of a role. */
#include "trial.h"

static const double w[2] = {0.3, -0.7};

/* Outputs: two of the first component, one of the second, which has two strata. */
static void ask_apart(trial *t, size_t n, const double *y, double *g, double *grad) {
    lf_batch batch;
    lf_vec_zero(2, grad);
    for (size_t i = 0; i < 2; i++) {
        if (n)
            assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_CONSTRAINT, i, n, &batch));
        else
            assert_ok(lf_oracle_full(t->oracle, LF_ROLE_CONSTRAINT, i, &batch));
        assert_ok(lf_oracle_value_vjp(t->oracle, &batch, w, y + 2 * i, g + 2 * i, grad));
    }
}

static void ask_together(trial *t, size_t n, const double *y, double *g, double *grad) {
    lf_batch batch;
    lf_vec_zero(2, grad);
    if (n)
        assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_CONSTRAINT, LF_EVERY, n, &batch));
    else
        assert_ok(lf_oracle_full(t->oracle, LF_ROLE_CONSTRAINT, LF_EVERY, &batch));
    assert_ok(lf_oracle_value_vjp(t->oracle, &batch, w, y, g, grad));
}

/* The same samples, answers and charges as component by component, draw after draw. */
static void test_equals_one_by_one(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double y[3] = {0.5, -1, 2};
    trial *a = trial_problem(&problem, 9, "1e12"), *b = trial_problem(&problem, 9, "1e12");
    const size_t sizes[] = {4, 0, 2, 40};
    for (size_t k = 0; k < 4; k++) {
        double g[2][3], grad[2][2];
        ask_apart(a, sizes[k], y, g[0], grad[0]);
        ask_together(b, sizes[k], y, g[1], grad[1]);
        assert_memory_equal(g[0], g[1], sizeof g[0]);
        assert_memory_equal(grad[0], grad[1], sizeof grad[0]);
        assert_memory_equal(lf_oracle_meter(a->oracle)->count, lf_oracle_meter(b->oracle)->count,
                            sizeof lf_oracle_meter(a->oracle)->count);
    }
    assert_int_equal(trial_count(b, "samples.constraint"), 2 * (4 + 2 + 40) + 40);
    assert_int_equal(trial_count(b, "gradient.constraint"), 2 * (4 + 2 + 40) + 40);
}

/* A ticket can be asked about again after others, at another point. */
static void test_ticket_is_kept(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_problem(&problem, 3, "1e12");
    lf_batch first, second;
    double before[3], between[3], after[3];
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_CONSTRAINT, LF_EVERY, 2, &first));
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_CONSTRAINT, LF_EVERY, 2, &second));
    assert_ok(lf_oracle_value(t->oracle, &first, w, before));
    assert_ok(lf_oracle_value(t->oracle, &second, w, between));
    assert_ok(lf_oracle_value(t->oracle, &first, w, after));
    assert_memory_equal(before, after, sizeof before);
    assert_memory_not_equal(before, between, sizeof before);
}

/* After a component has been drawn alone, all go on from where it is: no batch comes twice. */
static void test_streams_go_on_together(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_problem(&problem, 3, "1e12");
    lf_batch one, every;
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_CONSTRAINT, 1, 2, &one));
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_CONSTRAINT, LF_EVERY, 2, &every));
    assert_int_equal(every.draw, one.draw + 1);
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_CONSTRAINT, 0, 2, &one));
    assert_int_equal(one.draw, every.draw + 1);
}

static void test_refusals(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_problem(&problem, 3, "20:samples");
    lf_batch batch;
    double grad[2];
    lf_oracle *o = t->oracle;
    /* one in each stratum, so two of each component */
    assert_int_equal(lf_oracle_draw(o, LF_ROLE_CONSTRAINT, LF_EVERY, 1, &batch), LF_BAD_ARGUMENT);
    assert_int_equal(lf_oracle_draw(o, LF_ROLE_CONSTRAINT, LF_EVERY, 40000, &batch),
                     LF_BAD_ARGUMENT);
    assert_int_equal(lf_oracle_draw(o, LF_ROLE_LOWER, LF_EVERY, 2, &batch), LF_BAD_ARGUMENT);
    assert_null(lf_oracle_component(o, LF_ROLE_CONSTRAINT, LF_EVERY));
    assert_ok(lf_oracle_draw(o, LF_ROLE_CONSTRAINT, LF_EVERY, 10, &batch));
    assert_int_equal(lf_oracle_subgradient(o, &batch, w, grad), LF_BAD_ARGUMENT);
    batch.n--;
    assert_int_equal(lf_oracle_value(o, &batch, w, grad), LF_BAD_ARGUMENT);
    assert_int_equal(lf_oracle_draw(o, LF_ROLE_CONSTRAINT, LF_EVERY, 2, &batch), LF_BUDGET_SPENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_equals_one_by_one),
        trial_test(test_ticket_is_kept),
        trial_test(test_streams_go_on_together),
        trial_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
