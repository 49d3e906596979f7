/* ICPPAC and IPP-ConEx: inner steps by hand, counts, the subgradient method as a special case,
 * known solutions with their multipliers. */
#include "algorithms/constrained/icppac.c"

#include "trial.h"

/* min |x - 2| s.t. x <= 1 from 3/2, r_f = r_g = 1/2, c1 = 2, c2 = 1/2, two inner steps.
 * t = 0: s = 1/2, y = 1, zeta = -1 + 1 = 0, so z stays at 3/2 and l = 1/2.
 * t = 1: s = 1/2, y = 1 + 2 = 3, zeta = -1 + 3 = 2, R = 2, eta = 4. */
static void test_first_steps(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 1.5, z2[] = {(4 * 1.5 + 4 * 1.5 - 2) / 8, 1.5 - 2 / 4.0};
    static const char *const prox_name[] = {"implicit", "explicit"};
    static const char *const average_name[] = {"weighted", "plain", "last"};
    for (int prox = ICPPAC_IMPLICIT; prox <= ICPPAC_EXPLICIT; prox++)
        for (int average = ICPPAC_WEIGHTED; average <= ICPPAC_LAST; average++) {
            const char *set = trial_text("mode=deterministic,c1=2,c2=0.5,T_in=2,prox=%s,average=%s",
                                         prox_name[prox], average_name[average]);
            trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, &x0, set);
            const icppac_state *s = t->state;
            trial_steps(t, 1);
            assert_near(s->y[0], 1, 1e-13);
            assert_near(s->outer.z[0], 1.5, 1e-13);
            assert_near(s->l[0], 0.5, 1e-13);
            const double x = *trial_steps(t, 1);
            assert_near(s->y[0], 3, 1e-13);
            const double first = (double[]){1, 1, 0}[average], last = (double[]){2, 1, 1}[average];
            assert_near(x, (first * 1.5 + last * z2[prox]) / (first + last), 1e-13);
            /* l at z_2: linear in g, and in the proximal term if explicit (its slope at x_k is 0)
             */
            const double square = prox == ICPPAC_IMPLICIT ? 0.5 * 0.25 * 0.25 : 0;
            assert_near(s->l[0], z2[prox] - 1 + square, 1e-13);
        }
}

/* The constant schedule against the formulas written out, in particular the sign of l_prev in s_j.
 */
static void test_constant_schedule(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 1.5;
    const char *set = "mode=deterministic,schedule=constant,c1=4,c2=2,theta=0.5,r_f=0,r_g=0,"
                      "output=inner";
    trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, &x0, set);
    const icppac_state *s = t->state;
    double l = 0.5, l_prev = 0.5, want_y = 0, want_z = 1.5;
    for (size_t k = 0; k < 40; k++) {
        want_y = fmax(0, want_y + (1.5 * l - 0.5 * l_prev) / 2);
        want_z -= ((want_z < 2 ? -1 : 1) + want_y) / 4;
        l_prev = l;
        l = want_z - 1;
        assert_near(*trial_steps(t, 1), want_z, 1e-12);
        assert_near(s->y[0], want_y, 1e-12);
        assert_near(s->outer.x[0], 1.5, 0);
    }
}

/* Far from the constraints y = 0; with r_f = 0 what is left is the subgradient method with steps
 * 1/(c1 (t+1)). */
static void test_without_multiplier_is_subgradient(void **unused) {
    (void)unused;
    toy problem = toy_corner();
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 2; k++)
            problem.constraint[i].outer[k].shift = 100;
    const double x0[2] = {-1, 2};
    double want[2] = {-1, 2};
    const char *set = "mode=deterministic,c1=5,T_in=50,r_f=0";
    trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, x0, set);
    const icppac_state *s = t->state;
    for (size_t k = 0; k < 49; k++) {
        trial_steps(t, 1);
        want[0] -= (want[0] - 2) / (5 * (double)(k + 1));
        want[1] -= (want[1] - 1) / (5 * (double)(k + 1));
        assert_near(s->outer.z[0], want[0], 1e-12);
        assert_near(s->outer.z[1], want[1], 1e-12);
        assert_near(s->y[0] + s->y[1] + s->y[2], 0, 0);
    }
}

/* Per inner step on the line: 16, 12, 12; q = 4 batches of 4 and 3 rows. On the corner the first
 * component holds two constraints: two subgradients of its rows, one value. */
static void test_counts(void **unused) {
    (void)unused;
    const toy line = toy_line(), corner = toy_corner();
    const double x0[2] = {0, 0};
    const char *whole = "mode=deterministic", *plugin = "f_arg=plugin";
    trial *t = trial_start(&lf_algorithm_icppac, &line, 1, x0, whole);
    trial_steps(t, 3);
    trial_assert_counts(t, 3 * 16, 0, 3 * 12, 3 * 12);
    t = trial_start(&lf_algorithm_icppac, &line, 1, x0, plugin);
    trial_steps(t, 12);
    trial_assert_counts(t, 12 * 4, 0, 12 * 3, 12 * 3);
    t = trial_start(&lf_algorithm_icppac, &line, 1, x0, NULL);
    trial_steps(t, 12);
    trial_assert_counts(t, 12 * 4, 12 * 16, 12 * 3, 12 * 3);
    assert_int_equal(((const icppac_state *)t->state)->outer.T, 4);
    t = trial_start(&lf_algorithm_icppac, &corner, 1, x0, whole);
    trial_steps(t, 3);
    trial_assert_counts(t, 3 * 30, 0, 3 * (2 * 20 + 20), 3 * 40);
    t = trial_start(&lf_algorithm_icppac, &corner, 1, x0, NULL);
    trial_steps(t, 18);
    trial_assert_counts(t, 18 * 5, 0, 18 * (2 * 4 + 5), 18 * (4 + 5));
}

static void test_reaches_the_line_and_its_multiplier(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0;
    const char *set = "mode=deterministic,c2=1";
    trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, &x0, set);
    assert_near(*trial_steps(t, 2000 * 50), 1, 1e-3);
    assert_near(((const icppac_state *)t->state)->y[0], 1, 1e-2);
}

static void assert_corner(const trial *t, double tolerance) {
    static const double want[] = {1, 0.5, 1, 0.5, 0}; /* x, multipliers */
    const icppac_state *s = t->state;
    for (size_t j = 0; j < 2; j++)
        assert_near(s->outer.x[j], want[j], tolerance);
    for (size_t j = 0; j < 3; j++)
        assert_near(s->y[j], want[2 + j], 10 * tolerance);
}

/* All rows: to the accuracy of the averages. Batches of 4 and 5 rows with the constant steps that
 * ICPPAC states, 1/c1 = 0.01 and 1/c2 = 0.1: within sqrt(0.01) times their spread, 0.2. */
static void test_reaches_the_corner_and_its_multipliers(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {0, 0};
    const char *whole = "mode=deterministic,c2=1", *sampled = "c1=100";
    trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, x0, whole);
    trial_steps(t, 1000 * 50);
    assert_corner(t, 1e-4);
    t = trial_start(&lf_algorithm_icppac, &problem, 1, x0, sampled);
    trial_steps(t, 50000);
    assert_corner(t, 0.05);
}

static void test_projects(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = -7;
    const char *set = "mode=deterministic,c1=0.01,T_in=1,r_f=0";
    trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, &x0, set);
    assert_near(*t->is->iterate(t->state).w, -3, 0);
    assert_near(*trial_steps(t, 1), 3, 0); /* -3 + 1/c1 */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_steps),
        trial_test(test_constant_schedule),
        trial_test(test_without_multiplier_is_subgradient),
        trial_test(test_counts),
        trial_test(test_reaches_the_line_and_its_multiplier),
        trial_test(test_reaches_the_corner_and_its_multipliers),
        trial_test(test_projects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
