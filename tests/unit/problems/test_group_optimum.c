/* The certified saddle point, with the Hessian and without: smallest enclosing circles, values
 * compared one by one, the conditions of a saddle point, and what must be refused. */
#include "problems/common/group_optimum.h"

#include <string.h>

#include "golden.h"
#include "group_functions.h"
#include "problems/common/ball_minimum.h"

static const double tolerance = 1e-9;

enum { MOST = 64 };

/* Solves and checks what holds of every answer: w in the ball with the value, q on the simplex with
 * a minimum of F(., q) that is no further below than promised. */
static double solve(const lf_group_function *f, double *w, double *q) {
    double value, lower, bound, minimum, r[MOST], v[MOST] = {0}, sum = 0;
    assert_ok(lf_group_optimum(f, tolerance, w, q, &value, &lower));
    assert_true(lower <= value && value - lower <= tolerance);
    assert_true(lf_vec_norm(f->d, w) <= f->radius * (1 + 1e-15));
    assert_ok(f->risks(f->context, w, q, r, NULL));
    for (size_t i = 0; i < f->m; i++) {
        assert_true(r[i] <= value + 1e-15 * fabs(value) && q[i] >= 0);
        sum += q[i];
    }
    assert_near(sum, 1, 1e-14);
    assert_true(f->d <= MOST);
    assert_ok(lf_ball_minimum(f, q, tolerance, v, &minimum, &bound));
    assert_true(minimum >= lower - 1e-14 && bound <= value + 1e-14);
    assert_near(minimum, value, 2 * tolerance);
    return value;
}

static void start(const lf_group_function *f, double *w, double *q) {
    lf_vec_zero(f->d, w);
    for (size_t i = 0; i < f->m; i++)
        q[i] = 1.0 / (double)f->m;
}

/* Half the squared radius of the circle through three points, infinite if they are on a line. */
static double circle_through(const double *a, const double *b, const double *c, double *w) {
    const double bx = b[0] - a[0], by = b[1] - a[1], cx = c[0] - a[0], cy = c[1] - a[1];
    const double twice = 2 * (bx * cy - by * cx), bb = bx * bx + by * by, cc = cx * cx + cy * cy;
    const double x = (cy * bb - by * cc) / twice, y = (bx * cc - cx * bb) / twice;
    w[0] = a[0] + x;
    w[1] = a[1] + y;
    return fabs(twice) > 0 ? (x * x + y * y) / 2 : INFINITY;
}

static double circle_around(size_t m, const double *centre, const double *w) {
    double most = 0;
    for (size_t i = 0; i < m; i++) {
        const double x = centre[2 * i] - w[0], y = centre[2 * i + 1] - w[1];
        most = fmax(most, (x * x + y * y) / 2);
    }
    return most;
}

/* By trying every pair and every triple. */
static double smallest_circle(size_t m, const double *centre) {
    double best = INFINITY, w[2];
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j <= i; j++) {
            for (size_t l = 0; l < 2; l++)
                w[l] = (centre[2 * i + l] + centre[2 * j + l]) / 2;
            best = fmin(best, circle_around(m, centre, w));
            for (size_t k = 0; k < j; k++)
                if (isfinite(circle_through(centre + 2 * i, centre + 2 * j, centre + 2 * k, w)))
                    best = fmin(best, circle_around(m, centre, w));
        }
    return best;
}

static void test_smallest_circle(void **state) {
    (void)state;
    for (uint64_t k = 0; k < 40; k++) {
        const size_t m = 1 + k % 25;
        double centre[2 * MOST], w[2], q[MOST];
        table_point(k, 2 * m, 1, centre);
        for (size_t i = 0; i < 2 * m && k % 4 == 0; i++)
            centre[i] = round(4 * centre[i]) / 4; /* equal points, many on one circle */
        quadratics points = {.d = 2, .m = m, .centre = centre};
        const lf_group_function f = quadratics_ask(&points, 3, k % 2);
        start(&f, w, q);
        assert_near(solve(&f, w, q), smallest_circle(m, centre), tolerance);
    }
}

/* The ball ends at (1, 0), half-way in front of (3, 1) and (3, -1); a third group is far below. */
static void test_binding(void **state) {
    (void)state;
    const double centre[] = {3, 1, 3, -1, 1.5, 0};
    quadratics points = {.d = 2, .m = 3, .centre = centre};
    for (int hessian = 0; hessian < 2; hessian++) {
        const lf_group_function f = quadratics_ask(&points, 1, hessian);
        double w[] = {-50, 70}, q[] = {0, 0, 1};
        assert_near(solve(&f, w, q), 2.5, tolerance);
        assert_near(w[0], 1, 1e-8);
        assert_near(w[1], 0, 1e-8);
        assert_near(q[0], 0.5, 1e-8);
        assert_near(q[1], 0.5, 1e-8);
        assert_near(q[2], 0, 0);
    }
}

static double group_top(void *context, const double *w) {
    const lf_group_function *f = context;
    double r[MOST], q[MOST] = {0}, top = 0;
    assert_ok(f->risks(f->context, w, q, r, NULL));
    for (size_t i = 0; i < f->m; i++)
        top = fmax(top, r[i]);
    return top;
}

/* Logistic losses of one and two variables. */
static void test_plane(void **state) {
    (void)state;
    for (uint64_t k = 0; k < 16; k++) {
        const size_t d = 1 + k % 2;
        logistics loss = logistics_create(1 + k % 6, 15, d, 1, 0, 30 + k);
        lf_group_function f = logistics_ask(&loss, pow(10, (double)(k % 5) - 2), k % 3 == 0);
        double w[2], q[MOST];
        start(&f, w, q);
        const double value = solve(&f, w, q);
        const golden_disc disc = {d, f.radius, group_top, &f, {0}};
        assert_near(value, golden_on_ball(disc), tolerance);
        free(loss.z);
    }
}

/* sum_i q_i grad R_i = -lambda w with lambda >= 0, and q_i > 0 only where R_i is the maximum. */
static void assert_saddle(const lf_group_function *f, const double *w, const double *q) {
    double *rows = malloc(f->m * f->d * sizeof *rows), g[MOST] = {0}, r[MOST], top = 0, mean = 0;
    assert_ok(f->gradients(f->context, w, rows));
    assert_ok(f->risks(f->context, w, q, r, NULL));
    for (size_t i = 0; i < f->m; i++) {
        lf_vec_axpy(f->d, q[i], rows + i * f->d, g);
        top = fmax(top, r[i]);
        mean += q[i] * r[i];
    }
    free(rows);
    assert_near(mean, top, 1e-7);
    const double along = lf_vec_dot(f->d, g, w) / f->radius;
    if (lf_vec_norm(f->d, w) > f->radius * (1 - 1e-9)) {
        assert_true(along <= 0);
        lf_vec_axpy(f->d, -along / f->radius, w, g);
    }
    assert_true(lf_vec_norm(f->d, g) <= 1e-4);
}

/* More groups than columns and fewer, equal groups, badly scaled and repeated columns, groups that
 * can be separated, starts outside the ball. */
static void test_conditions(void **state) {
    (void)state;
    for (uint64_t k = 0; k < 80; k++) {
        const size_t m = k % 8 == 7 ? 40 : 1 + k % 11, n = k % 5 == 4 ? 3 : 20 + k % 40;
        const size_t d = k % 8 == 7 ? 20 : 2 + k % 23;
        logistics loss = logistics_create(m, n, d, k % 3 == 2 ? 0.85 : 1, k % 2, 200 + k);
        if (m > 1 && k % 4 == 1) lf_vec_copy(n * d, loss.z, loss.z + n * d);
        const lf_group_function f =
            logistics_ask(&loss, pow(10, table_random(9, k, -1, 2)), k % 2 || k % 3 == 2);
        double w[MOST], q[MOST];
        start(&f, w, q);
        if (k % 3 == 0) table_point(k, d, 3 * f.radius, w);
        solve(&f, w, q);
        assert_saddle(&f, w, q);
        free(loss.z);
    }
}

/* More variables than the Hessian is asked for at once; then an instance that needs it. */
static void test_large(void **state) {
    (void)state;
    enum { D = 410, M = 3 };
    static double centre[M * D];
    double scale[D], w[D] = {0}, q[M] = {1, 1, 1}, value, lower;
    logistics loss = logistics_create(M, 60, D, 1, 0, 5);
    const lf_group_function f = logistics_ask(&loss, 2, true);
    assert_ok(lf_group_optimum(&f, tolerance, w, q, &value, &lower));
    assert_near(value, lower, tolerance);
    assert_true(loss.passes < 60);
    free(loss.z);
    table_point(4, D, 1, centre); /* the third group's centre is between the others' */
    for (size_t j = 0; j < D; j++) {
        scale[j] = pow(10, -8 * (double)j / D);
        centre[D + j] = -centre[j];
    }
    quadratics hard = {.d = D, .m = M, .centre = centre, .scale = scale};
    const lf_group_function narrow = quadratics_ask(&hard, 50, true);
    table_point(6, D, 1, w);
    assert_ok(lf_group_optimum(&narrow, tolerance, w, q, &value, &lower));
    assert_near(value, lower, tolerance);
    double want = 0;
    for (size_t j = 0; j < D; j++)
        want += scale[j] * centre[j] * centre[j] / 2;
    assert_near(value, want, tolerance);
}

static void test_same_bits(void **state) {
    (void)state;
    logistics loss = logistics_create(6, 30, 12, 0.9, 2, 8);
    for (int hessian = 0; hessian < 2; hessian++) {
        const lf_group_function f = logistics_ask(&loss, 3, hessian);
        double w[2][12], q[2][6], value[2], lower[2];
        for (int k = 0; k < 2; k++) {
            start(&f, w[k], q[k]);
            assert_ok(lf_group_optimum(&f, tolerance, w[k], q[k], &value[k], &lower[k]));
        }
        assert_true(value[0] == value[1] && lower[0] == lower[1]);
        assert_memory_equal(w[0], w[1], sizeof w[0]);
        assert_memory_equal(q[0], q[1], sizeof q[0]);
    }
    free(loss.z);
}

/* Risks that do not depend on w, or linearly: R_i = level_i + slope_i w_0. */
typedef struct {
    const double *level, *slope;
} lines;

static lf_status line_gradients(void *context, const double *w, double *rows) {
    (void)w;
    lf_vec_zero(3 * 2, rows);
    for (size_t i = 0; i < 3; i++)
        rows[2 * i] = ((const lines *)context)->slope[i];
    return LF_OK;
}

static lf_status line_risks(void *context, const double *w, const double *q, double *r,
                            double *grad) {
    const lines *f = context;
    if (grad) lf_vec_zero(2, grad);
    for (size_t i = 0; i < 3; i++) {
        r[i] = f->level[i] + f->slope[i] * w[0];
        if (grad) grad[0] += q[i] * f->slope[i];
    }
    return LF_OK;
}

static lf_status line_hessian(void *context, const double *w, const double *q, double *H) {
    (void)context, (void)w, (void)q;
    lf_vec_zero(2 * 2, H);
    return LF_OK;
}

/* Constants; one line that falls to the edge; lines that cross at w_0 = 1/4. */
static void test_no_curvature(void **state) {
    (void)state;
    const double level[] = {1, 3, 2}, none[3] = {0}, fall[] = {-0.5, -0.5, -0.5};
    const double cross[] = {7, -1, 0}, want[] = {3, 2, 2.75};
    const double *slopes[] = {none, fall, cross};
    for (int hessian = 0; hessian < 2; hessian++)
        for (size_t k = 0; k < 3; k++) {
            lines context = {level, slopes[k]};
            const lf_group_function f = {
                2, 3, 2, &context, line_risks, line_gradients, hessian ? line_hessian : NULL};
            double w[2], q[MOST];
            start(&f, w, q);
            assert_near(solve(&f, w, q), want[k], tolerance);
        }
}

static void assert_diverges(quadratics f, double within, bool hessian) {
    const lf_group_function ask = quadratics_ask(&f, 3, hessian);
    double w[] = {0.1, 0.2}, q[] = {0.5, 0.5}, value, lower;
    assert_int_equal(lf_group_optimum(&ask, within, w, q, &value, &lower), LF_DIVERGED);
    assert_true(f.passes < 8000);
    assert_non_null(strstr(lf_message(), "p*"));
}

/* Gradients that are not the risks' own, values that are no numbers, too much accuracy. */
static void test_refusals(void **state) {
    (void)state;
    const double centre[] = {1, 0, 0, 1}, far[] = {NAN, 0, 0, 0}, scale[] = {1, 0.01};
    for (int hessian = 0; hessian < 2; hessian++) {
        assert_diverges((quadratics){2, 2, centre, .scale = scale, .turn = 1}, 1e-9, hessian);
        assert_diverges((quadratics){2, 2, centre, .scale = scale, .shift = 1}, 1e-9, hessian);
        assert_diverges((quadratics){2, 2, centre, .scale = scale, .shift = -1}, 1e-9, hessian);
        assert_diverges((quadratics){2, 2, far}, 1e-9, hessian);
        assert_diverges((quadratics){2, 2, centre, .scale = scale}, -1e-9, hessian);
    }
    quadratics f = {2, 2, centre};
    const double radii[] = {0, -1, NAN, INFINITY, 1};
    for (size_t k = 0; k < 5; k++) {
        const lf_group_function ask = quadratics_ask(&f, radii[k], true);
        double w[] = {k == 4 ? NAN : 0, 0}, q[] = {1, 0}, value, lower;
        assert_int_equal(lf_group_optimum(&ask, 1e-9, w, q, &value, &lower), LF_BAD_ARGUMENT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smallest_circle), cmocka_unit_test(test_binding),
        cmocka_unit_test(test_plane),           cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_large),           cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_no_curvature),    cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
