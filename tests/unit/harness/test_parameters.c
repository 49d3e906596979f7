/* From "k=v,k=v" to a struct, and back to one spelling. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/number.h"
#include "harness/registry/parameters.h"
#include "harness/registry/plugin.h"
#include "harness/registry/registry.h"
#include "near.h"

typedef struct {
    double eta, beta;
    size_t b;
    int mode;
    const char *data;
} options;

static const lf_param table[] = {
    LF_REAL(options, eta, 0.1, 1e-8, 100, "step size [x/g]"),
    LF_REAL(options, beta, 0, -1, 1, "momentum [1]"),
    LF_COUNT(options, b, 32, 1, 1e9, "batch size [samples]"),
    LF_CHOICE(options, mode, 1, "stochastic|deterministic", "how to draw"),
    LF_TEXT(options, data, "two_groups", "data set"),
    {0},
};
static const lf_param none[] = {{0}};

static lf_status create(const char *assignments, lf_parameters *p) {
    return lf_parameters_create(table, sizeof(options), assignments, "algorithm ssg", p);
}

/* The assignments are refused with exactly this line. */
static void refused(const char *assignments, const char *message) {
    lf_parameters p;
    assert_int_equal(create(assignments, &p), LF_BAD_ARGUMENT);
    assert_string_equal(lf_message(), message);
    assert_null(p.values);
}

static void test_defaults(void **state) {
    (void)state;
    lf_parameters p;
    assert_ok(create("", &p));
    const options *o = p.values;
    assert_near(o->eta, 0.1, 0);
    assert_int_equal(o->b, 32);
    assert_int_equal(o->mode, 1);
    assert_string_equal(o->data, "two_groups");
    lf_parameters_free(&p);
}

static void test_values(void **state) {
    (void)state;
    lf_parameters p;
    assert_ok(create(" eta = 5e-4,b=1e6, mode=stochastic,data=a:b=c ,beta=-0", &p));
    const options *o = p.values;
    assert_near(o->eta, 5e-4, 0);
    assert_int_equal(o->b, 1000000);
    assert_int_equal(o->mode, 0);
    assert_string_equal(o->data, "a:b=c");
    lf_parameters_free(&p);
}

static void test_unknown_names(void **state) {
    (void)state;
    refused("etaa=1", "algorithm ssg has no parameter 'etaa'; did you mean 'eta'? It has: eta, "
                      "beta, b, mode, data");
    refused("learning_rate=1",
            "algorithm ssg has no parameter 'learning_rate'; it has: eta, beta, b, mode, data");
    refused("eta=1,eta=2", "algorithm ssg: 'eta' is given twice");
    lf_parameters p;
    assert_int_equal(lf_parameters_create(none, 0, "x=1", "problem toy", &p), LF_BAD_ARGUMENT);
    assert_string_equal(lf_message(), "problem toy has no parameter 'x': it has none at all");
}

static void test_bad_values(void **state) {
    (void)state;
    refused("eta=-1", "algorithm ssg: eta = -1 is outside [1e-08, 100]");
    refused("eta=101", "algorithm ssg: eta = 101 is outside [1e-08, 100]");
    refused("eta=nan", "algorithm ssg: eta = 'nan' is not a finite decimal number");
    refused("eta=inf", "algorithm ssg: eta = 'inf' is not a finite decimal number");
    refused("eta=1e999", "algorithm ssg: eta = '1e999' is not a finite decimal number");
    refused("eta=0x1p3", "algorithm ssg: eta = '0x1p3' is not a finite decimal number");
    refused("eta=1x", "algorithm ssg: eta = '1x' is not a finite decimal number");
    refused("eta=", "algorithm ssg: eta = '' is not a finite decimal number");
    refused("b=1.5", "algorithm ssg: b = 1.5 is not a whole number up to 2^53");
    refused("b=0", "algorithm ssg: b = 0 is outside [1, 1000000000]");
    refused("b=-1", "algorithm ssg: b = -1 is outside [1, 1000000000]");
    refused("mode=stoch", "algorithm ssg: mode = 'stoch' is not one of stochastic|deterministic");
    refused("data=\xff", "algorithm ssg: data is not UTF-8");
}

static void test_bad_grammar(void **state) {
    (void)state;
    refused("eta", "algorithm ssg: expected NAME=VALUE at 'eta'");
    refused("eta=1,,b=2", "algorithm ssg: expected NAME=VALUE at ''");
    refused("eta=1,", "algorithm ssg: nothing follows the last ','");
    refused("=1", "algorithm ssg: a name is missing before '=1'");
    lf_spec spec;
    assert_int_equal(lf_spec_split(":eta=1", &spec), LF_BAD_ARGUMENT);
    assert_int_equal(lf_spec_split("ssg,eta=1", &spec), LF_BAD_ARGUMENT);
    assert_ok(lf_spec_split("ssg:eta=1", &spec));
    assert_string_equal(spec.name, "ssg");
    assert_string_equal(spec.assignments, "eta=1");
    char longer[300] = ""; /* than a name may be */
    assert_int_equal(lf_spec_split(memset(longer, 'a', 299), &spec), LF_BAD_ARGUMENT);
}

/* Every double comes back bit for bit, and in as few digits as that takes. */
static void test_numbers(void **state) {
    (void)state;
    static const double value[] = {0.1,    1.0 / 3, 2.0 / 3,   1e22, 5e-324, 1.7976931348623157e308,
                                   123456, 1e-7,    0.1 + 0.2, -2.5};
    char text[LF_NUMBER_BYTES];
    for (size_t i = 0; i < sizeof value / sizeof value[0]; i++) {
        double back;
        assert_true(lf_number_parse(lf_number_text(value[i], text), &back));
        assert_memory_equal(&back, &value[i], sizeof back);
    }
    assert_string_equal(lf_number_text(0.1, text), "0.1");
    assert_string_equal(lf_number_text(-0.0, text), "0");
    assert_string_equal(lf_number_text(0.1 + 0.2, text), "0.30000000000000004");
}

/* A comma for a decimal point changes nothing. */
static void test_locale(void **state) {
    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
        print_message("skipped: no locale de_DE.UTF-8: scripts/setup.sh test\n");
        skip();
    }
    assert_string_equal(localeconv()->decimal_point, ",");
    char text[LF_NUMBER_BYTES];
    double back;
    assert_string_equal(lf_number_text(0.5, text), "0.5");
    assert_true(lf_number_parse("0.5", &back));
    assert_near(back, 0.5, 0);
    setlocale(LC_ALL, "C");
}

static void merges(const char *spec, const char *assignments, const char *want) {
    char *merged;
    assert_ok(lf_spec_merge(spec, assignments, &merged));
    assert_string_equal(merged, want);
    free(merged);
}

static void test_merge(void **state) {
    (void)state;
    merges("ssg:eta=1,b=2", "eta=3", "ssg:b=2,eta=3");
    merges("ssg:eta=1", "eta=3,beta=0", "ssg:eta=3,beta=0");
    merges("ssg", "eta=3", "ssg:eta=3");
    merges("ssg:eta=1", "", "ssg:eta=1");
    merges("ssg", "", "ssg");
}

static lf_status idle_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    (void)state, (void)params, (void)o, (void)x0, (void)arena;
    return LF_OK;
}
static lf_status idle_step(void *state, lf_oracle *o) {
    (void)state, (void)o;
    return LF_OK;
}
static lf_point idle_iterate(const void *state) {
    return (lf_point){.w = state};
}
static const lf_algorithm idle = {.abi = LF_ABI,
                                  .name = "test_idle",
                                  .doc = "nothing",
                                  .source = "nowhere",
                                  .when = "never",
                                  .view = LF_VIEW_PLAIN,
                                  .params = table,
                                  .params_size = sizeof(options),
                                  .state_size = 8,
                                  .init = idle_init,
                                  .step = idle_step,
                                  .iterate = idle_iterate};

static void test_registry(void **state) {
    (void)state;
    const lf_algorithm *found;
    assert_ok(lf_algorithm_check(&idle, "test_idle"));
    assert_ok(lf_registry_add_algorithm(&idle));
    assert_ok(lf_algorithm_find("test_idle", &found));
    assert_ptr_equal(found, &idle);
    assert_int_equal(lf_registry_add_algorithm(&idle), LF_BAD_ARGUMENT);
    assert_int_equal(lf_algorithm_find("test_idel", &found), LF_NOT_FOUND);
    assert_string_equal(lf_message(), "there is no algorithm 'test_idel'; did you mean "
                                      "'test_idle'? `levelfield list algorithms` names all");
    char *canonical;
    assert_ok(lf_algorithm_canonical("test_idle:b=1e2", &canonical));
    assert_string_equal(canonical,
                        "test_idle:eta=0.1,beta=0,b=100,mode=deterministic,data=two_groups");
    free(canonical);
    assert_ok(lf_algorithm_canonical(
        "test_idle: eta = 5e-4,b=1e6, mode=stochastic,data=a:b=c ,beta=-0", &canonical));
    assert_string_equal(canonical,
                        "test_idle:eta=0.0005,beta=0,b=1000000,mode=stochastic,data=a:b=c");
    free(canonical);
    assert_string_equal(lf_view_name(LF_VIEW_GROUP_MINIMAX), "group_minimax");
}

/* What is linked in is held to the same rules as a plugin from outside, and says what for. */
static void test_linked_in_tables(void **state) {
    (void)state;
    const lf_algorithm *const *algorithms;
    const lf_problem_class *const *problems;
    size_t n = lf_algorithm_list(&algorithms), m = lf_problem_list(&problems);
    for (size_t i = 0; i < n; i++)
        assert_ok(algorithms[i]->when ? lf_algorithm_check(algorithms[i], algorithms[i]->name) : 1);
    for (size_t i = 0; i < m; i++)
        assert_ok(lf_problem_class_check(problems[i], problems[i]->name));
}

static void broken(const lf_param *params, size_t bytes, const char *message) {
    assert_int_equal(lf_param_table_check(params, bytes), LF_BAD_ARGUMENT);
    assert_string_equal(lf_message(), message);
}

static void test_broken_tables(void **state) {
    (void)state;
    const lf_param outside[] = {LF_REAL(options, beta, 0, 0, 1, ""), {0}};
    broken(outside, 8, "parameter 'beta' is at byte 8, not a place in a struct of 8 bytes");
    const lf_param twice[] = {
        LF_REAL(options, eta, 0, 0, 1, ""), LF_REAL(options, eta, 0, 0, 1, ""), {0}};
    broken(twice, sizeof(options), "parameter 'eta' is in the table twice");
    const lf_param overlap[] = {
        LF_REAL(options, eta, 0, 0, 1, ""), {"x", LF_KIND_CHOICE, 4, 0, 0, 0, "", "a|b"}, {0}};
    broken(overlap, sizeof(options), "parameters 'eta' and 'x' share bytes");
    const lf_param silent[] = {{"eta", LF_KIND_REAL, 0, 0, 0, 1, NULL, NULL}, {0}};
    broken(silent, sizeof(options), "parameter 'eta' does not say what it is: doc is NULL");
    const lf_param standard[] = {LF_REAL(options, eta, 2, 0, 1, ""), {0}};
    broken(standard, sizeof(options), "parameter 'eta': the default 2 is outside [0, 1]");
    const lf_param choice[] = {LF_CHOICE(options, mode, 2, "a|b", ""), {0}};
    broken(choice, sizeof(options), "parameter 'mode': 2 is no position in its list \"a|b\"");
}

/* What lies behind a table without its end, a number here or no memory at all, is not followed. */
static void test_endless_tables(void **state) {
    (void)state;
    static const char words[] = "its parameter table has no end: {0} is missing (256 rows at most)";
    lf_param endless[] = {LF_REAL(options, eta, 0, 0, 1, ""), {0}};
    const uintptr_t number = 7;
    memcpy(&endless[1].field, &number, sizeof number);
    broken(endless, sizeof(options), words);
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(two != MAP_FAILED && munmap(two + page, page) == 0);
    lf_param *last = (lf_param *)(void *)(two + page - sizeof *last);
    *last = endless[0];
    broken(last, sizeof(options), words);
    munmap(two, page);
}

static void test_large_state(void **state) {
    (void)state;
    lf_algorithm large = idle;
    large.state_size = SIZE_MAX;
    assert_int_equal(lf_algorithm_check(&large, "test_idle"), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "vectors come from the arena"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),      cmocka_unit_test(test_values),
        cmocka_unit_test(test_unknown_names), cmocka_unit_test(test_bad_values),
        cmocka_unit_test(test_bad_grammar),   cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_locale),        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_registry),      cmocka_unit_test(test_linked_in_tables),
        cmocka_unit_test(test_broken_tables), cmocka_unit_test(test_endless_tables),
        cmocka_unit_test(test_large_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
