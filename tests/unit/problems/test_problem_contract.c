/* What the harness and the methods may rely on, for every problem of the generated list at its
 * default parameters, but on a small data set; and for some of them on networks. A new problem is
 * tested here without a line of its own. */
#include <levelfield/vector.h>

#include "every_problem.h"
#include "oracle/meter.h"
#include "scratch.h"

/* Problems with a network in place of the standard model. */
static const struct {
    const lf_problem_class *is;
    const char *assignments;
} networks[] = {
    {&lf_problem_group_dro, "data=synthetic_small,model=mlp,hidden=8+8"},
    {&lf_problem_group_dro, "data=two_groups,model=mlp,hidden=8+8,activation=tanh,radius=2"},
    {&lf_problem_cvar_dro, "data=synthetic_small,model=mlp,hidden=8+8"},
    {&lf_problem_auc, "model=mlp,hidden=8"},
};
enum { CASES = EVERY_PROBLEM + sizeof networks / sizeof *networks };

static fixture_problem open_small(size_t which) {
    if (which < EVERY_PROBLEM) return problem_open_small(every_problem[which]);
    return problem_open(networks[which - EVERY_PROBLEM].is,
                        networks[which - EVERY_PROBLEM].assignments);
}

typedef void (*component_check)(const lf_problem *problem, lf_role role, size_t component);

static void each_component(component_check check) {
    for (size_t k = 0; k < CASES; k++) {
        fixture_problem p = open_small(k);
        for (size_t role = 0; role < LF_ROLE_UPPER; role++) /* the others: test_bilevel_contract */
            for (size_t i = 0; i < p.problem.info.role[role].count; i++)
                check(&p.problem, (lf_role)role, i);
        problem_close(&p);
    }
}

static void test_class_is_whole(void **state) {
    (void)state;
    for (size_t k = 0; k < EVERY_PROBLEM; k++) {
        const lf_problem_class *is = every_problem[k];
        assert_int_equal(is->abi, LF_ABI);
        assert_true(is->name && is->name[0] && is->doc && is->doc[0] && is->source);
        assert_true(is->views != 0 && is->views < 1u << LF_VIEWS);
        assert_true(is->params && is->init && is->release && (is->evaluate || is->bilevel));
        assert_true(is->metrics && is->metrics[0].name);
        for (const lf_metric *m = is->metrics; m->name; m++)
            assert_true(m->doc && m->measure);
    }
}

static void component_is_consistent(const lf_problem *problem, lf_role role, size_t component) {
    const lf_component *c = &problem->info.role[role].component[component];
    size_t samples = 0, outputs = 0;
    if (c->samples > 0)
        assert_in_range(c->strata, 1, LF_STRATA);
    else
        assert_int_equal(c->strata, 0); /* known in closed form */
    for (size_t s = 0; s < c->strata; s++) {
        assert_true(c->stratum[s] > 0);
        assert_int_equal(c->share[s] > 0, c->share[0] > 0); /* all or none */
        samples += c->stratum[s];
    }
    for (size_t k = 0; k < c->outers; k++) {
        assert_true(c->outer[k].scale >= 0);
        outputs += c->outer[k].p;
    }
    assert_int_equal(samples, c->samples);
    assert_true(c->outputs > 0);
    assert_int_equal(outputs, c->outputs);
}

static void test_components_are_consistent(void **state) {
    (void)state;
    each_component(component_is_consistent);
}

static void test_info_is_consistent(void **state) {
    (void)state;
    for (size_t k = 0; k < CASES; k++) {
        fixture_problem p = open_small(k);
        const lf_problem_info *info = &p.problem.info;
        const lf_cost_scope scope = lf_cost_scope_of(info);
        lf_cost cost;
        assert_true(info->dim > 0 && info->n > 0);
        assert_int_equal(info->domain.n, info->dim);
        if (info->x0) {
            assert_true(lf_vec_finite(info->dim, info->x0));
            assert_true(lf_domain_contains(&info->domain, info->x0, 1e-12));
        }
        if (info->regulariser) assert_int_equal(info->regulariser->p, info->dim);
        assert_true(isnan(info->rho_f) || info->rho_f >= 0);
        assert_true(isnan(info->rho_g) || info->rho_g >= 0);
        for (const lf_measure *m = info->measures; m && m->name; m++)
            assert_ok(lf_cost_parse(m->cost, &scope, &cost));
        for (size_t i = 0; i < info->parts; i++)
            assert_true(info->part[i].name && info->part[i].n > 0 && info->part[i].row);
        assert_true(info->data_name && info->data_sha256);
        problem_close(&p);
    }
}

/* <y, Dg v> = <Dg^T y, v>, where a problem offers slopes along a direction; on all samples, and on
 * 5 of each stratum. */
static void component_has_jvp(const lf_problem *problem, lf_role role, size_t component) {
    if (!problem->is->jvp) return;
    const lf_component *c = &problem->info.role[role].component[component];
    const size_t few[LF_STRATA] = {5, 5, 5, 5};
    uint32_t id[5 * LF_STRATA];
    component_map map = map_of(problem, role, component);
    double *w = calloc(2 * map.d, sizeof *w), *y = calloc(map.p, sizeof *y), *v = w + map.d;
    table_point(3, map.d, 0.5, w);
    table_point(4, map.d, 1, v);
    table_point(5, map.p, 1, y);
    assert_along(&map, problem->is->jvp, w, y, v);
    random_ids(6, c->strata, c->stratum, few, id);
    if (c->strata > 0)
        map.samples = (lf_samples){role, component, 5 * c->strata, id, few, false, 0, 0};
    assert_along(&map, problem->is->jvp, w, y, v);
    free(w);
    free(y);
}

/* Kinks are allowed: a short step passes none of them, but for one row in many. */
static void component_has_gradient(const lf_problem *problem, lf_role role, size_t component) {
    check_component(problem, role, component, MAP_KINKED, 7);
    component_has_jvp(problem, role, component);
}

static void test_gradients(void **state) {
    (void)state;
    each_component(component_has_gradient);
}

/* No samples: no work, no fault, no gradient. Asking for nothing is fine too. */
static void component_is_safe(const lf_problem *problem, lf_role role, size_t component) {
    component_map map = map_of(problem, role, component);
    if (map.samples.n == 0) return; /* known in closed form: never asked about less than all */
    const size_t none[LF_STRATA] = {0};
    const uint32_t id[1] = {0};
    double *w = calloc(map.d, sizeof *w), *grad = calloc(map.d, sizeof *grad);
    double *y = calloc(map.p, sizeof *y), *g = calloc(map.p, sizeof *g);
    assert_ok(map.evaluate(map.state, &map.samples, w, NULL, NULL, NULL));
    map.samples.n = 0;
    map.samples.id = id;
    map.samples.per_stratum = none;
    y[0] = 1;
    assert_ok(map.evaluate(map.state, &map.samples, w, y, g, grad));
    for (size_t i = 0; i < map.d; i++)
        assert_true(grad[i] == 0);
    free(w);
    free(grad);
    free(y);
    free(g);
}

static void test_empty_questions(void **state) {
    (void)state;
    each_component(component_is_safe);
}

/* Every metric has a finite value at the start, the same one twice, and moves no one's answers. */
static void test_metrics(void **state) {
    (void)state;
    for (size_t k = 0; k < CASES; k++) {
        fixture_problem p = open_small(k);
        double *zero = calloc(p.problem.info.dim, sizeof *zero);
        const lf_point x0 = {.w = p.problem.info.x0 ? p.problem.info.x0 : zero};
        assert_true(lf_problem_metrics(&p.problem) > 0);
        for (size_t i = 0; i < lf_problem_metrics(&p.problem); i++) {
            const lf_metric *m = &p.problem.is->metrics[i];
            double first, second;
            assert_ok(m->measure(&p.problem, &x0, &first));
            assert_ok(m->measure(&p.problem, &x0, &second));
            assert_true(isfinite(first));
            assert_memory_equal(&first, &second, sizeof first);
        }
        free(zero);
        problem_close(&p);
    }
}

static void test_unknown_data_is_refused(void **state) {
    (void)state;
    for (size_t k = 0; k < EVERY_PROBLEM; k++) {
        lf_parameters parameters;
        lf_problem problem;
        if (lf_parameters_create(every_problem[k]->params, every_problem[k]->params_size,
                                 "data=nowhere", "problem", &parameters) != LF_OK)
            continue; /* a problem without data */
        assert_int_equal(lf_problem_create(every_problem[k], parameters.values, &problem),
                         LF_NOT_FOUND);
        assert_null(problem.state);
        lf_parameters_free(&parameters);
    }
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_class_is_whole),
        cmocka_unit_test(test_components_are_consistent),
        cmocka_unit_test(test_info_is_consistent),
        cmocka_unit_test(test_gradients),
        cmocka_unit_test(test_empty_questions),
        cmocka_unit_test(test_metrics),
        cmocka_unit_test(test_unknown_data_is_refused),
    };
    return cmocka_run_group_tests_name("problem_contract", tests, setup, scratch_teardown);
}
