/* Scores that are kept, and those that are made before they are asked for: always the right ones,
 * and how often the model is asked. */
#include "problems/common/scored.h"

#include <string.h>

#include "near.h"
#include "numeric/stream.h"

enum { ROWS = 40, BATCH = 8, POINTS = 6, BATCHES = 6 };

static size_t single, both; /* calls of the model */

/* Another number for each row and each point. */
static double score_of(size_t row, const double *w) {
    return (double)row + 100 * w[0];
}

static lf_status fill(const lf_rows *rows, const double *w, double *s) {
    for (size_t i = 0; i < rows->n; i++)
        s[i] = score_of(rows->row[i], w);
    return LF_OK;
}

static lf_status count_scores(const lf_model *model, const lf_rows *rows, const double *w,
                              double *s) {
    (void)model;
    single++;
    return fill(rows, w, s);
}

static lf_status count_both(const lf_model *model, const lf_rows *rows, const double *w,
                            const double *w_too, double *s, double *s_too) {
    (void)model;
    both++;
    LF_TRY(fill(rows, w, s));
    return fill(rows, w_too, s_too);
}

static const lf_model_class counting = {
    .name = "counting", .scores = count_scores, .scores_both = count_both};
static const lf_model model = {.is = &counting, .dim = 1, .outputs = 1, .passes = true};
static uint32_t row[ROWS];

static int begin(void **state) {
    static lf_scored scored;
    for (uint32_t i = 0; i < ROWS; i++)
        row[i] = i * 7 % ROWS;
    single = both = 0;
    *state = &scored;
    return lf_scored_init(&scored, &model, row, ROWS) == LF_OK ? 0 : -1;
}

static int end(void **state) {
    lf_scored_release(*state);
    return 0;
}

/* Ask about a batch, or with BATCHES about all samples, at a point. */
static void ask(lf_scored *scored, size_t batch, double point) {
    uint32_t id[BATCH];
    const size_t n = batch == BATCHES ? ROWS : BATCH;
    for (size_t i = 0; i < BATCH; i++)
        id[i] = (uint32_t)((batch * 11 + i * i) % ROWS);
    const lf_samples samples = {.n = n, .id = batch == BATCHES ? NULL : id, .per_stratum = &n};
    lf_walk walk;
    lf_walk_begin(&walk, scored, &samples, &point);
    assert_ok(lf_walk_next(&walk));
    assert_int_equal(walk.n, n);
    for (size_t i = 0; i < n; i++) {
        const uint32_t expected = row[samples.id ? id[i] : i];
        assert_int_equal(walk.row[i], expected);
        assert_true(walk.score[i] == score_of(expected, &point));
    }
    assert_ok(lf_walk_next(&walk));
    assert_int_equal(walk.n, 0);
}

static void calls(size_t expected_single, size_t expected_both) {
    assert_int_equal(single, expected_single);
    assert_int_equal(both, expected_both);
    single = both = 0;
}

static void test_kept(void **state) {
    ask(*state, 0, 1);
    ask(*state, 0, 2);
    calls(2, 0);
    ask(*state, 0, 1);
    ask(*state, 0, 2);
    ask(*state, 0, 1);
    calls(0, 0);
}

/* Each batch at a new point, then at the one of the batch before; `gradient`: at the new one again.
 */
static void steps(lf_scored *scored, size_t from, size_t n, bool gradient) {
    for (size_t t = from; t < from + n; t++) {
        ask(scored, t % BATCHES, (double)t + 1);
        ask(scored, t % BATCHES, (double)t);
        if (gradient) ask(scored, t % BATCHES, (double)t + 1);
    }
}

/* Two such batches tell what comes next, wherever the last question was, and one of another kind
 * that it does not any more. */
static void test_guessed(void **state) {
    for (size_t gradient = 0; gradient < 2; gradient++) {
        steps(*state, 100 * gradient, 3, gradient);
        single = both = 0;
        steps(*state, 100 * gradient + 3, 10, gradient);
        calls(0, 10);
        ask(*state, BATCHES, 100.5); /* all samples are no batch */
        calls(1, 0);
        ask(*state, 0, 101.5); /* a batch that is asked about once */
        ask(*state, 1, 102.5);
        single = both = 0;
        ask(*state, 2, 103.5);
        calls(1, 0);
    }
}

/* Components that take turns at the same points leave nothing to guess. */
static void test_components(void **state) {
    for (size_t t = 0; t < 12; t++)
        for (size_t component = 0; component < 3; component++) {
            ask(*state, (3 * t + component) % BATCHES, (double)t + 1);
            ask(*state, (3 * t + component) % BATCHES, (double)t);
        }
    assert_int_equal(both, 0);
}

/* Whatever is asked, the answer is that of the model. */
static void test_any_order(void **state) {
    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t bits[4];
        lf_stream_block(1, 0, 0, 0, i, bits);
        if (bits[2] % 4 > 0)
            steps(*state, bits[0] % 50, 1 + bits[1] % 3, bits[3] % 2);
        else
            ask(*state, bits[0] % (BATCHES + 1), (double)(bits[1] % POINTS));
    }
    assert_true(single > 0 && both > 0);
}

#define SCORED(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        SCORED(test_kept),
        SCORED(test_guessed),
        SCORED(test_components),
        SCORED(test_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
