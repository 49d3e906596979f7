/* Average precision as a composition: numbers worked out elsewhere, values and slopes against the
 * definition and by differences, how strata weigh, what it is. */
#include <levelfield/outer.h>
#include <levelfield/vector.h>

#include "auc_rows.h"
#include "precision_rows.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_average_precision;

/* Four rows, of which 0 and 2 are positive, at w = (0.5, -0.25, 0.1), m = 0.6, the mean over all:
 * inner values, then the gradient, with u = gam c + (1 - gam) u_0 and slopes at the new u. */
static void test_numbers(void **state) {
    (void)state;
    static const double h[4] = {0.6456563062257954, 0.4625701546562505, 0.5866175789173301,
                                0.2890504973749960};
    static const double y[4] = {1, -1, 1, -1}, quarter[4] = {0.25, 0.25, 0.25, 0.25};
    static const double x[4][3] = {{1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {-1, 2, 1}};
    static const struct {
        double gam, u_0[2][2], u[2][2], G[3];
    } is[] = {{1,
               {{0}},
               {{1.631597746380112e-01, 2.214242469625777e-01},
                {1.985830110230904e-01, 2.780821421529238e-01}},
               {-3.282588084499649e-01, 2.061361624667233e-01, -3.042181117523440e-03}},
              {0.9,
               {{0}},
               {{1.468437971742101e-01, 1.992818222663200e-01},
                {1.787247099207813e-01, 2.502739279376314e-01}},
               {-3.647320093888498e-01, 2.290401805185815e-01, -3.380201241692610e-03}},
              {0.9,
               {{.05, .1}, {.06, .2}},
               {{0}},
               {-3.326930004181995e-01, 2.143681292191060e-01, -2.775755664483889e-03}}};
    const precision_rows rows = {4, h, y, quarter, 0.6};
    for (size_t k = 0; k < 3; k++) {
        double dh[4] = {0}, G[3] = {0};
        for (size_t i = 0; i < 4; i += 2) {
            double u[2], slope[2];
            precision_inner(&rows, h[i], u);
            for (size_t a = 0; a < 2; a++) {
                u[a] = is[k].gam * u[a] + (1 - is[k].gam) * is[k].u_0[i / 2][a];
                if (k < 2) assert_near(u[a], is[k].u[i / 2][a], 1e-12);
            }
            precision_outer(u, slope);
            dh[i] += precision_slopes(&rows, h[i], slope, 0.5, dh);
        }
        for (size_t j = 0; j < 4; j++)
            lf_vec_axpy(3, dh[j] * h[j] * (1 - h[j]), x[j], G);
        for (size_t a = 0; a < 3; a++)
            assert_near(G[a], is[k].G[a], 1e-12);
    }
    const lf_outer f = {.kind = LF_OUTER_RATIO, .p = 2, .scale = 1};
    double slope[2], want[2], u[2] = {0.3, 0.7};
    lf_outer_subgradient(&f, u, slope);
    precision_outer(u, want);
    assert_near(lf_outer_value(&f, u), -3. / 7, 1e-15);
    assert_near(slope[0], want[0], 1e-15);
    assert_near(slope[1], want[1], 1e-15);
    assert_true(lf_outer_smooth(&f));
    assert_int_equal(lf_outer_prox(&f, 1, u, slope), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "a ratio"));
}

static const char *const sets[] = {"keep=0.2", "keep=0.2,batches=natural,margin=0.6",
                                   "keep=0.2,weights=batch",
                                   "keep=0.2,model=mlp,hidden=5,activation=tanh"};
enum { SETS = sizeof sets / sizeof *sets };

static void test_differences(void **state) {
    (void)state;
    check_auc_components(&lf_problem_average_precision, sets, SETS);
}

/* Both inner values on a batch of 9 and 5 rows, and on all, from the scores of single rows. */
static void test_definition(void **state) {
    (void)state;
    for (size_t k = 0; k < SETS; k++) {
        fixture_problem p = problem_open(&lf_problem_average_precision, sets[k]);
        const lf_auc *auc = p.problem.state;
        const lf_component *c = p.problem.info.role[LF_ROLE_INNER].component;
        const size_t all = c->samples, few[2] = {9, 5}, i = 3;
        const double positive = k == 2 ? 0.5 : (double)c->stratum[1] / (double)all;
        double w[1024], *h = calloc(3 * all, sizeof *h), *y = h + all, *weight = y + all;
        double got[2], want[2];
        uint32_t id[14];
        assert_int_equal(c->stratum[1], p.problem.info.role[LF_ROLE_INNER].count);
        assert_int_equal(p.problem.info.dim, auc->classes.task.model.dim);
        table_point(k, p.problem.info.dim, 0.5, w);
        random_ids(k, 2, c->stratum, few, id);
        for (int full = 0; full < 2; full++) {
            const size_t *n = full ? c->stratum : few;
            for (size_t j = 0; j < n[0] + n[1]; j++) {
                const uint32_t row = auc->train.row[full ? j : id[j]];
                h[j] = auc_row_score(auc, row, w);
                y[j] = auc->classes.sign[row];
                assert_true((y[j] > 0) == (j >= n[0]));
                weight[j] = y[j] > 0 ? positive / (double)n[1] : (1 - positive) / (double)n[0];
            }
            const precision_rows rows = {n[0] + n[1], h, y, weight, k == 1 ? 0.6 : 1};
            precision_inner(&rows, auc_row_score(auc, auc->train.row[c->stratum[0] + i], w), want);
            const lf_samples samples = {.role = LF_ROLE_INNER,
                                        .component = i,
                                        .n = n[0] + n[1],
                                        .id = full ? NULL : id,
                                        .per_stratum = n};
            assert_ok(p.problem.is->evaluate(p.problem.state, &samples, w, NULL, got, NULL));
            assert_near(got[0], want[0], 1e-13);
            assert_near(got[1], want[1], 1e-13);
            assert_true(got[0] <= got[1]);
        }
        free(h);
        problem_close(&p);
    }
}

/* With all scores alike F is -p, and natural batches have no share of their own. */
static void test_shape(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_average_precision, "keep=0.2,batches=natural");
    const lf_problem_info *info = &p.problem.info;
    const lf_component *c = info->role[LF_ROLE_INNER].component;
    double w[64] = {0}, g[2];
    assert_true(lf_problem_shows(&p.problem, LF_VIEW_COMPOSITION));
    assert_ok(lf_problem_evaluate(&p.problem, LF_ROLE_INNER, 0, w, NULL, g, NULL));
    assert_near(lf_outer_value(c->outer, g), -(double)c->stratum[1] / (double)c->samples, 1e-14);
    assert_int_equal(c->share[0] + c->share[1], 0);
    assert_int_equal(info->auxiliary + info->domain_y.n, 0);
    assert_near(problem_metric(&p.problem, "auc_test", w), 0.5, 0);
    assert_near(problem_metric(&p.problem, "F", w), lf_outer_value(c->outer, g), 1e-12);
    problem_close(&p);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_definition),
        cmocka_unit_test(test_shape),
    };
    return cmocka_run_group_tests_name("average_precision", tests, setup, scratch_teardown);
}
