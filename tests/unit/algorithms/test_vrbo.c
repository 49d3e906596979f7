/* VRBO: counts, first steps, the recursion beside one on numbers, what its estimates are without
 * noise, the bias of a short series, a refusal. */
#include "curved_levels.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_vrbo;
static const lf_algorithm *const vrbo = &lf_algorithm_vrbo;

static void test_counts(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(vrbo, "b_f=2,b_g=3,T=4,q=3,Q=5,init_f=4,init_g=5", &twin);
    assert_asked(t, (size_t[]){0, 0, 0, 0, 0, 0});
    trial_steps(t, 1); /* 2 levels: the first samples, then 4 times two points */
    assert_asked(t, (size_t[]){8 + 16, 16 + 64, 10 + 144, 10 + 48, 50 + 240, 10 + 48});
    trial_steps(t, 6); /* steps 4 and 7 begin anew */
    assert_asked(t, (size_t[]){3 * 8 + 7 * 16, 3 * 16 + 7 * 64, 3 * 10 + 7 * 144, 3 * 10 + 7 * 48,
                               3 * 50 + 7 * 240, 3 * 10 + 7 * 48});
}

/* Without noise w and d are gg and h at the point before the last y step, whatever the period. The
 * first steps are worked out here with Q = 0: q = eta_n gy. */
static void test_first_steps(void **unused) {
    (void)unused;
    static const double B[2][3] = {{1, -.5, .2}, {.4, .3, -1}}, A[2][2] = {{2, .3}, {.3, 1}};
    static const double c[2] = {.7, -.2};
    double path[4][5], x[3] = {1, -1, .5}, y[2] = {0}, at[2] = {0};
    for (size_t t = 0; t < 4; t++) {
        for (size_t j = 0; j < 3; j++) { /* d is h at (x, at): at is y before its last step */
            double d = .1 * x[j];
            for (size_t k = 0; k < 2; k++)
                d += B[k][j] * .4 * (at[k] - c[k]);
            path[t][j] = x[j] - .6 * d;
        }
        lf_vec_copy(3, path[t], x);
        for (size_t s = 0; s < 2; s++) {
            lf_vec_copy(2, y, at);
            for (size_t k = 0; k < 2; k++)
                y[k] -= .2 * (lf_vec_dot(2, A[k], at) - lf_vec_dot(3, B[k], x));
        }
        lf_vec_copy(2, y, path[t] + 3);
    }
    static const double first[2] = {1 - .6 * (.1 - .28 + .032), -1 - .6 * (-.1 + .14 + .024)};
    assert_near(path[0][0], first[0], 1e-15); /* by hand: y begins at 0, d is h(x_0, 0) */
    assert_near(path[0][1], first[1], 1e-15);
    static const char set[] = "b=64,gamma=0.6,tau=0.2,T=2,Q=0,eta_n=0.4";
    assert_path(vrbo, trial_text("%s,q=1000", set), 4, (const double(*)[5])path);
}

/* A run on numbers, and where its estimates were brought up to date last. */
typedef struct {
    double x, y[2], x_old, y_old[2], w[2], d;
} numbers;

/* gg, and h += half of what Q = 2 makes of the batches at (x, y). */
static double numbers_ask(trial *twin, const lf_batch *K, const lf_batch *J, const lf_batch B[2],
                          double x, double y, double *h) {
    const curved_answer is = curved_ask(twin, K, J, x, y);
    double r = is.gy, q = is.gy;
    for (size_t j = 0; j < 2; j++) {
        r -= 0.3 * curved_ask(twin, NULL, &B[j], x, y).H * r;
        q += r;
    }
    *h += (is.gx - is.V * 0.3 * q) / 2;
    return is.w;
}

static void numbers_track(numbers *s, trial *twin, bool anew) {
    double now = 0, old = 0;
    for (size_t i = 0; i < 2; i++) {
        const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, anew ? 4 : 2);
        const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, anew ? 3 : 2);
        lf_batch B[2] = {J, J};
        for (size_t j = 0; j < 2 && !anew; j++)
            B[j] = curved_draw(twin, LF_ROLE_LOWER, i, 2);
        const double gg = numbers_ask(twin, &K, &J, B, s->x, s->y[i], &now);
        s->w[i] =
            anew ? gg : s->w[i] + gg - numbers_ask(twin, &K, &J, B, s->x_old, s->y_old[i], &old);
    }
    s->d = anew ? now : s->d + now - old;
    s->x_old = s->x;
    lf_vec_copy(2, s->y, s->y_old);
}

/* One draw serves both points; the move of x is part of the first difference. */
static void test_recursion(void **unused) {
    (void)unused;
    static const char set[] = "b=2,gamma=0.2,tau=0.3,T=2,q=3,Q=2,eta_n=0.3,init_f=4,init_g=3";
    trial *twin, *t = curved_start(vrbo, set, &twin);
    numbers s = {.x = 0.8};
    for (size_t step = 0; step < 40; step++) {
        if (step % 3 == 0) numbers_track(&s, twin, true);
        s.x = curved_project(s.x - 0.2 * s.d);
        for (size_t k = 0; k < 2; k++) {
            numbers_track(&s, twin, false);
            for (size_t i = 0; i < 2; i++)
                s.y[i] -= 0.3 * s.w[i];
        }
        trial_steps(t, 1);
        assert_curved(t, s.x, s.y);
    }
    assert_true(fabs(s.x - 0.8) > 0.05);
}

/* It ends where a series of Q + 1 terms would have the hypergradient vanish. */
static void test_ends(void **unused) {
    (void)unused;
    double x[3];
    quadratic_biased(3, 0.4, x);
    assert_ends_at(vrbo, "b=64,gamma=0.3,tau=0.3,eta_n=0.4,Q=3,T=2", 1500, x, 1e-9);
    assert_ends_at(vrbo, "b=64,gamma=0.3,tau=0.3,Q=60,T=2,q=50", 1500, quadratic_x, 6e-9);
    assert_ends_alike(vrbo, "b=64,gamma=0.1,tau=0.1,T=2,Q=60,eta_n=0.4", 1500,
                      "b=1024,gamma=0.1,tau=0.1,T=2,Q=60,eta_n=0.4", 1e-5);
    assert_y_confined(vrbo, "b=64,gamma=0,tau=0.1,T=1");
    assert_random_output(vrbo, "b=3,Q=2,T=2");
}

static void test_refused(void **unused) {
    (void)unused;
    static const double x0 = 0.8;
    trial *t = trial_problem_of(&curved_unknown, NULL, 1, "1e12");
    assert_int_equal(trial_init(trial_equip(t, vrbo, "", 1 << 20), &x0), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "eta_n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts), trial_test(test_first_steps), trial_test(test_recursion),
        trial_test(test_ends),   trial_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
