/* BSVRB: counts, first steps, SOBA where the estimates have no memory, the recursion beside one on
 * numbers for all levels and for one of two, where it ends. */
#include "curved_levels.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_bsvrb, lf_algorithm_soba;
static const lf_algorithm *const bsvrb = &lf_algorithm_bsvrb;

static void test_counts(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(bsvrb, "b_f=2,b_g=3,init_f=4,init_g=5", &twin);
    assert_asked(t, (size_t[]){8, 16, 10, 10, 10, 10});
    trial_steps(t, 7);
    assert_asked(t, (size_t[]){8 + 28, 16 + 112, 10 + 42, 10 + 84, 10 + 84, 10 + 84});
    t = curved_start(bsvrb, "b_f=2,b_g=3,init_f=4,init_g=5,k=1", &twin);
    trial_steps(t, 7);
    assert_asked(t, (size_t[]){8 + 14, 16 + 56, 10 + 21, 10 + 42, 10 + 42, 10 + 42});
}

/* Without noise every estimate is the direction itself, whatever its weight. */
static void test_first_steps(void **unused) {
    (void)unused;
    static const char *const rest[] = {"beta=1", "beta=0.1", "beta=0.4,ga=0.6"};
    for (size_t k = 0; k < 3; k++)
        assert_path(bsvrb, trial_text("b=64,gamma=0.6,tau=0.2,sched=constant,%s", rest[k]), 3,
                    quadratic_soba);
}

/* al = 1 and ga = 0 have no memory; on all samples there is nothing to reduce. */
static void test_is_soba(void **unused) {
    (void)unused;
    trial *a = quadratic_start(bsvrb, "s=0.3", 1, NULL, "1e12",
                               "b=2,gamma=0.05,tau=0.2,beta=1e12,ga=0,sched=constant");
    trial *b = quadratic_start(&lf_algorithm_soba, "s=0.3", 1, NULL, "1e12",
                               "b=2,gamma=0.05,tau=0.2,sched=constant");
    assert_same_path(a, b, 60, 1e-13);
    a = quadratic_start(bsvrb, "s=0.3,tasks=3", 1, NULL, "1e12",
                        "b=64,gamma=0.05,tau=0.2,init_f=64,init_g=64,beta=0.3,sched=constant");
    b = quadratic_start(&lf_algorithm_soba, "s=0.3,tasks=3", 1, NULL, "1e12",
                        "b=64,gamma=0.05,tau=0.2,sched=constant");
    assert_same_path(a, b, 60, 1e-12);
}

typedef struct {
    double y, y_old, v, v_old, s, u;
    size_t missed;
} level;

/* The recursion with its own numbers: which levels a step takes is read off the twin, whose streams
 * are those of the run. */
static void follow(const char *set, size_t k, double beta, double ga, double tau_v, double C_v) {
    trial *twin, *t = curved_start(bsvrb, set, &twin);
    level at[2] = {{0}};
    double x = 0.8, x_old = 0.8, z = 0;
    for (size_t i = 0; i < 2; i++) {
        const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, CURVED_SAMPLES);
        const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, CURVED_SAMPLES);
        const curved_answer is = curved_ask(twin, &K, &J, x, 0);
        at[i].s = is.w, at[i].u = is.gy, z += is.gx / 2;
    }
    for (size_t step = 1; step <= 60; step++) {
        const double eta = pow((double)step + 2, -1. / 3), al = fmin(1, beta * eta * eta);
        const double g = ga < 0 ? 1 - al : ga, old_x = x_old;
        double d_old = 0, d_new = 0;
        size_t S[2];
        assert_ok(lf_oracle_components(twin->oracle, LF_ROLE_LOWER, k, S));
        for (size_t j = 0; j < k; j++) {
            const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, S[j], 2);
            const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, S[j], 2);
            level *l = at + S[j];
            const curved_answer was = curved_ask(twin, &K, &J, old_x, l->y_old);
            const curved_answer is = curved_ask(twin, &K, &J, x, l->y);
            d_old += (was.gx + was.V * l->v_old) / (double)k;
            d_new += (is.gx + is.V * l->v) / (double)k;
            l->s = (1 - al) * l->s + (al + g) * is.w - g * was.w;
            l->u = (1 - al) * l->u + (al + g) * (is.H * l->v + is.gy) -
                   g * (was.H * l->v_old + was.gy);
        }
        z = (1 - al) * (z - d_old) + d_new;
        for (size_t i = 0; i < 2; i++)
            at[i].y_old = at[i].y, at[i].v_old = at[i].v, at[i].missed++;
        for (size_t j = 0; j < k; j++) {
            level *l = at + S[j];
            const double by = (double)l->missed * 0.3 * eta;
            l->y -= by * l->s;
            l->v = fmax(-C_v, fmin(C_v, l->v - tau_v * by * l->u));
            l->missed = 0;
        }
        x_old = x;
        x = curved_project(x - 0.2 * eta * z);
        trial_steps(t, 1);
        assert_curved(t, x, (double[]){at[0].y, at[1].y});
    }
    assert_true(fabs(x - 0.8) > 0.05);
}

static void test_recursion(void **unused) {
    (void)unused;
    follow("b=2,gamma=0.2,tau=0.3,c0=2,beta=0.5", 2, 0.5, -1, 1, 1e9);
    follow("b=2,gamma=0.2,tau=0.3,c0=2,beta=0.5,k=1,ga=0.7,tau_v=0.5,C_v=0.25", 1, 0.5, 0.7, 0.5,
           0.25);
}

static void test_ends(void **unused) {
    (void)unused;
    assert_ends_at(bsvrb, "b=64,sched=constant,gamma=0.1,tau=0.4", 2000, quadratic_x, 1e-6);
    assert_y_confined(bsvrb, "b=64,sched=constant,tau=0.1");
    assert_whole(bsvrb, "b=3,init_f=9,init_g=9,output=random");
    assert_random_output(bsvrb, "b=3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts),    trial_test(test_first_steps), trial_test(test_is_soba),
        trial_test(test_recursion), trial_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
