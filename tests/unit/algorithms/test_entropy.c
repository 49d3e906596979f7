/* Weights kept as logarithms: normalising, tiny weights, and the mirror step as an argmin. */
#include "algorithms/group_minimax/parts/entropy.h"

#include <float.h>
#include <stdbool.h>

#include "near.h"

static double sum_of(size_t m, const double *q) {
    double sum = 0;
    for (size_t i = 0; i < m; i++)
        sum += q[i];
    return sum;
}

static void test_centre(void **unused) {
    (void)unused;
    double lq[5], q[5];
    lf_entropy_centre(5, lq);
    lf_entropy_weights(5, lq, q);
    for (size_t i = 0; i < 5; i++)
        assert_near(q[i], 0.2, 1e-16);
    lf_entropy_centre(1, lq);
    lf_entropy_weights(1, lq, lq); /* in place */
    assert_near(lq[0], 1, 0);
}

/* Logarithms of any size, also where exp would overflow or vanish; ratios stay what they were. */
static void test_normalises_any_size(void **unused) {
    (void)unused;
    static const double shifts[] = {0, 5, -5, 800, -800, 1e6, -1e6};
    for (size_t k = 0; k < sizeof shifts / sizeof *shifts; k++) {
        double lq[3] = {shifts[k], shifts[k] + log(2), shifts[k] + log(5)}, q[3];
        double both[3] = {lq[0], lq[1], lq[2]}, at_once[3];
        lf_entropy_normalise(3, lq);
        lf_entropy_weights(3, lq, q);
        lf_entropy_softmax(3, both, at_once);
        for (size_t i = 0; i < 3; i++) {
            assert_near(both[i], lq[i], 1e-15);
            assert_near(at_once[i], q[i], 1e-15);
        }
        assert_near(q[0], 0.125, 1e-9);
        assert_near(q[1], 0.25, 1e-9);
        assert_near(sum_of(3, q), 1, 1e-15 * 4);
    }
}

/* A weight far below the smallest double has a finite logarithm, and comes back. */
static void test_tiny_weights(void **unused) {
    (void)unused;
    double lq[3] = {0, -1, -2}, q[3];
    for (size_t k = 0; k < 500; k++) {
        lq[2] -= 10;
        lf_entropy_normalise(3, lq);
    }
    const double gap = lq[2] - lq[0];
    assert_near(gap, -2 - 5000, 1e-9);
    lf_entropy_weights(3, lq, q);
    assert_true(q[2] == 0 && isfinite(lq[2]));
    assert_near(sum_of(3, q), 1, 1e-12);
    lq[2] += 5002 - 690;
    lf_entropy_weights(3, lq, q);
    assert_true(q[2] > 0 && q[2] < 1e-299);
    lq[2] += 690;
    lf_entropy_normalise(3, lq);
    lf_entropy_weights(3, lq, q);
    assert_near(q[2], q[0], 1e-9);
}

/* -<c, q> + a KL(q, s) + (1 - a) KL(q, p) */
static double mirror_objective(const double *q, const double *c, double a, const double *s,
                               const double *p) {
    double sum = 0;
    for (size_t i = 0; i < 3; i++)
        sum += q[i] * (-c[i] + a * log(q[i] / s[i]) + (1 - a) * log(q[i] / p[i]));
    return sum;
}

/* lq = a ln s + (1 - a) ln p + c, normalised, is the minimum: found here by a search that halves
 * its moves of weight from one entry to another, and knows nothing of logarithms. */
static void test_step_is_the_argmin(void **unused) {
    (void)unused;
    static const double c[3] = {0.7, -0.4, 0.1}, s[3] = {0.2, 0.5, 0.3}, p[3] = {0.6, 0.3, 0.1};
    const double a = 0.3;
    double lq[3], q[3], found[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    for (size_t i = 0; i < 3; i++)
        lq[i] = a * log(s[i]) + (1 - a) * log(p[i]) + c[i];
    lf_entropy_normalise(3, lq);
    lf_entropy_weights(3, lq, q);
    for (double move = 0.1; move > 1e-9; move /= 2) {
        bool moved = true;
        while (moved) {
            moved = false;
            for (size_t pair = 0; pair < 9; pair++) {
                double other[3] = {found[0], found[1], found[2]};
                if (pair / 3 == pair % 3 || other[pair / 3] <= move) continue;
                other[pair / 3] -= move;
                other[pair % 3] += move;
                if (mirror_objective(other, c, a, s, p) >= mirror_objective(found, c, a, s, p))
                    continue;
                moved = true;
                for (size_t i = 0; i < 3; i++)
                    found[i] = other[i];
            }
        }
    }
    for (size_t i = 0; i < 3; i++) /* a search by values sees no further than their rounding */
        assert_near(q[i], found[i], 10 * sqrt(DBL_EPSILON));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_centre),
        cmocka_unit_test(test_normalises_any_size),
        cmocka_unit_test(test_tiny_weights),
        cmocka_unit_test(test_step_is_the_argmin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
