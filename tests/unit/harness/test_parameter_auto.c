/* A parameter of which -1 says that the method works it out. */
#include <string.h>

#include "harness/registry/parameters.h"
#include "harness/registry/registry.h"
#include "near.h"

typedef struct {
    double mu;
} toy_params;

/* -1 stands beside its range, and nothing between them is taken for it. */
static void test_auto(void **state) {
    (void)state;
    static const lf_param own[] = {
        LF_REAL_AUTO(toy_params, mu, -1, 0, 100, "-1: from the problem [1]"), {0}};
    static const char *const good[] = {"", "mu=-1.0", "mu=0"};
    static const char *const bad[] = {"mu=-0.5", "mu=-1e-9", "mu=-2", "mu=101"};
    static const double value[] = {-1, -1, 0};
    lf_parameters p;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_ok(lf_parameters_create(own, sizeof(toy_params), good[i], "toy", &p));
        assert_near(((const toy_params *)p.values)->mu, value[i], 0);
        lf_parameters_free(&p);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(lf_parameters_create(own, sizeof(toy_params), bad[i], "toy", &p),
                         LF_BAD_ARGUMENT);
        assert_non_null(strstr(lf_message(), " is neither -1 nor in [0, 100]"));
    }
}

/* What says of -1 that it stands for something takes nothing below 0 beside it. */
static void test_auto_everywhere(void **state) {
    (void)state;
    const lf_algorithm *const *list;
    const size_t n = lf_algorithm_list(&list);
    for (size_t i = 0; i < n; i++)
        for (const lf_param *p = list[i]->params; p && p->field; p++)
            if (p->kind == LF_KIND_REAL && (p->value == -1 || strstr(p->doc, "-1: ")))
                assert_true(lf_param_takes(p, -1) && !lf_param_takes(p, -0.5));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_auto),
        cmocka_unit_test(test_auto_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
