/* What all methods for min_v max_alpha have in common: where they start, that v alone descends the
 * regulariser, both blocks from the old point, that alpha stays in its domain, what they refuse. */
#include "saddle_methods.h"

extern const lf_algorithm lf_algorithm_ppd_sg, lf_algorithm_ppd_adagrad, lf_algorithm_pga,
    lf_algorithm_oauc, lf_algorithm_pesg;

/* eta0 = 1/2, all samples, no pull and no bound that binds. */
static const struct {
    const lf_algorithm *is;
    const char *set;
} methods[] = {
    {&lf_algorithm_ppd_sg, "eta0=0.5,B=0,gamma=1e300"},
    {&lf_algorithm_pga, "eta0=0.5,B=0,gamma=1e300"},
    {&lf_algorithm_oauc, "eta0=0.5,B=0,R=100"},
    {&lf_algorithm_pesg, "eta0=0.5,B=0,lambda0=0,lambda=0,beta=1,clip=1e300"},
    {&lf_algorithm_ppd_adagrad, "eta0=0.5,B=0,gamma=1e300,delta=1"},
};
enum { METHODS = sizeof methods / sizeof *methods, ADAGRAD = METHODS - 1 };

/* What a gradient g moves by in the first step. */
static double moved(size_t k, double g) {
    return k == ADAGRAD ? 0.5 * g / (1 + fabs(g)) : 0.5 * g;
}

/* From the projection on |v| <= 5 and alpha = 0. */
static void test_start(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0);
    const double far[2] = {30, 40};
    for (size_t k = 0; k < METHODS; k++) {
        trial *t = trial_start(methods[k].is, &problem, 1, far, methods[k].set);
        const lf_point points[2] = {methods[k].is->iterate(t->state),
                                    methods[k].is->average(t->state)};
        for (size_t i = 0; i < 2; i++) {
            assert_near(points[i].w[0], 3, 1e-14);
            assert_near(points[i].w[1], 4, 1e-14);
            assert_near(*points[i].y, 0, 0);
        }
    }
}

/* From v = 2, alpha = 0, where dF/dv = 2 and dF/dalpha = 1/2: both blocks move at once, and the
 * second step's slopes are not added to the first's. */
static void test_both_at_once(void **unused) {
    (void)unused;
    for (size_t k = 0; k < ADAGRAD; k++) {
        trial *t = by_hand(methods[k].is, methods[k].set);
        trial_steps(t, 1);
        assert_at(methods[k].is->iterate(t->state), 1, 0.25);
        trial_steps(t, 1); /* slopes 5/4 and -3/4 */
        const double eta = methods[k].is == &lf_algorithm_oauc ? 0.5 / sqrt(2) : 0.5;
        assert_at(methods[k].is->iterate(t->state), 1 - eta * 1.25, 0.25 - eta * 0.75);
        assert_int_equal(trial_count(t, "gradient.objective"), 8);
        assert_int_equal(trial_count(t, "samples.objective"), 8);
    }
}

/* r(v) = (v_0 + v_1) / 2 belongs to the first block alone; at (3, 4) dF is (1, 3) and 6. */
static void test_regulariser(void **unused) {
    (void)unused;
    toy problem = toy_pass(0);
    problem.regulariser = (lf_outer){LF_OUTER_SUM, 2, 0.5, 0};
    const double x0[2] = {3, 4};
    for (size_t k = 0; k < METHODS; k++) {
        trial *t = trial_start(methods[k].is, &problem, 1, x0, methods[k].set);
        trial_steps(t, 1);
        const lf_point at = methods[k].is->iterate(t->state);
        assert_near(at.w[0], 3 - moved(k, 1.5), 1e-14);
        assert_near(at.w[1], 4 - moved(k, 3.5), 1e-14);
        assert_near(*at.y, moved(k, 6), 1e-14);
    }
}

/* From there alpha would grow by more than its domain has room for. */
static void test_domain_of_alpha(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0);
    const double x0[2] = {3, 4};
    for (size_t k = 0; k < METHODS; k++) {
        trial *t = trial_prepare(methods[k].is, &problem, 1, "1e6", methods[k].set, 1 << 16);
        t->problem.info.domain_y.upper = 0.25;
        trial_tell(t);
        assert_ok(trial_init(t, x0));
        trial_steps(t, 1);
        assert_near(*methods[k].is->iterate(t->state).y, 0.25, 0);
    }
}

static void test_refusal(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {0};
    for (size_t k = 0; k < METHODS; k++) {
        trial *t = trial_prepare(methods[k].is, &problem, 1, "1e6", NULL, 1 << 16);
        assert_int_equal(trial_init(t, x0), LF_UNSUPPORTED);
        assert_non_null(strstr(lf_message(), "second block"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_start),       trial_test(test_both_at_once),
        trial_test(test_regulariser), trial_test(test_domain_of_alpha),
        trial_test(test_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
