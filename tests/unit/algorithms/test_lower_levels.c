/* The point of a bilevel method: its blocks, its batches, steps by hand, and which point is judged.
 */
#include "algorithms/bilevel/parts/lower_levels.h"

#include "curved_levels.h"
#include "quadratic_levels.h"

extern const lf_problem_class lf_problem_sample_weights;

static lf_lower_levels state;
static const double x0[3] = {1, -1, 0.5};

static trial *start_of(trial *t, lf_lower_levels_params p, bool old, const double *at) {
    state = (lf_lower_levels){0};
    t->arena = lf_arena_create(&state, sizeof state, 1 << 16);
    assert_non_null(t->arena);
    assert_ok(lf_lower_levels_init(&state, &p, old, t->oracle, at, t->arena));
    return t;
}

static trial *start(const char *problem, lf_lower_levels_params p) {
    return start_of(quadratic_open(problem, 1, "1e9:samples"), p, true, x0);
}

static void test_blocks(void **unused) {
    (void)unused;
    start("tasks=3", (lf_lower_levels_params){.b = 4});
    assert_int_equal(state.m, 3);
    assert_int_equal(state.d, 3);
    assert_int_equal(state.n, 6);
    assert_int_equal(state.longest, 2);
    assert_true(state.direct);
    assert_ptr_equal(lf_lower_levels_at(&state, state.y, 2), state.y + 4);
    for (size_t k = 0; k < 3; k++)
        assert_near(state.x[k], x0[k], 0);
    assert_near(lf_vec_norm(6, state.y), 0, 0);
    const double outside = 7;
    start_of(trial_problem_of(&curved_class, NULL, 1, "1e9"), (lf_lower_levels_params){.b = 4},
             true, &outside);
    assert_near(*state.x, 2, 0); /* begins in the domain */
    assert_near(*state.x_old, 2, 0);
}

/* b for both unless said; a size that reaches all takes each once; starts by the number of levels.
 */
static void test_batches(void **unused) {
    (void)unused;
    lf_batch batch;
    trial *t = start("samples=200", (lf_lower_levels_params){.b = 4, .b_g = 7});
    assert_ok(lf_lower_levels_draw_f(&state, t->oracle, 0, &batch));
    assert_int_equal(batch.role, LF_ROLE_UPPER);
    assert_int_equal(batch.n, 4);
    assert_ok(lf_lower_levels_draw_g(&state, t->oracle, 0, &batch));
    assert_int_equal(batch.role, LF_ROLE_LOWER);
    assert_int_equal(batch.n, 7);
    assert_ok(lf_lower_levels_draw_start(&state, t->oracle, LF_ROLE_UPPER, 0, &batch));
    assert_true(batch.n == 200 && batch.draw == LF_DRAW_FULL);
    t = start("samples=200,tasks=2", (lf_lower_levels_params){.b = 4, .b_f = 200, .init_g = 9});
    assert_ok(lf_lower_levels_draw_f(&state, t->oracle, 1, &batch));
    assert_true(batch.n == 200 && batch.draw == LF_DRAW_FULL && batch.component == 1);
    assert_ok(lf_lower_levels_draw_start(&state, t->oracle, LF_ROLE_UPPER, 1, &batch));
    assert_int_equal(batch.n, 128);
    assert_ok(lf_lower_levels_draw_start(&state, t->oracle, LF_ROLE_LOWER, 1, &batch));
    assert_int_equal(batch.n, 9);
    t = start("tasks=2", (lf_lower_levels_params){.b = 4}); /* 64 samples: fewer than 128 */
    assert_ok(lf_lower_levels_draw_start(&state, t->oracle, LF_ROLE_LOWER, 1, &batch));
    assert_true(batch.n == 64 && batch.draw == LF_DRAW_FULL);
}

/* All of each level, where no size is asked for, however many there are. */
static void test_anew(void **unused) {
    (void)unused;
    lf_batch K, J;
    trial *t = start("samples=200,tasks=2", (lf_lower_levels_params){.b = 4, .init_g = 9});
    assert_ok(lf_lower_levels_draw_anew(&state, t->oracle, 1, &K, &J));
    assert_true(K.n == 200 && K.draw == LF_DRAW_FULL && K.component == 1);
    assert_true(J.n == 9 && J.role == LF_ROLE_LOWER && J.component == 1);
}

/* Few rows train and many judge: the start asks as many of either, not all that there are. */
static void test_start_of_one_level(void **unused) {
    (void)unused;
    static const double zeros[1 << 14];
    const lf_problem_class *is = &lf_problem_sample_weights;
    lf_parameters p;
    lf_batch batch;
    assert_ok(
        lf_parameters_create(is->params, is->params_size, "split=file,train=0.1", is->name, &p));
    trial *t = trial_problem_of(is, p.values, 1, "1e9:samples");
    lf_parameters_free(&p);
    const lf_problem_info *info = lf_oracle_info(t->oracle);
    const size_t lower = info->role[LF_ROLE_LOWER].component[0].samples;
    assert_true(lf_oracle_dim(t->oracle) <= sizeof zeros / sizeof *zeros);
    assert_true(info->role[LF_ROLE_UPPER].component[0].samples > 2 * lower);
    start_of(t, (lf_lower_levels_params){.b = 4}, true, zeros);
    assert_ok(lf_lower_levels_draw_start(&state, t->oracle, LF_ROLE_UPPER, 0, &batch));
    assert_int_equal(batch.n, lower);
    assert_ok(lf_lower_levels_draw_start(&state, t->oracle, LF_ROLE_LOWER, 0, &batch));
    assert_true(batch.n == lower && batch.draw == LF_DRAW_FULL);
    lf_batch J;
    assert_ok(lf_lower_levels_draw_anew(&state, t->oracle, 0, &batch, &J));
    assert_true(batch.role == LF_ROLE_UPPER && batch.draw == LF_DRAW_FULL); /* of either, all */
    assert_int_equal(batch.n, info->role[LF_ROLE_UPPER].component[0].samples);
    assert_true(J.n == lower && J.draw == LF_DRAW_FULL);
}

/* Both blocks by given directions, and the point before. */
static void test_steps(void **unused) {
    (void)unused;
    const double w[2] = {3, -5};
    trial *t = start("s=0", (lf_lower_levels_params){.b = 64});
    lf_lower_levels_step_y(&state, t->oracle, 0.1, (double[]){-1.6, 0.4});
    assert_near(state.y[0], 0.16, 1e-16);
    assert_near(state.y[1], -0.04, 1e-16);
    lf_lower_levels_remember(&state, t->oracle);
    lf_vec_copy(3, (double[]){1, 2, 4}, state.z);
    lf_lower_levels_step_x(&state, t->oracle, 0.5);
    lf_lower_levels_step_y(&state, t->oracle, 0.02, w);
    assert_near(state.x[2], -1.5, 1e-15);
    assert_near(state.x_old[2], 0.5, 0);
    assert_near(state.y[0], 0.1, 1e-15);
    assert_near(state.y[1], 0.06, 1e-15);
    assert_near(state.y_old[0], 0.16, 1e-16);
    const double far = -40;
    start_of(trial_problem_of(&curved_class, NULL, 1, "1e9"), (lf_lower_levels_params){.b = 4},
             true, &far);
    *state.z = 9;
    lf_lower_levels_step_x(&state, trials[trials_open - 1].oracle, 1);
    assert_near(*state.x, -2, 0); /* ends in the domain */
}

/* Every step of y, and its start, ends in its domain. */
static void test_domain_of_y(void **unused) {
    (void)unused;
    const double w[2] = {3, -5};
    trial *t = start("s=0", (lf_lower_levels_params){.b = 64});
    t->problem.info.domain_y =
        (lf_domain){.kind = LF_DOMAIN_BOX, .n = 2, .lower = -0.03, .upper = 0.1};
    trial_tell(t);
    lf_lower_levels_step_y(&state, t->oracle, 0.1, (double[]){-1.6, 0.4});
    assert_near(state.y[0], 0.1, 0);
    assert_near(state.y[1], -0.03, 0);
    lf_lower_levels_step_y(&state, t->oracle, 0.1, w);
    assert_near(state.y[0], -0.03, 0);
    assert_near(state.y[1], 0.1, 0);
    t->problem.info.domain_y.lower = 0.02;
    trial_tell(t);
    lf_lower_levels_restart(&state, t->oracle);
    assert_near(state.y[0], 0.02, 0);
}

/* output=random: after five steps each of the five points before is as likely, and x and y belong
 * together; last: the present point. */
static void test_outputs(void **unused) {
    (void)unused;
    size_t often[5] = {0};
    enum { TRIES = 1000 };
    trial *t = start("s=0", (lf_lower_levels_params){.b = 4, .output = LF_OUTPUT_RANDOM});
    assert_ptr_equal(lf_lower_levels_point(&state).w, state.x); /* the start, before any step */
    for (size_t k = 0; k < TRIES; k++) {
        state.offered = 0;
        for (size_t step = 0; step < 5; step++) {
            state.x[0] = state.y[1] = (double)step;
            lf_lower_levels_remember(&state, t->oracle);
        }
        state.x[0] = state.y[1] = 5;
        const lf_point at = lf_lower_levels_point(&state);
        assert_near(at.w[0], at.y[1], 0);
        assert_true(at.w[0] < 5);
        often[(size_t)at.w[0]]++;
    }
    for (size_t step = 0; step < 5; step++)
        assert_in_range(often[step], 150, 250); /* 4 standard deviations of 12.6 */
    t = start("s=0", (lf_lower_levels_params){.b = 4});
    lf_lower_levels_remember(&state, t->oracle);
    assert_ptr_equal(lf_lower_levels_point(&state).w, state.x);
    assert_ptr_equal(lf_lower_levels_point(&state).y, state.y);
}

static void test_refusal(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const lf_lower_levels_params p = {.b = 4};
    trial *t = trial_problem(&problem, 1, "1e6");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 16);
    assert_int_equal(lf_lower_levels_init(&state, &p, false, t->oracle, x0, t->arena),
                     LF_UNSUPPORTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_blocks),  trial_test(test_batches),     trial_test(test_start_of_one_level),
        trial_test(test_steps),   trial_test(test_domain_of_y), trial_test(test_outputs),
        trial_test(test_refusal), trial_test(test_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
