/* Stages: how long they are, what their means are made of, what is judged. */
#include "algorithms/saddle/parts/stage.h"

#include "trial.h"

enum { D = 2, N = 1 };

static lf_stage state;

static trial *start(lf_stage_params p, lf_stage_rule rule, uint64_t seed) {
    const toy problem = toy_pass(0);
    const double v[D] = {1, -2}, alpha = 0.5;
    trial *t = trial_problem(&problem, seed, "1e12");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 12);
    assert_non_null(t->arena);
    assert_ok(lf_stage_init(&state, &p, rule, D, N, v, &alpha, t->arena));
    return t;
}

/* Points (i, -i), i = 1, 2, .., until the stage is over; returns how many. */
static size_t run_stage(trial *t) {
    size_t i = 0;
    bool over;
    do {
        const double x = (double)++i, v[D] = {x, -x}, alpha = 2 * x;
        over = lf_stage_add(&state, v, &alpha);
    } while (!over);
    lf_stage_close(&state);
    lf_stage_begin(&state, t->oracle, state.c, state.c_alpha);
    return i;
}

static void test_geometric(void **unused) {
    (void)unused;
    const lf_stage_params p = {.eta0 = 0.9, .T0 = 4, .growth = 3, .gamma = 1};
    trial *t = start(p, LF_STAGE_GEOMETRIC, 1);
    const size_t T[] = {4, 12, 36, 108};
    const double eta[] = {0.9, 0.3, 0.1, 0.1 / 3};
    double centre = 1;
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(state.k, k + 1);
        assert_int_equal(state.T, T[k]);
        assert_near(state.eta, eta[k], 1e-16);
        assert_near(state.mean.w.mean[0], centre, 1e-12); /* the centre is the first point */
        assert_int_equal(run_stage(t), T[k] - 1);
        const double n = (double)T[k];
        centre = (centre + (n - 1) * n / 2) / n;
        assert_near(state.c[0], centre, 1e-12);
    }
}

/* Lengths that are no whole numbers are rounded up; growth = 1 repeats the stage. */
static void test_growth(void **unused) {
    (void)unused;
    trial *t = start((lf_stage_params){.eta0 = 1, .T0 = 5, .growth = 1.5}, LF_STAGE_GEOMETRIC, 1);
    for (size_t k = 0; k < 3; k++)
        assert_int_equal(run_stage(t) + 1, ((size_t[]){5, 8, 12})[k]); /* 5, 7.5, 11.25 */
    t = start((lf_stage_params){.eta0 = 1, .T0 = 5, .growth = 1}, LF_STAGE_GEOMETRIC, 1);
    for (size_t k = 0; k < 3; k++)
        assert_int_equal(run_stage(t), 4);
    assert_near(state.eta, 1, 0);
}

static void test_quadratic(void **unused) {
    (void)unused;
    trial *t = start((lf_stage_params){.eta0 = 0.6, .T0 = 2}, LF_STAGE_QUADRATIC, 1);
    for (size_t k = 1; k <= 4; k++) {
        const double n = 2 * (double)(k * k);
        assert_near(state.eta, 0.6 / (double)k, 1e-16);
        assert_int_equal(run_stage(t), 2 * k * k);
        assert_near(state.c[0], (n + 1) / 2, 1e-12); /* without the start */
        assert_near(state.c[1], -(n + 1) / 2, 1e-12);
        assert_near(state.c_alpha[0], n + 1, 1e-12);
    }
}

static void test_pull(void **unused) {
    (void)unused;
    start((lf_stage_params){.eta0 = 1, .T0 = 2, .growth = 3, .gamma = 0.25}, LF_STAGE_GEOMETRIC, 1);
    const double v[D] = {1.5, -2};
    double grad[D] = {10, 20};
    lf_stage_pull(&state, v, grad);
    assert_near(grad[0], 12, 1e-14);
    assert_near(grad[1], 20, 1e-14);
}

/* Before a stage is over the centre is the start; the iterate is what the method says. */
static void test_what_is_judged(void **unused) {
    (void)unused;
    const double v[D] = {7, 8}, alpha = 9;
    lf_stage_params p = {.eta0 = 1, .T0 = 1, .gamma = 1};
    start(p, LF_STAGE_QUADRATIC, 1);
    assert_near(lf_stage_point(&state, v, &alpha).w[1], 8, 0);
    assert_near(*lf_stage_point(&state, v, &alpha).y, 9, 0);
    p.output = LF_STAGE_CENTRE;
    trial *t = start(p, LF_STAGE_QUADRATIC, 1);
    assert_near(lf_stage_point(&state, v, &alpha).w[1], -2, 0);
    assert_near(*lf_stage_point(&state, v, &alpha).y, 0.5, 0);
    run_stage(t);
    assert_near(lf_stage_point(&state, v, &alpha).w[1], -1, 0);
    assert_near(*lf_stage_point(&state, v, &alpha).y, 2, 0);
}

/* The centres of stages 1, 2, 3 are 1, 5/2, 5: each is the answer for a third of the seeds. */
static void test_random_output(void **unused) {
    (void)unused;
    enum { SEEDS = 3000 };
    const lf_stage_params p = {.eta0 = 1, .T0 = 1, .gamma = 1, .output = LF_STAGE_RANDOM};
    const double v[D] = {7, 8}, alpha = 9;
    size_t times[3] = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        trial *t = start(p, LF_STAGE_QUADRATIC, seed);
        assert_near(lf_stage_point(&state, v, &alpha).w[1], -2, 0); /* the start */
        for (size_t k = 0; k < 3; k++)
            run_stage(t);
        const lf_point at = lf_stage_point(&state, v, &alpha);
        assert_near(*at.y, 2 * at.w[0], 1e-12); /* both of one centre */
        times[at.w[0] < 1.5 ? 0 : at.w[0] < 3 ? 1 : 2]++;
        trial_teardown(NULL);
    }
    for (size_t k = 0; k < 3; k++) /* within four standard deviations */
        assert_near((double)times[k] / SEEDS, 1. / 3, 4 * sqrt(2. / 9 / SEEDS));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_geometric), trial_test(test_growth),         trial_test(test_quadratic),
        trial_test(test_pull),      trial_test(test_what_is_judged), trial_test(test_random_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
