/* Choice of regularisation: numbers found by other means, of a problem with three rows and of real
 * sets; its shapes, its held-out rows, refusals. */
#include <levelfield/vector.h>

#include "problems/bilevel/parts/class_levels.h"
#include "tiny.h"

extern const lf_problem_class lf_problem_ridge_selection;
static const lf_problem_class *const ridge = &lf_problem_ridge_selection;

static int setup(void **state) {
    return tiny_open(state, ridge, tiny_two_classes, "");
}

static const double x[] = {0, -1, -2}, w[] = {.3, -.2, .1}, v[] = {1, 2, -1};

static void assert_vector(const double *got, const double *want) {
    for (size_t k = 0; k < 3; k++)
        assert_near(got[k], want[k], 6e-9);
}

static void test_three_rows(void **unused) {
    (void)unused;
    static const double gy[] = {.01617389, -.06529095, -.11195232};
    static const double Hv[] = {1.16501105, .98389528, .11280111};
    static const double Jv[] = {.3, -.14715178, -.01353353}, gx[] = {.045, .00735759, .00067668};
    const lf_bilevel *is = tiny.problem.is->bilevel;
    void *state = tiny.problem.state;
    double out[3] = {0};
    assert_ok(is->lower(state, &tiny_all, x, w, out));
    assert_vector(out, gy);
    lf_vec_zero(3, out);
    assert_ok(is->hvp(state, &tiny_all, x, w, v, out));
    assert_vector(out, Hv);
    lf_vec_zero(3, out);
    assert_ok(is->jvp(state, &tiny_all, x, w, v, out));
    assert_vector(out, Jv);
    lf_vec_zero(3, out);
    assert_ok(is->lower_x(state, &tiny_all, x, w, out));
    assert_vector(out, gx);
}

static void test_three_rows_solved(void **unused) {
    (void)unused;
    static const double solved[] = {.24163688, -.16237358, .40518007};
    static const double slope[] = {-.07832181, .04515319, -.06608327};
    const lf_bilevel_levels *levels = ((const lf_bilevel_common *)tiny.problem.state)->is;
    double y[3] = {0}, grad[3];
    assert_ok(levels->solve(tiny.problem.state, 0, x, y));
    assert_vector(y, solved);
    assert_near(problem_metric(&tiny.problem, "F", x), .964422084593, 1e-10); /* as |dg/dw| */
    assert_ok(lf_bilevel_gradient(&tiny.problem, x, grad));
    assert_vector(grad, slope);
    assert_near(problem_metric(&tiny.problem, "error", x), 1, 0); /* w*.(1,1,1) is positive */
}

/* With one exponent for all, everything is that of equal exponents, and the slope their sum. */
static void test_one_exponent(void **unused) {
    (void)unused;
    fixture_problem each = problem_open(ridge, ""), one = problem_open(ridge, "shape=one");
    const size_t d = each.problem.info.dim;
    double *same = calloc(2 * d, sizeof *same), *grad = same + d, slope, sum = 0;
    const double at = -3;
    assert_int_equal(one.problem.info.dim, 1);
    for (size_t k = 0; k < d; k++)
        same[k] = at;
    assert_near(problem_metric(&one.problem, "F", &at), problem_metric(&each.problem, "F", same),
                1e-12);
    assert_ok(lf_bilevel_gradient(&each.problem, same, grad));
    assert_ok(lf_bilevel_gradient(&one.problem, &at, &slope));
    for (size_t k = 0; k < d; k++)
        sum += grad[k];
    assert_near(slope, sum, 1e-10);
    free(same);
    problem_close(&each);
    problem_close(&one);
}

/* Two scores for two classes: with half the ridge on each, their difference is the one score. */
static void test_all_classes(void **unused) {
    (void)unused;
    fixture_problem two = problem_open(ridge, "shape=one"),
                    all_of = problem_open(ridge, "classes=all");
    const double x_two = -3, x_all[2] = {-3 + 0.6931471805599453, -3 + 0.6931471805599453};
    assert_int_equal(all_of.problem.info.dim, 2);
    assert_near(problem_metric(&all_of.problem, "F", x_all),
                problem_metric(&two.problem, "F", &x_two), 1e-11);
    assert_near(problem_metric(&all_of.problem, "error", x_all),
                problem_metric(&two.problem, "error", &x_two), 0);
    problem_close(&two);
    problem_close(&all_of);
}

/* Held-out rows are no upper ones, all are there, and the metrics are of them. */
static void test_held_out(void **unused) {
    (void)unused;
    fixture_problem none = problem_open(ridge, ""), some = problem_open(ridge, "test=0.25");
    const lf_problem_info *info = &some.problem.info;
    const size_t rest = none.problem.info.part[1].n;
    assert_int_equal(none.problem.info.parts, 2);
    assert_int_equal(info->parts, 3);
    assert_string_equal(info->part[2].name, "test");
    assert_int_equal(info->part[2].n, (rest + 3) / 4);
    assert_int_equal(info->part[1].n + info->part[2].n, rest);
    for (size_t k = 0; k < info->part[1].n; k++)
        for (size_t j = 0; j < info->part[2].n; j++)
            assert_true(info->part[1].row[k] != info->part[2].row[j]);
    const double upper = problem_metric(&some.problem, "F", info->x0);
    const double test = problem_metric(&some.problem, "test", info->x0);
    const double both = problem_metric(&none.problem, "F", none.problem.info.x0);
    assert_true(upper != test);
    assert_near((upper * (double)info->part[1].n + test * (double)info->part[2].n) / (double)rest,
                both, 1e-12);
    const double error = problem_metric(&some.problem, "test_error", info->x0);
    assert_true(error > 0 && error < 0.5);
    problem_close(&none);
    problem_close(&some);
}

static void test_refused(void **unused) {
    (void)unused;
    static const struct {
        const char *set, *says;
    } cases[] = {{"lo=1,hi=1", "lo < hi"}, {"data=synthetic_small,test=0.99999", "0.99"}};
    lf_parameters p;
    lf_problem problem;
    assert_ok(lf_parameters_create(ridge->params, ridge->params_size, cases[0].set, "r", &p));
    assert_int_equal(lf_problem_create(ridge, p.values, &problem), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), cases[0].says));
    lf_parameters_free(&p);
    assert_int_equal(lf_parameters_create(ridge->params, ridge->params_size, cases[1].set, "r", &p),
                     LF_BAD_ARGUMENT);
}

/* F and |grad F| at constant x, and what an independent program found. */
static void check_real(const char *data, double at, double F, double slope) {
    need_data(data);
    char assignments[64];
    snprintf(assignments, sizeof assignments, "data=%s", data);
    fixture_problem f = problem_open(ridge, assignments);
    double *point = calloc(f.problem.info.dim, sizeof *point);
    for (size_t k = 0; k < f.problem.info.dim; k++)
        point[k] = at;
    assert_near(problem_metric(&f.problem, "F", point), F, 6e-10);
    if (slope > 0) assert_near(problem_metric(&f.problem, "grad", point), slope, 1e-6 * slope);
    free(point);
    problem_close(&f);
}

static void test_a1a(void **unused) {
    (void)unused;
    check_real("a1a", 0, .540739449, 1.301618e-2);
    check_real("a1a", -4, .358448787, 5.223357e-3);
    check_real("a1a", -8, .345158390, 1.282338e-3);
    check_real("a1a", -6, .339165922, 0);
}

static void test_a9a(void **unused) {
    (void)unused;
    check_real("a9a", 0, .536478109, 1.321262e-2);
    check_real("a9a", -8, .323705360, 2.804109e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_rows),   cmocka_unit_test(test_three_rows_solved),
        cmocka_unit_test(test_one_exponent), cmocka_unit_test(test_all_classes),
        cmocka_unit_test(test_held_out),     cmocka_unit_test(test_refused),
        cmocka_unit_test(test_a1a),          cmocka_unit_test(test_a9a),
    };
    return cmocka_run_group_tests_name("ridge_selection", tests, setup, tiny_close);
}
