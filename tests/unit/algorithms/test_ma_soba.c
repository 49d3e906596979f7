/* MA-SOBA: counts, first steps, SOBA where the average has no memory, the recursion beside one on
 * numbers, where it ends. */
#include "curved_levels.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_ma_soba, lf_algorithm_soba;
static const lf_algorithm *const ma_soba = &lf_algorithm_ma_soba;

static void test_counts(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(ma_soba, "b_f=2,b_g=3", &twin);
    assert_asked(t, (size_t[]){0, 0, 0, 0, 0, 0});
    trial_steps(t, 7);
    assert_asked(t, (size_t[]){7 * 4, 7 * 8, 7 * 6, 7 * 6, 7 * 6, 7 * 6});
}

static void test_first_steps(void **unused) {
    (void)unused;
    static const double path[3][5] = {{.97, -.97, .485, .32, -.08},
                                      {.9631, -.9505, .48335, .5072, -.1608},
                                      {.971749, -.942391, .4970885, .620972, -.235724}};
    assert_path(ma_soba, "b=64,gamma=0.6,tau=0.2,sched=constant,theta=0.5", 3, path);
    assert_path(ma_soba, "b=64,gamma=0.6,tau=0.2,sched=constant", 3, quadratic_soba);
}

static void test_is_soba(void **unused) {
    (void)unused;
    trial *a = quadratic_start(ma_soba, "s=0.3,tasks=3", 1, NULL, "1e12", "b=2,theta=1e3");
    trial *b = quadratic_start(&lf_algorithm_soba, "s=0.3,tasks=3", 1, NULL, "1e12", "b=2");
    assert_same_path(a, b, 60, 1e-13);
}

static void test_recursion(void **unused) {
    (void)unused;
    for (size_t first = 0; first < 2; first++) {
        const char *set = trial_text("b=2,gamma=0.8,tau=0.7,c0=2,theta=0.6,tau_v=0.5,C_v=0.2%s",
                                     first ? ",start=first" : "");
        trial *twin, *t = curved_start(ma_soba, set, &twin);
        double x = 0.8, y[2] = {0}, v[2] = {0}, d = 0;
        for (size_t k = 1; k <= 60; k++) {
            const double eta = pow((double)k + 2, -0.5);
            const double theta = first && k == 1 ? 1 : 0.6 * eta;
            double z = 0;
            for (size_t i = 0; i < 2; i++) {
                const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, 2);
                const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, 2);
                const curved_answer at = curved_ask(twin, &K, &J, x, y[i]);
                z += (at.gx + at.V * v[i]) / 2;
                y[i] -= 0.7 * eta * at.w;
                v[i] -= 0.5 * 0.7 * eta * (at.H * v[i] + at.gy);
                v[i] = fmax(-0.2, fmin(0.2, v[i]));
            }
            d = (1 - theta) * d + theta * z;
            x = curved_project(x - 0.8 * eta * d);
            trial_steps(t, 1);
            assert_curved(t, x, y);
        }
        assert_true(fabs(x - 0.8) > 0.05);
    }
}

static void test_ends(void **unused) {
    (void)unused;
    assert_ends_at(ma_soba, "b=64,sched=constant,gamma=0.1,tau=0.4,theta=0.5", 2000, quadratic_x,
                   1e-6);
    assert_whole(ma_soba, "b=3,output=random");
    assert_random_output(ma_soba, "b=3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts),    trial_test(test_first_steps), trial_test(test_is_soba),
        trial_test(test_recursion), trial_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
