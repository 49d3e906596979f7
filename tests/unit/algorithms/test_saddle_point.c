/* The point of a saddle problem: gradients, steps of both blocks, responses and redraws. */
#include "algorithms/saddle/parts/saddle_point.h"

#include <string.h>

#include "saddle_problem.h"
#include "trial.h"

static lf_saddle_point state;

static trial *start(const lf_problem_class *is, size_t B, uint64_t seed, const char *budget) {
    trial *t = trial_problem_of(is, NULL, seed, budget);
    t->arena = lf_arena_create(&state, sizeof state, 1 << 12);
    assert_non_null(t->arena);
    assert_ok(lf_saddle_point_init(&state, B, t->oracle, t->problem.info.x0, t->arena));
    return t;
}

/* From v = 2, alpha = 0 with E z = 3/2: dF/dv = 2, dF/dalpha = 1/2, and both move at once. */
static void test_both_at_once(void **unused) {
    (void)unused;
    trial *t = start(&saddle_problem, 0, 1, "1e6");
    assert_ok(lf_saddle_point_gradient(&state, t->oracle));
    assert_near(*state.grad_v, 2, 1e-15);
    assert_near(*state.grad_alpha, 0.5, 1e-15);
    lf_saddle_point_step(&state, t->oracle, 0.5);
    assert_near(*state.v, 1, 1e-15);
    assert_near(*state.alpha, 0.25, 1e-15);
    assert_ok(lf_saddle_point_gradient(&state, t->oracle)); /* not added to what was there */
    assert_near(*state.grad_v, 1.25, 1e-15);
    assert_near(*state.grad_alpha, -0.75, 1e-15);
    assert_int_equal(trial_count(t, "gradient.objective"), 8);
    assert_int_equal(trial_count(t, "samples.objective"), 8);
}

/* Steps end in the domains: |v| <= 5, |alpha| <= 3. */
static void test_projections(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0);
    const double far[2] = {30, 40};
    trial *t = trial_problem(&problem, 1, "1e6");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 12);
    assert_ok(lf_saddle_point_init(&state, 0, t->oracle, far, t->arena));
    assert_near(state.v[0], 3, 1e-14);
    assert_near(state.v[1], 4, 1e-14);
    assert_ok(lf_saddle_point_gradient(&state, t->oracle));
    lf_saddle_point_step(&state, t->oracle, 100); /* along -(1, 3) and 6 */
    assert_near(lf_vec_norm(2, state.v), 5, 1e-14);
    assert_near(*state.alpha, 3, 0);
    assert_ok(lf_saddle_point_respond(&state, t->oracle, 48, far)); /* 69 */
    assert_near(*state.alpha, 3, 0);
}

/* r(w) = (w_0 + w_1) / 2 belongs to the first block alone. */
static void test_regulariser(void **unused) {
    (void)unused;
    toy problem = toy_pass(0);
    problem.regulariser = (lf_outer){LF_OUTER_SUM, 2, 0.5, 0};
    const double x0[2] = {3, 4};
    trial *t = trial_problem(&problem, 1, "1e6");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 12);
    assert_ok(lf_saddle_point_init(&state, 0, t->oracle, x0, t->arena));
    assert_ok(lf_saddle_point_gradient(&state, t->oracle));
    assert_near(state.grad_v[0], 1.5, 1e-14);
    assert_near(state.grad_v[1], 3.5, 1e-14);
    assert_near(*state.grad_alpha, 6, 1e-14);
}

/* One sample never tells here: each further one is drawn, and charged, until two differ. */
static void test_redraws(void **unused) {
    (void)unused;
    size_t most = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        trial *t = start(&saddle_problem, 1, seed, "1e6");
        const double v = 5;
        assert_ok(lf_saddle_point_respond(&state, t->oracle, 1, &v));
        const size_t asked = trial_count(t, "value.objective");
        assert_true(asked >= 2);
        if (asked > most) most = asked;
        assert_int_equal(trial_count(t, "samples.objective"), asked);
        assert_near(t->problem.info.memory[SADDLE_ASKED], (double)asked, 0);
        assert_true(*state.alpha > 2 && *state.alpha < 5); /* a mean of z strictly inside 0 .. 3 */
        trial_teardown(NULL);
    }
    assert_true(most > 2);
}

/* m samples, then B more each time: 3 + 2 + 2 + ... */
static void test_redraw_sizes(void **unused) {
    (void)unused;
    bool redrawn = false;
    for (uint64_t seed = 0; seed < 200; seed++) {
        trial *t = start(&saddle_problem, 2, seed, "1e6");
        assert_ok(lf_saddle_point_respond(&state, t->oracle, 3, state.v));
        const size_t asked = trial_count(t, "value.objective");
        assert_int_equal(asked % 2, 1);
        redrawn |= asked > 3;
        trial_teardown(NULL);
    }
    assert_true(redrawn);
}

static lf_status respond_never(void *unused, const lf_samples *samples, const double *v,
                               double *alpha) {
    (void)unused, (void)samples, (void)v, (void)alpha;
    return lf_fail(LF_NOT_FOUND, "cannot tell");
}

/* What cannot be found ends: at once on all samples, after 64 passes, or with the budget. */
static void test_gives_up(void **unused) {
    (void)unused;
    static lf_problem_class hopeless; /* the teardown still needs it */
    hopeless = saddle_problem;
    hopeless.respond = respond_never;
    trial *t = start(&hopeless, 1, 1, "1e6");
    assert_int_equal(lf_saddle_point_respond(&state, t->oracle, 4, state.v), LF_NOT_FOUND);
    assert_int_equal(trial_count(t, "value.objective"), 4);
    assert_int_equal(lf_saddle_point_respond(&state, t->oracle, 1, state.v), LF_NOT_FOUND);
    assert_int_equal(trial_count(t, "value.objective"), 4 + 1 + 64 * 4);
    t = start(&hopeless, 1, 1, "10:samples");
    assert_int_equal(lf_saddle_point_respond(&state, t->oracle, 1, state.v), LF_BUDGET_SPENT);
    assert_int_equal(trial_count(t, "samples.objective"), 10);
}

static void test_refusal(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {0};
    trial *t = trial_problem(&problem, 1, "1e6");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 12);
    assert_int_equal(lf_saddle_point_init(&state, 1, t->oracle, x0, t->arena), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "second block"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_both_at_once), trial_test(test_projections), trial_test(test_redraws),
        trial_test(test_redraw_sizes), trial_test(test_regulariser), trial_test(test_gives_up),
        trial_test(test_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
