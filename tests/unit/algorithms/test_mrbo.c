/* MRBO and SUSTAIN: counts, first steps, the recursion beside one on numbers for both series, the
 * bias of a short series, refusals. */
#include "curved_levels.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_mrbo;
static const lf_algorithm *const mrbo = &lf_algorithm_mrbo;

static void test_counts(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(mrbo, "b_f=2,b_g=3,Q=5", &twin);
    assert_asked(t, (size_t[]){0, 0, 0, 0, 0, 0});
    trial_steps(t, 1); /* one point */
    assert_asked(t, (size_t[]){4, 8, 36, 6, 30, 6});
    trial_steps(t, 6);
    assert_asked(t, (size_t[]){28, 104, 7 * 36, 6 + 72, 30 + 360, 6 + 72});
    t = curved_start(mrbo, "b_f=2,b_g=3,Q=1,series=random", &twin);
    trial_steps(t, 7);
    assert_asked(t, (size_t[]){28, 104, 42, 78, 0, 78});
}

static void test_first_steps(void **unused) {
    (void)unused;
    static const double three[2][5] = {{1.10668119, -1.09992479, .66875809, .32, -.08},
                                       {1.12910744, -1.12294876, .74274678, .55487904, -.19441261}};
    static const double none[2][5] = {{1.0888, -1.0384, .5516, .32, -.08},
                                      {1.103152, -1.030336, .565544, .540464, -.16872}};
    const char *set = "b=64,gamma=0.6,tau=0.2,sched=constant,eta_n=0.4";
    assert_path(mrbo, trial_text("%s,Q=3", set), 2, three);
    assert_path(mrbo, trial_text("%s,Q=0,beta=0.3", set), 2, none);
    assert_path(mrbo, trial_text("%s,Q=1,series=random,beta=0.1", set), 2, none);
}

/* One draw serves both points, and one length; beta_y differs from beta. */
static void follow(bool random) {
    const char *set = trial_text("b=2,gamma=0.4,tau=0.5,c0=2,beta=0.8,beta_y=0.4,Q=4,eta_n=0.3%s",
                                 random ? ",series=random" : "");
    trial *twin, *t = curved_start(mrbo, set, &twin);
    double x = 0.8, x_old = x, y[2] = {0}, y_old[2] = {0}, w[2], d = 0;
    for (size_t step = 1; step <= 60; step++) {
        const double eta = pow((double)step + 2, -1. / 3);
        const double be_x = step > 1 ? fmin(1, 0.8 * eta * eta) : 1;
        const double be_y = step > 1 ? fmin(1, 0.4 * eta * eta) : 1;
        double h[2] = {0};
        for (size_t i = 0; i < 2; i++) {
            const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, 2);
            const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, 2);
            const curved_answer is = curved_ask(twin, &K, &J, x, y[i]);
            const curved_answer was = curved_ask(twin, &K, &J, x_old, y_old[i]);
            const size_t Q = random ? (size_t)(lf_oracle_uniform(twin->oracle) * 4) : 4;
            double r[2] = {is.gy, was.gy}, q[2] = {is.gy, was.gy};
            for (size_t j = 0; j < Q; j++) {
                const lf_batch B = curved_draw(twin, LF_ROLE_LOWER, i, 2);
                r[0] -= 0.3 * curved_ask(twin, NULL, &B, x, y[i]).H * r[0];
                r[1] -= 0.3 * curved_ask(twin, NULL, &B, x_old, y_old[i]).H * r[1];
                for (size_t k = 0; k < 2; k++)
                    q[k] = random ? r[k] : q[k] + r[k];
            }
            const double by = random ? 4 * 0.3 : 0.3;
            h[0] += (is.gx - is.V * by * q[0]) / 2;
            h[1] += (was.gx - was.V * by * q[1]) / 2;
            w[i] = is.w + (step > 1 ? (1 - be_y) * (w[i] - was.w) : 0);
        }
        d = h[0] + (1 - be_x) * (d - h[1]);
        x_old = x;
        x = curved_project(x - 0.4 * eta * d);
        for (size_t i = 0; i < 2; i++) {
            y_old[i] = y[i];
            y[i] -= 0.5 * eta * w[i];
        }
        trial_steps(t, 1);
        assert_curved(t, x, y);
    }
    assert_true(fabs(x - 0.8) > 0.05);
}

static void test_recursion(void **unused) {
    (void)unused;
    follow(false);
    follow(true);
}

/* It ends where a series of Q + 1 terms would have the hypergradient vanish. */
/* The step of the series is 1 / L_y if nothing is said. */
static void test_series_step(void **unused) {
    (void)unused;
    trial *a = quadratic_start(mrbo, "s=0.3", 1, NULL, "1e12", "b=4,gamma=0.1,tau=0.1");
    const double L_y = lf_oracle_info(a->oracle)->L_y;
    assert_true(L_y > 1);
    const char *said = trial_text("b=4,gamma=0.1,tau=0.1,eta_n=%.17g", 1 / L_y);
    trial *b = quadratic_start(mrbo, "s=0.3", 1, NULL, "1e12", said);
    assert_same_path(a, b, 20, 0);
}

static void test_ends(void **unused) {
    (void)unused;
    double x[3];
    quadratic_biased(3, 0.4, x);
    assert_near(x[0], 0.76521739, 6e-9);
    assert_ends_at(mrbo, "b=64,sched=constant,gamma=0.3,tau=0.3,eta_n=0.4,Q=3", 2000, x, 1e-9);
    assert_y_confined(mrbo, "b=64,sched=constant,tau=0.1");
    assert_whole(mrbo, "b=3,Q=2,output=random");
    assert_random_output(mrbo, "b=3,Q=2");
}

static void test_refused(void **unused) {
    (void)unused;
    static const double x0 = 0.8;
    trial *t = trial_problem_of(&curved_unknown, NULL, 1, "1e12");
    assert_int_equal(trial_init(trial_equip(t, mrbo, "", 1 << 20), &x0), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "eta_n"));
    t = trial_problem_of(&curved_unknown, NULL, 1, "1e12");
    assert_int_equal(trial_init(trial_equip(t, mrbo, "eta_n=1,Q=0,series=random", 1 << 20), &x0),
                     LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "Q"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts),      trial_test(test_first_steps), trial_test(test_recursion),
        trial_test(test_series_step), trial_test(test_ends),        trial_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
