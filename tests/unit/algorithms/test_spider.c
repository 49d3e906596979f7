/* SPIDER: exact on all rows, unbiased on the inner map, biased on values. */
#include "algorithms/constrained/parts/spider.h"

#include "algorithms/common/sampling.h"
#include "trial.h"

typedef struct {
    lf_constraints c;
    lf_spider s;
} tracked;

static tracked state;

/* A problem with a spider on it; the trial's teardown frees the arena. */
static trial *track(const toy *problem, uint64_t seed, lf_spider_on on) {
    trial *t = trial_problem(problem, seed, "1e12");
    state = (tracked){0};
    t->arena = lf_arena_create(&state, sizeof state, 1 << 20);
    assert_ok(lf_constraints_init(&state.c, t->oracle, t->arena));
    assert_ok(lf_spider_init(&state.s, on, &state.c, t->oracle, t->arena));
    return t;
}

static const double path[4][2] = {{0.3, -0.2}, {0.5, 0.1}, {1.5, 0.75}, {-2, 3}};

static void test_all_rows_are_exact(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    for (int on = LF_SPIDER_MAP; on <= LF_SPIDER_VALUE; on++) {
        trial *t = track(&problem, 1, (lf_spider_on)on);
        for (size_t k = 0; k < 4; k++) {
            const double *x = path[k];
            assert_ok(lf_constraints_draw(&state.c, t->oracle, LF_SAMPLING_ALL, 1));
            if (k == 0) assert_ok(lf_spider_restart(&state.s, &state.c, t->oracle, x));
            if (k > 0) assert_ok(lf_spider_advance(&state.s, &state.c, t->oracle, x));
            const double gap = x[0] - x[1], first = fmax(x[0] - 1, x[1] - 0.5);
            if (on == LF_SPIDER_MAP) {
                assert_near(state.s.u[0], x[0], 1e-14);
                assert_near(state.s.u[1], x[1], 1e-14);
                assert_near(state.s.u[2], gap, 1e-14);
            } else {
                assert_near(state.s.u[0], first, 1e-14);
                assert_near(state.s.u[1], fabs(gap) - 2, 1e-14);
            }
            size_t i;
            const double most = lf_spider_max(&state.s, &state.c, t->oracle, &i);
            assert_near(most, fmax(first, fabs(gap) - 2), 1e-14);
            assert_int_equal(i, fabs(gap) - 2 > first);
        }
    }
}

/* Mean of the gap's error over seeds in units of its standard error, after two steps that end where
 * the gap is 0: there |.| of a batch is positive, so tracking values must overestimate. */
static double error_over_seeds(lf_spider_on on) {
    static const double x[3][2] = {{3, -1}, {3, 1}, {3, 3}};
    const toy problem = toy_corner();
    const size_t seeds = 1000, gap = on == LF_SPIDER_MAP ? 2 : 1;
    const double truth = on == LF_SPIDER_MAP ? 0 : -2;
    double sum = 0, squares = 0;
    for (size_t seed = 0; seed < seeds; seed++) {
        trial *t = track(&problem, seed, on);
        for (size_t k = 0; k < 3; k++) {
            assert_ok(lf_constraints_draw(&state.c, t->oracle, k ? 6 : LF_SAMPLING_ALL, 1));
            if (k == 0) assert_ok(lf_spider_restart(&state.s, &state.c, t->oracle, x[k]));
            if (k > 0) assert_ok(lf_spider_advance(&state.s, &state.c, t->oracle, x[k]));
        }
        const double error = state.s.u[gap] - truth;
        sum += error;
        squares += error * error;
        trial_teardown(NULL);
    }
    const double n = (double)seeds, mean = sum / n;
    return mean / sqrt((squares / n - mean * mean) / n);
}

static void test_map_is_unbiased_and_value_is_not(void **unused) {
    (void)unused;
    const double map = error_over_seeds(LF_SPIDER_MAP), value = error_over_seeds(LF_SPIDER_VALUE);
    assert_true(fabs(map) < 4);
    assert_true(value > 10);
}

static void test_cost(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    trial *t = track(&problem, 1, LF_SPIDER_MAP);
    assert_ok(lf_constraints_draw(&state.c, t->oracle, LF_SAMPLING_ALL, 6));
    assert_ok(lf_spider_restart(&state.s, &state.c, t->oracle, path[0]));
    trial_assert_counts(t, 0, 0, 0, 40);
    assert_ok(
        lf_constraints_draw(&state.c, t->oracle, 0, 6)); /* ceil(20/6), ceil(7/6)+ceil(13/6) */
    assert_ok(lf_spider_advance(&state.s, &state.c, t->oracle, path[1]));
    trial_assert_counts(t, 0, 0, 0, 40 + 2 * (4 + 5));
    assert_int_equal(trial_count(t, "samples.constraint"), 40 + 4 + 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_all_rows_are_exact),
        trial_test(test_map_is_unbiased_and_value_is_not),
        trial_test(test_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
