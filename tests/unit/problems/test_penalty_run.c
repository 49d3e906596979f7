/* Whole runs on a penalised problem: a method of the composition view beside one of the constrained
 * view, what they are charged, and what happens without a penalty. */
#include <stdlib.h>
#include <string.h>

#include <levelfield/algorithm.h>

#include "harness/registry/plugin.h"
#include "harness/run/run.h"
#include "near.h"
#include "oracle/meter.h"
#include "scratch.h"

/* A step w <- w - eta (subgradient of f + mean of J_i^T y_i), y_i a subgradient of the outer
 * functions at g_i(w; B_i): plug-in, so with batches of 8 it draws 16, asks 8 values and 16
 * gradients. */
enum { B = 8 };
typedef struct {
    double *w, *grad;
} descent_state;

static lf_status descent_init(void *state, const void *params, lf_oracle *o, const double *x0,
                              lf_arena *arena) {
    descent_state *s = state;
    (void)params;
    LF_TRY(lf_arena_vector(arena, lf_oracle_dim(o), &s->w));
    LF_TRY(lf_arena_vector(arena, lf_oracle_dim(o), &s->grad));
    lf_vec_copy(lf_oracle_dim(o), x0, s->w);
    return LF_OK;
}

static lf_status descent_step(void *state, lf_oracle *o) {
    descent_state *s = state;
    lf_batch f, c;
    double g, y;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, B, &f));
    LF_TRY(lf_oracle_draw(o, LF_ROLE_INNER, 0, B, &c));
    lf_vec_zero(lf_oracle_dim(o), s->grad);
    LF_TRY(lf_oracle_subgradient(o, &f, s->w, s->grad));
    LF_TRY(lf_oracle_value(o, &c, s->w, &g));
    lf_oracle_outer_subgradient(o, LF_ROLE_INNER, 0, &g, &y);
    LF_TRY(lf_oracle_vjp(o, &c, s->w, &y, s->grad));
    lf_oracle_regulariser(o, s->w, s->grad);
    lf_vec_axpy(lf_oracle_dim(o), -0.01, s->grad, s->w);
    return LF_OK;
}

static lf_point descent_iterate(const void *state) {
    return (lf_point){.w = ((const descent_state *)state)->w};
}

static const lf_param no_params[] = {{0}};
static const lf_algorithm descent = {
    .abi = LF_ABI,
    .name = "composed_descent",
    .doc = "plug-in subgradient steps on a composition",
    .source = "made for tests",
    .view = LF_VIEW_COMPOSITION,
    .params = no_params,
    .state_size = sizeof(descent_state),
    .init = descent_init,
    .step = descent_step,
    .iterate = descent_iterate,
};

static const char *const problems[] = {"neyman_pearson:loss=logistic,c=0.3,svio_steps=1",
                                       "dp_scad:svio_steps=1", "roc_fairness:svio_steps=1"};
static const char *const penalties[] = {"hinge", "squared", "smoothed"};

static lf_record record;

static void execute(const char *problem, const char *penalty, const char *algorithm,
                    const char *budget) {
    char spec[256];
    snprintf(spec, sizeof spec, "%s,penalty=%s", problem, penalty);
    const lf_run_spec run = {.problem = spec,
                             .algorithm = (char *)algorithm,
                             .budget = (char *)budget,
                             .checkpoints = 4,
                             .expensive = 1};
    lf_record_clear(&record);
    lf_run_execute(&run, 0, NULL, &record);
}

static void completed(void) {
    assert_string_equal(record.cause, "budget spent");
    assert_int_equal(record.status, LF_RUN_DONE);
}

/* The problem's measure `name` of the last row. */
static double measured(const char *name) {
    lf_cost_scope scope = {0};
    lf_measure measure[16] = {{0}};
    lf_cost cost;
    for (size_t i = 0; i < record.measures; i++)
        measure[i] = (lf_measure){record.measure[i].name, record.measure[i].cost, ""};
    memcpy(scope.samples, record.samples, sizeof scope.samples);
    scope.measures = record.measures;
    scope.measure = measure;
    assert_ok(lf_cost_parse(name, &scope, &cost));
    return lf_cost_value(&cost, record.point[record.points - 1].count);
}

/* The 11th step's last question would be one too many: 10 steps of 24 are made. */
static void test_costs(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++) {
            execute(problems[i], penalties[k], "composed_descent", "263:cost");
            completed();
            assert_near(measured("steps"), 10, 0);
            assert_near(measured("draw"), 160, 0);
            assert_near(measured("val"), 80, 0);
            assert_near(measured("grad"), 160, 0);
            assert_near(measured("cost"), 240, 0);
            assert_near(measured("passes.constraint"), 0, 0); /* that role was not asked */
            assert_true(record.samples[LF_ROLE_INNER] == record.samples[LF_ROLE_CONSTRAINT]);
            for (size_t row = 0; row < record.points; row++)
                assert_true(isfinite(lf_record_value(&record, row, "F")));
        }
}

/* From the origin, where f + P(g) is far from its least value. */
static void test_descends(void **state) {
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        execute(problems[0], penalties[k], "composed_descent", "400");
        completed();
        const double first = lf_record_value(&record, 0, "F");
        assert_true(lf_record_value(&record, record.points - 1, "F") < 0.8 * first);
        assert_true(lf_record_value(&record, 0, "CVio") > 0.3);
    }
}

/* One line, which says how to mend it. */
static void test_refused_without_a_penalty(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        char why[256];
        execute(problems[i], "none", "composed_descent", "10");
        assert_int_equal(record.status, LF_RUN_FAILED);
        snprintf(why, sizeof why,
                 "algorithm composed_descent solves the composition view, which problem %.*s does "
                 "not show with these parameters: set penalty=hinge, penalty=squared or "
                 "penalty=smoothed",
                 (int)strcspn(problems[i], ":"), problems[i]);
        assert_string_equal(record.cause, why);
        assert_int_equal(record.points, 0);
    }
}

/* A constrained method does not see the penalty: the same counts and metrics bit for bit, F apart.
 */
static void test_constrained_methods_do_not_notice(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        execute(problems[i], "none", "ssg:mode=stochastic", "200");
        completed();
        assert_true(lf_record_metric(&record, "F") == SIZE_MAX);
        lf_record without = record;
        record = (lf_record){0};
        execute(problems[i], "hinge", "ssg:mode=stochastic", "200");
        completed();
        assert_true(lf_record_metric(&record, "F") != SIZE_MAX);
        assert_true(record.points == without.points && record.points > 1);
        for (size_t row = 0; row < record.points; row++) {
            assert_memory_equal(record.point[row].count, without.point[row].count,
                                sizeof record.point[row].count);
            for (size_t m = 0; m < without.metrics; m++) {
                const double old = lf_record_value(&without, row, without.metric[m].name);
                const double new = lf_record_value(&record, row, without.metric[m].name);
                assert_memory_equal(&old, &new, sizeof old);
            }
        }
        lf_record_clear(&without);
    }
}

static int clear(void **state) {
    (void)state;
    lf_record_clear(&record);
    return 0;
}

static int setup(void **state) {
    if (scratch_setup(state) || setenv("XDG_CACHE_HOME", *state, 1)) return -1;
    return lf_registry_add_algorithm(&descent) == LF_OK ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_costs, clear),
        cmocka_unit_test_teardown(test_descends, clear),
        cmocka_unit_test_teardown(test_refused_without_a_penalty, clear),
        cmocka_unit_test_teardown(test_constrained_methods_do_not_notice, clear),
    };
    return cmocka_run_group_tests_name("penalty_run", tests, setup, scratch_teardown);
}
