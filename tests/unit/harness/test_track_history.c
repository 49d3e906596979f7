/* A baseline's past: bits say whether something changed, the rules of a check how much it matters.
 */
#include "past.h"

static const lf_track_row *row_of(const lf_track_history *history, size_t i, const char *method) {
    return lf_track_history_row(history, i, "p0", method, "loss0");
}

/* Unchanged, then one method slower on every seed, then unchanged again. */
static void test_change_point(void **state) {
    lf_track track[3];
    size_t pairs;
    for (size_t i = 0; i < 3; i++) {
        track[i] = baseline_make(3, 1, 0, 5);
        for (size_t run = 0; i > 0 && run < 5; run++)
            baseline_slow(&track[i].pair[1], run, 1.5);
    }
    lf_track_history history = past_make(state, track, 3);
    assert_true(lf_track_history_moved(&history, 1));
    assert_int_equal(lf_track_history_changed(&history, 1, &pairs), 1);
    assert_int_equal(pairs, 3);
    assert_int_equal(row_of(&history, 1, "m1")->verdict, LF_TRACK_WORSE);
    assert_int_equal(row_of(&history, 1, "m0")->verdict, LF_TRACK_IDENTICAL);
    assert_false(lf_track_history_moved(&history, 2));
    assert_int_equal(lf_track_history_changed(&history, 2, &pairs), 0);
    assert_null(row_of(&history, 1, "m7"));
    lf_track_history_clear(&history);
}

/* One bit of one trace is a change point, though nothing that was measured differs. */
static void test_bits_first(void **state) {
    lf_track track[2] = {baseline_make(2, 1, 0, 5), baseline_make(2, 1, 0, 5)};
    size_t pairs;
    baseline_hash(&track[1].pair[0].run[3], 0xfeed);
    lf_track_history history = past_make(state, track, 2);
    assert_true(lf_track_history_moved(&history, 1));
    assert_int_equal(lf_track_history_changed(&history, 1, &pairs), 1);
    assert_int_equal(row_of(&history, 1, "m0")->verdict, LF_TRACK_NOISE);
    assert_int_equal(row_of(&history, 1, "m1")->verdict, LF_TRACK_IDENTICAL);
    lf_track_history_clear(&history);
}

/* Calls to other targets do not compare; the final value still does, and the targets stay. */
static void test_other_targets(void **state) {
    lf_track track[3];
    for (size_t i = 0; i < 3; i++) {
        track[i] = baseline_make(2, 1, 0, 5);
        lf_track_pair *pair = &track[i].pair[0];
        if (i > 0) pair->metric[0].targets = 2; /* the hardest was not made */
        for (size_t run = 0; i > 0 && run < 5; run++)
            baseline_slow(pair, run, 1.5);
        for (size_t run = 0; i > 1 && run < 5; run++)
            pair->run[run].value[0].final = 0.6, baseline_hash(&pair->run[run], 0xbad00 + run);
    }
    lf_track_history history = past_make(state, track, 3);
    const lf_track_row *row = row_of(&history, 1, "m0");
    assert_int_equal(row->verdict, LF_TRACK_NOISE);
    assert_true(isnan(row->calls_ratio));
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(history.version[i].track.pair[0].metric[0].targets, i ? 2 : 3);
    row = row_of(&history, 2, "m0");
    assert_int_equal(row->verdict, LF_TRACK_WORSE);
    assert_near(row->after, 0.6, 0);
    assert_near(row->calls_ratio, 1, 0);
    lf_track_history_clear(&history);
}

/* A method that comes, and one that goes. */
static void test_come_and_go(void **state) {
    lf_track track[3] = {baseline_make(2, 1, 0, 5), baseline_make(3, 1, 0, 5),
                         baseline_make(1, 1, 0, 5)};
    size_t pairs;
    lf_track_history history = past_make(state, track, 3);
    assert_int_equal(row_of(&history, 1, "m2")->verdict, LF_TRACK_NEW);
    assert_int_equal(row_of(&history, 2, "m2")->verdict, LF_TRACK_MISSING);
    assert_int_equal(row_of(&history, 2, "m1")->verdict, LF_TRACK_MISSING);
    assert_int_equal(lf_track_history_changed(&history, 1, &pairs), 0);
    assert_int_equal(pairs, 2);
    assert_true(lf_track_history_moved(&history, 1));
    lf_track_history_clear(&history);
}

/* A file names its commit, and its label says what it is about. */
static void test_names(void **state) {
    lf_track track[2] = {baseline_make(1, 1, 0, 5), baseline_make(1, 1, 0, 5)};
    track[1].label = strdup("v1.2");
    lf_track_history history = past_make(state, track, 2);
    assert_string_equal(history.version[0].name, "0123abc");
    assert_string_equal(history.version[0].subject, "");
    assert_string_equal(history.version[1].subject, "v1.2");
    assert_string_equal(history.version[1].date, "2025-06-01");
    lf_track_history_clear(&history);
}

/* Four versions, each 4 % slower than the one before: no step matters, and all of them do. */
static void test_small_steps(void **state) {
    lf_track track[4];
    for (size_t i = 0; i < 4; i++) {
        track[i] = baseline_make(2, 1, 0, 5);
        for (size_t run = 0; i > 0 && run < 5; run++) {
            baseline_slow(&track[i].pair[1], run, pow(1.04, (double)i));
            baseline_hash(&track[i].pair[1].run[run], 0xabc000 + 16 * i + run);
        }
    }
    lf_track_history history = past_make(state, track, 4);
    for (size_t i = 1; i < 4; i++)
        assert_int_equal(row_of(&history, i, "m1")->verdict, LF_TRACK_NOISE);
    assert_int_equal(history.whole.count[LF_TRACK_WORSE], 1);
    char *text = lf_track_history_whole(&history);
    const char *want = "The last version against the first: 1 worse; m1 on p0, loss0 is worse: "
                       "1.12 times the oracle calls";
    if (!text || strncmp(text, want, strlen(want)) != 0) fail_msg("%s", text);
    free(text);
    lf_track_history_clear(&history);
}

static void test_damaged(void **state) {
    const char *paths[] = {scratch_path(state, "none.txt")};
    lf_track_history history;
    assert_int_equal(lf_track_history_load(paths, 1, &history), LF_NOT_FOUND);
    assert_null(history.version);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_change_point), CASE(test_bits_first), CASE(test_other_targets),
        CASE(test_come_and_go),  CASE(test_names),      CASE(test_damaged),
        CASE(test_small_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
