/* The point of a certificate is a minimiser: its own value is within 1e-9 of the bound. */
#include "fixture_problem.h"

#include <levelfield/certificate.h>

#include "problems/auc/parts/auc_certify.h"

extern const lf_problem_class lf_problem_auc;

static double value_of(const lf_problem *problem, const char *metric, const double *w) {
    double value = NAN;
    for (const lf_metric *m = problem->is->metrics; m->name; m++)
        if (strcmp(m->name, metric) == 0)
            assert_ok(m->measure(problem, &(lf_point){.w = w}, &value));
    return value;
}

/* All certificates of a specification, `many` of them. */
static void check(const char *assignments, size_t many) {
    fixture_problem f = problem_open(&lf_problem_auc, assignments);
    for (size_t k = 0; k < many; k++) {
        lf_certificate c;
        assert_ok(lf_auc_certify(&f.problem, k, &c));
        const double value = value_of(&f.problem, c.metric, c.v);
        assert_true(c.bound <= value + 1e-14);
        assert_true(value - c.bound <= 1e-9);
        free(c.v);
    }
    problem_close(&f);
}

static void test_generated(void **state) {
    (void)state;
    check("data=two_groups,model=linear", 1);
    check("data=synthetic_small,model=linear", 1);
    check("data=two_groups,model=linear,score=raw", 2);
    check("data=synthetic_small,model=linear,score=raw", 2);
    check("data=two_groups,model=linear,score=raw,surrogate=margin", 2);
    check("data=two_groups,model=linear,score=raw,surrogate=margin,margin=0.01", 2);
}

/* Steps on gradients alone ended 1e-3 and 3e-3 above these optima. */
static void test_real(void **state) {
    (void)state;
    need_data("a9a");
    check("data=a9a,model=linear", 1);
    check("data=a9a,model=linear,score=raw", 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generated),
        cmocka_unit_test(test_real),
    };
    return cmocka_run_group_tests_name("auc_certify", tests, NULL, NULL);
}
