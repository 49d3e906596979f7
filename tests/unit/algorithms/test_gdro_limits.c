/* What theory promises of ALEG and MPVR on a saddle point known in closed form, and how both bear
 * steps far too large. */
#include "mirror_moves.h"

extern const lf_algorithm lf_algorithm_aleg, lf_algorithm_mpvr;
static const double away[2] = {1.5, -1};

/* At the theory's steps eta the mean gap of the average over seeds is at most 3 / sum eta. That is
 * ALEG's theorem; the steps of MPVR are of the same form, and are held to the same bound. */
static void guarantee(const lf_algorithm *is, const char *set, double eta, size_t length) {
    const toy problem = toy_circle(0.1);
    enum { SEEDS = 5, EPOCHS = 300 };
    trial *t[SEEDS];
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        t[seed] = trial_start(is, &problem, 20 + seed, away, set);
    double first = 0, gap = 0;
    for (size_t s = 0; s < EPOCHS; s++) {
        gap = 0;
        for (size_t k = 0; k < SEEDS; k++) {
            trial_steps(t[k], length);
            gap += circle_gap(is->average(t[k]->state), circle_flat) / SEEDS;
        }
        assert_true(gap > 0);
        assert_true(gap <= 3 / (eta * (double)((s + 1) * length)));
        if (s == 0) first = gap;
    }
    assert_true(gap < first / 10); /* the bound is not met by standing still */
}

static void test_guarantee(void **unused) {
    (void)unused;
    const double each = moves_lipschitz(1, 1, 0.1);
    const double uniform = moves_lipschitz(5, 5 + 40. / 12 + 2, 0.1);
    guarantee(&lf_algorithm_aleg, NULL, moves_aleg_eta(14, 0.1), 14);
    guarantee(&lf_algorithm_aleg, "theta=0.9,K=7", sqrt(0.1 / 7) / each, 7);
    guarantee(&lf_algorithm_mpvr, NULL, 0.99 / (uniform * sqrt(40)), 40);
    guarantee(&lf_algorithm_mpvr, "sampling=importance",
              0.99 / (moves_lipschitz(3, 9, 0.1) * sqrt(40)), 40);
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

/* The half point of step k, of which the average is the mean, all of the same weight: it is known
 * to k roundings. */
static void assert_half_inside(size_t k, lf_point before, lf_point now) {
    double w[2], q = 0;
    for (size_t j = 0; j < 2; j++)
        w[j] = before.w[j] + (double)k * (now.w[j] - before.w[j]);
    for (size_t i = 0; i < 3; i++)
        q += before.y[i] + (double)k * (now.y[i] - before.y[i]);
    assert_true(lf_vec_norm(2, w) <= 2 + 1e-9);
    assert_near(q, 1, 1e-9);
}

typedef enum { SOLVED, SOUND, THROWN } ending;

/* A long run whose third weight sinks below the smallest double, and runs far beyond the steps that
 * converge. The longest throw weights as far down and back, which no infinite logarithm could do:
 * w stays in the ball, q sums to 1, its logarithms stay finite. */
static void long_run(const lf_algorithm *is, const char *set, ending ends) {
    const toy problem = toy_circle(0.1);
    trial *t = trial_start(is, &problem, 1, away, set);
    bool sunk[3] = {false}, back = false;
    for (size_t k = 1; k <= 200000; k++) {
        double w[2], q[3];
        lf_vec_copy(2, is->average(t->state).w, w);
        lf_vec_copy(3, is->average(t->state).y, q);
        trial_steps(t, 1);
        const lf_point z = is->iterate(t->state);
        for (size_t i = 0; i < 3; i++) {
            sunk[i] |= z.y[i] < 1e-300;
            back |= sunk[i] && z.y[i] > 0.5;
        }
        if (k % 97 > 0) continue;
        circle_assert_inside(z);
        circle_assert_inside(is->average(t->state));
        assert_half_inside(k, (lf_point){w, q}, is->average(t->state));
    }
    if (ends == THROWN) assert_true(back);
    if (ends != SOLVED) return;
    assert_true(is->iterate(t->state).y[2] < 1e-300);
    assert_true(circle_gap(is->iterate(t->state), circle_flat) < 1e-9);
}

static void test_long_runs(void **unused) {
    (void)unused;
    long_run(&lf_algorithm_aleg, "c=30,rho=0.1", SOLVED);
    long_run(&lf_algorithm_aleg, "c=100", SOUND);
    long_run(&lf_algorithm_aleg, "c=1e6", THROWN);
    long_run(&lf_algorithm_mpvr, "c=20,rho=0.3", SOLVED);
    long_run(&lf_algorithm_mpvr, "c=100", SOUND);
    long_run(&lf_algorithm_mpvr, "c=1e6,b=3", THROWN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_guarantee),
        trial_test(test_converges),
        trial_test(test_long_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
