/* ALEXR: steps by hand, counts, and saddle points that are known. */
#include "coupled_reference.h"

extern const lf_algorithm lf_algorithm_alexr;

#define WHOLE "B0=0,B1=0,B2=0"

/* coupled_toy with hinges of weight 2 and b_0 = 0.1: then g_0 = 0 at the minimiser, between f_0's
 * slopes. y = (1.84, 0, 2) makes w = (1, -1) - (1/3) sum y_i A_i = (0.22, -0.64) stationary. */
static const double saddle_w[2] = {0.22, -0.64}, saddle_y[COUPLED_N] = {1.84, 0, 2};

static toy kinked(double spread) {
    toy t = coupled_toy(LF_PENALTY_HINGE, spread);
    for (size_t row = 0; row < t.constraint[0].is.samples; row++)
        t.constraint[0].level[row][0] -= 0.1;
    return t;
}

static double kinked_inner(size_t i, const double *w) {
    return coupled_inner(i, w) - (i == 0 ? 0.1 : 0);
}

/* F(w) - F* >= 0 of the noiseless problem */
static double kinked_gap(const double *w) {
    double F[2] = {0, 0};
    for (size_t at = 0; at < 2; at++) {
        const double *v = at ? saddle_w : w;
        F[at] = ((v[0] - 1) * (v[0] - 1) + (v[1] + 1) * (v[1] + 1)) / 2;
        for (size_t i = 0; i < COUPLED_N; i++)
            F[at] += 2 * fmax(kinked_inner(i, v), 0) / COUPLED_N;
    }
    return F[0] - F[1];
}

/* y <- clip(y + gam v, 0, rho) and a gradient step, from the start's subgradients. */
static void test_steps_by_hand(void **unused) {
    (void)unused;
    const toy problem = kinked(0);
    const double eta = 0.1, gam = 0.7, theta = 0.8;
    double z[2] = {0.5, 0.5}, last[2] = {0.5, 0.5}, y[COUPLED_N], mean[2] = {0, 0};
    for (size_t i = 0; i < COUPLED_N; i++)
        y[i] = kinked_inner(i, z) > 0 ? 2 : 0;
    trial *t = trial_start(&lf_algorithm_alexr, &problem, 1, z, WHOLE ",eta=0.1,gam=0.7,theta=0.8");
    trial *u = trial_start(&lf_algorithm_alexr, &problem, 1, z,
                           WHOLE ",eta=0.1,gam=0.7,theta=0.8,output=average");
    for (size_t k = 1; k <= 30; k++) {
        double G[2] = {z[0] - 1, z[1] + 1};
        for (size_t i = 0; i < COUPLED_N; i++) {
            const double now = kinked_inner(i, z), v = now + theta * (now - kinked_inner(i, last));
            y[i] = fmin(fmax(y[i] + gam * v, 0), 2);
            lf_vec_axpy(2, y[i] / COUPLED_N, coupled_A[i], G);
        }
        lf_vec_copy(2, z, last);
        lf_vec_axpy(2, -eta, G, z);
        lf_vec_axpy(2, 1, z, mean);
        const double *w = trial_steps(t, 1), *average = trial_steps(u, 1);
        const lf_point both = lf_algorithm_alexr.average(t->state);
        for (size_t j = 0; j < 2; j++) {
            assert_near(w[j], z[j], 1e-13);
            assert_near(average[j], mean[j] / (double)k, 1e-13);
            assert_near(both.w[j], average[j], 0);
        }
    }
}

static double hinge(double g) {
    return g > 0 ? 2 : 0;
}

/* gam = 1 */
static double clipped(double v, double y) {
    return fmin(fmax(y + v, 0), 2);
}

/* Without noise the last iterate and the duals go to the saddle point. */
static void test_saddle_point(void **unused) {
    (void)unused;
    const toy problem = kinked(0);
    for (size_t theta = 0; theta < 2; theta++) {
        const char *set = trial_text(WHOLE ",eta=0.1,gam=1,theta=%zu", theta);
        trial *t = trial_start(&lf_algorithm_alexr, &problem, 1, coupled_origin, set);
        alexr_reference r = {hinge, clipped, .eta = 0.1, .theta = (double)theta, .B1 = 3};
        alexr_reference_begin(&r, &problem, 1, coupled_origin);
        for (size_t k = 0; k < 2000; k++) {
            const double *w = trial_steps(t, 1), *z = alexr_reference_step(&r);
            assert_near(lf_vec_distance(2, w, z), 0, 1e-12);
        }
        for (size_t j = 0; j < 2; j++)
            assert_near(r.z[0][j], saddle_w[j], 1e-12);
        for (size_t i = 0; i < COUPLED_N; i++)
            assert_near(r.y[i], saddle_y[i], 1e-11);
    }
}

static double squared(double g) {
    return 4 * fmax(g, 0);
}

/* The divergence of f* for a smooth f: its minimiser, where the gradient is 0. */
static void test_bregman(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0);
    trial *t = trial_start(&lf_algorithm_alexr, &problem, 1, coupled_origin,
                           WHOLE ",dual=bregman,eta=0.1,gam=1");
    double grad[2];
    coupled_gradient(trial_steps(t, 2000), squared, grad);
    assert_true(lf_vec_norm(2, grad) < 1e-13);
}

static void test_bregman_refuses_kinks(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    trial *t = trial_prepare(&lf_algorithm_alexr, &problem, 1, "1e6", "dual=bregman", 1 << 20);
    assert_int_equal(trial_init(t, coupled_origin), LF_UNSUPPORTED);
}

/* With samples of rows and of components, F of the average exceeds F* by about 1/(eta T) + eta: a
 * quarter of the steps sizes and 16 times T leave a quarter of it, less than half to be sure. */
static void test_average_with_noise(void **unused) {
    (void)unused;
    const toy problem = kinked(0.1);
    for (size_t i = 0; i < 4; i++) {
        double gap[2] = {0, 0};
        for (uint64_t seed = 0; seed < 8; seed++)
            for (size_t fine = 0; fine < 2; fine++) {
                const char *set =
                    trial_text("B0=4,B1=%d,B2=4,batches=%s,output=average,theta=0.9,eta=%g,gam=%g",
                               i < 2 ? 1 : 3, i % 2 ? "one" : "independent", fine ? 0.01 : 0.04,
                               fine ? 0.1 : 0.4);
                trial *t = trial_start(&lf_algorithm_alexr, &problem, seed, coupled_origin, set);
                gap[fine] += kinked_gap(trial_steps(t, fine ? 16000 : 1000)) / 8;
                trial_teardown(NULL);
            }
        assert_true(gap[0] < 0.05 && gap[1] < gap[0] / 2);
    }
}

/* As in ALEXR2: N = 2 * 4, and 12 rows to start. */
static void test_counts(void **unused) {
    (void)unused;
    const toy problem = kinked(0.1);
    const struct {
        const char *set;
        size_t first, samples, values, gradients;
    } cases[] = {
        {"batches=independent", 12, 16, 24, 8},
        {"batches=one", 12, 8, 16, 8},
        {"batches=one,theta=0", 12, 8, 8, 8},
        {"batches=one,start=zero", 0, 8, 16, 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *set = trial_text("B0=5,B1=2,B2=4,%s", cases[i].set);
        trial *t = trial_start(&lf_algorithm_alexr, &problem, 1, coupled_origin, set);
        trial_steps(t, 9);
        assert_int_equal(trial_count(t, "samples.inner"), cases[i].first + 9 * cases[i].samples);
        assert_int_equal(trial_count(t, "value.inner"), cases[i].first + 9 * cases[i].values);
        assert_int_equal(trial_count(t, "gradient.inner"), 9 * cases[i].gradients);
        assert_int_equal(trial_count(t, "gradient.objective"), 9 * 5);
        assert_int_equal(trial_count(t, "samples.objective"), 9 * 5);
    }
    trial *t = trial_start(&lf_algorithm_alexr, &problem, 1, coupled_origin, WHOLE);
    trial_steps(t, 9);
    assert_int_equal(trial_count(t, "gradient.objective"), 9 * 16);
    assert_int_equal(trial_count(t, "gradient.inner"), 9 * 40); /* one batch of all rows does */
    assert_int_equal(trial_count(t, "samples.inner"), 40 + 9 * 40);
}

/* Only the duals of the drawn components move, and G is the mean over those; from two batches of a
 * component, with theta. */
static void test_others_stay(void **unused) {
    (void)unused;
    const toy problem = kinked(0.1);
    for (size_t B1 = 1; B1 <= 2; B1++) {
        const char *set = trial_text("B0=5,B1=%zu,B2=4,eta=0.1,gam=1,theta=0.7", B1);
        trial *t = trial_start(&lf_algorithm_alexr, &problem, 4, coupled_origin, set);
        alexr_reference r = {hinge, clipped, .eta = 0.1, .theta = 0.7, .B0 = 5, .B1 = B1, .B2 = 4};
        alexr_reference_begin(&r, &problem, 4, coupled_origin);
        for (size_t k = 0; k < 40; k++) {
            const double *w = trial_steps(t, 1), *z = alexr_reference_step(&r);
            for (size_t j = 0; j < 2; j++)
                assert_near(w[j], z[j], 1e-13);
        }
    }
}

/* The known part and the regulariser belong to g0, and z stays in X. */
static void test_parts_of_g0(void **unused) {
    (void)unused;
    const double here[2] = {0.5, 0.75}, far[2] = {3, 4};
    toy problem = coupled_shapes();
    double w[2][2];
    for (size_t k = 0; k < 2; k++) {
        if (k) problem.known.is.outputs = 0;
        if (k) problem.regulariser = (lf_outer){LF_OUTER_ABS, 1, 0.25, 0};
        trial *t = trial_start(&lf_algorithm_alexr, &problem, 1, here, WHOLE ",eta=0.5");
        lf_vec_copy(2, trial_steps(t, 1), w[k]);
    }
    assert_near(w[0][0] - w[1][0], 0.125, 1e-15); /* |w_0| / 4 for 0.3 w_1 */
    assert_near(w[0][1] - w[1][1], -0.15, 1e-15);
    problem.domain.radius = 0.05;
    trial *t = trial_start(&lf_algorithm_alexr, &problem, 1, far, WHOLE ",eta=0.5");
    assert_near(t->is->iterate(t->state).w[0], 0.03, 1e-16);
    assert_near(lf_vec_norm(2, trial_steps(t, 1)), 0.05, 1e-16);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_steps_by_hand),
        trial_test(test_saddle_point),
        trial_test(test_bregman),
        trial_test(test_bregman_refuses_kinks),
        trial_test(test_average_with_noise),
        trial_test(test_counts),
        trial_test(test_others_stay),
        trial_test(test_parts_of_g0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
