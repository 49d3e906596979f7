/* Margin losses against their definitions, and the bound on sigma''. */
#include "problems/common/losses.h"

#include "near.h"

static double value_at(lf_loss loss, double margin) {
    double value;
    lf_loss_value(loss, 1, &margin, &value);
    return value;
}

static double slope_at(lf_loss loss, double margin) {
    double slope;
    lf_loss_slope(loss, 1, &margin, &slope);
    return slope;
}

static void test_values(void **state) {
    (void)state;
    for (double m = -6; m <= 6; m += 0.37) {
        assert_near(value_at(LF_LOSS_LOGISTIC, m), log(1 + exp(-m)), 1e-14);
        assert_near(value_at(LF_LOSS_HINGE, m), fmax(1 - m, 0), 0);
        assert_near(value_at(LF_LOSS_SIGMOID, m), 1 - lf_sigmoid(m), 1e-15);
    }
}

/* Nothing overflows, and small numbers keep their digits. */
static void test_far_margins(void **state) {
    (void)state;
    assert_near(value_at(LF_LOSS_LOGISTIC, -1000), 1000, 0);
    assert_near(value_at(LF_LOSS_LOGISTIC, 40) / exp(-40), 1, 1e-12);
    assert_near(slope_at(LF_LOSS_LOGISTIC, -1000), -1, 0);
    assert_near(slope_at(LF_LOSS_LOGISTIC, 1000), 0, 0);
    assert_near(value_at(LF_LOSS_SIGMOID, -1000), 1, 0);
    assert_near(slope_at(LF_LOSS_SIGMOID, 1000), 0, 0);
    for (lf_loss loss = LF_LOSS_LOGISTIC; loss <= LF_LOSS_SIGMOID; loss++)
        assert_true(isnan(value_at(loss, NAN)));
}

static void test_hinge_kink_is_strict(void **state) {
    (void)state;
    assert_near(slope_at(LF_LOSS_HINGE, 1), 0, 0);
    assert_near(slope_at(LF_LOSS_HINGE, nextafter(1, 0)), -1, 0);
}

static void test_slopes_match_differences(void **state) {
    (void)state;
    const lf_loss smooth[] = {LF_LOSS_LOGISTIC, LF_LOSS_SIGMOID};
    for (size_t k = 0; k < 2; k++)
        for (double m = -3.05; m <= 3; m += 0.41) {
            double error[2];
            for (int fine = 0; fine < 2; fine++) {
                const double h = fine ? 1e-3 : 1e-2;
                error[fine] = (value_at(smooth[k], m + h) - value_at(smooth[k], m - h)) / (2 * h) -
                              slope_at(smooth[k], m);
            }
            assert_near(error[0] / error[1], 100, 2);
        }
}

/* Section 5: |sigma''| = s (1 - s) |1 - 2 s| is largest at s = (1 +- 1/sqrt 3) / 2. */
static void test_curvature_bound(void **state) {
    (void)state;
    double most = 0;
    for (double t = -5; t <= 5; t += 1e-4) {
        const double s = lf_sigmoid(t);
        most = fmax(most, s * (1 - s) * fabs(1 - 2 * s));
    }
    assert_near(LF_SIGMOID_CURVATURE, 1 / (6 * sqrt(3)), 1e-16);
    assert_near(most, LF_SIGMOID_CURVATURE, 1e-9);
    assert_near(lf_rho_constant(LF_RHO_TIGHT), LF_SIGMOID_CURVATURE, 0);
    assert_near(lf_rho_constant(LF_RHO_QUARTER), 0.25, 0);
}

static void test_block_sum(void **state) {
    (void)state;
    const double x[] = {1, 2, 4, 8, 16, 32, 64};
    for (size_t n = 0; n <= 7; n++)
        assert_near(lf_block_sum(n, x), (double)((1 << n) - 1), 0);
}

/* Both at once are what they are apart. */
static void test_both_at_once(void **state) {
    (void)state;
    for (lf_loss loss = LF_LOSS_LOGISTIC; loss <= LF_LOSS_SIGMOID; loss++)
        for (double m = -40; m <= 40; m += 0.37) {
            double value, slope;
            lf_loss_both(loss, 1, &m, &value, &slope);
            assert_near(value, value_at(loss, m), 0);
            assert_near(slope, slope_at(loss, m), 0);
        }
    for (double m = -40; m <= 40; m += 0.37) /* as it is mostly written */
        assert_near(slope_at(LF_LOSS_LOGISTIC, m) * (1 + exp(m)), -1, 1e-15);
    const double far[] = {-1000, 1000, NAN};
    double value[3], slope[3];
    lf_loss_both(LF_LOSS_LOGISTIC, 3, far, value, slope);
    assert_near(value[0], 1000, 0);
    assert_near(slope[0], -1, 0);
    assert_near(value[1], 0, 0);
    assert_near(slope[1], 0, 0);
    assert_true(isnan(value[2]) && isnan(slope[2]));
}

static double softmax_at(const double *score, double label, double *slope) {
    double value;
    lf_softmax_loss(1, 3, score, &label, &value, slope);
    return value;
}

static void test_softmax(void **state) {
    (void)state;
    const double score[3] = {0.4, -1.3, 2.1};
    const double sum = exp(score[0]) + exp(score[1]) + exp(score[2]);
    double slope[3];
    for (size_t label = 0; label < 3; label++) {
        assert_near(softmax_at(score, (double)label, slope), log(sum) - score[label], 1e-15);
        for (size_t c = 0; c < 3; c++)
            assert_near(slope[c], exp(score[c]) / sum - (c == label), 1e-15);
    }
    /* two classes are the logistic loss of the difference */
    const double margin = -0.7, pair[2] = {margin, 0}, first = 0;
    double value[2], one;
    lf_softmax_loss(1, 2, pair, &first, &value[0], slope);
    lf_loss_both(LF_LOSS_LOGISTIC, 1, &margin, &value[1], &one);
    assert_near(value[0], value[1], 1e-15);
    assert_near(slope[0], one, 1e-15);
}

/* Nothing overflows, small losses keep their digits, the slopes may take the place of the scores.
 */
static void test_far_scores(void **state) {
    (void)state;
    double slope[3], score[3] = {1000, -1000, 999}, lost[3] = {0, NAN, 0};
    assert_near(softmax_at(score, 0, slope), log1p(exp(-1)), 1e-15);
    assert_near(softmax_at(score, 1, slope), 2000 + log1p(exp(-1)), 1e-12);
    assert_near(slope[1], -1, 0);
    const double sure[3] = {40, 0, -900};
    assert_near(softmax_at(sure, 0, slope) / exp(-40), 1, 1e-15);
    assert_near(softmax_at(score, 0, score), log1p(exp(-1)), 1e-15);
    assert_near(score[2], 1 / (1 + exp(1)), 1e-15);
    assert_true(isnan(softmax_at(lost, 0, slope)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_far_margins),
        cmocka_unit_test(test_hinge_kink_is_strict),
        cmocka_unit_test(test_slopes_match_differences),
        cmocka_unit_test(test_curvature_bound),
        cmocka_unit_test(test_block_sum),
        cmocka_unit_test(test_both_at_once),
        cmocka_unit_test(test_softmax),
        cmocka_unit_test(test_far_scores),
    };
    return cmocka_run_group_tests_name("losses", tests, NULL, NULL);
}
