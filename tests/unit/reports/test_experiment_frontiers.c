/* Frontiers in experiment files, and claims about them: read, written back, refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment.h"
#include "harness/experiment/experiment_check.h"
#include "near.h"
#include "registry_toy.h"
#include "reports/kinds/claims/parts/claims.h"
#include "reports/kinds/parts/frontiers.h"
#include "scratch.h"

static const char head[] =
    "title: t\n"
    "problems:\n"
    "- {id: r4, label: A, problem: toy_box, methods: [one], constants: [{name: rho, value: 4}]}\n"
    "- {id: r6, label: B, problem: toy_box, methods: [one], constants: [{name: rho, value: 6}]}\n"
    "- {id: s1, label: C, problem: toy_box, methods: [two]}\n"
    "- {id: t1, label: D, problem: toy_box}\n"
    "methods:\n"
    "- {id: one, label: M, algorithm: toy_mean, measures: [{name: own, cost: 2*steps}]}\n"
    "- {id: two, label: M, algorithm: toy_step}\n"
    "- {id: three, label: M, algorithm: toy_step}\n"
    "scales:\n- {name: smoke, budget: '10:steps', seeds: 0-2, checkpoints: 5}\n"
    "frontiers:\n";

static const char good[] = "- id: f\n"
                           "  title: Gain against violation\n"
                           "  caption: Words.\n"
                           "  x: CVio\n"
                           "  y: gain\n"
                           "  lines:\n"
                           "  - {label: One, method: one, problems: [r4, r6]}\n"
                           "  - {method: two, problems: [s1]}\n"
                           "  at: [0, 5e-3]\n";

static lf_status parse(const char *more, lf_experiment **e) {
    char yaml[4096];
    snprintf(yaml, sizeof yaml, "%s%s", head, more);
    return lf_experiment_parse(yaml, strlen(yaml), "x.yaml", e);
}

static void refused_as(const char *more, const char *message) {
    char want[512];
    lf_experiment *e;
    snprintf(want, sizeof want, "x.yaml: %s", message);
    if (parse(more, &e) == LF_OK) print_error("accepted: %s\n", more);
    assert_null(e);
    assert_string_equal(lf_message(), want);
}

/* `frontier` is the inside of the braces, after its id and title. */
static void refused(const char *frontier, const char *message) {
    char more[1024], want[512];
    snprintf(more, sizeof more, "- {id: f, title: F, %s}\n", frontier);
    snprintf(want, sizeof want, "frontier 'f': %s", message);
    refused_as(more, want);
}

/* `claim` is what stands behind kind and text. */
static void claim_refused(const char *claim, const char *message) {
    char more[2048], want[512];
    snprintf(more, sizeof more, "%sclaims:\n- {id: c, text: C, %s}\n", good, claim);
    snprintf(want, sizeof want, "claim 'c': %s", message);
    refused_as(more, want);
}

static void assert_good(const lf_experiment *e) {
    const lf_experiment_frontier *f = e->frontiers;
    assert_int_equal(e->frontiers_count, 1);
    assert_string_equal(f->x, "CVio");
    assert_int_equal(f->lines_count, 2);
    assert_string_equal(f->lines[0].label, "One");
    assert_null(f->lines[1].label);
    assert_string_equal(f->lines[0].problems[1], "r6");
    assert_int_equal(f->at_count, 2);
    assert_near(f->at[1], 5e-3, 0);
    assert_null(f->label);
    assert_string_equal(e->claims[0].frontier, "f");
    assert_near(*e->claims[0].at, 5e-3, 0);
}

static void test_round_trip(void **state) {
    (void)state;
    char more[2048], *yaml;
    lf_experiment *e, *again;
    snprintf(more, sizeof more,
             "%sclaims:\n- {id: c, text: C, kind: frontier_higher, frontier: f, method: one, "
             "than: [two], at: 5e-3}\n",
             good);
    assert_ok(parse(more, &e));
    assert_good(e);
    assert_ok(lf_experiment_save(e, &yaml));
    assert_ok(lf_experiment_parse(yaml, strlen(yaml), "again.yaml", &again));
    assert_good(again);
    free(yaml);
    lf_experiment_free(e);
    lf_experiment_free(again);
}

static void test_refused(void **state) {
    (void)state;
#define XY "x: CVio, y: gain, "
    refused(XY "at: [0]", "there are no lines");
    refused(XY "lines: [{method: one}]", "lines[1]: there are no problems");
    refused(XY "lines: [{method: on, problems: [r4]}]",
            "lines[1]: no method 'on'; did you mean 'one'?");
    refused(XY "lines: [{method: one, problems: [r4, r5]}]",
            "lines[1]: no problem 'r5'; did you mean 'r4'?");
    refused(XY "lines: [{method: one, problems: [r4, r4]}]",
            "lines[1]: problem 'r4' stands there twice");
    refused(XY "lines: [{method: one, problems: [r4, s1]}]",
            "lines[1]: method 'one' does not run on problem 's1', whose methods are others");
    refused(XY "lines: [{method: one, problems: [r4]}, {method: one, problems: [r6]}]",
            "lines[2]: method 'one' has a line already");
    refused("x: CVoi, y: gain, lines: [{method: one, problems: [r4]}]",
            "lines[1]: problem 'r4': no metric 'CVoi'; did you mean 'CVio'?");
    refused(XY "label: rho, lines: [{method: two, problems: [s1]}]",
            "lines[1]: problem 's1': no constant 'rho'; there are: none");
    refused(XY "at: [nan], lines: [{method: one, problems: [r4]}]", "at: expected finite numbers");
}

static void test_claims_refused(void **state) {
    (void)state;
#define KIND "kind: frontier_higher, method: one, than: [two], "
    claim_refused(KIND "at: 0", "kind frontier_higher needs frontier");
    claim_refused(KIND "frontier: f", "kind frontier_higher needs at");
    claim_refused("kind: frontier_higher, method: one, frontier: f, at: 0",
                  "kind frontier_higher needs than");
    claim_refused(KIND "frontier: f, at: 0, metric: FV", "kind frontier_higher has no metric");
    claim_refused(KIND "frontier: f, at: 0, problems: [r4]",
                  "kind frontier_higher has no problems");
    claim_refused(KIND "frontier: g, at: 0", "no frontier 'g'; there are: f");
    claim_refused("kind: frontier_higher, method: three, than: [two], frontier: f, at: 0",
                  "method 'three' has no line on frontier 'f'");
    claim_refused("kind: frontier_higher, method: one, than: [three], frontier: f, at: 0",
                  "method 'three' has no line on frontier 'f'");
    claim_refused("kind: lower, method: one, than: [two], metric: FV, at: 0",
                  "kind lower has no at");
}

/* A measure that only one method has is known to be missing once the problem is built. */
static void test_cost_of_the_other(void **state) {
    (void)state;
    char more[2048];
    const lf_cost_scope scope = {0};
    lf_experiment *e;
    snprintf(more, sizeof more,
             "%sclaims:\n- {id: c, text: C, kind: lower, method: one, than: [two], metric: CVio, "
             "cost: own, problems: [t1]}\n",
             good);
    assert_ok(parse(more, &e));
    assert_true(lf_experiment_check_built(e, 3, &scope) < 0);
    if (!strstr(lf_message(), "claim 'c': 'two' on 't1': cost 'own': 'own' is neither a counter"))
        fail_msg("message: %s", lf_message());
    lf_experiment_free(e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_claims_refused),
        cmocka_unit_test(test_cost_of_the_other),
    };
    return cmocka_run_group_tests(tests, registry_toy_setup, NULL);
}
