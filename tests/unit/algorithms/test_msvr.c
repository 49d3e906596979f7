/* MSVR: v1 is SONEX without smoothing; v2 against its definition, one step at a time. */
#include "algorithms/composition/msvr.c"

#include "algorithms/composition/sonex.c"
#include "coupled.h"
#include "trial.h"

/* The same bytes as SONEX with lam = 0, beta = a and the theory's gam'. */
static void test_v1_is_sonex(void **unused) {
    (void)unused;
    const toy problem = coupled_shapes();
    const char *const sets[] = {"u=old", "u=new,wd=0.1", "start=first", "start=zero,output=random"};
    for (size_t k = 0; k < 4; k++) {
        char first[256];
        snprintf(first, sizeof first, "B0=3,B1=2,B2=4,gam=0.3,eta=0.05,%s", sets[k]);
        const char *second = trial_text("%s,lam=0,beta=0.1,gam_prime=-1", first);
        trial *a = trial_start(&lf_algorithm_msvr, &problem, 3, coupled_origin, first);
        trial *b = trial_start(&lf_algorithm_sonex, &problem, 3, coupled_origin, second);
        for (size_t step = 0; step < 40; step++)
            assert_memory_equal(trial_steps(a, 1), trial_steps(b, 1), 2 * sizeof(double));
        assert_int_equal(trial_count(a, "value.inner"), trial_count(b, "value.inner"));
    }
}

/* What v2 is made of, kept by the test: u at the start of each step, w and z. */
typedef struct {
    double u[2][3]; /* at the start of this step, of the one before */
    bool known[3];
    double w[2][2]; /* w_t, w_{t-1} */
    double z[2];
} history;

/* J_i(w; B)^T f_i'(u): f_i' = 4 [u]_+ */
static void add(trial *t, const lf_batch *B, const double *w, double u, double *sum) {
    const double y = 4 * fmax(u, 0);
    assert_ok(lf_oracle_vjp(t->oracle, B, w, &y, sum));
}

/* sum / B1 + grad g0(w; B_0) */
static void complete(trial *t, const lf_coupled *of, const double *w, double *sum) {
    const double one = 1;
    lf_vec_scale(2, 1 / (double)of->p.B1, sum);
    assert_ok(lf_oracle_vjp(t->oracle, &of->B_0[0], w, &one, sum));
}

/* One step by the definition on the batches that the method drew; u before t-1 is kept for all. */
static void follow(trial *t, history *h, size_t step, double a, double eta) {
    const msvr_state *s = t->state;
    const lf_coupled *of = &s->of;
    const double gam = of->p.gam, gam_prime = of->p.gam_prime;
    double G[2] = {0}, H[2] = {0}, next[3], g, before;
    trial_steps(t, 1);
    lf_vec_copy(3, h->u[0], next);
    for (size_t k = 0; k < of->p.B1; k++) {
        const size_t i = of->S[k];
        assert_ok(lf_oracle_value(t->oracle, &of->B[k], h->w[0], &g));
        assert_ok(lf_oracle_value(t->oracle, &of->B[k], h->w[1], &before));
        next[i] = h->known[i] ? (1 - gam) * h->u[0][i] + gam * g + gam_prime * (g - before) : g;
        if (!h->known[i]) h->u[0][i] = h->u[1][i] = g; /* the only value there is */
        h->known[i] = true;
        add(t, &of->B[k], h->w[0], h->u[0][i], G);
        add(t, &of->B[k], h->w[1], h->u[1][i], H);
    }
    complete(t, of, h->w[0], G);
    complete(t, of, h->w[1], H);
    lf_vec_copy(2, h->w[0], h->w[1]);
    for (size_t j = 0; j < 2; j++) {
        h->z[j] = step == 0 ? G[j] : (1 - a) * h->z[j] + G[j] - (1 - a) * H[j];
        h->w[0][j] -= eta * h->z[j];
        assert_near(of->w[j], h->w[0][j], 1e-12);
    }
    lf_vec_copy(3, h->u[0], h->u[1]);
    lf_vec_copy(3, next, h->u[0]);
    for (size_t i = 0; i < 3; i++)
        if (h->known[i]) assert_near(of->tracker.u[i], next[i], 1e-12);
}

/* The maps bend, so that it matters at which point their slopes are taken. */
static toy curved(double spread) {
    toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, spread);
    for (size_t i = 0; i < COUPLED_N; i++)
        problem.constraint[i].curve = 0.8;
    return problem;
}

/* Two of three components a step, so that some visits are consecutive and others are not. */
static void test_v2_by_definition(void **unused) {
    (void)unused;
    const double a = 0.3, eta = 0.05;
    const toy problem = curved(0.2);
    for (int start = LF_TRACKER_BATCH; start <= LF_TRACKER_ZERO; start++) {
        const char *set = trial_text("variant=v2,a=0.3,eta=0.05,gam=0.4,B0=3,B1=2,B2=4,start=%s",
                                     (const char *[]){"batch", "first", "zero"}[start]);
        trial *t = trial_start(&lf_algorithm_msvr, &problem, 6, coupled_origin, set);
        const msvr_state *s = t->state;
        history h = {0};
        size_t again = 0, apart = 0, last[3] = {0};
        for (size_t i = 0; i < 3; i++) {
            h.u[0][i] = h.u[1][i] = s->of.tracker.u[i];
            h.known[i] = start != LF_TRACKER_FIRST;
        }
        for (size_t step = 0; step < 40; step++) {
            follow(t, &h, step, a, eta);
            for (size_t k = 0; k < 2; k++) {
                const size_t i = s->of.S[k];
                if (last[i] > 0) (last[i] == step ? again++ : apart++);
                last[i] = step + 1;
            }
        }
        assert_true(again > 10 && apart > 10);
        trial_teardown(NULL);
    }
}

/* On the new u, H_t takes the slopes at u as it was after step t-1, of whoever is sampled. */
static void test_v2_on_the_new_u(void **unused) {
    (void)unused;
    const toy problem = curved(0.2);
    const char *const sets[] = {"B1=2,start=batch", "B1=2,start=zero", "B1=1,start=batch"};
    for (size_t k = 0; k < 3; k++) {
        const char *set =
            trial_text("variant=v2,u=new,a=0.3,eta=0.05,gam=0.4,B0=3,B2=4,%s", sets[k]);
        trial *t = trial_start(&lf_algorithm_msvr, &problem, 6, coupled_origin, set);
        const msvr_state *s = t->state;
        const lf_coupled *of = &s->of;
        double u[3], z[2];
        for (size_t step = 0; step < 30; step++) {
            double G[2] = {0}, H[2] = {0};
            lf_vec_copy(3, of->tracker.u, u);
            lf_vec_copy(2, s->z, z);
            const double w[2] = {of->w[0], of->w[1]}, w_last[2] = {of->w_last[0], of->w_last[1]};
            trial_steps(t, 1);
            for (size_t b = 0; b < of->p.B1; b++) {
                add(t, &of->B[b], w, of->tracker.u[of->S[b]], G);
                add(t, &of->B[b], w_last, u[of->S[b]], H);
            }
            complete(t, of, w, G);
            complete(t, of, w_last, H);
            for (size_t j = 0; j < 2; j++)
                assert_near(s->z[j], step ? 0.7 * z[j] + G[j] - 0.7 * H[j] : G[j], 1e-12);
        }
    }
}

/* sp: on maps that are linear the change of values is the slope along the step, so the run is v1's
 * to rounding; it costs N slopes in place of N values. */
static void test_sp_on_linear_maps(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0.3);
    const char *const sets[] = {"u=old", "u=new", "start=first", "gam_prime=0"};
    for (size_t k = 0; k < 4; k++) {
        trial *t[2];
        for (size_t sp = 0; sp < 2; sp++) {
            const char *set = trial_text("variant=%s,B0=3,B1=2,B2=4,gam=0.3,eta=0.05,%s",
                                         sp ? "sp" : "v1", sets[k]);
            t[sp] = trial_start(&lf_algorithm_msvr, &problem, 3, coupled_origin, set);
        }
        for (size_t step = 0; step < 60; step++)
            assert_near(lf_vec_distance(2, trial_steps(t[0], 1), trial_steps(t[1], 1)), 0, 1e-13);
        const size_t values = trial_count(t[1], "value.inner"),
                     slopes = trial_count(t[1], "jvp.inner");
        assert_int_equal(trial_count(t[0], "value.inner"), values + slopes);
        assert_int_equal(trial_count(t[0], "jvp.inner"), 0);
        assert_int_equal(slopes > 0, k != 3);
    }
}

/* On curved maps by its definition: u_i moves by gam' J_i(w_t; B_i) (w_t - w_{t-1}), not by values.
 */
static void test_sp_by_definition(void **unused) {
    (void)unused;
    const toy problem = curved(0.3);
    trial *t = trial_start(&lf_algorithm_msvr, &problem, 3, coupled_origin,
                           "variant=sp,B0=3,B1=2,B2=4,gam=0.3,eta=0.2");
    const msvr_state *s = t->state;
    const lf_coupled *of = &s->of;
    double apart = 0;
    for (size_t step = 0; step < 30; step++) {
        double u[3], move[2], w[2], last[2];
        lf_vec_copy(3, of->tracker.u, u);
        lf_vec_copy(2, of->w, w);
        lf_vec_copy(2, of->w_last, last);
        for (size_t j = 0; j < 2; j++)
            move[j] = w[j] - last[j];
        trial_steps(t, 1);
        for (size_t k = 0; k < 2; k++) {
            const double one = 1;
            double g, before, J[2] = {0};
            const size_t i = of->S[k];
            assert_ok(lf_oracle_value_vjp(t->oracle, &of->B[k], w, &one, &g, J));
            assert_ok(lf_oracle_value(t->oracle, &of->B[k], last, &before));
            const double along = lf_vec_dot(2, J, move), gam_prime = of->p.gam_prime;
            assert_near(of->tracker.u[i], 0.7 * u[i] + 0.3 * g + gam_prime * along, 1e-13);
            apart = fmax(apart, fabs(g - before - along));
        }
    }
    assert_true(apart > 1e-3);
}

static void test_sp_needs_slopes(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0.3);
    trial *t = trial_prepare(&lf_algorithm_msvr, &problem, 1, "1e12", "variant=sp", 1 << 16);
    t->problem.is = toy_without_jvp();
    assert_int_equal(trial_init(t, coupled_origin), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "jvp"));
    assert_int_equal(trial_count(t, "samples.inner"), 0);
}

/* a = 1 forgets: both variants are plain steps along G. */
static void test_variants_agree_without_memory(void **unused) {
    (void)unused;
    const toy problem = coupled_shapes();
    trial *t[2];
    for (size_t k = 0; k < 2; k++) {
        const char *set = trial_text("variant=v%zu,a=1,eta=0.05,gam=0.4,B0=3,B1=2,B2=4", k + 1);
        t[k] = trial_start(&lf_algorithm_msvr, &problem, 6, coupled_origin, set);
    }
    for (size_t step = 0; step < 40; step++)
        assert_memory_equal(trial_steps(t[0], 1), trial_steps(t[1], 1), 2 * sizeof(double));
}

static void test_weight_decay(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0);
    const double x0[2] = {1, 2};
    for (size_t k = 0; k < 2; k++) {
        const char *set = trial_text("variant=v%zu,a=0.5,eta=0.1", k + 1);
        trial *plain = trial_start(&lf_algorithm_msvr, &problem, 1, x0, set);
        set = trial_text("variant=v%zu,a=0.5,eta=0.1,wd=0.25", k + 1);
        trial *decayed = trial_start(&lf_algorithm_msvr, &problem, 1, x0, set);
        const double *w = trial_steps(plain, 1), *v = trial_steps(decayed, 1);
        for (size_t j = 0; j < 2; j++) /* v1 takes a share of it, as of all of G */
            assert_near(v[j], w[j] - 0.1 * 0.25 * (k ? 1 : 0.5) * x0[j], 1e-15);
    }
}

static void test_kinks_are_refused(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    trial *t = trial_prepare(&lf_algorithm_msvr, &problem, 1, "1e12", NULL, 1 << 16);
    assert_int_equal(trial_init(t, coupled_origin), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "kink"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_v1_is_sonex),       trial_test(test_v2_by_definition),
        trial_test(test_v2_on_the_new_u),   trial_test(test_variants_agree_without_memory),
        trial_test(test_weight_decay),      trial_test(test_kinks_are_refused),
        trial_test(test_sp_on_linear_maps), trial_test(test_sp_by_definition),
        trial_test(test_sp_needs_slopes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
