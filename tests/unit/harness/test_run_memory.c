/* A problem with a memory in the run loop: a step that is not whole leaves no trace in it. */
#include "execute.h"
#include "saddle_problem.h"

/* Two questions about two samples each a step. */
typedef struct {
    double v, alpha;
} twice_state;

static lf_status twice_init(void *state, const void *params, lf_oracle *o, const double *x0,
                            lf_arena *arena) {
    twice_state *s = state;
    (void)params, (void)o, (void)arena;
    s->v = *x0;
    return LF_OK;
}

static lf_status twice_step(void *state, lf_oracle *o) {
    twice_state *s = state;
    for (size_t k = 0; k < 2; k++) {
        lf_batch batch;
        double grad_v = 0, grad_alpha = 0;
        LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 2, &batch));
        LF_TRY(lf_oracle_saddle(o, &batch, &s->v, &s->alpha, &grad_v, &grad_alpha));
        s->v -= 0.1 * grad_v;
        s->alpha += 0.1 * grad_alpha;
    }
    return LF_OK;
}

static lf_point twice_iterate(const void *state) {
    const twice_state *s = state;
    return (lf_point){.w = &s->v, .y = &s->alpha};
}

static const lf_param twice_table[] = {{0}};

static const lf_algorithm twice = {
    .abi = LF_ABI,
    .name = "twice",
    .doc = "asks twice a step",
    .source = "tests",
    .view = LF_VIEW_SADDLE,
    .params = twice_table,
    .params_size = 1,
    .state_size = sizeof(twice_state),
    .init = twice_init,
    .step = twice_step,
    .iterate = twice_iterate,
};

/* Ten gradients: two whole steps of four, and half of a third. */
static void test_half_a_step_is_forgotten(void **state) {
    (void)state;
    lf_run_spec spec = spec_of("twice", "10:gradient.objective");
    spec.problem = (char *)"saddle_by_hand";
    execute_spec(&spec, 0);
    ended(LF_RUN_DONE, "budget spent");
    assert_int_equal(final_count(LF_COUNTER_STEPS), 2);
    assert_near(lf_record_value(&record, record.points - 1, "asked"), 8, 0);
}

static int add(void **state) {
    (void)state;
    const bool added = lf_registry_add_problem(&saddle_problem) == LF_OK &&
                       lf_registry_add_algorithm(&twice) == LF_OK;
    return added ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_half_a_step_is_forgotten, clear),
    };
    return cmocka_run_group_tests(tests, add, NULL);
}
