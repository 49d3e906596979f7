/* The metric prox of the problems that offer it: beside another method's number, where it is listed
 * and what is refused. */
#include "problems/common/prox_certificate.h"

#include <levelfield/vector.h>

#include "fixture_problem.h"

extern const lf_problem_class lf_problem_neyman_pearson, lf_problem_np_multiclass,
    lf_problem_dp_scad;

/* Subgradient steps on Phi of real rows, averaged: to within a hundredth. */
static double by_subgradients(const lf_problem *p, const double *w, double pull) {
    enum { STEPS = 10000 };
    const size_t d = p->info.dim;
    double *z = calloc(3 * d, sizeof *z), *grad = z + d, *mean = grad + d;
    lf_vec_copy(d, w, z);
    for (size_t t = 0; t < STEPS; t++) {
        lf_vec_zero(d, grad);
        for (int role = LF_ROLE_OBJECTIVE; role <= LF_ROLE_INNER; role++)
            for (size_t i = 0; i < p->info.role[role].count; i++) {
                const lf_components *all = &p->info.role[role];
                double g, y;
                assert_ok(lf_problem_evaluate(p, (lf_role)role, i, z, NULL, &g, NULL));
                lf_outer_subgradient(all->component[i].outer, &g, &y);
                if (role == LF_ROLE_INNER) y /= (double)all->count;
                assert_ok(lf_problem_evaluate(p, (lf_role)role, i, z, &y, NULL, grad));
            }
        for (size_t j = 0; j < d; j++) {
            grad[j] += pull * (z[j] - w[j]);
            z[j] -= 4 / (pull * (double)(t + 10)) * grad[j]; /* mu >= pull / 2 */
        }
        lf_domain_project(&p->info.domain, z);
        for (size_t j = 0; j < d; j++)
            mean[j] += 2 * (double)(t + 1) / ((double)STEPS * (STEPS + 1)) * z[j];
    }
    const double length = pull * lf_vec_distance(d, w, mean);
    free(z);
    return length;
}

static void test_problems(void **unused) {
    (void)unused;
    static const char *const sets[] = {"c=0.5,penalty=hinge,rho=4,prox=on",
                                       "loss=sigmoid,c=0.4,penalty=hinge,rho=4,prox=on"};
    for (size_t k = 0; k < 2; k++) {
        fixture_problem f = problem_open(&lf_problem_neyman_pearson, sets[k]);
        const lf_problem *p = &f.problem;
        double *w = calloc(p->info.dim, sizeof *w), rho;
        assert_ok(lf_prox_weight(&p->info, &rho));
        assert_near(rho, p->info.rho_f + 4 * p->info.rho_g, 1e-12);
        assert_true((rho > 0) == (k == 1));
        table_point(70, p->info.dim, 0.3, w);
        const double value = problem_metric(p, "prox", w);
        const double want = by_subgradients(p, w, rho > 0 ? 2 * rho : 1);
        assert_true(want > 0.05);
        assert_near(value, want, 2e-2 * want);
        free(w);
        problem_close(&f);
    }
}

/* The metric is there where it is asked for; a problem's metrics are as before where it is not. */
static void test_listed(void **unused) {
    (void)unused;
    fixture_problem f = problem_open(&lf_problem_neyman_pearson, "penalty=hinge,prox=on");
    assert_int_equal(f.problem.info.metrics, 10);
    assert_string_equal(f.problem.is->metrics[9].name, "prox");
    problem_close(&f);
    f = problem_open(&lf_problem_neyman_pearson, "penalty=hinge");
    assert_int_equal(f.problem.info.metrics, 9);
    problem_close(&f);
    f = problem_open(&lf_problem_dp_scad, "penalty=squared");
    assert_int_equal(f.problem.info.metrics, 9);
    problem_close(&f);
}

static void refused(const lf_problem_class *is, const char *set, lf_status status,
                    const char *text) {
    lf_parameters params;
    lf_problem problem;
    assert_ok(lf_parameters_create(is->params, is->params_size, set, is->name, &params));
    assert_int_equal(lf_problem_create(is, params.values, &problem), status);
    assert_non_null(strstr(lf_message(), text));
    lf_parameters_free(&params);
}

static void test_refusals(void **unused) {
    (void)unused;
    const lf_problem_class *np = &lf_problem_neyman_pearson;
    refused(np, "prox=on", LF_BAD_ARGUMENT, "set penalty=hinge");
    refused(np, "prox=on,penalty=hinge,loss=hinge", LF_BAD_ARGUMENT, "set loss=logistic");
    refused(np, "prox=on,penalty=squared,loss=sigmoid,c=0.4", LF_UNSUPPORTED, "weakly convex");
    refused(&lf_problem_np_multiclass, "prox=on", LF_BAD_ARGUMENT, "set penalty=hinge");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problems),
        cmocka_unit_test(test_listed),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
