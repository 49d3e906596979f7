/* FSLA: counts, first steps, the recursion beside one on numbers with and without an f of x itself,
 * where it ends. */
#include "curved_levels.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_fsla;
static const lf_algorithm *const fsla = &lf_algorithm_fsla;

static void test_counts(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(fsla, "b_f=2,b_g=3", &twin);
    assert_asked(t, (size_t[]){0, 0, 0, 0, 0, 0});
    trial_steps(t, 1); /* D_x at one point */
    assert_asked(t, (size_t[]){8, 8, 18, 6, 6, 6});
    trial_steps(t, 6);
    assert_asked(t, (size_t[]){56, 8 + 72, 7 * 18, 7 * 6, 7 * 6, 6 + 72});
    t = quadratic_start(fsla, "s=0.3,rho=0", 1, NULL, "1e12", "b=4");
    trial_steps(t, 3);
    assert_asked(t, (size_t[]){12, 12, 36, 12, 12, 20});
}

/* Without noise d is D_x, whatever its weight. */
static void test_first_steps(void **unused) {
    (void)unused;
    static const double path[2][5] = {{.97984, -.96712, .49352, .32, -.08},
                                      {.96461882, -.94031277, .49300302, .50922080, -.16154400}};
    assert_path(fsla, "b=64,gamma=0.6,tau=0.2,sched=constant", 2, path);
    assert_path(fsla, "b=64,gamma=0.6,tau=0.2,sched=constant,beta=0.2", 2, path);
}

/* v is cut to half of its length after the first step; x is 0.94 x_0 and a share of v. */
static void test_cap(void **unused) {
    (void)unused;
    const double x0[3] = {1, -1, 0.5};
    static const char set[] = "b=64,gamma=0.6,tau=0.2,sched=constant";
    trial *free = quadratic_start(fsla, "s=0", 1, x0, "1e12", set);
    const char *capped = trial_text("%s,C_v=%.17g", set, hypot(0.076, 0.024) / 2);
    trial *cut = quadratic_start(fsla, "s=0", 1, x0, "1e12", capped);
    const double *a = trial_steps(free, 1), *b = trial_steps(cut, 1);
    for (size_t j = 0; j < 3; j++)
        assert_near(b[j] - 0.94 * x0[j], (a[j] - 0.94 * x0[j]) / 2, 1e-13);
}

static void test_recursion(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(fsla, "b=2,gamma=0.4,tau=0.5,tau_v=0.6,c0=2,beta=0.5", &twin);
    double x = 0.8, y[2] = {0}, v[2] = {0}, x_old = x, y_old[2] = {0}, v_old[2] = {0}, d = 0;
    for (size_t step = 1; step <= 60; step++) {
        const double eta = pow((double)step + 2, -0.5), be = step > 1 ? 0.5 * eta : 1;
        double now = 0, before = 0;
        for (size_t i = 0; i < 2; i++) {
            lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, 2);
            y[i] -= 0.5 * eta * curved_ask(twin, NULL, &J, x, y[i]).w;
            J = curved_draw(twin, LF_ROLE_LOWER, i, 2);
            const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, 2);
            const curved_answer is = curved_ask(twin, &K, &J, x, y[i]);
            v[i] -= 0.6 * 0.5 * eta * (is.H * v[i] + is.gy);
        }
        for (size_t i = 0; i < 2; i++) {
            const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, 2);
            const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, 2);
            const curved_answer is = curved_ask(twin, &K, &J, x, y[i]);
            const curved_answer was = curved_ask(twin, &K, &J, x_old, y_old[i]);
            now += (is.gx + is.V * v[i]) / 2;
            before += (was.gx + was.V * v_old[i]) / 2;
        }
        d = now + (1 - be) * (d - before);
        x_old = x;
        x = curved_project(x - 0.4 * eta * d);
        lf_vec_copy(2, y, y_old);
        lf_vec_copy(2, v, v_old);
        trial_steps(t, 1);
        assert_curved(t, x, y);
    }
    assert_true(fabs(x - 0.8) > 0.05);
}

static void test_ends(void **unused) {
    (void)unused;
    assert_ends_at(fsla, "b=64,sched=constant,gamma=0.1,tau=0.4", 2000, quadratic_x, 1e-6);
    assert_y_confined(fsla, "b=64,sched=constant,tau=0.1");
    assert_random_output(fsla, "b=3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts),    trial_test(test_first_steps), trial_test(test_cap),
        trial_test(test_recursion), trial_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
