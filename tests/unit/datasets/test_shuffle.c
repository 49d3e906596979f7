/* Seeded permutations: every row once, few places settled as with all, streams apart. */
#include <string.h>

#include "datasets/made/draws.h"
#include "near.h"

enum { ROWS = 500, FEW = 40 };

static void shuffled(uint64_t seed, uint64_t stream, size_t settled, uint32_t *order) {
    for (uint32_t i = 0; i < ROWS; i++)
        order[i] = i;
    lf_shuffle(seed, stream, ROWS, settled, order);
}

static void test_permutation(void **state) {
    (void)state;
    uint32_t order[ROWS], other[ROWS], fixed = 0;
    int seen[ROWS] = {0};
    shuffled(1, 2, ROWS, order);
    for (uint32_t i = 0; i < ROWS; i++) {
        assert_int_equal(seen[order[i]]++, 0);
        fixed += order[i] == i;
    }
    assert_true(fixed < 10); /* one is expected */
    shuffled(1, 3, ROWS, other);
    assert_memory_not_equal(order, other, sizeof order);
    shuffled(2, 2, ROWS, other);
    assert_memory_not_equal(order, other, sizeof order);
    shuffled(1, 2, FEW, other);
    assert_memory_equal(order, other, FEW * sizeof *order);
    shuffled(1, 2, 0, other);
    for (uint32_t i = 0; i < ROWS; i++)
        assert_int_equal(other[i], i);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_permutation)};
    return cmocka_run_group_tests_name("shuffle", tests, NULL, NULL);
}
