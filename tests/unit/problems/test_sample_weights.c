/* Weights of training rows: numbers found by other means, of a problem with three rows and of real
 * sets, and of a table in both its forms. */
#include <levelfield/vector.h>

#include "problems/bilevel/parts/weights.h"
#include "tiny.h"

extern const lf_problem_class lf_problem_sample_weights;

static int setup(void **state) {
    return tiny_open(state, &lf_problem_sample_weights, tiny_two_classes, ",lambda=0.05,sigma=2");
}

static const double p[] = {0, 1, -1}, w[] = {0.3, -0.2, 0.1};

static void assert_vector(const double *got, const double *want, double tolerance) {
    for (size_t k = 0; k < 3; k++)
        assert_near(got[k], want[k], tolerance);
}

static void test_three_rows(void **unused) {
    (void)unused;
    static const double gy[] = {-0.04380596, 0.02810670, 0.00559286};
    static const double q[] = {1, 2, -1}, Hq[] = {0.06117792, 0.1263988, -0.0236012};
    static const double Jq[] = {0, 0.0159748, -0.03113159};
    const lf_bilevel *is = tiny.problem.is->bilevel;
    double out[3] = {0};
    assert_ok(is->lower(tiny.problem.state, &tiny_all, p, w, out));
    assert_vector(out, gy, 1e-8);
    lf_vec_zero(3, out);
    assert_ok(is->hvp(tiny.problem.state, &tiny_all, p, w, q, out));
    assert_vector(out, Hq, 1e-7);
    lf_vec_zero(3, out);
    assert_ok(is->jvp(tiny.problem.state, &tiny_all, p, w, q, out));
    assert_vector(out, Jq, 1e-7);
}

/* The matrices themselves, out of an estimate made of one look at all rows. */
static void test_three_rows_estimate(void **unused) {
    (void)unused;
    static const double H[][3] = {{0.06590215, 0.00558896, 0.01590215},
                                  {0.00558896, 0.07080983, 0.02080983},
                                  {0.01590215, 0.02080983, 0.08112302}};
    static const double V[][3] = {{-0.01875692, 0, -0.01875692},
                                  {0, 0.01597480, 0.01597480},
                                  {-0.01556579, -0.01556579, -0.01556579}};
    static const double r[] = {1, -1, 2}, Vr[] = {-0.0498885, -0.04710639, -0.06586331};
    const lf_estimate_form *form = tiny.problem.is->bilevel->form;
    double E[64] = {0}, out[3];
    assert_true(form->numbers(tiny.problem.state, 0) <= 64);
    assert_ok(form->add(tiny.problem.state, &tiny_all, p, w, 1, E));
    for (size_t k = 0; k < 3; k++) {
        double unit[3] = {0};
        unit[k] = 1;
        lf_vec_zero(3, out);
        form->hessian(tiny.problem.state, 0, E, unit, out);
        assert_vector(out, H[k], 1e-8); /* symmetric: row k is column k */
        lf_vec_zero(3, out);
        form->jacobian(tiny.problem.state, 0, E, 1, unit, out);
        for (size_t j = 0; j < 3; j++)
            assert_near(out[j], V[j][k], 1e-8);
    }
    lf_vec_zero(3, out);
    form->jacobian_t(tiny.problem.state, 0, E, r, out);
    assert_vector(out, Vr, 1e-7);
}

static void test_three_rows_solved(void **unused) {
    (void)unused;
    static const double solved[] = {1.02760062, -0.62552368, -0.00141002};
    static const double slope[] = {0.08537479, -0.06975773, 0.12575354};
    double y[3] = {0}, grad[3];
    assert_ok(lf_weights_levels.solve(tiny.problem.state, 0, p, y));
    assert_vector(y, solved, 1e-8);
    assert_near(problem_metric(&tiny.problem, "F", p), 0.798322231846, 1e-11);
    assert_ok(lf_bilevel_gradient(&tiny.problem, p, grad));
    assert_vector(grad, slope, 1e-8);
}

/* F and |grad F| at the start, and the largest eigenvalue that is behind L_y. */
typedef struct {
    const char *data, *psi;
    double lambda, F, grad;
} start;

static void check_start(const start *at) {
    char assignments[128];
    need_data(at->data);
    snprintf(assignments, sizeof assignments, "data=%s,psi=%s,lambda=%g", at->data, at->psi,
             at->lambda);
    fixture_problem f = problem_open(&lf_problem_sample_weights, assignments);
    const size_t n = f.problem.info.dim;
    double *x0 = calloc(n, sizeof *x0);
    if (f.problem.info.x0) lf_vec_copy(n, f.problem.info.x0, x0);
    assert_near(problem_metric(&f.problem, "F", x0), at->F, 6e-7);
    assert_near(problem_metric(&f.problem, "grad", x0), at->grad, 6e-5 * at->grad + 4e-8);
    free(x0);
    problem_close(&f);
}

static void test_real_sets(void **unused) {
    (void)unused;
    static const start known[] = {{"a1a", "raw", 1e-3, 0.340393, 3.5004e-3},
                                  {"a1a", "sigmoid", 1e-2, 0.360383, 1.0864e-3},
                                  {"a1a", "sigmoid", 1e-3, 0.339114, 1.4928e-3},
                                  {"a1a", "sigmoid", 1e-5, 0.363637, 2.8718e-3},
                                  {"w1a", "sigmoid", 1e-2, 0.128368, 5.764e-4},
                                  {"w1a", "sigmoid", 1e-3, 0.087272, 6.517e-4},
                                  {"w1a", "sigmoid", 1e-5, 0.108081, 2.829e-3}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        check_start(&known[k]);
}

/* Rows without a feature are kept, the width is that of the set, and the largest eigenvalue of
 * X~'X~/n is that which LAPACK finds. */
static void test_real_shapes(void **unused) {
    (void)unused;
    static const struct {
        const char *data;
        size_t n, validation, d;
        double largest;
    } known[] = {{"a1a", 1605, 30956, 124, 7.26},
                 {"a8a", 22696, 9865, 124, 0},
                 {"w1a", 2477, 47272, 301, 3.08},
                 {"w8a", 49749, 14951, 301, 0}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char assignments[64];
        need_data(known[k].data);
        snprintf(assignments, sizeof assignments, "data=%s", known[k].data);
        fixture_problem f = problem_open(&lf_problem_sample_weights, assignments);
        const lf_problem_info *info = &f.problem.info;
        assert_int_equal(info->dim, known[k].n);
        assert_int_equal(info->role[LF_ROLE_UPPER].component[0].samples, known[k].validation);
        assert_int_equal(info->role[LF_ROLE_LOWER].component[0].outputs, known[k].d);
        if (known[k].largest > 0)
            assert_near(4 * (info->L_y - info->mu_y), known[k].largest, 0.005);
        /* w8a: an estimate and all that comes with it is far below the bound of 1 GiB */
        const size_t numbers = f.problem.is->bilevel->form->numbers(f.problem.state, 0);
        assert_true(numbers * sizeof(double) < 2u << 20);
        problem_close(&f);
    }
}

/* Held-out rows are no upper ones, all are there, and the metrics are of them: the mean loss over
 * both parts is that of the problem in which nothing is held out. */
static void test_held_out(void **unused) {
    (void)unused;
    fixture_problem none = problem_open(&lf_problem_sample_weights, "sigma=3");
    fixture_problem some = problem_open(&lf_problem_sample_weights, "sigma=3,test=0.3");
    const lf_problem_info *info = &some.problem.info;
    const lf_part *upper = &info->part[1], *held = &info->part[2];
    const double rest = (double)none.problem.info.part[1].n;
    const double origin[1024] = {0};
    assert_true(info->dim <= 1024);
    assert_int_equal(none.problem.info.metrics + 2, info->metrics);
    assert_int_equal(none.problem.info.parts, 2);
    assert_string_equal(held->name, "test");
    assert_int_equal(held->n, (size_t)ceil(0.3 * rest));
    assert_int_equal(upper->n + held->n, (size_t)rest);
    for (size_t k = 0; k < upper->n; k++) {
        assert_true(k == 0 || upper->row[k - 1] < upper->row[k]);
        for (size_t j = 0; j < held->n; j++)
            assert_true(upper->row[k] != held->row[j]);
    }
    const double F = problem_metric(&some.problem, "F", origin);
    const double test = problem_metric(&some.problem, "test", origin);
    const double both = (F * (double)upper->n + test * (double)held->n) / rest;
    assert_near(both, problem_metric(&none.problem, "F", origin), 1e-12);
    assert_true(fabs(F - test) > 1e-6);
    const double errors = problem_metric(&some.problem, "test_error", origin) * (double)held->n;
    assert_near(errors, round(errors), 1e-9);
    assert_true(errors > 0 && errors < (double)held->n / 2);
    assert_near(problem_metric(&some.problem, "F", origin), F,
                0); /* judged by its own rows again */
    problem_close(&none);
    problem_close(&some);
}

/* A dense table gives the rows that a sparse one with the same numbers gives. */
static void test_dense_rows(void **unused) {
    (void)unused;
    static const double value[] = {2, 0, -1, 0, 3, 0};
    static const uint64_t begin[] = {0, 2, 3};
    static const uint32_t column[] = {0, 2, 1}, row[] = {1, 0};
    static const double stored[] = {2, -1, 3}, label[] = {1, -1};
    const lf_data dense = {.name = "d", .rows = 2, .features = 3, .dense = value, .label = label};
    const lf_data sparse = {.name = "s",
                            .rows = 2,
                            .features = 3,
                            .row_start = begin,
                            .column = column,
                            .value = stored,
                            .label = label};
    const double v[] = {1, 10, 100, 1000};
    lf_weighted_rows of[2];
    assert_ok(lf_weighted_rows_take(&of[0], &dense, 2, row));
    assert_ok(lf_weighted_rows_take(&of[1], &sparse, 2, row));
    for (size_t k = 0; k < 2; k++) {
        double M[10] = {0}, full[16] = {0};
        assert_near(lf_weighted_dot(&of[k], 0, v), 1030, 0);
        assert_near(lf_weighted_dot(&of[k], 1, v), 902, 0);
        assert_near(of[k].sign[0], -1, 0);
        lf_weighted_square(&of[k], 0, 2, M);
        lf_packed_unpack(4, M, 0.5, full);
        assert_near(full[1 * 4 + 1], 18.5, 0);
        assert_near(full[1 * 4 + 3], 6, 0);
        assert_near(full[3 * 4 + 3], 2.5, 0);
        assert_near(full[0], 0.5, 0);
        lf_weighted_rows_free(&of[k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_rows),        cmocka_unit_test(test_three_rows_estimate),
        cmocka_unit_test(test_three_rows_solved), cmocka_unit_test(test_real_sets),
        cmocka_unit_test(test_real_shapes),       cmocka_unit_test(test_held_out),
        cmocka_unit_test(test_dense_rows),
    };
    return cmocka_run_group_tests_name("sample_weights", tests, setup, tiny_close);
}
