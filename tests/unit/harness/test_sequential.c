/* Tests that are read while seeds come in: worked numbers, bounds by enumeration, all verdicts. */
#include <math.h>
#include <string.h>

#include "harness/statistics/sequential.h"
#include "near.h"
#include "numeric/stream.h"

static const double level = LF_LOOK_LEVEL;
static const double twelve[] = {.8, .3, .5, -.1, .9, .4, .6, .7, .2, 1.1, .35, .65};
static const double small[] = {.4,  -.2, .1,  .3,   -.5, .2,   .6,  -.1, .15,
                               -.3, .25, .05, -.05, .35, -.15, .45, .12, -.22};

static lf_differences known(size_t n, const double *x) {
    return (lf_differences){.n = n, .low = x, .high = x, .tie = NAN};
}

static lf_sequential_p tested(const lf_differences *d) {
    lf_sequential_verdict v;
    assert_ok(lf_sequential_decide(d, level, &v));
    return v.p;
}

static size_t count(size_t n, const double *x) {
    double copy[64];
    memcpy(copy, x, n * sizeof *x);
    return lf_stat_positive(LF_TEST_PAIR_SUMS, copy, n);
}

/* Every look, and the interval at the second: its ends are wrong with .0125 each. */
static void test_worked_numbers(void **state) {
    (void)state;
    const double want[] = {.1, .03125, .001953125};
    const size_t looks[] = {6, 8, 12}, sums[] = {20, 35, 77};
    for (size_t i = 0; i < 3; i++) {
        const lf_differences d = known(looks[i], twelve);
        const lf_sequential_p p = tested(&d);
        assert_int_equal(count(looks[i], twelve), sums[i]);
        assert_near(p.held, want[i], 1e-15);
        assert_near(p.against, 1, 0);
        assert_int_equal(lf_sequential_outcome(&p, &d, level),
                         i == 0 ? LF_CLAIM_UNDECIDED : LF_CLAIM_HELD);
    }
    const lf_differences d = known(8, twelve);
    lf_interval interval;
    assert_ok(lf_sequential_interval(&d, level, &interval));
    assert_near(interval.lower, .15, 1e-15);
    assert_near(interval.upper, .8, 1e-15);
    assert_true(interval.lower < interval.estimate && interval.estimate < interval.upper);
}

static void test_censored(void **state) {
    (void)state;
    const double low[] = {.9, .4, INFINITY, .7, -INFINITY, .5, .6, .8};
    double high[8];
    memcpy(high, low, sizeof high);
    high[4] = INFINITY;
    const lf_differences d = {.n = 8, .low = low, .high = high, .tie = NAN};
    assert_int_equal(count(8, low), 28); /* one unknown pair of runs costs 8 of 36 */
    assert_near(tested(&d).held, .390625, 1e-15);
    const lf_differences six = {.n = 6, .low = low, .high = high, .tie = NAN};
    assert_near(tested(&six).held, .7, 1e-15);
    lf_interval interval;
    assert_ok(lf_sequential_interval(&d, level, &interval));
    assert_true(interval.lower == -INFINITY && interval.upper == INFINITY);
}

static void test_tie(void **state) {
    (void)state;
    const size_t looks[] = {6, 8, 12, 18};
    const double held[] = {1, 1, .939453, .649460}, tie[] = {.1, .046875, .0029297, .0000763};
    for (size_t i = 0; i < 4; i++) {
        lf_differences d = known(looks[i], small);
        d.tie = .5;
        const lf_sequential_p p = tested(&d);
        assert_near(p.held, held[i], 1e-6);
        assert_near(p.tie, tie[i], 1e-7);
        assert_int_equal(lf_sequential_outcome(&p, &d, level),
                         i == 0 ? LF_CLAIM_UNDECIDED : LF_CLAIM_TIE);
    }
    const lf_differences d = known(18, small);
    lf_interval interval;
    assert_ok(lf_sequential_interval(&d, level, &interval));
    assert_near(interval.lower, -.1, 1e-15);
    assert_near(interval.upper, .25, 1e-15);
}

/* A difference of .1 with a tie of .5 is both; one that claims .6 says more than a tie does. */
static void test_order_of_verdicts(void **state) {
    (void)state;
    lf_differences d = {.by = 0, .tie = .5};
    const lf_sequential_p both = {.held = .01, .against = 1, .tie = .01},
                          less = {.held = 1, .against = .01, .tie = .01};
    assert_int_equal(lf_sequential_outcome(&both, &d, level), LF_CLAIM_TIE);
    assert_int_equal(lf_sequential_outcome(&less, &d, level), LF_CLAIM_TIE);
    d.by = .6;
    assert_int_equal(lf_sequential_outcome(&both, &d, level), LF_CLAIM_HELD);
    assert_int_equal(lf_sequential_outcome(&less, &d, level), LF_CLAIM_NOT_HELD);
    const lf_sequential_p open = {.held = .2, .against = 1, .tie = .05};
    assert_int_equal(lf_sequential_outcome(&open, &d, level), LF_CLAIM_TIE);
    d.tie = NAN;
    assert_int_equal(lf_sequential_outcome(&(lf_sequential_p){.2, 1, 1}, &d, level),
                     LF_CLAIM_UNDECIDED);
}

static void test_claims_of_several(void **state) {
    (void)state;
    const double raw[] = {.3, .02, .012};
    double holm[3];
    lf_stat_holm(raw, 3, holm);
    assert_near(holm[0], .3, 1e-15);
    assert_near(holm[1], .04, 1e-15);
    assert_near(holm[2], .036, 1e-15);
    const lf_claim_outcome lines[] = {LF_CLAIM_HELD, LF_CLAIM_NOT_HELD, LF_CLAIM_UNDECIDED};
    double against[] = {1, .02, .5};
    lf_stat_holm(against, 3, holm);
    assert_near(holm[1], .06, 1e-15);
    assert_int_equal(lf_sequential_claim(3, lines, holm, level), LF_CLAIM_UNDECIDED);
    against[1] = .0125;
    lf_stat_holm(against, 3, holm);
    assert_near(holm[1], .0375, 1e-15);
    assert_int_equal(lf_sequential_claim(3, lines, holm, level), LF_CLAIM_NOT_HELD);
    const lf_claim_outcome edges[] = {LF_CLAIM_HELD, LF_CLAIM_EDGE, LF_CLAIM_UNDECIDED};
    assert_int_equal(lf_sequential_claim(3, edges, holm, level), LF_CLAIM_EDGE);
    const lf_claim_outcome ties[] = {LF_CLAIM_HELD, LF_CLAIM_TIE};
    assert_int_equal(lf_sequential_claim(1, ties, holm, level), LF_CLAIM_HELD);
    assert_int_equal(lf_sequential_claim(2, ties, holm, level), LF_CLAIM_TIE);
    assert_int_equal(lf_sequential_claim(0, NULL, NULL, level), LF_CLAIM_UNDECIDED);
}

/* The smallest count that reaches the level with m comparisons in Holm's correction; one more than
 * all pairs where none does. */
static void test_smallest_counts(void **state) {
    (void)state;
    const size_t looks[] = {6, 8, 12, 18, 27, 40}, family[] = {1, 2, 3, 6, 10};
    const size_t want[6][5] = {{21, 22, 22, 22, 22},      {34, 36, 36, 37, 37},
                               {68, 70, 72, 74, 75},      {137, 142, 145, 149, 152},
                               {282, 292, 297, 306, 311}, {576, 595, 604, 620, 631}};
    for (size_t i = 0; i < 6; i++)
        for (size_t k = 0; k < 5; k++)
            assert_int_equal(
                lf_stat_least(LF_TEST_PAIR_SUMS, looks[i],
                              level / lf_look_factor(looks[i], 40) / (double)family[k]),
                want[i][k]);
}

static void test_plans(void **state) {
    (void)state;
    const size_t most[] = {0, 5, 6, 10, 30, 40, 100};
    const char *const want[] = {"",
                                " 5*1",
                                " 6*3.2",
                                " 6*3.2 8*4 10*4",
                                " 6*3.2 8*4 12*4 18*4 27*4 30*4",
                                " 6*3.2 8*4 12*4 18*4 27*4 40*4",
                                " 6*3.2 8*4 12*4 18*4 27*4 40*4 100*16"};
    for (size_t i = 0; i < 7; i++) {
        char plan[128] = "";
        for (size_t look = 0; (look = lf_look_next(look, most[i]));)
            snprintf(plan + strlen(plan), sizeof plan - strlen(plan), " %zu*%g", look,
                     lf_look_factor(look, most[i]));
        assert_string_equal(plan, want[i]);
    }
}

/* All signs of all sizes in {0..3}^5: what the tail says is never less than what happens. */
static void test_ties_by_enumeration(void **state) {
    (void)state;
    for (unsigned sizes = 0; sizes < 1024; sizes++) {
        size_t as_large[17] = {0}; /* patterns whose count is at least so much */
        for (unsigned signs = 0; signs < 32; signs++) {
            double x[5];
            for (unsigned i = 0; i < 5; i++)
                x[i] = (signs >> i & 1 ? 1 : -1) * (double)(sizes >> 2 * i & 3);
            for (size_t w = 0; w <= count(5, x); w++)
                as_large[w]++;
        }
        for (size_t w = 0; w <= 15; w++)
            assert_true((double)as_large[w] <= 32 * lf_stat_tail(LF_TEST_PAIR_SUMS, 5, w) + 1e-9);
    }
}

/* Which six of eight sizes come first, and all signs: what two looks spend of the level. */
static void test_spending_by_enumeration(void **state) {
    (void)state;
    size_t first = 0, either = 0, orders = 0;
    for (unsigned early = 0; early < 256; early++) {
        if (__builtin_popcount(early) != 6) continue;
        orders++;
        for (unsigned signs = 0; signs < 256; signs++) {
            double x[8];
            size_t n = 0;
            for (unsigned pass = 0; pass < 2; pass++)
                for (unsigned i = 0; i < 8; i++)
                    if ((early >> i & 1) != pass) x[n++] = (signs >> i & 1 ? 1 : -1) * (i + 1.0);
            const lf_differences six = known(6, x), eight = known(8, x);
            first += lf_stat_reaches(tested(&six).held, level);
            either += lf_stat_reaches(tested(&eight).held, level);
        }
    }
    assert_int_equal(orders, 28);
    assert_near((double)first / (28 * 256), .015625, 1e-15);
    assert_near((double)either / (28 * 256), .02148438, 1e-8);
}

/* The test reaches an error exactly for what is below the lower end of the interval. */
static void test_duality(void **state) {
    (void)state;
    for (uint64_t sample = 0; sample < 200; sample++) {
        uint64_t bits[4];
        double x[16], moved[16];
        const size_t n = 6 + sample % 10;
        for (size_t i = 0; i < n; i++) {
            lf_stream_block(1, LF_STREAM_TEST, sample, i, 0, bits);
            moved[i] = x[i] = lf_stream_normal(bits[0], bits[1]);
        }
        const lf_paired_test test = sample % 2 ? LF_TEST_SIGNS : LF_TEST_PAIR_SUMS;
        const double end = lf_stat_lower_end(test, moved, n, level);
        for (int side = -1; side <= 1; side += 2) {
            for (size_t i = 0; i < n; i++)
                moved[i] = x[i] - (end + side * 1e-9);
            const size_t above = lf_stat_positive(test, moved, n);
            assert_int_equal(lf_stat_tail(test, n, above) <= level, side < 0);
        }
    }
}

/* With one of six against it, both of two more are for it in 25 of 36 draws: too few for the next
 * look. As many of either sign: nothing to be seen. */
static void test_projection(void **state) {
    (void)state;
    lf_projection projection;
    lf_differences d = known(6, twelve);
    assert_ok(lf_sequential_project(&d, level, &projection));
    assert_int_equal(projection.seeds, 12);
    double even[18];
    for (size_t i = 0; i < 18; i++)
        even[i] = (i % 2 ? 1 : -1) * (double)(i / 2 + 1);
    d = known(18, even);
    assert_ok(lf_sequential_project(&d, level, &projection));
    assert_int_equal(projection.seeds, 0);
    assert_true(projection.futile);
    d = known(18, small);
    assert_ok(lf_sequential_project(&d, level, &projection));
    assert_true(projection.seeds > 40);
    assert_ok(
        lf_sequential_project(&d, 1e-11, &projection)); /* no one-sided rounding of 1 - level */
    assert_true(projection.seeds > 200 && projection.seeds < 100000);
    d.tie = .4;
    assert_ok(lf_sequential_project(&d, level, &projection));
    assert_false(projection.futile);
}

static void test_few_and_many(void **state) {
    (void)state;
    double many[100];
    for (size_t i = 0; i < 100; i++)
        many[i] = i % 3 ? 1 + (double)i : -1 - (double)i;
    const lf_differences five = known(5, (const double[]){1, 2, 3, 4, 5}), four = known(4, twelve),
                         all = known(100, many), none = known(0, NULL);
    assert_near(tested(&five).held, 1.0 / 32, 1e-15);
    assert_true(tested(&four).held > level);
    assert_true(tested(&all).held < level);
    assert_near(tested(&none).held, 1, 0);
    lf_interval interval;
    assert_ok(lf_sequential_interval(&none, level, &interval));
    assert_true(isnan(interval.estimate));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_numbers),
        cmocka_unit_test(test_censored),
        cmocka_unit_test(test_tie),
        cmocka_unit_test(test_order_of_verdicts),
        cmocka_unit_test(test_claims_of_several),
        cmocka_unit_test(test_smallest_counts),
        cmocka_unit_test(test_plans),
        cmocka_unit_test(test_ties_by_enumeration),
        cmocka_unit_test(test_spending_by_enumeration),
        cmocka_unit_test(test_duality),
        cmocka_unit_test(test_projection),
        cmocka_unit_test(test_few_and_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
