/* Which runs are compared, and how far apart they lie. */
#include "baseline.h"
#include "near.h"

static const lf_track_rule rule = {0.01, 0.05, 1e-6};

/* Three seeds of five are not made again: that is no part of the answer, and it says so. */
static void test_left_out(void **state) {
    (void)state;
    lf_track before = baseline_make(3, 1, 0, 5), fewer = baseline_make(3, 1, 0, 2),
             others = baseline_make(3, 1, 100, 5);
    lf_track_check check;
    assert_ok(lf_track_decide(&before, &fewer, &rule, &check));
    assert_int_equal(check.count[LF_TRACK_IDENTICAL], 3);
    assert_string_equal(check.hint,
                        "9 of 15 recorded runs were not made again: nothing is known of "
                        "their seeds");
    lf_track_check_clear(&check);
    assert_ok(lf_track_decide(&before, &others, &rule, &check));
    assert_string_equal(check.hint, "");
    lf_track_check_clear(&check);
    lf_track_clear(&before);
    lf_track_clear(&fewer);
    lf_track_clear(&others);
}

/* Of other data than recorded: refused by a check, noted between two versions of a history. A pair
 * that has none, or whose file is of before it was kept, is taken as it is. */
static void test_other_data(void **state) {
    (void)state;
    lf_track before = baseline_make(1, 1, 0, 2), now = baseline_make(1, 1, 0, 2);
    lf_track_check check;
    before.pair[0].data = strdup("0123456789abcdef");
    assert_ok(lf_track_agree(&before, &now));
    assert_ok(lf_track_agree(&now, &before));
    now.pair[0].data = strdup("0123456789abcdef");
    assert_ok(lf_track_agree(&before, &now));
    now.pair[0].data[0] = 'f';
    assert_int_equal(lf_track_agree(&before, &now), LF_BAD_INPUT);
    assert_string_equal(lf_message(),
                        "data p0 m0: recorded with SHA-256 0123456789ab, and here it is "
                        "f123456789ab, so a check says nothing about the code; restore the data, "
                        "or record it again");
    assert_ok(lf_track_decide(&before, &now, &rule, &check));
    assert_string_equal(check.row[0].note, "data: 0123456789abcdef -> f123456789abcdef");
    lf_track_check_clear(&check);
    lf_track_clear(&before);
    lf_track_clear(&now);
}

/* Nor is a run with another budget, or other checkpoints, a change of the code. */
static void test_other_budget(void **state) {
    (void)state;
    lf_track before = baseline_make(1, 1, 0, 2), now = baseline_make(1, 1, 0, 2);
    free(now.pair[0].budget);
    now.pair[0].budget = strdup("20:steps");
    assert_int_equal(lf_track_agree(&before, &now), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "budget p0 m0: recorded with '"));
    assert_non_null(strstr(lf_message(), "and here it is '20:steps', so a check says nothing about "
                                         "the code; restore the budget, or record it again"));
    lf_track_clear(&before);
    lf_track_clear(&now);
}

/* How often expensive metrics are evaluated belongs to the budget, too. A file of before this was
 * kept does not say, and is taken as it is. */
static void test_other_cadence(void **state) {
    (void)state;
    static const struct {
        const char *before, *now;
        lf_status status;
    } cases[] = {
        {"3:steps, 9 even checkpoints, 2 expensive", "3:steps, 9 even checkpoints, 2 expensive",
         LF_OK},
        {"3:steps, 9 even checkpoints, 2 expensive", "3:steps, 9 even checkpoints, 5 expensive",
         LF_BAD_INPUT},
        {"3:steps, 9 even checkpoints, 2 expensive", "3:steps, 9 even checkpoints", LF_BAD_INPUT},
        {"3:steps, 9 even checkpoints", "3:steps, 9 even checkpoints, 12 expensive", LF_OK},
        {"3:steps, 9 even checkpoints, stop at FV<1",
         "3:steps, 9 even checkpoints, 12 expensive, stop at FV<1", LF_OK},
        {"3:steps, 9 even checkpoints, stop at FV<1", "3:steps, 9 even checkpoints, 2 expensive",
         LF_BAD_INPUT},
        {"3:steps, 8 even checkpoints", "3:steps, 9 even checkpoints, 2 expensive", LF_BAD_INPUT},
        {"3:steps", "3:steps, 9 even checkpoints, 2 expensive", LF_BAD_INPUT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lf_track before = baseline_make(1, 1, 0, 2), now = baseline_make(1, 1, 0, 2);
        lf_track_check check;
        free(before.pair[0].budget);
        free(now.pair[0].budget);
        before.pair[0].budget = strdup(cases[i].before);
        now.pair[0].budget = strdup(cases[i].now);
        assert_int_equal(lf_track_agree(&before, &now), cases[i].status);
        assert_ok(lf_track_decide(&before, &now, &rule, &check));
        assert_int_equal(strstr(check.row[0].note, "budget") != NULL, cases[i].status != LF_OK);
        lf_track_check_clear(&check);
        lf_track_clear(&before);
        lf_track_clear(&now);
    }
}

/* One trace has one number of oracle calls to each target, and a run that is done was not recorded
 * as failed. */
static void test_other_end(void **state) {
    (void)state;
    lf_track before = baseline_make(1, 2, 0, 2), now = baseline_make(1, 2, 0, 2);
    lf_track_run *run = &before.pair[0].run[1];
    run->status = LF_RUN_FAILED;
    run->value[0].final = run->value[1].final = NAN;
    assert_int_equal(lf_track_agree(&before, &now), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "run p0 m0 1: other status than its trace gives"));
    assert_ok(lf_track_agree(&now, &before)); /* a crash at the end is a finding */
    now.pair[0].run[1].status = LF_RUN_DIVERGED;
    run->value[1].cost[0] *= 2;
    assert_int_equal(lf_track_agree(&before, &now), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "run p0 m0 1: other loss1 than its trace gives"));
    baseline_hash(run, 0xfa11);
    assert_ok(lf_track_agree(&before, &now));
    lf_track_clear(&before);
    lf_track_clear(&now);
}

/* Costs to the targets of the dearest seed and the cheapest; never is twice the longest run. */
static void test_spread(void **state) {
    (void)state;
    lf_track track = baseline_make(1, 2, 0, 5);
    lf_track_pair *pair = &track.pair[0];
    assert_near(lf_track_spread(pair, 0), 1, 1e-12);
    for (size_t i = 0; i < 5; i++)
        baseline_slow(pair, i, 1 + 0.1 * (double)i);
    assert_near(lf_track_spread(pair, 1), 1.4, 1e-12);
    pair->run[0].value[1].cost[2] = INFINITY;
    assert_near(lf_track_spread(pair, 1), cbrt(20. / 6) / 1.1, 1e-12);
    pair->metric[1].targets = 0;
    assert_near(lf_track_spread(pair, 1), 1, 0);
    lf_track_clear(&track);
}

/* Two metrics of which the second is better when higher, and all of whose runs end at five ranges
 * from zero on the worse side of the start; no targets. */
static lf_track ended_badly(uint64_t first) {
    lf_track track = baseline_make(2, 2, first, 5);
    for (size_t p = 0; p < 2; p++) {
        lf_track_pair *pair = &track.pair[p];
        pair->metric[0].targets = pair->metric[1].targets = 0;
        pair->metric[1].higher = true;
        for (size_t i = 0; i < 5; i++) {
            pair->run[i].value[0].final = 5 + 0.01 * (double)i;
            pair->run[i].value[1].final = -5 - 0.01 * (double)i;
            baseline_hash(&pair->run[i], 0xbad00 + 16 * first + i);
        }
    }
    return track;
}

static void diverge(lf_track_pair *pair, size_t from) {
    for (size_t i = from; i < pair->runs; i++) {
        pair->run[i].status = LF_RUN_DIVERGED;
        for (size_t k = 0; k < pair->metrics; k++)
            pair->run[i].value[k].final = NAN;
    }
}

/* Verdicts on the two metrics of the first pair, and on those of the second. */
static void expect(const lf_track *before, const lf_track *now, lf_track_verdict first,
                   lf_track_verdict second) {
    lf_track_check check;
    assert_ok(lf_track_decide(before, now, &rule, &check));
    for (size_t k = 0; k < 2; k++) {
        assert_string_equal(lf_track_verdict_name(check.row[k].verdict),
                            lf_track_verdict_name(first));
        assert_string_equal(lf_track_verdict_name(check.row[2 + k].verdict),
                            lf_track_verdict_name(second));
    }
    lf_track_check_clear(&check);
}

/* Nothing ends worse than a run that diverged, whichever side recorded it, and however far finite
 * values went; among themselves such runs are equal. */
static void test_diverged(void **state) {
    (void)state;
    lf_track ended = ended_badly(0), others = ended_badly(100), lost = ended_badly(200);
    diverge(&lost.pair[0], 0);
    expect(&ended, &others, LF_TRACK_NOISE, LF_TRACK_NOISE);
    expect(&ended, &lost, LF_TRACK_WORSE, LF_TRACK_NOISE);
    expect(&lost, &ended, LF_TRACK_BETTER, LF_TRACK_NOISE);
    diverge(&others.pair[0], 0);
    expect(&others, &lost, LF_TRACK_NOISE, LF_TRACK_NOISE);
    for (size_t i = 0; i < 5; i++) { /* so far out that rounding hides one range */
        ended.pair[0].run[i].value[0].final *= 1e18;
        ended.pair[0].run[i].value[1].final *= 1e18;
    }
    expect(&ended, &lost, LF_TRACK_WORSE, LF_TRACK_NOISE);
    lf_track_clear(&ended);
    lf_track_clear(&others);
    lf_track_clear(&lost);
}

/* One run that diverged on other seeds is one range beyond the rest and no further, so that what
 * the others of its method lost is still seen, and so is another method's loss. */
static void test_diverged_once(void **state) {
    (void)state;
    lf_track before = ended_badly(0), now = ended_badly(100);
    for (size_t p = 0; p < 2; p++)
        for (size_t i = 0; i < 5; i++) {
            now.pair[p].run[i].value[0].final += 3;
            now.pair[p].run[i].value[1].final -= 3;
        }
    diverge(&now.pair[0], 4);
    expect(&before, &now, LF_TRACK_WORSE, LF_TRACK_WORSE);
    lf_track_clear(&before);
    lf_track_clear(&now);
}

/* A metric that no run evaluates any more is missed like one that is gone, whether seeds matter or
 * not; where no run ended there is nothing to miss. */
static void test_not_evaluated(void **state) {
    (void)state;
    lf_track before = ended_badly(0), now = ended_badly(0);
    before.pair[1].deterministic = true;
    for (size_t p = 0; p < 2; p++)
        for (size_t i = 0; i < 5; i++) {
            now.pair[p].run[i].value[0].final = now.pair[p].run[i].value[1].final = NAN;
            baseline_hash(&now.pair[p].run[i], 0xdea00 + i);
        }
    expect(&before, &now, LF_TRACK_MISSING, LF_TRACK_MISSING);
    diverge(&now.pair[0], 0);
    expect(&before, &now, LF_TRACK_WORSE, LF_TRACK_MISSING);
    lf_track_clear(&before);
    lf_track_clear(&now);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_left_out),      cmocka_unit_test(test_other_data),
        cmocka_unit_test(test_other_budget),  cmocka_unit_test(test_other_cadence),
        cmocka_unit_test(test_other_end),     cmocka_unit_test(test_spread),
        cmocka_unit_test(test_diverged),      cmocka_unit_test(test_diverged_once),
        cmocka_unit_test(test_not_evaluated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
