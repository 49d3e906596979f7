/* SVRB: counts, the recursion beside one on numbers, its limits, the answer. */
#include "curved_levels.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_svrb;
static const lf_algorithm *const svrb = &lf_algorithm_svrb;

/* Two levels, f depends on x: 4 b_f and 2 b_g a level and step; CG adds nothing. */
static void test_counts(void **unused) {
    (void)unused;
    const char *const forms[] = {"own", "dense"};
    for (size_t form = 0; form < 2; form++) {
        trial *twin,
            *t = curved_start(
                svrb, trial_text("b_f=2,b_g=3,init_f=4,init_g=5,form=%s", forms[form]), &twin);
        assert_asked(t, (size_t[]){8, 16, 10, 10, 10, 10});
        trial_steps(t, 7);
        assert_asked(t, (size_t[]){8 + 7 * 4, 16 + 7 * 16, 10 + 7 * 6, 10 + 7 * 12, 10 + 7 * 12,
                                   10 + 7 * 12});
        trial_teardown(NULL);
    }
    /* one level starts from all its samples; f without x asks for half as much */
    trial *t = quadratic_start(svrb, "s=0.3,rho=0,samples=50", 1, NULL, "1e12", "b=4");
    assert_asked(t, (size_t[]){50, 50, 50, 50, 50, 50});
    trial_steps(t, 3);
    assert_asked(t, (size_t[]){62, 74, 62, 74, 74, 74});
}

/* From (x, 0) on all samples z is the surrogate of the golden numbers, and w = -B x. */
static void test_first_step(void **unused) {
    (void)unused;
    static const double x0[3] = {1, -1, 0.5}, z[3] = {-0.17015707, 0.19476440, -0.34895288};
    const double eta = pow(8, -1. / 3); /* t = 1, c0 = 7 */
    trial *t =
        quadratic_start(svrb, "s=0.3", 1, x0, "1e12", "b=64,gamma=0.5,tau=0.2,c0=7,cg_tol=1e-12");
    trial_steps(t, 1);
    const lf_point at = svrb->iterate(t->state);
    for (size_t k = 0; k < 3; k++)
        assert_near(at.w[k], x0[k] - 0.5 * eta * z[k], 5e-9);
    assert_near(at.y[0], 0.2 * eta * 1.6, 1e-14);
    assert_near(at.y[1], -0.2 * eta * 0.4, 1e-14);
}

/* What the recursion keeps of one level. */
typedef struct {
    double v, w, H, V;
} kept;

typedef struct {
    double x, x_old, u, y[CURVED_LEVELS], y_old[CURVED_LEVELS];
    kept of[CURVED_LEVELS];
} recursion;

static double storm(double beta, double s, double old, double new) {
    return (1 - beta) * (s - old) + new;
}

/* The start's v is within C_fy, too. */
static recursion recursion_start(trial *twin, size_t b_f, size_t b_g, double C_fy) {
    recursion r = {.x = 0.8, .x_old = 0.8};
    for (size_t i = 0; i < CURVED_LEVELS; i++) {
        const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, b_f);
        const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, b_g);
        const curved_answer is = curved_ask(twin, &K, &J, r.x, 0);
        r.u += is.gx / CURVED_LEVELS;
        r.of[i] = (kept){fmax(-C_fy, fmin(C_fy, is.gy)), is.w, is.H, is.V};
    }
    return r;
}

/* One step with momentum weights of fx, fy, gg, gy. */
static void recursion_step(recursion *r, trial *twin, size_t b, const double beta[4], double C_fy,
                           double step_x, double step_y) {
    double z = 0, gx_old = 0, gx_new = 0;
    for (size_t i = 0; i < CURVED_LEVELS; i++) {
        const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, b);
        const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, b);
        const curved_answer old = curved_ask(twin, &K, &J, r->x_old, r->y_old[i]);
        const curved_answer new = curved_ask(twin, &K, &J, r->x, r->y[i]);
        kept *k = &r->of[i];
        gx_old += old.gx / CURVED_LEVELS;
        gx_new += new.gx / CURVED_LEVELS;
        k->v = storm(beta[1], k->v, old.gy, new.gy);
        k->v = fmax(-C_fy, fmin(C_fy, k->v));
        k->V = storm(beta[2], k->V, old.V, new.V);
        k->H = fmax(0.5, storm(beta[2], k->H, old.H, new.H));
        k->w = storm(beta[3], k->w, old.w, new.w);
        z -= k->V / k->H * k->v / CURVED_LEVELS;
    }
    r->u = storm(beta[0], r->u, gx_old, gx_new);
    r->x_old = r->x;
    r->x = curved_project(r->x - step_x * (r->u + z));
    for (size_t i = 0; i < CURVED_LEVELS; i++) {
        r->y_old[i] = r->y[i];
        r->y[i] -= step_y * r->of[i].w;
    }
}

static void test_recursion(void **unused) {
    (void)unused;
    static const double cap[] = {0.45, 0.04}; /* the second at the start, but not after it */
    for (size_t form = 0; form < 2; form++) {
        trial *twin,
            *t = curved_start(svrb,
                              trial_text("b=2,init_f=4,init_g=5,gamma=0.7,tau=0.4,c0=2,beta=0.9,"
                                         "beta_fx=0.3,beta_fy=0.5,beta_gg=0.7,C_fy=%g,cg_tol=1e-14",
                                         cap[form]),
                              &twin);
        recursion r = recursion_start(twin, 4, 5, cap[form]);
        assert_true((fabs(r.of[1].v) == cap[form]) == (form == 1));
        for (size_t k = 1; k <= 60; k++) {
            const double eta = pow((double)k + 2, -1. / 3), square = eta * eta;
            const double beta[4] = {0.3 * square, 0.5 * square, 0.7 * square, 0.9 * square};
            recursion_step(&r, twin, 2, beta, cap[form], 0.7 * eta, 0.4 * eta);
            trial_steps(t, 1);
            assert_curved(t, r.x, r.y);
        }
        assert_true(fabs(r.x - 0.8) > 0.05);
        trial_teardown(NULL);
    }
}

/* beta_t = 1 is the plug-in of the batch alone; all samples are the exact surrogate whatever beta.
 */
static void test_limits(void **unused) {
    (void)unused;
    const char *const sets[] = {"b=2,beta=1,init_g=3", "b=6,beta=0.3", "b=6,beta=1e-9"};
    for (size_t k = 0; k < 3; k++) {
        trial *twin,
            *t = curved_start(
                svrb, trial_text("%s,sched=constant,gamma=0.1,tau=0.2,cg_tol=1e-14", sets[k]),
                &twin);
        const size_t b = k == 0 ? 2 : 6;
        if (k == 0)
            for (size_t i = 0; i < CURVED_LEVELS; i++)
                curved_draw(twin, LF_ROLE_LOWER, i, 3); /* the start, without a trace */
        double x = 0.8, y[CURVED_LEVELS] = {0};
        for (size_t step = 0; step < 20; step++) {
            double z = 0;
            for (size_t i = 0; i < CURVED_LEVELS; i++) {
                const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, b);
                const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, b);
                const curved_answer is = curved_ask(twin, &K, &J, x, y[i]);
                z += (is.gx - is.V / is.H * is.gy) / CURVED_LEVELS;
                y[i] -= 0.2 * is.w;
            }
            x = curved_project(x - 0.1 * z);
            trial_steps(t, 1);
            assert_curved(t, x, y);
        }
        trial_teardown(NULL);
    }
}

/* Steps towards the solution in place of CG: many of them are CG, on the same samples; one a time
 * leaves the same questions and another path. */
static void test_steps_for_cg(void **unused) {
    (void)unused;
    static const char set[] = "b=4,sched=constant,gamma=0.1,tau=0.2,beta=0.5,cg_tol=1e-14,%s";
    const double x0[3] = {1, -1, 0.5};
    trial *cg = quadratic_start(svrb, "s=0.3", 1, x0, "1e12", trial_text(set, "solver=cg"));
    trial *many =
        quadratic_start(svrb, "s=0.3", 1, x0, "1e12", trial_text(set, "solver=step,r=300"));
    trial *one = quadratic_start(svrb, "s=0.3", 1, x0, "1e12", trial_text(set, "solver=step"));
    for (size_t k = 0; k < 60; k++) {
        const double *want = trial_steps(cg, 1), *x = trial_steps(many, 1);
        for (size_t j = 0; j < 3; j++)
            assert_near(x[j], want[j], 1e-9);
        const double *other = trial_steps(one, 1);
        if (k == 0) assert_true(lf_vec_distance(3, other, want) > 1e-3);
    }
    for (size_t k = 0; k < LF_COUNTERS; k++)
        assert_int_equal(lf_oracle_meter(one->oracle)->count[k],
                         lf_oracle_meter(cg->oracle)->count[k]);
}

static void test_converges(void **unused) {
    (void)unused;
    assert_ends_at(svrb, "b=64,sched=constant,gamma=0.1,tau=0.4,solver=step", 4000, quadratic_x,
                   1e-6);
    assert_ends_at(svrb, "b=64,sched=constant,gamma=0.2,tau=0.4", 2000, quadratic_x, 1e-6);
    assert_ends_at(svrb, "b=64,sched=constant,gamma=0.2,tau=0.4,form=batch", 2000, quadratic_x,
                   1e-6);
}

static void test_points(void **unused) {
    (void)unused;
    assert_whole(svrb, "b=3,init_f=8,init_g=8");
    assert_whole(svrb, "b=3,init_f=8,init_g=8,output=random,form=batch");
    assert_random_output(svrb, "b=3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts), trial_test(test_first_step),   trial_test(test_recursion),
        trial_test(test_limits), trial_test(test_steps_for_cg), trial_test(test_converges),
        trial_test(test_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
