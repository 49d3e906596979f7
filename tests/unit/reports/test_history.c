/* The page of a past: staircases that stand for the numbers, and words that cannot break out. */
#include "base/file.h"
#include "past.h"
#include "reports/history.h"

static const lf_past_subject subject = {"p0", "m0", "loss0"};

static void has(const char *text, const char *words) {
    if (!strstr(text, words)) fail_msg("no '%s' in:\n%s", words, text);
}

static size_t times(const char *text, const char *words) {
    size_t n = 0;
    while ((text = strstr(text, words)))
        n++, text++;
    return n;
}

/* malloc'ed drawing of m0. */
static char *drawn(const lf_track_history *history, bool calls) {
    lf_past past;
    assert_ok(lf_past_make(history, &subject, &past));
    char *svg = lf_past_draw(&past, calls);
    assert_non_null(svg);
    lf_past_free(&past);
    return svg;
}

/* Four versions 66 pixels apart, from 6 to 204: the calls to the last target are 6000, 6000, 9000,
 * 6000, so that the curve lies at the lower edge, 34, at the upper one, 6, and at the lower. */
static void test_staircase(void **state) {
    lf_track track[PAST_MOST];
    for (size_t i = 0; i < PAST_MOST; i++) {
        track[i] = baseline_make(2, 1, 0, 5);
        for (size_t run = 0; i == 2 && run < 5; run++)
            baseline_slow(&track[i].pair[0], run, 1.5);
    }
    lf_track_history history = past_make(state, track, PAST_MOST);
    char *svg = drawn(&history, true);
    has(svg, "<path d=\"M6 34H138V6H204V34\"/>");
    assert_int_equal(times(svg, "class=\"worse\""), 1);
    assert_int_equal(times(svg, "class=\"better\""), 1);
    has(svg, "aria-label=\"oracle calls over 4 versions, 2 changes\"");
    free(svg);
    svg = drawn(&history, false); /* never moved: in the middle */
    has(svg, "<path d=\"M6 20H204\"/>");
    free(svg);
    lf_track_history_clear(&history);
}

/* A percent more is not a landslide: the axis spans a quarter at least. */
static void test_small_change(void **state) {
    lf_track track[2] = {baseline_make(2, 1, 0, 5), baseline_make(2, 1, 0, 5)};
    double from, to;
    for (size_t run = 0; run < 5; run++)
        baseline_slow(&track[1].pair[0], run, 1.01);
    lf_track_history history = past_make(state, track, 2);
    char *svg = drawn(&history, true);
    assert_int_equal(sscanf(strstr(svg, "M6 "), "M6 %lfH204V%lf", &from, &to), 2);
    assert_near(from - to, 28 * log(1.01) / log(1.25), 0.02);
    free(svg);
    lf_track_history_clear(&history);
}

/* Other targets begin another curve; a target that nobody reaches lies at the upper edge. */
static void test_pieces(void **state) {
    lf_track track[3];
    for (size_t i = 0; i < 3; i++) {
        track[i] = baseline_make(2, 1, 0, 5);
        if (i > 0) track[i].pair[0].metric[0].target[2] = 0.12;
        for (size_t run = 0; i > 1 && run < 5; run++) {
            track[i].pair[0].run[run].value[0].cost[2] = INFINITY;
            baseline_hash(&track[i].pair[0].run[run], 0xa00 + run);
        }
    }
    lf_track_history history = past_make(state, track, 3);
    char *svg = drawn(&history, true);
    has(svg, "<path d=\"M6 20M105 20H204V6\"/>");
    has(svg, ": never</title>");
    free(svg);
    lf_track_history_clear(&history);
}

/* A metric without targets has no curve of calls; a version without the method is a gap. */
static void test_nothing(void **state) {
    lf_track track[2] = {baseline_make(2, 1, 0, 5), baseline_make(2, 1, 0, 5)};
    for (size_t i = 0; i < 2; i++)
        track[i].pair[0].metric[0].targets = 0;
    lf_track_history history = past_make(state, track, 2);
    char *svg = drawn(&history, true);
    assert_string_equal(svg, "–");
    free(svg);
    lf_track_history_clear(&history);
}

static char *page_of(void **state, const lf_track_history *history, const char *url) {
    char *text;
    size_t size;
    assert_ok(lf_history_write(history, url, scratch_path(state, "new/site")));
    assert_ok(lf_file_read(scratch_path(state, "new/site/index.html"), 1 << 20, &text, &size));
    return text;
}

static void test_page(void **state) {
    lf_track track[2] = {baseline_make(2, 1, 0, 5), baseline_make(2, 1, 0, 5)};
    for (size_t run = 0; run < 5; run++)
        baseline_slow(&track[1].pair[1], run, 1.5);
    for (size_t i = 0; i < 2; i++) {
        free(track[i].pair[1].method);
        track[i].pair[1].method = strdup("m<script>\"");
        track[i].label = strdup("a & <b>");
    }
    free(track[0].commit);
    track[0].commit = strdup("unknown");
    lf_track_history history = past_make(state, track, 2);
    char *page = page_of(state, &history, "https://x.org/{commit}?a=1&b=\"");
    has(page, "<a href=\"https://x.org/0123abc?a=1&amp;b=&quot;\">0123abc</a>");
    has(page, "a &amp; &lt;b&gt;");
    has(page, "m&lt;script&gt;&quot;");
    has(page, "<span class=\"status worse\">worse</span>");
    has(page, "2 versions of a baseline");
    assert_int_equal(times(page, "<script>"), 1); /* the page's own */
    assert_null(strstr(page, "https://x.org/unknown"));
    free(page);
    page = page_of(state, &history, NULL);
    assert_null(strstr(page, "<a href=\""));
    free(page);
    lf_track_history_clear(&history);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_staircase), CASE(test_small_change), CASE(test_pieces),
        CASE(test_nothing),   CASE(test_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
