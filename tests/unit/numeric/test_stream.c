/* Random numbers: known answers, ranges, and the first moments. */
#include "numeric/stream.h"

#include "near.h"

/* Known-answer vectors of Random123's own distribution (kat_vectors) for philox4x64, 10 rounds. */
static void test_known_answer(void **state) {
    (void)state;
    uint64_t out[4];
    lf_stream_block(0, 0, 0, 0, 0, out);
    const uint64_t want[] = {0x16554d9eca36314cu, 0xdb20fe9d672d0fdcu, 0xd7e772cee186176bu,
                             0x7e68b68aec7ba23bu};
    for (size_t i = 0; i < 4; i++)
        assert_true(out[i] == want[i]);
}

static void test_below_covers_the_range_evenly(void **state) {
    (void)state;
    enum { RANGE = 7, DRAWS = 70000 };
    size_t seen[RANGE] = {0};
    for (uint64_t i = 0; i < DRAWS; i++) {
        uint64_t bits[4];
        lf_stream_block(1, LF_STREAM_TEST, 0, i, 0, bits);
        const uint32_t k = lf_stream_below(bits[0], RANGE);
        assert_in_range(k, 0, RANGE - 1);
        seen[k]++;
    }
    for (size_t k = 0; k < RANGE; k++) /* 10,000 expected, standard deviation 93: five of them */
        assert_in_range(seen[k], 9535, 10465);
    assert_int_equal(lf_stream_below(UINT64_MAX, RANGE), RANGE - 1);
    assert_int_equal(lf_stream_below(0, RANGE), 0);
    assert_int_equal(lf_stream_below(UINT64_MAX, UINT64_C(1) << 32), UINT32_MAX);
}

/* Filled in one call: the same numbers, whole blocks or not, and nothing behind the last. */
static void test_fill_is_block_by_block(void **state) {
    (void)state;
    enum { MOST = 13 };
    for (size_t count = 0; count <= MOST; count++) {
        uint32_t out[MOST + 1];
        for (size_t i = 0; i <= MOST; i++)
            out[i] = UINT32_MAX;
        lf_stream_fill_below(3, LF_STREAM_TEST, 5, 8, 1000003, count, out);
        for (size_t i = 0; i <= MOST; i++) {
            uint64_t bits[4];
            lf_stream_block(3, LF_STREAM_TEST, 5, 8, i / 4, bits);
            assert_int_equal(out[i],
                             i < count ? lf_stream_below(bits[i % 4], 1000003) : UINT32_MAX);
        }
    }
}

static void test_uniform_and_normal_moments(void **state) {
    (void)state;
    enum { DRAWS = 100000 };
    double sum = 0, normal = 0, square = 0;
    for (uint64_t i = 0; i < DRAWS; i++) {
        uint64_t bits[4];
        lf_stream_block(2, LF_STREAM_TEST, 0, i, 0, bits);
        sum += lf_stream_uniform(bits[0]);
        const double z = lf_stream_normal(bits[1], bits[2]);
        normal += z;
        square += z * z;
    }
    assert_near(sum / DRAWS, 0.5, 5 * 0.2887 / 316);
    assert_near(normal / DRAWS, 0, 5 / 316.0);
    assert_near(square / DRAWS, 1, 5 * 1.4142 / 316);
    assert_true(lf_stream_uniform(UINT64_MAX) < 1);
    assert_true(isfinite(lf_stream_normal(UINT64_MAX, 0)));
}

static void test_streams_differ(void **state) {
    (void)state;
    uint64_t a[4], b[4];
    lf_stream_block(1, 2, 3, 4, 5, a);
    const uint64_t other[5][5] = {
        {9, 2, 3, 4, 5}, {1, 9, 3, 4, 5}, {1, 2, 9, 4, 5}, {1, 2, 3, 9, 5}, {1, 2, 3, 4, 9}};
    for (size_t i = 0; i < 5; i++) {
        lf_stream_block(other[i][0], (unsigned)other[i][1], other[i][2], other[i][3], other[i][4],
                        b);
        assert_true(a[0] != b[0] && a[1] != b[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_answer),
        cmocka_unit_test(test_below_covers_the_range_evenly),
        cmocka_unit_test(test_fill_is_block_by_block),
        cmocka_unit_test(test_uniform_and_normal_moments),
        cmocka_unit_test(test_streams_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
