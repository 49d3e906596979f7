/* Projections against hand values and against the variational inequality that defines them. */
#include <levelfield/domain.h>

#include <float.h>
#include <string.h>

#include "near.h"
#include "numeric/stream.h"

enum { DIM = 5 };

static void random_vector(uint64_t draw, double size, double *x) {
    for (uint64_t i = 0; i < DIM; i++) {
        uint64_t bits[4];
        lf_stream_block(3, LF_STREAM_TEST, i, draw, 0, bits);
        x[i] = size * (2 * lf_stream_uniform(bits[0]) - 1);
    }
}

/* <x - P x, z - P x> <= 0 for every z of the set: true of the projection and of nothing else. */
static void check_projection(const lf_domain *domain) {
    for (uint64_t draw = 0; draw < 200; draw++) {
        double x[DIM], p[DIM];
        random_vector(draw, 3, x);
        for (size_t i = 0; i < DIM; i++)
            p[i] = x[i];
        lf_domain_project(domain, p);
        assert_true(lf_domain_contains(domain, p, 1e-12));
        for (uint64_t other = 0; other < 50; other++) {
            double z[DIM], product = 0;
            random_vector(1000 + other, 3, z);
            lf_domain_project(domain, z);
            for (size_t i = 0; i < DIM; i++)
                product += (x[i] - p[i]) * (z[i] - p[i]);
            assert_true(product <= 1e-10);
        }
    }
}

static void test_projections(void **state) {
    (void)state;
    const lf_domain domains[] = {
        {.kind = LF_DOMAIN_SPACE, .n = DIM},
        {.kind = LF_DOMAIN_BALL, .n = DIM, .radius = 1.5},
        {.kind = LF_DOMAIN_BOX, .n = DIM, .lower = -0.5, .upper = 1},
        {.kind = LF_DOMAIN_SIMPLEX, .n = DIM, .upper = 1},
        {.kind = LF_DOMAIN_SIMPLEX, .n = DIM, .upper = 0.3},
        {.kind = LF_DOMAIN_SIMPLEX, .n = DIM, .upper = 1.0 / DIM},
    };
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
        check_projection(&domains[i]);
}

static void test_hand_values(void **state) {
    (void)state;
    const lf_domain simplex = {.kind = LF_DOMAIN_SIMPLEX, .n = 3, .upper = 1};
    double x[] = {0.5, 0.7, -1};
    lf_domain_project(&simplex, x); /* shift 0.1, the last entry cut off */
    assert_near(x[0], 0.4, 1e-15);
    assert_near(x[1], 0.6, 1e-15);
    assert_near(x[2], 0, 0);
    const lf_domain capped = {.kind = LF_DOMAIN_SIMPLEX, .n = 3, .upper = 0.5};
    double y[] = {10, 0.2, 0.1};
    lf_domain_project(&capped, y); /* the cap holds 0.5; the others share 0.5 */
    assert_near(y[0], 0.5, 0);
    assert_near(y[1], 0.3, 1e-15);
    assert_near(y[2], 0.2, 1e-15);
    const lf_domain ball = {.kind = LF_DOMAIN_BALL, .n = 2, .radius = 1};
    double inside[] = {0.6, 0.8}, outside[] = {3, 4};
    lf_domain_project(&ball, inside);
    lf_domain_project(&ball, outside);
    assert_near(inside[0], 0.6, 0);
    assert_near(outside[0], 0.6, 1e-15);
    assert_near(outside[1], 0.8, 1e-15);
}

/* A point that is not known lies nowhere, whichever of its coordinates is lost. */
static void test_nan_is_outside(void **state) {
    (void)state;
    const lf_domain domains[] = {
        {.kind = LF_DOMAIN_SPACE, .n = 3},
        {.kind = LF_DOMAIN_BALL, .n = 3, .radius = 2},
        {.kind = LF_DOMAIN_BOX, .n = 3, .lower = -1, .upper = 1},
        {.kind = LF_DOMAIN_SIMPLEX, .n = 3, .upper = 1},
    };
    for (size_t k = 0; k < sizeof domains / sizeof *domains; k++)
        for (size_t i = 0; i < 3; i++) {
            double x[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
            assert_true(lf_domain_contains(&domains[k], x, 1e-12));
            x[i] = NAN;
            assert_false(lf_domain_contains(&domains[k], x, 1e-12));
        }
}

/* sum + error <- sum + error + x, `error` being what the rounding of each addition lost. */
static void add_exactly(double x, double *sum, double *error) {
    const double before = *sum, after = before + x, part = after - before;
    *sum = after;
    *error += (before - (after - part)) + (x - part);
}

/* Long vectors of every size, with ties and with caps: the sum, the bounds, and one shift for all
 * entries that are not at a bound, which is what makes it the projection. */
static void test_simplex_shift(void **state) {
    (void)state;
    enum { MOST = 1000 };
    static double x[MOST], p[MOST];
    const size_t sizes[] = {1, 2, 10, 100, MOST};
    for (uint64_t k = 0; k < 600; k++) {
        const size_t n = sizes[k % 5];
        const double size = pow(10, (double)(k % 12) - 6), caps[] = {1, 2, 1.5, 1, 10};
        const double least = k % 7 < 3 ? 1 : caps[k % 5] / (double)n;
        const lf_domain simplex = {
            .kind = LF_DOMAIN_SIMPLEX, .n = n, .upper = fmax(least, 1.0 / (double)n)};
        double low = -INFINITY, high = INFINITY, sum = 0, error = 0;
        for (uint64_t i = 0; i < n; i++) {
            uint64_t bits[4];
            lf_stream_block(4, LF_STREAM_TEST, i, k, 0, bits);
            const double u = 2 * lf_stream_uniform(bits[0]) - 1;
            x[i] = p[i] = size * (k % 3 ? u : round(4 * u) / 4);
        }
        lf_domain_project(&simplex, p);
        for (size_t i = 0; i < n; i++) {
            assert_true(p[i] >= 0 && p[i] <= simplex.upper);
            add_exactly(p[i], &sum, &error);
            /* x - p: at least the shift at the cap, at most at 0 */
            if (p[i] > 0) low = fmax(low, p[i] < simplex.upper ? x[i] - p[i] : -INFINITY);
            if (p[i] == 0) low = fmax(low, x[i]);
            if (p[i] > 0) high = fmin(high, x[i] - p[i]);
        }
        /* the projection sums in double: so much is rounding there, and none is here */
        assert_near((sum - 1) + error, 0, DBL_EPSILON * (4 + 2 * sqrt((double)n)));
        assert_true(low <= high + 1e-14 + 1e-15 * size);
    }
}

/* Beyond 2^53 no number lies 1 below an entry, so that no shift leaves it a share. */
static void test_huge_entries(void **state) {
    (void)state;
    const struct {
        double upper, x[4], want[4];
    } cases[] = {
        {1, {1e17, 0, -1, 5}, {1, 0, 0, 0}},
        {1, {1e300, -1e300, 1e300, 0}, {0.5, 0, 0.5, 0}},
        {1, {-1e17, -2e17, -1e18, -1e300}, {1, 0, 0, 0}},
        {0.4, {1e17, 1e17 + 16, 1e17 + 32, 0}, {0.2, 0.4, 0.4, 0}},
        {0.4, {-1e17, 3, 4, -1e17}, {0.1, 0.4, 0.4, 0.1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const lf_domain simplex = {.kind = LF_DOMAIN_SIMPLEX, .n = 4, .upper = cases[i].upper};
        double x[4];
        memcpy(x, cases[i].x, sizeof x);
        lf_domain_project(&simplex, x);
        for (size_t j = 0; j < 4; j++)
            assert_near(x[j], cases[i].want[j], 1e-15);
    }
}

static void test_contains(void **state) {
    (void)state;
    const lf_domain space = {.kind = LF_DOMAIN_SPACE, .n = 1};
    const double bad = NAN;
    assert_false(lf_domain_contains(&space, &bad, 0));
    const lf_domain box = {.kind = LF_DOMAIN_BOX, .n = 1, .lower = -1, .upper = 1};
    assert_false(lf_domain_contains(&box, &bad, 0));
    const lf_domain simplex = {.kind = LF_DOMAIN_SIMPLEX, .n = 2, .upper = 1};
    const double off[] = {0.6, 0.6};
    assert_false(lf_domain_contains(&simplex, off, 1e-9));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_projections),    cmocka_unit_test(test_hand_values),
        cmocka_unit_test(test_nan_is_outside), cmocka_unit_test(test_simplex_shift),
        cmocka_unit_test(test_huge_entries),   cmocka_unit_test(test_contains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
