/**
 * @file test_run_seconds.c
 * @brief How a run's CPU time is shared out: what a method works itself is its own, in whatever
 * steps it does so.
 */
#include <time.h>

#include "execute.h"

/* Asks in some steps and works in the others. LATE: asks for much in the first of a stretch alone.
 * BETWEEN: asks in those that a clock with a period of 13 would look at. */
enum { SHARES_LATE, SHARES_BETWEEN };
enum { SHARES_STEPS = 3000, SHARES_BATCH = 1000, SHARES_HEAVY = 64 };
static const double shares_work_seconds = 5e-5;

typedef struct {
    int how;
} shares_params;

typedef struct {
    shares_params p;
    size_t d, steps;
    double *w, *g;
} shares_state;

static const lf_param shares_table[] = {
    LF_CHOICE(shares_params, how, 0, "late|between", "when it works"),
    {0},
};

static double shares_worked; /* CPU seconds of the method's own */

static double shares_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static lf_status shares_init(void *state, const void *params, lf_oracle *o, const double *x0,
                             lf_arena *arena) {
    shares_state *s = state;
    s->p = *(const shares_params *)params;
    s->d = lf_oracle_dim(o);
    LF_TRY(LF_VECTORS(arena, s->d, &s->w, &s->g));
    lf_vec_copy(s->d, x0, s->w);
    shares_worked = 0;
    return LF_OK;
}

static lf_status shares_step(void *state, lf_oracle *o) {
    shares_state *s = state;
    const size_t k = s->steps++;
    const int times = s->p.how == SHARES_LATE ? SHARES_HEAVY : 1;
    const bool asks = k < 64 || (s->p.how == SHARES_BETWEEN && k % 13 == 0);
    const double before = shares_clock();
    lf_batch batch;
    while (!asks && shares_clock() - before < shares_work_seconds)
        ;
    if (!asks) shares_worked += shares_clock() - before;
    for (int i = 0; asks && i < times; i++) {
        LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, SHARES_BATCH, &batch));
        LF_TRY(lf_oracle_subgradient(o, &batch, s->w, s->g));
    }
    return LF_OK;
}

LF_ITERATE(shares, (lf_point){.w = s->w});
static LF_ALGORITHM(shares, .doc = "works here and there", .source = "tests",
                    .view = LF_VIEW_PLAIN);

/* One stretch, from init to the end. */
static void test_own_work(void **state) {
    (void)state;
    static const char *const how[] = {"shares:how=late", "shares:how=between"};
    assert_ok(lf_registry_add_algorithm(&lf_algorithm_shares));
    for (size_t i = 0; i < sizeof how / sizeof *how; i++) {
        char budget[32];
        snprintf(budget, sizeof budget, "%d:steps", (int)SHARES_STEPS);
        lf_run_spec spec = spec_of(how[i], budget);
        spec.checkpoints = 1;
        execute_spec(&spec, 0);
        ended(LF_RUN_DONE, "budget spent");
        assert_true(record.point[1].oracle_seconds > 0);
        assert_true(record.point[1].algorithm_seconds > shares_worked / 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_own_work, clear),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
