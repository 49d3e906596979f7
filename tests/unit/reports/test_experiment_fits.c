/* Fits in an experiment file, and every mistake in one. */
#include "harness/experiment/experiment.h"
#include "near.h"
#include "registry_toy.h"
#include "reports/kinds/claims/parts/claims.h"
#include "reports/kinds/parts/fits.h"

#include <stdlib.h>
#include <string.h>

static const char head[] =
    "title: t\n"
    "problems:\n"
    "- {id: a2, label: A, problem: toy_box, constants: [{name: m, value: 2}]}\n"
    "- {id: a4, label: B, problem: toy_box, constants: [{name: m, value: 4}]}\n"
    "- {id: a8, label: C, problem: toy_box, constants: [{name: m, value: 8}]}\n"
    "- {id: b4, label: D, problem: toy_box, constants: [{name: m, value: 4}]}\n"
    "- {id: z, label: Z, problem: toy_box, constants: [{name: m, value: 0}]}\n"
    "- {id: n, label: N, problem: toy_box, constants: [{name: nbar, value: 4}]}\n"
    "methods:\n"
    "- {id: one, label: M, algorithm: toy_mean}\n"
    "- {id: two, label: M, algorithm: toy_step}\n"
    "scales:\n- {name: smoke, budget: '10:steps', seeds: 0-2, checkpoints: 5}\n";

static lf_status parse(const char *more, lf_experiment **e) {
    char yaml[4096];
    snprintf(yaml, sizeof yaml, "%s%s", head, more);
    return lf_experiment_parse(yaml, strlen(yaml), "x.yaml", e);
}

/* `fit` is the inside of the braces, after its id and title. */
static void refused(const char *fit, const char *message) {
    char more[1024], want[512];
    lf_experiment *e;
    snprintf(more, sizeof more, "fits:\n- {id: f, title: F, %s}\n", fit);
    snprintf(want, sizeof want, "x.yaml: fit 'f': %s", message);
    if (parse(more, &e) == LF_OK) print_error("accepted: %s\n", fit);
    assert_null(e);
    assert_string_equal(lf_message(), want);
}

static const char both[] =
    "fits:\n"
    "- id: eps\n"
    "  title: Accuracy\n"
    "  caption: Words.\n"
    "  problem: a4\n"
    "  metric: FV.avg\n"
    "  targets: [1e-1, 1e-2, 1e-3]\n"
    "  cost: ev\n"
    "  from: {cost: passes.inner, value: 10}\n"
    "  methods: [one, two]\n"
    "  theory: [{method: one, exponent: 1}, {method: two, exponent: 1.5}]\n"
    "- {id: m, title: Groups, along: m, problems: [a2, a4, a8], metric: FV, targets: [0.1]}\n"
    "claims:\n"
    "- {id: c, text: C, kind: exponent, fit: eps, method: one, at_most: 1.2}\n"
    "- {id: d, text: D, kind: exponent, fit: m, method: two, at_least: 0.5}\n";

static void assert_both(const lf_experiment *e) {
    const lf_experiment_fit *f = e->fits;
    assert_int_equal(e->fits_count, 2);
    assert_string_equal(f[0].metric, "FV.avg");
    assert_int_equal(f[0].targets_count, 3);
    assert_near(f[0].targets[1], 1e-2, 0);
    assert_string_equal(f[0].from->cost, "passes.inner");
    assert_near(f[0].from->value, 10, 0);
    assert_string_equal(f[0].theory[1].method, "two");
    assert_near(f[0].theory[1].exponent, 1.5, 0);
    assert_null(f[0].along);
    assert_string_equal(f[1].along, "m");
    assert_int_equal(f[1].problems_count, 3);
    assert_null(f[1].from);
    assert_string_equal(e->claims[0].fit, "eps");
    assert_null(e->claims[0].metric);
    assert_near(*e->claims[1].at_least, 0.5, 0);
}

static void test_round_trip(void **state) {
    (void)state;
    lf_experiment *e, *again;
    char *yaml;
    assert_ok(parse(both, &e));
    assert_both(e);
    assert_ok(lf_experiment_save(e, &yaml));
    assert_ok(lf_experiment_parse(yaml, strlen(yaml), "again.yaml", &again));
    assert_both(again);
    free(yaml);
    lf_experiment_free(e);
    lf_experiment_free(again);
}

static void test_form(void **state) {
    (void)state;
    refused("metric: FV, targets: [1]", "needs problem, or along and problems, one of them");
    refused("problem: a2, along: m, metric: FV", "needs problem, or along and problems, one of "
                                                 "them");
    refused("problem: a2, problems: [a4], metric: FV", "problem and problems exclude each other");
    refused("problem: a2, metric: FV, targets: [1, 0.5]", "needs 3 different targets or more");
    refused("problem: a2, metric: FV, targets: [1, 0.5, 1]", "needs 3 different targets or more");
    refused("problem: a2, metric: FV, targets: [1, 0, 2]", "targets[2]: expected a number above 0");
    refused("along: m, problems: [a2, a4, a8], metric: FV, targets: [1, 2]",
            "a fit along m has one target, not 2");
    refused("problem: a2, metric: FV, targets: [1, 2, 3], from: {cost: steps, value: 0}",
            "from: value: expected a number above 0");
}

static void test_names(void **state) {
    (void)state;
    refused("problem: a3, metric: FV, targets: [1, 2, 3]", "no problem 'a3'; did you mean 'a2'?");
    refused("problem: a2, metric: FVV, targets: [1, 2, 3]",
            "problem 'a2': no metric 'FVV'; did you mean 'FV'?");
    refused("problem: a2, metric: FV, targets: [1, 2, 3], methods: [onne]",
            "no method 'onne'; did you mean 'one'?");
    refused("problem: a2, metric: FV, targets: [1, 2, 3], cost: value.iner",
            "'one' on 'a2': cost 'value.iner': 'value.iner' is neither a counter nor a measure of "
            "this problem; did you mean 'value.inner'?");
    refused("problem: a2, metric: FV, targets: [1, 2, 3], theory: [{method: on, exponent: 1}]",
            "theory[1]: no method 'on'; did you mean 'one'?");
    refused("problem: a2, metric: FV, targets: [1, 2, 3], methods: [two], theory: [{method: one, "
            "exponent: 1}]",
            "theory[1]: method 'one' is not among its methods");
    refused("problem: a2, metric: FV, targets: [1, 2, 3], theory: [{method: one, exponent: 1}, "
            "{method: one, exponent: 2}]",
            "theory of method 'one' stands there twice");
    refused("problem: a2, metric: gain, targets: [1, 2, 3]",
            "metric gain: a fit over targets needs a metric that falls, and of this one more is "
            "better");
}

static void test_along(void **state) {
    (void)state;
    refused("along: mm, problems: [a2, a4, a8], metric: FV, targets: [1]",
            "problem 'a2': no constant 'mm'; did you mean 'm'?");
    refused("along: m, problems: [a2, n, a8], metric: FV, targets: [1]",
            "problem 'n': no constant 'm'; there are: nbar");
    refused("along: m, problems: [a2, z, a8], metric: FV, targets: [1]",
            "problem 'z': m = 0 has no logarithm");
    refused("along: m, problems: [a2, a4, b4], metric: FV, targets: [1]",
            "needs problems with 3 different values of m or more");
    refused("along: m, problems: [a2, a4, a4], metric: FV, targets: [1]",
            "problem 'a4' stands there twice");
}

static void test_types_name_their_line(void **state) {
    (void)state;
    lf_experiment *e;
    assert_true(parse("fits:\n- id: f\n  title: F\n  metrc: FV\n", &e) < 0);
    assert_string_equal(lf_message(), "x.yaml:17: unknown key 'metrc'; did you mean 'metric'?");
    assert_true(parse("fits:\n- id: f\n  title: F\n  metric: FV\n  targets: [1, low]\n", &e) < 0);
    assert_non_null(strstr(lf_message(), "targets: expected a number, not 'low'"));
    assert_non_null(strstr(lf_message(), "x.yaml:18: "));
    assert_true(parse("fits:\n- id: f\n  title: F\n  metric: FV\n  targets: [1e400]\n", &e) < 0);
    assert_non_null(strstr(lf_message(), "targets: expected a number that a double holds, not"));
}

/* `claim` is the inside of the braces, after id and text, on an experiment with both fits. */
static void claim_refused(const char *claim, const char *message) {
    char more[2048], want[512];
    lf_experiment *e;
    snprintf(more, sizeof more, "%s- {id: x, text: X, %s}\n", both, claim);
    snprintf(want, sizeof want, "x.yaml: claim 'x': %s", message);
    if (parse(more, &e) == LF_OK) print_error("accepted: %s\n", claim);
    assert_null(e);
    assert_string_equal(lf_message(), want);
}

static void test_claims(void **state) {
    (void)state;
    claim_refused("kind: exponent, fit: esp, method: one, at_most: 1",
                  "no fit 'esp'; did you mean 'eps'?");
    claim_refused("kind: exponent, method: one, at_most: 1", "kind exponent needs fit");
    claim_refused("kind: exponent, fit: eps, method: one",
                  "kind exponent needs at_most or at_least, one of them");
    claim_refused("kind: exponent, fit: eps, method: one, at_most: 1, at_least: 0",
                  "kind exponent needs at_most or at_least, one of them");
    claim_refused("kind: exponent, fit: eps, method: one, metric: FV, at_most: 1",
                  "kind exponent has no metric");
    claim_refused("kind: exponent, fit: eps, method: three, at_most: 1",
                  "no method 'three'; there are: one, two");
    claim_refused("kind: lower, method: one, than: [two]", "kind lower needs metric");
    claim_refused("kind: slope, method: one, metric: FV, at_most: -1, fit: eps",
                  "kind slope has no fit");
    claim_refused("kind: feasible, method: one, metric: FV, at_most: 1, at_least: 0",
                  "kind feasible has no at_least");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_form),
        cmocka_unit_test(test_names),      cmocka_unit_test(test_along),
        cmocka_unit_test(test_claims),     cmocka_unit_test(test_types_name_their_line),
    };
    return cmocka_run_group_tests(tests, registry_toy_setup, NULL);
}
