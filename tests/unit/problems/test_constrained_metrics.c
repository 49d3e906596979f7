/* FV, CVio, G and SVio on small problems whose answers are known in closed form. */
#include "problems/constrained/parts/constrained_metrics.h"

#include <string.h>

#include "near.h"

/*
 * R^2, no data. Objective c(w) = (w_0, w_1) with outers |.| and identity + 1, so that
 * f = max{|w_0|, w_1 - (-1)} + r. Constraints: component 0 is 1 - w_0; component 1 is (w_1, w_0)
 * with outers |w_1| - 2 and w_0 - 4.
 */
enum { DIM = 2 };

typedef struct {
    lf_constrained_common common;
} toy;

static lf_status toy_evaluate(void *state, const lf_samples *samples, const double *w,
                              const double *y, double *g, double *grad) {
    (void)state;
    if (samples->role == LF_ROLE_CONSTRAINT && samples->component == 0) {
        if (g) g[0] = -w[0];
        if (y && grad) grad[0] -= y[0];
        return LF_OK;
    }
    const size_t first = samples->role == LF_ROLE_OBJECTIVE ? 0 : 1;
    for (size_t j = 0; j < 2; j++) {
        const size_t i = j ? 1 - first : first;
        if (g) g[j] = w[i];
        if (y && grad) grad[i] += y[j];
    }
    return LF_OK;
}

static const lf_outer objective_outers[] = {{LF_OUTER_ABS, 1, 1, 0}, {LF_OUTER_SUM, 1, 1, -1}};
static const lf_outer first_outer[] = {{LF_OUTER_SUM, 1, 1, -1}};
static const lf_outer second_outers[] = {{LF_OUTER_ABS, 1, 1, 2}, {LF_OUTER_SUM, 1, 1, 4}};
static const lf_component objective = {2, 1, 1, {1}, 2, objective_outers};
static const lf_component constraints[] = {{1, 1, 1, {1}, 1, first_outer},
                                           {2, 1, 1, {1}, 2, second_outers}};
static const lf_outer scad = {LF_OUTER_SCAD, DIM, 0.1, 0};
static const lf_problem_class toy_class = {.name = "toy", .evaluate = toy_evaluate};

static lf_problem toy_problem(toy *state) {
    lf_problem problem = {.is = &toy_class, .state = state};
    problem.info = (lf_problem_info){.dim = DIM,
                                     .role[LF_ROLE_OBJECTIVE] = {1, &objective},
                                     .role[LF_ROLE_CONSTRAINT] = {2, constraints},
                                     .domain = {.kind = LF_DOMAIN_SPACE, .n = DIM},
                                     .rho_f = 1,
                                     .rho_g = 0.5};
    state->common.svio_steps = 20000;
    return problem;
}

static double metric(const lf_problem *problem, const char *name, double w0, double w1) {
    const double w[DIM] = {w0, w1};
    double value = NAN;
    for (const lf_metric *m = lf_constrained_metrics; m->name; m++)
        if (strcmp(m->name, name) == 0) assert_ok(m->measure(problem, &(lf_point){.w = w}, &value));
    return value;
}

static void test_values(void **state) {
    (void)state;
    toy s;
    lf_problem p = toy_problem(&s);
    assert_string_equal(lf_constrained_metrics[0].name, "FV");
    assert_near(metric(&p, "FV", -3, 1), 3, 0);
    assert_near(metric(&p, "FV", 1, 5), 6, 0);
    assert_near(metric(&p, "G", 3, 0), -1, 0);     /* w_0 - 4 */
    assert_near(metric(&p, "G", 1.5, 0), -0.5, 0); /* 1 - w_0 */
    assert_near(metric(&p, "G", 2, -5), 3, 0);     /* |w_1| - 2 */
    assert_near(metric(&p, "CVio", 2, -5), 3, 0);
    assert_near(metric(&p, "CVio", 3, 0), 0, 0);
    p.info.regulariser = &scad;
    assert_near(metric(&p, "FV", -3, 1), 3 + 0.1 * (3 + 2), 1e-15);
    assert_true(isnan(metric(&p, "FV", NAN, 1)));
    assert_true(isnan(metric(&p, "CVio", NAN, 1)));
    assert_true(isnan(metric(&p, "FV", 1, NAN))); /* also where it is not the first that is lost */
    assert_true(isnan(metric(&p, "G", 2, NAN)));
    assert_true(isnan(metric(&p, "CVio", 2, NAN)));
}

/* Two steps. From (3, 0) down f, with steps 1 and 2/3: z_0 = 3 and z_1 = 2 are feasible and weigh 1
 * and 2. From (0.9, 0) up to where w_0 >= 1 would be met: no z_t is feasible, so the last one
 * answers, 1 + 0.005 / 0.9. */
static void test_svio_by_hand(void **state) {
    (void)state;
    toy s;
    const lf_problem p = toy_problem(&s);
    s.common.svio_steps = 2;
    assert_near(metric(&p, "SVio", 3, 0), 3 - (3 + 2 * 2) / 3.0, 1e-15);
    assert_near(metric(&p, "SVio", 0.9, 0), 0.1 + 0.005 / 0.9, 1e-15);
}

/* From (0.5, 0), at the end of a domain without a feasible point, no step leads away: that is not
 * 0, as at a stationary point. */
static void test_svio_of_nothing(void **state) {
    (void)state;
    toy s;
    lf_problem p = toy_problem(&s);
    s.common.svio_steps = 50;
    p.info.domain = (lf_domain){.kind = LF_DOMAIN_BALL, .n = DIM, .radius = 0.5};
    assert_true(isnan(metric(&p, "SVio", 0.5, 0)));
}

/* The slope is that of the function which is largest, here 3 w_1 + 1: a step of 1/10 down it. */
static void test_svio_down_the_largest(void **state) {
    (void)state;
    static const lf_outer steep[] = {{LF_OUTER_ABS, 1, 1, 0}, {LF_OUTER_SUM, 1, 3, -1}};
    static const lf_component largest = {2, 1, 1, {1}, 2, steep};
    toy s;
    lf_problem p = toy_problem(&s);
    p.info.role[LF_ROLE_OBJECTIVE] = (lf_components){1, &largest};
    p.info.rho_f = 10;
    s.common.svio_steps = 2;
    assert_near(metric(&p, "SVio", 2.5, 1.5), 0.3 * 2 / 3, 1e-15);
}

/* With w_1 <= -1 the objective is |w_0| near w_0 > 0, and only w_0 moves. xhat_0 from x_0 = 3:
 * argmin |z| + (z - 3)^2 = 2.5, where 1 - z + (z - 3)^2 / 2 < 0. */
static void test_svio_inside(void **state) {
    (void)state;
    toy s;
    const lf_problem p = toy_problem(&s);
    assert_near(metric(&p, "SVio", 3, -1.5), 0.5, 1e-3);
}

/* From x_0 = 1.2 the minimiser 0.7 is infeasible: xhat is the smaller root of
 * 1 - z + (z - 1.2)^2 / 2 = 0, that is 2.2 - sqrt(1.4). */
static void test_svio_on_the_boundary(void **state) {
    (void)state;
    toy s;
    const lf_problem p = toy_problem(&s);
    assert_near(metric(&p, "SVio", 1.2, -1.5), 1.2 - (2.2 - sqrt(1.4)), 1e-3);
}

/* (1, -1.5) minimises f over w_0 >= 1, so it solves its own subproblem. */
static void test_svio_vanishes_at_a_solution(void **state) {
    (void)state;
    toy s;
    const lf_problem p = toy_problem(&s);
    assert_near(metric(&p, "SVio", 1, -1.5), 0, 1e-4);
    assert_true(metric(&p, "SVio", 1.5, -1.5) > 0.3);
}

/* A convex objective states rho_f = 0: the weight is then 1. */
static void test_svio_of_a_convex_objective(void **state) {
    (void)state;
    toy s;
    lf_problem p = toy_problem(&s);
    p.info.rho_f = p.info.rho_g = 0;
    assert_near(metric(&p, "SVio", 3, -1.5), 0.5, 1e-3);
}

static void test_svio_repeats(void **state) {
    (void)state;
    toy s;
    const lf_problem p = toy_problem(&s);
    assert_near(metric(&p, "SVio", 2, 0.3), metric(&p, "SVio", 2, 0.3), 0);
}

static void test_refusals(void **state) {
    (void)state;
    toy s;
    lf_problem p = toy_problem(&s);
    const double w[DIM] = {0};
    double value;
    p.info.rho_f = NAN;
    assert_int_equal(lf_constrained_metrics[3].measure(&p, &(lf_point){.w = w}, &value),
                     LF_UNSUPPORTED);
    p.info.role[LF_ROLE_CONSTRAINT].count = 0;
    assert_int_equal(lf_constrained_metrics[0].measure(&p, &(lf_point){.w = w}, &value),
                     LF_UNSUPPORTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_svio_by_hand),
        cmocka_unit_test(test_svio_of_nothing),
        cmocka_unit_test(test_svio_down_the_largest),
        cmocka_unit_test(test_svio_inside),
        cmocka_unit_test(test_svio_on_the_boundary),
        cmocka_unit_test(test_svio_vanishes_at_a_solution),
        cmocka_unit_test(test_svio_of_a_convex_objective),
        cmocka_unit_test(test_svio_repeats),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("constrained_metrics", tests, NULL, NULL);
}
