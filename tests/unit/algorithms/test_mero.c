/* MERO: counts of both stages, the minima it finds, ALEG on risks shifted by hand, the bound. */
#include "circle.h"

extern const lf_algorithm lf_algorithm_aleg, lf_algorithm_mero;
static const double origin[2] = {0, 0}, away[2] = {1.5, -1};
static const double lift[3] = {0.5, -0.25, 2}; /* of the risks: minima at 1 + lift */
static const size_t rows[3] = {8, 12, 20};

/* T = 7 and nbar = 14: S = ceil(7 / sqrt(14)) = 2 epochs. */
enum { S = 2, N = 40, NBAR = 14 };

/* Rhat_i: what the problem answered when it was asked for values alone, a group each time. */
static double rhat[3];
static size_t read_out;

static lf_status evaluate_and_note(void *state, const lf_samples *s, const double *w,
                                   const double *y, double *g, double *grad) {
    LF_TRY(toy_class.evaluate(state, s, w, y, g, grad));
    if (!grad) rhat[read_out++] = *g;
    return LF_OK;
}

static trial *start(const toy *problem, uint64_t seed, const double *x0, const char *set) {
    static lf_problem_class class; /* the teardown asks it too */
    class = toy_class;
    class.evaluate = evaluate_and_note;
    read_out = 0;
    trial *t = trial_equip(trial_problem_of(&class, problem, seed, "1e12"), &lf_algorithm_mero, set,
                           (size_t)1 << 24);
    assert_ok(trial_init(t, x0));
    return t;
}

/* Steps until the first stage is over. */
static void run_stage_1(trial *t) {
    while (read_out < 3)
        trial_steps(t, 1);
}

static void assert_counts(const trial *t, size_t gradients, size_t values) {
    assert_int_equal(trial_count(t, "gradient.inner"), gradients);
    assert_int_equal(trial_count(t, "value.inner"), values);
}

/* Group i: S (n_i + 2 K_i) of both kinds and n_i values more, so that values are N ahead when stage
 * 2 begins and stay so; stage 2 ends by itself after S (N + 2 m nbar). */
static void counts(const char *lengths, const size_t *K) {
    const toy problem = toy_circle(0.1);
    trial *t = start(&problem, 1, origin, trial_text("T=7,T2=7,lengths=%s", lengths));
    size_t done = 0, read = 0;
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(read_out, i);
        trial_steps(t, S * K[i] - 1);
        done += S * (rows[i] + 2 * K[i]);
        assert_counts(t, done - 2, done - 2 + read);
        trial_steps(t, 1);
        read += rows[i];
        assert_counts(t, done, done + read);
    }
    trial_steps(t, S * NBAR - 1);
    assert_int_equal(trial_step(t), LF_FINISHED);
    done += S * (N + 2 * 3 * NBAR);
    assert_counts(t, done, done + N);
}

static void test_counts(void **unused) {
    (void)unused;
    counts("mean", (size_t[]){NBAR, NBAR, NBAR});
    counts("group", rows);
}

/* Without T2 the second stage has no end: 357 epochs and two steps, each as the first. */
static void test_goes_on(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    trial *t = start(&problem, 1, origin, "T=1");
    run_stage_1(t);
    const size_t before = trial_count(t, "gradient.inner");
    trial_steps(t, 5000);
    assert_int_equal(trial_count(t, "gradient.inner") - before, 358 * N + 5000 * 2 * 3);
}

/* The start is what is judged until stage 2 begins; then it moves. */
static void test_judges_the_start(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    trial *t = start(&problem, 1, away, "T=7");
    while (read_out < 3) {
        const lf_point z = lf_algorithm_mero.iterate(t->state);
        const lf_point mean = lf_algorithm_mero.average(t->state);
        assert_memory_equal(z.w, away, sizeof away);
        assert_memory_equal(mean.w, away, sizeof away);
        for (size_t i = 0; i < 3; i++)
            assert_near(z.y[i], 1. / 3, 1e-16);
        trial_steps(t, 1);
    }
    trial_steps(t, 1);
    assert_memory_not_equal(lf_algorithm_mero.iterate(t->state).w, away, sizeof away);
}

/* One epoch of one iteration on losses that are the group's own: w - a shrinks to
 * (1 - h) (w_0 - a) at the half point, with h = c1 / (L sqrt(5 K)), where Rhat is read off. */
static void test_first_stage_by_hand(void **unused) {
    (void)unused;
    const toy problem = circle_sized(0, (size_t[]){1, 1, 1});
    const double h = 0.7 / sqrt(5);
    trial *t = start(&problem, 1, origin, "T=1,c1=0.7,rho=9");
    trial_steps(t, 3);
    for (size_t i = 0; i < 3; i++) {
        const double *a = circle_centre[i];
        const double wbar[2] = {h * a[0], h * a[1]};
        assert_near(rhat[i], circle_risk(i, wbar, circle_flat), 1e-15);
    }
}

/* Rhat_i - R_i^* is positive and, in the mean over seeds, at most 30 (2 D_w^2 L) / T = 120 / T; a
 * longer first stage knows the minima better. */
static void test_finds_the_minima(void **unused) {
    (void)unused;
    const toy problem = circle_lifted(0.1, lift);
    double excess[2] = {0};
    for (size_t n = 0; n < 6; n++) {
        const double T = n % 2 ? 400 : 100;
        trial *t = start(&problem, n / 2, away, trial_text("T=%g", T));
        run_stage_1(t);
        for (size_t i = 0; i < 3; i++) {
            const double above = rhat[i] - (1 + lift[i]);
            assert_true(above >= 0);
            excess[n % 2] += above / 9;
        }
    }
    assert_true(excess[0] <= 120.0 / 100 && excess[1] <= 120.0 / 400);
    assert_true(excess[1] < excess[0] / 2);
}

/* Stage 2 is ALEG on the same problem with Rhat taken off the risks by hand. Its draws begin where
 * those of stage 1 end, so that losses here are the group's own. */
static void test_second_stage_is_aleg(void **unused) {
    (void)unused;
    const toy raised = circle_lifted(0, lift);
    trial *t = start(&raised, 1, away, "T=50,c=4,rho=0.5");
    run_stage_1(t);
    double left[3];
    for (size_t i = 0; i < 3; i++)
        left[i] = lift[i] - rhat[i];
    const toy shifted = circle_lifted(0, left);
    trial *u = trial_start(&lf_algorithm_aleg, &shifted, 1, away, "c=4,rho=0.5");
    for (size_t k = 0; k < 100; k++) {
        trial_steps(t, 1);
        trial_steps(u, 1);
        const lf_point z = lf_algorithm_mero.iterate(t->state);
        const lf_point v = lf_algorithm_aleg.iterate(u->state);
        for (size_t i = 0; i < 3; i++)
            assert_near(z.y[i], v.y[i], 1e-13);
        for (size_t j = 0; j < 2; j++)
            assert_near(z.w[j], v.w[j], 1e-13);
    }
}

/* gap(z) <= gap_hat(z) + 2 max_i (Rhat_i - R_i^*) all along, at the iterate and at the average. */
static void test_gap_bound(void **unused) {
    (void)unused;
    const toy problem = circle_lifted(0.1, lift);
    trial *t = start(&problem, 2, away, "T=30,c=5,rho=0.3");
    run_stage_1(t);
    double hat[3], minimum[3] = {-1, -1, -1}, most = 0; /* lifts that make excess risks */
    for (size_t i = 0; i < 3; i++) {
        hat[i] = lift[i] - rhat[i];
        most = fmax(most, rhat[i] - (1 + lift[i]));
    }
    assert_true(most > 1e-4); /* the inequality says something */
    for (size_t k = 0; k < 1000; k++) {
        trial_steps(t, 1);
        const lf_point points[2] = {lf_algorithm_mero.iterate(t->state),
                                    lf_algorithm_mero.average(t->state)};
        for (size_t n = 0; n < 2; n++)
            assert_true(circle_gap(points[n], minimum) <=
                        circle_gap(points[n], hat) + 2 * most + 1e-12);
    }
}

/* The paper's method, with the same T in both stages: gap T does not grow when T does. Excess risks
 * of toy_circle are |w - a_i|^2 / 2, so the answer is w = 0 for any lift. */
static void test_gap_falls_with_T(void **unused) {
    (void)unused;
    const toy problem = circle_lifted(0.1, lift);
    const double minimum[3] = {-1, -1, -1};
    double scaled[2] = {0};
    for (size_t n = 0; n < 6; n++) {
        const double T = n % 2 ? 800 : 200;
        trial *t = start(&problem, 10 + n / 2, away, trial_text("T=%g,T2=%g", T, T));
        lf_status status = LF_OK;
        while (status == LF_OK)
            status = trial_step(t);
        assert_int_equal(status, LF_FINISHED);
        scaled[n % 2] += T * circle_gap(lf_algorithm_mero.average(t->state), minimum) / 3;
    }
    assert_true(scaled[0] > 0 && scaled[1] / scaled[0] < 1.5);
    assert_true(scaled[1] / scaled[0] > 0.5);
}

/* Stopped in stage 1 and put back into a fresh run: the same bytes far into stage 2. */
static void test_resumes(void **unused) {
    (void)unused;
    const toy problem = circle_lifted(0.1, lift);
    trial *a = trial_start(&lf_algorithm_mero, &problem, 1, away, "T=7");
    trial *b = trial_start(&lf_algorithm_mero, &problem, 1, away, "T=7");
    trial_steps(a, S * NBAR + 5);
    trial_assert_resumes(a, b, 150);
    assert_memory_not_equal(lf_algorithm_mero.iterate(b->state).w, away, sizeof away);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts),           trial_test(test_goes_on),
        trial_test(test_judges_the_start), trial_test(test_first_stage_by_hand),
        trial_test(test_finds_the_minima), trial_test(test_second_stage_is_aleg),
        trial_test(test_gap_bound),        trial_test(test_gap_falls_with_T),
        trial_test(test_resumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
