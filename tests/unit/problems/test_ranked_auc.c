/* Exact areas under the ROC curve: against the pairs themselves, with ties; and what has none.
 * Precision and parts of the area: by hand and against their definitions. */
#include <float.h>

#include "near.h"
#include "problems/common/ranked_auc.h"
#include "random_table.h"

enum { MOST = 60 };

/* The definition, pair by pair. */
static double pairs(size_t n, const double *positive, size_t m, const double *negative) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            sum += positive[i] > negative[j] ? 1 : positive[i] == negative[j] ? 0.5 : 0;
    return sum / (double)(n * m);
}

/* Scores from few values have many ties, from many none. */
static void test_against_pairs(void **state) {
    (void)state;
    const double steps[] = {1, 2, 5, 1000};
    const size_t sizes[][2] = {{1, 1}, {1, MOST}, {MOST, 1}, {17, MOST}, {MOST, 40}};
    for (size_t k = 0; k < 4; k++)
        for (size_t c = 0; c < 5; c++) {
            double positive[MOST], negative[MOST], auc = NAN;
            for (size_t i = 0; i < MOST; i++) {
                positive[i] = floor(table_random(k, i, 0, steps[k])) / 3;
                negative[i] = floor(table_random(k + 9, i, -1, steps[k])) / 3;
            }
            const double want = pairs(sizes[c][0], positive, sizes[c][1], negative);
            assert_ok(lf_ranked_auc(sizes[c][0], positive, sizes[c][1], negative, &auc));
            assert_near(auc, want, 1e-15);
        }
}

static void test_by_hand(void **state) {
    (void)state;
    double positive[] = {0.5, 2, 1, 1}, negative[] = {1, 0, 0.5}, auc = NAN;
    /* pairs in order: 0.5 of one, 2 of all three, each 1 of two; ties: 0.5 one, each 1 one */
    assert_ok(lf_ranked_auc(4, positive, 3, negative, &auc));
    assert_near(auc, (1 + 3 + 2 + 2 + 0.5 * 3) / 12, 0);
    double constant[] = {3, 3, 3}, same[] = {3, 3};
    assert_ok(lf_ranked_auc(3, constant, 2, same, &auc));
    assert_near(auc, 0.5, 0);
    double above[] = {INFINITY, 1}, under[] = {-INFINITY, 0, -0.0};
    assert_ok(lf_ranked_auc(2, above, 3, under, &auc));
    assert_near(auc, 1, 0);
}

static void test_none(void **state) {
    (void)state;
    double positive[] = {1, NAN, 2}, negative[] = {0, 1}, auc = 0;
    assert_ok(lf_ranked_auc(3, positive, 2, negative, &auc));
    assert_true(isnan(auc));
    assert_int_equal(lf_ranked_auc(0, positive, 2, negative, &auc), LF_BAD_INPUT);
    assert_int_equal(lf_ranked_auc(1, positive, 0, negative, &auc), LF_BAD_INPUT);
}

/* Small cases as scikit-learn 1.2.1 has them: average_precision_score, roc_auc_score, the same with
 * max_fpr=0.3. Labels in the order of the scores; pAUC itself is by hand. */
static void test_small_cases(void **state) {
    (void)state;
    static const struct {
        double score[6];
        const char *label;
        double ap, auc, pauc, standard;
    } is[] = {{{.9, .8, .7, .6}, "1010", 5. / 6, 3. / 4, 1. / 2, 12. / 17},
              {{.9, .8, .8, .1}, "1100", 5. / 6, 7. / 8, 0.65, 0.794117647058824},
              {{.5, .5, .5, .5}, "1000", 1. / 4, 1. / 2, 0.15, 1. / 2},
              {{.4, .3, .2, .1}, "0001", 1. / 4, 0, 0, 7. / 17},
              {{3, 3, 2, 2, 1, 1}, "101010", 1. / 2, 1. / 2, 0.15, 1. / 2},
              {{.9, .7, .7, .7, .2}, "01101", 8. / 15, 1. / 6, 0, 7. / 17}};
    for (size_t k = 0; k < sizeof is / sizeof *is; k++) {
        double side[2][6];
        size_t n[2] = {0, 0};
        lf_ranked got;
        for (size_t i = 0; is[k].label[i]; i++) {
            const int y = is[k].label[i] == '1';
            side[y][n[y]++] = is[k].score[i];
        }
        assert_ok(lf_ranked_judge(n[1], side[1], n[0], side[0], 0.3, &got));
        assert_near(got.ap, is[k].ap, 1e-15);
        assert_near(got.auc, is[k].auc, 1e-15);
        assert_near(got.pauc, is[k].pauc, 1e-15);
        assert_near(lf_ranked_standard(got.pauc, 0.3), is[k].standard, 1e-15);
        assert_ok(lf_ranked_judge(n[1], side[1], n[0], side[0], 1, &got));
        assert_near(got.pauc, got.auc, 1e-15);
    }
}

/* (1/n) sum over wanted rows of (wanted rows at least as high) / (rows at least as high) */
static double precision(size_t n, const double *wanted, size_t m, const double *other, int sign) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double found = 0, rows = 0;
        for (size_t k = 0; k < n; k++)
            found += sign * wanted[k] >= sign * wanted[i];
        for (size_t k = 0; k < m; k++)
            rows += sign * other[k] >= sign * wanted[i];
        sum += found / (found + rows);
    }
    return sum / (double)n;
}

/* With ties, both ways round; and without ties pAUC is the AUC against the highest negatives. */
static void test_definitions(void **state) {
    (void)state;
    for (size_t k = 0; k < 12; k++) {
        double positive[MOST], negative[MOST];
        const bool ties = k % 2 == 0;
        for (size_t i = 0; i < MOST; i++) {
            positive[i] = table_random(k, i, 0, 6);
            negative[i] = table_random(k + 99, i, -1, 5);
            if (ties) positive[i] = floor(positive[i]), negative[i] = floor(negative[i]);
        }
        lf_ranked got;
        assert_ok(lf_ranked_judge(MOST, positive, 40, negative, 0.25, &got));
        assert_near(got.ap, precision(MOST, positive, 40, negative, 1), 1e-14);
        assert_near(got.ap_negative, precision(40, negative, MOST, positive, -1), 1e-14);
        if (!ties) assert_near(got.pauc, pairs(MOST, positive, 10, negative + 30), 1e-14);
    }
}

/* At 0, where a score of 0 counts as negative, and at the best threshold; both by trying all. */
static void test_balanced_accuracy(void **state) {
    (void)state;
    for (size_t k = 0; k < 20; k++) {
        double positive[9], negative[7], most = -1, least = NAN;
        for (size_t i = 0; i < 9; i++)
            positive[i] = floor(table_random(k, i, -2, 5));
        for (size_t i = 0; i < 7; i++)
            negative[i] = floor(table_random(k, i + 50, -4, 3));
        lf_ranked got;
        assert_ok(lf_ranked_judge(9, positive, 7, negative, 0.3, &got));
        for (double at = -6; at <= 6; at += 0.5) {
            double right[2] = {0};
            for (size_t i = 0; i < 9; i++)
                right[1] += positive[i] > at;
            for (size_t i = 0; i < 7; i++)
                right[0] += negative[i] <= at;
            const double balanced = (right[1] / 9 + right[0] / 7) / 2;
            if (at == 0) assert_near(got.balanced, balanced, 1e-15);
            if (at == got.threshold) least = balanced;
            most = fmax(most, balanced);
        }
        if (isfinite(got.threshold) && floor(2 * got.threshold) == 2 * got.threshold)
            assert_near(least, most, 1e-15);
    }
    double high[] = {2, 3}, low[] = {-1, 1};
    lf_ranked got;
    assert_ok(lf_ranked_judge(2, high, 2, low, 0.3, &got));
    assert_near(got.balanced, 0.75, 0);
    assert_near(got.threshold, 1.5, 0);
    assert_ok(lf_ranked_judge(2, low, 2, high, 0.3, &got)); /* nothing beats taking all for one */
    assert_true(got.threshold == -INFINITY);
}

/* Halfway between neighbouring numbers is one of them, which may be the upper one; of huge scores
 * it is none. */
static void test_threshold_between_neighbours(void **state) {
    (void)state;
    const double pairs[][2] = {{1, 1 + DBL_EPSILON},
                               {1 + DBL_EPSILON, 1 + 2 * DBL_EPSILON},
                               {-1 - DBL_EPSILON, -1},
                               {1.5e308, 1.7e308},
                               {5e-324, 1e-323}};
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        double negative = pairs[k][0], positive = pairs[k][1];
        lf_ranked got;
        assert_ok(lf_ranked_judge(1, &positive, 1, &negative, 0.3, &got));
        assert_true(got.threshold >= pairs[k][0] && got.threshold < pairs[k][1]);
    }
}

static void test_nothing_to_judge(void **state) {
    (void)state;
    double positive[] = {1, NAN}, negative[] = {0};
    lf_ranked got = {0};
    assert_ok(lf_ranked_judge(2, positive, 1, negative, 0.3, &got));
    assert_true(isnan(got.auc) && isnan(got.ap) && isnan(got.ap_negative) && isnan(got.pauc));
    assert_int_equal(lf_ranked_judge(0, positive, 1, negative, 0.3, &got), LF_BAD_INPUT);
    double high[] = {INFINITY, 2}, low[] = {-INFINITY, -INFINITY};
    assert_ok(lf_ranked_judge(2, high, 2, low, 0.3, &got));
    assert_true(got.ap == 1 && got.ap_negative == 1 && got.pauc == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_pairs),
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_small_cases),
        cmocka_unit_test(test_definitions),
        cmocka_unit_test(test_balanced_accuracy),
        cmocka_unit_test(test_threshold_between_neighbours),
        cmocka_unit_test(test_nothing_to_judge),
    };
    return cmocka_run_group_tests_name("ranked_auc", tests, NULL, NULL);
}
