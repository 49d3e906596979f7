/* The twelve rows in a fixed order: values and short trajectories worked out elsewhere. */
#include "fixture_problem.h"
#include "golden_auc.h"
#include "oracle/oracle.h"
#include "scratch.h"

static fixture_problem p;
static lf_oracle *o;

static int open_golden(void **state) {
    (void)state;
    lf_budget budget;
    p = problem_open(&golden_auc, "");
    const lf_cost_scope scope = lf_cost_scope_of(&p.problem.info);
    assert_ok(lf_budget_parse("1e6", &scope, &budget));
    assert_ok(lf_oracle_create(&p.problem, 1, &budget, &o));
    return 0;
}

static int close_golden(void **state) {
    (void)state;
    lf_oracle_free(o);
    problem_close(&p);
    return 0;
}

static void test_surrogate_and_ranks(void **state) {
    (void)state;
    const double v[GOLDEN_DIM] = {1, -0.5, 0.25};
    assert_int_equal(p.problem.info.dim, GOLDEN_DIM);
    assert_int_equal(p.problem.info.auxiliary, 2);
    assert_near(problem_metric(&p.problem, "P", v), 1.141709360873357, 1e-14);
    assert_near(problem_metric(&p.problem, "auc", v), 0.46875, 0);
}

/* grad (n) <- of the next two samples; alpha's is kept apart */
static void gradient(const double *v, double alpha, double *grad, double *grad_alpha) {
    lf_batch batch;
    *grad_alpha = 0;
    memset(grad, 0, GOLDEN_DIM * sizeof *grad);
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 2, &batch));
    assert_ok(lf_oracle_saddle(o, &batch, v, &alpha, grad, grad_alpha));
}

/* A stage of the primal-dual method from c (and alpha): v's mean over start and updates, eta and
 * T as given, gamma = 50, then the response of m samples. */
static void stage(double *c, double *alpha, double eta, size_t T, size_t m) {
    double v[GOLDEN_DIM], mean[GOLDEN_DIM], grad[GOLDEN_DIM], grad_alpha;
    lf_batch batch;
    memcpy(v, c, sizeof v);
    memcpy(mean, c, sizeof v);
    for (size_t t = 1; t < T; t++) {
        gradient(v, *alpha, grad, &grad_alpha);
        for (size_t i = 0; i < GOLDEN_DIM; i++) {
            v[i] -= eta * (grad[i] + (v[i] - c[i]) / 50);
            mean[i] += v[i];
        }
        *alpha += eta * grad_alpha;
    }
    for (size_t i = 0; i < GOLDEN_DIM; i++)
        c[i] = mean[i] / (double)T;
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, m, &batch));
    assert_ok(lf_oracle_respond(o, &batch, c, alpha));
}

static void test_three_stages(void **state) {
    (void)state;
    const double want[GOLDEN_DIM + 1] = {-9.692345920528213e-02, -3.363568466103339e-02,
                                         9.565056579177274e-03,  -1.841621097620247e-01,
                                         3.480548067563647e-01,  3.738109030799419e-01,
                                         4.038665787604589e-04};
    double c[GOLDEN_DIM] = {0}, alpha = 0;
    stage(c, &alpha, 0.9, 3, 6);
    stage(c, &alpha, 0.3, 9, 12);
    stage(c, &alpha, 0.1, 27, 12);
    for (size_t i = 0; i < GOLDEN_DIM; i++)
        assert_near(c[i], want[i], 1e-12);
    assert_near(alpha, want[GOLDEN_DIM], 1e-12);
    assert_near(p.problem.info.memory[GOLDEN_ASKED], 2 * (2 + 8 + 26) + 6 + 12 + 12, 0);
}

/* Twenty steps on the cross-entropy; a and b never move. */
static void test_cross_entropy(void **state) {
    (void)state;
    const double want[GOLDEN_DIM] = {-3.953520526995160e-01, 3.186377023330816e-01,
                                     -1.190098202924287e-01, 4.288976619496963e-01};
    const double one = 1;
    double v[GOLDEN_DIM] = {0}, grad[GOLDEN_DIM];
    for (size_t t = 0; t < 20; t++) {
        lf_batch batch;
        memset(grad, 0, sizeof grad);
        assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 2, &batch));
        assert_ok(lf_oracle_vjp(o, &batch, v, &one, grad));
        const double eta = t < 10 ? 0.9 : t < 15 ? 0.09 : 0.009;
        for (size_t i = 0; i < GOLDEN_DIM; i++)
            v[i] -= eta * grad[i];
    }
    for (size_t i = 0; i < GOLDEN_DIM; i++)
        assert_near(v[i], want[i], 1e-12);
}

/* The stream goes on with every question but one at the same point, and is part of a checkpoint. */
static void test_stream(void **state) {
    (void)state;
    const double v[GOLDEN_DIM] = {0.5, 0.25, -1, 0.125}, one = 1;
    double first, again, grad[GOLDEN_DIM] = {0};
    const double *asked = &p.problem.info.memory[GOLDEN_ASKED];
    lf_batch batch, all;
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 3, &batch));
    assert_ok(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &all));
    void *bytes = malloc(lf_oracle_snapshot_bytes(o));
    lf_oracle_save(o, bytes);
    assert_ok(lf_oracle_value(o, &batch, v, &first));
    assert_near(*asked, 3, 0);
    assert_ok(lf_oracle_value(o, &batch, v, &again)); /* rows 4, 9, 2 after 1, 6, 11 */
    assert_near(*asked, 6, 0);
    assert_true(first != again);
    assert_ok(lf_oracle_subgradient(o, &batch, v, grad));
    assert_ok(lf_oracle_value_vjp(o, &all, v, &one, &again, grad));
    assert_near(*asked, 9, 0);
    assert_ok(lf_oracle_restore(o, bytes));
    assert_near(*asked, 0, 0);
    assert_ok(lf_oracle_value(o, &batch, v, &again));
    assert_near(again, first, 0);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_surrogate_and_ranks, open_golden, close_golden),
        cmocka_unit_test_setup_teardown(test_three_stages, open_golden, close_golden),
        cmocka_unit_test_setup_teardown(test_cross_entropy, open_golden, close_golden),
        cmocka_unit_test_setup_teardown(test_stream, open_golden, close_golden),
    };
    return cmocka_run_group_tests_name("golden_auc", tests, NULL, NULL);
}
