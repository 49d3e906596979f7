/* IQRC with OSS: inner steps by hand, counts, outputs, the known solution. */
#include "algorithms/constrained/oss.c"

#include "trial.h"

/* min |x - 2| s.t. x <= 1 from 3/2 on all rows: r = 1/2; T = 4: V = 2, a = 4.
 * t = 0: d = -2, z = 7/4, Q = 1/2 + 1/4.
 * t = 1: zeta_F = -3/4, zeta_G = 5/4, G = 25/32, d = -9/16, z moves by 9/128. */
static void test_first_steps(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 1.5;
    const char *set = "b_f=16,b_g=12";
    trial *t = trial_start(&lf_algorithm_oss, &problem, 1, &x0, set);
    const oss_state *s = t->state;
    assert_int_equal(s->p.T, 4);
    trial_steps(t, 1);
    assert_near(s->outer.z[0], 1.75, 1e-13);
    assert_near(s->queue[0], 0.75, 1e-13);
    trial_steps(t, 1);
    assert_near(s->outer.z[0], 1.75 + 9 / 128.0, 1e-13);
    assert_near(s->queue[0], 0.75 + 25 / 32.0 + 1.25 * 9 / 128, 1e-13);
    trial_steps(t, 1);
    const double z3 = s->outer.z[0];
    /* the answer is the plain mean of z_0 .. z_3 */
    assert_near(*trial_steps(t, 1), (1.5 + 1.75 + 1.75 + 9 / 128.0 + z3) / 4, 1e-13);
}

static void test_queues_start_afresh(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 3;
    const char *set = "b_f=16,b_g=12,T=2,a=1e6,V=1";
    trial *t = trial_start(&lf_algorithm_oss, &problem, 1, &x0, set);
    const oss_state *s = t->state;
    const double want[] = {2, 4, 2, 4}; /* hardly moves: Q grows by g = 2 a step */
    for (size_t k = 0; k < 4; k++) {
        trial_steps(t, 1);
        assert_near(s->queue[0], want[k], 1e-4);
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
    const double x0 = 0;
    trial *t = trial_prepare(&lf_algorithm_oss, &problem, 1, "1e12", NULL, 1 << 20);
    t->problem.info.rho_f = rho_f;
    t->problem.info.rho_g = rho_g;
    trial_tell(t);
    assert_int_equal(trial_init(t, &x0), want);
    if (want == LF_OK) assert_near(((const oss_state *)t->state)->p.rho_hat, rho_hat, 0);
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
    const double x0 = 0;
    size_t others = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        const char *set = "b_f=16,b_g=12,output=random";
        trial *t = trial_start(&lf_algorithm_oss, &problem, seed, &x0, set);
        const oss_state *s = t->state;
        trial_steps(t, 4);
        assert_near(s->drawn.x[0], s->outer.x[0], 0); /* one to draw from */
        const double x = *trial_steps(t, 12);
        assert_true(x > 0);
        others += fabs(x - s->outer.x[0]) > 1e-9;
    }
    assert_true(others > 0 && others < 30);
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

static void test_projects(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = -7;
    const char *set = "b_f=16,b_g=12,T=2,V=100,a=1";
    trial *t = trial_start(&lf_algorithm_oss, &problem, 1, &x0, set);
    trial_steps(t, 1);
    assert_near(((const oss_state *)t->state)->outer.x[0], -3, 0);
    assert_near(((const oss_state *)t->state)->outer.z[0], 3, 1e-15);
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
        trial_test(test_projects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
