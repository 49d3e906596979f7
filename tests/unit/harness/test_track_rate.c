/**
 * How often a check raises a false alarm, and how often it catches what it must: simulated.
 *
 * LF_TRACK_CHECKS=10000 build/release/tests/test_track_rate prints the figures from as many checks.
 */
#include "baseline.h"
#include "near.h"
#include "numeric/stream.h"

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

/* What the noise is: normal, or Student's t with two degrees of freedom, of infinite variance. */
typedef enum { NORMAL, HEAVY } noise;

static double shake(dice *d, noise kind) {
    const uint64_t a = roll(d), b = roll(d), c = roll(d);
    const double normal = lf_stream_normal(a, b);
    return kind == NORMAL ? normal : normal / sqrt(-log(1 - lf_stream_uniform(c)));
}

/* Where the randomness of the checked runs comes from: the same seeds with the same draws; the same
 * seeds, after a change that shuffled all draws; other seeds. */
typedef enum { COUPLED, SHUFFLED, OTHER } randomness;

/* A simulated check. Nothing differs but what is said here. */
typedef struct {
    noise noise;
    size_t seeds;
    randomness now;
    double slower;  /* pair 1 needs so many times its oracle calls */
    double faster;  /* the last half of the pairs were recorded with so many times theirs */
    double erratic; /* chance of one of their runs to reach no target, before and after */
} scene;

/* How the pair's runs are spread: steady, ordinary, wild, and wild on a coarse grid, half of the
 * runs never reaching the last target. */
static const double spreads[4] = {0.02, 0.2, 0.5, 0.5};

/* Give a run costs and a final value. `luck` belongs to the seed and is shared by all methods. */
static void simulate(dice *d, noise kind, size_t pair, double luck, double factor, lf_track_pair *p,
                     size_t i) {
    lf_track_run *run = &p->run[i];
    const double spread = spreads[pair % 4];
    for (size_t k = 0; k < p->metrics; k++) {
        double speed = factor * exp(spread * (luck + shake(d, kind)) / 2);
        for (size_t t = 0; t < LF_TRACK_TARGETS; t++) {
            double cost = 1500 * (double)(t + 1) * (pair % 4 == 3 ? 2.2 : 1) * speed;
            if (pair % 4 == 3) cost = ceil(cost * GRID / BASELINE_CALLS) * BASELINE_CALLS / GRID;
            run->value[k].cost[t] = cost <= BASELINE_CALLS ? fmax(cost, 1) : INFINITY;
        }
        const double gap = 0.1 + 0.02 * spread * shake(d, kind);
        run->value[k].final = pair % 2 ? round(50 * gap) / 50 : gap; /* ties */
    }
    baseline_hash(run, roll(d) ^ (factor > 1));
}

/* A baseline of the scene with seeds from `first`, before the change or after it. */
static lf_track sample(const scene *of, uint64_t stream, uint64_t first, bool after) {
    dice d = {.seed = stream};
    lf_track track = baseline_make(PAIRS, METRICS, first, of->seeds);
    for (size_t i = 0; i < of->seeds; i++) {
        const double luck = shake(&d, of->noise);
        for (size_t p = 0; p < PAIRS; p++) {
            const bool last = p >= PAIRS / 2;
            const bool lost = last && of->erratic > 0 && lf_stream_uniform(roll(&d)) < of->erratic;
            const double factor = lost    ? BASELINE_CALLS
                                  : after ? (p == 1 ? of->slower : 1)
                                  : last  ? of->faster
                                          : 1;
            simulate(&d, of->noise, p, luck, factor, &track.pair[p], i);
        }
    }
    return track;
}

/* What came of the simulated checks. */
typedef struct {
    size_t checks, alarms, caught, undecidable;
    size_t kept_alarms, kept; /* of those, what other seeds confirm */
    size_t apart;             /* each new run of pair 1 is dearer than each old one, in a metric */
    double stated;            /* mean of what the checks say of their own false alarms */
} tally;

static void count_worse(const scene *of, const lf_track_check *check, size_t *alarms,
                        size_t *caught) {
    bool right = false, alarm = false;
    for (size_t i = 0; i < check->rows; i++) {
        const bool worse = check->row[i].verdict == LF_TRACK_WORSE;
        *(i / METRICS == 1 && of->slower > 1 ? &right : &alarm) |= worse;
    }
    *caught += right;
    *alarms += alarm;
}

static void count(const scene *of, const lf_track_check *check, tally *t) {
    count_worse(of, check, &t->alarms, &t->caught);
    t->stated += check->alarms / (double)t->checks;
    t->undecidable += check->count[LF_TRACK_UNDECIDABLE] > 0;
}

/* With 5 and 5 other seeds p is at least 2/252, and 4/252 is above the level: only the arrangement
 * with the largest statistic of all is called. If a new run is cheaper than an old one, to exchange
 * the two gives a larger one, whatever the statistic, as long as it grows with each new cost and
 * falls with each old one. So no test of that kind catches what is not apart. */
static bool apart(const lf_track *before, const lf_track *now) {
    for (size_t k = 0; k < METRICS; k++) {
        double old = 0, new = INFINITY;
        for (size_t i = 0; i < before->pair[1].runs; i++) {
            old = fmax(old, before->pair[1].run[i].value[k].cost[0]);
            new = fmin(new, now->pair[1].run[i].value[k].cost[0]);
        }
        if (new > old) return true;
    }
    return false;
}

static tally run(size_t checks, const scene *of) {
    tally t = {.checks = checks};
    for (size_t c = 0; c < checks; c++) {
        lf_track before = sample(of, 2 * c, 0, false);
        lf_track now =
            sample(of, of->now == COUPLED ? 2 * c : 2 * c + 1, of->now == OTHER ? 100 : 0, true);
        lf_track_check check;
        assert_ok(lf_track_decide(&before, &now, &rule, &check));
        count(of, &check, &t);
        t.apart += apart(&before, &now);
        if (lf_track_doubtful(&check)) {
            lf_track again = sample(of, 2 * (checks + c), 200, true);
            assert_ok(lf_track_confirm(&before, &again, &check));
            lf_track_clear(&again);
        }
        count_worse(of, &check, &t.kept_alarms, &t.kept);
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

/* Nothing is worse: false alarms at most as stated, by the checks themselves on the same seeds. */
static void expect_quiet(const char *what, size_t checks, const scene *of) {
    const tally t = run(checks, of);
    const double most = of->now == OTHER ? rule.level : t.stated;
    print_message("%s: %zu false alarms in %zu checks, %.2f %%, confirmed %.2f %%; stated: at most "
                  "%.2f %%\n",
                  what, t.alarms, checks, 100 * (double)t.alarms / (double)checks,
                  100 * (double)t.kept_alarms / (double)checks, 100 * most);
    assert_true(t.kept_alarms <= t.alarms);
    assert_true((double)t.alarms / (double)checks <= bound(most, checks));
    assert_true(of->now != OTHER || fabs(t.stated - rule.level) < 1e-12);
}

/* One of eight methods needs three times the oracle calls; its seeds differ by some 20 %. */
static void expect_caught(const char *what, size_t checks, const scene *of, double least) {
    const tally t = run(checks, of);
    const double rate = (double)t.caught / (double)checks;
    print_message("%s: caught in %zu of %zu checks, %.2f %%, confirmed %.2f %%", what, t.caught,
                  checks, 100 * rate, 100 * (double)t.kept / (double)checks);
    print_message("; costs apart in %.2f %%\n", 100 * (double)t.apart / (double)checks);
    assert_true(t.kept <= t.caught && (double)t.kept >= 0.97 * (double)t.caught);
    assert_true(rate >= least - 3.72 * sqrt(least * (1 - least) / (double)checks));
}

static void test_other_seeds(void **state) {
    (void)state;
    const size_t checks = checks_wanted(500);
    expect_quiet("5 other seeds", checks, &(scene){HEAVY, 5, OTHER, 1, 1});
    expect_quiet("5 other seeds, half improved", checks, &(scene){HEAVY, 5, OTHER, 1, 3});
    expect_quiet("5 other seeds, normal", checks, &(scene){NORMAL, 5, OTHER, 1, 1});
    expect_quiet("5 other seeds, normal, half improved", checks, &(scene){NORMAL, 5, OTHER, 1, 3});
    /* 3432 relabellings each, so fewer checks. */
    expect_quiet("7 other seeds", checks / 10, &(scene){HEAVY, 7, OTHER, 1, 1});
    expect_quiet("7 other seeds, half improved", checks / 10, &(scene){HEAVY, 7, OTHER, 1, 3});
}

/* The same seeds, everything reshuffled. 1/16 is the smallest level that 5 seeds allow, 1/8 if one
 * of them is tied, as they may be here. Each check says which it was. */
static void test_same_seeds(void **state) {
    (void)state;
    const size_t checks = checks_wanted(500);
    expect_quiet("5 same seeds, reshuffled", checks, &(scene){HEAVY, 5, SHUFFLED, 1, 1});
    expect_quiet("5 same seeds, half improved", checks, &(scene){HEAVY, 5, SHUFFLED, 1, 3});
    expect_quiet("5 same seeds, normal", checks, &(scene){NORMAL, 5, SHUFFLED, 1, 1});
    expect_quiet("5 same seeds, normal, half improved", checks,
                 &(scene){NORMAL, 5, SHUFFLED, 1, 3});
    expect_quiet("7 same seeds, reshuffled", checks, &(scene){HEAVY, 7, SHUFFLED, 1, 1});
    expect_quiet("10 same seeds, reshuffled", checks / 10, &(scene){HEAVY, 10, SHUFFLED, 1, 1});
}

static void test_few_seeds(void **state) {
    (void)state;
    const tally t = run(200, &(scene){HEAVY, 3, OTHER, 1, 1});
    assert_int_equal(t.alarms, 0);
    assert_true(t.undecidable > 0);
}

static void test_power_same_seeds(void **state) {
    (void)state;
    const size_t checks = checks_wanted(500);
    expect_caught("5 same seeds", checks, &(scene){HEAVY, 5, COUPLED, 3, 1}, 0.99);
    expect_caught("5 same seeds, others improved", checks, &(scene){HEAVY, 5, COUPLED, 3, 3}, 0.99);
    expect_caught("1 same seed", checks, &(scene){HEAVY, 1, COUPLED, 3, 1}, 0.95);
    expect_caught("reshuffled, normal", checks, &(scene){NORMAL, 5, SHUFFLED, 3, 1}, 0.99);
    expect_caught("reshuffled, normal, others improved", checks,
                  &(scene){NORMAL, 5, SHUFFLED, 3, 3}, 0.99);
    expect_caught("reshuffled", checks, &(scene){HEAVY, 5, SHUFFLED, 3, 1}, 0.85);
    expect_caught("reshuffled, others improved", checks, &(scene){HEAVY, 5, SHUFFLED, 3, 3}, 0.85);
}

static void test_power_other_seeds(void **state) {
    (void)state;
    const size_t checks = checks_wanted(500);
    expect_caught("5 other seeds, normal", checks, &(scene){NORMAL, 5, OTHER, 3, 1}, 0.95);
    expect_caught("5 other seeds, normal, others improved", checks,
                  &(scene){NORMAL, 5, OTHER, 3, 3}, 0.95);
    expect_caught("5 other seeds", checks, &(scene){HEAVY, 5, OTHER, 3, 1}, 0.8);
    expect_caught("5 other seeds, others improved", checks, &(scene){HEAVY, 5, OTHER, 3, 3}, 0.8);
    /* 3432 relabellings each, so fewer checks. */
    expect_caught("7 other seeds", checks / 10, &(scene){HEAVY, 7, OTHER, 3, 1}, 0.94);
    expect_caught("7 other seeds, others improved", checks / 10, &(scene){HEAVY, 7, OTHER, 3, 3},
                  0.9);
    /* With five seeds the luck of others hides a loss; seven leave room for it. */
    expect_caught("5 other seeds, others erratic", checks, &(scene){NORMAL, 5, OTHER, 3, 1, 0.5},
                  0.4);
    expect_caught("7 other seeds, others erratic", checks / 10,
                  &(scene){NORMAL, 7, OTHER, 3, 1, 0.5}, 0.95);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_seeds),       cmocka_unit_test(test_same_seeds),
        cmocka_unit_test(test_few_seeds),         cmocka_unit_test(test_power_same_seeds),
        cmocka_unit_test(test_power_other_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
