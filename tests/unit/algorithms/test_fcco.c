/* SONEX, SONX, SOX and MSVR side by side: what they cost, and that they reach a known minimiser. */
#include "coupled.h"
#include "trial.h"

extern const lf_algorithm lf_algorithm_sonex, lf_algorithm_sonx, lf_algorithm_sox,
    lf_algorithm_msvr;

enum { COUNTED = 7 };

/* In units of the samples N of a step's components: values, gradients and slopes of a step. The
 * first step of MSVR-v2 asks one gradient. */
static const struct {
    const lf_algorithm *is;
    const char *set;
    size_t values, gradients, slopes;
} costs[] = {
    {&lf_algorithm_sonex, "gam_prime=0.1", 2, 1, 0},
    {&lf_algorithm_sonex, "gam_prime=0.1,u=new,update=adam", 2, 1, 0},
    {&lf_algorithm_sonex, "gam_prime=-1,lam=0", 2, 1, 0},
    {&lf_algorithm_sonex, "gam_prime=0", 1, 1, 0},
    {&lf_algorithm_sonex, "gam_prime=0,u=new,update=adamw,output=random", 1, 1, 0},
    {&lf_algorithm_sonx, "gam_prime=0.1", 2, 1, 0},
    {&lf_algorithm_sonx, "gam_prime=0.1,u=new", 2, 1, 0},
    {&lf_algorithm_sonx, "gam_prime=0", 1, 1, 0},
    {&lf_algorithm_sox, "u=old", 1, 1, 0},
    {&lf_algorithm_sox, "u=new,update=adam", 1, 1, 0},
    {&lf_algorithm_msvr, "variant=v1", 2, 1, 0},
    {&lf_algorithm_msvr, "variant=v1,u=new", 2, 1, 0},
    {&lf_algorithm_msvr, "variant=v1,gam_prime=0", 1, 1, 0},
    {&lf_algorithm_msvr, "variant=v2", 2, 2, 0},
    {&lf_algorithm_msvr, "variant=v2,u=new", 2, 2, 0},
    {&lf_algorithm_msvr, "variant=v2,gam_prime=0", 1, 2, 0},
    {&lf_algorithm_msvr, "variant=sp", 1, 1, 1},
    {&lf_algorithm_msvr, "variant=sp,u=new", 1, 1, 1},
    {&lf_algorithm_msvr, "variant=sp,gam_prime=0", 1, 1, 0},
};

static void check_counts(const trial *t, size_t samples, size_t values, size_t gradients,
                         size_t slopes, size_t objective, size_t gradients0) {
    assert_int_equal(trial_count(t, "samples.inner"), samples);
    assert_int_equal(trial_count(t, "value.inner"), values);
    assert_int_equal(trial_count(t, "gradient.inner"), gradients);
    assert_int_equal(trial_count(t, "jvp.inner"), slopes);
    assert_int_equal(trial_count(t, "samples.objective"), objective);
    assert_int_equal(trial_count(t, "gradient.objective"), gradients0);
    assert_int_equal(trial_count(t, "value.objective"), 0);
}

/* B0 = 3, B1 = 2, B2 = 4; the start asks for n B2 values, or for none. */
static void test_costs(void **unused) {
    (void)unused;
    const toy problem = coupled_shapes();
    const size_t N = 2 * 4;
    for (size_t k = 0; k < 2 * (sizeof costs / sizeof *costs); k++) {
        const char *start = k % 2 ? "zero" : "batch";
        const char *set = trial_text("B0=3,B1=2,B2=4,start=%s,%s", start, costs[k / 2].set);
        trial *t = trial_start(costs[k / 2].is, &problem, 1, coupled_origin, set);
        const size_t begun = k % 2 ? 0 : 3 * 4, grads = costs[k / 2].gradients;
        check_counts(t, begun, begun, 0, 0, 0, 0);
        for (size_t steps = 1; steps <= COUNTED; steps++) {
            trial_steps(t, 1);
            const size_t asked = grads * steps - (grads - 1);
            check_counts(t, begun + N * steps, begun + costs[k / 2].values * N * steps, N * asked,
                         costs[k / 2].slopes * N * steps, 3 * steps, 3 * asked);
        }
        trial_teardown(NULL);
    }
}

/* A batch that reaches all samples is as large as the component: 8 or 20 rows, not 500. */
static void test_costs_of_whole_components(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0.1);
    for (size_t k = 0; k < sizeof costs / sizeof *costs; k++) {
        const char *set = trial_text("B0=500,B1=3,B2=500,start=batch,%s", costs[k].set);
        trial *t = trial_start(costs[k].is, &problem, 1, coupled_origin, set);
        check_counts(t, 40, 40, 0, 0, 0, 0);
        trial_steps(t, 1);
        check_counts(t, 80, 40 + 40 * costs[k].values, 40, 40 * costs[k].slopes, 16, 16);
    }
}

/* Of the smoothed hinge with lam = 0.1, the hinge, the squared hinge: where grad F = 0. */
static const double best_smoothed[2] = {0.2741935484, -0.6129032258};
static const double best_hinge[2] = {1. / 6, -2. / 3};
static const double best_squared[2] = {5.8 / 19, -5.95 / 19};

static double slope_smoothed(double z) {
    return fmin(fmax(z / 0.1, 0), 2);
}

static double slope_hinge(double z) {
    return z > 0 ? 2 : 0;
}

static double slope_squared(double z) {
    return 4 * fmax(z, 0);
}

static void test_minimisers(void **unused) {
    (void)unused;
    double grad[2];
    coupled_gradient(best_smoothed, slope_smoothed, grad);
    assert_near(lf_vec_norm(2, grad), 0, 1e-9);
    coupled_gradient(best_hinge, slope_hinge, grad);
    assert_near(lf_vec_norm(2, grad), 0, 1e-15);
    coupled_gradient(best_squared, slope_squared, grad);
    assert_near(lf_vec_norm(2, grad), 0, 1e-15);
}

/*
 * With noise, eight seeds each. What the last iterate keeps of it: a linear plan of T steps from
 * eta forgets all but its last sqrt(2 T / eta) = 1400 steps, of size 0.0014, and these leave
 * sqrt(0.0014 sigma^2 / 2) = 0.02, as G varies by sigma^2 = 0.7 (0.6 from two of three components).
 * The bound is 2.5 times that, and less than half the distance between any two of the minimisers.
 */
static void test_reaches_the_minimiser(void **unused) {
    (void)unused;
    static const struct {
        const lf_algorithm *is;
        const char *set;
        lf_penalty penalty;
        const double *best;
    } cases[] = {
        {&lf_algorithm_sonex, "lam=0.1", LF_PENALTY_HINGE, best_smoothed},
        {&lf_algorithm_sonex, "lam=0.1,u=new", LF_PENALTY_HINGE, best_smoothed},
        {&lf_algorithm_sonex, "lam=0.1,update=adam", LF_PENALTY_HINGE, best_smoothed},
        {&lf_algorithm_sonx, "u=old", LF_PENALTY_HINGE, best_hinge},
        {&lf_algorithm_sox, "u=old", LF_PENALTY_SQUARED_HINGE, best_squared},
        {&lf_algorithm_sox, "u=old,update=adam", LF_PENALTY_SQUARED_HINGE, best_squared},
        {&lf_algorithm_msvr, "variant=v1", LF_PENALTY_SQUARED_HINGE, best_squared},
        {&lf_algorithm_msvr, "variant=v2", LF_PENALTY_SQUARED_HINGE, best_squared},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double worst = 0;
        for (uint64_t seed = 0; seed < 8; seed++) {
            const toy problem = coupled_toy(cases[k].penalty, 0.1);
            const char *set = trial_text("B0=2,B1=2,B2=2,eta=0.02,gam=0.05,schedule=linear,"
                                         "horizon=20000,%s",
                                         cases[k].set);
            trial *t = trial_start(cases[k].is, &problem, seed, coupled_origin, set);
            const double *w = trial_steps(t, 20000);
            worst = fmax(worst, lf_vec_distance(2, w, cases[k].best));
            trial_teardown(NULL);
        }
        assert_near(worst, 0, 0.05);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_costs),
        trial_test(test_costs_of_whole_components),
        trial_test(test_minimisers),
        trial_test(test_reaches_the_minimiser),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
