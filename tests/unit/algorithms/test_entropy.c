/* Weights kept as logarithms: normalising, tiny weights, the mirror step as an argmin, draws, and
 * the projection on the capped simplex against its definition. */
#include "algorithms/group_minimax/parts/entropy.h"

#include <float.h>
#include <stdbool.h>

#include "near.h"
#include "random_table.h"

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

enum { N = 6 };

/* q_i = min(cap, c z_i) by their logarithms. */
static void cap_weights(size_t n, double cap, const double *z, double *q) {
    for (size_t i = 0; i < n; i++)
        q[i] = log(z[i]);
    lf_entropy_cap(n, cap, q);
    for (size_t i = 0; i < n; i++)
        q[i] = exp(q[i]);
}

static void test_cap_by_hand(void **unused) {
    (void)unused;
    const double z[] = {8, 4, 2, 1};
    const struct {
        double cap, want[4];
    } cases[] = {
        {0.4, {0.4, 0.6 * 4 / 7, 0.6 * 2 / 7, 0.6 / 7}},
        {0.3, {0.3, 0.3, 0.4 * 2 / 3, 0.4 / 3}}, /* the second follows the first */
        {0.25, {0.25, 0.25, 0.25, 0.25}},
        {1, {8. / 15, 4. / 15, 2. / 15, 1. / 15}},
        {7, {8. / 15, 4. / 15, 2. / 15, 1. / 15}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double q[4];
        cap_weights(4, cases[k].cap, z, q);
        for (size_t i = 0; i < 4; i++)
            assert_near(q[i], cases[k].want[i], 1e-15);
    }
}

/* q_i = min(cap, c z_i) with one c, and the sum is 1: true of the projection and of nothing else.
 */
static void test_cap_by_definition(void **unused) {
    (void)unused;
    const double caps[] = {1. / N, 0.2, 1. / 3, 0.5, 0.77, 1};
    for (size_t draw = 0; draw < 600; draw++) {
        const double cap = caps[draw % 6];
        double z[N], q[N], c = 0;
        for (size_t i = 0; i < N; i++)
            z[i] = exp(table_random(5, draw * N + i, -4, 4));
        cap_weights(N, cap, z, q);
        assert_near(sum_of(N, q), 1, 1e-14);
        for (size_t i = 0; i < N; i++)
            if (q[i] < cap * (1 - 1e-12)) c = q[i] / z[i];
        for (size_t i = 0; i < N; i++) {
            assert_true(q[i] > 0 && q[i] <= cap * (1 + 1e-15));
            if (c > 0) assert_near(q[i], fmin(cap, c * z[i]), 1e-14);
        }
    }
}

/* No other point of the set has a smaller divergence sum q ln(q/z): steps between all pairs. */
static void test_cap_has_the_least_divergence(void **unused) {
    (void)unused;
    const double z[] = {3, 0.2, 1, 0.7}, cap = 0.45, move = 1e-4;
    double q[4], least = 0;
    cap_weights(4, cap, z, q);
    for (size_t i = 0; i < 4; i++)
        least += q[i] * log(q[i] / z[i]);
    for (size_t pair = 0; pair < 16; pair++) {
        double other[4] = {q[0], q[1], q[2], q[3]}, sum = 0;
        other[pair / 4] -= move;
        other[pair % 4] += move;
        if (other[pair % 4] > cap) continue;
        for (size_t i = 0; i < 4; i++)
            sum += other[i] * log(other[i] / z[i]);
        assert_true(sum >= least);
    }
}

/* Logarithms of any size: the weights still sum to 1, and those of the small ones stay finite. Far
 * from 0 they are too coarse to have ln(cap) added. */
static void test_cap_of_any_size(void **unused) {
    (void)unused;
    const double want[4] = {0.4, 0.2, 0.4, 0};
    for (double size = 1; size < 1e301; size *= 10) {
        double lq[4] = {size, -size, size, -2 * size}, sum = 0;
        lf_entropy_cap(4, 0.4, lq);
        for (size_t i = 0; i < 4; i++) {
            assert_true(lq[i] - lq[i] == 0);
            if (size > 100) assert_near(exp(lq[i]), want[i], 1e-15);
            sum += exp(lq[i]);
        }
        assert_near(sum, 1, 1e-14);
    }
    double far[4] = {0, -1e17, -1e17 - 16, -1e18};
    lf_entropy_cap(4, 0.4, far);
    assert_near(exp(far[1]), 0.4, 1e-15);
    assert_near(exp(far[2]), 0.2, 1e-15);
    /* two hold all there is at the cap, up to rounding */
    double lq[3] = {0, 0, -60};
    lf_entropy_cap(3, 0.5, lq);
    assert_near(exp(lq[0]) + exp(lq[1]), 1, 4 * DBL_EPSILON);
    assert_true(lq[2] - lq[2] == 0 && exp(lq[2]) < 1e-15);
}

/* A grid of u falls on the groups as q says; the weights' sum need not be 1, and a group of weight
 * 0 is never drawn, not even at the ends. */
static void test_draw(void **unused) {
    (void)unused;
    enum { GRID = 4000 };
    const double scale[2] = {1, 1 - 1e-12};
    for (size_t k = 0; k < 2; k++) {
        const double q[5] = {0, 0.25 * scale[k], 0, 0.75 * scale[k], 0};
        size_t hits[5] = {0};
        for (size_t j = 0; j < GRID; j++)
            hits[lf_entropy_draw(5, q, (double)j / GRID)]++;
        assert_int_equal(hits[1], GRID / 4);
        assert_int_equal(hits[3], GRID - GRID / 4);
        assert_int_equal(lf_entropy_draw(5, q, nextafter(1, 0)), 3);
    }
    const double last[2] = {1e-300, 1};
    assert_int_equal(lf_entropy_draw(2, last, 0), 0);
    assert_int_equal(lf_entropy_draw(2, last, 1e-200), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_centre),
        cmocka_unit_test(test_normalises_any_size),
        cmocka_unit_test(test_tiny_weights),
        cmocka_unit_test(test_step_is_the_argmin),
        cmocka_unit_test(test_cap_by_hand),
        cmocka_unit_test(test_cap_by_definition),
        cmocka_unit_test(test_cap_has_the_least_divergence),
        cmocka_unit_test(test_cap_of_any_size),
        cmocka_unit_test(test_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
