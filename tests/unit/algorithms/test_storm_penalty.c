/* STORM on a growing quadratic penalty: first steps, the recursion beside one on numbers, counts.
 */
#include "disc.h"

#include <levelfield/math.h>

extern const lf_algorithm lf_algorithm_storm_penalty;

#define WHOLE "b_f=100,b_g=100"

static void test_first_steps(void **unused) {
    (void)unused;
    static const double want[DISC_STEPS][TOY_DIM] = {
        {.9, .8}, {.9195380517, .7669809203}, {.9302244904, .7420958224}};
    disc_assert_steps(&lf_algorithm_storm_penalty, disc_start, WHOLE ",eta0=0.1,rho0=1,a0=1", want);
}

/* Without noise v is the gradient of the penalty at x_k, plus what rho_k < rho_{k+1} leaves. */
static void test_recursion(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0);
    double x[2] = {-0.2, 0.1}, last[2] = {0}, v[2] = {0}; /* feasible for a while */
    trial *t =
        trial_start(&lf_algorithm_storm_penalty, &problem, 1, x, WHOLE ",eta0=0.05,rho0=2,a0=0.7");
    for (size_t k = 0; k < 200; k++) {
        const double at = (double)k + 1, rho = 2 * lf_pow(at, 0.2);
        const double a = fmin(1, 0.7 * lf_pow(at, -0.8));
        const double g = fmax(0, x[0] * x[0] + x[1] * x[1] - 1);
        const double g_last = fmax(0, last[0] * last[0] + last[1] * last[1] - 1);
        for (size_t j = 0; j < 2; j++) {
            const double centre = (double[]){2, 1}[j];
            const double D = x[j] - centre + 2 * rho * g * x[j];
            const double D_last = last[j] - centre + 2 * rho * g_last * last[j];
            v[j] = k == 0 ? D : D + (1 - a) * (v[j] - D_last);
            last[j] = x[j];
            x[j] -= 0.05 * lf_pow(at, -0.6) * v[j];
        }
        const double *got = trial_steps(t, 1);
        assert_near(got[0], x[0], 1e-12);
        assert_near(got[1], x[1], 1e-12);
    }
}

/* Both points of a step are asked on the same rows: with a0 = 0 the error of the first batch stays,
 * as rows differ by a constant in their slopes, and none is added. */
static void test_same_rows_at_both_points(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0.3);
    double x[2] = {1, 1}, error[2];
    trial *t =
        trial_start(&lf_algorithm_storm_penalty, &problem, 5, x, "eta0=0.1,rho0=0,a0=0,b_f=1");
    const double *got = trial_steps(t, 1);
    for (size_t j = 0; j < 2; j++) {
        const double centre = (double[]){2, 1}[j];
        error[j] = (x[j] - got[j]) / 0.1 - (x[j] - centre);
        x[j] = got[j];
    }
    assert_true(fabs(error[0]) > 0.2);
    for (size_t k = 1; k < 50; k++) {
        got = trial_steps(t, 1);
        for (size_t j = 0; j < 2; j++) {
            const double centre = (double[]){2, 1}[j];
            x[j] -= 0.1 * lf_pow((double)k + 1, -0.6) * (x[j] - centre + error[j]);
            assert_near(got[j], x[j], 1e-12);
        }
    }
}

/* Values and slopes come from rows of their own: the mean of [g]_+ zeta is the product of means. On
 * the same rows it would be 31.5 here, by the 3.8 * 0.3^2 * 4.5 that they vary together. */
static void test_independent_batches(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0.3);
    const double x0[2] = {2, 2}, eta = 1e-8;
    enum { STEPS = 20000 };
    double weight = 0, of_f = 0;
    trial *t = trial_start(&lf_algorithm_storm_penalty, &problem, 1, x0,
                           trial_text("eta0=%g,a0=1e9,b_f=100,b_g=1", eta));
    const double *x = trial_steps(t, STEPS);
    for (size_t k = 1; k <= STEPS; k++) {
        weight += lf_pow((double)k, -0.4);
        of_f += lf_pow((double)k, -0.6);
    }
    assert_near(((2 - x[1]) / eta - of_f) / weight, 7 * 4, 0.5);
}

/* q = 4 batches a pass on the line; the first step asks at one point. */
static void test_counts(void **unused) {
    (void)unused;
    const toy line = toy_line(), corner = toy_corner();
    const double x0[2] = {0, 0};
    trial *t = trial_start(&lf_algorithm_storm_penalty, &line, 1, x0, NULL);
    trial_steps(t, 1);
    trial_assert_counts(t, 4, 16, 3, 3);
    trial_steps(t, 2);
    trial_assert_counts(t, 5 * 4, 5 * 16, 5 * 3, 5 * 3);
    assert_int_equal(trial_count(t, "samples.constraint"), 3 * 2 * 3);
    t = trial_start(&lf_algorithm_storm_penalty, &corner, 1, x0, "b_f=7,b_g=5");
    trial_steps(t, 3);
    trial_assert_counts(t, 5 * 7, 0, 5 * (5 + 5), 5 * (5 + 5));
}

/* At the minimum of the penalty rho_k g is the multiplier there, (sqrt(5)/|x| - 1)/2; the steps lag
 * a little behind rho_k. On samples it is near, but for the noise. */
static void test_nears_the_answer(void **unused) {
    (void)unused;
    const toy disc = toy_disc(0), noisy = toy_disc(0.05);
    trial *t = trial_start(&lf_algorithm_storm_penalty, &disc, 1, disc_start,
                           WHOLE ",eta0=0.15,rho0=1,a0=1");
    const double *x = trial_steps(t, 30000), norm = lf_vec_norm(2, x);
    assert_near(lf_pow(30000, 0.2) * (norm * norm - 1) / ((sqrt(5) / norm - 1) / 2), 1, 0.05);
    assert_near(x[0], 2 * x[1], 1e-3);
    t = trial_start(&lf_algorithm_storm_penalty, &noisy, 1, disc_start,
                    "eta0=0.15,rho0=1,a0=1,b_f=3,b_g=3");
    x = trial_steps(t, 30000);
    assert_near(x[0], disc_answer[0], 0.05);
    assert_near(x[1], disc_answer[1], 0.05);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_steps),
        trial_test(test_recursion),
        trial_test(test_same_rows_at_both_points),
        trial_test(test_independent_batches),
        trial_test(test_counts),
        trial_test(test_nears_the_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
