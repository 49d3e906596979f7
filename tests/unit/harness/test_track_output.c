/* What machines read: nothing in a name or a note can break out of its place. */
#include "baseline.h"
#include "near.h"

/* A check with one row of each kind and hostile words. */
static lf_track_row rows[] = {
    {"p", "m", "FV", LF_TRACK_IDENTICAL, 1, 0.25, 0.25, NAN, ""},
    {"p", "m|x", "G", LF_TRACK_WORSE, 2.9, 0.1, NAN, 0.004,
     "<b> & \"50 %\"\nnext, 'line': `x`\x01"},
    {"p", "gone", "", LF_TRACK_MISSING, NAN, NAN, NAN, NAN, "not there"},
    {"p", "few", "FV", LF_TRACK_UNDECIDABLE, 3, 1, 2, 0.05, "too few"},
    {"p", "fast", "FV", LF_TRACK_BETTER, 0.5, 1, 1, 0.004, ""},
};

static lf_track_check check(void) {
    lf_track_check c = {.rows = 5,
                        .row = rows,
                        .rule = {0.01, 0.05, 1e-6},
                        .alarms = 0.01,
                        .hint = "8 of 10 recorded runs"};
    for (size_t i = 0; i < c.rows; i++)
        c.count[rows[i].verdict]++;
    return c;
}

static char *written(void (*form)(const lf_track_check *, const char *, FILE *), const char *name) {
    char *text = NULL;
    size_t size;
    const lf_track_check c = check();
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    form(&c, name, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void has(const char *text, const char *words) {
    if (!strstr(text, words)) fail_msg("no '%s' in:\n%s", words, text);
}

static void test_junit(void **state) {
    (void)state;
    char *text = written(lf_track_junit, "a<b>/\"c\"");
    has(text, "<testsuites tests=\"5\" failures=\"2\" errors=\"0\" time=\"0\">");
    has(text, "<testsuite name=\"levelfield track a&lt;b&gt;/&quot;c&quot;\" tests=\"5\" "
              "failures=\"2\" errors=\"0\" skipped=\"1\" time=\"0\">");
    has(text, "name=\"p / m|x / G\" time=\"0\"><failure message=\"m|x on p, G: worse (&lt;b&gt; "
              "&amp; &quot;50 %&quot;?next, &apos;line&apos;: `x`?)\" type=\"worse\">");
    has(text, "name=\"p / gone\" time=\"0\"><failure ");
    has(text, "name=\"p / few / FV\" time=\"0\"><skipped message=");
    has(text, "name=\"p / fast / FV\" time=\"0\"><system-out>fast on p, FV: better</system-out>");
    free(text);
}

/* One line per row that matters; a line's end and what has a meaning are encoded. */
static void test_github(void **state) {
    (void)state;
    char *text = written(lf_track_github, "a,b:c.txt");
    assert_string_equal(
        text, "::warning title=levelfield track::8 of 10 recorded runs\n"
              "::error file=a%2Cb%3Ac.txt,title=levelfield track::m|x on p, G: worse (<b> & \"50 "
              "%25\"%0Anext, 'line': `x`\x01)\n"
              "::error file=a%2Cb%3Ac.txt,title=levelfield track::gone on p: missing (not there)\n"
              "::warning file=a%2Cb%3Ac.txt,title=levelfield track::few on p, FV: undecidable (too "
              "few)\n"
              "::notice file=a%2Cb%3Ac.txt,title=levelfield track::fast on p, FV: better\n");
    free(text);
}

static void test_markdown(void **state) {
    (void)state;
    char *text = written(lf_track_markdown, "demo_x");
    has(text, "### levelfield track: failed\n\ndemo\\_x: 1 worse · 1 missing · 1 undecidable · "
              "1 better · 1 identical · chance of a false alarm at most 1 %\n");
    has(text, "| p | m\\|x | G | **worse** | × 2.9 | 0.1 | – | \\<b\\> & \"50 %\" next, 'line': "
              "\\`x\\`");
    has(text, "| p | gone | – | **missing** | – | – | – | not there |");
    assert_true(strstr(text, "**worse**") < strstr(text, "**missing**")); /* what matters first */
    assert_null(strstr(text, "| identical")); /* what did not change is counted only */
    free(text);
}

static void test_badge(void **state) {
    (void)state;
    char *text = written(lf_track_badge, "demo");
    assert_string_equal(text, "{\"schemaVersion\": 1, \"label\": \"convergence\", \"message\": "
                              "\"1 worse, 1 missing\", \"color\": \"red\", \"isError\": true}\n");
    free(text);
    /* What could not be told does not hold. */
    rows[1].verdict = rows[2].verdict = LF_TRACK_UNDECIDABLE;
    text = written(lf_track_badge, "demo");
    assert_string_equal(
        text, "{\"schemaVersion\": 1, \"label\": \"convergence\", \"message\": \"2 hold, 3 "
              "undecidable\", \"color\": \"yellow\", \"isError\": false}\n");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_junit),
        cmocka_unit_test(test_github),
        cmocka_unit_test(test_markdown),
        cmocka_unit_test(test_badge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
