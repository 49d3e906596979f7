/* KKT residual and multipliers where they are known. */
#include "problems/constrained/parts/kkt.h"

#include "disc.h"

static void assert_kkt(const toy *problem, double x, double y, double residual, double largest) {
    const double at[2] = {x, y};
    double got[2];
    trial *t = trial_problem(problem, 1, "1");
    assert_ok(lf_kkt(&t->problem, at, &got[0], &got[1]));
    assert_near(got[0], residual, 1e-9);
    assert_near(got[1], largest, 1e-9);
}

/* At (.9, .5) the gradient is (-1.1, -.5), g = .06; the numbers are those of another program. */
static void test_one_constraint(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0.1);
    assert_kkt(&problem, disc_answer[0], disc_answer[1], 0, (sqrt(5) - 1) / 2);
    assert_kkt(&problem, 0.9, 0.5, 0.0971339601, 2.48 / 4.2436);
    assert_kkt(&problem, 2, 1, 4, 0);       /* the free minimum: violated by 4, of multiplier 0 */
    assert_kkt(&problem, 0, 0, sqrt(5), 0); /* the constraint is flat there */
    /* (3, 0): gradient (1, -1), against (6, 0) there is nothing to gain; violated by 8 */
    assert_kkt(&problem, 3, 0, 8, 0);
}

/* toy_corner: multipliers 1, 1/2 and 0 at the answer; two share a component, the third is a gap. At
 * (1, -1) the gradient is (-1, -2) and g = (0, -1.5, 0): mu_0 = 1, the gap's slope (1, -1) would
 * not help, and mu_1 = 2 / (1 + 2.25), as it pays for not being active. */
static void test_several_constraints(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    assert_kkt(&problem, 1, 0.5, 0, 1);
    assert_kkt(&problem, 1, -1, 2 - 2 / 3.25, 1);
    /* gradient (-2.5, .5), slopes (1, 0), (0, 1), (-1, 1), g = (-1.5, 1, 0): mu_0 alone helps */
    const double mu = 2.5 / 3.25;
    assert_kkt(&problem, -0.5, 1.5, hypot(2.5 - mu, 0.5), mu);
}

/* On the edge of X its normal takes what is left. */
static void test_ball(void **unused) {
    (void)unused;
    toy problem = toy_disc(0);
    problem.domain = (lf_domain){LF_DOMAIN_BALL, 2, 0.5, 0, 0};
    const double *a = disc_answer, there = 0.5 / sqrt(5);
    /* g = -3/4: the multiplier of |x| <= 1 is not needed */
    assert_kkt(&problem, a[0] / 2, a[1] / 2, 0, 0);
    problem.domain.radius = 0.6; /* no longer on the edge: |x - (2, 1)| is sqrt(5) - 1/2 */
    const double size = sqrt(5) - 0.5, mu = size / (1 + 9. / 16);
    assert_kkt(&problem, 2 * there, there, 0.75 * mu, mu); /* complementarity is the largest */
    problem.domain = (lf_domain){LF_DOMAIN_BOX, 2, 0, -1, 1};
    trial *t = trial_problem(&problem, 1, "1");
    double residual, largest;
    assert_int_equal(lf_kkt(&t->problem, a, &residual, &largest), LF_UNSUPPORTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_one_constraint),
        trial_test(test_several_constraints),
        trial_test(test_ball),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
