/* How often speed-ups and frontiers of two methods that do not differ are decided all the same.
 *
 * LF_CLAIM_TRIALS=1000 build/release/tests/test_claim_rates prints what docs/statistics.md says.
 */
#include <math.h>
#include <stdlib.h>

#include "harness/statistics/sequential.h"
#include "made_frontier.h"
#include "numeric/stream.h"

enum { SEEDS = 40, FRONTIER_SEEDS = 27, POINTS = 13, FAMILY = 2 };

static size_t trials(size_t few) {
    const char *text = getenv("LF_CLAIM_TRIALS");
    return text ? strtoul(text, NULL, 10) : few;
}

static void draw(uint64_t trial, uint64_t seed, uint64_t run, uint64_t bits[4]) {
    lf_stream_block(7, LF_STREAM_TEST, run, trial, seed, bits);
}

/* How often a claim came out each way. */
typedef struct {
    double share[LF_CLAIM_OUTCOMES];
} rates;

static lf_claim_outcome decide(const made *m) {
    lf_claim_verdict verdict;
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    const lf_claim_outcome outcome = verdict.outcome;
    lf_claim_verdict_clear(&verdict);
    return outcome;
}

/* A rate that is at most the level is above it by more than this once in 30,000 times. */
static void at_most(double level, double rate, size_t n) {
    assert_true(rate <= level + 4 * sqrt(level * (1 - level) / (double)n));
}

static void at_most_level(double rate, size_t n) {
    at_most(LF_LOOK_LEVEL, rate, n);
}

/* Runs that fall from 1 to 0 at a random point, or not before their end; or, smooth, at a random
 * rate. */
static void falls(made *m, uint64_t trial, uint64_t seed, size_t method, bool smooth) {
    double fv[POINTS];
    uint64_t bits[4];
    draw(trial, seed, method, bits);
    const double at = -10 * log1p(-lf_stream_uniform(bits[0]));
    const double rate = exp(0.7 * lf_stream_normal(bits[0], bits[1])) / 6;
    for (size_t i = 0; i < POINTS; i++)
        fv[i] = smooth ? exp(-rate * (double)i) : (double)i < at;
    made_run(m, 0, method, seed, LF_RUN_DONE, POINTS, fv, NULL);
}

static rates speedup(const char *target, bool smooth) {
    static char *than[] = {(char *)"b"}, *problems[] = {(char *)"p"};
    static double factor = 1;
    const size_t n = trials(60);
    rates r = {0};
    for (uint64_t trial = 0; trial < n; trial++) {
        void *state = NULL;
        assert_int_equal(made_setup(&state), 0);
        made *m = state;
        m->claim = (lf_experiment_claim){.id = (char *)"c",
                                         .kind = (char *)"speedup",
                                         .method = (char *)"a",
                                         .than_count = 1,
                                         .than = than,
                                         .problems_count = 1,
                                         .problems = problems,
                                         .metric = (char *)"FV",
                                         .target = (char *)target,
                                         .cost = (char *)"calls",
                                         .factor = &factor};
        for (uint64_t run = 0; run < 2 * SEEDS; run++)
            falls(m, trial, run / 2, run % 2, smooth);
        r.share[decide(m)] += 1 / (double)n;
        made_teardown(&state);
    }
    printf("%s, target %s: held %.3f, not held %.3f\n", smooth ? "smooth" : "at once", target,
           r.share[LF_CLAIM_HELD], r.share[LF_CLAIM_NOT_HELD]);
    return r;
}

/* Who sets the target has always got there: of a claim about the other's end only what is held is
 * sure, and of one about its own end only what is refuted; the report says how often the rest is.
 */
static void test_speedups(void **state) {
    (void)state;
    const size_t n = trials(60);
    for (int smooth = 0; smooth < 2; smooth++) {
        const rates fixed = speedup("0.3", smooth);
        at_most_level(fixed.share[LF_CLAIM_HELD], n);
        at_most_level(fixed.share[LF_CLAIM_NOT_HELD], n);
        const rates other = speedup("baseline", smooth), own = speedup("method", smooth);
        at_most_level(other.share[LF_CLAIM_HELD], n);
        at_most_level(own.share[LF_CLAIM_NOT_HELD], n);
        at_most(LF_CLAIM_SET_RATE, other.share[LF_CLAIM_NOT_HELD], n);
        at_most(LF_CLAIM_SET_RATE, own.share[LF_CLAIM_HELD], n);
    }
}

/* Both ends of a family of two are normal in both metrics, and those of a seed are alike; or in
 * whole units in one, at places of no chance in the other. */
static void ends(made *m, uint64_t trial, uint64_t seed, size_t method, bool tied) {
    for (size_t k = 0; k < FAMILY; k++) {
        uint64_t x[4], y[4], both[4];
        draw(trial, seed, 2 * k + method, x);
        draw(trial, seed, 10 + 2 * k + method, y);
        draw(trial, seed, 20 + k, both);
        const double high = lf_stream_normal(y[0], y[1]) + lf_stream_normal(both[0], both[1]);
        made_end(m, k, method, seed, (double)k + (tied ? 0 : 0.1 * lf_stream_normal(x[0], x[1])),
                 2 * (double)k + (tied ? round(high) : high));
    }
}

/* Read at 12, 18 and 27 seeds, as they come: decided at any of them. */
static void frontiers(bool tied) {
    static char *than[] = {(char *)"b"};
    double at = tied ? 0 : 0.5;
    const size_t n = trials(20);
    rates r = {0};
    for (uint64_t trial = 0; trial < n; trial++) {
        void *fresh = NULL;
        assert_int_equal(made_setup(&fresh), 0);
        made *m = fresh;
        lf_experiment_frontier frontier = made_frontier(m);
        for (size_t i = 0; i < 2; i++)
            made_lines[i].problems_count = FAMILY;
        m->experiment.frontiers_count = 1;
        m->experiment.frontiers = &frontier;
        m->claim = (lf_experiment_claim){.id = (char *)"c",
                                         .kind = (char *)"frontier_higher",
                                         .frontier = (char *)"f",
                                         .method = (char *)"a",
                                         .than_count = 1,
                                         .than = than,
                                         .at = &at};
        lf_claim_outcome outcome = LF_CLAIM_UNDECIDED;
        for (uint64_t seed = 0; seed < FRONTIER_SEEDS && outcome == LF_CLAIM_UNDECIDED; seed++) {
            ends(m, trial, seed, 0, tied);
            ends(m, trial, seed, 1, tied);
            if (seed == 11 || seed == 17 || seed == 26) outcome = decide(m);
        }
        r.share[outcome] += 1 / (double)n;
        made_teardown(&fresh);
    }
    printf("frontier%s: held %.3f, not held %.3f\n", tied ? ", in whole units" : "",
           r.share[LF_CLAIM_HELD], r.share[LF_CLAIM_NOT_HELD]);
    at_most_level(r.share[LF_CLAIM_HELD], n);
    at_most_level(r.share[LF_CLAIM_NOT_HELD], n);
}

static void test_frontiers(void **state) {
    (void)state;
    frontiers(false);
    frontiers(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_speedups),
                                       cmocka_unit_test(test_frontiers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
