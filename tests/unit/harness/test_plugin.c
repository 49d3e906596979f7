/* Plugins whose files are opened elsewhere first: what they do there, and what is known of them
 * here. */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "harness/registry/plugin.h"
#include "numeric/stream.h"
#include "runs.h"
#include "scratch.h"

static void refused(const char *path, const char *why) {
    assert_int_equal(lf_plugin_load(path), LF_BAD_INPUT);
    const char *message = strstr(lf_message(), ".so: ");
    assert_non_null(message);
    assert_string_equal(message + 5, why);
}

static const char *built(const char *plugin) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/plugins/%s.so", getenv("LF_TEST_BUILD"), plugin);
    return path;
}

/* bytes <- the file of a test plugin. */
static void read_plugin(const char *plugin, char **bytes, size_t *n) {
    assert_ok(lf_file_read(built(plugin), (size_t)1 << 26, bytes, n));
}

static void test_constructors(void **state) {
    (void)state;
    const lf_algorithm *none;
    refused(built("early_exit"), "it ended the process that opened it (exit status 0)");
    refused(built("early_abort"), "signal 6 (Aborted) while it was opened");
    refused(built("early_garbage"),
            "the process that opened it sent a description that makes no sense");
    refused(built("early_endless"), "it describes itself in more than 1048576 bytes");
    assert_int_equal(lf_algorithm_find("early_exit", &none), LF_NOT_FOUND);
}

static void test_hang(void **state) {
    (void)state;
    const double before = lf_clock();
    refused(built("early_hang"), "it was opened, and that did not end within 10 s");
    assert_true(lf_clock() - before < 20);
}

/* What a constructor starts ends with the child. */
static void test_child(void **state) {
    char *pids;
    size_t n;
    assert_int_equal(chdir(*state), 0);
    assert_ok(runs_load("early_child"));
    assert_ok(lf_file_read("early_child.pids", 4096, &pids, &n));
    const pid_t child = (pid_t)strtol(pids, NULL, 10);
    free(pids);
    assert_true(child > 1);
    for (int i = 0; i < 500 && kill(child, 0) == 0; i++)
        usleep(10000);
    assert_int_equal(kill(child, 0), -1);
}

/* Everything but the functions, which refuse until the file is opened; then it is itself. */
static void test_description(void **state) {
    (void)state;
    const lf_algorithm *described, *opened;
    const lf_problem_class *problem, *open_problem;
    assert_ok(runs_load("overrun"));
    assert_ok(runs_load("toy"));
    assert_ok(lf_algorithm_find("overrun", &described));
    assert_ok(lf_problem_find("toy", &problem));
    assert_int_equal(described->step(NULL, NULL), LF_UNSUPPORTED);
    assert_null(described->average);
    assert_int_equal(problem->init(NULL, NULL, NULL), LF_UNSUPPORTED);
    assert_int_equal(problem->metrics[0].measure(NULL, NULL, NULL), LF_UNSUPPORTED);
    assert_ok(lf_algorithm_open(described, &opened));
    assert_ok(lf_problem_open(problem, &open_problem));
    assert_ptr_not_equal(opened, described);
    assert_string_equal(opened->name, described->name);
    assert_string_equal(opened->doc, described->doc);
    assert_int_equal(opened->state_size, described->state_size);
    assert_int_equal(opened->params_size, described->params_size);
    for (size_t i = 0; opened->params[i].field; i++) {
        assert_string_equal(opened->params[i].field, described->params[i].field);
        assert_near(opened->params[i].max, described->params[i].max, 0);
    }
    assert_int_equal(open_problem->views, problem->views);
    for (size_t i = 0; open_problem->metrics[i].name; i++) {
        assert_string_equal(open_problem->metrics[i].name, problem->metrics[i].name);
        assert_int_equal(open_problem->metrics[i].expensive, problem->metrics[i].expensive);
    }
    assert_true(lf_algorithm_is_plugin(described) && lf_algorithm_is_plugin(opened));
    assert_string_equal(lf_plugin_code(opened), lf_plugin_code(described));
    assert_non_null(lf_plugin_code(open_problem));
    assert_string_equal(lf_plugin_path_of(described), lf_plugin_path_of(opened));
    assert_ok(lf_algorithm_open(opened, &described));
    assert_ptr_equal(opened, described);
}

/* What is linked in is itself. */
static void test_linked_in(void **state) {
    (void)state;
    const lf_algorithm *found, *opened;
    const lf_problem_class *problem, *open_problem;
    assert_ok(lf_algorithm_find("sonx", &found));
    assert_ok(lf_algorithm_open(found, &opened));
    assert_ptr_equal(found, opened);
    assert_ok(lf_problem_find("cvar_dro", &problem));
    assert_ok(lf_problem_open(problem, &open_problem));
    assert_ptr_equal(problem, open_problem);
    assert_null(lf_plugin_path_of(found));
}

/* A description cut short, longer, or with a byte changed is refused or sound, and never believed
 * beyond its end. Each is given in memory of its own size, for the sanitizers. */
static void test_descriptions_are_not_trusted(void **state) {
    (void)state;
    const lf_algorithm *algorithm;
    const lf_problem_class *problem;
    char *bytes;
    size_t n;
    uint64_t random[4];
    lf_plugin_parts parts;
    assert_ok(runs_load("toy"));
    assert_ok(lf_algorithm_find("sonx", &algorithm));
    assert_ok(lf_problem_find("toy", &problem));
    parts = (lf_plugin_parts){algorithm, problem};
    assert_ok(lf_plugin_describe(&parts, &bytes, &n));
    for (size_t size = 0; size <= n + 1; size++) {
        char *part = calloc(1, size + 1);
        memcpy(part, bytes, size < n ? size : n);
        assert_int_not_equal(lf_plugin_described(part, size, "sonx", &parts), LF_OK);
        free(part);
    }
    for (uint64_t i = 0; i < 20000; i++) {
        char *part = malloc(n);
        memcpy(part, bytes, n);
        lf_stream_block(1, 1, 2, 3, i, random);
        part[random[0] % n] = (char)random[1];
        if (i % 2) part[random[2] % n] ^= (char)(1 << random[3] % 8);
        if (lf_plugin_described(part, n, "sonx", &parts) == LF_OK) lf_plugin_drop(&parts);
        free(part);
    }
    free(bytes);
}

/* What was described and what is opened is one file that says one thing. */
static void test_changes(void **state) {
    char *bytes;
    size_t n;
    const lf_algorithm *described, *opened;
    assert_int_equal(chdir(*state), 0);
    read_plugin("evaluate_twice", &bytes, &n);
    const char *path = scratch_write(state, "evaluate_twice.so", bytes, n);
    assert_ok(lf_plugin_load(path));
    assert_ok(lf_plugin_load(path));
    assert_ok(lf_algorithm_find("evaluate_twice", &described));
    bytes[n - 1] ^= 1;
    assert_ok(lf_file_write(path, bytes, n));
    free(bytes);
    assert_int_equal(lf_algorithm_open(described, &opened), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "has changed since"));
    assert_ok(runs_load("early_other"));
    assert_ok(lf_algorithm_find("early_other", &described));
    assert_int_equal(lf_algorithm_open(described, &opened), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "describes itself otherwise"));
}

/* A run whose plugin cannot be opened again says so, and costs nobody else anything. */
static void test_run(void **state) {
    const lf_pool_limits limits = {.jobs = 1, .wall_seconds = 30};
    const lf_run_spec spec[] = {runs_spec("toy", "early_late", "10"),
                                runs_spec("toy", "overrun", "8")};
    runs_seen seen = {0};
    const lf_pool_observer observer = runs_observer(&seen);
    assert_int_equal(chdir(*state), 0);
    assert_ok(runs_load("toy"));
    assert_ok(runs_load("overrun"));
    assert_ok(runs_load("early_late"));
    assert_ok(lf_pool_run(2, spec, &limits, &observer));
    runs_expect(&seen.record[0], "failed", "signal 6 (Aborted) while its plugin was opened");
    runs_expect(&seen.record[1], "done", "budget spent");
    runs_clear(&seen);
}

static void test_no_files(void **state) {
    const char *folder = scratch_path(state, "folder.so"), *pipe = scratch_path(state, "pipe.so");
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    refused(folder, "this is no file but a directory, a pipe or a device");
    refused(pipe, "this is no file but a directory, a pipe or a device");
    refused("/dev/null.so", "cannot open shared object file: No such file or directory");
    refused(scratch_write(state, "empty.so", "", 0), "file too short");
    refused(scratch_write(state, "words.so", "no plugin", 9), "file too short");
}

/* Texts become clean lines and are no formats; a number that is none is refused. */
static void test_odd_descriptions(void **state) {
    (void)state;
    const lf_algorithm *algorithm;
    lf_param table[] = {{"%s%n", LF_KIND_REAL, 0, 0, 0, 1, "a%d", NULL}, {0}};
    lf_plugin_parts parts;
    char *bytes;
    size_t n;
    assert_ok(lf_algorithm_find("sonx", &algorithm));
    lf_algorithm odd = *algorithm;
    odd.doc = odd.when = "caf\xe9 \x1b[31m\nend";
    odd.params = table;
    odd.params_size = sizeof(double);
    parts = (lf_plugin_parts){&odd, NULL};
    assert_ok(lf_plugin_describe(&parts, &bytes, &n));
    assert_ok(lf_plugin_described(bytes, n, "sonx", &parts));
    assert_string_equal(parts.algorithm->doc, "caf? ?[31m end");
    assert_string_equal(parts.algorithm->when, "caf? ?[31m end");
    assert_string_equal(parts.algorithm->params[0].field, "%s%n");
    lf_plugin_drop(&parts);
    free(bytes);
    table[0].value = NAN;
    parts = (lf_plugin_parts){&odd, NULL};
    assert_ok(lf_plugin_describe(&parts, &bytes, &n));
    assert_int_equal(lf_plugin_described(bytes, n, "sonx", &parts), LF_BAD_ARGUMENT);
    assert_string_equal(lf_message(), "parameter '%s%n': the default nan is outside [0, 1]");
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constructors),
        cmocka_unit_test(test_hang),
        cmocka_unit_test_setup_teardown(test_child, scratch_setup, scratch_teardown),
        cmocka_unit_test(test_description),
        cmocka_unit_test(test_linked_in),
        cmocka_unit_test(test_descriptions_are_not_trusted),
        cmocka_unit_test(test_odd_descriptions),
        cmocka_unit_test_setup_teardown(test_changes, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_run, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_no_files, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
