/* Every method of the registry that says its steps are whole: a step that the budget cuts short,
 * wherever it does, leaves the point as it was. The harness relies on that instead of a copy. */
#include "circle.h"
#include "quadratic_levels.h"

#define X(name) extern const lf_algorithm lf_algorithm_##name;
#include "algorithms.inc"
#undef X
#define X(name) &lf_algorithm_##name,
static const lf_algorithm *const algorithms[] = {
#include "algorithms.inc"
};
#undef X
enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };

/* On the objective of a toy, with budgets of draws and of questions. */
static void assert_whole_plain(const lf_algorithm *is, const char *set) {
    static const char *const costs[] = {"samples", "gradient.objective"};
    const toy problem = toy_corner();
    const double x0[2] = {1.5, -1};
    for (size_t budget = 20; budget < 60; budget++) {
        const char *limit = trial_text("%zu:%s", budget, costs[budget % 2]);
        trial *t = trial_prepare(is, &problem, budget, limit, set, (size_t)1 << 16);
        double before[2];
        assert_ok(trial_init(t, x0));
        lf_status status = LF_OK;
        while (status == LF_OK) {
            lf_vec_copy(2, is->iterate(t->state).w, before);
            status = trial_step(t);
        }
        assert_int_equal(status, LF_BUDGET_SPENT);
        assert_memory_equal(is->iterate(t->state).w, before, sizeof before);
        trial_teardown(NULL);
    }
}

/* Small batches, where the method has such a parameter. */
static void assert_whole_with(const lf_algorithm *is, const char *batch) {
    char moved[256], set[300];
    const lf_param *p = is->params;
    while (p->field && strncmp(lf_param_name(p), batch, 1) != 0)
        p++;
    if (!p->field) batch = "";
    trial_move_choices(is->params, "", moved);
    snprintf(set, sizeof set, "%s%s%s", batch, *batch && *moved ? "," : "", moved);
    if (is->view == LF_VIEW_BILEVEL) {
        assert_whole(is, batch);
        assert_whole(is, set);
    } else {
        assert_whole_plain(is, batch);
        assert_whole_plain(is, set);
    }
}

static void test_whole_steps(void **unused) {
    size_t found = 0;
    (void)unused;
    for (size_t i = 0; i < ALGORITHMS; i++) {
        if (!algorithms[i]->whole) continue;
        found++;
        switch (algorithms[i]->view) {
        case LF_VIEW_BILEVEL:
            assert_whole_with(algorithms[i], "b=3");
            break;
        case LF_VIEW_PLAIN:
            assert_whole_with(algorithms[i], "B=3");
            break;
        default:
            fail_msg("no problem here for the view of %s", algorithms[i]->name);
        }
        assert_null(algorithms[i]->average); /* which would have to stay as it was, too */
    }
    assert_true(found > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {trial_test(test_whole_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
