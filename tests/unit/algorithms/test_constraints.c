/* Constraints: values and subgradients, as one maximum and one by one. */
#include "algorithms/constrained/parts/constraints.h"

#include "algorithms/common/sampling.h"
#include "trial.h"

static lf_constraints c;

static trial *constrain(const toy *problem) {
    trial *t = trial_problem(problem, 3, "1e12");
    c = (lf_constraints){0};
    t->arena = lf_arena_create(&c, sizeof c, 1 << 20);
    assert_ok(lf_constraints_init(&c, t->oracle, t->arena));
    return t;
}

static void test_shapes(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    constrain(&problem);
    assert_int_equal(c.components, 2);
    assert_int_equal(c.m, 3);
    assert_int_equal(c.p, 3);
}

static void test_maximum_and_its_slope(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = constrain(&problem);
    /* where, the maximum, its component, its gradient; the last two points are ties */
    static const double cases[][6] = {
        {3, 0, 2, 0, 1, 0},   {0, 3, 2.5, 0, 0, 1}, {-4, 0, 2, 1, -1, 1},
        {4, -4, 6, 1, 1, -1}, {1, 0.5, 0, 0, 1, 0}, {4, -1, 3, 0, 1, 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const double *x = cases[k];
        double zeta[2];
        size_t i;
        lf_batch batch;
        assert_ok(lf_constraints_draw(&c, t->oracle, LF_SAMPLING_ALL, 1));
        assert_ok(lf_constraints_inner(&c, t->oracle, x, c.z));
        for (size_t j = 0; j < c.p; j++)
            c.z[j] = nearbyint(c.z[j] * 1e9) / 1e9; /* a tie to rounding is a tie */
        assert_near(lf_constraints_max(&c, t->oracle, c.z, &i), x[2], 1e-14);
        assert_int_equal(i, x[3]);
        assert_ok(lf_constraints_draw_again(&c, t->oracle, i, LF_SAMPLING_ALL, 1, NULL, &batch));
        assert_ok(lf_constraints_slope(&c, t->oracle, &batch, c.z, x, zeta));
        assert_near(zeta[0], x[4], 1e-14);
        assert_near(zeta[1], x[5], 1e-14);
    }
}

static void test_one_by_one(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = constrain(&problem);
    const double x[2] = {-0.25, 2}, want_g[3] = {-1.25, 1.5, 0.25};
    const double want[3][2] = {{1, 0}, {0, 1}, {-1, 1}};
    double g[3], rows[3][2];
    assert_ok(lf_constraints_draw(&c, t->oracle, LF_SAMPLING_ALL, 1));
    assert_ok(lf_constraints_linearise(&c, t->oracle, x, g, rows[0]));
    for (size_t j = 0; j < 3; j++) {
        assert_near(g[j], want_g[j], 1e-14);
        assert_near(rows[j][0], want[j][0], 1e-14);
        assert_near(rows[j][1], want[j][1], 1e-14);
    }
    trial_assert_counts(t, 0, 0, 20 + 20 + 20, 20 + 20);
    assert_int_equal(trial_count(t, "outer"), 2 + 3); /* the values of a component are one call */
}

/* Values have a place for each component, also where only the last of them was drawn. */
static void test_values_of_one(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x[2] = {-0.25, 2}, want_g[3] = {-1.25, 1.5, 0.25};
    for (size_t seed = 0, last = 0; last < 3; seed++) {
        trial *t = trial_problem(&problem, seed, "1e12");
        t->arena = lf_arena_create(&c, sizeof c, 1 << 20);
        assert_ok(lf_constraints_init(&c, t->oracle, t->arena));
        double z[3] = {7, 7, 7}, g[3] = {9, 9, 9};
        assert_ok(lf_constraints_draw_some(&c, t->oracle, 1, LF_SAMPLING_ALL, 1));
        assert_ok(lf_constraints_values(&c, t->oracle, x, z, g));
        for (size_t j = 0; j < 3; j++) {
            const bool drawn = (c.id[0] == 1) == (j == 2);
            assert_near(g[j], drawn ? want_g[j] : 9, 1e-14);
            assert_true((z[j] == 7) == !drawn);
        }
        last += c.id[0] == 1;
    }
}

static void test_second_batch(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = constrain(&problem);
    lf_batch batch;
    assert_ok(lf_constraints_draw(&c, t->oracle, 5, 1));
    assert_ok(lf_constraints_draw_again(&c, t->oracle, 0, 5, 1, NULL, &batch));
    assert_true(batch.draw != c.batch[0].draw);
    assert_ok(lf_constraints_draw_again(&c, t->oracle, 0, 20, 1, NULL, &batch));
    assert_true(batch.draw == LF_DRAW_FULL);
    assert_int_equal(trial_count(t, "samples.constraint"), 5 + 5 + 5 + 20);
    assert_ok(lf_constraints_draw(&c, t->oracle, 20, 1));
    assert_ok(
        lf_constraints_draw_again(&c, t->oracle, 1, 25, 1, NULL, &batch)); /* all rows at hand */
    assert_int_equal(trial_count(t, "samples.constraint"), 35 + 40);
}

static void test_no_constraint(void **unused) {
    (void)unused;
    toy problem = toy_line();
    problem.constraints = 0;
    trial *t = trial_problem(&problem, 3, "1e12");
    t->arena = lf_arena_create(&c, sizeof c, 1 << 20);
    assert_int_equal(lf_constraints_init(&c, t->oracle, t->arena), LF_UNSUPPORTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_shapes),        trial_test(test_maximum_and_its_slope),
        trial_test(test_one_by_one),    trial_test(test_second_batch),
        trial_test(test_values_of_one), trial_test(test_no_constraint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
