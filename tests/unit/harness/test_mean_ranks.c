/* Mean ranks against a published comparison, and against rearrangements counted by hand. */
#include "harness/statistics/mean_ranks.h"

#include "near.h"

/* Two blocks of three methods in the same order. Of the 6 orders of the second block one gives rank
 * sums of 2, 4, 6 and a sum of squares of 56, two more with one swap of neighbours 54, and so on:
 * only the first is as uneven. */
static void two_blocks_are_enumerated(void **state) {
    (void)state;
    lf_mean_ranks r;
    assert_ok(lf_mean_ranks_make((double[]){1, 2, 3, 4, 5, 6}, 2, 3, 0.05, &r));
    assert_near(r.p, 1.0 / 6, 1e-15);
    for (size_t i = 0; i < 3; i++) {
        assert_near(r.rank[i], (double)(i + 1), 1e-15);
        assert_int_equal(r.order[i], i);
        assert_int_equal(r.level[i], 2); /* two pairs allow no p below 1/2 */
    }
    lf_mean_ranks_free(&r);
    /* With neighbours swapped: 3 of 6. */
    assert_ok(lf_mean_ranks_make((double[]){1, 2, 3, 5, 4, 6}, 2, 3, 0.05, &r));
    assert_near(r.p, 3.0 / 6, 1e-15);
    lf_mean_ranks_free(&r);
}

/* Friedman's table for n = 3 blocks of k = 3: chi2 = 6 has p = 1/36 (.028), 4.667 has 7/36 (.194).
 */
static void three_blocks_are_in_the_table(void **state) {
    (void)state;
    lf_mean_ranks r;
    assert_ok(lf_mean_ranks_make((double[]){1, 2, 3, 1, 2, 3, 1, 2, 3}, 3, 3, 0.05, &r));
    assert_near(r.p, 1.0 / 36, 1e-15);
    lf_mean_ranks_free(&r);
    assert_ok(lf_mean_ranks_make((double[]){1, 2, 3, 1, 2, 3, 1, 3, 2}, 3, 3, 0.05, &r));
    assert_near(r.p, 7.0 / 36, 1e-15);
    lf_mean_ranks_free(&r);
}

/* Demsar 2006, table 6: C4.5, C4.5+m, C4.5+cf, C4.5+m+cf on 14 data sets, by their ranks; mean
 * ranks 3.143, 2.000, 2.893, 1.964. Of the 24^14 rearrangements, counted by adding up rank sums
 * block by block, .013593 are as uneven (chi2 with ties, 10.2 on 3 degrees of freedom, has .017).
 * The standard error of 10000 draws is .0012. */
static void a_published_comparison(void **state) {
    (void)state;
    static const double rank[14 * 4] = {4,   3,   2, 1, 1, 2, 3, 4,   4,   1,   2,   3,   4, 1,
                                        3,   2,   4, 2, 3, 1, 1, 2.5, 4,   2.5, 3,   2,   4, 1,
                                        2.5, 2.5, 4, 1, 4, 3, 2, 1,   2.5, 2.5, 2.5, 2.5, 4, 2.5,
                                        1,   2.5, 3, 2, 4, 1, 4, 1,   2,   3,   3,   1,   4, 2};
    lf_mean_ranks r;
    assert_ok(lf_mean_ranks_make(rank, 14, 4, 0.05, &r));
    static const double mean[] = {3.143, 2.000, 2.893, 1.964};
    static const size_t order[] = {3, 1, 2, 0};
    for (size_t i = 0; i < 4; i++) {
        assert_near(r.rank[i], mean[i], 5e-4);
        assert_int_equal(r.order[i], order[i]);
    }
    assert_near(r.p, 0.013593, 0.0035);
    lf_mean_ranks_free(&r);
}

/* Six blocks in which a and b change places and c is last: a pair needs 3 * 2^-5 = .094 at least,
 * so six tell nothing apart; eight do: 3 * 2^-7 = .023. */
static void pairs_are_told_apart_by_enough_blocks(void **state) {
    (void)state;
    double loss[8 * 3];
    for (size_t i = 0; i < 8; i++) {
        loss[3 * i] = i % 2 ? 1 : 2;
        loss[3 * i + 1] = i % 2 ? 2 : 1;
        loss[3 * i + 2] = i == 0 ? INFINITY : 9 + (double)i;
    }
    lf_mean_ranks r;
    assert_ok(lf_mean_ranks_make(loss, 6, 3, 0.05, &r));
    assert_int_equal(r.level[0], 2);
    lf_mean_ranks_free(&r);
    assert_ok(lf_mean_ranks_make(loss, 8, 3, 0.05, &r));
    assert_near(r.rank[0], 1.5, 1e-15);
    assert_near(r.rank[2], 3, 1e-15);
    assert_int_equal(r.level[0], 1);
    assert_int_equal(r.level[1], 1);
    assert_int_equal(r.level[2], 2);
    lf_mean_ranks_free(&r);
}

/* All equal, and all failed: no order at all. */
static void ties_share_their_ranks(void **state) {
    (void)state;
    lf_mean_ranks r;
    assert_ok(lf_mean_ranks_make((double[]){7, 7, INFINITY, INFINITY}, 2, 2, 0.05, &r));
    assert_near(r.rank[0], 1.5, 0);
    assert_near(r.p, 1, 0);
    lf_mean_ranks_free(&r);
    assert_int_equal(lf_mean_ranks_make(NULL, 0, 2, 0.05, &r), LF_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_blocks_are_enumerated),
        cmocka_unit_test(three_blocks_are_in_the_table),
        cmocka_unit_test(a_published_comparison),
        cmocka_unit_test(pairs_are_told_apart_by_enough_blocks),
        cmocka_unit_test(ties_share_their_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
