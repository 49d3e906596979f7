/* Every method of the registry that says its steps are whole: a step that the budget cuts short,
 * wherever it does, leaves the point as it was. The harness relies on that instead of a copy. */
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

static void test_whole_steps(void **unused) {
    size_t found = 0;
    (void)unused;
    for (size_t i = 0; i < ALGORITHMS; i++) {
        if (!algorithms[i]->whole) continue;
        found++;
        if (algorithms[i]->view != LF_VIEW_BILEVEL) fail_msg("no problem here for this view");
        char moved[256], set[300];
        trial_move_choices(algorithms[i]->params, "", moved);
        snprintf(set, sizeof set, "b=3,%s", moved);
        assert_whole(algorithms[i], "b=3");
        assert_whole(algorithms[i], set);
        assert_null(algorithms[i]->average); /* which would have to stay as it was, too */
    }
    assert_true(found > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {trial_test(test_whole_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
