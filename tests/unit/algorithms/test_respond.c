/* The best response on fresh samples: redraws, how many, and when to give up. */
#include "algorithms/saddle/parts/respond.h"

#include "saddle_problem.h"
#include "trial.h"

static double response;

static trial *start(const lf_problem_class *is, uint64_t seed, const char *budget) {
    response = 0;
    return trial_problem_of(is, NULL, seed, budget);
}

/* On all samples the response to v is v - 3/2; where it is out of its domain, it is projected. */
static void test_exact(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0);
    const double v = 5, far[2] = {30, 40};
    trial *t = start(&saddle_problem, 1, "1e6");
    assert_ok(lf_respond_best(t->oracle, 0, 1, &v, &response));
    assert_near(response, 3.5, 1e-15);
    assert_int_equal(trial_count(t, "value.objective"), 4);
    t = trial_problem(&problem, 1, "1e6");
    assert_ok(lf_respond_best(t->oracle, 48, 1, far, &response)); /* 69, and |alpha| <= 3 */
    assert_near(response, 3, 0);
}

/* One sample never tells here: each further one is drawn, and charged, until two differ. */
static void test_redraws(void **unused) {
    (void)unused;
    size_t most = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        trial *t = start(&saddle_problem, seed, "1e6");
        const double v = 5;
        assert_ok(lf_respond_best(t->oracle, 1, 1, &v, &response));
        const size_t asked = trial_count(t, "value.objective");
        assert_true(asked >= 2);
        if (asked > most) most = asked;
        assert_int_equal(trial_count(t, "samples.objective"), asked);
        assert_near(t->problem.info.memory[SADDLE_ASKED], (double)asked, 0);
        assert_true(response > 2 && response < 5); /* a mean of z strictly inside 0 .. 3 */
        trial_teardown(NULL);
    }
    assert_true(most > 2);
}

/* m samples, then B more each time: 3 + 2 + 2 + ... */
static void test_redraw_sizes(void **unused) {
    (void)unused;
    const double v = 5;
    bool redrawn = false;
    for (uint64_t seed = 0; seed < 200; seed++) {
        trial *t = start(&saddle_problem, seed, "1e6");
        assert_ok(lf_respond_best(t->oracle, 3, 2, &v, &response));
        const size_t asked = trial_count(t, "value.objective");
        assert_int_equal(asked % 2, 1);
        redrawn |= asked > 3;
        trial_teardown(NULL);
    }
    assert_true(redrawn);
}

static lf_status respond_never(void *unused, const lf_samples *samples, const double *v,
                               double *alpha) {
    (void)unused, (void)samples, (void)v, (void)alpha;
    return lf_fail(LF_NOT_FOUND, "cannot tell");
}

/* What cannot be found ends: at once on all samples, after 64 passes, or with the budget. */
static void test_gives_up(void **unused) {
    (void)unused;
    const double v = 5;
    static lf_problem_class hopeless; /* the teardown still needs it */
    hopeless = saddle_problem;
    hopeless.respond = respond_never;
    trial *t = start(&hopeless, 1, "1e6");
    assert_int_equal(lf_respond_best(t->oracle, 4, 1, &v, &response), LF_NOT_FOUND);
    assert_int_equal(trial_count(t, "value.objective"), 4);
    assert_int_equal(lf_respond_best(t->oracle, 1, 1, &v, &response), LF_NOT_FOUND);
    assert_int_equal(trial_count(t, "value.objective"), 4 + 1 + 64 * 4);
    t = start(&hopeless, 1, "10:samples");
    assert_int_equal(lf_respond_best(t->oracle, 1, 1, &v, &response), LF_BUDGET_SPENT);
    assert_int_equal(trial_count(t, "samples.objective"), 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_exact),
        trial_test(test_redraws),
        trial_test(test_redraw_sizes),
        trial_test(test_gives_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
