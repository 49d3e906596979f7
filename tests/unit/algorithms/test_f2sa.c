/* F2SA: counts, first steps, both forms beside one on numbers, where a penalty ends, refusals. */
#include "curved_levels.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_f2sa;
static const lf_algorithm *const f2sa = &lf_algorithm_f2sa;

static void test_counts(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(f2sa, "b_f=2,b_g=3,T=4", &twin);
    assert_asked(t, (size_t[]){0, 0, 0, 0, 0, 0});
    trial_steps(t, 7); /* 2 levels, T + 1 draws of f and 2T + 1 of g */
    assert_asked(t, (size_t[]){7 * 20, 7 * 20, 7 * 54, 7 * 60, 0, 0});
    t = curved_start(f2sa, "b_f=2,b_g=3,pair=fresh,momentum=storm", &twin);
    trial_steps(t, 1); /* one point */
    assert_asked(t, (size_t[]){8, 8, 24, 24, 0, 0});
    trial_steps(t, 6);
    assert_asked(t, (size_t[]){56, 8 + 96, 7 * 24, 24 + 288, 0, 0});
    t = quadratic_start(f2sa, "s=0.3,rho=0", 1, NULL, "1e12", "b=4");
    trial_steps(t, 3);
    assert_asked(t, (size_t[]){12, 12, 36, 48, 0, 0});
}

/* z is judged, which was worked out by hand. Without noise an estimate is the gradient, whatever
 * its weight. */
static void test_first_steps(void **unused) {
    (void)unused;
    static const double one[2][5] = {{1.0144, -.9892, .5108, .32, -.08},
                                     {1.0318, -.9877, .53624, .519032, -.16356}};
    static const char set[] = "b=64,gamma=0.6,tau=0.2,sched=constant,lam0=4";
    assert_path(f2sa, set, 2, one);
    assert_path(f2sa, trial_text("%s,pair=fresh", set), 2, one);
    assert_path(f2sa, trial_text("%s,momentum=storm,beta=0.3", set), 2, one);
}

/* Lower steps of a level, on numbers: the estimates of a run, and where they were asked last. */
typedef struct {
    double y[2], z[2], y_old[2], z_old[2], x, x_old; /* of both levels */
    double g_z[2], g_y[2], f_y[2], f_x, across;
} numbers;

static double storm(double be, double estimate, double old, double new) {
    return new + (1 - be) * (estimate - old);
}

static void numbers_lower(numbers *s, trial *twin, double be, double step, double lam) {
    for (size_t i = 0; i < 2; i++) {
        const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, 2);
        const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, 2);
        const lf_batch J_y = curved_draw(twin, LF_ROLE_LOWER, i, 2);
        const curved_answer y = curved_ask(twin, &K, &J_y, s->x, s->y[i]);
        const curved_answer y_old = curved_ask(twin, &K, &J_y, s->x_old, s->y_old[i]);
        s->g_z[i] = storm(be, s->g_z[i], curved_ask(twin, NULL, &J, s->x_old, s->z_old[i]).w,
                          curved_ask(twin, NULL, &J, s->x, s->z[i]).w);
        s->g_y[i] = storm(be, s->g_y[i], y_old.w, y.w);
        s->f_y[i] = storm(be, s->f_y[i], y_old.gy, y.gy);
        s->z_old[i] = s->z[i];
        s->y_old[i] = s->y[i];
        s->z[i] -= step * s->g_z[i];
        s->y[i] -= step / lam * (s->f_y[i] + lam * s->g_y[i]);
    }
}

static void numbers_upper(numbers *s, trial *twin, bool fresh, double be, double step, double lam) {
    double f_x[2] = {0}, across[2] = {0};
    for (size_t i = 0; i < 2; i++) {
        const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, 2);
        const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, 2);
        const lf_batch J_z = fresh ? curved_draw(twin, LF_ROLE_LOWER, i, 2) : J;
        const double x[2] = {s->x, s->x_old};
        const double y[2] = {s->y[i], s->y_old[i]}, z[2] = {s->z[i], s->z_old[i]};
        for (size_t k = 0; k < 2; k++) {
            const curved_answer is = curved_ask(twin, &K, &J, x[k], y[k]);
            f_x[k] += is.gx / 2;
            across[k] += (is.across - curved_ask(twin, NULL, &J_z, x[k], z[k]).across) / 2;
        }
    }
    s->f_x = storm(be, s->f_x, f_x[1], f_x[0]);
    s->across = storm(be, s->across, across[1], across[0]);
    s->x_old = s->x;
    s->x = curved_project(s->x - step * (s->f_x + lam * s->across));
}

static void follow(const char *set, size_t T, bool has_storm, bool fresh) {
    trial *twin, *t = curved_start(f2sa, set, &twin);
    const bool swapped = strstr(set, "swapped") != NULL; /* of the storm form: lam stays */
    const double a = swapped ? 0.4 : has_storm ? 0.6 : 5. / 7;
    const double c = swapped ? 0.6 : has_storm ? 0.4 : 4. / 7, scale = swapped ? pow(2, -0.2) : 1;
    numbers s = {.x = 0.8, .x_old = 0.8};
    for (size_t step = 1; step <= 60; step++) {
        const double at = (double)step + 2, lam = 1.5 * pow(at / 3, fmax(0, a - c));
        const double tau = scale * pow(at, -c), be = has_storm && step > 1 ? 0.8 * tau * tau : 1;
        for (size_t k = 0; k < T; k++)
            numbers_lower(&s, twin, be, 0.5 * tau, lam);
        numbers_upper(&s, twin, fresh, be, 0.4 * scale * pow(at, -a), lam);
        trial_steps(t, 1);
        assert_curved(t, s.x, s.z);
    }
    assert_true(fabs(s.x - 0.8) > 0.05);
}

static void test_recursion(void **unused) {
    (void)unused;
    static const char set[] = "b=2,gamma=0.4,tau=0.5,c0=2,lam0=1.5";
    follow(trial_text("%s,T=3", set), 3, false, false);
    follow(trial_text("%s,pair=fresh", set), 1, false, true);
    follow(trial_text("%s,momentum=storm,beta=0.8", set), 1, true, false);
    follow(trial_text("%s,momentum=storm,beta=0.8,sched=swapped", set), 1, true, false);
}

/* With lam fixed it ends where grad L_lam vanishes, off by O(1/lam); (y, z) is then (y_lam, y*). */
static void test_ends(void **unused) {
    (void)unused;
    static const double four[3] = {.74244482, -.40877359, .22959950};
    static const double forty[3] = {.76271090, -.41864918, .23309664};
    static const char set[] = "b=64,sched=constant,gamma=0.1,tau=0.4";
    assert_ends_at(f2sa, trial_text("%s,lam0=4", set), 4000, four, 6e-9);
    assert_ends_at(f2sa, trial_text("%s,lam0=4,momentum=storm,beta=0.5", set), 4000, four, 6e-9);
    assert_ends_at(f2sa, trial_text("%s,lam0=40", set), 4000, forty, 6e-9);
    assert_y_confined(f2sa, "b=64,sched=constant,tau=0.1");
    assert_random_output(f2sa, "b=3");
}

/* y is confined like z: here both to the same corner, so that only gx is left to move x. */
static void test_confined(void **unused) {
    (void)unused;
    static const double x0[3] = {1, -1, 0.5};
    trial *t = quadratic_open("s=0", 1, "1e12");
    t->problem.info.domain_y =
        (lf_domain){.kind = LF_DOMAIN_BOX, .n = 2, .lower = -0.03, .upper = 0.1};
    trial_tell(t);
    trial_equip(t, f2sa, "b=64,sched=constant,gamma=0.6,tau=0.1,lam0=4", 1 << 24);
    assert_ok(trial_init(t, x0));
    const double *x = trial_steps(t, 1);
    for (size_t k = 0; k < 3; k++)
        assert_near(x[k], 0.94 * x0[k], 1e-15);
}

static void test_refused(void **unused) {
    (void)unused;
    static const double x0 = 0.8;
    trial *t = trial_problem_of(&curved_class, NULL, 1, "1e12");
    assert_int_equal(trial_init(trial_equip(t, f2sa, "momentum=storm,T=2", 1 << 20), &x0),
                     LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "T=2"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts), trial_test(test_first_steps), trial_test(test_recursion),
        trial_test(test_ends),   trial_test(test_confined),    trial_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
