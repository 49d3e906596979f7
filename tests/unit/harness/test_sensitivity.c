/* The best of k points drawn from a grid, against all subsets of it. */
#include "harness/statistics/statistics.h"
#include "near.h"

/* The smallest rank that the best of k has or betters in half of all subsets of size k. */
static size_t counted(size_t n, size_t k) {
    size_t within[16] = {0}, subsets = 0;
    for (unsigned set = 1; set < 1u << n; set++) {
        if ((size_t)__builtin_popcount(set) != k) continue;
        subsets++;
        for (size_t i = 1; i <= n; i++) /* the lowest bit is the best point */
            within[i] += (size_t)__builtin_ctz(set) < i;
    }
    size_t i = 1;
    while (2 * within[i] < subsets)
        i++;
    return i;
}

static void test_against_subsets(void **state) {
    (void)state;
    for (size_t n = 1; n <= 12; n++)
        for (size_t k = 1; k <= n; k++)
            assert_int_equal(lf_stat_best_of(n, k), counted(n, k));
}

/* Of eight losses, one of them infinite: what one, two, three and four points come to. */
static void test_golden(void **state) {
    (void)state;
    const double loss[] = {.10, .12, .15, .15, .30, .45, .90, INFINITY};
    const double curve[] = {.15, .15, .12, .10};
    for (size_t k = 1; k <= 4; k++)
        assert_near(loss[lf_stat_best_of(8, k) - 1], curve[k - 1], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_subsets),
                                       cmocka_unit_test(test_golden)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
