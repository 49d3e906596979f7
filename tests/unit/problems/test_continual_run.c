/* Continual learning as methods meet it: what a step costs, where it starts, what is refused; and
 * MNIST, where it is at hand. */
#include <string.h>

#include "fixture_problem.h"
#include "harness/run/run.h"
#include "oracle/oracle.h"
#include "problems/continual/parts/continual_metrics.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_continual;

#define SET "data=synthetic_small,target=4,protected=6+0+3,k=5,per_class=40,temp=0.5"

/* A counter of the last row, by name. */
static size_t counted(const lf_record *record, const char *name) {
    size_t k = 0;
    while (k < LF_COUNTERS && strcmp(lf_counter_name(k), name) != 0)
        k++;
    assert_true(k < LF_COUNTERS && record->points > 0);
    return (size_t)record->point[record->points - 1].count[k];
}

/* B1 - M pairs and all M constraints, B2 samples of each. */
static void test_cost_of_a_step(void **state) {
    (void)state;
    const lf_run_spec spec = {.problem = (char *)"continual:" SET,
                              .algorithm = (char *)"sox:B1=11,B2=6,update=adam,start=first",
                              .budget = (char *)"10:steps",
                              .checkpoints = 2};
    lf_record record;
    lf_run_execute(&spec, 0, NULL, &record);
    assert_string_equal(record.cause, "budget spent");
    assert_int_equal(counted(&record, "samples.inner"), 10 * 11 * 6);
    assert_int_equal(counted(&record, "value.inner"), 10 * 11 * 6);
    assert_int_equal(counted(&record, "gradient.inner"), 10 * 11 * 6);
    assert_int_equal(counted(&record, "gradient.objective"), 0);
    lf_record_clear(&record);
}

/* The same bits again, computed anew or out of the cache; other ones from another seed. */
static void test_start_repeats(void **state) {
    double first[5 * 64];
    static const char *const sets[] = {SET, SET, SET, SET ",init_seed=1", SET ",target_share=0.5"};
    for (size_t k = 0; k < 5; k++) {
        if (k == 2) assert_int_equal(setenv("XDG_CACHE_HOME", scratch_path(state, "other"), 1), 0);
        fixture_problem p = problem_open(&lf_problem_continual, sets[k]);
        assert_int_equal(p.problem.info.dim, 5 * 64);
        if (k == 0) memcpy(first, p.problem.info.x0, sizeof first);
        const bool same = memcmp(first, p.problem.info.x0, sizeof first) == 0;
        assert_true(same == (k < 3));
        problem_close(&p);
    }
}

static void refused(const char *set, lf_status status, const char *text) {
    lf_parameters parameters;
    lf_problem problem;
    assert_ok(lf_parameters_create(lf_problem_continual.params, lf_problem_continual.params_size,
                                   set, "continual", &parameters));
    assert_int_equal(lf_problem_create(&lf_problem_continual, parameters.values, &problem), status);
    if (!strstr(lf_message(), text)) print_error("%s\n", lf_message());
    assert_non_null(strstr(lf_message(), text));
    lf_parameters_free(&parameters);
}

/* Every user a class, in user data. */
static void test_too_many_classes(void **state) {
    enum { CLASSES = LF_PAIRS_CLASSES + 1 };
    char set[5000];
    const char *path = scratch_path(state, "own.csv");
    FILE *table = fopen(path, "w");
    assert_non_null(table);
    fputs("class,x,y\n", table);
    for (int i = 0; i < 2 * CLASSES; i++)
        fprintf(table, "%d,%d,%d\n", i % CLASSES, i, i % 2);
    assert_int_equal(fclose(table), 0);
    static const char described[] = "features: own.csv\nlabel: y\ngroups: [class]\n";
    path = scratch_write(state, "own.yaml", described, strlen(described));
    snprintf(set, sizeof set, "data=%s,target=1,protected=2", path);
    refused(set, LF_BAD_INPUT, "class of own.yaml has 257 categories, at most 256 are supported");
}

static void test_refusals(void **state) {
    (void)state;
    lf_parameters parameters;
    refused("data=synthetic_small", LF_NOT_FOUND, "no category \"8\"");
    refused("data=synthetic_small,target=4", LF_NOT_FOUND, "protected: group");
    refused("data=synthetic_small,target=4,protected=1+4", LF_BAD_INPUT, "is the target");
    refused("data=synthetic_small,target=4,protected=1+1", LF_BAD_INPUT, "is there twice");
    refused("data=synthetic_small,target=4,protected=1+", LF_NOT_FOUND, "no category \"\"");
    refused("data=synthetic_small,classes=race", LF_NOT_FOUND, "no attribute \"race\"");
    assert_int_not_equal(lf_parameters_create(lf_problem_continual.params,
                                              lf_problem_continual.params_size, "penalty=none",
                                              "continual", &parameters),
                         LF_OK);
    assert_non_null(strstr(lf_message(), "hinge"));
}

/* On MNIST w_old tells the protected digits and not the target; a few steps of SONEX with Adam
 * raise the target's accuracy and lower F. */
static void test_mnist(void **state) {
    (void)state;
    need_data("mnist50");
    fixture_problem p = problem_open(&lf_problem_continual, "");
    const lf_continual *s = p.problem.state;
    const double *w = p.problem.info.x0;
    assert_int_equal(s->pairs.n_target, 5851);
    assert_true(problem_metric(&p.problem, "accuracy", w) > 0.75);
    assert_true((double)s->right_old[8] / 974 < 0.7);
    assert_true((double)s->right_old[0] / 980 > 0.9);
    const double start = problem_metric(&p.problem, "F", w);
    problem_close(&p);
    const lf_run_spec spec = {
        .problem = (char *)"continual:rho=10",
        .algorithm = (char *)"sonex:lam=0,update=adam,eta=1e-3,gam=0.8,gam_prime=0.1,B1=69,B2=64,"
                             "start=first",
        .budget = (char *)"40:steps",
        .checkpoints = 1};
    lf_record record;
    lf_run_execute(&spec, 0, NULL, &record);
    const size_t last = record.points - 1;
    assert_near(lf_record_value(&record, 0, "F"), start, 0);
    assert_true(lf_record_value(&record, last, "F") < start);
    assert_true(lf_record_value(&record, last, "target_gain") > 0);
    lf_record_clear(&record);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cost_of_a_step),
        cmocka_unit_test(test_start_repeats),
        cmocka_unit_test(test_too_many_classes),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_mnist),
    };
    return cmocka_run_group_tests_name("continual_run", tests, setup, scratch_teardown);
}
