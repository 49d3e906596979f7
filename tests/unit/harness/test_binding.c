/* Methods made of function pointers, sessions that stop between steps, hooks around forks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "binding/binding.h"
#include "harness/process/child.h"
#include "harness/registry/parameters.h"
#include "harness/run/run.h"
#include "made_method.h"

static void session_stops_between_steps(void **state) {
    (void)state;
    lf_binding_session *s;
    const double *value;
    size_t n;
    double cost;
    assert_int_equal(lf_binding_open("toy", "made:eta=0.25", 3, "50:gradient.objective", &s),
                     LF_OK);
    lf_binding_step(s, 3);
    assert_null(lf_binding_status(s));
    assert_true(lf_binding_at(s).w[0] == 0.75 * 0.75 * 0.75);
    assert_null(lf_binding_at(s).y);
    assert_int_equal(lf_binding_counts(s)[GRADIENTS], 30);
    assert_int_equal(lf_binding_cost(s, "2*passes.objective", &cost), LF_OK);
    assert_true(cost == 6);
    assert_int_equal(lf_binding_cost(s, "nonsense", &cost), LF_BAD_ARGUMENT);
    assert_int_equal(lf_binding_judge(s, &value, &n), LF_OK);
    assert_int_equal(n, 2);
    assert_string_equal(lf_binding_metric(s, 0), "loss");
    assert_null(lf_binding_metric(s, 2));
    assert_near(value[0], 2 * pow(0.75, 6), 1e-15);
    lf_binding_step(s, 100);
    assert_string_equal(lf_binding_status(s), "done");
    assert_string_equal(lf_binding_cause(s), "budget spent");
    assert_int_equal(lf_binding_counts(s)[GRADIENTS], 50);
    assert_near(lf_binding_at(s).w[0], pow(0.75, 5), 1e-15);
    assert_int_equal(lf_binding_judge(s, &value, &n), LF_OK);
    assert_near(value[0], 2 * pow(0.75, 10), 1e-15);
    lf_binding_close(s);
    lf_binding_close(NULL);
}

/* A session with looks in between ends where a run ends, to the bit. */
static void session_is_a_run(void **state) {
    (void)state;
    lf_run_spec spec = {.seed = 7, .checkpoints = 3, .expensive = 1, .budget = (char *)"200"};
    assert_int_equal(lf_problem_canonical("cvar_dro:n_i=30", &spec.problem), LF_OK);
    assert_int_equal(lf_algorithm_canonical("sonx:B1=4", &spec.algorithm), LF_OK);
    lf_record record;
    lf_run_execute(&spec, 0, NULL, &record);
    lf_binding_session *s;
    const double *value;
    size_t n;
    assert_int_equal(lf_binding_open("cvar_dro:n_i=30", "sonx:B1=4", 7, "200", &s), LF_OK);
    while (!lf_binding_status(s)) {
        lf_binding_step(s, 37);
        assert_int_equal(lf_binding_judge(s, &value, &n), LF_OK);
    }
    const lf_trace_point *last = &record.point[record.points - 1];
    assert_memory_equal(lf_binding_counts(s), last->count, sizeof last->count);
    assert_memory_equal(lf_binding_at(s).w, record.iterate, record.dim * sizeof(double));
    assert_true(value[0] == record.value[(record.points - 1) * record.metrics]);
    lf_binding_close(s);
    lf_record_clear(&record);
    free(spec.problem);
    free(spec.algorithm);
}

static void failures_are_one_line(void **state) {
    (void)state;
    lf_binding_session *s;
    assert_int_equal(lf_binding_open("toy", "made", 0, "nonsense", &s), LF_BAD_INPUT);
    assert_null(s);
    assert_int_equal(lf_binding_open("no_such", "made", 0, "1", &s), LF_NOT_FOUND);
    assert_int_equal(lf_binding_open("toy", "made", (uint64_t)-1, "1", &s), LF_BAD_ARGUMENT);
    assert_string_equal(lf_message(),
                        "seed: expected a whole number from 0 to 9223372036854775807");
    assert_int_equal(lf_binding_open("toy:fault=fail", "made", 0, "1", &s), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "the data are not there"));
    made_fails_at = 2;
    assert_int_equal(lf_binding_open("toy", "made", 0, "9", &s), LF_OK);
    lf_binding_step(s, 9);
    assert_string_equal(lf_binding_status(s), "failed");
    assert_string_equal(lf_binding_cause(s), "algorithm made failed in step 2: 100 % on purpose");
    assert_int_equal(lf_binding_counts(s)[LF_COUNTER_STEPS], 1);
    const double *value;
    size_t n;
    assert_int_equal(lf_binding_judge(s, &value, &n), LF_OK); /* of the last whole step */
    assert_near(value[0], 2 * 0.25, 1e-15);
    lf_binding_close(s);
    assert_int_equal(
        lf_binding_open("toy:fault=metric_fail,fault_below=1", "made:eta=1", 0, "9", &s), LF_OK);
    made_fails_at = 0;
    lf_binding_step(s, 1);
    assert_int_equal(lf_binding_judge(s, &value, &n), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "cannot be evaluated below 1"));
    lf_binding_close(s);
}

static lf_status greedy_init(void *state, const void *params, lf_oracle *o, const double *x0,
                             lf_arena *arena) {
    double *vector;
    for (size_t i = 0; i < 1000; i++)
        LF_TRY(lf_binding_vector(state, arena, 1, &vector));
    return made_init(state, params, o, x0, arena);
}

/* A name of a binding's own is replaced, any other one refused. */
static void names_are_replaced_or_refused(void **state) {
    (void)state;
    lf_binding_session *s;
    lf_binding_method other = made;
    other.init = greedy_init;
    assert_int_equal(lf_binding_add(&other), LF_OK);
    assert_int_equal(lf_binding_open("toy", "made", 0, "9", &s), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "256 vectors"));
    other.name = "sonx";
    assert_int_equal(lf_binding_add(&other), LF_BAD_ARGUMENT);
    other.name = "no name";
    assert_int_equal(lf_binding_add(&other), LF_BAD_ARGUMENT);
    other.name = "other";
    other.view = "flat";
    assert_int_equal(lf_binding_add(&other), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "composition"));
    const lf_param beside[] = {LF_REAL(made_params, eta, 2, 0, 1, "out of range"), {0}};
    other.view = "plain";
    other.params = beside;
    assert_int_equal(lf_binding_add(&other), LF_BAD_ARGUMENT);
}

static void catalogue_and_problem_are_json(void **state) {
    (void)state;
    lf_binding_session *s;
    char *text = lf_binding_catalogue();
    json_t *object = json_loads(text, 0, NULL);
    lf_binding_free(text);
    const json_t *list = json_object_get(object, "algorithms");
    const json_t *last = json_array_get(list, json_array_size(list) - 1);
    assert_string_equal(json_string_value(json_object_get(last, "name")), "made");
    assert_string_equal(json_string_value(json_object_get(last, "view")), "plain");
    json_decref(object);
    assert_int_equal(lf_binding_open("toy:d=3", "made", 0, "1", &s), LF_OK);
    text = lf_binding_problem(s);
    object = json_loads(text, 0, NULL);
    lf_binding_free(text);
    assert_int_equal(json_integer_value(json_object_get(object, "dim")), 3);
    json_decref(object);
    lf_binding_close(s);
    assert_int_equal(lf_binding_layout()[0], LF_ABI);
}

static int hook_held, hook_before, hook_parent, hook_child;

static int hold(void) {
    hook_held++;
    return 42;
}
static void release(int held) {
    hook_held -= held == 42;
}
static void before(void) {
    hook_before += hook_held == 1;
}
static void parent(void) {
    hook_parent += hook_held == 1;
}
static void child(void) {
    hook_child += hook_held == 1 && hook_before == 1;
}

/* The lock is held around a fork; in the child it stays so. */
static void forks_ask_the_interpreter(void **state) {
    (void)state;
    lf_binding_interpret(&(lf_binding_interpreter){hold, release, before, parent, child});
    const pid_t pid = lf_fork();
    if (pid == 0) _exit(hook_child == 1 && hook_parent == 0 && hook_held == 1 ? 0 : 1);
    int status = -1;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    lf_binding_interpret(&(lf_binding_interpreter){0});
    assert_int_equal(status, 0);
    assert_int_equal(hook_before, 1);
    assert_int_equal(hook_parent, 1);
    assert_int_equal(hook_child, 0);
    assert_int_equal(hook_held, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(session_stops_between_steps, made_set_up),
        cmocka_unit_test_setup(session_is_a_run, made_set_up),
        cmocka_unit_test_setup(failures_are_one_line, made_set_up),
        cmocka_unit_test_setup(names_are_replaced_or_refused, made_set_up),
        cmocka_unit_test_setup(catalogue_and_problem_are_json, made_set_up),
        cmocka_unit_test_setup(forks_ask_the_interpreter, made_set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
