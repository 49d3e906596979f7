/* Standardised scores: moments by hand in every choice of weights, the way back and forth, and how
 * often the model is asked. */
#include <string.h>

#include <levelfield/vector.h>

#include "near.h"
#include "problems/constrained/parts/standard_score.h"
#include "random_table.h"

/* o = w_0 x + w_1 + w_0 w_1 x^2: not linear in w. Calls of scores are counted. */
enum { ROWS = 40, DIM = 2 };
static double x[ROWS];
static size_t passes;

static lf_status curved_scores(const lf_model *model, const lf_rows *rows, const double *w,
                               double *s) {
    (void)model;
    passes++;
    for (size_t i = 0; i < rows->n; i++) {
        const double a = x[rows->row[i]];
        s[i] = w[0] * a + w[1] + w[0] * w[1] * a * a;
    }
    return LF_OK;
}

static lf_status curved_backward(const lf_model *model, const lf_rows *rows, const double *w,
                                 const double *ds, double *grad) {
    (void)model;
    for (size_t i = 0; i < rows->n; i++) {
        const double a = x[rows->row[i]];
        grad[0] += ds[i] * (a + w[1] * a * a);
        grad[1] += ds[i] * (1 + w[0] * a * a);
    }
    return LF_OK;
}

static lf_status curved_jvp(const lf_model *model, const lf_rows *rows, const double *w,
                            const double *v, double *js) {
    (void)model;
    for (size_t i = 0; i < rows->n; i++) {
        const double a = x[rows->row[i]];
        js[i] = v[0] * (a + w[1] * a * a) + v[1] * (1 + w[0] * a * a);
    }
    return LF_OK;
}

static const lf_model_class curved = {
    .name = "curved", .scores = curved_scores, .backward = curved_backward, .jvp = curved_jvp};
static const lf_model model = {.is = &curved, .dim = DIM, .outputs = 1};
static uint32_t row[ROWS];

static lf_standard open_standard(lf_standard_weights weights, const size_t stratum[4],
                                 const size_t share[4]) {
    lf_standard m = {.model = &model, .row = row, .weights = weights};
    memcpy(m.stratum, stratum, sizeof m.stratum);
    memcpy(m.share, share, sizeof m.share);
    assert_ok(lf_standard_init(&m));
    return m;
}

static int setup(void **state) {
    (void)state;
    const double first[] = {1, 2, 3, 6};
    table_point(8, ROWS, 2, x);
    memcpy(x, first, sizeof first);
    for (uint32_t i = 0; i < ROWS; i++)
        row[i] = i;
    return 0;
}

/* s = (o - mean) / sqrt(variance + 1e-5) */
static void check_scores(const lf_standard *m, const double *o, double mean, double variance) {
    assert_near(m->mu, mean, 1e-14);
    for (size_t i = 0; i < m->n; i++)
        assert_near(m->s[i], (o[i] - mean) / sqrt(variance + 1e-5), 1e-14);
}

/* o = 1, 2, 3, 6, one in each stratum; shares 1, 2, 1, 4. */
static void test_by_hand(void **state) {
    (void)state;
    const size_t one[4] = {1, 1, 1, 1}, share[4] = {1, 2, 1, 4}, some[4] = {2, 0, 0, 1};
    const uint32_t id[3] = {0, 0, 3};
    const double w[DIM] = {1, 0}, all[4] = {1, 2, 3, 6}, drawn[3] = {1, 1, 6};
    const lf_samples full = {.n = 4, .per_stratum = one};
    const lf_samples batch = {.n = 3, .id = id, .per_stratum = some};
    lf_standard m = open_standard(LF_STANDARD_DATA, one, share);
    assert_ok(lf_standard_forward(&m, &full, w));
    check_scores(&m, all, 3, 14.0 / 4);
    assert_ok(lf_standard_forward(&m, &batch, w)); /* strata 0 and 3, half each */
    check_scores(&m, drawn, 3.5, 6.25);
    lf_standard_release(&m);
    m = open_standard(LF_STANDARD_BATCH, one, share);
    assert_ok(lf_standard_forward(&m, &full, w)); /* (1 + 4 + 3 + 24) / 8 */
    check_scores(&m, all, 4, 34.0 / 8);
    assert_ok(lf_standard_forward(&m, &batch, w)); /* (1 + 1 + 6) / 3 */
    check_scores(&m, drawn, 8.0 / 3, 50.0 / 9);
    lf_standard_release(&m);
}

static const size_t strata[4] = {5, 15, 8, 12}, shares[4] = {3, 9, 4, 8};
static const size_t few[4] = {2, 3, 0, 4};
static const uint32_t ids[9] = {1, 1, 7, 9, 19, 30, 31, 39, 30};

/* Back and forth are adjoint, and forth is what differences say. */
static void check_derivatives(lf_standard *m, const lf_samples *samples) {
    double w[DIM], v[DIM], y[ROWS], ds[ROWS], grad[DIM] = {0}, at[DIM], side[2][ROWS];
    const double h = 1e-5;
    table_point(9, DIM, 1, w);
    table_point(10, DIM, 1, v);
    table_point(11, ROWS, 1, y);
    assert_ok(lf_standard_forward(m, samples, w));
    assert_ok(lf_standard_tangent(m, w, v, ds));
    assert_ok(lf_standard_backward(m, w, y, grad));
    assert_near(lf_vec_dot(m->n, y, ds), lf_vec_dot(DIM, grad, v), 1e-13);
    for (int k = 0; k < 2; k++) {
        for (size_t j = 0; j < DIM; j++)
            at[j] = w[j] + (k ? -h : h) * v[j];
        assert_ok(lf_standard_forward(m, samples, at));
        memcpy(side[k], m->s, m->n * sizeof(double));
    }
    for (size_t i = 0; i < m->n; i++)
        assert_near((side[0][i] - side[1][i]) / (2 * h), ds[i], 1e-8);
}

static void test_derivatives(void **state) {
    (void)state;
    const lf_samples full = {.n = ROWS, .per_stratum = strata};
    const lf_samples batch = {.n = 9, .id = ids, .per_stratum = few};
    for (int weights = 0; weights < 2; weights++) {
        lf_standard m = open_standard((lf_standard_weights)weights, strata, shares);
        check_derivatives(&m, &full);
        check_derivatives(&m, &batch);
        lf_standard_release(&m);
    }
}

/* One forward pass for each pair of rows and point, whoever promises what. */
static void test_passes(void **state) {
    (void)state;
    const lf_samples full = {.n = ROWS, .per_stratum = strata};
    const lf_samples batch = {.n = 9, .id = ids, .per_stratum = few};
    uint32_t others[9];
    const lf_samples other = {.n = 9, .id = others, .per_stratum = few};
    const double w[DIM] = {1, 0.5}, v[DIM] = {1, 0.25};
    double kept[ROWS];
    lf_standard m = open_standard(LF_STANDARD_DATA, strata, shares);
    memcpy(others, ids, sizeof ids);
    passes = 0;
    assert_ok(lf_standard_forward(&m, &batch, w));
    memcpy(kept, m.s, 9 * sizeof *kept);
    assert_ok(lf_standard_forward(&m, &other, w)); /* the same rows */
    assert_memory_equal(kept, m.s, 9 * sizeof *kept);
    assert_int_equal(passes, 1);
    assert_ok(lf_standard_forward(&m, &batch, v));
    assert_int_equal(passes, 2);
    others[4] = 18;
    assert_ok(lf_standard_forward(&m, &other, v));
    assert_int_equal(passes, 3);
    assert_ok(lf_standard_forward(&m, &full, v));
    assert_ok(lf_standard_forward(&m, &full, v));
    assert_int_equal(passes, 4);
    lf_standard_release(&m);
}

/* Equal scores have no deviation: s = 0, not NaN; and too large a batch is refused. */
static void test_limits(void **state) {
    (void)state;
    const lf_samples full = {.n = ROWS, .per_stratum = strata};
    const size_t many[4] = {65537, 0, 0, 0};
    const uint32_t id[1] = {0};
    const lf_samples large = {.n = 65537, .id = id, .per_stratum = many};
    const double w[DIM] = {0, 2};
    lf_standard m = open_standard(LF_STANDARD_DATA, strata, shares);
    assert_ok(lf_standard_forward(&m, &full, w));
    for (size_t i = 0; i < ROWS; i++)
        assert_near(m.s[i], 0, 1e-12);
    assert_int_equal(lf_standard_forward(&m, &large, w), LF_UNSUPPORTED);
    lf_standard_release(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
