/* Baseline files: the same bytes for the same facts, read back equal, and every fault explained. */
#include "baseline.h"
#include "harness/track/track.h"
#include "near.h"
#include "scratch.h"

static char *text_of(const lf_track *track) {
    char *text;
    assert_ok(lf_track_text(track, &text));
    return text;
}

/* Everything that a line can say is in this one. */
static lf_track full(void) {
    lf_track track = baseline_make(2, 2, 3, 2);
    track.label = strdup("v1.2, \"final\"");
    lf_track_pair *pair = &track.pair[1];
    pair->deterministic = true;
    pair->data = strdup("0123456789abcdef");
    pair->metric[0].higher = pair->metric[1].logarithm = true;
    pair->metric[1].start = NAN;
    pair->metric[0].targets = 0;
    pair->metric[0].why = strdup("no progress from the start");
    pair->metric[1].targets = 2;
    pair->run[0].value[1] = (lf_track_value){1.0 / 3, {0.1, INFINITY, INFINITY}};
    pair->run[1].status = LF_RUN_DIVERGED;
    pair->run[1].value[0].final = pair->run[1].value[1].final = NAN;
    pair->run[1].seed = INT64_MAX;
    snprintf(pair->run[1].hash, sizeof pair->run[1].hash, "-");
    pair->beside = calloc(1, sizeof *pair->beside);
    baseline_run(pair, 0, pair->beside);
    pair->beside->value[1].final = 0.25;
    return track;
}

static void test_round_trip(void **state) {
    lf_track track = full(), again;
    char *text = text_of(&track);
    assert_ok(lf_track_parse(text, "b.txt", &again));
    char *same = text_of(&again);
    assert_string_equal(text, same);
    assert_string_equal(again.label, "v1.2, \"final\"");
    const lf_track_run *run = again.pair[1].run;
    assert_near(run[0].value[1].final, 1.0 / 3, 0);
    assert_true(isinf(run[0].value[1].cost[1]) && isnan(run[1].value[0].final));
    assert_true(run[1].seed == INT64_MAX && run[1].status == LF_RUN_DIVERGED);
    assert_true(again.pair[1].deterministic && !again.pair[0].deterministic);
    assert_true(isnan(again.pair[1].metric[1].start) && again.pair[1].metric[0].targets == 0);
    assert_string_equal(again.pair[1].metric[0].why, "no progress from the start");
    assert_int_equal(again.pair[1].metric[1].targets, 2);
    assert_true(!again.pair[0].beside && again.pair[1].beside);
    assert_near(again.pair[1].beside->value[1].final, 0.25, 0);
    assert_null(again.pair[0].data);
    assert_string_equal(again.pair[1].data, "0123456789abcdef");
    free(same);
    lf_track_clear(&again);

    const char *path = scratch_path(state, "new/b.txt"); /* its folder is made */
    assert_ok(lf_track_save(&track, path));
    assert_ok(lf_track_load(path, &again));
    same = text_of(&again);
    assert_string_equal(text, same);
    free(same);
    free(text);
    lf_track_clear(&track);
    lf_track_clear(&again);
}

/* A change of one run is a change of one line, which says what it is about. */
static void test_one_line(void **state) {
    (void)state;
    lf_track track = baseline_make(3, 1, 0, 3);
    char *before = text_of(&track);
    track.pair[1].run[2].value[0].final = 0.25;
    char *after = text_of(&track), *rest_a = before, *rest_b = after;
    int different = 0;
    while (rest_a && rest_b) {
        const char *a = strsep(&rest_a, "\n"), *b = strsep(&rest_b, "\n");
        if (strcmp(a, b) == 0) continue;
        different++;
        assert_string_equal(a, "run p0 m1 2 done 0000000000000003 10000 loss0 0.1 1000 3000 6000");
        assert_string_equal(b, "run p0 m1 2 done 0000000000000003 10000 loss0 0.25 1000 3000 6000");
    }
    assert_int_equal(different, 1);
    free(before);
    free(after);
    lf_track_clear(&track);
}

#define HEAD                                                                                       \
    "levelfield baseline 1\nexperiment e\nscale smoke\nversion 0\ncommit c\ncpu x\ndate d\n"
#define PAIR                                                                                       \
    "pair p m stochastic\nproblem p m P\nalgorithm p m A\nbudget p m 3\n"                          \
    "metric p m FV lower linear 1 2 0.5 0.3 0.1\n"
#define RUN "run p m 0 done 0123456789abcdef 100 FV 0.2 10 20 -\n"
#define BESIDE "beside p m done 0123456789abcdee 100 FV 0.2 10 21 -\n"

static void test_smallest(void **state) {
    (void)state;
    lf_track track;
    assert_ok(lf_track_parse("# a remark\n\n" HEAD "\n" PAIR RUN, "b", &track));
    assert_int_equal(track.pair[0].runs, 1);
    lf_track_clear(&track);
    assert_ok(lf_track_parse("levelfield baseline 1\r\nexperiment e\r\nscale s\r\nversion 0\r\n"
                             "commit c\r\ncpu x\r\ndate d\r\n" PAIR RUN,
                             "b", &track));
    assert_string_equal(track.experiment, "e");
    lf_track_clear(&track);
    /* What a run reached before it failed it did reach. */
    assert_ok(lf_track_parse(HEAD PAIR "run p m 0 timeout - 100 FV - 10 20 -\n", "b", &track));
    assert_near(track.pair[0].run[0].value[0].cost[1], 20, 0);
    lf_track_clear(&track);
}

/* Cut behind any of its lines it is no smaller baseline; one of before has no counts. */
static void test_cut(void **state) {
    (void)state;
    lf_track track = full(), again;
    char *text = text_of(&track);
    lf_track_clear(&track);
    for (size_t n = strlen(text) - 1; n > 0; n--) {
        if (text[n - 1] != '\n') continue;
        text[n] = '\0';
        assert_int_equal(lf_track_parse(text, "b", &again), LF_BAD_INPUT);
    }
    free(text);
}

typedef struct {
    const char *text, *message;
} malformed;

static void refuse(const malformed *cases, size_t n) {
    for (size_t i = 0; i < n; i++) {
        lf_track track;
        assert_int_equal(lf_track_parse(cases[i].text, "b", &track), LF_BAD_INPUT);
        assert_string_equal(lf_message(), cases[i].message);
        assert_int_equal(track.pairs, 0);
    }
}

static void test_malformed(void **state) {
    (void)state;
    const malformed cases[] = {
        {"", "b: expected a baseline, but it is empty"},
        {"# only\n", "b: expected a baseline, but it is empty"},
        {"title: x\n", "b:1: expected 'levelfield baseline 2' (or 1) first, not 'title: x'"},
        {"levelfield baseline 3\n",
         "b:1: expected 'levelfield baseline 2' (or 1) first, not 'levelfield baseline 3'"},
        {HEAD, "b: expected at least one pair"},
        {"levelfield baseline 1\nexperiment e\n" PAIR RUN,
         "b: expected a line 'scale ...' before the first pair"},
        {HEAD "scale again\n", "b:8: expected this line once, not 'again'"},
        {HEAD "colour red\n", "b:8: expected experiment, scale, version, commit, cpu, date, label "
                              "or pair, not 'colour'"},
        {HEAD PAIR "scale s\n",
         "b:13: expected pair, problem, algorithm, budget, data, metric, without, run or "
         "beside, not 'scale'"},
        {HEAD PAIR "data p m\n", "b:13: expected a text at the end of the line"},
        {HEAD PAIR "data p m 0a\ndata p m 0a\n", "b:14: expected this line once, not '0a'"},
        {HEAD "label\n", "b:8: expected a text at the end of the line"},
        {HEAD "run p m 0\n", "b:8: expected a 'pair' line before this one, not 'p'"},
        {HEAD "pair p\n", "b:8: expected PROBLEM METHOD at the end of the line"},
        {HEAD "pair p m random\n", "b:8: expected 'stochastic' or 'deterministic', not 'random'"},
        {HEAD PAIR RUN PAIR, "b:14: expected every pair once, but m on p is there twice"},
        {HEAD PAIR "run p q 0 done\n", "b:13: expected 'p m' as in the pair line above, not 'q'"},
        {HEAD "pair p m stochastic\n", "b: expected problem, algorithm, budget and runs of m on p"},
        {HEAD PAIR "run p m -1 done\n", "b:13: expected a seed, not '-1'"},
        {HEAD PAIR "run p m 9223372036854775808 done\n",
         "b:13: expected a seed below 2^63, not '9223372036854775808'"},
        {HEAD PAIR "run p m 0 fine\n",
         "b:13: expected done, diverged, failed, timeout or killed, not 'fine'"},
        {HEAD PAIR "run p m 0 done 12ab\n",
         "b:13: expected 16 hexadecimal digits of the trace's hash, not '12ab'"},
        {HEAD PAIR "run p m 0 done - many\n",
         "b:13: expected the oracle calls of the run, not 'many'"},
        {HEAD PAIR "run p m 0 done - 100 G 1\n", "b:13: expected FV, not 'G'"},
        {HEAD PAIR "run p m 0 done - 100 FV 0x1\n", "b:13: expected a final value, not '0x1'"},
        {HEAD PAIR "run p m 0 done - 100 FV 1 10 20\n",
         "b:13: expected the oracle calls to a target at the end of the line"},
        {HEAD PAIR "run p m 0 done - 100 FV 1 10 20 0\n",
         "b:13: expected more than 0 oracle calls, not 'FV'"},
        {HEAD PAIR "run p m 0 done - 100 FV 1 10 20 30 40\n",
         "b:13: expected the end of the line, not '40'"},
        {HEAD PAIR RUN RUN, "b:14: expected every seed once, not '0'"},
        {HEAD PAIR BESIDE,
         "b:13: expected one such line, after the runs of the pair, not 'beside'"},
        {HEAD PAIR RUN BESIDE BESIDE,
         "b:15: expected one such line, after the runs of the pair, not 'beside'"},
        {HEAD PAIR RUN BESIDE "run p m 1 done\n",
         "b:15: expected runs before the one beside them, not 'run'"},
        {HEAD PAIR RUN "beside p m 0 done -\n",
         "b:14: expected done, diverged, failed, timeout or killed, not '0'"},
    };
    refuse(cases, sizeof cases / sizeof *cases);
}

#define HEAD2                                                                                      \
    "levelfield baseline 2\nexperiment e\nscale smoke\nversion 0\ncommit c\ncpu x\ndate d\n"

static void test_malformed_counts(void **state) {
    (void)state;
    const malformed cases[] = {
        {HEAD PAIR "runs p m 1\n", "b:13: expected 'levelfield baseline 2' first, not 'runs'"},
        {HEAD2 "pairs none\n", "b:8: expected how many pairs follow, not 'none'"},
        {HEAD2 "pairs 1\npairs 1\n", "b:9: expected this line once, not '1'"},
        {HEAD2 "pairs 1\n" PAIR "runs p m 0\n",
         "b:14: expected how many runs the pair has, not '0'"},
        {HEAD2 "pairs 1\n" PAIR "runs p m 1 below\n",
         "b:14: expected 'beside', or the end of the line, not 'below'"},
        {HEAD2 "pairs 1\n" PAIR RUN, "b: expected a line 'runs p m ...', how many runs it has"},
        {HEAD2 "pairs 1\n" PAIR "runs p m 2\n" RUN,
         "b: expected 2 runs of m on p, as its 'runs' line says, but there are 1: the file was cut "
         "or edited, so restore it or record it again"},
        {HEAD2 "pairs 1\n" PAIR "runs p m 1 beside\n" RUN,
         "b: expected 1 runs and one beside them of m on p, as its 'runs' line says, but there are "
         "1: the file was cut or edited, so restore it or record it again"},
        {HEAD2 "pairs 2\n" PAIR "runs p m 1\n" RUN,
         "b: expected a line 'pairs 1' before the first pair and as many pairs; it says 2: the "
         "file was cut or edited, so restore it or record it again"},
    };
    refuse(cases, sizeof cases / sizeof *cases);
}

static void test_malformed_metrics(void **state) {
    (void)state;
    const malformed cases[] = {
        {HEAD PAIR "run p m 0 failed 0123456789abcdef 100 FV 0.2 10 20 -\n",
         "b:13: expected '-' for the final value of FV, as a run that ended as failed has none: "
         "the "
         "file was edited, so restore it or record it again"},
        {HEAD PAIR RUN "beside p m diverged - 100 FV 0.2 10 20 -\n",
         "b:14: expected '-' for the final value of FV, as a run that ended as diverged has none: "
         "the file was edited, so restore it or record it again"},
        {HEAD PAIR "metric p m FV lower\n", "b:13: expected every metric once, not 'FV'"},
        {HEAD PAIR "metric p m G smaller\n", "b:13: expected 'lower' or 'higher', not 'smaller'"},
        {HEAD PAIR "metric p m G lower linear x\n",
         "b:13: expected the value at the start, not 'x'"},
        {HEAD PAIR "metric p m G lower linear 1 0\n", "b:13: expected a range above 0, not 'G'"},
        {HEAD PAIR "metric p m G lower linear 1 1 2 3 x\n", "b:13: expected a target, not 'x'"},
        {HEAD PAIR "metric p m G lower linear 1 1 2 -\n", "b:13: expected a target, not '-'"},
        {HEAD PAIR "metric p m G lower linear 1 1 2 3 4 5\n",
         "b:13: expected the end of the line, not '5'"},
        {HEAD PAIR "without p m G none\n", "b:13: expected the metric of the line above, not 'G'"},
        {HEAD PAIR "without p m FV\n", "b:13: expected a text at the end of the line"},
        {HEAD PAIR "without p m FV none\nwithout p m FV none\n",
         "b:14: expected this line once, not 'none'"},
        {HEAD PAIR RUN "metric p m G lower linear 1 1\n",
         "b:14: expected metrics before runs, not 'G'"},
    };
    refuse(cases, sizeof cases / sizeof *cases);
}

/* What lies in order is written in order. */
static void test_out_of_order(void **state) {
    (void)state;
    const char *const cases[][2] = {
        {HEAD PAIR RUN "pair p l stochastic\n",
         "b:14: expected pairs in order, but l on p comes after m on p"},
        {HEAD PAIR "metric p m A lower linear 1 1\n", "b:13: expected metrics in order, not 'A'"},
        {HEAD PAIR "run p m 3 done - 1 FV 1 1 2 3\nrun p m 2 done\n",
         "b:14: expected seeds in order, not '2'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lf_track track;
        assert_int_equal(lf_track_parse(cases[i][0], "b", &track), LF_BAD_INPUT);
        assert_string_equal(lf_message(), cases[i][1]);
    }
}

static void test_not_there(void **state) {
    lf_track track;
    assert_int_equal(lf_track_load(scratch_path(state, "none"), &track), LF_NOT_FOUND);
    const char *path = scratch_write(state, "zero", "levelfield\0", 11);
    assert_int_equal(lf_track_load(path, &track), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "zero byte"));
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_round_trip),
        cmocka_unit_test(test_one_line),
        cmocka_unit_test(test_smallest),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_malformed_counts),
        cmocka_unit_test(test_malformed_metrics),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_out_of_order),
        CASE(test_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
