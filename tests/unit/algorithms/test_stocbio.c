/* StocBio: counts, the recursion beside one on numbers, the first step by hand, where it ends. */
#include "neumann_twin.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_stocbio;
static const lf_algorithm *const stocbio = &lf_algorithm_stocbio;

/* D gradients, Q products and a Jacobian for each level and step; with geom products of 12, 10 and
 * 8 samples (b = 4, Q = 3, 1 - 0.4/2). */
static void test_counts(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(stocbio, "b_f=2,b_g=3,D=4,Q=5", &twin);
    assert_asked(t, (size_t[]){0, 0, 0, 0, 0, 0});
    trial_steps(t, 7);
    assert_int_equal(assert_split(t, 7, 28), 2 * 7 * 5);
    t = quadratic_start(stocbio, "s=0.3,rho=0", 1, NULL, "1e12",
                        "b=4,D=2,Q=3,eta_n=0.4,neumann_batch=geom");
    trial_steps(t, 1);
    assert_asked(t, (size_t[]){4, 4, 8 + 30 + 4, 8, 30, 4});
}

/* Two y steps on all samples from 0, then z with the golden series for eta_n = 0.4, Q = 3, whose
 * matrix has the columns that unit vectors give. */
static void test_first_step(void **unused) {
    (void)unused;
    static const double x0[3] = {1, -1, 0.5}, N[4] = {0.51072, -0.1120512, -0.1120512, 0.8842240};
    static const double Bx[2] = {1.6, -0.4};
    double y[2] = {0}, Ay[2] = {0};
    for (size_t step = 0; step < 2; step++) {
        for (size_t j = 0; j < 2; j++)
            Ay[j] = lf_vec_dot(2, quadratic_A + 2 * j, y);
        for (size_t j = 0; j < 2; j++)
            y[j] -= 0.05 * (Ay[j] - Bx[j]); /* tau / (t + c0) */
    }
    const double gy[2] = {y[0] - 0.7, y[1] + 0.2};
    const double q[2] = {lf_vec_dot(2, N, gy), lf_vec_dot(2, N + 2, gy)};
    trial *t =
        quadratic_start(stocbio, "s=0.3", 1, x0, "1e12", "b=64,D=2,Q=3,gamma=0.6,tau=0.2,c0=3");
    trial_steps(t, 1);
    const lf_point at = stocbio->iterate(t->state);
    for (size_t k = 0; k < 3; k++) {
        const double z = 0.1 * x0[k] + quadratic_B[k] * q[0] + quadratic_B[3 + k] * q[1];
        assert_near(at.w[k], x0[k] - 0.3 * z, 1e-14);
    }
    assert_near(at.y[0], y[0], 1e-15);
    assert_near(at.y[1], y[1], 1e-15);
}

static void follow(bool native) {
    const char *set = trial_text("b=2,D=3,Q=4,eta_n=0.3,gamma=0.8,tau=0.7,c0=2,sched=%s",
                                 native ? "native" : "printed");
    trial *twin, *t = curved_start(stocbio, set, &twin);
    double x = 0.8, y[2] = {0};
    for (size_t k = 1; k <= 60; k++) {
        const double at = native ? 1 : (double)k + 2; /* native: constant steps */
        for (size_t s = 0; s < 3; s++)
            twin_descend(twin, 2, 0.7 / at, x, y);
        x = curved_project(x - 0.8 / sqrt(at) * twin_direction(twin, 2, false, 4, 0.3, x, y));
        trial_steps(t, 1);
        assert_curved(t, x, y);
    }
    assert_true(fabs(x - 0.8) > 0.05);
}

static void test_recursion(void **unused) {
    (void)unused;
    follow(false);
    follow(true);
}

/* It ends where the series stands for A^-1: off the answer for few terms, near it for many. */
static void test_converges(void **unused) {
    (void)unused;
    double x[3];
    quadratic_biased(3, 0.4, x);
    assert_true(lf_vec_distance(3, x, quadratic_x) > 1e-3);
    assert_ends_at(stocbio, "b=64,Q=3,sched=native,gamma=0.3,tau=0.4", 1500, x, 1e-6);
    assert_ends_at(stocbio, "b=64,Q=60,sched=native,gamma=0.3,tau=0.4", 1500, quadratic_x, 1e-6);
}

static void test_domain_of_y(void **unused) {
    (void)unused;
    assert_y_confined(stocbio, "b=64,sched=constant,tau=0.1,D=1");
}

static void test_output(void **unused) {
    (void)unused;
    assert_false(stocbio->whole);
    assert_random_output(stocbio, "b=3,D=2");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts),    trial_test(test_first_step), trial_test(test_recursion),
        trial_test(test_converges), trial_test(test_output),     trial_test(test_domain_of_y),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
