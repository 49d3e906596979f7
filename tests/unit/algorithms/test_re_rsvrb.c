/* RE-RSVRB: one stage as RSVRB, several as the eager form, their ends, random ends, convergence. */
#include <math.h>

#include "lazy_case.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_re_rsvrb;
extern const lf_algorithm lf_algorithm_rsvrb;

enum { FIRST = 5 }; /* steps of the first stage */

/* eta_1 = 0.8: 5 steps, then 10 with 0.8 / sqrt 2, then 20 with 0.4, ... */
static double staged(size_t t) {
    double eta = 0.8;
    for (size_t length = FIRST; t > length; t -= length, length *= 2)
        eta /= sqrt(2);
    return eta;
}

static void test_stages_are_eager(void **unused) {
    (void)unused;
    const eager shape = {.m = 6,
                         .k = 2,
                         .d = 3,
                         .n = 2,
                         .gamma = 0.1,
                         .tau = 0.3,
                         .beta0 = 0.5,
                         .floor = 0.5,
                         .eta = staged};
    const lazy_case all = {&lf_problem_bilevel_quadratic, "tasks=6,s=0.3",
                           LAZY_SIZES "T_1=5,eta_1=0.8,k=2,gamma=0.1,tau=0.3,beta0=0.5", shape};
    lazy_case c = all;
    lazy_same_path(&lf_algorithm_re_rsvrb, &c, 40, 1e-12); /* through three ends of a stage */
    c = all;
    lazy_same_path(&lf_algorithm_re_rsvrb, &c, 160, 1e-10);
}

/* Missed steps are gone through with the eta that they were made with, whatever the stage. */
static void test_stages_are_eager_with_a_radius(void **unused) {
    (void)unused;
    lazy_case c = {&lf_problem_bilevel_quadratic,
                   "tasks=6,s=0.3",
                   LAZY_SIZES "T_1=5,eta_1=0.8,k=2,gamma=0.1,tau=0.9,beta0=0.5,radius=0.3",
                   {.m = 6,
                    .k = 2,
                    .d = 3,
                    .n = 2,
                    .gamma = 0.1,
                    .tau = 0.9,
                    .beta0 = 0.5,
                    .floor = 0.5,
                    .radius = 0.3,
                    .eta = staged}};
    lazy_same_path(&lf_algorithm_re_rsvrb, &c, 160, 1e-10);
}

static void test_one_stage_is_rsvrb(void **unused) {
    (void)unused;
    trial *a =
        quadratic_start(&lf_algorithm_rsvrb, "tasks=4,s=0.3", 2, lazy_start, "1e12", "eta=0.3,k=2");
    trial *b = quadratic_start(&lf_algorithm_re_rsvrb, "tasks=4,s=0.3", 2, lazy_start, "1e12",
                               "eta_1=0.3,k=2,T_1=40");
    assert_memory_equal(trial_steps(a, 40), trial_steps(b, 40), 3 * sizeof(double));
    assert_memory_equal(lf_oracle_meter(a->oracle)->count, lf_oracle_meter(b->oracle)->count,
                        sizeof lf_oracle_meter(a->oracle)->count);
}

/* K stages of 5, 10, 20 steps; then the method is finished, and stays where it is. */
static void test_finishes(void **unused) {
    (void)unused;
    for (size_t K = 1, steps = 5; K <= 3; steps += (size_t)5 << K, K++) {
        trial *t = quadratic_start(&lf_algorithm_re_rsvrb, "tasks=4,s=0.3", 2, lazy_start, "1e12",
                                   trial_text("k=2,T_1=5,K=%zu,eta_1=0.8", K));
        const double x = trial_steps(t, steps)[0];
        const size_t samples = trial_count(t, "samples.lower");
        assert_int_equal(trial_step(t), LF_FINISHED);
        assert_int_equal(trial_step(t), LF_FINISHED);
        assert_near(t->is->iterate(t->state).w[0], x, 0);
        assert_int_equal(trial_count(t, "samples.lower"), samples);
    }
}

/* Steps of a run of K stages with random ends, the first of them up to 5 long. */
static size_t steps_of(size_t K, uint64_t seed) {
    const char *set =
        trial_text("k=1,b=1,init_f=1,init_g=1,T_1=5,K=%zu,gamma=0.1,handover=random", K);
    trial *t = quadratic_start(&lf_algorithm_re_rsvrb, "tasks=2", seed, lazy_start, "1e12", set);
    lf_status status;
    size_t steps = 0;
    while ((status = trial_step(t)) == LF_OK)
        steps++;
    assert_int_equal(status, LF_FINISHED);
    trial_teardown(NULL);
    return steps;
}

/* A stage of length T ends after each of 1 .. T steps with the same chance: where the next of the
 * method's own random numbers says. */
static void test_random_handover(void **unused) {
    (void)unused;
    enum { SEEDS = 500, T = 5 };
    size_t ends[T + 1] = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const size_t first = steps_of(1, seed);
        assert_in_range(first, 1, T);
        ends[first]++;
        if (seed % 10 > 0) continue;
        trial *names = quadratic_open("tasks=2", seed, "1e12");
        size_t want[4] = {0};
        for (size_t k = 1; k <= 3; k++) {
            const double length = (double)((size_t)T << (k - 1));
            want[k] = want[k - 1] + 1 + (size_t)(lf_oracle_uniform(names->oracle) * length);
        }
        trial_teardown(NULL);
        for (size_t K = 1; K <= 3; K++)
            assert_int_equal(steps_of(K, seed), want[K]);
    }
    for (size_t n = 1; n <= T; n++) /* within five standard deviations */
        assert_near((double)ends[n], SEEDS / T, 5 * sqrt(SEEDS * 0.2 * 0.8));
}

/* With a budget that ends it anywhere the point is that of the step before: at a stage's end, too.
 */
static void test_refused_step_moves_nothing(void **unused) {
    (void)unused;
    for (size_t spare = 0; spare < 40; spare += 3) {
        trial *t = quadratic_start(&lf_algorithm_re_rsvrb, "tasks=5,s=0.3", 2, lazy_start,
                                   trial_text("%zu:calls", 100 + 5 * 40 + spare),
                                   "k=2,b=2,init_f=4,init_g=4,T_1=5,radius=0.5,eta_1=0.7");
        double y[10];
        trial_steps(t, 5);
        memcpy(y, t->is->iterate(t->state).y, sizeof y);
        assert_int_equal(trial_step(t), LF_BUDGET_SPENT);
        assert_memory_equal(y, t->is->iterate(t->state).y, sizeof y);
        trial_teardown(NULL);
    }
    assert_true(lf_algorithm_re_rsvrb.whole);
}

/* Eight levels, two of them a step: nearer to x* with every other stage, in the mean of ten seeds.
 */
static void test_convergence(void **unused) {
    (void)unused;
    static const size_t stages[] = {0, 2, 4, 6}; /* of 100, 200, ... steps */
    double off[4] = {0}, best[3];
    for (uint64_t seed = 0; seed < 10; seed++) {
        trial *t = quadratic_start(&lf_algorithm_re_rsvrb, "tasks=8,s=0.3", seed, lazy_start,
                                   "1e12", "k=2,b=2,T_1=100,eta_1=0.1,tau=1,gamma=0.5");
        lazy_minimiser(&t->problem, best);
        for (size_t n = 0, done = 0; n < 4; n++) {
            const size_t steps = 100 * (((size_t)1 << stages[n]) - 1);
            off[n] += lf_vec_distance(3, trial_steps(t, steps - done), best) / 10;
            done = steps;
        }
        trial_teardown(NULL);
    }
    print_message("mean |x - x*| at the start and after 2, 4, 6 stages: %.3g %.3g %.3g %.3g\n",
                  off[0], off[1], off[2], off[3]);
    assert_true(off[1] < off[0] && off[2] < off[1] && off[3] < off[2]);
    assert_true(off[3] < off[0] / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_stages_are_eager),   trial_test(test_stages_are_eager_with_a_radius),
        trial_test(test_one_stage_is_rsvrb), trial_test(test_finishes),
        trial_test(test_random_handover),    trial_test(test_refused_step_moves_nothing),
        trial_test(test_convergence),
    };
    return cmocka_run_group_tests_name("re_rsvrb", tests, NULL, NULL);
}
