/* numpy's permutation against numpy 1.24: np.random.RandomState(seed).permutation(n). */
#include <stdbool.h>
#include <stdlib.h>

#include "datasets/made/draws.h"
#include "near.h"

/* The first ten places, and sum_i (i + 1) p_i over all n. */
static const struct {
    uint32_t seed;
    size_t n;
    uint32_t first[10];
    uint64_t sum;
} known[] = {
    {42, 1, {0}, 0},
    {42, 2, {1, 0}, 1},
    {42, 10, {8, 1, 5, 0, 7, 2, 9, 4, 3, 6}, 254},
    {7, 1000, {778, 334, 271, 802, 216, 408, 812, 94, 487, 170}, 246701811},
    {4294967295u, 100, {92, 36, 80, 77, 31, 6, 69, 20, 21, 81}, 238334},
    {42,
     32561,
     {14160, 27048, 28868, 5667, 7827, 15382, 4641, 8943, 216, 5121},
     UINT64_C(8646601212151)},
};

static void test_known(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const size_t n = known[k].n;
        uint32_t *order = malloc(n * sizeof *order);
        uint64_t sum = 0;
        assert_non_null(order);
        lf_numpy_permutation(known[k].seed, n, order);
        for (size_t i = 0; i < n; i++)
            sum += (i + 1) * order[i];
        assert_memory_equal(order, known[k].first, (n < 10 ? n : 10) * sizeof *order);
        assert_int_equal(sum, known[k].sum);
        free(order);
    }
}

/* The end of the largest one too, so that the shuffle is known to have gone all the way. */
static void test_last_places(void **state) {
    (void)state;
    static uint32_t order[32561];
    static bool seen[32561];
    static const uint32_t last[] = {860, 15795, 23654};
    lf_numpy_permutation(42, 32561, order);
    assert_memory_equal(order + 32558, last, sizeof last);
    for (size_t i = 0; i < 32561; i++) {
        assert_false(seen[order[i]]);
        seen[order[i]] = true;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_last_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
