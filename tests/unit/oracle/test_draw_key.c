/* What a question tells the problem about its draw: the number, and a key of the draw's own. */
#include "near.h"
#include "oracle/oracle.h"
#include "oracle/problem.h"
#include "saddle_problem.h"

enum { COMPONENTS = 2, MOST = 8 };

static lf_samples told[MOST];
static size_t questions;

static void tell(const lf_samples *samples) {
    assert_true(questions < MOST);
    told[questions++] = *samples;
}

static lf_status told_init(void *state, const void *params, lf_problem_info *info) {
    static lf_component component[COMPONENTS];
    LF_TRY(saddle_problem_init(state, params, info));
    for (size_t i = 0; i < COMPONENTS; i++)
        component[i] = *info->role[LF_ROLE_OBJECTIVE].component;
    info->role[LF_ROLE_INNER] = (lf_components){.count = COMPONENTS, .component = component};
    return LF_OK;
}

static lf_status told_evaluate(void *state, const lf_samples *samples, const double *w,
                               const double *y, double *g, double *grad) {
    tell(samples);
    return saddle_problem_evaluate(state, samples, w, y, g, grad);
}

static lf_status told_saddle(void *state, const lf_samples *samples, const double *v,
                             const double *alpha, double *grad_v, double *grad_alpha) {
    tell(samples);
    return saddle_problem_saddle(state, samples, v, alpha, grad_v, grad_alpha);
}

static lf_status told_respond(void *state, const lf_samples *samples, const double *v,
                              double *alpha) {
    tell(samples);
    return saddle_problem_respond(state, samples, v, alpha);
}

static lf_problem problem;

static lf_oracle *open_oracle(uint64_t seed) {
    const lf_cost_scope scope = lf_cost_scope_of(&problem.info);
    lf_budget budget;
    lf_oracle *o;
    assert_ok(lf_budget_parse("1e6", &scope, &budget));
    assert_ok(lf_oracle_create(&problem, seed, &budget, &o));
    questions = 0;
    return o;
}

/* Every kind of question, at another point too and after another draw. */
static void test_same_at_every_question(void **state) {
    (void)state;
    lf_oracle *o = open_oracle(3);
    lf_batch first, second;
    double v = 1, alpha = 0, g = 0, grad = 0;
    const double one = 1;
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 4, &first));
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 4, &second));
    assert_ok(lf_oracle_value(o, &first, &v, &g));
    assert_ok(lf_oracle_value(o, &second, &v, &g));
    assert_ok(lf_oracle_vjp(o, &first, &g, &one, &grad));
    assert_ok(lf_oracle_saddle(o, &first, &v, &alpha, &grad, &g));
    const lf_status found = lf_oracle_respond(o, &first, &v, &alpha);
    assert_true(found == LF_OK || found == LF_NOT_FOUND);
    assert_int_equal(questions, 5);
    for (size_t k = 0; k < questions; k++) {
        assert_int_equal(told[k].draw, k == 1);
        assert_true((told[k].key == told[0].key) == (k != 1));
    }
    lf_oracle_free(o);
}

/* Another oracle of the same seed draws fewer samples: the same key. Another seed, another key. */
static void test_paired(void **state) {
    (void)state;
    uint64_t key[3];
    for (size_t k = 0; k < 3; k++) {
        lf_oracle *o = open_oracle(k < 2 ? 5 : 6);
        lf_batch batch;
        double v = 1, g;
        assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, k == 1 ? 2 : 4, &batch));
        assert_ok(lf_oracle_value(o, &batch, &v, &g));
        key[k] = told[0].key;
        lf_oracle_free(o);
    }
    assert_true(key[0] == key[1]);
    assert_true(key[0] != key[2]);
}

/* Drawn together, components have the keys that they have one by one. */
static void test_every_component(void **state) {
    (void)state;
    lf_oracle *o = open_oracle(7);
    lf_batch batch;
    double v = 1, g[COMPONENTS];
    assert_ok(lf_oracle_draw(o, LF_ROLE_INNER, LF_EVERY, 2, &batch));
    assert_ok(lf_oracle_value(o, &batch, &v, g));
    lf_oracle_free(o);
    const uint64_t first = told[0].key, second = told[1].key;
    assert_true(first != second);
    o = open_oracle(7);
    for (size_t i = 0; i < COMPONENTS; i++) {
        assert_ok(lf_oracle_draw(o, LF_ROLE_INNER, i, 2, &batch));
        assert_ok(lf_oracle_value(o, &batch, &v, g));
        assert_int_equal(told[i].draw, 0);
    }
    assert_true(told[0].key == first && told[1].key == second);
    lf_oracle_free(o);
}

static void test_all_samples(void **state) {
    (void)state;
    lf_oracle *o = open_oracle(9);
    lf_batch all;
    double v = 1, g;
    assert_ok(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &all));
    assert_ok(lf_oracle_value(o, &all, &v, &g));
    assert_ok(lf_problem_evaluate(&problem, LF_ROLE_OBJECTIVE, 0, &v, NULL, &g, NULL));
    for (size_t k = 0; k < 2; k++)
        assert_true(told[k].draw == LF_DRAW_FULL);
    lf_oracle_free(o);
}

static int open_problem(void **state) {
    static lf_problem_class telling;
    (void)state;
    telling = saddle_problem;
    telling.init = told_init;
    telling.evaluate = told_evaluate;
    telling.saddle = told_saddle;
    telling.respond = told_respond;
    return lf_problem_create(&telling, NULL, &problem) == LF_OK ? 0 : -1;
}

static int close_problem(void **state) {
    (void)state;
    lf_problem_release(&problem);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_at_every_question),
        cmocka_unit_test(test_paired),
        cmocka_unit_test(test_every_component),
        cmocka_unit_test(test_all_samples),
    };
    return cmocka_run_group_tests_name("draw_key", tests, open_problem, close_problem);
}
