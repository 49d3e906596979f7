/* Exact areas under the ROC curve: against the pairs themselves, with ties; and what has none. */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_pairs),
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_none),
    };
    return cmocka_run_group_tests_name("ranked_auc", tests, NULL, NULL);
}
