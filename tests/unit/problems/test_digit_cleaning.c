/* Hyper-cleaning of many classes: numbers found by other means, of a problem with three rows and of
 * MNIST; how labels become wrong, and the metrics of it; refusals. */
#include <levelfield/vector.h>

#include "problems/bilevel/parts/class_levels.h"
#include "tiny.h"

extern const lf_problem_class lf_problem_digit_cleaning;
static const lf_problem_class *const digit = &lf_problem_digit_cleaning;

/* Three rows below, two above, one held out; three classes. */
static int setup(void **state) {
    return tiny_open(state, digit,
                     "a,b,y,part\n1,0.5,0,train\n-1,1,1,train\n0.5,-1,2,train\n"
                     "1,-0.5,0,train\n-0.5,-0.5,1,train\n1,1,2,test\n",
                     ",rho=0,validation=2,standardise=no");
}

static const double p[] = {0, 1, -1};

/* What is printed feature by feature is kept class by class. */
static void by_class(const double printed[2][3], double W[6]) {
    for (size_t k = 0; k < 3; k++)
        for (size_t j = 0; j < 2; j++)
            W[2 * k + j] = printed[j][k];
}

static void assert_matrix(const double *got, const double printed[2][3]) {
    double want[6];
    by_class(printed, want);
    for (size_t k = 0; k < 6; k++)
        assert_near(got[k], want[k], 6e-9);
}

static void test_three_rows(void **unused) {
    (void)unused;
    static const double at[2][3] = {{.3, -.2, .1}, {0, .2, -.1}};
    static const double gy[2][3] = {{-.02078373, .10099952, -.00021579},
                                    {-.02413271, -.04341075, .10754346}};
    static const double along[2][3] = {{.1, .2, .3}, {.4, .5, .6}};
    static const double Hv[2][3] = {{.03156389, .08061800, .12781811},
                                    {.15365771, .20030900, .24603329}};
    static const double Jv[3] = {.01137103, 0, .00327687};
    const lf_bilevel *is = tiny.problem.is->bilevel;
    void *state = tiny.problem.state;
    double W[6], V[6], out[6] = {0};
    by_class(at, W);
    by_class(along, V);
    assert_ok(is->lower(state, &tiny_all, p, W, out));
    assert_matrix(out, gy);
    lf_vec_zero(6, out);
    assert_ok(is->hvp(state, &tiny_all, p, W, V, out));
    assert_matrix(out, Hv);
    lf_vec_zero(6, out);
    assert_ok(is->jvp(state, &tiny_all, p, W, V, out));
    for (size_t j = 0; j < 3; j++)
        assert_near(out[j], Jv[j], 6e-9);
    /* g = .448615021360 = sum_j psi_j l_j / 3 + reg |W|^2, and dg/dp_j = psi'_j l_j / 3 */
    lf_vec_zero(6, out);
    assert_ok(is->lower_x(state, &tiny_all, p, W, out));
    double g = 0.2 * lf_vec_dot(6, W, W);
    for (size_t j = 0; j < 3; j++)
        g += out[j] * (1 + exp(p[j])); /* psi / psi' */
    assert_near(g, .448615021360, 1e-11);
}

static void test_three_rows_solved(void **unused) {
    (void)unused;
    static const double solved[2][3] = {{.32476529, -.38909813, .06433284},
                                        {.05366662, .25660148, -.31026810}};
    static const double slope[3] = {-.04099243, -.00992066, .02710116};
    const lf_bilevel_levels *levels = ((const lf_bilevel_common *)tiny.problem.state)->is;
    double y[6] = {0}, grad[3];
    assert_ok(levels->solve(tiny.problem.state, 0, p, y));
    assert_matrix(y, solved);
    assert_near(problem_metric(&tiny.problem, "F", p), .951470617441, 1e-11);
    assert_ok(lf_bilevel_gradient(&tiny.problem, p, grad));
    for (size_t j = 0; j < 3; j++)
        assert_near(grad[j], slope[j], 6e-9);
    assert_near(problem_metric(&tiny.problem, "error", p), 0.5,
                0); /* .066 for its class, .123 for another */
    assert_near(problem_metric(&tiny.problem, "test_error", p), 1,
                0); /* its scores: .38 -.13 -.25 */
    const double z = exp(.37843191) + exp(-.13249665) + exp(-.24593526);
    assert_near(problem_metric(&tiny.problem, "test", p), log(z) + .24593526, 1e-7);
}

/* Mean 0 and deviation 1 over the rows below; what is constant there is 0 in every row. */
static void test_standardised(void **state) {
    static const char table[] = "a,b,y,part\n1,0.1,0,train\n3,0.1,1,train\n8,0.1,2,train\n"
                                "6,0.7,0,train\n-4,-2,1,test\n";
    static const char about[] = "features: flat.csv\nlabel: y\nsplit: part\n";
    char assignments[4200];
    assert_non_null(scratch_write(state, "flat.csv", table, sizeof table - 1));
    const char *path = scratch_write(state, "flat.yaml", about, sizeof about - 1);
    snprintf(assignments, sizeof assignments, "data=%s,rho=0,validation=1,intercept=yes", path);
    fixture_problem f = problem_open(digit, assignments);
    const double *x = ((const lf_class_levels *)f.problem.state)->rows.x;
    static const double a[5] = {1, 3, 8, 6, -4}; /* 4 and sqrt(26/3) of the first three */
    for (size_t i = 0; i < 5; i++) {
        assert_near(x[3 * i], (a[i] - 4) / sqrt(26. / 3), 1e-14);
        assert_near(x[3 * i + 1], 0, 1e-15);
        assert_near(x[3 * i + 2], 1, 0);
    }
    problem_close(&f);
}

/* Labels are drawn anew with probability rho: of two classes half of them move. */
static void test_flips(void **unused) {
    (void)unused;
    fixture_problem own = problem_open(digit, "rho=0"), f = problem_open(digit, "rho=0.5");
    const lf_class_levels *was = own.problem.state, *is = f.problem.state;
    const size_t n = f.problem.info.dim;
    double *point = calloc(n, sizeof *point);
    size_t moved = 0;
    assert_int_equal(n, 600); /* 800 train, 200 of them above */
    for (size_t j = 0; j < n + 200; j++)
        moved += was->rows.label[j] != is->rows.label[j];
    for (size_t j = n; j < n + 200; j++)
        assert_true(was->rows.label[j] == is->rows.label[j]);
    assert_true(moved > 108 && moved < 192); /* mean 150, deviation 10.6 */
    assert_near(problem_metric(&f.problem, "flipped", f.problem.info.x0), .11920292202, 1e-11);
    for (size_t j = 0; j < n; j++)
        point[j] = was->rows.label[j] != is->rows.label[j] ? -1 : 2;
    assert_near(problem_metric(&f.problem, "flipped", point), 1 / (1 + exp(1)), 1e-15);
    assert_near(problem_metric(&f.problem, "clean", point), 1 / (1 + exp(-2)), 1e-14);
    assert_near(problem_metric(&f.problem, "AUC", point), 1, 0);
    assert_true(isnan(problem_metric(&own.problem, "AUC", point)));
    assert_true(problem_metric(&f.problem, "F", point) <
                problem_metric(&f.problem, "F", f.problem.info.x0));
    free(point);
    problem_close(&own);
    problem_close(&f);
}

static void assert_refused(const char *set, const char *says) {
    lf_parameters params;
    lf_problem problem;
    assert_ok(lf_parameters_create(digit->params, digit->params_size, set, "d", &params));
    assert_int_equal(lf_problem_create(digit, params.values, &problem), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), says));
    lf_parameters_free(&params);
}

static void test_refused(void **unused) {
    (void)unused;
    assert_refused("rows=601", "601 rows below and 200 above");
    assert_refused("validation=800", "has 800 that train");
    assert_refused("rows=1,validation=1000000000", "ask for fewer");
}

/* An independent program's values of rows 0 .. 19999 and 20000 .. 24999. */
static void check_mnist(const char *corrupt, double at, double F, double error, double test,
                        double slope) {
    char assignments[128];
    snprintf(assignments, sizeof assignments, "data=mnist,rows=20000,validation=5000,%s", corrupt);
    fixture_problem f = problem_open(digit, assignments);
    double *point = calloc(f.problem.info.dim, sizeof *point);
    for (size_t j = 0; j < f.problem.info.dim; j++)
        point[j] = at;
    assert_near(problem_metric(&f.problem, "F", point), F, 1e-8);
    assert_near(problem_metric(&f.problem, "error", point), error, 1e-12);
    assert_near(problem_metric(&f.problem, "test_error", point), test, 1e-12);
    if (slope > 0) assert_near(problem_metric(&f.problem, "grad", point), slope, 6e-10);
    free(point);
    problem_close(&f);
}

static void test_mnist(void **unused) {
    (void)unused;
    need_data("mnist");
    check_mnist("rho=0", -2, 1.261936057, .2042, .1826, 0);
    check_mnist("corrupt=cyclic", -2, 1.711540839, .2532, .2408, 4.441169e-3);
    check_mnist("corrupt=cyclic", 0, 1.393930624, .2416, .2294, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_rows),   cmocka_unit_test(test_three_rows_solved),
        cmocka_unit_test(test_standardised), cmocka_unit_test(test_flips),
        cmocka_unit_test(test_refused),      cmocka_unit_test(test_mnist),
    };
    return cmocka_run_group_tests_name("digit_cleaning", tests, setup, tiny_close);
}
