/* What theory promises of ALEG and MPVR on a saddle point known in closed form, and how both bear
 * steps far too large. */
#include "algorithms/group_minimax/aleg.c"
#include "algorithms/group_minimax/mpvr.c"

#include "circle.h"
#include "trial.h"

static const double away[2] = {1.5, -1};

/* At the theory's steps the mean gap of the average over seeds is at most 3 / sum eta. That is
 * ALEG's theorem; the steps of MPVR are of the same form, and are held to the same bound. */
static void guarantee(const lf_algorithm *is, const lf_mirror_vr *(*solver)(const void *),
                      const char *set, size_t epochs, size_t length) {
    const toy problem = toy_circle(0.1);
    enum { SEEDS = 5 };
    trial *t[SEEDS];
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        t[seed] = trial_start(is, &problem, 20 + seed, away, set);
    double first = 0, gap = 0;
    for (size_t s = 0; s < epochs; s++) {
        gap = 0;
        for (size_t k = 0; k < SEEDS; k++) {
            trial_steps(t[k], length);
            gap += circle_gap(is->average(t[k]->state), circle_flat) / SEEDS;
        }
        assert_true(gap > 0);
        assert_true(gap <= 3 / solver(t[0]->state)->sum_eta);
        if (s == 0) first = gap;
    }
    assert_true(gap < first / 10); /* the bound is not met by standing still */
}

static const lf_mirror_vr *aleg_solver(const void *state) {
    return &((const aleg_state *)state)->z;
}

static const lf_mirror_vr *mpvr_solver(const void *state) {
    return &((const mpvr_state *)state)->z;
}

static void test_guarantee(void **unused) {
    (void)unused;
    guarantee(&lf_algorithm_aleg, aleg_solver, NULL, 300, 14);
    guarantee(&lf_algorithm_aleg, aleg_solver, "theta=0.9,K=7", 300, 7);
    guarantee(&lf_algorithm_mpvr, mpvr_solver, NULL, 300, 40);
    guarantee(&lf_algorithm_mpvr, mpvr_solver, "sampling=importance", 300, 40);
}

static void run_passes(trial *t, size_t passes) {
    while (trial_count(t, "gradient.inner") < 40 * passes)
        trial_steps(t, 1);
}

/* The saddle point w = 0, q = (1/2, 1/2, 0) of value 3/2 at tuned steps: the iterate to 1e-6 within
 * 100 passes. The average remembers the first steps, which fly far: their share falls as 1/S, and
 * 4000 passes bring it to 2e-3. */
static void test_converges(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    static const struct {
        const lf_algorithm *is;
        const char *set;
    } cases[] = {
        {&lf_algorithm_aleg, "c=60,rho=0.1"},
        {&lf_algorithm_mpvr, "c=30,rho=0.3"},
        {&lf_algorithm_mpvr, "c=30,rho=0.3,sampling=importance"},
    };
    for (size_t n = 0; n < 12; n++) {
        const lf_algorithm *is = cases[n / 4].is;
        trial *t = trial_start(is, &problem, 30 + n % 4, away, cases[n / 4].set);
        run_passes(t, 98); /* a step has two passes at most */
        const lf_point z = is->iterate(t->state);
        assert_near(lf_vec_norm(2, z.w), 0, 1e-6);
        assert_near(z.y[0], 0.5, 1e-6);
        assert_near(z.y[1], 0.5, 1e-6);
        assert_true(circle_gap(z, circle_flat) <= 1e-6);
        run_passes(t, 4000);
        assert_true(circle_gap(is->average(t->state), circle_flat) <= 2e-3);
    }
}

static void assert_sound(const lf_algorithm *is, const trial *t, const lf_mirror_vr *z) {
    const lf_point points[3] = {is->iterate(t->state), is->average(t->state), {z->wh, z->qh}};
    for (size_t n = 0; n < 3; n++) {
        assert_true(lf_vec_norm(2, points[n].w) <= 2 * (1 + 1e-15));
        assert_near(points[n].y[0] + points[n].y[1] + points[n].y[2], 1, 1e-12);
    }
    assert_true(lf_vec_finite(3, z->lq) && lf_vec_finite(3, z->lqs));
}

/* A long run whose third weight sinks below the smallest double, and runs far beyond the steps that
 * converge: w stays in the ball, q sums to 1, its logarithms stay finite. */
static void long_run(const lf_algorithm *is, const lf_mirror_vr *(*solver)(const void *),
                     const char *set, bool converges) {
    const toy problem = toy_circle(0.1);
    trial *t = trial_start(is, &problem, 1, away, set);
    const lf_mirror_vr *z = solver(t->state);
    for (size_t k = 0; k < 200000; k++) {
        trial_steps(t, 1);
        if (k % 97 == 0) assert_sound(is, t, z);
    }
    if (!converges) return;
    assert_true(z->lq[2] < -691 && z->q[2] < 1e-300);
    assert_true(circle_gap(is->iterate(t->state), circle_flat) < 1e-9);
}

static void test_long_runs(void **unused) {
    (void)unused;
    long_run(&lf_algorithm_aleg, aleg_solver, "c=30,rho=0.1", true);
    long_run(&lf_algorithm_aleg, aleg_solver, "c=100", false);
    long_run(&lf_algorithm_aleg, aleg_solver, "c=1e6", false);
    long_run(&lf_algorithm_mpvr, mpvr_solver, "c=20,rho=0.3", true);
    long_run(&lf_algorithm_mpvr, mpvr_solver, "c=100", false);
    long_run(&lf_algorithm_mpvr, mpvr_solver, "c=1e6,b=3", false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_guarantee),
        trial_test(test_converges),
        trial_test(test_long_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
