/* SAGA against the same recursion with every sum written out, and its linear rate: the noise goes
 * although the step size stays. Which sample was drawn. */
#include <string.h>

#include "circle.h"

extern const lf_algorithm lf_algorithm_saga;
static const lf_algorithm *const saga = &lf_algorithm_saga;
static const double x0[2] = {1.5, -1}, best[2] = {2, 1}; /* of toy_corner's objective */

/* w - eta (g - a_i + mean_j a_j + slope) with a table that starts at 0 and is summed anew each
 * time; the slope is that of a regulariser r(w) = slope (w_0 + w_1). */
static void follow(double slope) {
    enum { STEPS = 200 };
    toy problem = toy_corner();
    if (slope > 0) problem.regulariser = (lf_outer){LF_OUTER_SUM, 2, slope, 0};
    const size_t n = problem.objective.is.samples;
    trial *t = trial_start(saga, &problem, 3, x0, "eta=0.2");
    trial *same = trial_problem(&problem, 3, "1e12");
    double w[2] = {x0[0], x0[1]}, table[TOY_ROWS][2] = {{0}};
    size_t seen = 0;
    for (int k = 0; k < STEPS; k++) {
        lf_batch batch;
        size_t i;
        double g[2] = {0}, mean[2] = {0};
        assert_ok(lf_oracle_draw(same->oracle, LF_ROLE_OBJECTIVE, 0, 1, &batch));
        assert_ok(lf_oracle_sample_number(same->oracle, &batch, 0, &i));
        assert_ok(lf_oracle_subgradient(same->oracle, &batch, w, g));
        for (size_t s = 0; s < n; s++)
            lf_vec_axpy(2, 1 / (double)n, table[s], mean);
        for (size_t j = 0; j < 2; j++)
            w[j] -= 0.2 * (g[j] - table[i][j] + mean[j] + slope);
        seen += table[i][0] == 0 && table[i][1] == 0;
        memcpy(table[i], g, sizeof g);
        const double *got = trial_steps(t, 1);
        assert_near(got[0], w[0], 1e-12);
        assert_near(got[1], w[1], 1e-12);
    }
    assert_in_range(seen, n - 3, n); /* nearly all came, and most of them again */
    assert_int_equal(trial_count(t, "samples.objective"), STEPS);
    assert_int_equal(trial_count(t, "gradient.objective"), STEPS);
}

static void test_recursion(void **unused) {
    (void)unused;
    follow(0);
    follow(0.1);
}

/* eta = 1/(3 L), L = 1: Theorem 1 has (1 - min(1/(4 n), mu/(3 L)))^t, n = 30; from constant steps
 * of single samples plain SGD stays at the size of their noise. */
static void test_linear_rate(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_start(saga, &problem, 1, x0, "eta=0.3333333333");
    const double *w = trial_steps(t, 6000); /* (1 - 1/120)^6000 = 1.5e-22, of squares */
    for (size_t j = 0; j < 2; j++)
        assert_near(w[j], best[j], 1e-10);
}

/* A step far too long ends on the edge of |w| <= 5. */
static void test_domain(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_start(saga, &problem, 1, x0, "eta=1000");
    assert_near(lf_vec_norm(2, trial_steps(t, 1)), 5, 1e-14);
}

/* Two objectives; one known in closed form; a difference of means; two outer functions; a kink. */
static void test_refusals(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    for (size_t fault = 0; fault < 5; fault++) {
        trial *t = trial_problem(&problem, 1, "1e12");
        lf_component *c = ((toy *)t->problem.state)->objective_is;
        if (fault == 0) t->problem.info.role[LF_ROLE_OBJECTIVE].count = 2;
        if (fault == 1) c->samples = 0;
        if (fault == 2) c->strata = 2;
        if (fault == 3) c->outers = 2;
        if (fault == 4) ((toy *)t->problem.state)->objective.outer->kind = LF_OUTER_ABS;
        trial_tell(t);
        trial_equip(t, saga, NULL, 1 << 20);
        assert_int_equal(trial_init(t, x0), LF_UNSUPPORTED);
        assert_non_null(strstr(lf_message(), "one plain mean"));
        trial_teardown(NULL);
    }
}

/* Numbers say which rows an answer is of, are the same when asked again, and cost nothing; what is
 * no ticket has none. */
static void test_numbers(void **unused) {
    (void)unused;
    enum { B = 7 };
    const toy problem = toy_corner();
    trial *t = trial_problem(&problem, 5, "1e12");
    lf_oracle *o = t->oracle;
    lf_batch batch, all;
    size_t number[B], again;
    double mean[2] = {0}, whole[2] = {0};
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, B, &batch));
    assert_ok(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &all));
    assert_ok(lf_oracle_subgradient(o, &batch, x0, whole));
    for (size_t k = 0; k < B; k++) {
        assert_ok(lf_oracle_sample_number(o, &batch, k, &number[k]));
        assert_ok(lf_oracle_sample_number(o, &all, number[k], &again));
        assert_int_equal(again, number[k]);
        const double *slope = problem.objective.slope[number[k]][0];
        for (size_t j = 0; j < 2; j++)
            mean[j] += (slope[j] + problem.objective.curve * x0[j]) / B;
    }
    for (size_t j = 0; j < 2; j++)
        assert_near(whole[j], mean[j], 1e-14);
    assert_int_equal(trial_count(t, "gradient.objective"), B);
    assert_int_equal(lf_oracle_sample_number(o, &batch, B, &again), LF_BAD_ARGUMENT);
    batch.draw++;
    assert_int_equal(lf_oracle_sample_number(o, &batch, 0, &again), LF_BAD_ARGUMENT);
    assert_ok(lf_oracle_draw(o, LF_ROLE_CONSTRAINT, LF_EVERY, B, &batch));
    assert_int_equal(lf_oracle_sample_number(o, &batch, 0, &again), LF_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_recursion), trial_test(test_linear_rate), trial_test(test_domain),
        trial_test(test_refusals),  trial_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
