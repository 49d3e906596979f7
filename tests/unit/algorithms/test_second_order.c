/* Estimates of second derivatives on the quadratic's golden numbers and on levels whose second
 * derivatives depend on the point; conjugate gradients by themselves. */
#include "algorithms/bilevel/parts/second_order.h"

#include <string.h>

#include "algorithms/bilevel/parts/conjugate_gradient.h"
#include "curved_levels.h"
#include "kept_estimate.h"
#include "quadratic_levels.h"

static lf_second_order state;
static const double x[3] = {1, -1, 0.5}, y[2] = {0.2, -0.1};

static trial *start(const char *problem, lf_second_order_params p) {
    trial *t = problem ? quadratic_open(problem, 1, "1e9:samples")
                       : trial_problem_of(&curved_class, NULL, 1, "1e9:samples");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 16);
    assert_non_null(t->arena);
    assert_ok(lf_second_order_init(&state, &p, t->oracle, t->arena));
    return t;
}

static lf_batch draw(trial *t, size_t i, size_t b) {
    lf_batch batch;
    if (b == 0)
        assert_ok(lf_oracle_full(t->oracle, LF_ROLE_LOWER, i, &batch));
    else
        assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_LOWER, i, b, &batch));
    return batch;
}

static lf_status diagonal(void *with, const double *p, double *out) {
    for (size_t k = 0; k < 4; k++)
        out[k] = ((const double *)with)[k] * p[k];
    return LF_OK;
}

/* Plain steps towards the solution, of length 1/L_y if none is said: two by hand with A, then as
 * many as end there. */
static void test_steps(void **unused) {
    (void)unused;
    lf_second_order_params p = {.solver = LF_SECOND_ORDER_STEP, .r = 2, .tau_q = 0.3};
    trial *t = start("s=0", p);
    const lf_batch all = draw(t, 0, 0);
    const double v[2] = {1, -2}, *q;
    double want[2] = {0}, Hq[2] = {0};
    assert_ok(lf_second_order_start(&state, t->oracle, &all, x, y));
    for (size_t k = 0; k < 2; k++) {
        lf_vec_zero(2, Hq);
        assert_ok(lf_oracle_lower_hvp(t->oracle, &all, x, y, want, Hq));
        for (size_t j = 0; j < 2; j++)
            want[j] -= 0.3 * (Hq[j] - v[j]);
    }
    assert_ok(lf_second_order_solve(&state, t->oracle, 0, v, &q));
    assert_near(q[0], want[0], 1e-14);
    assert_near(q[1], want[1], 1e-14);
    assert_int_equal(state.steps, 2);
    p.tau_q = 0;
    p.r = 2000;
    t = start("s=0", p);
    assert_near(state.p.tau_q, 0.4, 1e-16); /* 1 / L_y */
    const lf_batch again = draw(t, 0, 0);
    assert_ok(lf_second_order_start(&state, t->oracle, &again, x, y));
    assert_ok(lf_second_order_solve(&state, t->oracle, 0, v, &q));
    lf_vec_zero(2, Hq);
    assert_ok(lf_oracle_lower_hvp(t->oracle, &again, x, y, q, Hq));
    assert_near(Hq[0], v[0], 1e-12);
    assert_near(Hq[1], v[1], 1e-12);
}

/* As many steps as there are distinct eigenvalues; none from the solution; no more than asked for;
 * and an end where the matrix is not definite. */
static void test_conjugate_gradient(void **unused) {
    (void)unused;
    double A[4] = {1, 2, 2, 5}, room[12], q[4] = {0};
    const double v[4] = {1, 1, -2, 10};
    size_t steps;
    lf_conjugate_gradient cg = {diagonal, A, 4, 1e-13, 100, room};
    assert_ok(lf_conjugate_gradient_solve(&cg, v, q, &steps));
    assert_int_equal(steps, 3);
    for (size_t k = 0; k < 4; k++)
        assert_near(q[k], v[k] / A[k], 1e-13);
    cg.tol = 1e-6;
    assert_ok(lf_conjugate_gradient_solve(&cg, v, q, &steps));
    assert_int_equal(steps, 0);
    lf_vec_zero(4, q);
    cg.most = 2;
    assert_ok(lf_conjugate_gradient_solve(&cg, v, q, &steps));
    assert_int_equal(steps, 2);
    A[0] = -1000;
    lf_vec_zero(4, q);
    assert_ok(lf_conjugate_gradient_solve(&cg, v, q, &steps));
    assert_int_equal(steps, 0);
    assert_near(lf_vec_norm(4, q), 0, 0);
}

/* All samples: A, -B' exactly, and so are the products; nothing is drawn or asked by a solve. */
static void test_golden_products(void **unused) {
    (void)unused;
    const double v[2] = {1, 0}, r[3] = {1, 2, 3};
    for (int form = LF_FORM_OWN; form <= LF_FORM_DENSE; form++) {
        trial *t = start("s=0.3", (lf_second_order_params){.form = form, .cg_tol = 1e-12});
        const lf_batch all = draw(t, 0, 0);
        double along[3] = {0}, across[2] = {0};
        const double *q;
        assert_ok(lf_second_order_start(&state, t->oracle, &all, x, y));
        assert_ok(lf_second_order_track(&state, t->oracle, &all, x, y, r, y, 0.3, 1));
        assert_ok(lf_second_order_solve(&state, t->oracle, 0, v, &q));
        assert_near(q[0], 0.52356021, 5e-9);
        assert_near(q[1], -0.15706806, 5e-9);
        assert_ok(lf_second_order_along(&state, t->oracle, 0, -2, q, along));
        assert_ok(lf_second_order_across(&state, t->oracle, 0, r, across));
        for (size_t k = 0; k < 3; k++)
            assert_near(along[k], 2 * (quadratic_B[k] * q[0] + quadratic_B[3 + k] * q[1]), 1e-14);
        for (size_t j = 0; j < 2; j++)
            assert_near(across[j], -lf_vec_dot(3, quadratic_B + 3 * j, r), 1e-14);
        assert_int_equal(trial_count(t, "hvp.lower"), 3 * 64); /* start once, track twice */
        assert_int_equal(trial_count(t, "jvp.lower"), 3 * 64);
        assert_int_equal(trial_count(t, "samples.lower"), 64);
        assert_int_equal(state.solves, 1);
        assert_int_equal(state.steps, 2);
        assert_ok(lf_second_order_solve(&state, t->oracle, 0, v, &q)); /* starts where it ended */
        assert_int_equal(state.steps, 2);
        assert_int_equal(state.solves, 2);
    }
}

/* S^l of an indefinite matrix thresholds eigenvalues, S^u of a wide one singular values. */
static void test_golden_projections(void **unused) {
    (void)unused;
    static const double E[10] = {0.5, 1, 1, -0.25, 3, 0, 1, 0, 0.5, 0};
    static const double want[10] = {0.83838928, 0.51170411, 0.51170411, 0.45461119, 0.9486833,
                                    0,          0.31622777, 0,          0.5,        0};
    trial *t =
        start("s=0", (lf_second_order_params){.form = LF_FORM_DENSE, .floor = 0.1, .C_gxy = 1});
    double *kept = kept_numbers(t->oracle, state.E[0]);
    lf_vec_copy(10, E, kept);
    assert_ok(lf_second_order_shrink(&state, t->oracle, 0, 1));
    for (size_t k = 0; k < 10; k++)
        assert_near(kept[k], want[k], 5e-9);
}

/* S^l[r2 S^l[r1 H]] = S^l[r1 r2 H], which lazy updates rest on. */
static void test_shrinking_composes(void **unused) {
    (void)unused;
    double twice[10];
    trial *t = start("s=0.3", (lf_second_order_params){.form = LF_FORM_DENSE, .floor = 0.9});
    const lf_batch batch = draw(t, 0, 2);
    const double *E = kept_numbers(t->oracle, state.E[0]);
    assert_ok(lf_second_order_start(&state, t->oracle, &batch, x, y));
    assert_ok(lf_second_order_shrink(&state, t->oracle, 0, 0.7));
    assert_ok(lf_second_order_shrink(&state, t->oracle, 0, 0.6));
    lf_vec_copy(10, E, twice);
    assert_ok(lf_second_order_start(&state, t->oracle, &batch, x, y));
    assert_ok(lf_second_order_shrink(&state, t->oracle, 0, 0.42));
    for (size_t k = 0; k < 10; k++)
        assert_near(E[k], twice[k], 1e-14);
    assert_true(E[0] > 0.42 * 2 * 1.01 || E[3] > 0.42 * 1.01); /* the floor is felt */
}

/* One batch at two points, beside the recursion on numbers; the other level is left alone. */
static void test_tracks(void **unused) {
    (void)unused;
    const double beta = 0.3, kappa = 1.7, at[4] = {0.8, 0.5, -0.4, 1.2}, y_at[4] = {0, 0.6, 1.1, 1};
    trial *t = start(NULL, (lf_second_order_params){.form = LF_FORM_DENSE, .floor = 1e-3});
    double H = 0, V = 0;
    lf_batch J = draw(t, 1, 3);
    assert_ok(lf_second_order_start(&state, t->oracle, &J, at, y_at));
    curved_answer is = curved_ask(t, NULL, &J, at[0], y_at[0]);
    H = is.H, V = is.V;
    for (size_t k = 0; k < 3; k++) {
        J = draw(t, 1, 2);
        const curved_answer old = curved_ask(t, NULL, &J, at[k], y_at[k]);
        is = curved_ask(t, NULL, &J, at[k + 1], y_at[k + 1]);
        assert_ok(lf_second_order_track(&state, t->oracle, &J, at + k, y_at + k, at + k + 1,
                                        y_at + k + 1, beta, kappa));
        H = fmax(1e-3, (1 - beta) * (H - kappa * old.H) + kappa * is.H);
        V = (1 - beta) * (V - kappa * old.V) + kappa * is.V;
        const double *E = kept_numbers(t->oracle, state.E[1]);
        assert_near(E[0], H, 1e-14);
        assert_near(E[1], V, 1e-14);
        assert_near(lf_vec_norm(2, kept_numbers(t->oracle, state.E[0])), 0, 0);
    }
}

/* form=batch: the batch's own derivatives, asked for as often as CG needs them. */
static void test_batch_form(void **unused) {
    (void)unused;
    const double v = 2, x_at = 0.8, y_at = 0.6, far = 9;
    trial *t = start(NULL, (lf_second_order_params){.form = LF_SECOND_ORDER_BATCH});
    const lf_batch J = draw(t, 1, 3);
    const double *q;
    double along = 1, across = 0;
    assert_ok(lf_second_order_track(&state, t->oracle, &J, &far, &far, &x_at, &y_at, 0.3, 1));
    assert_int_equal(trial_count(t, "hvp.lower") + trial_count(t, "jvp.lower"), 0);
    assert_ok(lf_second_order_solve(&state, t->oracle, 1, &v, &q));
    assert_int_equal(trial_count(t, "hvp.lower"), 3 * (1 + state.steps));
    assert_ok(lf_second_order_along(&state, t->oracle, 1, -0.5, q, &along));
    assert_int_equal(trial_count(t, "jvp.lower"), 3);
    assert_int_equal(trial_count(t, "samples.lower"), 3);
    const curved_answer is = curved_ask(t, NULL, &J, x_at, y_at);
    assert_near(*q, v / is.H, 1e-14);
    assert_near(along, 1 - 0.5 * is.V * *q, 1e-14);
    assert_int_equal(lf_second_order_across(&state, t->oracle, 1, &x_at, &across), LF_UNSUPPORTED);
}

/* No floor to be had. */
static void test_refusal(void **unused) {
    (void)unused;
    trial *t = trial_problem_of(&curved_unknown, NULL, 1, "1e9");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 16);
    lf_second_order_params p = {.form = LF_FORM_DENSE};
    assert_int_equal(lf_second_order_init(&state, &p, t->oracle, t->arena), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "floor"));
    p.floor = 1;
    assert_ok(lf_second_order_init(&state, &p, t->oracle, t->arena));
}

/* form=batch has nothing to project, so it takes no bounds. */
static void test_batch_refuses_bounds(void **unused) {
    (void)unused;
    trial *t = quadratic_open("s=0", 1, "1e9:samples");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 16);
    const lf_second_order_params bad[] = {{.form = LF_SECOND_ORDER_BATCH, .floor = 0.1},
                                          {.form = LF_SECOND_ORDER_BATCH, .C_gxy = 1}};
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(lf_second_order_init(&state, &bad[k], t->oracle, t->arena),
                         LF_BAD_ARGUMENT);
        assert_non_null(strstr(lf_message(), k ? "C_gxy: form=batch" : "floor: form=batch"));
    }
}

/* A level that is not there has no estimate, nor has a problem without levels. */
static void test_no_level(void **unused) {
    (void)unused;
    const toy plain = toy_line();
    lf_estimate E;
    trial *two = quadratic_open("tasks=2", 1, "1e9:samples"), *none = trial_problem(&plain, 1, "1");
    for (lf_form form = LF_FORM_OWN; form <= LF_FORM_DENSE; form++) {
        assert_ok(lf_oracle_estimate(two->oracle, form, 1, &E));
        assert_int_equal(lf_oracle_estimate(two->oracle, form, 2, &E), LF_UNSUPPORTED);
        assert_int_equal(lf_oracle_estimate(none->oracle, form, 0, &E), LF_UNSUPPORTED);
    }
}

/* Numbers that no estimate has, batches of another level, a step that makes one. */
static void test_refused_estimates(void **unused) {
    (void)unused;
    lf_oracle *o = quadratic_open("tasks=2", 1, "1e9:samples")->oracle;
    lf_estimate E, none = 0;
    lf_batch batch, other;
    double out[3] = {0};
    assert_ok(lf_oracle_full(o, LF_ROLE_LOWER, 0, &batch));
    assert_ok(lf_oracle_full(o, LF_ROLE_LOWER, 1, &other));
    for (int k = 0; k < 2; k++, none = SIZE_MAX) {
        assert_int_equal(lf_oracle_estimate_add(o, none, &batch, x, y, 1), LF_BAD_ARGUMENT);
        assert_non_null(strstr(lf_message(), "lf_oracle_estimate()"));
        assert_int_equal(lf_oracle_estimate_scale(o, none, 1), LF_BAD_ARGUMENT);
        assert_int_equal(lf_oracle_estimate_project(o, none, NULL, 1), LF_BAD_ARGUMENT);
        assert_int_equal(lf_oracle_estimate_clip(o, none, 1), LF_BAD_ARGUMENT);
        assert_int_equal(lf_oracle_estimate_hessian(o, none, y, out), LF_BAD_ARGUMENT);
        assert_int_equal(lf_oracle_estimate_jacobian(o, none, 1, y, out), LF_BAD_ARGUMENT);
        assert_int_equal(lf_oracle_estimate_jacobian_t(o, none, x, out), LF_BAD_ARGUMENT);
    }
    assert_ok(lf_oracle_estimate(o, LF_FORM_DENSE, 0, &E));
    assert_int_equal(lf_oracle_estimate_add(o, E, &other, x, y, 1), LF_BAD_ARGUMENT);
    assert_int_equal(
        lf_oracle_meter(o)->count[LF_COUNTER_EVALUATION(LF_EVALUATION_HVP, LF_ROLE_LOWER)], 0);
    assert_ok(lf_oracle_estimate_jacobian_t(o, E, x, out)); /* nothing was added: nothing is told */
    assert_near(lf_vec_norm(3, out), 0, 0);
    assert_ok(lf_oracle_begin_step(o));
    assert_int_equal(lf_oracle_estimate(o, LF_FORM_DENSE, 0, &E), LF_BAD_ARGUMENT);
    lf_oracle_close(o);
    assert_int_equal(lf_oracle_estimate_hessian(o, E, y, out), LF_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_steps),
        trial_test(test_conjugate_gradient),
        trial_test(test_golden_products),
        trial_test(test_golden_projections),
        trial_test(test_shrinking_composes),
        trial_test(test_tracks),
        trial_test(test_batch_form),
        trial_test(test_refusal),
        trial_test(test_batch_refuses_bounds),
        trial_test(test_no_level),
        trial_test(test_refused_estimates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
