/* Seeded permutations: every row once, few places settled as with all, streams apart. */
#include <string.h>

#include "datasets/made/draws.h"
#include "near.h"
#include "numeric/stream.h"

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

/* Fisher and Yates, a place after the other, for every number of places. */
static void test_definition(void **state) {
    (void)state;
    for (size_t settled = 0; settled <= ROWS; settled += settled < 70 ? 1 : 43) {
        uint32_t order[ROWS], want[ROWS];
        shuffled(5, 6, settled, order);
        for (uint32_t i = 0; i < ROWS; i++)
            want[i] = i;
        for (size_t i = 0; i < settled; i++) {
            uint64_t bits[4];
            lf_stream_block(5, LF_STREAM_SPLIT, 6, i, 0, bits);
            const size_t other = i + lf_stream_below(bits[0], ROWS - i);
            const uint32_t row = want[other];
            want[other] = want[i];
            want[i] = row;
        }
        assert_memory_equal(order, want, sizeof order);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_permutation),
                                       cmocka_unit_test(test_definition)};
    return cmocka_run_group_tests_name("shuffle", tests, NULL, NULL);
}
