/* The share of positive labels: known, and estimated as printed or exactly. */
#include "near.h"
#include "problems/common/class_share.h"

static double memory[LF_SHARE_MEMORY];

static lf_class_share begin(lf_share_mode mode) {
    const lf_class_share share = {.mode = mode, .known = 0.3, .memory = memory};
    lf_class_share_begin(&share);
    return share;
}

static void test_known(void **state) {
    (void)state;
    const lf_class_share share = begin(LF_SHARE_KNOWN);
    lf_class_share_add(&share, 5, 1);
    assert_near(lf_class_share_of(&share), 0.3, 0);
    assert_near(lf_class_share_product(&share), 0.3 * 0.7, 1e-16);
}

/* Blocks of 2+ 1- and 0+ 2-: ybar is 3/5 and 3/7. */
static void test_printed(void **state) {
    (void)state;
    const lf_class_share share = begin(LF_SHARE_PRINTED);
    assert_near(lf_class_share_of(&share), 0.5, 0);
    assert_near(lf_class_share_product(&share), 0.5, 0);
    lf_class_share_add(&share, 2, 1);
    assert_near(lf_class_share_of(&share), 0.6, 1e-16);
    assert_near(lf_class_share_product(&share), (0.5 + 2 * 0.16 + 0.36) / 4, 1e-16);
    lf_class_share_add(&share, 0, 2);
    assert_near(lf_class_share_of(&share), 3.0 / 7, 1e-16);
    assert_near(lf_class_share_product(&share), (4 * 0.295 + 2 * 9.0 / 49) / 6, 1e-16);
    lf_class_share_add(&share, 0, 0);
    assert_near(lf_class_share_product(&share), (4 * 0.295 + 2 * 9.0 / 49) / 6, 1e-16);
}

/* T+ T- / (n (n - 1)) of 3+ 4-. */
static void test_exact(void **state) {
    (void)state;
    const lf_class_share share = begin(LF_SHARE_EXACT);
    lf_class_share_add(&share, 2, 1);
    lf_class_share_add(&share, 0, 2);
    assert_near(lf_class_share_of(&share), 3.0 / 7, 1e-16);
    assert_near(lf_class_share_product(&share), 12.0 / 42, 1e-16);
}

/* Labels drawn and no others: a first positive one makes p = 1. */
static void test_online(void **state) {
    (void)state;
    const lf_class_share share = begin(LF_SHARE_ONLINE);
    assert_true(lf_class_share_first(&share));
    assert_near(lf_class_share_of(&share), 0, 0);
    lf_class_share_add(&share, 1, 0);
    assert_near(lf_class_share_of(&share), 1, 0);
    assert_near(lf_class_share_product(&share), 0, 0);
    lf_class_share_add(&share, 1, 3);
    assert_near(lf_class_share_of(&share), 0.4, 1e-16);
    assert_near(lf_class_share_product(&share), 0.24, 1e-16);
}

/* The printed recursion, one label at a time, comes near p (1 - p) of a long stream. */
static void test_long_stream(void **state) {
    (void)state;
    for (lf_share_mode mode = LF_SHARE_PRINTED; mode <= LF_SHARE_ONLINE; mode++) {
        const lf_class_share share = begin(mode);
        for (size_t i = 0; i < 20000; i++)
            lf_class_share_add(&share, i % 5 == 0, i % 5 != 0);
        assert_near(lf_class_share_of(&share), 0.2, 1e-4);
        assert_near(lf_class_share_product(&share), 0.16, 1e-3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),       cmocka_unit_test(test_printed),
        cmocka_unit_test(test_exact),       cmocka_unit_test(test_online),
        cmocka_unit_test(test_long_stream),
    };
    return cmocka_run_group_tests_name("class_share", tests, NULL, NULL);
}
