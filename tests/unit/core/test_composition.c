/* What a composition asks of the oracle: outer functions that add up, and a part of the objective
 * that is known in closed form. */
#include "core/oracle.h"

#include "core/problem.h"
#include "near.h"

enum { DIM = 2, ROWS = 6, INNER = 2, OBJECTIVES = 2 };

/* g_i(w) = (mean of ids * w_0, w_1, w_0 + w_1), i = 0, 1; f = 4 [z_1 - 1/2]_+ + |z_2 - z_3| */
static const lf_outer terms[] = {{LF_OUTER_SUM, 1, 1, 0.5, 0, LF_PENALTY_HINGE, 4, 0},
                                 {LF_OUTER_GAP, 2, 1, 0}};
static const lf_outer linear[] = {{LF_OUTER_SUM, 1, 2, 0}, {LF_OUTER_SUM, 2, 3, 1}};
static const lf_component inner[INNER] = {
    {.outputs = 3, .samples = ROWS, .strata = 1, .stratum = {ROWS}, .outers = 2, .outer = terms},
    {.outputs = 3, .samples = ROWS, .strata = 1, .stratum = {ROWS}, .outers = 2, .outer = linear},
};

/* g0_0(w) = mean of ids * w_0, over ROWS; g0_1(w) = w_1, known */
static const lf_outer identity = {LF_OUTER_SUM, 1, 1, 0};
static const lf_component objective[OBJECTIVES] = {
    {.outputs = 1,
     .samples = ROWS,
     .strata = 1,
     .stratum = {ROWS},
     .outers = 1,
     .outer = &identity},
    {.outputs = 1, .outers = 1, .outer = &identity},
};

static size_t calls;

static lf_status composed_init(void *state, const void *params, lf_problem_info *info) {
    (void)state;
    (void)params;
    *info = (lf_problem_info){.dim = DIM, .domain = {.kind = LF_DOMAIN_SPACE, .n = DIM}};
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){OBJECTIVES, objective};
    info->role[LF_ROLE_INNER] = (lf_components){INNER, inner};
    info->role[LF_ROLE_CONSTRAINT] = (lf_components){INNER, inner};
    return LF_OK;
}

static void composed_release(void *state) {
    (void)state;
}

static double composed_mean(const lf_samples *s) {
    double sum = 0;
    for (size_t k = 0; k < s->n; k++)
        sum += s->id ? s->id[k] : (double)k;
    return sum / (double)s->n;
}

static lf_status composed_evaluate(void *state, const lf_samples *s, const double *w,
                                   const double *y, double *g, double *grad) {
    (void)state;
    const bool known = s->role == LF_ROLE_OBJECTIVE && s->component == 1;
    const double mean = known ? 0 : composed_mean(s);
    calls++;
    if (known) assert_null(s->id);
    if (s->role == LF_ROLE_OBJECTIVE) {
        if (g) g[0] = known ? w[1] : mean * w[0];
        if (grad) grad[known] += y[0] * (known ? 1 : mean);
        return LF_OK;
    }
    if (g) {
        g[0] = mean * w[0];
        g[1] = w[1];
        g[2] = w[0] + w[1];
    }
    if (grad) {
        grad[0] += mean * y[0] + y[2];
        grad[1] += y[1] + y[2];
    }
    return LF_OK;
}

static const lf_problem_class composed = {.abi = LF_ABI,
                                          .name = "composed",
                                          .init = composed_init,
                                          .release = composed_release,
                                          .evaluate = composed_evaluate};

typedef struct {
    lf_problem problem;
    lf_oracle *oracle;
} fixture;

static fixture opened;

static lf_oracle *make(const lf_problem_class *is, const char *budget_text) {
    lf_budget budget;
    assert_ok(lf_problem_create(is, NULL, &opened.problem));
    const lf_cost_scope scope = lf_cost_scope_of(&opened.problem.info);
    assert_ok(lf_budget_parse(budget_text, &scope, &budget));
    assert_ok(lf_oracle_create(&opened.problem, 3, &budget, &opened.oracle));
    calls = 0;
    return opened.oracle;
}

static int unmake(void **state) {
    (void)state;
    lf_oracle_free(opened.oracle);
    lf_problem_release(&opened.problem);
    opened = (fixture){0};
    return 0;
}

static uint64_t count(const lf_oracle *o, size_t counter) {
    return lf_oracle_meter(o)->count[counter];
}

static const double point[DIM] = {0.5, -0.75};

/* Of an inner component the functions add up; of a constraint the largest is meant. */
static void test_inner_functions_add_up(void **state) {
    (void)state;
    lf_oracle *o = make(&composed, "1e6");
    const double z[] = {1, 0.25, 2};
    double y[3];
    assert_near(lf_oracle_outer_value(o, LF_ROLE_INNER, 0, z), 2 + 1.75, 1e-15);
    assert_near(lf_oracle_outer_value(o, LF_ROLE_CONSTRAINT, 0, z), 2, 1e-15);
    lf_oracle_outer_subgradient(o, LF_ROLE_INNER, 0, z, y);
    const double both[] = {4, -1, 1}, first[] = {4, 0, 0};
    for (size_t j = 0; j < 3; j++)
        assert_near(y[j], both[j], 0);
    lf_oracle_outer_subgradient(o, LF_ROLE_CONSTRAINT, 0, z, y);
    for (size_t j = 0; j < 3; j++)
        assert_near(y[j], first[j], 0);
    assert_int_equal(count(o, LF_COUNTER_OUTER), 4);
}

static void test_prox_of_a_sum(void **state) {
    (void)state;
    lf_oracle *o = make(&composed, "1e6");
    const double z[] = {1, 0.25, 2}, lambda = 0.1;
    double u[3], v[3], y[3], value, one[2], slope[3];
    assert_ok(lf_oracle_outer_prox(o, LF_ROLE_INNER, 0, lambda, z, u));
    assert_ok(lf_oracle_outer_envelope(o, LF_ROLE_INNER, 0, lambda, z, &value, y));
    assert_ok(lf_outer_prox(&terms[0], lambda, z, v));
    assert_ok(lf_outer_prox(&terms[1], lambda, z + 1, v + 1));
    assert_ok(lf_outer_envelope(&terms[0], lambda, z, &one[0], slope));
    assert_ok(lf_outer_envelope(&terms[1], lambda, z + 1, &one[1], slope + 1));
    assert_memory_equal(u, v, sizeof u);
    assert_memory_equal(y, slope, sizeof y);
    assert_near(value, one[0] + one[1], 0);
    /* 4 [1 - 1/2 - 0.2] + 0.1 * 16 - 0.8, and 1.75 - 0.1 */
    assert_near(value, 1.2 + 1.65, 1e-14);
    assert_int_equal(lf_oracle_outer_prox(o, LF_ROLE_CONSTRAINT, 0, lambda, z, u), LF_UNSUPPORTED);
    assert_int_equal(lf_oracle_outer_envelope(o, LF_ROLE_CONSTRAINT, 0, lambda, z, &value, y),
                     LF_UNSUPPORTED);
    assert_int_equal(lf_oracle_outer_prox(o, LF_ROLE_INNER, INNER, lambda, z, u), LF_BAD_ARGUMENT);
}

/* The plug-in subgradient of a sum: grad f(g) = Dg^T y. A linear sum needs no value. */
static void test_subgradient_of_a_sum(void **state) {
    (void)state;
    lf_oracle *o = make(&composed, "1e6");
    lf_batch batch;
    double grad[DIM] = {0, 0};
    assert_ok(lf_oracle_full(o, LF_ROLE_INNER, 0, &batch));
    /* z = (1.25, -0.75, -0.25): y = (4, -1, 1), and the mean of the ids is 2.5 */
    assert_ok(lf_oracle_subgradient(o, &batch, point, grad));
    assert_near(grad[0], 2.5 * 4 + 1, 1e-14);
    assert_near(grad[1], -1 + 1, 1e-14);
    assert_int_equal(calls, 2);
    assert_ok(lf_oracle_full(o, LF_ROLE_INNER, 1, &batch));
    grad[0] = grad[1] = 0;
    assert_ok(lf_oracle_subgradient(o, &batch, point, grad));
    assert_near(grad[0], 2.5 * 2 + 3, 1e-14);
    assert_near(grad[1], 6, 1e-14);
    assert_int_equal(calls, 3);
}

/* A known part can be drawn and asked about like any other, and costs nothing. */
static void test_known_part_is_free(void **state) {
    (void)state;
    lf_oracle *o = make(&composed, "1:samples");
    lf_batch drawn, full;
    const double y = 3;
    double g, grad[DIM] = {0, 0};
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 1, 5, &drawn));
    assert_ok(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 1, &full));
    assert_memory_equal(&drawn, &full, sizeof drawn);
    assert_int_equal(drawn.n, 0);
    assert_ok(lf_oracle_value(o, &drawn, point, &g));
    assert_near(g, point[1], 0);
    assert_ok(lf_oracle_value_vjp(o, &drawn, point, &y, &g, grad));
    assert_ok(lf_oracle_subgradient(o, &drawn, point, grad));
    assert_near(grad[1], 3 + 1, 0);
    assert_near(grad[0], 0, 0);
    for (size_t k = 0; k < LF_COUNTERS; k++)
        assert_int_equal(count(o, k), k == LF_COUNTER_OUTER ? 1 : 0);
    assert_int_equal(lf_oracle_share(o, LF_ROLE_OBJECTIVE, 1, 4), 0);
    lf_batch forged = {.role = LF_ROLE_OBJECTIVE, .draw = LF_DRAW_FULL}; /* of no samples */
    assert_int_equal(lf_oracle_value(o, &forged, point, &g), LF_BAD_ARGUMENT);
    assert_int_equal(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 5, &drawn), LF_BUDGET_SPENT);
    assert_int_equal(lf_oracle_value(o, &full, point, &g), LF_BUDGET_SPENT); /* the run is over */
}

/* Every component at once: n samples of those that have any, the same as one by one. */
static void test_known_part_among_others(void **state) {
    (void)state;
    lf_oracle *o = make(&composed, "1e6");
    const double y[OBJECTIVES] = {2, 3};
    double g[OBJECTIVES], grad[DIM] = {0, 0};
    lf_batch every;
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, LF_EVERY, 4, &every));
    assert_int_equal(every.n, 4);
    assert_ok(lf_oracle_value_vjp(o, &every, point, y, g, grad));
    assert_near(g[1], point[1], 0);
    assert_near(grad[0], y[0] * g[0] / point[0], 1e-14); /* the mean of the same ids */
    assert_near(grad[1], y[1], 0);
    assert_ok(lf_oracle_full(o, LF_ROLE_OBJECTIVE, LF_EVERY, &every));
    assert_int_equal(every.n, ROWS);
    assert_ok(lf_oracle_value(o, &every, point, g));
    assert_near(g[0], 2.5 * point[0], 0);
    assert_near(g[1], point[1], 0);
    assert_int_equal(count(o, LF_COUNTER_SAMPLES(LF_ROLE_OBJECTIVE)), 4 + ROWS);
}

/* Asking about the known part in between does not change the samples of another ticket. */
static void test_known_part_in_between(void **state) {
    (void)state;
    lf_oracle *o = make(&composed, "1e6");
    lf_batch batch, known;
    double before, after, g;
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 3, &batch));
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 1, 3, &known));
    assert_ok(lf_oracle_value(o, &batch, point, &before));
    assert_ok(lf_oracle_value(o, &known, point, &g));
    assert_ok(lf_oracle_value(o, &batch, point, &after));
    assert_near(after, before, 0);
    assert_near(g, point[1], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_inner_functions_add_up, unmake),
        cmocka_unit_test_teardown(test_prox_of_a_sum, unmake),
        cmocka_unit_test_teardown(test_subgradient_of_a_sum, unmake),
        cmocka_unit_test_teardown(test_known_part_is_free, unmake),
        cmocka_unit_test_teardown(test_known_part_among_others, unmake),
        cmocka_unit_test_teardown(test_known_part_in_between, unmake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
