/* The quadratic program over the simplex: against the projection, which it is for A = I, and by
 * the conditions that make a point its maximum. */
#include "numeric/simplex_qp.h"

#include <levelfield/domain.h>
#include <levelfield/vector.h>

#include "near.h"
#include "random_table.h"

enum { MOST = 60, MANY = 300 };

/* A = G G', G m x rank; with `twins`, every second row of G repeats the one before. */
static void random_matrix(uint64_t seed, size_t m, size_t rank, bool twins, double *A) {
    static double G[MANY * MOST];
    table_point(seed, m * rank, 1, G);
    for (size_t i = 0; twins && i + 1 < m; i += 2)
        lf_vec_copy(rank, G + i * rank, G + (i + 1) * rank);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++)
            A[i * m + j] = lf_vec_dot(rank, G + i * rank, G + j * rank);
}

/* q is on the simplex, and no entry of r - A q is above those where q is positive. */
static void assert_maximum(size_t m, const double *A, const double *r, const double *q,
                           double gap) {
    double sum = 0, top = -INFINITY, least = INFINITY, size = 0;
    for (size_t i = 0; i < m; i++) {
        const double h = r[i] - lf_vec_dot(m, A + i * m, q);
        assert_true(q[i] >= 0);
        sum += q[i];
        top = fmax(top, h);
        if (q[i] > 0) least = fmin(least, h);
        size = fmax(size, fmax(fabs(r[i]), A[i * m + i]));
    }
    assert_near(sum, 1, 1e-14);
    assert_near(top, least, 1e-12 * size);
    assert_near(gap, 0, 1e-12 * size);
}

static void test_conditions(void **state) {
    (void)state;
    static double A[MOST * MOST];
    for (uint64_t k = 0; k < 1000; k++) {
        const size_t m = 1 + (size_t)table_random(1, k, 0, MOST);
        const size_t rank = k % 5 == 0 ? 1 : 1 + (size_t)table_random(2, k, 0, MOST);
        double r[MOST], q[MOST], gap;
        random_matrix(k, m, rank, k % 4 == 3, A);
        table_point(5000 + k, m, pow(10, table_random(3, k, -3, 1.5)), r);
        for (size_t i = 0; i + 1 < m && k % 8 == 3; i += 2)
            r[i + 1] = r[i];           /* the same group twice */
        for (size_t i = 0; i < m; i++) /* starts: none, all, some; one of them not a number */
            q[i] = k % 3 == 0 ? 0 : k % 3 == 1 ? 1 : table_random(k, i, -1, 1);
        if (k % 6 == 5) q[0] = NAN;
        assert_ok(lf_simplex_qp(m, A, r, q, &gap));
        assert_maximum(m, A, r, q, gap);
    }
}

/* Weights that are all alike say no more than none, and few of many are better to start from. */
static void test_many(void **state) {
    (void)state;
    static double A[MANY * MANY];
    for (uint64_t k = 0; k < 40; k++) {
        const size_t m = 65 + (size_t)table_random(1, k, 0, MANY - 65);
        const size_t rank = 1 + (size_t)table_random(2, k, 0, MOST);
        double r[MANY], q[3][MANY], gap;
        random_matrix(k, m, rank, k % 4 == 3, A);
        table_point(7000 + k, m, 1, r);
        for (size_t i = 0; i < m; i++) {
            q[0][i] = 0;
            q[1][i] = 1 / (double)m;
            q[2][i] = table_random(k, i, -1, 1);
        }
        for (size_t start = 0; start < 3; start++) {
            assert_ok(lf_simplex_qp(m, A, r, q[start], &gap));
            assert_maximum(m, A, r, q[start], gap);
        }
        assert_memory_equal(q[0], q[1], m * sizeof **q);
    }
}

static void test_projection(void **state) {
    (void)state;
    static double A[MOST * MOST];
    for (size_t m = 1; m <= MOST; m++) {
        const lf_domain simplex = {.kind = LF_DOMAIN_SIMPLEX, .n = m, .upper = 1};
        double r[MOST], q[MOST] = {0}, gap;
        lf_vec_zero(m * m, A);
        for (size_t i = 0; i < m; i++)
            A[i * m + i] = 1;
        table_point(m, m, 0.5, r);
        assert_ok(lf_simplex_qp(m, A, r, q, &gap));
        lf_domain_project(&simplex, r);
        for (size_t i = 0; i < m; i++)
            assert_near(q[i], r[i], 1e-14);
    }
}

static void test_hand_values(void **state) {
    (void)state;
    const double none[9] = {0}, r[3] = {1, 3, 2};
    double q[3] = {1, 1, 1}, gap;
    assert_ok(lf_simplex_qp(3, none, r, q, &gap)); /* linear: the best vertex */
    assert_true(q[0] == 0 && q[1] == 1 && q[2] == 0 && gap == 0);
    const double A[4] = {2, 0, 0, 1}, even[2] = {1, 1};
    double p[2] = {0};
    assert_ok(lf_simplex_qp(2, A, even, p, &gap)); /* 2 q_1 = q_2 */
    assert_near(p[0], 1.0 / 3, 1e-15);
    assert_near(p[1], 2.0 / 3, 1e-15);
    double one = -7;
    assert_ok(lf_simplex_qp(1, A, even, &one, &gap));
    assert_true(one == 1 && gap == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_projection),
        cmocka_unit_test(test_hand_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
