/* The penalty reduction on a convex problem whose multipliers are known. */
#include <string.h>

#include "penalised.h"

/* The minimiser of F is (w0, w1). Golden sections on values alone find it to the root of their
 * rounding. */
static void minimised_at(lf_penalty penalty, double rho, double lambda, double w0, double w1) {
    lf_problem p = penalised_open(penalty, rho, lambda);
    double w[2];
    penalised_minimise(&p, w);
    assert_near(w[0], w0, 1e-6);
    assert_near(w[1], w1, 1e-6);
    lf_problem_release(&p);
}

/* F = f + (rho/3) ([w_0 - 1]_+ + [|w_1| - 3]_+ + [w_1 - 1/2]_+): of the coordinates alone, w_0 =
 * max {1, 2 - rho/3} and w_1 = max {1/2, 1 - rho/3}. Both constraints hold once rho/3 is above both
 * multipliers, 1 and 1/2. */
static void test_hinge_is_exact_above_the_multiplier(void **state) {
    (void)state;
    minimised_at(LF_PENALTY_HINGE, 3.03, 1, 1, 0.5);
    minimised_at(LF_PENALTY_HINGE, 30, 1, 1, 0.5);
    minimised_at(LF_PENALTY_HINGE, 2.97, 1, 1.01, 0.5);
    minimised_at(LF_PENALTY_HINGE, 1.53, 1, 1.49, 0.5);
    minimised_at(LF_PENALTY_HINGE, 1.2, 1, 1.6, 0.6);
    minimised_at(LF_PENALTY_HINGE, 0, 1, 2, 1);
}

/* 2 - w_0 = (2 rho/3) (w_0 - 1), and so for w_1: never quite there. */
static void test_squared_hinge_always_violates(void **state) {
    (void)state;
    for (double rho = 0.3; rho < 1000; rho *= 10) {
        const double t = 2 * rho / 3;
        minimised_at(LF_PENALTY_SQUARED_HINGE, rho, 1, (2 + t) / (1 + t), (1 + t / 2) / (1 + t));
    }
}

/* 2 - w_0 = (w_0 - 1) / (3 lambda) while the slope is below rho; that of the hinge beyond. */
static void test_smoothed_hinge(void **state) {
    (void)state;
    for (double lambda = 1; lambda > 1e-4; lambda /= 10) {
        const double t = 1 / (3 * lambda);
        minimised_at(LF_PENALTY_SMOOTHED_HINGE, 6, lambda, (2 + t) / (1 + t),
                     (1 + t / 2) / (1 + t));
    }
    minimised_at(LF_PENALTY_SMOOTHED_HINGE, 1.2, 0.01, 1.6, 0.6); /* where the slope is rho */
}

/* 0 <= F_hinge - F_smoothed <= lambda rho^2 / 2, falling with lambda. */
static void test_smoothed_tends_to_the_hinge(void **state) {
    (void)state;
    const double rho = 5;
    lf_problem hinge = penalised_open(LF_PENALTY_HINGE, rho, 1);
    for (int k = 0; k < 40; k++) {
        const double w0 = -2 + 0.2 * k, w1 = 5 - 0.23 * k;
        double before = INFINITY;
        for (double lambda = 1; lambda > 1e-7; lambda /= 4) {
            lf_problem smoothed = penalised_open(LF_PENALTY_SMOOTHED_HINGE, rho, lambda);
            const double gap = penalised_value(&hinge, w0, w1) - penalised_value(&smoothed, w0, w1);
            assert_true(gap >= -1e-14 && gap <= lambda * rho * rho / 2 + 1e-14);
            assert_true(gap <= before + 1e-14);
            before = gap;
            lf_problem_release(&smoothed);
        }
        assert_near(before, 0, 1e-5);
    }
    lf_problem_release(&hinge);
}

/* Values by hand at (3, 4): violations 2, 1 and 7/2; f = 5. And the mean over the inner components,
 * as a method forms it, is the mean over the three constraints. */
static void test_values(void **state) {
    (void)state;
    const struct {
        lf_penalty penalty;
        double sum;
    } is[] = {{LF_PENALTY_HINGE, 6.5},
              {LF_PENALTY_SQUARED_HINGE, 4 + 1 + 12.25},
              /* h^2 / (2 lambda) for 1 up to lambda rho = 6/5, else rho h - lambda rho^2 / 2 */
              {LF_PENALTY_SMOOTHED_HINGE, (2 - 0.6) + 1 / 2.4 + (3.5 - 0.6)}};
    for (size_t k = 0; k < 3; k++) {
        lf_problem p = penalised_open(is[k].penalty, 4, 0.3);
        assert_near(penalised_value(&p, 3, 4), 5 + 4 * is[k].sum / 3, 1e-14);
        assert_near(penalised_value(&p, 0, -2), (4.0 + 9.0) / 2, 1e-14); /* all hold */
        lf_problem_release(&p);
    }
}

static void test_components(void **state) {
    (void)state;
    lf_problem p = penalised_open(LF_PENALTY_SMOOTHED_HINGE, 6, 0.25);
    const lf_components *inner = &p.info.role[LF_ROLE_INNER];
    assert_int_equal(inner->count, 2);
    for (size_t i = 0; i < 2; i++) {
        const lf_component *c = &inner->component[i], *from = &penalised_constraints[i];
        assert_true(c->outputs == from->outputs && c->samples == from->samples);
        assert_memory_equal(c->stratum, from->stratum, sizeof c->stratum);
        assert_memory_equal(c->share, from->share, sizeof c->share);
        assert_true(c->strata == from->strata && c->outers == from->outers);
        for (size_t k = 0; k < c->outers; k++) {
            const lf_outer *f = &c->outer[k];
            assert_true(f->kind == from->outer[k].kind && f->shift == from->outer[k].shift);
            assert_int_equal(f->penalty, LF_PENALTY_SMOOTHED_HINGE);
            assert_near(f->rho, 6 * 2.0 / 3, 1e-15);          /* n / m */
            assert_near(f->lambda * f->rho, 6 * 0.25, 1e-15); /* where the slope is rho */
        }
    }
    assert_true(lf_problem_shows(&p, LF_VIEW_COMPOSITION));
    assert_true(lf_problem_shows(&p, LF_VIEW_CONSTRAINED));
    assert_false(lf_problem_shows(&p, LF_VIEW_PLAIN));
    assert_int_equal(lf_problem_metrics(&p), LF_CONSTRAINED_METRICS + 3); /* F, EPS, EPS_lam */
    const char *const names[] = {"dp.f", "dp.g", "ofc", "draw", "val", "grad", "cost"};
    for (size_t i = 0; i < 7; i++)
        assert_string_equal(p.info.measures[i].name, names[i]);
    assert_null(p.info.measures[7].name);
    lf_problem_release(&p);
}

/* Without a penalty: the constrained problem alone, and no F. */
static void test_none(void **state) {
    (void)state;
    lf_problem p = penalised_open(LF_PENALTY_NONE, 6, 0.25);
    const lf_point at = {.w = (double[]){1, 1}};
    double value;
    assert_int_equal(p.info.role[LF_ROLE_INNER].count, 0);
    assert_false(lf_problem_shows(&p, LF_VIEW_COMPOSITION));
    assert_true(lf_problem_shows(&p, LF_VIEW_CONSTRAINED));
    assert_int_equal(lf_problem_metrics(&p), LF_CONSTRAINED_METRICS);
    assert_null(p.info.measures[3].name);
    assert_int_equal(lf_constrained_metrics[LF_CONSTRAINED_METRICS].measure(&p, &at, &value),
                     LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "set penalty=hinge, penalty=squared or penalty=smoothed"));
    lf_problem_release(&p);
}

static void refused(const lf_problem_info *info, const char *why) {
    const lf_penalty_params params = {LF_PENALTY_HINGE, 1, 1};
    lf_problem_info copy = *info;
    lf_penalised of = {0};
    assert_int_equal(lf_penalised_describe(&of, &params, &copy), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), why));
    assert_non_null(strstr(lf_message(), "set penalty=none"));
    assert_memory_equal(&copy, info, sizeof copy);
    lf_penalised_release(&of);
}

static void test_refusals(void **state) {
    (void)state;
    lf_outer charged = penalised_third;
    charged.penalty = LF_PENALTY_HINGE;
    lf_component odd[] = {penalised_constraints[0], penalised_constraints[1]};
    odd[1].outer = &charged;
    lf_problem_info info;
    memset(&info, 0, sizeof info); /* padding is compared too */
    refused(&info, "no constraint to charge for");
    info.role[LF_ROLE_CONSTRAINT] = (lf_components){2, odd};
    refused(&info, "outer function 0 of constraint component 1 has one already");
    odd[1].outer = &penalised_third;
    info.role[LF_ROLE_INNER] = (lf_components){1, odd};
    refused(&info, "inner components already");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hinge_is_exact_above_the_multiplier),
        cmocka_unit_test(test_squared_hinge_always_violates),
        cmocka_unit_test(test_smoothed_hinge),
        cmocka_unit_test(test_smoothed_tends_to_the_hinge),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_components),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("penalty", tests, NULL, NULL);
}
