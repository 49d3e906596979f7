/* Every kind of mistake in an experiment file gets one line that says where it is. */
#include "harness/experiment/experiment.h"
#include "near.h"
#include "registry_toy.h"
#include "scratch.h"

/* A whole experiment in four parts, any of which a test may change. */
static const char problems[] = "problems:\n- {id: a, label: A, problem: toy_box}\n";
static const char methods[] = "methods:\n- {id: m, label: M, algorithm: toy_step}\n";
static const char scales[] =
    "scales:\n- {name: smoke, budget: '10:steps', seeds: 0-2, checkpoints: 5}\n";

static void refused(const char *yaml, const char *message) {
    lf_experiment *e;
    if (lf_experiment_parse(yaml, strlen(yaml), "x.yaml", &e) == LF_OK)
        print_error("accepted: %s\n", yaml);
    assert_null(e);
    assert_string_equal(lf_message(), message);
}

/* The whole experiment with `more` at its end. */
static void refused_with(const char *more, const char *message) {
    char yaml[4096];
    snprintf(yaml, sizeof yaml, "title: t\n%s%s%s%s", problems, methods, scales, more);
    refused(yaml, message);
}

/* One part replaced. */
static void refused_parts(const char *p, const char *m, const char *s, const char *message) {
    char yaml[4096];
    snprintf(yaml, sizeof yaml, "title: t\n%s%s%s", p ? p : problems, m ? m : methods,
             s ? s : scales);
    refused(yaml, message);
}

static void test_accepted(void **state) {
    (void)state;
    char yaml[4096];
    lf_experiment *e;
    snprintf(yaml, sizeof yaml, "title: t\n%s%s%s", problems, methods, scales);
    assert_ok(lf_experiment_parse(yaml, strlen(yaml), "x.yaml", &e));
    lf_experiment_free(e);
}

static void test_malformed(void **state) {
    (void)state;
    refused("", "x.yaml: empty; an experiment has at least a title");
    refused("- a\n", "x.yaml: expected keys with values");
    refused("title: a: b\n",
            "x.yaml:1: title: not YAML: mapping values are not allowed in this context");
    refused("title: t\ntitle: u\n", "x.yaml:1: title: the key 'title' is given twice");
    refused("title: t\n---\nclaims: []\n",
            "x.yaml:2: another document begins here, and only the first is read; make it a file of "
            "its own");
    refused("title: t\nproblems:\n- {id: a}\n", "x.yaml:3: id: the key 'label' is missing");
}

/* The line is the key's own, and only keys of the same mapping are proposed. */
static void test_unknown_keys(void **state) {
    (void)state;
    refused("titel: t\n", "x.yaml:1: unknown key 'titel'; did you mean 'title'?");
    refused("title: t\nproblems:\n- id: a\n  label: A\n  probelm: toy_box\n",
            "x.yaml:5: unknown key 'probelm'; did you mean 'problem'?");
    refused("title: t\nscales:\n- name: s\n  budget: b\n  settings:\n  - xyzzy: 1\n",
            "x.yaml:6: unknown key 'xyzzy'; there are problem, method, parameters, budget, seeds");
}

static void test_wrong_types(void **state) {
    (void)state;
    refused_with("tables:\n- id: t\n  title: T\n  columns:\n  - {id: c, below: low}\n",
                 "x.yaml:12: below: expected a number, not 'low'");
    refused_with("figures:\n- {id: f, title: F, columns: -3}\n",
                 "x.yaml:9: columns: expected a whole number from 0, not '-3'");
    refused_with("figures:\n- {id: f, title: F, panels: [{problem: a, y: FV, log_x: yep}]}\n",
                 "x.yaml:9: log_x: expected true or false, not 'yep'");
    refused_with("figures: []\nuse_problems: a\n", "x.yaml:9: use_problems: expected a list");
    refused("title: {a: b}\n", "x.yaml:1: title: expected a text");
    refused("title: t\nscales:\n- {name: smoke, seeds: [0, 1]}\n",
            "x.yaml:3: seeds: expected a text, such as \"0,3,7\", not a list");
    refused("title: \"cut \\0 off\"\n",
            "x.yaml:1: title: expected a text without the character \\0, not 'cut '");
    refused("title: ''\n", "x.yaml:1: title: expected a text, but it is empty");
}

/* What libcyaml takes for the number at its beginning, or in another base. */
static void test_half_numbers(void **state) {
    (void)state;
    static const char *const counts[] = {"010", "4x", "0x4", "1.9", "1e2", "4 4", "+4"};
    static const char *const reals[] = {"1,5", "1.5x", "0x10", "1_000", "nan", "inf", "-inf"};
    char yaml[128], message[128];
    for (size_t i = 0; i < 7; i++) {
        snprintf(yaml, sizeof yaml, "tuning:\n  points: %s\n  metric: FV\n  seeds: '9'\n",
                 counts[i]);
        snprintf(message, sizeof message,
                 "x.yaml:9: points: expected a whole number from 0, in digits alone, not '%s'",
                 counts[i]);
        refused_with(yaml, message);
    }
    for (size_t i = 0; i < 7; i++) {
        snprintf(yaml, sizeof yaml, "tuning:\n  at_most: %s\n  metric: FV\n  seeds: '9'\n",
                 reals[i]);
        snprintf(message, sizeof message,
                 "x.yaml:9: at_most: expected a finite decimal number, not '%s'", reals[i]);
        refused_with(yaml, message);
    }
    refused_with(
        "published:\n- {table: t, problem: a, methods: [m], rows: [{id: c, values: [nan, 0x1]}]}\n",
        "x.yaml:9: values: expected a finite decimal number, not '0x1'");
}

static void test_missing_parts(void **state) {
    (void)state;
    refused("summary: s\n", "x.yaml: the key 'title' is missing");
    refused_parts("", NULL, NULL, "x.yaml: there are no problems");
    refused_parts(NULL, "", NULL, "x.yaml: there are no methods");
    refused_parts(NULL, NULL, "", "x.yaml: there are no scales");
    refused("title: t\nbase: b.yaml\n", "x.yaml: base: only a file can have one");
}

static void test_ids(void **state) {
    (void)state;
    refused_parts("problems:\n- {id: a, label: A, problem: toy_box}\n"
                  "- {id: a, label: B, problem: toy_box}\n",
                  NULL, NULL, "x.yaml: problem 'a' stands there twice");
    refused_parts(NULL, "methods:\n- {id: m/n, label: M, algorithm: toy_step}\n", NULL,
                  "x.yaml: method 'm/n': blanks and '/' cannot be part of it");
    refused_parts("problems:\n- {id: a, label: A, problem: toy_box, constants: [{name: steps, "
                  "value: 2}]}\n",
                  NULL, NULL,
                  "x.yaml: problem 'a': constant 'steps': costs count something of this name; give "
                  "the constant another");
    char yaml[256], message[256];
    snprintf(yaml, sizeof yaml, "figures:\n- {id: f%0100d, title: F}\n", 0);
    snprintf(
        message, sizeof message,
        "x.yaml: figure 'f%039d...': the id has 101 bytes, expected at most 100, as it becomes "
        "part of file names",
        0);
    refused_with(yaml, message);
    refused_with("use_problems: [b]\n", "x.yaml: use_problems: no problem 'b'; there are: a");
    refused_with("use_methods: [mm]\n", "x.yaml: use_methods: no method 'mm'; did you mean 'm'?");
    refused_with("settings: [{method: x1, parameters: eta=1}]\n",
                 "x.yaml: settings[1]: no method 'x1'; there are: m");
}

static void test_plugins(void **state) {
    (void)state;
    refused_parts("problems:\n- {id: a, label: A, problem: 'toy_box:lamda=1'}\n", NULL, NULL,
                  "x.yaml: problem 'a': problem toy_box has no parameter 'lamda'; did you mean "
                  "'lambda'? It has: data, lambda");
    refused_parts(NULL, "methods:\n- {id: m, label: M, algorithm: 'toy_step:eta=-1'}\n", NULL,
                  "x.yaml: method 'm': algorithm toy_step: eta = -1 is outside [0, 10]");
    refused_parts(NULL, "methods:\n- {id: m, label: M, algorithm: toy_stranger}\n", NULL,
                  "x.yaml: method 'm' solves saddle problems, and problem 'a' (toy_box) is none; "
                  "list the methods that run on it in its \"methods: [...]\"");
    refused_with("settings: [{parameters: etaa=1}]\n",
                 "x.yaml: scale 'smoke': settings of 'm' on 'a': algorithm toy_step has no "
                 "parameter 'etaa'; did you mean 'eta'? It has: eta, b, mode");
    refused_with("settings: [{problem: a}]\n",
                 "x.yaml: settings[1]: gives no parameters, budget or seeds");
}

static void scale_refused(const char *keys, const char *message) {
    char text[512], want[512];
    snprintf(text, sizeof text, "scales:\n- {name: smoke, %s}\n", keys);
    snprintf(want, sizeof want, "x.yaml: scale 'smoke': %s", message);
    refused_parts(NULL, NULL, text, want);
}

static void test_scales(void **state) {
    (void)state;
    scale_refused("budget: '0:steps', seeds: 0-2, checkpoints: 5",
                  "budget '0': expected a positive number, as in 2e5:steps or "
                  "2000:passes.constraint");
    scale_refused(
        "budget: '5:value.inner + value.constrain', seeds: 0-2, checkpoints: 5",
        "budget: cost 'value.inner + value.constrain': 'value.constrain' is neither a counter "
        "nor a measure of this problem; did you mean 'value.constraint'?");
    scale_refused("budget: 5, seeds: 3-1, checkpoints: 5",
                  "seeds '3-1': a range goes upwards, as in 0-4");
    scale_refused("budget: 5, seeds: '1'", "checkpoints: at least 1 is needed");
    scale_refused("budget: 5, seeds: '1', checkpoints: 5, spacing: linear",
                  "spacing: expected even or log, not 'linear'");
    scale_refused("budget: 5, seeds: '1', checkpoints: 5, stop: FV=3",
                  "stop: expected METRIC<VALUE as in SVio<1e-3, not 'FV=3'");
    scale_refused("budget: 5, seeds: '1', checkpoints: 5, stop: SVio<nan",
                  "stop: expected METRIC<VALUE as in SVio<1e-3, not 'SVio<nan'");
    scale_refused("budget: 5, seeds: '1', checkpoints: 5, stop: SVoi<3",
                  "stop: problem 'a': no metric 'SVoi'; did you mean 'SVio'?");
}

/* Aliases of aliases: 100 x 1,000 notes of 1,000 bytes out of a few kilobytes. */
static void test_aliases(void **state) {
    (void)state;
    char *yaml = malloc(64000), *at = yaml;
    at += sprintf(at,
                  "title: t\nsummary: &s %01000d\nproblems:\n- &p {id: *s, label: *s, "
                  "problem: *s, methods: [",
                  0);
    for (size_t i = 0; i < 1000; i++)
        at = stpcpy(at, "*s, ");
    at = stpcpy(at, "*s]}\n");
    for (size_t i = 0; i < 100; i++)
        at = stpcpy(at, "- *p\n");
    refused(yaml, "x.yaml: its aliases unfold to more than 64 MB, expected less");
    free(yaml);
}

static void test_too_many(void **state) {
    (void)state;
    char *yaml = malloc(64000), *at = stpcpy(yaml, "title: t\n");
    at = stpcpy(stpcpy(stpcpy(at, methods), scales), "problems:\n");
    for (size_t i = 0; i < 1001; i++)
        at += sprintf(at, "- {id: p%zu, label: A, problem: toy_box}\n", i);
    refused(yaml, "x.yaml: 1001 of what is called problem, expected at most 1000");
    free(yaml);
}

/* METRIC.avg is a metric where a method that runs keeps an average. */
static void test_averages(void **state) {
    (void)state;
    static const char mean[] = "methods:\n- {id: m, label: M, algorithm: toy_mean}\n";
    static const char panel[] = "figures:\n- {id: f, title: F, panels: [{problem: a, y: %s}]}\n";
    char yaml[1024], more[256];
    lf_experiment *e;
    snprintf(more, sizeof more, panel, "FV.avg");
    snprintf(yaml, sizeof yaml, "title: t\n%s%s%s%s", problems, mean, scales, more);
    assert_ok(lf_experiment_parse(yaml, strlen(yaml), "x.yaml", &e));
    lf_experiment_free(e);
    refused_with(more, "x.yaml: figure 'f': panels[1]: problem 'a': no metric 'FV.avg', because no "
                       "method here keeps an average; there is 'FV'");
    snprintf(more, sizeof more, panel, "FV.averge");
    snprintf(yaml, sizeof yaml, "title: t\n%s%s%s%s", problems, mean, scales, more);
    refused(yaml, "x.yaml: figure 'f': panels[1]: problem 'a': no metric 'FV.averge'; did you mean "
                  "'FV.avg'?");
}

static void test_figures(void **state) {
    (void)state;
    refused_with("figures:\n- {id: f, title: F}\n", "x.yaml: figure 'f': there are no panels");
    refused_with("figures:\n- {id: f, title: F, panels: [{problem: b, y: FV}]}\n",
                 "x.yaml: figure 'f': panels[1]: no problem 'b'; there are: a");
    refused_with("figures:\n- {id: f, title: F, panels: [{problem: a, y: FVV}]}\n",
                 "x.yaml: figure 'f': panels[1]: problem 'a': no metric 'FVV'; did you mean 'FV'?");
    refused_with("figures:\n- {id: f, title: F, panels: [{problem: a, y: FV, x: 2*q}]}\n"
                 "- {id: f, title: F, panels: [{problem: a, y: FV}]}\n",
                 "x.yaml: figure 'f' stands there twice");
    refused_with(
        "figures:\n- {id: f, title: F, panels: [{problem: a, y: FV, y_from: 1, y_to: 1}]}\n",
        "x.yaml: figure 'f': panels[1]: y_from has to be less than y_to, but 1 is not less "
        "than 1");
    refused_with(
        "figures:\n- {id: f, title: F, panels: [{problem: a, y: FV, log_y: true, y_to: 0}]}\n",
        "x.yaml: figure 'f': panels[1]: with log_y, y_from and y_to have to be positive; "
        "leave out log_y or y_to");
    refused_with(
        "figures:\n- {id: f, title: F, panels: [{problem: a, y: SVio}]}\n",
        "x.yaml: figure 'f': panels[1]: SVio is an expensive metric, and no scale says how "
        "often to evaluate it: give one `expensive: 10`");
    refused_with("figures:\n- {id: f, title: F, panels: [{problem: a, y: FV, y_from: nan}]}\n",
                 "x.yaml:9: y_from: expected a finite decimal number, not 'nan'");
}

static void test_tables(void **state) {
    (void)state;
    refused_with("published:\n- {table: u, problem: a}\n",
                 "x.yaml: published[1]: no table 'u'; there are: none");
    refused_with("tables:\n- {id: t, title: T, columns: [{id: c, metric: FV}]}\n"
                 "published:\n- {table: t, problem: a, methods: [m],"
                 " rows: [{id: c, values: [1, 2]}]}\n",
                 "x.yaml: published[1]: row 'c': 2 values for 1 methods");
}

static void test_files(void **state) {
    lf_experiment *e;
    assert_int_equal(lf_experiment_open(scratch_path(state, "no.yaml"), &e), LF_NOT_FOUND);
    static const char one[] = "title: t\nbase: _b.yaml\n", bad[] = "titel: t\n",
                      two[] = "base: _c.yaml\n";
    const char *path = scratch_write(state, "one.yaml", one, strlen(one));
    assert_int_equal(lf_experiment_open(path, &e), LF_BAD_INPUT); /* no word of a command */
    assert_non_null(strstr(lf_message(), "one.yaml: base: "));
    assert_non_null(scratch_write(state, "_b.yaml", bad, strlen(bad)));
    assert_int_equal(lf_experiment_open(path, &e), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "_b.yaml:1: unknown key 'titel'"));
    assert_non_null(scratch_write(state, "_b.yaml", two, strlen(two)));
    assert_int_equal(lf_experiment_open(path, &e), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "a base may not have a base of its own"));
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_accepted),    CASE(test_malformed),     CASE(test_unknown_keys),
        CASE(test_wrong_types), CASE(test_missing_parts), CASE(test_ids),
        CASE(test_plugins),     CASE(test_scales),        CASE(test_averages),
        CASE(test_figures),     CASE(test_tables),        CASE(test_files),
        CASE(test_aliases),     CASE(test_too_many),      CASE(test_half_numbers),
    };
    return cmocka_run_group_tests(tests, registry_toy_setup, NULL);
}
