/* The entropy projection on the capped simplex against its definition. */
#include "algorithms/group_minimax/parts/capped.h"

#include <float.h>

#include "near.h"
#include "random_table.h"

enum { N = 6 };

static void project(size_t n, double cap, const double *z, double *q) {
    for (size_t i = 0; i < n; i++)
        q[i] = log(z[i]);
    lf_capped_project(n, cap, q);
    for (size_t i = 0; i < n; i++)
        q[i] = exp(q[i]);
}

static double total(size_t n, const double *q) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += q[i];
    return sum;
}

static void test_hand_values(void **unused) {
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
        project(4, cases[k].cap, z, q);
        for (size_t i = 0; i < 4; i++)
            assert_near(q[i], cases[k].want[i], 1e-15);
    }
}

/* q_i = min(cap, c z_i) with one c, and the sum is 1: true of the projection and of nothing else.
 */
static void test_definition(void **unused) {
    (void)unused;
    const double caps[] = {1. / N, 0.2, 1. / 3, 0.5, 0.77, 1};
    for (size_t draw = 0; draw < 600; draw++) {
        const double cap = caps[draw % 6];
        double z[N], q[N], c = 0;
        for (size_t i = 0; i < N; i++)
            z[i] = exp(table_random(5, draw * N + i, -4, 4));
        project(N, cap, z, q);
        assert_near(total(N, q), 1, 1e-14);
        for (size_t i = 0; i < N; i++)
            if (q[i] < cap * (1 - 1e-12)) c = q[i] / z[i];
        for (size_t i = 0; i < N; i++) {
            assert_true(q[i] > 0 && q[i] <= cap * (1 + 1e-15));
            if (c > 0) assert_near(q[i], fmin(cap, c * z[i]), 1e-14);
        }
    }
}

/* No other point of the set has a smaller divergence sum q ln(q/z): steps between all pairs. */
static void test_least_divergence(void **unused) {
    (void)unused;
    const double z[] = {3, 0.2, 1, 0.7}, cap = 0.45, move = 1e-4;
    double q[4], least = 0;
    project(4, cap, z, q);
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

/* Logarithms of any size: the weights still sum to 1, and those of the small ones stay finite. */
static void test_any_size(void **unused) {
    (void)unused;
    for (double size = 1; size < 1e9; size *= 10) {
        double lq[4] = {size, -size, size, -2 * size}, sum = 0;
        lf_capped_project(4, 0.4, lq);
        for (size_t i = 0; i < 4; i++) {
            assert_true(lq[i] - lq[i] == 0);
            sum += exp(lq[i]);
        }
        assert_near(sum, 1, 1e-14);
    }
    /* two hold all there is at the cap, up to rounding */
    double lq[3] = {0, 0, -60};
    lf_capped_project(3, 0.5, lq);
    assert_near(exp(lq[0]) + exp(lq[1]), 1, 4 * DBL_EPSILON);
    assert_true(lq[2] - lq[2] == 0 && exp(lq[2]) < 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hand_values),
        cmocka_unit_test(test_definition),
        cmocka_unit_test(test_least_divergence),
        cmocka_unit_test(test_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
