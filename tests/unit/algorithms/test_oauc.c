/* OAUC: steps by hand, where it starts, what is clipped, counts, limit. */
#include "saddle_methods.h"

extern const lf_algorithm lf_algorithm_oauc;
static const lf_algorithm *const oauc = &lf_algorithm_oauc;
static const double x0[2] = {1.5, -1};

/* Steps eta0 and eta0/sqrt(2); the mean is of the points before them, in these proportions. */
static void test_by_hand(void **unused) {
    (void)unused;
    trial *t = by_hand(oauc, "eta0=0.1,B=0");
    assert_at(oauc->average(t->state), 2, 0);
    trial_steps(t, 1);
    assert_at(oauc->iterate(t->state), 1.8, 0.05);
    assert_at(oauc->average(t->state), 2, 0);
    trial_steps(t, 1);
    const double r = sqrt(0.5);
    assert_at(oauc->iterate(t->state), 1.8 - 0.1 * r * 1.85, 0.05 + 0.1 * r * 0.25);
    assert_at(oauc->average(t->state), (2 + r * 1.8) / (1 + r), r * 0.05 / (1 + r));
}

/* On toy_pass w is the first coordinate, the second is auxiliary. */
static void test_starts(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0);
    const struct {
        const char *set;
        double w, a, alpha;
    } cases[] = {{"mode=linear,R=0.75", 0.75, 0.75, 1.5},
                 {"mode=linear,R=0.75,kappa=0.5", 0.75, 0.375, 0.75}, /* within its bounds */
                 {"mode=linear,R=0.75,start=x0", 1.5, -1, 0},
                 {"mode=network,R=0.75", 1.5, -1, 0},
                 {"mode=linear,R=2", 2, 2, 3}, /* |alpha| <= 3 in this problem, and |v| <= 5 */
                 {"mode=linear,R=10", 5 / sqrt(2), 5 / sqrt(2), 3}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        trial *t = trial_start(oauc, &problem, 1, x0, cases[k].set);
        const lf_point at = oauc->iterate(t->state);
        assert_near(at.w[0], cases[k].w, 1e-15);
        assert_near(at.w[1], cases[k].a, 1e-15);
        assert_near(*at.y, cases[k].alpha, 1e-15);
    }
    toy wide = toy_pass(0);
    wide.auxiliary = 0; /* w is both */
    trial *t = trial_start(oauc, &wide, 1, x0, "mode=linear,R=0.75");
    for (size_t j = 0; j < 2; j++)
        assert_near(oauc->iterate(t->state).w[j], 0.75 / sqrt(2), 1e-15);
}

/* From (3, 4), alpha = 0: the step of 1 is along (-1, -3) and 6. */
static void test_bounds(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0);
    const double far[2] = {3, 4};
    trial *t = trial_start(oauc, &problem, 1, far, "eta0=1,B=0,R=0.4,kappa=1.5");
    trial_steps(t, 1);
    lf_point at = oauc->iterate(t->state);
    assert_near(at.w[0], 2, 1e-14); /* no ball */
    assert_near(at.w[1], 0.6, 1e-15);
    assert_near(*at.y, 1.2, 1e-15);
    t = trial_start(oauc, &problem, 1, far, "eta0=1,B=0,R=0.4,kappa=1.5,mode=linear,start=x0");
    trial_steps(t, 1);
    at = oauc->iterate(t->state);
    assert_near(at.w[0], 0.4, 1e-15);
    assert_near(at.w[1], 0.6, 1e-15);
    t = trial_start(oauc, &problem, 1, (double[2]){-3, -4}, "eta0=1,B=0,R=0.1");
    trial_steps(t, 1); /* along (5, 5) and -8 */
    at = oauc->iterate(t->state);
    assert_near(at.w[1], 0.1, 1e-15);
    assert_near(*at.y, -0.2, 1e-15);
}

static void test_counts(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    trial *t = trial_start(oauc, &problem, 1, x0, "B=3");
    trial_steps(t, 17);
    assert_int_equal(trial_count(t, "gradient.objective"), 51);
    assert_int_equal(trial_count(t, "samples.objective"), 51);
    assert_int_equal(trial_count(t, "value.objective"), 0);
}

/* The answer (4/3, 1/3, 2/3) lies within the bounds of a and alpha, and with R = 2 of w. On
 * samples the average ends near it too. */
static void test_limit(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    const char *const sets[] = {"eta0=1,B=0", "eta0=1,B=0,mode=linear,R=2", "eta0=1,B=4"};
    for (size_t k = 0; k < 3; k++) {
        trial *t = trial_start(oauc, &problem, 1, x0, sets[k]);
        trial_steps(t, 20000);
        assert_true(pass_distance(oauc->average(t->state)) < 0.02);
        if (k < 2) assert_true(pass_distance(oauc->iterate(t->state)) < 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_by_hand), trial_test(test_starts), trial_test(test_bounds),
        trial_test(test_counts),  trial_test(test_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
