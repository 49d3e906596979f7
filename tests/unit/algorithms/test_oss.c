/* IQRC with OSS: inner steps by hand, counts, outputs, the known solution. */
#include "trial.h"

extern const lf_algorithm lf_algorithm_oss;

enum { T_MOST = 8 };

/* An outer step on min |x - 2| s.t. x <= 1, |x| <= 3, written out: x_{k+1}, the mean of z_0 ..
 * z_{T-1}, from x_k = x. */
static double outer_step(double x, size_t T, double V, double a, double r) {
    double z = x, queue = 0, mean = 0;
    for (size_t t = 0; t < T; t++) {
        const double zeta_F = (z < 2 ? -1 : 1) + 2 * r * (z - x), zeta_G = 1 + 2 * r * (z - x);
        const double next = z - (V * zeta_F + queue * zeta_G) / (2 * a);
        const double move = fmax(-3, fmin(3, next)) - z;
        queue = fmax(0, queue + z - 1 + r * (z - x) * (z - x) + zeta_G * move);
        mean += z / (double)T;
        z += move;
    }
    return mean;
}

/* From 3/2 on all rows: r = 1/2. With V = 2, a = 4, the choices for T = 4:
 * t = 0: d = -2, z = 7/4, Q = 1/2 + 1/4.
 * t = 1: zeta_F = -3/4, zeta_G = 5/4, G = 25/32, d = -9/16, z moves by 9/128. */
static void test_first_steps(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 1.5;
    assert_near(outer_step(x0, 2, 2, 4, 0.5), (1.5 + 1.75) / 2, 1e-15);
    assert_near(outer_step(x0, 3, 2, 4, 0.5), (1.5 + 1.75 + 1.75 + 9 / 128.0) / 3, 1e-15);
    for (size_t T = 1; T <= T_MOST; T++) {
        const char *set = trial_text("b_f=16,b_g=12,V=2,a=4,T=%zu", T);
        trial *t = trial_start(&lf_algorithm_oss, &problem, 1, &x0, set);
        assert_near(*trial_steps(t, T - 1), x0, 0);
        assert_near(*trial_steps(t, 1), outer_step(x0, T, 2, 4, 0.5), 1e-13);
    }
    const double given[] = {0, 0.3, 1.2}; /* rho_hat is 2 r */
    for (size_t k = 0; k < 3; k++) {
        const char *set = trial_text("b_f=16,b_g=12,rho_hat=%g", given[k]);
        trial *t = trial_start(&lf_algorithm_oss, &problem, 1, &x0, set);
        assert_near(*trial_steps(t, 4), outer_step(x0, 4, 2, 4, given[k] / 2), 1e-13);
    }
    trial *t = trial_start(&lf_algorithm_oss, &problem, 1, &x0, "b_f=16,b_g=12");
    assert_near(*trial_steps(t, 4), outer_step(x0, 4, 2, 4, 0.5), 1e-13);
}

/* Every outer step begins with Q = 0: where it hardly moves, Q grows by g = 2 a step, and what it
 * was would add as much again. */
static void test_queues_start_afresh(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 3;
    const char *set = "b_f=16,b_g=12,T=3,a=1000,V=1";
    trial *t = trial_start(&lf_algorithm_oss, &problem, 1, &x0, set);
    double x = x0;
    for (size_t k = 0; k < 6; k++) {
        x = outer_step(x, 3, 1, 1000, 0.5);
        assert_near(*trial_steps(t, 3), x, 1e-13);
    }
}

/* Three epochs: b_f + N_f, b_g, b_g on the line; two constraints share rows on the corner. */
static void test_counts(void **unused) {
    (void)unused;
    const toy line = toy_line(), corner = toy_corner();
    const double x0[2] = {0, 0};
    const char *plugin = "f_arg=plugin";
    trial *t = trial_start(&lf_algorithm_oss, &line, 1, x0, NULL);
    trial_steps(t, 12);
    trial_assert_counts(t, 12 * 4, 12 * 16, 12 * 3, 12 * 3);
    assert_int_equal(trial_count(t, "samples.constraint"), 12 * 3);
    t = trial_start(&lf_algorithm_oss, &line, 1, x0, plugin);
    trial_steps(t, 12);
    trial_assert_counts(t, 12 * 4, 0, 12 * 3, 12 * 3);
    t = trial_start(&lf_algorithm_oss, &corner, 1, x0, NULL);
    trial_steps(t, 18);
    trial_assert_counts(t, 18 * 5, 0, 18 * (2 * 4 + 5), 18 * (4 + 5));
}

static void start_weak(double rho_f, double rho_g, lf_status want, double rho_hat) {
    const toy problem = toy_line();
    const double x0 = 1.5;
    trial *t = trial_prepare(&lf_algorithm_oss, &problem, 1, "1e12", "b_f=16,b_g=12", 1 << 20);
    t->problem.info.rho_f = rho_f;
    t->problem.info.rho_g = rho_g;
    trial_tell(t);
    assert_int_equal(trial_init(t, &x0), want);
    if (want == LF_OK) assert_near(*trial_steps(t, 4), outer_step(x0, 4, 2, 4, rho_hat / 2), 1e-13);
}

/* Twice the larger one; both have to be known. */
static void test_two_weak_convexities(void **unused) {
    (void)unused;
    start_weak(0.5, 0.125, LF_OK, 1);
    start_weak(0.125, 0.5, LF_OK, 1);
    start_weak(0.5, NAN, LF_BAD_ARGUMENT, 0);
    start_weak(NAN, 0.5, LF_BAD_ARGUMENT, 0);
}

static void test_unknown_weak_convexity(void **unused) {
    (void)unused;
    toy problem = toy_line();
    problem.rho = NAN;
    const double x0 = 0;
    const char *given = "rho_hat=1";
    trial *t = trial_prepare(&lf_algorithm_oss, &problem, 1, "1e12", NULL, 1 << 20);
    assert_int_equal(trial_init(t, &x0), LF_BAD_ARGUMENT);
    t = trial_prepare(&lf_algorithm_oss, &problem, 1, "1e12", given, 1 << 20);
    assert_ok(trial_init(t, &x0));
}

/* output=random: one of x_1, x_2, ... once there is one. */
static void test_random_output(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    double x[5] = {0};
    size_t drawn[5] = {0};
    for (size_t k = 1; k < 5; k++)
        x[k] = outer_step(x[k - 1], 4, 2, 4, 0.5);
    for (uint64_t seed = 0; seed < 60; seed++) {
        const char *set = "b_f=16,b_g=12,output=random";
        trial *t = trial_start(&lf_algorithm_oss, &problem, seed, x, set);
        assert_near(*trial_steps(t, 3), x[0], 0);
        assert_near(*trial_steps(t, 1), x[1], 1e-13); /* one to draw from */
        const double now = *trial_steps(t, 12);
        size_t k = 1;
        while (k < 4 && fabs(now - x[k]) > 1e-12)
            k++;
        assert_near(now, x[k], 1e-12);
        drawn[k]++;
        trial_teardown(NULL);
    }
    for (size_t k = 1; k < 5; k++)
        assert_true(drawn[k] > 0);
}

/* With T inner steps the inner answer is within O(1/sqrt(T)) of the subproblem's: 1% for T = 1e4.
 */
static void test_reaches_the_corner(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {0, 0};
    const char *set = "T=10000";
    trial *t = trial_start(&lf_algorithm_oss, &problem, 1, x0, set);
    const double *x = trial_steps(t, 5 * 10000);
    assert_near(x[0], 1, 0.03);
    assert_near(x[1], 0.5, 0.03);
}

/* V and a of 0 stand for sqrt(T) and T, T of 0 for q, here ceil(sqrt(16)). */
static void test_constants_of_the_theory(void **unused) {
    (void)unused;
    static const char *const sets[][2] = {
        {"q=3,T=9,b_f=16,b_g=12", "q=3,T=9,V=3,a=9,b_f=16,b_g=12"},
        {"b_f=16,b_g=12", "T=4,V=2,a=4,b_f=16,b_g=12"},
    };
    const toy problem = toy_line();
    const double x0 = 0.2;
    for (size_t k = 0; k < 2; k++) {
        trial *t = trial_start(&lf_algorithm_oss, &problem, 1, &x0, sets[k][0]);
        trial *given = trial_start(&lf_algorithm_oss, &problem, 1, &x0, sets[k][1]);
        const double x = *trial_steps(t, 30);
        assert_near(x, *trial_steps(given, 30), 1e-15);
        assert_true(x != x0);
    }
}

static void test_projects(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = -7;
    const char *set = "b_f=16,b_g=12,T=2,V=100,a=1";
    trial *t = trial_start(&lf_algorithm_oss, &problem, 1, &x0, set);
    assert_near(*trial_steps(t, 1), -3, 0);
    assert_near(*trial_steps(t, 1), (-3 + 3) / 2.0, 1e-15); /* z_1 = 3 */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_steps),
        trial_test(test_queues_start_afresh),
        trial_test(test_counts),
        trial_test(test_two_weak_convexities),
        trial_test(test_unknown_weak_convexity),
        trial_test(test_random_output),
        trial_test(test_reaches_the_corner),
        trial_test(test_constants_of_the_theory),
        trial_test(test_projects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
