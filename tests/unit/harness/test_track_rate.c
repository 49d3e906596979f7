/**
 * How often a check raises a false alarm, and how often it catches what it must: simulated.
 *
 * LF_TRACK_CHECKS=20000 build/release/tests/test_track_rate prints the figures from as many checks.
 */
#include "baseline.h"
#include "core/stream.h"
#include "near.h"

enum { PAIRS = 8, METRICS = 2, GRID = 20 };
static const lf_track_rule rule = {0.01, 0.05, 1e-6};

/* A random number generator with a memory, on top of the stream. */
typedef struct {
    uint64_t seed, used, bits[4];
} dice;

static uint64_t roll(dice *d) {
    if (d->used % 4 == 0) lf_stream_block(d->seed, LF_STREAM_TEST, 0, 0, d->used / 4, d->bits);
    return d->bits[d->used++ % 4];
}

/* Student's t with two degrees of freedom: infinite variance. */
static double heavy(dice *d) {
    const uint64_t a = roll(d), b = roll(d);
    return lf_stream_normal(a, b) / sqrt(-2 * log(1 - lf_stream_uniform(roll(d))) / 2);
}

/* How the pair's runs are spread: steady, ordinary, wild, and wild on a coarse grid, half of the
 * runs never reaching the last target. */
static const double spreads[4] = {0.02, 0.2, 0.5, 0.5};

/* Give a run costs and a final value. `luck` belongs to the seed and is shared by all methods. */
static void simulate(dice *d, size_t pair, double luck, double factor, lf_track_pair *p, size_t i) {
    lf_track_run *run = &p->run[i];
    const double spread = spreads[pair % 4];
    for (size_t k = 0; k < p->metrics; k++) {
        double speed = factor * exp(spread * (luck + heavy(d)) / 2);
        for (size_t t = 0; t < LF_TRACK_TARGETS; t++) {
            double cost = 1500 * (double)(t + 1) * (pair % 4 == 3 ? 2.2 : 1) * speed;
            if (pair % 4 == 3) cost = ceil(cost * GRID / BASELINE_CALLS) * BASELINE_CALLS / GRID;
            run->value[k].cost[t] = cost <= BASELINE_CALLS ? fmax(cost, 1) : INFINITY;
        }
        const double gap = 0.1 + 0.02 * spread * heavy(d);
        run->value[k].final = pair % 2 ? round(50 * gap) / 50 : gap; /* ties */
    }
    baseline_hash(run, roll(d) ^ (factor > 1));
}

/* A baseline with `seeds` seeds from `first`; pair 1 is `factor` times slower. */
static lf_track sample(uint64_t stream, uint64_t first, size_t seeds, double factor) {
    dice d = {.seed = stream};
    lf_track track = baseline_make(PAIRS, METRICS, first, seeds);
    for (size_t i = 0; i < seeds; i++) {
        const double luck = heavy(&d);
        for (size_t p = 0; p < PAIRS; p++)
            simulate(&d, p, luck, p == 1 ? factor : 1, &track.pair[p], i);
    }
    return track;
}

/* What came of the simulated checks. */
typedef struct {
    size_t checks, alarms, caught, undecidable;
    double stated; /* mean of what the checks say of their own false alarms */
} tally;

/* Where the randomness of the checked runs comes from: other seeds; the same seeds, after a change
 * that shuffled all draws; the same seeds with the same draws. */
typedef enum { OTHER, SHUFFLED, COUPLED } randomness;

static tally run(size_t checks, size_t seeds, randomness now_is, double factor) {
    tally t = {.checks = checks};
    for (size_t c = 0; c < checks; c++) {
        lf_track before = sample(2 * c, 0, seeds, 1);
        lf_track now =
            sample(now_is == COUPLED ? 2 * c : 2 * c + 1, now_is == OTHER ? 100 : 0, seeds, factor);
        lf_track_check check;
        assert_ok(lf_track_decide(&before, &now, &rule, &check));
        bool caught = false, alarm = false;
        for (size_t i = 0; i < check.rows; i++) {
            const bool worse = check.row[i].verdict == LF_TRACK_WORSE;
            (i / METRICS == 1 && factor > 1) ? (caught |= worse) : (alarm |= worse);
        }
        t.caught += caught;
        t.alarms += alarm;
        t.stated += check.alarms / (double)checks;
        t.undecidable += check.count[LF_TRACK_UNDECIDABLE] > 0;
        lf_track_check_clear(&check);
        lf_track_clear(&before);
        lf_track_clear(&now);
    }
    return t;
}

static size_t checks_wanted(size_t standard) {
    const char *text = getenv("LF_TRACK_CHECKS");
    return text ? (size_t)strtoul(text, NULL, 10) : standard;
}

/* A rate that is truly at most `most` exceeds this in one of ten thousand simulations. */
static double bound(double most, size_t checks) {
    return most + 3.72 * sqrt(most * (1 - most) / (double)checks);
}

static void expect_rate(const char *what, size_t count, size_t checks, double most) {
    const double rate = (double)count / (double)checks;
    print_message("%s: %zu of %zu checks, %.2f %%; stated: at most %.2f %%\n", what, count, checks,
                  100 * rate, 100 * most);
    assert_true(rate <= bound(most, checks));
}

static void test_other_seeds(void **state) {
    (void)state;
    const tally t = run(checks_wanted(1000), 5, OTHER, 1);
    expect_rate("false alarms, 5 other seeds", t.alarms, t.checks, rule.level);
    assert_near(t.stated, rule.level, 1e-12);
}

/* 3432 relabellings each, so fewer checks. */
static void test_seven_other_seeds(void **state) {
    (void)state;
    const tally t = run(checks_wanted(1000) / 10, 7, OTHER, 1);
    expect_rate("false alarms, 7 other seeds", t.alarms, t.checks, rule.level);
}

/* The same seeds, everything reshuffled: 1/32 is the smallest level that 5 seeds allow, 1/16 if one
 * of them is tied, as they may be here. Each check says which it was. */
static void test_same_seeds(void **state) {
    (void)state;
    tally t = run(checks_wanted(1000), 5, SHUFFLED, 1);
    expect_rate("reshuffled, 5 same seeds", t.alarms, t.checks, t.stated);
    assert_true(t.stated >= 1 / 32.0);
    t = run(checks_wanted(1000), 7, SHUFFLED, 1);
    expect_rate("reshuffled, 7 same seeds", t.alarms, t.checks, t.stated);
}

static void test_few_seeds(void **state) {
    (void)state;
    const tally t = run(200, 3, OTHER, 1);
    assert_int_equal(t.alarms, 0);
    assert_true(t.undecidable > 0);
}

static void expect_power(const char *what, const tally *t, double least) {
    const double rate = (double)t->caught / (double)t->checks;
    print_message("%s: caught in %zu of %zu checks, %.1f %%\n", what, t->caught, t->checks,
                  100 * rate);
    assert_true(rate >= least);
}

/* One of eight methods needs three times the oracle calls; its seeds differ by some 20 %. */
static void test_power(void **state) {
    (void)state;
    const size_t checks = checks_wanted(1000) / 5;
    tally t = run(checks, 5, COUPLED, 3);
    expect_power("3 times slower, 5 same seeds", &t, 1);
    t = run(checks, 1, COUPLED, 3);
    expect_power("3 times slower, 1 same seed", &t, 0.95);
    t = run(checks, 5, SHUFFLED, 3);
    expect_power("3 times slower, 5 same seeds, reshuffled", &t, 0.8);
    t = run(checks, 5, OTHER, 3);
    expect_power("3 times slower, 5 other seeds", &t, 0.8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_seeds), cmocka_unit_test(test_seven_other_seeds),
        cmocka_unit_test(test_same_seeds),  cmocka_unit_test(test_few_seeds),
        cmocka_unit_test(test_power),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
