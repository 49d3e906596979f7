/* One-way partial AUC as a composition: numbers worked out elsewhere, values and slopes against the
 * definition and by differences, its limit for a large lam. */
#include <levelfield/outer.h>
#include <levelfield/vector.h>

#include "auc_rows.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_partial_auc;

/* l_ij */
static double pair_loss(double margin, double h_i, double h_j) {
    return pow(fmax(margin - h_i + h_j, 0), 2);
}

/* Mean over n rows of exp(l / lam). */
static double inner(double margin, double lam, double h_i, size_t n, const double *h) {
    double sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += exp(pair_loss(margin, h_i, h[j]) / lam) / (double)n;
    return sum;
}

/* Four rows, of which 0 and 2 are positive, at w = (0.5, -0.25, 0.1), u = 0.1 g + 0.9 from u_0 = 1:
 * u and the gradient at the new u, of F = lam log u by the outer function at hand. */
static void test_numbers(void **state) {
    (void)state;
    static const double h[2] = {0.6456563062257954, 0.5866175789173301};
    static const double below[2] = {0.4625701546562505, 0.2890504973749960};
    static const double x[2][3] = {{1, 0, 1}, {1, 1, 1}}, x_below[2][3] = {{0, 1, 1}, {-1, 2, 1}};
    static const double want_u[2] = {1.073092635020275, 1.089591134635628};
    static const double want[3] = {-8.131615110784416e-01, 4.650697805002083e-01,
                                   -1.010936690005004e-02};
    const lf_outer f = {.kind = LF_OUTER_LOG, .p = 1, .scale = 1};
    double G[3] = {0};
    for (size_t i = 0; i < 2; i++) {
        const double u = 0.9 + 0.1 * inner(1, 1, h[i], 2, below);
        double y;
        assert_near(u, want_u[i], 1e-12);
        lf_outer_subgradient(&f, &u, &y);
        for (size_t j = 0; j < 2; j++) {
            const double l = pair_loss(1, h[i], below[j]);
            const double q = y * exp(l) * 2 * sqrt(l) / 4;
            lf_vec_axpy(3, -q * h[i] * (1 - h[i]), x[i], G);
            lf_vec_axpy(3, q * below[j] * (1 - below[j]), x_below[j], G);
        }
    }
    for (size_t a = 0; a < 3; a++)
        assert_near(G[a], want[a], 1e-12);
}

static const char *const sets[] = {"keep=0.2", "keep=0.2,lam=0.4,margin=0.6",
                                   "keep=0.2,lam=0.3,model=mlp,hidden=5,activation=tanh"};
static const double lams[] = {1, 0.4, 0.3}, margins[] = {1, 0.6, 1};
enum { SETS = sizeof sets / sizeof *sets };

static void test_differences(void **state) {
    (void)state;
    check_auc_components(&lf_problem_partial_auc, sets, SETS);
}

/* The inner value of a batch of 9 rows, and of all, from the scores of single rows. */
static void test_definition(void **state) {
    (void)state;
    for (size_t k = 0; k < SETS; k++) {
        fixture_problem p = problem_open(&lf_problem_partial_auc, sets[k]);
        const lf_auc *auc = p.problem.state;
        const lf_components *all = &p.problem.info.role[LF_ROLE_INNER];
        const size_t n = all->component->samples, few = 9, i = 3;
        double w[1024], *h = calloc(n, sizeof *h), got;
        uint32_t id[9];
        assert_int_equal(n + all->count, auc->train.samples);
        table_point(k, p.problem.info.dim, 0.5, w);
        random_ids(k, 1, &n, &few, id);
        assert_true(auc->classes.sign[auc->train.row[n + i]] > 0);
        const double h_i = auc_row_score(auc, auc->train.row[n + i], w);
        for (int full = 0; full < 2; full++) {
            const size_t rows = full ? n : few;
            for (size_t j = 0; j < rows; j++) {
                const uint32_t row = auc->train.row[full ? j : id[j]];
                assert_true(auc->classes.sign[row] < 0);
                h[j] = auc_row_score(auc, row, w);
            }
            const lf_samples samples = {.role = LF_ROLE_INNER,
                                        .component = i,
                                        .n = rows,
                                        .id = full ? NULL : id,
                                        .per_stratum = &rows};
            const double want = inner(margins[k], lams[k], h_i, rows, h);
            assert_ok(p.problem.is->evaluate(p.problem.state, &samples, w, NULL, &got, NULL));
            assert_near(got / want, 1, 1e-12);
        }
        free(h);
        problem_close(&p);
    }
}

static const char *const tails[] = {
    "keep=0.1,form=cvar", "keep=0.1,form=cvar,max_fpr=0.1,margin=0.6",
    "keep=0.1,form=cvar,max_fpr=0.2,model=mlp,hidden=5,activation=tanh"};

/* g_i(w, s) from the scores of single rows, whose slopes differences confirm; w starts where the
 * model does, s at 0. */
static void test_tail(void **state) {
    (void)state;
    check_auc_components(&lf_problem_partial_auc, tails, 3);
    static const double phi[] = {0.3, 0.1, 0.2}, margin[] = {1, 0.6, 1};
    for (size_t k = 0; k < 3; k++) {
        fixture_problem p = problem_open(&lf_problem_partial_auc, tails[k]);
        const lf_auc *auc = p.problem.state;
        const lf_problem_info *info = &p.problem.info;
        const lf_components *all = &info->role[LF_ROLE_INNER];
        const size_t n = all->component->samples, d = info->dim - all->count, i = 5;
        double *w = calloc(info->dim, sizeof *w), got, sum = 0;
        assert_int_equal(info->auxiliary, all->count);
        assert_int_equal(d, auc->classes.task.model.dim);
        assert_true(all->shared);
        for (size_t j = 0; info->x0 && j < all->count; j++)
            assert_near(info->x0[d + j], 0, 0);
        if (k == 2) assert_true(lf_vec_norm(d, info->x0) > 0);
        table_point(k, info->dim, 0.4, w);
        w[d + i] = 0.7 * margin[k] * margin[k];
        const double h_i = auc_row_score(auc, auc->train.row[n + i], w);
        for (size_t j = 0; j < n; j++) {
            const double h_j = auc_row_score(auc, auc->train.row[j], w);
            sum += fmax(pair_loss(margin[k], h_i, h_j) - w[d + i], 0);
        }
        assert_true(sum > 0);
        assert_ok(lf_problem_evaluate(&p.problem, LF_ROLE_INNER, i, w, NULL, &got, NULL));
        assert_near(got, w[d + i] + sum / (phi[k] * (double)n), 1e-12);
        free(w);
        problem_close(&p);
    }
}

/* A row whose weight has sunk to 0 adds nothing. */
static void test_no_slope(void **state) {
    (void)state;
    const char *const all[] = {sets[0], tails[0]};
    for (size_t k = 0; k < 2; k++) {
        fixture_problem p = problem_open(&lf_problem_partial_auc, all[k]);
        const size_t dim = p.problem.info.dim;
        const double none = 0;
        double *w = calloc(2 * dim, sizeof *w), *grad = w + dim, g;
        table_point(k, dim, 0.5, w);
        assert_ok(lf_problem_evaluate(&p.problem, LF_ROLE_INNER, 3, w, &none, &g, grad));
        assert_true(g > 0 && lf_vec_norm(dim, grad) == 0);
        free(w);
        problem_close(&p);
    }
}

/* With all scores alike l = m^2 for every pair, and F = m^2 whatever lam; a lam beyond doubles is
 * refused. */
static void test_shape(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_partial_auc, "keep=0.2,lam=0.02,margin=0.5");
    const lf_component *c = p.problem.info.role[LF_ROLE_INNER].component;
    const double w[64] = {0};
    double g;
    assert_ok(lf_problem_evaluate(&p.problem, LF_ROLE_INNER, 0, w, NULL, &g, NULL));
    assert_near(lf_outer_value(c->outer, &g), 0.25, 1e-13);
    assert_near(problem_metric(&p.problem, "auc_test", w), 0.5, 0);
    assert_near(problem_metric(&p.problem, "F", w), 0.25, 1e-13);
    problem_close(&p);
    lf_parameters params;
    const lf_problem_class *is = &lf_problem_partial_auc;
    assert_ok(lf_parameters_create(is->params, is->params_size, "lam=0.006", is->name, &params));
    lf_problem refused;
    assert_int_equal(lf_problem_create(is, params.values, &refused), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "take at least 0.00667"));
    lf_parameters_free(&params);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),    cmocka_unit_test(test_differences),
        cmocka_unit_test(test_definition), cmocka_unit_test(test_tail),
        cmocka_unit_test(test_no_slope),   cmocka_unit_test(test_shape),
    };
    return cmocka_run_group_tests_name("partial_auc", tests, setup, scratch_teardown);
}
