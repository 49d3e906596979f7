/* Losses for classes out of balance, balanced batches and the margin loss: numbers worked out
 * elsewhere, derivatives by differences, what is the same in exact arithmetic. */
#include <levelfield/vector.h>

#include "fixture_problem.h"
#include "four_rows.h"
#include "scratch.h"

/* The own map's value and gradient at v on all samples; the gradient alone has the same bits. */
static double own(const lf_problem *problem, const double *v, double *grad) {
    const lf_component *c = problem->info.role[LF_ROLE_OBJECTIVE].component;
    const lf_samples samples = {.n = c->samples, .per_stratum = c->stratum};
    double value = NAN;
    const double one = 1;
    lf_vec_zero(problem->info.dim, grad);
    assert_ok(problem->is->evaluate(problem->state, &samples, v, &one, &value, grad));
    double *alone = calloc(problem->info.dim, sizeof *alone);
    assert_non_null(alone);
    assert_ok(problem->is->evaluate(problem->state, &samples, v, &one, NULL, alone));
    assert_memory_equal(alone, grad, problem->info.dim * sizeof *alone);
    free(alone);
    return value;
}

/* Mean loss at four_point, then its slopes by w1, w2 and the bias, by an independent program. */
static void test_numbers(void **state) {
    (void)state;
    static const struct {
        const char *set;
        double want[4], scale;
    } is[] = {{"",
               {4.832452571065706e-01, -2.641941530579676e-01, 1.568221820808931e-01,
                -4.026365706407020e-03},
               1},
              {"loss=weighted",
               {6.457868733726013e-01, -4.320381403242699e-01, -3.324601897362792e-02,
                -2.585929487565629e-01},
               1},
              {"loss=ratio",
               {6.457868733726013e-01, -4.320381403242699e-01, -3.324601897362792e-02,
                -2.585929487565629e-01},
               1.5},
              {"loss=adjusted",
               {6.221184878963627e-01, -3.550895267499794e-01, -5.430959957234734e-02,
                -2.396800641552976e-01},
               1},
              {"loss=focal",
               {7.686203371251338e-02, -8.942025187974888e-02, 4.839268444429009e-02,
                3.366872148406443e-03},
               1},
              {"loss=focal,weight=0.25",
               {3.938680385628639e-02, -3.043997311208637e-02, 5.849173312515019e-02,
                3.915036990903012e-02},
               1}};
    const lf_problem_class four = four_rows_class();
    for (size_t k = 0; k < sizeof is / sizeof *is; k++) {
        fixture_problem p = problem_open(&four, is[k].set);
        double grad[FOUR_DIM];
        const double value = own(&p.problem, four_point, grad);
        assert_near(value, is[k].scale * is[k].want[0], 1e-12);
        for (size_t j = 0; j < 3; j++)
            assert_near(grad[j], is[k].scale * is[k].want[j + 1], 1e-12);
        assert_true(grad[3] == 0 && grad[4] == 0);
        problem_close(&p);
    }
}

static const char *const sets[] = {"loss=weighted",
                                   "loss=ratio",
                                   "loss=focal",
                                   "loss=focal,focus=1.5,weight=0.7",
                                   "loss=adjusted,tau=0.5",
                                   "batches=balanced",
                                   "batches=balanced,loss=focal,model=mlp,hidden=4,activation=tanh",
                                   "batches=balanced,loss=adjusted"};

static void test_differences(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        fixture_problem p = problem_open(&lf_problem_auc, sets[k]);
        check_component(&p.problem, LF_ROLE_OBJECTIVE, 0, MAP_SMOOTH, k);
        problem_close(&p);
    }
}

/* g = 0 is cross-entropy to the bit, with a = 1/2 half of it; tau is a start of the bias; balanced
 * batches mean the balanced weights, and are not made up for twice. */
static void test_equalities(void **state) {
    (void)state;
    enum { CE, FLAT, HALF, WEIGHTED, BALANCED, BOTH, TWICE, ADJUSTED, KINDS };
    static const char *const set[KINDS] = {"keep=0.3",
                                           "keep=0.3,loss=focal,focus=0",
                                           "keep=0.3,loss=focal,focus=0,weight=0.5",
                                           "keep=0.3,loss=weighted",
                                           "keep=0.3,batches=balanced",
                                           "keep=0.3,batches=balanced,loss=weighted",
                                           "keep=0.3,batches=balanced,loss=adjusted",
                                           "keep=0.3,loss=adjusted,tau=0.7"};
    double v[64], value[KINDS], grad[KINDS][64], moved = NAN, shifted[64];
    size_t d = 0;
    table_point(3, 64, 0.5, v);
    for (size_t k = 0; k < KINDS; k++) {
        fixture_problem p = problem_open(&lf_problem_auc, set[k]);
        d = p.problem.info.dim;
        value[k] = own(&p.problem, v, grad[k]);
        const lf_auc *auc = p.problem.state;
        const double odds =
            (double)auc->classes.positives / (double)(p.problem.info.n - auc->classes.positives);
        const double bias = v[d - 3]; /* before a and b */
        v[d - 3] += 0.7 * log(odds);
        if (k == CE) moved = own(&p.problem, v, shifted);
        v[d - 3] = bias;
        problem_close(&p);
    }
    assert_near(value[FLAT], value[CE], 0);
    assert_memory_equal(grad[FLAT], grad[CE], d * sizeof(double));
    assert_near(value[HALF], value[CE] / 2, 1e-16);
    assert_near(value[BALANCED], value[WEIGHTED], 1e-14);
    assert_near(value[BOTH], value[BALANCED], 0);
    assert_near(value[TWICE], value[BALANCED], 0);
    assert_near(value[ADJUSTED], moved, 1e-14);
    for (size_t j = 0; j < d; j++) {
        assert_near(grad[BALANCED][j], grad[WEIGHTED][j], 1e-14);
        assert_near(grad[ADJUSTED][j], shifted[j], 1e-14);
    }
}

/* F_m at four_point and alpha = 0.3, m = 1/2: the slopes by w1, w2, bias, a, b, then alpha. */
static void test_margin_loss(void **state) {
    (void)state;
    static const double want[6] = {7.810648299768668e-03,  5.359099363580649e-02,
                                   5.352494046659702e-02,  -3.121027069286720e-01,
                                   -6.895258150390580e-02, -2.931501254247663e-01};
    const lf_problem_class four = four_rows_class();
    fixture_problem p = problem_open(&four, "surrogate=margin,margin=0.5");
    lf_auc *auc = p.problem.state;
    const size_t n = FOUR_ROWS;
    const lf_samples all = {.n = n, .per_stratum = &n};
    const double alpha = 0.3;
    double grad[6] = {0}, value = NAN, best = NAN;
    assert_ok(four.saddle(auc, &all, four_point, &alpha, grad, grad + 5));
    for (size_t j = 0; j < 6; j++)
        assert_near(grad[j], want[j], 1e-12);
    assert_ok(lf_square_auc_value(&auc->form, &all, four_point, alpha, &value));
    assert_near(value, 4.645293274154156e-03, 1e-12);
    auc->form.share.known = 0.5;
    assert_ok(lf_square_auc_value(&auc->form, &all, four_point, alpha, &value));
    assert_near(value, 8.086099541809766e-02, 1e-12);
    const double mean[2] = {(0.4625701546562505 + 0.2890504973749960) / 2,
                            (0.6456563062257954 + 0.5866175789173301) / 2};
    assert_ok(four.respond(auc, &all, four_point, &best));
    assert_near(best, 0.5 + mean[0] - mean[1], 1e-14);
    auc->form.surrogate.margin = 0.2; /* means are further apart than that */
    assert_ok(four.respond(auc, &all, four_point, &best));
    assert_near(best, 0, 0);
    assert_true(p.problem.info.domain_y.lower == 0 && p.problem.info.domain_y.upper == 999);
    problem_close(&p);
}

/* P is F_m / (p (1-p)) at its saddle; at m = 1 and alpha + 1 the four slopes are those of F. */
static void test_margin_and_square(void **state) {
    (void)state;
    static const double margin[] = {0.3, 0.7, 1};
    const lf_problem_class four = four_rows_class();
    fixture_problem square = problem_open(&four, "");
    const size_t n = FOUR_ROWS;
    const lf_samples all = {.n = n, .per_stratum = &n};
    for (size_t k = 0; k < 3; k++) {
        fixture_problem p = problem_open(&four, "surrogate=margin,batches=balanced");
        lf_auc *auc = p.problem.state;
        auc->form.balanced = false;
        auc->form.surrogate.margin = auc->judge.surrogate.margin = margin[k];
        double v[FOUR_DIM], alpha, value, grad[2][6] = {{0}};
        lf_vec_copy(FOUR_DIM, four_point, v);
        v[3] = (0.6456563062257954 + 0.5866175789173301) / 2;
        v[4] = (0.4625701546562505 + 0.2890504973749960) / 2;
        assert_ok(four.respond(auc, &all, v, &alpha));
        assert_ok(lf_square_auc_value(&auc->form, &all, v, alpha, &value));
        assert_near(value / 0.25, problem_metric(&p.problem, "P", v), 1e-14);
        auc->form.share.known = 0.25;
        const double shifted = 0.6, from = -0.4;
        assert_ok(four.saddle(auc, &all, v, &shifted, grad[0], grad[0] + 5));
        assert_ok(four.saddle(square.problem.state, &all, v, &from, grad[1], grad[1] + 5));
        for (size_t j = 0; j < 5 || (j < 6 && margin[k] == 1); j++)
            assert_near(grad[0][j], grad[1][j], 1e-15);
        problem_close(&p);
    }
    problem_close(&square);
}

/* Half of each class on all rows: the slope in w is (1/4) / (p (1-p)) times the usual one. */
static void test_balanced_saddle(void **state) {
    (void)state;
    fixture_problem p[2] = {problem_open(&lf_problem_auc, "keep=0.3"),
                            problem_open(&lf_problem_auc, "keep=0.3,batches=balanced")};
    const lf_auc *auc = p[0].problem.state;
    const size_t d = p[0].problem.info.dim, n = p[0].problem.info.n;
    const double share = (double)auc->classes.positives / (double)n, alpha = 0.3;
    double v[64], grad[2][64] = {{0}};
    table_point(5, d, 0.5, v);
    for (size_t k = 0; k < 2; k++) {
        const lf_component *c = p[k].problem.info.role[LF_ROLE_OBJECTIVE].component;
        const lf_samples all = {.n = n, .per_stratum = c->stratum};
        assert_ok(lf_problem_auc.saddle(p[k].problem.state, &all, v, &alpha, grad[k], &grad[k][d]));
    }
    for (size_t j = 0; j <= d; j++)
        assert_near(grad[1][j], grad[0][j] / (4 * share * (1 - share)), 1e-13);
    const lf_component *c = p[1].problem.info.role[LF_ROLE_OBJECTIVE].component;
    assert_int_equal(c->strata, 2);
    assert_int_equal(c->stratum[1], auc->classes.positives);
    assert_int_equal(c->share[0], c->share[1]);
    const lf_auc *balanced = p[1].problem.state;
    for (size_t i = 0; i < n; i++)
        assert_true((balanced->classes.sign[balanced->train.row[i]] > 0) == (i >= c->stratum[0]));
    problem_close(&p[0]);
    problem_close(&p[1]);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),           cmocka_unit_test(test_differences),
        cmocka_unit_test(test_equalities),        cmocka_unit_test(test_margin_loss),
        cmocka_unit_test(test_margin_and_square), cmocka_unit_test(test_balanced_saddle),
    };
    return cmocka_run_group_tests_name("class_loss", tests, setup, scratch_teardown);
}
