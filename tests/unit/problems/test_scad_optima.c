/* Local optima of Problem 2: against a grid in one dimension, against points near by in three, and
 * the certificates of the generated set. */
#include "problems/constrained/parts/scad_optima.h"

#include <stdlib.h>

#include <levelfield/vector.h>

#include "fixture_problem.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_dp_scad;

enum { ROWS = 60, TRAIN = 30, MOST = 64, ENDS = 80 };

/* Rows 0 to 29 train, the others are two groups of different size. */
typedef struct {
    lf_data *data;
    lf_model model;
    lf_scored train, groups;
    lf_gap gap;
    uint32_t row[ROWS];
    size_t strata[2];
    double lam, kappa;
    lf_scad_descent descent;
} fixture;

static void open_fixture(fixture *f, size_t features, uint64_t seed, double lam, double kappa) {
    *f = (fixture){.data = table_create(TABLE_DENSE, ROWS, features, seed),
                   .strata = {12, ROWS - TRAIN - 12},
                   .lam = lam,
                   .kappa = kappa};
    double *a = (double *)(uintptr_t)f->data->dense, *b = (double *)(uintptr_t)f->data->label;
    for (size_t i = 0; i < ROWS; i++) {
        f->row[i] = (uint32_t)i;
        for (size_t j = 0; j < features; j++)
            a[i * features + j] = table_random(seed, i * features + j, -0.6, 0.8);
        b[i] = (a[i * features] > 0) == (i % 6 > 0) ? 1 : -1;
    }
    assert_ok(lf_linear_create(f->data, &f->model));
    assert_ok(lf_scored_init(&f->train, &f->model, f->row, TRAIN));
    assert_ok(lf_scored_init(&f->groups, &f->model, f->row + TRAIN, ROWS - TRAIN));
    assert_ok(lf_gap_init(&f->gap, 1, 0, 0, false));
    assert_ok(
        lf_scad_descent_open(&f->descent, &f->train, &f->gap, &f->groups, f->strata, lam, kappa));
}

static void close_fixture(fixture *f) {
    lf_scad_descent_close(&f->descent);
    lf_gap_release(&f->gap);
    lf_scored_release(&f->groups);
    lf_scored_release(&f->train);
    lf_model_release(&f->model);
    table_free(f->data);
}

/* F and |h_0| - kappa, written plainly. */
static double plain_f(const fixture *f, const double *x) {
    const size_t d = f->data->features;
    double sum = 0;
    for (size_t i = 0; i < TRAIN; i++)
        sum += fmax(0, 1 - f->data->label[i] * lf_vec_dot(d, f->data->dense + i * d, x)) / TRAIN;
    for (size_t j = 0; j < d; j++) {
        const double u = fabs(x[j]);
        sum += f->lam * (u <= 1 ? 2 * u : u <= 2 ? -u * u + 4 * u - 1 : 3);
    }
    return sum;
}

static double plain_g(const fixture *f, const double *x) {
    const size_t d = f->data->features;
    double h = 0;
    for (size_t i = TRAIN; i < ROWS; i++) {
        const double p = 1 / (1 + exp(-lf_vec_dot(d, f->data->dense + i * d, x)));
        h += i < TRAIN + f->strata[0] ? p / (double)f->strata[0] : -p / (double)f->strata[1];
    }
    return fabs(h) - f->kappa;
}

static lf_local_optimum descend(fixture *f, double *x) {
    lf_local_optimum end = {.x = x};
    assert_ok(lf_scad_descent_run(&f->descent, &end));
    assert_near(end.F, plain_f(f, x), 1e-13);
    assert_near(end.violation, fmax(0, plain_g(f, x)), 1e-13);
    return end;
}

/* No feasible point near by is lower, by more than rounding. */
static void check_minimum(const fixture *f, const lf_local_optimum *end, double reach) {
    const size_t d = f->data->features;
    double near[MOST];
    for (uint64_t k = 0; k < 3000; k++) {
        table_point(900 + k, d, reach / (double)(1 + k % 20), near);
        lf_vec_axpy(d, 1, end->x, near);
        if (plain_g(f, near) <= 0) assert_true(plain_f(f, near) >= end->F - 1e-12);
    }
}

/* The minima of a fine grid on [-8, 8], ends of feasible pieces included; how many. */
static size_t grid_minima(const fixture *f, double *at) {
    const double step = 1e-3;
    size_t n = 0;
    double F[3] = {INFINITY, INFINITY, INFINITY};
    for (int i = -8000; i <= 8001; i++) {
        const double x = i * step;
        F[0] = F[1];
        F[1] = F[2];
        F[2] = plain_g(f, &x) <= 0 ? plain_f(f, &x) : INFINITY;
        if (F[1] < F[0] - 1e-13 && F[1] < F[2] - 1e-13) {
            assert_true(n < ENDS);
            at[n++] = x - step;
        }
    }
    return n;
}

/* One dimension: every minimum of the grid is kept by the search, and every start ends at one. */
static void test_one_dimension(void **state) {
    (void)state;
    size_t several = 0, bound = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        fixture f;
        double minimum[ENDS], x;
        open_fixture(&f, 1, seed, 0.01 + 0.02 * (double)(seed % 9), seed % 3 ? 0.05 : 0.3);
        const size_t n = grid_minima(&f, minimum);
        assert_true(n > 0);
        several += n > 1;
        for (size_t k = 0; k < n; k++) {
            x = minimum[k];
            const lf_local_optimum end = descend(&f, &x);
            assert_near(x, minimum[k], 2e-3);
            assert_true(end.residual <= 1e-9 && end.violation <= 1e-9 && end.sharp);
            bound += plain_g(&f, &x) > -1e-9;
        }
        for (int k = -20; k <= 20; k++) {
            x = 0.3 * k;
            double nearest = INFINITY;
            const lf_local_optimum end = descend(&f, &x);
            for (size_t i = 0; i < n; i++)
                nearest = fmin(nearest, fabs(x - minimum[i]));
            if (end.sharp) assert_true(nearest <= 2e-3);
            assert_true(end.residual <= 1e-9 && end.violation <= 1e-9);
        }
        close_fixture(&f);
    }
    assert_true(several >= 5 && bound >= 5); /* else the test is about nothing */
}

static void test_three_dimensions(void **state) {
    (void)state;
    size_t sharp = 0, bound = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        fixture f;
        double x[MOST], from;
        open_fixture(&f, 3, seed, 0.01 * (double)seed, 0.03);
        for (uint64_t k = 0; k < 8; k++) {
            table_point(70 + k, 3, 2.5, x);
            from = plain_g(&f, x) <= 0 ? plain_f(&f, x) : INFINITY;
            const lf_local_optimum end = descend(&f, x);
            assert_true(end.F <= from + 1e-12);
            assert_true(end.residual <= 1e-6 && end.violation <= 1e-9);
            if (end.sharp) check_minimum(&f, &end, 1e-3);
            sharp += end.sharp;
            bound += plain_g(&f, x) > -1e-9;
        }
        close_fixture(&f);
    }
    assert_true(sharp >= 72 && bound >= 8);
}

/* Beside an optimum the same certificate says that it is none. */
static void test_residual_tells(void **state) {
    (void)state;
    fixture f;
    double x[3] = {1, 0.5, -0.5}, a[3] = {0}, next[3], slope[3];
    const double one = 1;
    open_fixture(&f, 3, 5, 0.02, 0.3);
    descend(&f, x);
    x[0] += 0.3;
    for (size_t j = 0; j < 3; j++)
        slope[j] = copysign(fmin(fmax(2 * (fabs(x[j]) - 1), 0), 2), x[j]);
    lf_scad_point at = {.x = x, .slope = slope, .a = a, .radius = 1, .rho = 10};
    lf_scad_answer answer;
    const lf_samples all = {.role = LF_ROLE_CONSTRAINT, .n = ROWS - TRAIN, .per_stratum = f.strata};
    assert_ok(lf_gap_evaluate(&f.gap, &f.groups, &all, x, &one, &at.h, a));
    assert_ok(lf_scad_model_solve(&f.descent.model, &at, next, &answer));
    assert_true(answer.decrease > 1e-4 && answer.residual > 1e-4 && !answer.sharp);
    close_fixture(&f);
}

/* All starts of a problem as a command has them. */
static void check_all(const char *assignments, size_t own) {
    fixture_problem p = problem_open(&lf_problem_dp_scad, assignments);
    const size_t d = p.problem.info.dim, n = own + 1;
    double *x = calloc(n * d, sizeof *x), *given = calloc(d, sizeof *given);
    lf_local_optimum *found = calloc(n, sizeof *found);
    assert_true(x && given && found);
    for (size_t i = 0; i < n; i++)
        found[i].x = x + i * d;
    table_point(5, d, 0.5, given);
    const lf_starts starts = {.given = 1, .x = given, .own = own, .seed = 1};
    assert_ok(p.problem.is->optima(&p.problem, &starts, found));
    assert_string_equal(found[0].start, "given 1");
    assert_string_equal(found[1].start, "0");
    for (size_t i = 0; i < n; i++) {
        assert_true(found[i].residual <= 1e-6 && found[i].violation <= 1e-9);
        assert_near(problem_metric(&p.problem, "FV", found[i].x), found[i].F, 1e-12);
        assert_near(problem_metric(&p.problem, "CVio", found[i].x), found[i].violation, 1e-12);
    }
    free(found);
    free(given);
    free(x);
    problem_close(&p);
}

static void test_two_groups(void **state) {
    (void)state;
    check_all("data=two_groups", 28);
}

static void test_a9a(void **state) {
    (void)state;
    need_data("a9a");
    check_all("data=a9a", 2);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_dimension),
        cmocka_unit_test(test_three_dimensions),
        cmocka_unit_test(test_residual_tells),
        cmocka_unit_test(test_two_groups),
        cmocka_unit_test(test_a9a),
    };
    return cmocka_run_group_tests_name("scad_optima", tests, setup, scratch_teardown);
}
