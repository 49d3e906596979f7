/* BSA: counts, the recursion beside one on numbers, restarts, where it ends. */
#include "neumann_twin.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_bsa;
static const lf_algorithm *const bsa = &lf_algorithm_bsa;

/* ceil(sqrt(t)) inner steps: 1 + 3 * 2 + 5 * 3 + 7 * 4 in 16; or D each. */
static void test_counts(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(bsa, "b_f=2,b_g=3,Q=5", &twin);
    assert_asked(t, (size_t[]){0, 0, 0, 0, 0, 0});
    trial_steps(t, 16);
    assert_split(t, 16, 50);
    trial_steps(t, 384);
    size_t inner = 0;
    for (size_t k = 1; k <= 400; k++)
        inner += (size_t)ceil(sqrt((double)k));
    const size_t products = assert_split(t, 400, inner);
    assert_in_range(products, 1600 - 160, 1600 + 160); /* 4 of sqrt(800 * 2) = 40 */
    t = quadratic_start(bsa, "s=0.3,rho=0", 1, NULL, "1e12", "b=4,Q=1,inner=const,D=3");
    trial_steps(t, 2);
    assert_asked(t, (size_t[]){8, 8, 32, 24, 0, 8});
}

static void test_recursion(void **unused) {
    (void)unused;
    const char *const sets[] = {"restart=never", "restart=each", "inner=const,D=2", "sched=native"};
    for (size_t set = 0; set < 4; set++) {
        trial *twin,
            *t = curved_start(
                bsa, trial_text("b=2,Q=4,eta_n=0.3,gamma=0.8,tau=0.7,c0=2,%s", sets[set]), &twin);
        double x = 0.8, y[2] = {0};
        for (size_t k = 1; k <= 40; k++) {
            const double at = (double)k + 2;
            const size_t inner = set == 2 ? 2 : (size_t)ceil(sqrt((double)k));
            if (set == 1) y[0] = y[1] = 0;
            for (size_t s = 0; s < inner; s++)
                twin_descend(twin, 2, 0.7 / (set == 3 ? sqrt(at) : at), x, y);
            x = curved_project(x - 0.8 / sqrt(at) * twin_direction(twin, 2, true, 4, 0.3, x, y));
            trial_steps(t, 1);
            assert_curved(t, x, y);
        }
        assert_true(fabs(x - 0.8) > 0.05);
        trial_teardown(NULL);
    }
}

/* y = -tau (0 - B x), then z = rho x + B' eta_n (y - c) for Q = 1. */
static void test_first_step(void **unused) {
    (void)unused;
    static const double x0[3] = {1, -1, 0.5};
    const double y[2] = {0.05 * 1.6, -0.05 * 0.4}, gy[2] = {y[0] - 0.7, y[1] + 0.2};
    trial *t = quadratic_start(bsa, "s=0.3", 1, x0, "1e12", "b=64,Q=1,gamma=0.6,tau=0.2,c0=3");
    trial_steps(t, 1);
    const lf_point at = bsa->iterate(t->state);
    for (size_t k = 0; k < 3; k++) {
        const double z = 0.1 * x0[k] + 0.4 * (quadratic_B[k] * gy[0] + quadratic_B[3 + k] * gy[1]);
        assert_near(at.w[k], x0[k] - 0.3 * z, 1e-15);
    }
    assert_near(at.y[0], y[0], 1e-16);
    assert_near(at.y[1], y[1], 1e-16);
}

/* Q = 1 is not random: it ends where eta_n stands for A^-1. */
static void test_converges(void **unused) {
    (void)unused;
    double x[3];
    quadratic_biased(0, 0.3, x);
    assert_ends_at(bsa, "b=64,Q=1,eta_n=0.3,sched=constant,gamma=0.3,tau=0.4", 4000, x, 1e-6);
    assert_ends_at(bsa, "b=64,Q=1,eta_n=0.3,sched=native,gamma=3,tau=2,c0=50,inner=const,D=5", 4000,
                   x, 1e-6);
}

static void test_domain_of_y(void **unused) {
    (void)unused;
    assert_y_confined(bsa, "b=64,sched=constant,tau=0.1,inner=const,D=1,Q=1");
}

static void test_output(void **unused) {
    (void)unused;
    assert_false(bsa->whole);
    assert_random_output(bsa, "b=64,Q=1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts),    trial_test(test_recursion), trial_test(test_first_step),
        trial_test(test_converges), trial_test(test_output),    trial_test(test_domain_of_y),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
