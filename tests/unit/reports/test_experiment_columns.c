/* Columns of tables: which keys go together, and what is said of those that do not. */
#include "harness/experiment/experiment.h"
#include "near.h"
#include "registry_toy.h"

#include <string.h>

static const char whole[] =
    "title: t\n"
    "problems:\n- {id: a, label: A, problem: toy_box}\n"
    "methods:\n- {id: m, label: M, algorithm: toy_step}\n"
    "scales:\n- {name: smoke, budget: '10:steps', seeds: 0-2, checkpoints: 5}\n"
    "tables:\n- id: t\n  title: T\n  columns:\n  - {id: c, ";

static lf_status parse(const char *keys, lf_experiment **e) {
    char yaml[1024];
    snprintf(yaml, sizeof yaml, "%s%s}\n", whole, keys);
    return lf_experiment_parse(yaml, strlen(yaml), "x.yaml", e);
}

static void accepted(const char *keys) {
    lf_experiment *e;
    assert_ok(parse(keys, &e));
    lf_experiment_free(e);
}

static void refused(const char *keys, const char *message) {
    lf_experiment *e;
    char want[512];
    snprintf(want, sizeof want, "x.yaml: table 't': column 'c': %s", message);
    if (parse(keys, &e) == LF_OK) print_error("accepted: %s\n", keys);
    assert_null(e);
    assert_string_equal(lf_message(), want);
}

static void test_forms(void **state) {
    (void)state;
    accepted("cost: steps");
    accepted("metric: FV");
    accepted("metric: FV, where: CVio, at_most: 0");
    accepted("metric: FV, below: 1, cost: steps");
    accepted("metric: FV, above: 1, cost: steps");
    accepted("share: CVio, at_most: 0");
    accepted("mean: FV");
    accepted("mean: FV, cost: steps");
    accepted("ert: FV, below: 1");
    accepted("ert: FV, above: 1, cost: steps");
}

static void test_mixed_forms(void **state) {
    (void)state;
    static const char none[] = "needs a metric, a share, a mean, an ert or a cost alone",
                      mean[] = "mean goes with cost, and with nothing else",
                      ert[] = "ert goes with below or above, with cost, and with nothing else",
                      share[] = "share goes with at_most, and with nothing else";
    refused("label: L", none);
    refused("ert: FV", ert);
    refused("ert: FV, below: 1, above: 1", ert);
    refused("ert: FV, below: 1, metric: FV", ert);
    refused("cost: steps, below: 1", none);
    refused("cost: steps, above: 1", none);
    refused("mean: FV, metric: FV", mean);
    refused("mean: FV, at_most: 1", mean);
    refused("mean: FV, below: 1", mean);
    refused("mean: FV, above: 1", mean);
    refused("share: CVio", share);
    refused("share: CVio, at_most: 1, below: 1", share);
    refused("share: CVio, at_most: 1, above: 1", share);
    refused("metric: FV, where: CVio", "where and at_most go together");
}

static void test_passing(void **state) {
    (void)state;
    refused("metric: FV, below: 1", "below and cost go together");
    refused("metric: FV, above: 1", "above and cost go together");
    refused("metric: FV, cost: steps", "metric and cost go with below or above");
    refused("metric: FV, below: 1, above: 2, cost: steps", "below and above exclude each other");
    refused("metric: FV, below: 1, cost: steps, where: CVio, at_most: 1",
            "where and below exclude each other");
    refused("metric: FV, above: 1, cost: steps, where: CVio, at_most: 1",
            "where and above exclude each other");
}

static void test_names(void **state) {
    (void)state;
    refused("metric: FW", "problem 'a': no metric 'FW'; did you mean 'FV'?");
    refused("metric: FW, above: 1, cost: steps", "problem 'a': no metric 'FW'; did you mean 'FV'?");
    refused("mean: FW", "problem 'a': no metric 'FW'; did you mean 'FV'?");
    refused("cost: 2*step",
            "'m' on 'a': cost '2*step': 'step' is neither a counter nor a measure of this "
            "problem; did you mean 'steps'?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_mixed_forms),
        cmocka_unit_test(test_passing),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, registry_toy_setup, NULL);
}
