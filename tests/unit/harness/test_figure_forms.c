/* Figures in experiment files: every form is read and written back, and says what it does not take.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment.h"
#include "near.h"
#include "registry_toy.h"

static const char head[] = "title: t\n"
                           "problems:\n"
                           "- {id: p, label: A, problem: toy_box, methods: [one]}\n"
                           "- {id: q, label: B, problem: toy_box}\n"
                           "- {id: r, label: C, problem: toy_box, methods: [two]}\n"
                           "methods:\n"
                           "- {id: one, label: M, algorithm: toy_mean}\n"
                           "- {id: two, label: M, algorithm: toy_step}\n"
                           "scales:\n- {name: smoke, budget: '10:steps', seeds: 0-2, checkpoints: "
                           "5}\n"
                           "figures:\n";

/* `figure` is the inside of the braces, after its id and title. */
static lf_status parse(const char *figure, lf_experiment **e) {
    char yaml[4096];
    snprintf(yaml, sizeof yaml, "%s- {id: f, title: F, %s}\n", head, figure);
    return lf_experiment_parse(yaml, strlen(yaml), "x.yaml", e);
}

static void taken(const char *figure) {
    lf_experiment *e, *again;
    char *yaml;
    assert_ok(parse(figure, &e));
    assert_ok(lf_experiment_save(e, &yaml));
    assert_ok(lf_experiment_parse(yaml, strlen(yaml), "again", &again));
    const lf_experiment_figure *f = e->figures, *g = again->figures;
    assert_int_equal(g->problems_count, f->problems_count);
    assert_int_equal(g->accuracies_count, f->accuracies_count);
    assert_true(f->form ? strcmp(f->form, g->form) == 0 : !g->form);
    assert_true(f->metric ? strcmp(f->metric, g->metric) == 0 : !g->metric);
    free(yaml);
    lf_experiment_free(again);
    lf_experiment_free(e);
}

static void refused(const char *figure, const char *message) {
    char want[512];
    lf_experiment *e;
    snprintf(want, sizeof want, "x.yaml: figure 'f': %s", message);
    if (parse(figure, &e) == LF_OK) print_error("accepted: %s\n", figure);
    assert_null(e);
    assert_string_equal(lf_message(), want);
}

static void forms_say_what_they_show(void **state) {
    (void)state;
    taken("panels: [{problem: p, y: gain}]");
    taken("form: curves, panels: [{problem: p, y: gain}]");
    taken("form: targets");
    taken("form: targets, problems: [q, p], metric: gain, cost: seconds");
    taken("form: profile, methods: [one], accuracies: [1e-1, 1e-3]");
    taken("form: data_profile, problems: [q], cost: samples");
    taken("form: running_time, metric: gain, cost: seconds");
    taken("form: critical_difference, methods: [one], problems: [p, q]");
}

static void forms_say_what_they_do_not_take(void **state) {
    (void)state;
    refused("form: profil", "no form of figure 'profil'; did you mean 'profile'?");
    refused("form: curves", "there are no panels");
    refused("form: curves, metric: gain, panels: [{problem: p, y: gain}]",
            "problems, metric, cost and accuracies go with other forms; of curves, each panel says "
            "its own");
    refused("form: targets, panels: [{problem: p, y: gain}]",
            "panels go with form: curves; targets has problems, metric and cost");
    refused("form: targets, accuracies: [0.1]",
            "accuracies go with a profile; targets are set by the runs");
    refused("form: targets, problems: [x]", "no problem 'x'; there are: p, q, r");
    refused("form: targets, methods: [two], problems: [p]",
            "method 'two' does not run on problem 'p', whose methods are others");
    refused("form: targets, metric: gian", "problem 'p': no metric 'gian'; did you mean 'gain'?");
    refused("form: data_profile, problems: [q], accuracies: [1]",
            "accuracies: 1 is no share of the way from the start to the best value, which lies "
            "between 0 and 1");
    refused("form: data_profile, problems: [q], accuracies: [0.1, 0.5, 1e-1]",
            "accuracies: 0.1 stands there twice");
    refused("form: running_time, accuracies: [0.1]",
            "accuracies go with a profile; targets are set by the runs");
    refused("form: critical_difference, cost: samples",
            "accuracies and cost go with other forms; ranks are those of final values");
    refused("form: critical_difference, problems: [p, r]",
            "no problem is run by all of its methods: name fewer in methods");
    refused("form: profile, problems: [p, r]",
            "no problem is run by all of its methods: name fewer in methods");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_say_what_they_show),
        cmocka_unit_test(forms_say_what_they_do_not_take),
    };
    return cmocka_run_group_tests(tests, registry_toy_setup, NULL);
}
