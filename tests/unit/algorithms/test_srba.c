/* SRBA and SPABA: counts, first steps, SOBA on all samples, the recursion beside one on numbers,
 * that noise does not keep them from the optimum of a finite sum. */
#include "curved_levels.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_srba, lf_algorithm_soba;
static const lf_algorithm *const srba = &lf_algorithm_srba;

/* 12 samples of a level's two functions, 3 a step: a period of .75 passes is 3 steps. */
static void test_counts(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(srba, "b=3,period_frac=0.75", &twin);
    assert_asked(t, (size_t[]){0, 0, 0, 0, 0, 0});
    trial_steps(t, 7); /* 3 resets */
    assert_asked(t, (size_t[]){36 + 24, 72 + 96, 36 + 24, 36 + 48, 36 + 48, 36 + 48});
    t = curved_start(srba, "b=3,reset=coin,p=1,init_f=2,init_g=5", &twin);
    trial_steps(t, 4);
    assert_asked(t, (size_t[]){16, 32, 40, 40, 40, 40});
}

static void test_first_steps(void **unused) {
    (void)unused;
    assert_path(srba, "b=64,gamma=0.6,tau=0.2", 3, quadratic_soba);
    assert_path(srba, "b=1,gamma=0.6,tau=0.2,period_frac=100", 3, quadratic_soba);
    assert_path(srba, "b=1,gamma=0.6,tau=0.2,reset=coin", 3, quadratic_soba);
}

/* Begun anew in every step it is SOBA on all samples. */
static void test_is_soba(void **unused) {
    (void)unused;
    static const char *const sets[] = {"b=4,gamma=0.1,tau=0.2,init_f=64,init_g=64,period_frac=0",
                                       "b=4,gamma=0.1,tau=0.2,init_f=64,init_g=64,reset=coin,p=1"};
    for (size_t k = 0; k < 2; k++) {
        trial *a = quadratic_start(srba, "s=0.3,tasks=3", 1, NULL, "1e12", sets[k]);
        trial *b = quadratic_start(&lf_algorithm_soba, "s=0.3,tasks=3", 1, NULL, "1e12",
                                   "b=64,gamma=0.1,tau=0.2,sched=constant");
        assert_same_path(a, b, 60, 1e-13);
    }
}

/* The coin falls with b / (N_f + N_g + b) if nothing is said: 4 / 132 here, where 4 / 128 would
 * differ in one step of a thousand. */
static void test_coin(void **unused) {
    (void)unused;
    static const char set[] = "b=4,gamma=0.1,tau=0.1,reset=coin";
    trial *a = quadratic_start(srba, "s=0.3", 1, NULL, "1e12", set);
    trial *b =
        quadratic_start(srba, "s=0.3", 1, NULL, "1e12", trial_text("%s,p=%.17g", set, 4. / 132));
    assert_same_path(a, b, 10000, 1e-13);
}

static void test_recursion(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(srba, "b=2,gamma=0.2,tau=0.3,tau_v=0.5,period_frac=0.7", &twin);
    double x = 0.8, x_old = x, y[2] = {0}, y_old[2] = {0}, v[2] = {0}, v_old[2] = {0};
    double s[2], u[2], z = 0;
    for (size_t step = 0; step < 40; step++) {
        const bool anew = step % 4 == 0; /* floor(.7 x 12 / 2) */
        const size_t b = anew ? CURVED_SAMPLES : 2;
        double d = 0;
        for (size_t i = 0; i < 2; i++) {
            const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, b);
            const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, b);
            const curved_answer is = curved_ask(twin, &K, &J, x, y[i]);
            curved_answer was = {0};
            if (!anew) was = curved_ask(twin, &K, &J, x_old, y_old[i]);
            if (anew) s[i] = u[i] = 0;
            d += (is.gx + is.V * v[i] - was.gx - was.V * v_old[i]) / 2;
            s[i] += is.w - was.w;
            u[i] += is.gy + is.H * v[i] - was.gy - was.H * v_old[i];
        }
        z = (anew ? 0 : z) + d;
        x_old = x;
        x = curved_project(x - 0.2 * z);
        for (size_t i = 0; i < 2; i++) {
            y_old[i] = y[i], v_old[i] = v[i];
            y[i] -= 0.3 * s[i];
            v[i] -= 0.15 * u[i];
        }
        trial_steps(t, 1);
        assert_curved(t, x, y);
    }
    assert_true(fabs(x - 0.8) > 0.05);
}

/* 64 samples, 4 a step: both find the optimum of their mean, where SOBA's noise keeps it away. */
static void test_ends(void **unused) {
    (void)unused;
    static const char *const sets[] = {"b=4,gamma=0.1,tau=0.1", "b=4,gamma=0.1,tau=0.1,reset=coin"};
    double ends[2][3];
    for (size_t k = 0; k < 2; k++) {
        trial *t = quadratic_start(srba, "s=0.3", 1, NULL, "1e12", sets[k]);
        trial_steps(t, 20000);
        lf_vec_copy(3, srba->iterate(t->state).w, ends[k]);
    }
    assert_true(lf_vec_distance(3, ends[0], ends[1]) < 1e-12);
    trial *t = quadratic_start(&lf_algorithm_soba, "s=0.3", 1, NULL, "1e12",
                               "b=4,gamma=0.1,tau=0.1,sched=constant");
    trial_steps(t, 20000);
    assert_true(lf_vec_distance(3, ends[0], lf_algorithm_soba.iterate(t->state).w) > 1e-3);
    assert_ends_alike(srba, "b=64,gamma=0.1,tau=0.1", 6000, "b=1024,gamma=0.1,tau=0.1", 1e-9);
    assert_whole(srba, "b=3,reset=coin,output=random");
    assert_random_output(srba, "b=3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts), trial_test(test_first_steps), trial_test(test_is_soba),
        trial_test(test_coin),   trial_test(test_recursion),   trial_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
