/* SOBA: counts, two steps by hand, the recursion beside one on numbers, the flow that its steps
 * follow, where it ends. */
#include "curved_levels.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_soba;
static const lf_algorithm *const soba = &lf_algorithm_soba;

/* One batch of each role for all that a level is asked; the start asks nothing. */
static void test_counts(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(soba, "b_f=2,b_g=3", &twin);
    assert_asked(t, (size_t[]){0, 0, 0, 0, 0, 0});
    trial_steps(t, 7);
    assert_asked(t, (size_t[]){7 * 4, 7 * 8, 7 * 6, 7 * 6, 7 * 6, 7 * 6});
    t = quadratic_start(soba, "s=0.3,rho=0", 1, NULL, "1e12", "b=4");
    trial_steps(t, 3);
    assert_asked(t, (size_t[]){12, 12, 12, 12, 12, 12});
}

/* From y = v = 0: y = tau B x and v = tau c, while x feels only rho; then x feels B'v, and y has
 * moved with the x of before. */
static void test_first_steps(void **unused) {
    (void)unused;
    static const double x0[3] = {1, -1, 0.5}, Bx[2] = {1.6, -0.4}, c[2] = {0.7, -0.2};
    double x[3], y[2];
    trial *t =
        quadratic_start(soba, "s=0.3", 1, x0, "1e12", "b=64,gamma=0.6,tau=0.2,sched=constant");
    trial_steps(t, 1);
    lf_point at = soba->iterate(t->state);
    for (size_t k = 0; k < 3; k++) {
        x[k] = (1 - 0.6 * 0.1) * x0[k];
        assert_near(at.w[k], x[k], 1e-15);
    }
    for (size_t k = 0; k < 2; k++) {
        y[k] = 0.2 * Bx[k];
        assert_near(at.y[k], y[k], 1e-15);
    }
    trial_steps(t, 1);
    at = soba->iterate(t->state);
    for (size_t k = 0; k < 3; k++) {
        const double Bv = 0.2 * (quadratic_B[k] * c[0] + quadratic_B[3 + k] * c[1]);
        assert_near(at.w[k], x[k] - 0.6 * (0.1 * x[k] - Bv), 1e-15);
    }
    for (size_t k = 0; k < 2; k++) {
        const double Ay = lf_vec_dot(2, quadratic_A + 2 * k, y);
        assert_near(at.y[k], y[k] - 0.2 * (Ay - 0.94 * Bx[k]), 1e-15);
    }
}

static void test_recursion(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(soba, "b=2,gamma=0.8,tau=0.7,c0=2", &twin);
    double x = 0.8, y[2] = {0}, v[2] = {0};
    for (size_t k = 1; k <= 60; k++) {
        const double eta = pow((double)k + 2, -0.5);
        double z = 0;
        for (size_t i = 0; i < 2; i++) {
            const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, 2);
            const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, 2);
            const curved_answer at = curved_ask(twin, &K, &J, x, y[i]);
            z += (at.gx + at.V * v[i]) / 2;
            y[i] -= 0.7 * eta * at.w;
            v[i] -= 0.7 * eta * (at.H * v[i] + at.gy);
        }
        x = curved_project(x - 0.8 * eta * z);
        trial_steps(t, 1);
        assert_curved(t, x, y);
    }
    assert_true(fabs(x - 0.8) > 0.05);
}

/* d/dt of (x, y, v), 3 + 2 + 2 numbers, where every step has the same size. */
static void flow(const double *at, double *by) {
    static const double c[2] = {0.7, -0.2};
    const double *x = at, *y = at + 3, *v = at + 5;
    for (size_t k = 0; k < 3; k++)
        by[k] = -(0.1 * x[k] - quadratic_B[k] * v[0] - quadratic_B[3 + k] * v[1]);
    for (size_t k = 0; k < 2; k++) {
        const double *A = quadratic_A + 2 * k;
        by[3 + k] = lf_vec_dot(3, quadratic_B + 3 * k, x) - lf_vec_dot(2, A, y);
        by[5 + k] = c[k] - y[k] - lf_vec_dot(2, A, v);
    }
}

/* at <- where the flow is after `time`: the classical Runge-Kutta method of order 4. */
static void flow_until(double time, double *at) {
    enum { STEPS = 1000, N = 7 };
    static const double ahead[4] = {0, 0.5, 0.5, 1}, share[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    const double h = time / STEPS;
    for (size_t k = 0; k < STEPS; k++) {
        double slope[N] = {0}, sum[N] = {0}, here[N];
        for (size_t stage = 0; stage < 4; stage++) {
            lf_vec_copy(N, at, here);
            lf_vec_axpy(N, ahead[stage] * h, slope, here);
            flow(here, slope);
            lf_vec_axpy(N, share[stage] * h, slope, sum);
        }
        lf_vec_axpy(N, 1, sum, at);
    }
}

/* Exact answers and equal steps h are Euler's method for the gradient flow of the three variables:
 * half of h is half of the error. */
static void test_follows_the_flow(void **unused) {
    (void)unused;
    static const double x0[3] = {1, -1, 0.5};
    double end[7] = {1, -1, 0.5}, error[2];
    flow_until(2, end);
    for (size_t k = 0; k < 2; k++) {
        const size_t steps = k ? 256 : 128;
        const char *set = trial_text("b=64,sched=constant,gamma=%.17g,tau=%.17g", 2 / (double)steps,
                                     2 / (double)steps);
        trial *t = quadratic_start(soba, "s=0.3", 1, x0, "1e12", set);
        trial_steps(t, steps);
        const lf_point at = soba->iterate(t->state);
        error[k] = hypot(lf_vec_distance(3, at.w, end), lf_vec_distance(2, at.y, end + 3));
    }
    assert_true(error[0] > 1e-4 && error[0] < 1e-1);
    assert_near(error[0] / error[1], 2, 0.05);
}

/* x must be the slow one: with gamma near tau the three drive each other apart here. */
static void test_converges(void **unused) {
    (void)unused;
    assert_ends_at(soba, "b=64,sched=constant,gamma=0.1,tau=0.4", 2000, quadratic_x, 1e-6);
}

static void test_points(void **unused) {
    (void)unused;
    assert_whole(soba, "b=3");
    assert_whole(soba, "b=3,output=random");
    assert_random_output(soba, "b=3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts),           trial_test(test_first_steps), trial_test(test_recursion),
        trial_test(test_follows_the_flow), trial_test(test_converges),   trial_test(test_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
