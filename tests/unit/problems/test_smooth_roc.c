/* Smooth rates and areas: the definitions, slopes, and estimates without bias from any draw. */
#include <string.h>

#include "near.h"
#include "problems/constrained/parts/smooth_roc.h"
#include "random_table.h"

enum { N = 17, K = 3, RATES = 4 * K };
static const size_t first[] = {0, 3, 8, 12, N};
static const size_t size[] = {30, 80, 50, 20}; /* rows of the strata in the data */
static double score[N];

/* Where the rate of a threshold is, by the order that is promised: TPR_0, TPR_1, FPR_0, FPR_1. */
static const size_t place[LF_ROC_STRATA] = {0, 2, 1, 3};

static int setup(void **state) {
    (void)state;
    table_point(3, N, 2.5, score);
    return 0;
}

static lf_smooth_roc open_roc(size_t thresholds) {
    lf_smooth_roc roc;
    assert_ok(lf_smooth_roc_init(&roc, thresholds, 2, size, N));
    return roc;
}

/* mean sigma(s - t) of the rows from .. to - 1 */
static double rate_of(const double *s, size_t from, size_t to, double t) {
    double sum = 0;
    for (size_t i = from; i < to; i++)
        sum += 1 / (1 + exp(t - s[i]));
    return sum / (double)(to - from);
}

/* F from strata b > 0: sum over pairs of strata of shares times the mean over pairs of rows. */
static double area_of(const double *s, const size_t *begin) {
    double total = 0;
    for (size_t a = 0; a < 4; a += 2)
        for (size_t b = 1; b < 4; b += 2) {
            double mean = 0;
            for (size_t j = begin[b]; j < begin[b + 1]; j++)
                mean += rate_of(s, begin[a], begin[a + 1], s[j]);
            mean /= (double)(begin[b + 1] - begin[b]);
            total -= (double)size[a] / 80 * (double)size[b] / 100 * mean;
        }
    return total;
}

static void test_definitions(void **state) {
    (void)state;
    lf_smooth_roc roc = open_roc(K);
    double g[RATES];
    lf_smooth_roc_take(&roc, first, score);
    lf_smooth_roc_values(&roc, first, g);
    for (size_t k = 0; k < K; k++) {
        assert_near(roc.t[k], -2 + 2.0 * (double)k, 1e-15);
        for (size_t a = 0; a < 4; a++)
            assert_near(g[4 * k + place[a]], rate_of(score, first[a], first[a + 1], roc.t[k]),
                        1e-14);
    }
    assert_near(lf_smooth_auc(&roc, first, 0, NULL), area_of(score, first), 1e-14);
    lf_smooth_roc_release(&roc);
}

/* Two rows of each class, by hand: scores log 2, 0 against log 3, with sigma = 2/5 and 1/4. */
static void test_by_hand(void **state) {
    (void)state;
    const size_t begin[] = {0, 1, 1, 2, 3};
    const double s[] = {log(2), 0, log(3)};
    double ds[3] = {0}, g[4];
    lf_smooth_roc roc = open_roc(1); /* t = 0 */
    lf_smooth_roc_take(&roc, begin, s);
    lf_smooth_roc_values(&roc, begin, g);
    assert_near(roc.t[0], 0, 0);
    assert_near(g[0], 2.0 / 3, 1e-15);
    assert_near(g[1], 1.0 / 2, 1e-15);
    assert_near(g[2], 0, 0); /* no such row */
    assert_near(g[3], 3.0 / 4, 1e-15);
    /* weights 30/80 and 50/80 of the positives; the stratum (0,0) is missing */
    assert_near(lf_smooth_auc(&roc, begin, 2, ds), -(0.375 * 0.4 + 0.625 * 0.25), 1e-15);
    assert_near(ds[0], -2 * 0.375 * 0.4 * 0.6, 1e-15);
    assert_near(ds[1], -2 * 0.625 * 0.25 * 0.75, 1e-15);
    assert_near(ds[2], -ds[0] - ds[1], 1e-15);
    lf_smooth_roc_release(&roc);
}

/* y . g(s) + y_F F(s) */
static double value_at(lf_smooth_roc *roc, const double *s, const double *y, double y_F) {
    double g[RATES], sum = 0;
    lf_smooth_roc_take(roc, first, s);
    lf_smooth_roc_values(roc, first, g);
    for (size_t k = 0; k < RATES; k++)
        sum += y[k] * g[k];
    return sum + y_F * lf_smooth_auc(roc, first, 0, NULL);
}

static void test_slopes(void **state) {
    (void)state;
    lf_smooth_roc roc = open_roc(K);
    double y[RATES], ds[N] = {0}, at[N];
    const double h = 1e-5;
    table_point(5, RATES, 1, y);
    y[4] = 0; /* passed over */
    lf_smooth_roc_take(&roc, first, score);
    lf_smooth_roc_slopes(&roc, first, y, ds);
    lf_smooth_auc(&roc, first, 0.7, ds);
    for (size_t i = 0; i < N; i++) {
        memcpy(at, score, sizeof at);
        at[i] = score[i] + h;
        const double above = value_at(&roc, at, y, 0.7);
        at[i] = score[i] - h;
        assert_near((above - value_at(&roc, at, y, 0.7)) / (2 * h), ds[i], 1e-9);
    }
    lf_smooth_roc_release(&roc);
}

/* <y, Dg v> = <Dg' y, v> */
static void test_tangents(void **state) {
    (void)state;
    lf_smooth_roc roc = open_roc(K);
    double y[RATES], v[N], ds[N] = {0}, jg[RATES], left = 0, right = 0;
    table_point(6, RATES, 1, y);
    table_point(7, N, 1, v);
    lf_smooth_roc_take(&roc, first, score);
    lf_smooth_roc_slopes(&roc, first, y, ds);
    lf_smooth_roc_tangents(&roc, first, v, jg);
    for (size_t k = 0; k < RATES; k++)
        left += y[k] * jg[k];
    for (size_t i = 0; i < N; i++)
        right += ds[i] * v[i];
    assert_near(left, right, 1e-14);
    lf_smooth_roc_release(&roc);
}

/* All draws of 1, 2, 1 and 2 rows from strata of 3, 5, 4 and 5: their mean is the whole. */
static void test_no_bias(void **state) {
    (void)state;
    const size_t begin[] = {0, 1, 3, 4, 6}, of[] = {0, 1, 1, 2, 3, 3};
    lf_smooth_roc roc = open_roc(K);
    double sum[RATES] = {0}, area = 0, g[RATES], s[6];
    size_t draws = 0, id[6] = {0};
    for (;;) {
        for (size_t i = 0; i < 6; i++)
            s[i] = score[first[of[i]] + id[i]];
        lf_smooth_roc_take(&roc, begin, s);
        lf_smooth_roc_values(&roc, begin, g);
        for (size_t k = 0; k < RATES; k++)
            sum[k] += g[k];
        area += lf_smooth_auc(&roc, begin, 0, NULL);
        draws++;
        size_t i = 0; /* the next combination */
        while (i < 6 && ++id[i] == first[of[i] + 1] - first[of[i]])
            id[i++] = 0;
        if (i == 6) break;
    }
    assert_int_equal(draws, 3 * 25 * 4 * 25);
    lf_smooth_roc_take(&roc, first, score);
    lf_smooth_roc_values(&roc, first, g);
    for (size_t k = 0; k < RATES; k++)
        assert_near(sum[k] / (double)draws, g[k], 1e-13);
    assert_near(area / (double)draws, lf_smooth_auc(&roc, first, 0, NULL), 1e-13);
    lf_smooth_roc_release(&roc);
}

/* Scores far out: sigma is 0, 1/2 or 1, nothing is lost to overflow; a NaN stays one. */
static void test_extremes(void **state) {
    (void)state;
    const size_t begin[] = {0, 1, 2, 3, 4};
    const double far[] = {800, -800, 800, -800}, lost[] = {0, NAN, 0, 0};
    double g[4], ds[4] = {0};
    lf_smooth_roc roc = open_roc(1);
    lf_smooth_roc_take(&roc, begin, far);
    lf_smooth_roc_values(&roc, begin, g);
    assert_near(g[0], 1, 0);
    assert_near(g[2], 0, 1e-150);
    assert_near(lf_smooth_auc(&roc, begin, 1, ds), -1, 1e-15);
    for (size_t i = 0; i < 4; i++)
        assert_near(ds[i], 0, 0);
    lf_smooth_roc_take(&roc, begin, lost);
    lf_smooth_roc_values(&roc, begin, g);
    assert_true(isnan(g[2]) && g[0] == 0.5);
    assert_true(isnan(lf_smooth_auc(&roc, begin, 1, NULL)));
    lf_smooth_roc_release(&roc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definitions), cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_slopes),      cmocka_unit_test(test_tangents),
        cmocka_unit_test(test_no_bias),     cmocka_unit_test(test_extremes),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
