/* MSVR: v1 is SONEX without smoothing; v2 against its definition, one step at a time. */
#include "coupled_reference.h"

extern const lf_algorithm lf_algorithm_msvr, lf_algorithm_sonex;

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

static double squared(double z) {
    return 4 * fmax(z, 0);
}

/* The maps bend, so that it matters at which point their slopes are taken. */
static toy curved(double spread) {
    toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, spread);
    for (size_t i = 0; i < COUPLED_N; i++)
        problem.constraint[i].curve = 0.8;
    return problem;
}

/* Two of three components a step, so that some visits are consecutive and others are not. On the
 * old u what counts is u_i before step t-1, on the new one u_i after it, of whoever is sampled. */
static void test_v2_by_definition(void **unused) {
    (void)unused;
    const toy problem = curved(0.2);
    for (size_t k = 0; k < 12; k++) {
        const int start = (int)(k % 3);
        const bool fresh = k / 3 % 2;
        const size_t B1 = 2 - k / 6;
        const char *set = trial_text("variant=v2,a=0.3,eta=0.05,gam=0.4,B0=3,B1=%zu,B2=4,u=%s,"
                                     "start=%s",
                                     B1, fresh ? "new" : "old",
                                     (const char *[]){"batch", "first", "zero"}[start]);
        trial *t = trial_start(&lf_algorithm_msvr, &problem, 6, coupled_origin, set);
        reference r = {squared,  .eta = 0.05, .gam = 0.4,     .beta = 0.3,    .B0 = 3,
                       .B1 = B1, .B2 = 4,     .start = start, .fresh = fresh, .storm = true};
        r.gam_prime = (double)(3 - B1) / ((double)B1 * 0.6) + 0.6;
        size_t again = 0, apart = 0, last[3] = {0};
        reference_begin(&r, &problem, 6, coupled_origin);
        for (size_t step = 0; step < 40; step++) {
            reference_follow(&r, t, 1);
            for (size_t b = 0; b < B1; b++) {
                const size_t i = r.S[b];
                if (last[i] > 0) (last[i] == step ? again++ : apart++);
                last[i] = step + 1;
            }
        }
        assert_true(again > 5 && apart > 10);
        trial_teardown(NULL);
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
    reference r = {squared,      .eta = 0.2, .gam = 0.3, .gam_prime = 1 / 1.4 + 0.7,
                   .beta = 0.1,  .B0 = 3,    .B1 = 2,    .B2 = 4,
                   .along = true};
    reference values = r;
    values.along = false;
    reference_begin(&r, &problem, 3, coupled_origin);
    reference_begin(&values, &problem, 3, coupled_origin);
    reference_follow(&r, t, 30);
    for (size_t k = 0; k < 30; k++)
        reference_step(&values);
    assert_true(lf_vec_distance(2, r.w[0], values.w[0]) > 1e-3);
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
        trial_test(test_v1_is_sonex),
        trial_test(test_v2_by_definition),
        trial_test(test_variants_agree_without_memory),
        trial_test(test_weight_decay),
        trial_test(test_kinks_are_refused),
        trial_test(test_sp_on_linear_maps),
        trial_test(test_sp_by_definition),
        trial_test(test_sp_needs_slopes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
