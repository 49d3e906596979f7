/* The oracle: streams, tickets, charges, refusals, snapshots; on a problem that records what it is
 * asked. */
#include "oracle/oracle.h"

#include <stdlib.h>
#include <string.h>

#include "near.h"
#include "oracle/problem.h"

enum { ROWS = 30, PROTECTED = 7, OTHERS = 13, DIM = 2 };

/* objective: g(w) = (mean of ids * w_0, w_1) with max |.|; constraint: gap between two strata. */
typedef struct {
    size_t calls, n, per_stratum[2];
    uint32_t id[ROWS];
    bool full, same_point;
} asked;

static asked last;
static const lf_outer outers[] = {{LF_OUTER_MAX_ABS, 2, 1, 0}, {LF_OUTER_ABS, 1, 1, 0.25}};
static const lf_component components[] = {
    {.outputs = 2,
     .samples = ROWS,
     .strata = 1,
     .stratum = {ROWS},
     .outers = 1,
     .outer = &outers[0]},
    {.outputs = 1,
     .samples = PROTECTED + OTHERS,
     .strata = 2,
     .stratum = {PROTECTED, OTHERS},
     .outers = 1,
     .outer = &outers[1]},
};

static lf_status recorder_init(void *state, const void *params, lf_problem_info *info) {
    (void)state;
    (void)params;
    *info =
        (lf_problem_info){.dim = DIM, .domain = {.kind = LF_DOMAIN_BALL, .n = DIM, .radius = 1}};
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){1, &components[0]};
    info->role[LF_ROLE_CONSTRAINT] = (lf_components){1, &components[1]};
    return LF_OK;
}

static void recorder_release(void *state) {
    (void)state;
}

static lf_status recorder_evaluate(void *state, const lf_samples *s, const double *w,
                                   const double *y, double *g, double *grad) {
    (void)state;
    last.calls++;
    last.n = s->n;
    last.full = !s->id;
    last.same_point = s->same_point;
    memcpy(last.per_stratum, s->per_stratum, sizeof last.per_stratum);
    if (s->id) memcpy(last.id, s->id, s->n * sizeof *s->id);
    if (g) g[0] = w[0];
    if (g && s->role == LF_ROLE_OBJECTIVE) g[1] = w[1];
    if (grad) grad[0] += y[0];
    if (grad && s->role == LF_ROLE_OBJECTIVE) grad[1] += y[1];
    return LF_OK;
}

static const lf_problem_class recorder = {.abi = LF_ABI,
                                          .name = "recorder",
                                          .init = recorder_init,
                                          .release = recorder_release,
                                          .evaluate = recorder_evaluate};

typedef struct {
    lf_problem problem;
    lf_oracle *oracle;
} fixture;

static lf_oracle *make(fixture *f, uint64_t seed, const char *budget_text) {
    assert_ok(lf_problem_create(&recorder, NULL, &f->problem));
    const lf_cost_scope scope = lf_cost_scope_of(&f->problem.info);
    lf_budget budget;
    assert_ok(lf_budget_parse(budget_text, &scope, &budget));
    assert_ok(lf_oracle_create(&f->problem, seed, &budget, &f->oracle));
    memset(&last, 0, sizeof last);
    return f->oracle;
}

static void unmake(fixture *f) {
    lf_oracle_free(f->oracle);
    lf_problem_release(&f->problem);
}

static uint64_t count(const lf_oracle *o, lf_evaluation kind, lf_role role) {
    return lf_oracle_meter(o)->count[LF_COUNTER_EVALUATION(kind, role)];
}

static const double point[DIM] = {0.5, -0.75};

/* The i-th batch of a component is the same whatever else was drawn, and a shorter one is its
 * start. */
static void test_paired_sampling(void **state) {
    (void)state;
    fixture a, b;
    lf_oracle *one = make(&a, 5, "1e6"), *other = make(&b, 5, "1e6");
    lf_batch batch;
    double g[2];
    for (int i = 0; i < 3; i++) {
        assert_ok(lf_oracle_draw(one, LF_ROLE_OBJECTIVE, 0, 9, &batch));
        assert_ok(lf_oracle_value(one, &batch, point, g));
        const asked first = last;
        lf_oracle_uniform(other);
        assert_ok(lf_oracle_draw(other, LF_ROLE_CONSTRAINT, 0, 4, &batch));
        assert_ok(lf_oracle_draw(other, LF_ROLE_OBJECTIVE, 0, 6, &batch));
        assert_ok(lf_oracle_value(other, &batch, point, g));
        assert_memory_equal(first.id, last.id, 6 * sizeof *last.id);
    }
    unmake(&a);
    unmake(&b);
}

static void test_seeds_and_draws_differ(void **state) {
    (void)state;
    fixture f;
    uint32_t seen[3][9];
    const uint64_t seeds[] = {1, 1, 2};
    for (int i = 0; i < 3; i++) {
        lf_oracle *o = make(&f, seeds[i], "1e6");
        lf_batch batch;
        double g[2];
        assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 9, &batch));
        if (i == 1) assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 9, &batch));
        assert_ok(lf_oracle_value(o, &batch, point, g));
        memcpy(seen[i], last.id, sizeof seen[i]);
        unmake(&f);
    }
    assert_memory_not_equal(seen[0], seen[1], sizeof seen[0]);
    assert_memory_not_equal(seen[0], seen[2], sizeof seen[0]);
}

static void test_strata(void **state) {
    (void)state;
    fixture f;
    lf_oracle *o = make(&f, 3, "1e6");
    lf_batch batch;
    double g[2];
    /* 7 : 13 of 10: 3.5 and 6.5 become 3 and 6, the tie goes to the first. */
    assert_ok(lf_oracle_draw(o, LF_ROLE_CONSTRAINT, 0, 10, &batch));
    assert_ok(lf_oracle_value(o, &batch, point, g));
    assert_int_equal(last.per_stratum[0] + last.per_stratum[1], 10);
    assert_int_equal(last.per_stratum[0], 4);
    for (size_t i = 0; i < 10; i++)
        assert_true(i < 4 ? last.id[i] < PROTECTED : last.id[i] >= PROTECTED && last.id[i] < 20);
    assert_int_equal(lf_oracle_draw(o, LF_ROLE_CONSTRAINT, 0, 1, &batch), LF_BAD_ARGUMENT);
    assert_int_equal(lf_oracle_share(o, LF_ROLE_CONSTRAINT, 0, 5), 2 + 3);
    assert_int_equal(lf_oracle_share(o, LF_ROLE_OBJECTIVE, 0, 7), 5);
    unmake(&f);
}

static void test_charges(void **state) {
    (void)state;
    fixture f;
    lf_oracle *o = make(&f, 3, "1e6");
    lf_batch batch, full;
    double g[2], grad[DIM] = {0, 0};
    const double y[2] = {2, 0}, nan_point[DIM] = {NAN, NAN};
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 5, &batch));
    assert_ok(lf_oracle_value(o, &batch, point, g));
    assert_ok(lf_oracle_value(o, &batch, nan_point, g)); /* charged like any other */
    assert_ok(lf_oracle_vjp(o, &batch, point, y, grad));
    assert_ok(lf_oracle_value_vjp(o, &batch, point, y, g, grad));
    assert_ok(lf_oracle_full(o, LF_ROLE_CONSTRAINT, 0, &full));
    assert_ok(lf_oracle_value(o, &full, point, g));
    assert_true(last.full);
    assert_int_equal(count(o, LF_EVALUATION_VALUE, LF_ROLE_OBJECTIVE), 15);
    assert_int_equal(count(o, LF_EVALUATION_GRADIENT, LF_ROLE_OBJECTIVE), 10);
    assert_int_equal(count(o, LF_EVALUATION_VALUE, LF_ROLE_CONSTRAINT), 20);
    const uint64_t *all = lf_oracle_meter(o)->count;
    assert_int_equal(all[LF_COUNTER_SAMPLES(LF_ROLE_OBJECTIVE)], 5);
    assert_int_equal(all[LF_COUNTER_SAMPLES(LF_ROLE_CONSTRAINT)], 20);
    assert_near(grad[0], 4, 0); /* accumulated */
    unmake(&f);
}

static void test_subgradient_of_a_composition(void **state) {
    (void)state;
    fixture f;
    lf_oracle *o = make(&f, 3, "1e6");
    lf_batch batch;
    double grad[DIM] = {1, 1};
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 5, &batch));
    assert_ok(lf_oracle_subgradient(o, &batch, point, grad)); /* |w_1| is the larger */
    assert_near(grad[0], 1, 0);
    assert_near(grad[1], 0, 0);
    assert_int_equal(last.calls, 2);
    assert_true(last.same_point);
    assert_int_equal(count(o, LF_EVALUATION_GRADIENT, LF_ROLE_OBJECTIVE), 5);
    assert_int_equal(count(o, LF_EVALUATION_VALUE, LF_ROLE_OBJECTIVE), 0);
    const double z = -1.5;
    assert_near(lf_oracle_outer_value(o, LF_ROLE_CONSTRAINT, 0, &z), 1.25, 0);
    assert_int_equal(lf_oracle_meter(o)->count[LF_COUNTER_OUTER], 2);
    assert_true(isnan(lf_oracle_outer_value(o, LF_ROLE_INNER, 0, &z)));
    unmake(&f);
}

static void test_refusal_does_no_work(void **state) {
    (void)state;
    fixture f;
    lf_oracle *o = make(&f, 3, "12:value.objective");
    lf_batch batch;
    double g[2] = {8, 8};
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 5, &batch));
    assert_ok(lf_oracle_value(o, &batch, point, g));
    assert_ok(lf_oracle_value(o, &batch, point, g));
    g[0] = 8;
    assert_int_equal(lf_oracle_value(o, &batch, point, g), LF_BUDGET_SPENT);
    assert_near(g[0], 8, 0);
    assert_int_equal(last.calls, 2);
    assert_int_equal(count(o, LF_EVALUATION_VALUE, LF_ROLE_OBJECTIVE), 10);
    assert_true(lf_oracle_meter(o)->spent);
    unmake(&f);
}

static void test_forged_tickets_are_refused(void **state) {
    (void)state;
    fixture f;
    lf_oracle *o = make(&f, 3, "1e6");
    lf_batch good;
    double g[2];
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 5, &good));
    lf_batch forged[5] = {good, good, good, good, {.role = LF_ROLE_OBJECTIVE, .n = 5}};
    forged[0].n = 1;
    forged[1].draw = 7;
    forged[2].role = LF_ROLE_CONSTRAINT;
    forged[3].component = 1;
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(lf_oracle_value(o, &forged[i], point, g), LF_BAD_ARGUMENT);
    assert_int_equal(count(o, LF_EVALUATION_VALUE, LF_ROLE_OBJECTIVE), 0);
    assert_int_equal(last.calls, 0);
    assert_int_equal(lf_oracle_draw(o, LF_ROLE_UPPER, 0, 5, &good), LF_BAD_ARGUMENT);
    assert_string_equal(lf_message(), "oracle: this problem has no upper component 0");
    assert_int_equal(lf_oracle_draw(o, LF_ROLE_LOWER, LF_EVERY, 5, &good), LF_BAD_ARGUMENT);
    assert_string_equal(lf_message(), "oracle: this problem has no lower components");
    assert_int_equal(lf_oracle_draw(o, (lf_role)77, 0, 5, &good), LF_BAD_ARGUMENT);
    assert_string_equal(lf_message(), "oracle: there is no role 77");
    unmake(&f);
}

static void test_closed_oracle_answers_nothing(void **state) {
    (void)state;
    fixture f;
    lf_oracle *o = make(&f, 3, "1e6");
    lf_batch batch;
    double g[2];
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 5, &batch));
    lf_oracle_close(o);
    assert_int_equal(lf_oracle_value(o, &batch, point, g), LF_BAD_ARGUMENT);
    assert_int_equal(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 5, &batch), LF_BAD_ARGUMENT);
    assert_int_equal(last.calls, 0);
    unmake(&f);
}

static void test_snapshot_rewinds(void **state) {
    (void)state;
    fixture f;
    lf_oracle *o = make(&f, 3, "1e6");
    lf_batch first, again;
    double g[2];
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 5, &first));
    void *bytes = malloc(lf_oracle_snapshot_bytes(o));
    lf_oracle_save(o, bytes);
    const double u = lf_oracle_uniform(o);
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 5, &first));
    assert_ok(lf_oracle_value(o, &first, point, g));
    assert_ok(lf_oracle_restore(o, bytes));
    free(bytes);
    assert_int_equal(count(o, LF_EVALUATION_VALUE, LF_ROLE_OBJECTIVE), 0);
    assert_near(lf_oracle_uniform(o), u, 0);
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 5, &again));
    assert_memory_equal(&first, &again, offsetof(lf_batch, seal)); /* the seal is of another life */
    assert_int_equal(lf_oracle_value(o, &first, point, g), LF_BAD_ARGUMENT);
    assert_ok(lf_oracle_value(o, &again, point, g));
    unmake(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paired_sampling),
        cmocka_unit_test(test_seeds_and_draws_differ),
        cmocka_unit_test(test_strata),
        cmocka_unit_test(test_charges),
        cmocka_unit_test(test_subgradient_of_a_composition),
        cmocka_unit_test(test_refusal_does_no_work),
        cmocka_unit_test(test_forged_tickets_are_refused),
        cmocka_unit_test(test_closed_oracle_answers_nothing),
        cmocka_unit_test(test_snapshot_rewinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
