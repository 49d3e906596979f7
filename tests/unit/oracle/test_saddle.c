/* Questions of saddle problems: answers, charges, refusals; and the problem's memory in a
 * checkpoint. */
#include <stdlib.h>

#include "near.h"
#include "oracle/oracle.h"
#include "oracle/problem.h"
#include "saddle_problem.h"

#define VALUES LF_COUNTER_EVALUATION(LF_EVALUATION_VALUE, LF_ROLE_OBJECTIVE)
#define GRADIENTS LF_COUNTER_EVALUATION(LF_EVALUATION_GRADIENT, LF_ROLE_OBJECTIVE)

static lf_problem problem;
static lf_oracle *o;

static int open_as(const lf_problem_class *is, const char *budget_text) {
    lf_budget budget;
    assert_ok(lf_problem_create(is, NULL, &problem));
    const lf_cost_scope scope = lf_cost_scope_of(&problem.info);
    assert_ok(lf_budget_parse(budget_text, &scope, &budget));
    assert_ok(lf_oracle_create(&problem, 1, &budget, &o));
    return 0;
}

static int open_problem(void **state) {
    (void)state;
    return open_as(&saddle_problem, "1e6");
}

static int close_problem(void **state) {
    (void)state;
    lf_oracle_free(o);
    lf_problem_release(&problem);
    return 0;
}

static uint64_t count(size_t counter) {
    return lf_oracle_meter(o)->count[counter];
}

static void test_answers_and_charges(void **state) {
    (void)state;
    lf_batch all;
    const double v = 2, alpha = 0.5;
    double grad_v = 1, grad_alpha = 10, best = NAN; /* what is there is added to */
    assert_ok(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &all));
    assert_ok(lf_oracle_saddle(o, &all, &v, &alpha, &grad_v, &grad_alpha));
    assert_near(grad_v, 1 + 2.5, 1e-15);
    assert_near(grad_alpha, 10 + 2 - 1.5 - 0.5, 1e-15); /* E z = 1.5 */
    assert_int_equal(count(GRADIENTS), SADDLE_SAMPLES);
    assert_int_equal(count(VALUES), 0);
    assert_ok(lf_oracle_respond(o, &all, &v, &best));
    assert_near(best, 0.5, 1e-15);
    assert_int_equal(count(GRADIENTS), SADDLE_SAMPLES);
    assert_int_equal(count(VALUES), SADDLE_SAMPLES);
}

/* Batches of one sample: the first cannot tell, and counts when a different one comes. */
static void test_response_of_several_batches(void **state) {
    (void)state;
    const double v = 0;
    double best = NAN, sum = 0, n = 0;
    lf_status status;
    do {
        lf_batch one;
        double at_one = 0, unused = 0;
        assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 1, &one));
        assert_ok(lf_oracle_saddle(o, &one, &v, &v, &unused, &at_one)); /* -z */
        sum += at_one;
        n++;
        status = lf_oracle_respond(o, &one, &v, &best);
        assert_int_equal(count(VALUES), n);
    } while (status == LF_NOT_FOUND);
    assert_ok(status);
    assert_true(n >= 2);
    assert_near(best, sum / n, 1e-15);
}

static void test_refusals(void **state) {
    (void)state;
    lf_batch batch;
    double x = 0, to[2] = {0};
    lf_problem_class plain = saddle_problem;
    close_problem(NULL);
    plain.saddle = NULL;
    plain.respond = NULL;
    open_as(&plain, "1e6");
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 3, &batch));
    assert_int_equal(lf_oracle_saddle(o, &batch, &x, &x, &to[0], &to[1]), LF_UNSUPPORTED);
    assert_int_equal(lf_oracle_respond(o, &batch, &x, to), LF_UNSUPPORTED);
    assert_int_equal(count(GRADIENTS) + count(VALUES), 0);
    close_problem(NULL);
    open_as(&saddle_problem, "3:gradient.objective");
    batch.role = LF_ROLE_INNER;
    assert_int_equal(lf_oracle_saddle(o, &batch, &x, &x, &to[0], &to[1]), LF_BAD_ARGUMENT);
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 4, &batch));
    assert_int_equal(lf_oracle_saddle(o, &batch, &x, &x, &to[0], &to[1]), LF_BUDGET_SPENT);
    assert_near(problem.info.memory[SADDLE_ASKED], 0, 0); /* no work was done */
}

/* A checkpoint brings back what the problem remembered. */
static void test_memory_is_saved(void **state) {
    (void)state;
    lf_batch one;
    const double v = 1;
    double first = NAN, again = NAN;
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 1, &one));
    assert_int_equal(lf_oracle_respond(o, &one, &v, &first), LF_NOT_FOUND);
    void *bytes = malloc(lf_oracle_snapshot_bytes(o));
    lf_oracle_save(o, bytes);
    lf_batch all;
    assert_ok(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &all));
    assert_ok(lf_oracle_respond(o, &all, &v, &first)); /* of five samples */
    assert_near(problem.info.memory[SADDLE_KEPT], 0, 0);
    assert_ok(lf_oracle_restore(o, bytes));
    assert_near(problem.info.memory[SADDLE_KEPT], 1, 0);
    assert_ok(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &all));
    assert_ok(lf_oracle_respond(o, &all, &v, &again));
    assert_near(again, first, 0);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_answers_and_charges, open_problem, close_problem),
        cmocka_unit_test_setup_teardown(test_response_of_several_batches, open_problem,
                                        close_problem),
        cmocka_unit_test_setup_teardown(test_refusals, open_problem, close_problem),
        cmocka_unit_test_setup_teardown(test_memory_is_saved, open_problem, close_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
