/* One step's gradient of a composition: exact values, bias, counts; which iterate is the answer. */
#include "algorithms/composition/parts/coupled.h"

#include "algorithms/common/output.h"
#include "coupled.h"
#include "trial.h"

static struct {
    lf_coupled of;
    lf_update update;
    lf_output out;
} state;
static lf_coupled *const of = &state.of;

static const double here[2] = {0.5, 0.75};

static trial *keep(const toy *problem, uint64_t seed, const lf_coupled_params *p, double lam) {
    trial *t = trial_problem(problem, seed, "1e12");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 16);
    assert_ok(lf_coupled_init(of, p, lam, t->oracle, here, t->arena));
    return t;
}

static double slope_squared(double z) {
    return 4 * fmax(z, 0);
}

static double slope_hinge(double z) {
    return z > 0 ? 2 : 0;
}

static double slope_smoothed(double z) {
    return fmin(fmax(z / 0.4, 0), 2);
}

/* Full batches of everything: grad F, at either u, as u_i = g_i(w_0) at the start. */
static void test_exact(void **unused) {
    (void)unused;
    static const struct {
        lf_penalty penalty;
        double lam;
        double (*slope)(double);
    } cases[] = {{LF_PENALTY_SQUARED_HINGE, 0, slope_squared},
                 {LF_PENALTY_HINGE, 0, slope_hinge},
                 {LF_PENALTY_HINGE, 0.4, slope_smoothed}};
    for (size_t k = 0; k < 6; k++) {
        const toy problem = coupled_toy(cases[k / 2].penalty, 0.3);
        const lf_coupled_params p = {.gam = 0.3, .gam_prime = 0.1, .u = k % 2};
        trial *t = keep(&problem, 1, &p, cases[k / 2].lam);
        double want[2];
        assert_ok(lf_coupled_gradient(of, t->oracle));
        coupled_gradient(here, cases[k / 2].slope, want);
        for (size_t j = 0; j < 2; j++)
            assert_near(of->G[j], want[j], 1e-13);
    }
}

/* w_{t-1} and the trackers follow: without noise and with gam = 1 the new u is g(w_t). */
static void test_second_step(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0);
    for (size_t fresh = 0; fresh < 2; fresh++) {
        const lf_coupled_params p = {.gam = 1, .u = fresh ? LF_COUPLED_NEW : LF_COUPLED_OLD};
        const double zero[2] = {0, 0};
        trial *t = keep(&problem, 1, &p, 0);
        const lf_update_params plain = {LF_UPDATE_MOMENTUM, .beta = 1};
        assert_ok(lf_update_init(&state.update, &plain, 2, t->arena));
        assert_ok(lf_coupled_gradient(of, t->oracle));
        lf_coupled_step(of, t->oracle, &state.update, 1, 1, here); /* to 0 */
        assert_memory_equal(of->w_last, here, sizeof here);
        assert_memory_equal(of->w, zero, sizeof zero);
        assert_ok(lf_coupled_gradient(of, t->oracle));
        double want[2] = {-1, 1}; /* grad g0(0), then slopes at g(here) or at g(0) */
        for (size_t i = 0; i < 3; i++) {
            const double u = coupled_inner(i, fresh ? zero : here);
            lf_vec_axpy(2, slope_squared(u) / 3, coupled_A[i], want);
            assert_near(*lf_tracker_at(&of->tracker, i), coupled_inner(i, zero), 1e-15);
        }
        for (size_t j = 0; j < 2; j++)
            assert_near(of->G[j], want[j], 1e-14);
    }
}

/* Given all u_i, the mean of G on the old u is grad g0 + (1/n) sum_i J_i^T f_i'(u_i): S, B_i and
 * B_0 are what is random. Plain means over 20,000 seeds, within 4.5 standard errors. */
static void test_unbiased_given_u(void **unused) {
    (void)unused;
    enum { SEEDS = 20000 };
    const toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0.3);
    const lf_coupled_params p = {3, 2, 2, 0.3, 0.5, LF_COUPLED_OLD, .start = LF_TRACKER_ZERO};
    const double u[3] = {0.7, -0.2, 1.1};
    double sum[2] = {0}, squares[2] = {0}, want[2] = {here[0] - 1, here[1] + 1};
    for (size_t i = 0; i < 3; i++)
        lf_vec_axpy(2, slope_squared(u[i]) / 3, coupled_A[i], want);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        trial *t = keep(&problem, seed, &p, 0);
        lf_vec_copy(3, u, of->tracker.u);
        assert_ok(lf_coupled_gradient(of, t->oracle));
        for (size_t j = 0; j < 2; j++) {
            sum[j] += of->G[j];
            squares[j] += of->G[j] * of->G[j];
        }
        trial_teardown(NULL);
    }
    for (size_t j = 0; j < 2; j++) {
        const double mean = sum[j] / SEEDS, variance = squares[j] / SEEDS - mean * mean;
        assert_true(variance > 0.01);
        assert_near(mean, want[j], 4.5 * sqrt(variance / SEEDS));
    }
}

/* B_0 = 3, B1 = 2, B2 = 4 of a problem with one sampled and one known objective. */
static void test_counts(void **unused) {
    (void)unused;
    const toy problem = coupled_shapes();
    for (size_t k = 0; k < 12; k++) {
        const int u = k % 2, start = (int)(k / 4);
        const double gam_prime = k / 2 % 2 ? 0.5 : 0;
        const lf_coupled_params p = {3, 2, 4, 0.3, gam_prime, u, .start = start};
        trial *t = keep(&problem, 1, &p, 0);
        const size_t begun = start == LF_TRACKER_BATCH ? 3 * 4 : 0;
        assert_int_equal(trial_count(t, "value.inner"), begun);
        assert_int_equal(trial_count(t, "samples.inner"), begun);
        assert_int_equal(trial_count(t, "gradient.inner"), 0);
        for (size_t step = 0; step < 5; step++)
            assert_ok(lf_coupled_gradient(of, t->oracle));
        size_t asked = 5 * 2 * 4 * (gam_prime > 0 ? 2 : 1);
        /* what is touched first is asked about once; in five steps all three are, by this seed */
        if (start == LF_TRACKER_FIRST && gam_prime > 0) asked -= 3 * 4;
        for (size_t i = 0; i < 3; i++)
            assert_true(of->tracker.known[i]);
        assert_int_equal(trial_count(t, "value.inner"), begun + asked);
        assert_int_equal(trial_count(t, "samples.inner"), begun + 5 * 2 * 4);
        assert_int_equal(trial_count(t, "gradient.inner"), 5 * 2 * 4);
        assert_int_equal(trial_count(t, "samples.objective"), 5 * 3);
        assert_int_equal(trial_count(t, "gradient.objective"), 5 * 3);
        assert_int_equal(trial_count(t, "value.objective"), 0);
        assert_int_equal(trial_count(t, "outer"), 5 * (2 + 2));
    }
}

/* Where there is no u_i yet, the slope is taken at the first value, whatever `u` says. */
static void test_first_touch(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0.3);
    double G[2][2];
    for (int u = 0; u < 2; u++) {
        const lf_coupled_params p = {3, 0, 2, 0.3, 0.5, u, .start = LF_TRACKER_FIRST};
        trial *t = keep(&problem, 5, &p, 0);
        assert_ok(lf_coupled_gradient(of, t->oracle));
        lf_vec_copy(2, of->G, G[u]);
        for (size_t i = 0; i < 3; i++) {
            double g;
            assert_ok(lf_oracle_value(t->oracle, &of->B[i], here, &g));
            assert_near(*lf_tracker_at(&of->tracker, i), g, 0);
            assert_near(of->y[i], slope_squared(g), 0);
        }
    }
    assert_memory_equal(G[0], G[1], sizeof G[0]);
}

/* The known part and the regulariser belong to g0; B1 = 0 and B1 > n both mean all. */
static void test_parts_of_g0(void **unused) {
    (void)unused;
    toy problem = coupled_shapes();
    double G[2][2];
    for (size_t k = 0; k < 2; k++) {
        const lf_coupled_params p = {.B1 = k ? 99 : 0, .gam = 1};
        if (k) problem.known.is.outputs = 0;
        if (k) problem.regulariser = (lf_outer){LF_OUTER_ABS, 1, 0.25, 0};
        trial *t = keep(&problem, 1, &p, 0);
        assert_int_equal(of->p.B1, 3);
        assert_ok(lf_coupled_gradient(of, t->oracle));
        lf_vec_copy(2, of->G, G[k]);
    }
    assert_near(G[1][0] - G[0][0], 0.25, 1e-15); /* |w_0| / 4 for 0.3 w_1 */
    assert_near(G[1][1] - G[0][1], -0.3, 1e-15);
}

static void test_smooth(void **unused) {
    (void)unused;
    const toy smooth = coupled_shapes(), kinked = coupled_toy(LF_PENALTY_HINGE, 0);
    assert_ok(lf_coupled_smooth(trial_problem(&smooth, 1, "1e12")->oracle));
    assert_int_equal(lf_coupled_smooth(trial_problem(&kinked, 1, "1e12")->oracle), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "component 0 has a kink"));
}

/* `last` answers with the point at hand; `random` with each of those offered equally often. */
static void test_output(void **unused) {
    (void)unused;
    const toy problem = coupled_shapes();
    const lf_coupled_params p = {.gam = 1};
    size_t drawn[4] = {0};
    for (uint64_t seed = 0; seed < 2000; seed++) {
        trial *t = keep(&problem, seed, &p, 0);
        const lf_output_rule rule = seed % 2 ? LF_OUTPUT_RANDOM : LF_OUTPUT_LAST;
        assert_ok(lf_output_init(&state.out, rule, t->oracle, t->arena));
        const double end[2] = {4, 0};
        assert_true(lf_output_point(&state.out, end).w == end);
        for (size_t k = 0; k < 4; k++)
            lf_output_offer(&state.out, t->oracle, (double[2]){(double)k, 0});
        const double *w = lf_output_point(&state.out, end).w;
        if (rule == LF_OUTPUT_LAST) assert_true(w == end);
        if (rule == LF_OUTPUT_RANDOM) drawn[(size_t)*w]++;
        trial_teardown(NULL);
    }
    for (size_t k = 0; k < 4; k++) /* within four standard deviations of 1000 draws */
        assert_near((double)drawn[k] / 1000, 0.25, 4 * sqrt(0.25 * 0.75 / 1000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_exact),  trial_test(test_second_step), trial_test(test_unbiased_given_u),
        trial_test(test_counts), trial_test(test_first_touch), trial_test(test_parts_of_g0),
        trial_test(test_smooth), trial_test(test_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
