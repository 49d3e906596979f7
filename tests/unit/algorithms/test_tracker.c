/* Trackers: moves by hand, starts and what they cost, components of unequal width. */
#include "algorithms/composition/parts/tracker.h"

#include "coupled.h"
#include "trial.h"

static lf_tracker state;
static const double here[2] = {0.5, -1}, there[2] = {-0.25, 2};

static trial *keep(const toy *problem, double gam, double gam_prime, lf_tracker_start start) {
    trial *t = trial_problem(problem, 4, "1e12");
    const lf_tracker_params p = {gam, gam_prime, LF_TRACKER_OLD, start};
    t->arena = lf_arena_create(&state, sizeof state, 1 << 16);
    assert_ok(lf_tracker_init(&state, &p, 1, t->oracle, t->arena));
    return t;
}

/* B rows of component i, all of them if B is 0. */
static lf_batch draw(trial *t, size_t i, size_t B) {
    lf_batch batch;
    assert_ok(B ? lf_oracle_draw(t->oracle, LF_ROLE_INNER, i, B, &batch)
                : lf_oracle_full(t->oracle, LF_ROLE_INNER, i, &batch));
    return batch;
}

/* What a step asks, and the move. */
static void update(trial *t, const lf_batch *batch, const double *w, const double *w_last) {
    double g[2], g_last[2];
    assert_ok(lf_oracle_value(t->oracle, batch, w, g));
    if (lf_tracker_corrects(&state, batch->component))
        assert_ok(lf_oracle_value(t->oracle, batch, w_last, g_last));
    lf_tracker_move(&state, batch->component, g, g_last);
}

/* u <- (1 - gam) u + gam g(w) + gam' (g(w) - g(w_last)), without noise. */
static void test_moves(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const double gam = 0.3, cases[] = {0, 0.1, 0.7, 4.2};
    for (size_t k = 0; k < 4; k++) {
        trial *t = keep(&problem, gam, cases[k], LF_TRACKER_BATCH);
        assert_ok(lf_tracker_begin(&state, t->oracle, 0, there));
        const lf_batch batch = draw(t, 1, 0);
        update(t, &batch, here, there);
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

/* A logarithm has no slope at 0, where u = old would ask for one; u = new does not ask there, and
 * that of 0.1 + z has one. */
static void test_zero_of_a_logarithm(void **unused) {
    (void)unused;
    static const double levels[] = {0, 0, 0.1};
    static const lf_tracker_u us[] = {LF_TRACKER_OLD, LF_TRACKER_NEW, LF_TRACKER_OLD};
    for (size_t k = 0; k < 3; k++) {
        toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0);
        problem.constraint[1].outer[0] = (lf_outer){LF_OUTER_LOG, 1, 1, 0, .level = levels[k]};
        trial *t = trial_problem(&problem, 4, "1e12");
        t->arena = lf_arena_create(&state, sizeof state, 1 << 16);
        const lf_tracker_params p = {0.5, 0, us[k], LF_TRACKER_ZERO};
        const lf_status got = lf_tracker_init(&state, &p, 1, t->oracle, t->arena);
        assert_int_equal(got, k == 0 ? LF_BAD_ARGUMENT : LF_OK);
        if (k == 0) assert_non_null(strstr(lf_message(), "set u=new"));
    }
}

/* At w = w_last the correction is exactly 0. */
static void test_correction_of_a_resting_point(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0.3);
    double u[2];
    for (size_t k = 0; k < 2; k++) {
        trial *t = keep(&problem, 0.3, k ? 0.5 : 0, LF_TRACKER_ZERO);
        const lf_batch batch = draw(t, 2, 3);
        update(t, &batch, here, here);
        assert_int_equal(trial_count(t, "value.inner"), k ? 6 : 3);
        u[k] = *lf_tracker_at(&state, 2);
    }
    assert_near(u[0], u[1], 0);
}

/* With a slope along the step in place of the change; a first value takes neither. */
static void test_moves_along(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const double g = 0.7, Jv = -0.2;
    for (size_t start = 0; start < 3; start++) {
        trial *t = keep(&problem, 0.3, 0.5, (lf_tracker_start)start);
        assert_ok(lf_tracker_begin(&state, t->oracle, 0, there));
        const double u = *lf_tracker_at(&state, 1);
        lf_tracker_move_along(&state, 1, &g, &Jv);
        const double want = start == LF_TRACKER_FIRST ? g : 0.7 * u + 0.3 * g + 0.5 * Jv;
        assert_near(*lf_tracker_at(&state, 1), want, 1e-15);
    }
}

/* The outer slope waits for u_i where that is wanted, or where there is none yet. */
static void test_late(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    double g = 0.7, g_last = 0.2;
    for (int k = 0; k < 6; k++) {
        const bool first = k / 2 == LF_TRACKER_FIRST, fresh = k % 2 == LF_TRACKER_NEW;
        trial *t = keep(&problem, 0.3, 0.5, (lf_tracker_start)(k / 2));
        state.p.u = k % 2;
        assert_ok(lf_tracker_begin(&state, t->oracle, 0, there));
        assert_int_equal(lf_tracker_late(&state, 1), first || fresh);
        assert_int_equal(lf_tracker_corrects(&state, 1), !first);
        lf_tracker_move(&state, 1, &g, &g_last);
        assert_int_equal(lf_tracker_late(&state, 1), fresh);
        assert_true(lf_tracker_corrects(&state, 1));
        assert_int_equal(lf_tracker_late(&state, 0), first || fresh);
    }
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
        const lf_batch batch = draw(t, 0, 5);
        update(t, &batch, here, there);
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
    assert_int_equal(state.at[3], 5);
    assert_int_equal(state.most, 2);
    for (size_t i = 0; i < 3; i++) {
        const size_t p = i < 2 ? 2 : 1;
        double u[5], g[2], before[2];
        const lf_batch batch = draw(t, i, 4);
        lf_vec_copy(5, state.u, u);
        assert_ok(lf_oracle_value(t->oracle, &batch, here, g));
        assert_ok(lf_oracle_value(t->oracle, &batch, there, before));
        update(t, &batch, here, there);
        assert_int_equal(lf_tracker_width(&state, i), p);
        for (size_t j = 0; j < p; j++)
            u[2 * i + j] = 0.4 * g[j] + 0.3 * (g[j] - before[j]);
        for (size_t j = 0; j < 5; j++)
            assert_near(state.u[j], u[j], 1e-15);
        assert_true(lf_tracker_at(&state, i) == state.u + 2 * i);
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
            const lf_batch batch = draw(t, 0, 0);
            update(t, &batch, path[step], path[step - 1]);
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

/* What is asked, or that of the theory for B1 of three components a step. */
static void test_gam_prime(void **unused) {
    (void)unused;
    static const struct {
        double asked, gam;
        size_t B1;
        double want; /* NAN: it would be infinite */
    } cases[] = {
        {0.05, 0.2, 2, 0.05},
        {-1, 0.2, 2, 1 / 1.6 + 0.8},
        {-1, 0.2, 1, 2 / 0.8 + 0.8},
        {-1, 0.2, 3, 0.8}, /* STORM */
        {-1, 1, 3, 0},
        {-1, 1, 2, NAN},
    };
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        trial *t = trial_problem(&problem, 4, "1e12");
        const lf_tracker_params p = {.gam = cases[k].gam, .gam_prime = cases[k].asked};
        t->arena = lf_arena_create(&state, sizeof state, 1 << 16);
        const lf_status status = lf_tracker_init(&state, &p, cases[k].B1, t->oracle, t->arena);
        assert_int_equal(status, isnan(cases[k].want) ? LF_BAD_ARGUMENT : LF_OK);
        if (status == LF_OK) assert_near(state.p.gam_prime, cases[k].want, 1e-15);
    }
    assert_non_null(strstr(lf_message(), "2 of 3"));
}

static void test_needs_inner_components(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = trial_problem(&problem, 1, "1e12");
    const lf_tracker_params p = {.gam = 0.2, .start = LF_TRACKER_ZERO};
    t->arena = lf_arena_create(&state, sizeof state, 1 << 16);
    assert_int_equal(lf_tracker_init(&state, &p, 1, t->oracle, t->arena), LF_UNSUPPORTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_zero_of_a_logarithm),
        trial_test(test_moves),
        trial_test(test_correction_of_a_resting_point),
        trial_test(test_starts),
        trial_test(test_unequal_components),
        trial_test(test_moves_along),
        trial_test(test_late),
        trial_test(test_slopes_are_dual_variables),
        trial_test(test_gam_prime),
        trial_test(test_needs_inner_components),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
