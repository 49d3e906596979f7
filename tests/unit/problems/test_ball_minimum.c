/* The certified minimum over the ball, with the Hessian and without: closed forms, values compared
 * one by one, the conditions of a minimum, and what must be refused. */
#include "problems/common/ball_minimum.h"

#include <string.h>

#include "golden.h"
#include "group_functions.h"

static const double tolerance = 1e-9;

enum { MOST = 64 };

/* Solves and checks what holds of every answer; the value. */
static double solve(const lf_group_function *f, const double *q, double *v) {
    double value, lower, r[MOST], F = 0;
    assert_ok(lf_ball_minimum(f, q, tolerance, v, &value, &lower));
    assert_true(lower <= value && value - lower <= tolerance);
    assert_true(lf_vec_norm(f->d, v) <= f->radius * (1 + 1e-15));
    assert_ok(f->risks(f->context, v, q, r, NULL));
    for (size_t i = 0; i < f->m; i++)
        F += q[i] * r[i];
    assert_near(value, F, 1e-15 * (1 + fabs(F)));
    return value;
}

/* |w - c|^2 / 2 with c the mean centre: c inside, on and outside the ball. */
static void test_circle(void **state) {
    (void)state;
    const double centre[] = {0, 0, 6, 8}, q[] = {0.5, 0.5};
    quadratics circle = {.d = 2, .m = 2, .centre = centre};
    const double radii[] = {7, 5, 2};
    for (int hessian = 0; hessian < 2; hessian++)
        for (size_t k = 0; k < 3; k++) {
            const lf_group_function f = quadratics_ask(&circle, radii[k], hessian);
            double v[] = {100, -100};
            const double beyond = fmax(5 - radii[k], 0);
            assert_near(solve(&f, q, v), (25 + beyond * beyond) / 2, tolerance);
            assert_near(v[0], 0.6 * fmin(radii[k], 5), 1e-5);
            assert_near(v[1], 0.8 * fmin(radii[k], 5), 1e-5);
        }
}

/* Scales from 1e-6 to 1: the multiplier by bisection, the minimum from it. */
static double ellipse_minimum(const quadratics *f, double radius) {
    double low = 0, high = 1e3, value = 0;
    for (int step = 0; step < 200; step++) {
        const double lambda = low + (high - low) / 2;
        double square = 0;
        value = 0;
        for (size_t j = 0; j < f->d; j++) {
            const double v = f->scale[j] * f->centre[j] / (f->scale[j] + lambda);
            square += v * v;
            value += f->scale[j] * (v - f->centre[j]) * (v - f->centre[j]) / 2;
        }
        *(square > radius * radius ? &low : &high) = lambda;
    }
    return value;
}

static void test_ellipse(void **state) {
    (void)state;
    enum { D = 13 };
    double centre[D], scale[D];
    const double one = 1, radii[] = {0.1, 1, 5, 100};
    table_point(3, D, 4, centre);
    for (size_t j = 0; j < D; j++)
        scale[j] = pow(10, -(double)j / 2);
    quadratics ellipse = {.d = D, .m = 1, .centre = centre, .scale = scale};
    for (int hessian = 0; hessian < 2; hessian++)
        for (size_t k = 0; k < 4; k++) {
            const lf_group_function f = quadratics_ask(&ellipse, radii[k], hessian);
            double v[D] = {0};
            assert_near(solve(&f, &one, v), ellipse_minimum(&ellipse, radii[k]), tolerance);
        }
}

typedef struct {
    lf_group_function f;
    double q[MOST];
} weighted;

static double weighted_value(void *context, const double *w) {
    const weighted *s = context;
    double r[MOST], sum = 0;
    assert_ok(s->f.risks(s->f.context, w, s->q, r, NULL));
    for (size_t i = 0; i < s->f.m; i++)
        sum += s->q[i] * r[i];
    return sum;
}

/* Logistic losses of one and two variables, weights with a zero. */
static void test_plane(void **state) {
    (void)state;
    for (uint64_t k = 0; k < 12; k++) {
        const size_t d = 1 + k % 2;
        const double radius = pow(10, (double)(k % 5) - 2);
        logistics loss = logistics_create(3, 20, d, 1, 0, k);
        weighted s = {.f = logistics_ask(&loss, radius, k % 3 == 0), .q = {0.3, 0, 0.7}};
        double v[] = {0, 0};
        const double value = solve(&s.f, s.q, v);
        const golden_disc disc = {d, radius, weighted_value, &s, {0}};
        assert_near(value, golden_on_ball(disc), tolerance);
        free(loss.z);
    }
}

/* grad F = -lambda v with lambda >= 0, and 0 inside: from the gradients of the groups. */
static void assert_stationary(const lf_group_function *f, const double *q, const double *v) {
    double *rows = malloc(f->m * f->d * sizeof *rows), g[MOST] = {0};
    assert_ok(f->gradients(f->context, v, rows));
    for (size_t i = 0; i < f->m; i++)
        lf_vec_axpy(f->d, q[i], rows + i * f->d, g);
    free(rows);
    const double length = lf_vec_norm(f->d, v), along = lf_vec_dot(f->d, g, v) / f->radius;
    const bool inside = length < f->radius * (1 - 1e-9);
    if (!inside) assert_true(along <= 0);
    if (!inside) lf_vec_axpy(f->d, -along / f->radius, v, g);
    /* an inner product with the ball is the gap; on the sphere the gap is of second order */
    assert_true(lf_vec_norm(f->d, g) <= (inside ? 2 * tolerance / f->radius : 1e-4));
}

/* Well and badly scaled columns, repeated ones, fewer rows than columns, starts outside. */
static void test_conditions(void **state) {
    (void)state;
    for (uint64_t k = 0; k < 60; k++) {
        const size_t m = 1 + k % 7, n = k % 5 == 4 ? 2 : 15 + k, d = 5 + k % 20;
        logistics loss = logistics_create(m, n, d, k % 3 == 2 ? 0.8 : 1, k % 4, 100 + k);
        const double radius = pow(10, table_random(9, k, -1, 2));
        const lf_group_function f = logistics_ask(&loss, radius, k % 2);
        double q[MOST], v[MOST];
        for (size_t i = 0; i < m; i++)
            q[i] = i == 1 ? 0 : 1.0 / (double)(m > 1 ? m - 1 : 1);
        table_point(k, d, 3 * radius, v);
        solve(&f, q, v);
        assert_stationary(&f, q, v);
        free(loss.z);
    }
}

/* More variables than the Hessian is asked for at once; then an instance that needs it. */
static void test_large(void **state) {
    (void)state;
    enum { D = 410 };
    double centre[D], scale[D], v[D] = {0};
    const double one = 1;
    logistics loss = logistics_create(1, 60, D, 1, 0, 5);
    const lf_group_function f = logistics_ask(&loss, 2, true);
    solve(&f, &one, v);
    assert_true(loss.passes < 30);
    free(loss.z);
    table_point(4, D, 1, centre);
    for (size_t j = 0; j < D; j++)
        scale[j] = pow(10, -8 * (double)j / D);
    quadratics hard = {.d = D, .m = 1, .centre = centre, .scale = scale};
    const lf_group_function narrow = quadratics_ask(&hard, 50, true);
    lf_vec_zero(D, v);
    assert_near(solve(&narrow, &one, v), 0, tolerance); /* the centre is inside */
    assert_true(hard.passes > 150);
}

/* A constant function, and bits that repeat. */
static void test_flat_and_same(void **state) {
    (void)state;
    double v[12], again[12], value, lower;
    const double one = 1, centre[2] = {3, 4}, none[2] = {0, 0};
    quadratics flat = {.d = 2, .m = 1, .centre = centre, .scale = none};
    const lf_group_function f = quadratics_ask(&flat, 1, true);
    v[0] = v[1] = 0.5;
    assert_near(solve(&f, &one, v), 0, 0);
    logistics loss = logistics_create(1, 30, 12, 0.9, 2, 8);
    for (int hessian = 0; hessian < 2; hessian++) {
        const lf_group_function g = logistics_ask(&loss, 3, hessian);
        lf_vec_zero(12, v);
        lf_vec_zero(12, again);
        const double first = solve(&g, &one, v);
        assert_ok(lf_ball_minimum(&g, &one, tolerance, again, &value, &lower));
        assert_true(value == first && memcmp(v, again, sizeof v) == 0);
    }
    free(loss.z);
}

static void assert_diverges(quadratics f, double within, bool hessian) {
    const lf_group_function ask = quadratics_ask(&f, 3, hessian);
    const double q[] = {0.5, 0.5};
    double v[] = {0.1, 0.2}, value, lower;
    assert_int_equal(lf_ball_minimum(&ask, q, within, v, &value, &lower), LF_DIVERGED);
    assert_true(f.passes < 4000);
    assert_non_null(strstr(lf_message(), "min over the ball"));
}

/* Gradients that are not the function's own, values that are no numbers, too much accuracy. */
static void test_refusals(void **state) {
    (void)state;
    const double centre[] = {1, 0, 0, 1}, far[] = {NAN, 0, 0, 0}, scale[] = {1, 0.01}, one = 1;
    for (int hessian = 0; hessian < 2; hessian++) {
        assert_diverges((quadratics){2, 2, centre, .scale = scale, .turn = 1}, 1e-9, hessian);
        assert_diverges((quadratics){2, 2, centre, .scale = scale, .shift = 1}, 1e-9, hessian);
        assert_diverges((quadratics){2, 2, centre, .scale = scale, .shift = -1}, 1e-9, hessian);
        assert_diverges((quadratics){2, 2, far}, 1e-9, hessian);
        assert_diverges((quadratics){2, 2, centre, .scale = scale}, -1e-9, hessian);
    }
    quadratics f = {2, 1, centre};
    const double radii[] = {0, -1, NAN, INFINITY};
    for (size_t k = 0; k < 4; k++) {
        const lf_group_function ask = quadratics_ask(&f, radii[k], true);
        double v[] = {0, 0}, value, lower;
        assert_int_equal(lf_ball_minimum(&ask, &one, 1e-9, v, &value, &lower), LF_BAD_ARGUMENT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circle),   cmocka_unit_test(test_ellipse),
        cmocka_unit_test(test_plane),    cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_large),    cmocka_unit_test(test_flat_and_same),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
