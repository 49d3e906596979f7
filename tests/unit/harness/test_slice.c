/* Some of an experiment's runs: which, with the trials that they need, and what is refused. */
#include "harness/campaign/slice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/tuning_grid.h"
#include "near.h"
#include "registry_toy.h"

/* `step` runs on another form of p; q has the parameters that tuning chose on p's form; r is not
 * run. */
static const char text[] =
    "title: t\n"
    "problems:\n"
    "- {id: p, label: P, problem: toy_box, methods: [mean]}\n"
    "- {id: form, label: F, problem: 'toy_box:lambda=2', methods: [step], same_as: p}\n"
    "- {id: q, label: Q, problem: 'toy_box:lambda=3', methods: [step], tuned_as: form}\n"
    "- {id: r, label: R, problem: 'toy_box:lambda=4'}\n"
    "use_problems: [p, q]\n"
    "methods:\n"
    "- {id: mean, label: M, algorithm: toy_mean}\n"
    "- {id: step, label: S, algorithm: toy_step}\n"
    "- {id: other, label: O, algorithm: 'toy_step:eta=9'}\n"
    "use_methods: [mean, step]\n"
    "scales:\n- {name: smoke, budget: '10:steps', seeds: 0-1, checkpoints: 5,\n"
    "   tuning_budget: '7:steps'}\n"
    "tuning: {metric: FV, points: 2, seed: 1, seeds: '100', grids: [\n"
    "  {method: mean, grid: 'eta={1|2}'}, {method: step, grid: 'eta={3|4}'}]}\n";

static lf_experiment *experiment(void) {
    lf_experiment *e;
    assert_ok(lf_experiment_parse(text, strlen(text), "x.yaml", &e));
    return e;
}

/* How many runs of each pair are wanted, as "p/mean 2, q/step 2". */
static void describe(const lf_experiment *e, const lf_slice *slice, const lf_planned_run *plan,
                     size_t n, char *shown, size_t room) {
    const lf_planned_run *wanted[32];
    assert_true(n <= 32);
    const size_t count = lf_slice_select(slice, e, plan, n, wanted);
    shown[0] = '\0';
    for (size_t i = 0, many; i < count; i += many) {
        many = 1;
        while (i + many < count && wanted[i + many]->problem == wanted[i]->problem &&
               wanted[i + many]->method == wanted[i]->method)
            many++;
        const size_t used = strlen(shown);
        snprintf(shown + used, room - used, "%s%s/%s %zu", used ? ", " : "",
                 e->problems[wanted[i]->problem].id, e->methods[wanted[i]->method].id, many);
    }
}

static void selects(const char *problem, const char *method, const char *trials, const char *runs) {
    char shown[256];
    lf_experiment *e = experiment();
    lf_planned_run *plan;
    size_t n;
    const lf_slice slice = {problem != NULL, method != NULL, &problem, &method};
    assert_ok(lf_slice_check(&slice, e));
    assert_ok(lf_tuning_plan(e, "smoke", &plan, &n));
    describe(e, &slice, plan, n, shown, sizeof shown);
    assert_string_equal(shown, trials);
    lf_plan_free(plan, n);
    assert_ok(lf_experiment_plan(e, "smoke", NULL, 0, &plan, &n));
    describe(e, &slice, plan, n, shown, sizeof shown);
    assert_string_equal(shown, runs);
    lf_plan_free(plan, n);
    lf_experiment_free(e);
}

static void test_select(void **state) {
    (void)state;
    selects(NULL, NULL, "p/mean 2, form/step 2", "p/mean 2, form/step 2, q/step 2");
    selects("p", NULL, "p/mean 2, form/step 2", "p/mean 2, form/step 2");
    selects("form", NULL, "form/step 2", "form/step 2");
    selects(NULL, "mean", "p/mean 2", "p/mean 2");
    selects("p", "step", "form/step 2", "form/step 2");
    selects("q", NULL, "form/step 2", "q/step 2"); /* the trials, but no run on what was tuned */
}

static void refused(const char *problem, const char *method, const char *message) {
    lf_experiment *e = experiment();
    const lf_slice slice = {problem != NULL, method != NULL, &problem, &method};
    assert_int_equal(lf_slice_check(&slice, e), LF_BAD_INPUT);
    assert_string_equal(lf_message(), message);
    lf_experiment_free(e);
}

static void test_refused(void **state) {
    (void)state;
    refused("forn", NULL, "no problem 'forn'; did you mean 'form'?");
    refused("r", NULL, "problem 'r' is not run");
    refused(NULL, "men", "no method 'men'; did you mean 'mean'?");
    refused("p", "other", "method 'other' is not run");
    refused("q", "mean", "none of these methods runs on any of these problems");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_select),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, registry_toy_setup, NULL);
}
