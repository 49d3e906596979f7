/* Trackers: moves by hand, starts and what they cost, components of unequal width. */
#include "algorithms/composition/parts/tracker.h"

#include "coupled.h"
#include "trial.h"

static lf_tracker state;
static const double here[2] = {0.5, -1}, there[2] = {-0.25, 2};

static trial *keep(const toy *problem, double gam, double gam_prime, lf_tracker_start start) {
    trial *t = trial_problem(problem, 4, "1e12");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 16);
    assert_ok(lf_tracker_init(&state, gam, gam_prime, start, t->oracle, t->arena));
    return t;
}

/* u <- (1 - gam) u + gam g(w) + gam' (g(w) - g(w_last)), without noise. */
static void test_moves(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const double gam = 0.3, cases[] = {0, 0.1, 0.7, 4.2};
    for (size_t k = 0; k < 4; k++) {
        trial *t = keep(&problem, gam, cases[k], LF_TRACKER_BATCH);
        assert_ok(lf_tracker_begin(&state, t->oracle, 0, there));
        lf_batch batch;
        assert_ok(lf_tracker_draw(t->oracle, 1, 0, &batch));
        assert_ok(lf_tracker_update(&state, t->oracle, &batch, here, there));
        const double g = coupled_inner(1, here), before = coupled_inner(1, there);
        const double want = (1 - gam) * before + gam * g + cases[k] * (g - before);
        assert_near(*lf_tracker_at(&state, 1), want, 1e-14);
        assert_near(*lf_tracker_at(&state, 0), coupled_inner(0, there), 1e-14);
        assert_near(*lf_tracker_at(&state, 2), coupled_inner(2, there), 1e-14);
        /* all rows at the start; then twelve, and again twelve at w_last unless gam' = 0 */
        assert_int_equal(trial_count(t, "value.inner"), 40 + (k ? 24 : 12));
        assert_int_equal(trial_count(t, "samples.inner"), 40 + 12);
    }
}

/* At w = w_last the correction is 0, and without w_last it is not asked for. */
static void test_correction_of_a_resting_point(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0.3);
    double u[2];
    for (size_t k = 0; k < 2; k++) {
        trial *t = keep(&problem, 0.3, 0.5, LF_TRACKER_ZERO);
        lf_batch batch;
        assert_ok(lf_tracker_draw(t->oracle, 2, 3, &batch));
        assert_ok(lf_tracker_update(&state, t->oracle, &batch, here, k ? here : NULL));
        assert_int_equal(trial_count(t, "value.inner"), k ? 6 : 3);
        u[k] = *lf_tracker_at(&state, 2);
    }
    assert_near(u[0], u[1], 0);
}

static void test_starts(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const size_t values[] = {3 * 5, 0, 0}, moved[] = {2 * 5, 5, 2 * 5};
    const double g = coupled_inner(0, here), before = coupled_inner(0, there);
    const double want[] = {0.8 * before + 0.2 * g + 0.1 * (g - before), g,
                           0.2 * g + 0.1 * (g - before)};
    for (size_t k = 0; k < 3; k++) {
        trial *t = keep(&problem, 0.2, 0.1, (lf_tracker_start)k);
        assert_ok(lf_tracker_begin(&state, t->oracle, 5, there));
        assert_int_equal(trial_count(t, "value.inner"), values[k]);
        assert_int_equal(trial_count(t, "samples.inner"), values[k]);
        for (size_t i = 0; i < 3; i++)
            assert_int_equal(state.known[i], k != LF_TRACKER_FIRST);
        lf_batch batch;
        assert_ok(lf_tracker_draw(t->oracle, 0, 5, &batch));
        assert_ok(lf_tracker_update(&state, t->oracle, &batch, here, there));
        assert_near(*lf_tracker_at(&state, 0), want[k], 1e-14);
        assert_int_equal(trial_count(t, "value.inner"), values[k] + moved[k]);
        assert_true(state.known[0]);
        assert_int_equal(state.known[1], k != LF_TRACKER_FIRST);
    }
}

/* Components of 2, 2 and 1 outputs: each u_i is its own slice and follows its own samples. */
static void test_unequal_components(void **unused) {
    (void)unused;
    const toy problem = coupled_shapes();
    trial *t = keep(&problem, 0.4, 0.3, LF_TRACKER_ZERO);
    assert_int_equal(state.n, 3);
    assert_int_equal(state.p, 5);
    for (size_t i = 0; i < 3; i++) {
        const size_t p = i < 2 ? 2 : 1;
        double u[5], g[2], before[2];
        lf_batch batch;
        lf_vec_copy(5, state.u, u);
        assert_ok(lf_tracker_draw(t->oracle, i, 4, &batch));
        assert_ok(lf_oracle_value(t->oracle, &batch, here, g));
        assert_ok(lf_oracle_value(t->oracle, &batch, there, before));
        assert_ok(lf_tracker_update(&state, t->oracle, &batch, here, there));
        for (size_t j = 0; j < p; j++)
            u[2 * i + j] = 0.4 * g[j] + 0.3 * (g[j] - before[j]);
        for (size_t j = 0; j < 5; j++)
            assert_near(state.u[j], u[j], 1e-15);
        assert_true(lf_tracker_at(&state, i) == state.u + 2 * i);
    }
}

/* A size that reaches all samples takes each once, where its value is exact. */
static void test_draws(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0.3);
    trial *t = keep(&problem, 1, 0, LF_TRACKER_ZERO);
    const size_t sizes[] = {0, 20, 19, 500}, want[] = {20, 20, 19, 20};
    for (size_t k = 0; k < 4; k++) {
        lf_batch batch;
        assert_ok(lf_tracker_draw(t->oracle, 2, sizes[k], &batch));
        assert_int_equal(batch.n, want[k]);
        assert_ok(lf_tracker_update(&state, t->oracle, &batch, here, NULL));
        if (k != 2) assert_near(*lf_tracker_at(&state, 2), coupled_inner(2, here), 1e-14);
    }
}

/* With gam = gh, gam' = gh theta the slope clip(u / lam, 0, rho) is the dual variable of ALEXR,
 *     y <- clip((1 - gh) y + gh (g + theta (g - g_last)) / lam, 0, rho),
 * until something is clipped: y forgets how far outside it was, u does not. */
static void test_slopes_are_dual_variables(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const double gh = 0.8, theta = 0.125, rho = 2, lams[] = {1, 0.1};
    const double path[5][2] = {{0, 0}, {0.3, 0.2}, {0.1, -0.1}, {0.4, 0.1}, {-0.1, 0.1}};
    for (size_t k = 0; k < 2; k++) {
        trial *t = keep(&problem, gh, gh * theta, LF_TRACKER_BATCH);
        const lf_outer *f = lf_oracle_component(t->oracle, LF_ROLE_INNER, 0)->outer;
        assert_ok(lf_tracker_begin(&state, t->oracle, 0, path[0]));
        double y = coupled_inner(0, path[0]) / lams[k], value, slope, apart = 0;
        for (size_t step = 1; step < 5; step++) {
            lf_batch batch;
            assert_ok(lf_tracker_draw(t->oracle, 0, 0, &batch));
            assert_ok(lf_tracker_update(&state, t->oracle, &batch, path[step], path[step - 1]));
            const double g = coupled_inner(0, path[step]);
            const double ahead = g + theta * (g - coupled_inner(0, path[step - 1]));
            y = fmin(fmax((1 - gh) * y + gh * ahead / lams[k], 0), rho);
            assert_ok(lf_outer_envelope(f, lams[k], state.u, &value, &slope));
            if (fabs(slope - y) > apart) apart = fabs(slope - y);
        }
        if (k == 0) assert_near(apart, 0, 1e-12);
        if (k == 1) assert_true(apart > 0.05);
    }
}

static void test_gam_prime(void **unused) {
    (void)unused;
    double gam_prime;
    assert_ok(lf_tracker_gam_prime(0.05, 0.2, 30, 8, &gam_prime));
    assert_near(gam_prime, 0.05, 0);
    assert_ok(lf_tracker_gam_prime(-1, 0.2, 30, 8, &gam_prime));
    assert_near(gam_prime, 22 / 6.4 + 0.8, 1e-15);
    assert_ok(lf_tracker_gam_prime(-1, 0.2, 30, 30, &gam_prime)); /* STORM */
    assert_near(gam_prime, 0.8, 1e-16);
    assert_ok(lf_tracker_gam_prime(-1, 1, 30, 30, &gam_prime));
    assert_near(gam_prime, 0, 0);
    assert_int_equal(lf_tracker_gam_prime(-1, 1, 30, 8, &gam_prime), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "8 of 30"));
}

static void test_needs_inner_components(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_problem(&problem, 1, "1e12");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 16);
    assert_int_equal(lf_tracker_init(&state, 0.2, 0, LF_TRACKER_ZERO, t->oracle, t->arena),
                     LF_UNSUPPORTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_moves),     trial_test(test_correction_of_a_resting_point),
        trial_test(test_starts),    trial_test(test_unequal_components),
        trial_test(test_draws),     trial_test(test_slopes_are_dual_variables),
        trial_test(test_gam_prime), trial_test(test_needs_inner_components),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
