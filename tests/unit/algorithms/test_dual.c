/* Dual steps of ALEXR against the printed formulas and against the argmax that they solve. */
#include "algorithms/composition/parts/dual.h"

#include "coupled.h"
#include "golden.h"
#include "random_table.h"
#include "trial.h"

static struct {
    lf_dual dual;
    lf_batch all;
} state;

enum { HINGE = 0, GAP = 0 };
static const double lam = 0.3, gam = 1.7, rho = 2, kap = 0.05;

/* The dual of component 0, on all its samples; `first` is start = first, where y_0 is not 0. */
static lf_oracle *start(const toy *problem, lf_dual_form form, double smoothing, double theta,
                        lf_tracker_start from) {
    trial *t = trial_problem(problem, 1, "1e12");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 20);
    assert_ok(lf_dual_init(&state.dual, form, smoothing, gam, theta, from, t->oracle, t->arena));
    assert_ok(lf_oracle_full(t->oracle, LF_ROLE_INNER, 0, &state.all));
    return t->oracle;
}

/* What a step asks about all samples of component 0, and the dual step. */
static void step(lf_oracle *o, const double *z, const double *z_last) {
    double g[2], g_last[2];
    assert_ok(lf_oracle_value(o, &state.all, z, g));
    if (lf_tracker_corrects(&state.dual.u, 0))
        assert_ok(lf_oracle_value(o, &state.all, z_last, g_last));
    assert_ok(lf_dual_move(&state.dual, o, 0, g, g_last));
}

/* Two outputs with the gap function, f = rho [|g_1 - g_2| - kap]_+, and g = w. */
static toy gap_toy(void) {
    toy t = coupled_toy(LF_PENALTY_HINGE, 0);
    toy_map *map = &t.constraint[GAP];
    map->is.outputs = 2;
    map->outer[0] = (lf_outer){LF_OUTER_GAP, 2, 1, kap, 0, LF_PENALTY_HINGE, rho, 0};
    toy_fill(map, 0, 1, 0, 0, 0);
    toy_fill(map, 1, 0, 1, 0, 0);
    return t;
}

/* What is maximised over y in [0, rho] or, for the gap, over c: y = (c, -c), |c| <= rho. */
typedef struct {
    bool gap;
    lf_dual_form form;
    double v, old; /* g, or the difference of the two; y_i or c before the step */
} argument;

static double loss(void *context, double y) {
    const argument *a = context;
    const double twice = a->gap ? 2 : 1, away = y - a->old;
    double bar = a->gap ? kap * fabs(y) : 0, U = twice * away * away / 2;
    if (a->form == LF_DUAL_PROX) {
        bar += twice * lam * y * y / 2;
        U *= lam;
    }
    return bar + U / gam - y * a->v;
}

/* y is in the set, and no point that the search tries is better. */
static void assert_argmax(argument a, double y) {
    const double low = a.gap ? -rho : 0;
    assert_true(y >= low - 1e-14 && y <= rho + 1e-14);
    assert_true(loss(&a, y) <= golden_minimum(loss, &a, low, rho) + 1e-14);
}

static double clip(double x, double low, double high) {
    return fmin(fmax(x, low), high);
}

static double soft(double x) {
    return x > kap ? x - kap : x < -kap ? x + kap : 0;
}

static void test_hinge(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const double gh = gam / (1 + gam);
    size_t inside = 0, ends = 0;
    for (size_t form = LF_DUAL_PROX; form <= LF_DUAL_EUCLID; form++) {
        lf_oracle *o = start(&problem, (lf_dual_form)form, lam, 0, LF_TRACKER_ZERO);
        double *y = lf_dual_at(&state.dual, HINGE);
        for (size_t k = 0; k < 300; k++) {
            const double w[2] = {table_random(9, k, -1.5, 1.5), 0.1};
            const double v = coupled_inner(HINGE, w), old = *y;
            step(o, w, w);
            const double want =
                form == LF_DUAL_PROX ? (1 - gh) * old + gh * v / lam : old + gam * v;
            assert_near(*y, clip(want, 0, rho), 1e-13);
            assert_argmax((argument){false, (lf_dual_form)form, v, old}, *y);
            inside += *y > 0 && *y < rho;
            ends += *y == 0 || fabs(*y - rho) < 1e-13;
        }
    }
    assert_true(inside > 100 && ends > 100);
}

static void test_gap(void **unused) {
    (void)unused;
    const toy problem = gap_toy();
    size_t inside = 0, ends = 0;
    for (size_t form = LF_DUAL_PROX; form <= LF_DUAL_EUCLID; form++) {
        lf_oracle *o = start(&problem, (lf_dual_form)form, lam, 0, LF_TRACKER_ZERO);
        double *y = lf_dual_at(&state.dual, GAP);
        for (size_t k = 0; k < 300; k++) {
            const double size = k % 3 ? 4 : 0.02;
            const double w[2] = {table_random(3, k, -size, size), 0.3 * table_random(4, k, -1, 1)};
            const double D = w[0] - w[1], old = *y;
            step(o, w, w);
            assert_near(y[1], -y[0], 1e-14);
            if (form == LF_DUAL_PROX) {
                const double c = soft(D + 2 * lam / gam * old) / (2 * lam * (1 + 1 / gam));
                assert_near(*y, clip(c, -rho, rho), 1e-13);
            }
            assert_argmax((argument){true, (lf_dual_form)form, D, old}, *y);
            ends += fabs(fabs(*y) - rho) < 1e-13;
            inside += fabs(*y) < rho - 1e-13;
        }
        const double at[2] = {0, 0}; /* where there is no gap c comes to rest at 0 */
        for (size_t k = 0; k < 60; k++)
            step(o, at, at);
        assert_near(*y, 0, 0);
    }
    assert_true(inside > 100 && ends > 100);
}

/* v_k for z and z_last, by the definition. */
static double extrapolated(double theta, const double *z, const double *z_last) {
    return (1 + theta) * coupled_inner(0, z) - theta * coupled_inner(0, z_last);
}

/* u_i moves in the open; while it stays in (0, lam rho) the prox form has the same y_i. */
static void test_forms_agree_inside(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const double theta = 0.4, gh = gam / (1 + gam);
    double y[2][50], u = 0;
    for (size_t form = LF_DUAL_TRACK; form <= LF_DUAL_PROX; form++) {
        lf_oracle *o = start(&problem, (lf_dual_form)form, lam, theta, LF_TRACKER_ZERO);
        double z[2] = {0.05, 0}, z_last[2] = {0.05, 0};
        u = 0;
        for (size_t k = 0; k < 50; k++) {
            step(o, z, z_last);
            y[form][k] = *lf_dual_at(&state.dual, 0);
            u = (1 - gh) * u + gh * extrapolated(theta, z, z_last);
            assert_true(u > 0 && u < lam * rho);
            assert_near(y[form][k], u / lam, 1e-12);
            lf_vec_copy(2, z, z_last);
            z[0] = table_random(2, k, -0.1, 0.25);
        }
    }
    for (size_t k = 0; k < 50; k++)
        assert_near(y[0][k], y[1][k], 1e-12);
}

/* After an excursion only u_i remembers it; where g_i stands still both reach f_lam'(g_i). */
static void test_forms_differ_after_clipping(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const double far[2] = {3, 0}, near[2] = {0.1, 0};
    double after[2], end[2];
    for (size_t form = LF_DUAL_TRACK; form <= LF_DUAL_PROX; form++) {
        lf_oracle *o = start(&problem, (lf_dual_form)form, lam, 0, LF_TRACKER_ZERO);
        const double *y = lf_dual_at(&state.dual, 0);
        step(o, far, far);
        assert_near(*y, rho, 1e-15);
        step(o, near, near);
        after[form] = *y;
        for (size_t k = 0; k < 60; k++)
            step(o, near, near);
        end[form] = *y;
    }
    assert_true(after[LF_DUAL_TRACK] > after[LF_DUAL_PROX] + 0.1);
    assert_near(end[LF_DUAL_TRACK], 0.3 / lam, 1e-12); /* g_0 = 0.3 there */
    assert_near(end[LF_DUAL_PROX], 0.3 / lam, 1e-12);
}

/* With lam = 0 the tracker's slope is that of f itself. */
static void test_track_without_smoothing(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const double above[2] = {0.01, 0}, below[2] = {-3, 0};
    lf_oracle *o = start(&problem, LF_DUAL_TRACK, 0, 0, LF_TRACKER_ZERO);
    step(o, above, above);
    assert_near(*lf_dual_at(&state.dual, 0), rho, 0);
    step(o, below, below);
    assert_near(*lf_dual_at(&state.dual, 0), 0, 0);
}

/* A first y_i is the slope at the batch's value, from the start or from the first draw. */
static void test_starts(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const double w[2] = {0, 0}; /* g_0 = 0.2 */
    for (size_t form = LF_DUAL_TRACK; form <= LF_DUAL_EUCLID; form++) {
        const double smoothing = form == LF_DUAL_EUCLID ? 0 : lam;
        const double want = form == LF_DUAL_EUCLID ? rho : 0.2 / lam;
        lf_oracle *o = start(&problem, (lf_dual_form)form, smoothing, 0.5, LF_TRACKER_FIRST);
        const double *y = lf_dual_at(&state.dual, 0);
        assert_ok(lf_tracker_begin(&state.dual.u, o, 0, w));
        assert_ok(lf_dual_begin(&state.dual, o));
        assert_near(*y, 0, 0);
        step(o, w, w);
        assert_near(*y, want, 1e-15);
        o = start(&problem, (lf_dual_form)form, smoothing, 0.5, LF_TRACKER_BATCH);
        y = lf_dual_at(&state.dual, 0);
        assert_ok(lf_tracker_begin(&state.dual.u, o, 0, w));
        assert_ok(lf_dual_begin(&state.dual, o));
        assert_near(*y, want, 1e-15);
    }
}

static void test_refusals(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0), other = toy_line();
    trial *t = trial_problem(&problem, 1, "1e12");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 20);
    assert_int_equal(
        lf_dual_init(&state.dual, LF_DUAL_PROX, 0, gam, 0, LF_TRACKER_ZERO, t->oracle, t->arena),
        LF_BAD_ARGUMENT);
    t = trial_problem(&other, 1, "1e12");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 20);
    assert_int_equal(
        lf_dual_init(&state.dual, LF_DUAL_TRACK, lam, gam, 0, LF_TRACKER_ZERO, t->oracle, t->arena),
        LF_UNSUPPORTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_hinge),
        trial_test(test_gap),
        trial_test(test_forms_agree_inside),
        trial_test(test_forms_differ_after_clipping),
        trial_test(test_track_without_smoothing),
        trial_test(test_starts),
        trial_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
