/* The geometry of ball and simplex: constants by hand, and which problems are refused. */
#include "algorithms/group_minimax/parts/minimax.h"

#include "circle.h"
#include "trial.h"

static const lf_oracle *oracle_of(const toy *problem) {
    return trial_problem(problem, 1, "1e12")->oracle;
}

/* toy_circle: R = 2, so D_w^2 = 2; m = 3, N = 8 + 12 + 20; L = 1, G = 3. */
static void test_geometry(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    lf_minimax s;
    assert_ok(lf_minimax_init(&s, 0.5, oracle_of(&problem)));
    assert_int_equal(s.d, 2);
    assert_int_equal(s.m, 3);
    assert_int_equal(s.N, 40);
    assert_int_equal(lf_minimax_nbar(&s), 14);
    assert_near(s.c_w, 0.5 * 4, 0);
    assert_near(s.c_q, 2 * log(3), 1e-15);
}

/* 2 D_w sqrt(2 most D_w^2 L^2 + sum G^2 ln m), the larger term as long as it has L in it. */
static void test_lipschitz_by_hand(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const lf_oracle *o = oracle_of(&problem);
    const double ln3 = log(3), twice = 2 * sqrt(2);
    lf_minimax s;
    assert_ok(lf_minimax_init(&s, 1, o));
    const double both = 3 * sqrt(2 * ln3); /* G sqrt(2 ln m) > sqrt(2 D_w^2 L^2 + G^2 ln m) */
    assert_near(lf_minimax_lipschitz(&s, LF_MINIMAX_PER_GROUP, o), twice * both, 1e-14);
    const double pool = sqrt(4 * 5 + (5 + 40.0 / 12 + 2) * 9 * ln3); /* c_i = 5, 10/3, 2 */
    assert_near(lf_minimax_lipschitz(&s, LF_MINIMAX_UNIFORM, o), twice * pool, 1e-13);
    const double group = sqrt(4 * 3 + 9 * 9 * ln3);
    assert_near(lf_minimax_lipschitz(&s, LF_MINIMAX_IMPORTANCE, o), twice * group, 1e-13);
    s.L = 10;
    const double curved = sqrt(4 * 100 + 9 * ln3);
    assert_near(lf_minimax_lipschitz(&s, LF_MINIMAX_PER_GROUP, o), twice * curved, 1e-13);
}

/* Groups of one size: a sample of the pool is a sample of a uniform group. */
static void test_equal_groups(void **unused) {
    (void)unused;
    const toy problem = circle_sized(0, (size_t[]){6, 6, 6});
    const lf_oracle *o = oracle_of(&problem);
    lf_minimax s;
    assert_ok(lf_minimax_init(&s, 1, o));
    assert_int_equal(lf_minimax_nbar(&s), 6);
    assert_near(lf_minimax_lipschitz(&s, LF_MINIMAX_UNIFORM, o),
                lf_minimax_lipschitz(&s, LF_MINIMAX_IMPORTANCE, o), 1e-13);
}

/* One group: 2 D_w^2 L, however it is drawn; R^2 times its inverse is a step of 1 / L on w. */
static void test_one_group(void **unused) {
    (void)unused;
    toy problem = toy_circle(0);
    problem.constraints = 1;
    const lf_oracle *o = oracle_of(&problem);
    lf_minimax s;
    assert_ok(lf_minimax_init(&s, 1, o));
    for (int sampling = 0; sampling < 3; sampling++)
        assert_near(lf_minimax_lipschitz(&s, (lf_minimax_sampling)sampling, o), 4, 1e-15 * 4);
    assert_near(s.c_q, 0, 0);
}

static void assert_refused(const toy *problem, const char *word) {
    lf_minimax s;
    assert_int_equal(lf_minimax_init(&s, 1, oracle_of(problem)), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), word));
}

static void test_refuses(void **unused) {
    (void)unused;
    const toy none = toy_corner();
    assert_refused(&none, "simplex");
    toy box = toy_circle(0), silent = toy_circle(0), two = toy_circle(0);
    box.domain = (lf_domain){LF_DOMAIN_BOX, 2, 0, -1, 1};
    assert_refused(&box, "ball");
    silent.G = 0;
    assert_refused(&silent, "G and L");
    two.constraint[1].is.outputs = 2;
    two.constraint[1].is.outers = 0;
    assert_refused(&two, "one loss");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_geometry),     trial_test(test_lipschitz_by_hand),
        trial_test(test_equal_groups), trial_test(test_one_group),
        trial_test(test_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
