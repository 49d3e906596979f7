/**
 * @file test_report.c
 * @brief Reports: well formed, whole, the same bytes twice, and nothing in them that acts.
 */
#include "near.h"
#include "sample.h"
#include "scratch.h"

#include "core/file.h"
#include "plots/gnuplot.h"
#include "reports/digits.h"
#include "reports/report.h"

static lf_results results;

static int setup(void **state) {
    sample_make(&results, true);
    return scratch_setup(state);
}

static int teardown(void **state) {
    sample_free(&results);
    return scratch_teardown(state);
}

static bool has_gnuplot(void) {
    char *output;
    size_t n;
    bool found = lf_gnuplot_run("set terminal svg\nplot 1\n", 24, &output, &n) == LF_OK;
    if (found) free(output);
    if (!found) print_message("no drawing: %s\n", lf_message());
    return found;
}

/* DIR/name as text; the caller frees it. */
static char *read_text(void **state, const char *name) {
    char *bytes;
    size_t n;
    assert_ok(lf_file_read(scratch_path(state, name), 1 << 26, &bytes, &n));
    return bytes;
}

static size_t count(const char *text, const char *what) {
    size_t n = 0;
    while ((text = strstr(text, what))) {
        n++;
        text += strlen(what);
    }
    return n;
}

static void html_is_well_formed(void **state) {
    char command[5000];
    if (system("command -v xmllint >/dev/null 2>&1") != 0) {
        print_message("skipped: xmllint is not installed (package libxml2-utils)\n");
        skip();
    }
    assert_ok(lf_report_render(&results, 1, *state));
    snprintf(command, sizeof command, "xmllint --noout '%s'", scratch_path(state, "report.html"));
    assert_int_equal(system(command), 0);
}

static void html_says_everything(void **state) {
    bool drawn = has_gnuplot();
    assert_ok(lf_report_render(&results, 1, *state));
    char *html = read_text(state, "report.html");
    static const char *const said[] = {
        "3S-Econ &lt;Table&gt; 2 &amp; &quot;friends&quot;", /* title */
        "24 runs: 17 done, 4 diverged, 1 failed, 1 timeout, 1 not run",
        "The paper&#39;s budget is a hundred times larger.",
        "which leaks the outcome &amp; more",
        "A stand-in: the original is not public.",
        "<small class=\"paper\">8.47e-2</small>", /* published, beside ours */
        "<small class=\"paper\">1.23e4</small>",
        "signal 11 (Segmentation fault) in &lt;main&gt; &amp; &quot;co&quot;",
        "plugin: first line &lt;b&gt;bold&lt;/b&gt;\nsecond line &amp; so "
        "on\xEF\xBF\xBD\xEF\xBF\xBD",
        "3secon_s: beta=10, eta=0.01",
        "gradient.objective",
        "1\xE2\x80\xAF"
        "810\xE2\x80\xAF"
        "000", /* 10 000 steps of 181 */
        "GNU 12.2 &lt;x&gt;",
        "libraries.openblas",
        "compas16leak",
        "levelfield reproduce 3secon/table2 --scale smoke",
        "How to read this",
        ">diverged<",
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (!strstr(html, said[i])) fail_msg("not in the report: %s", said[i]);
    assert_int_equal(count(html, "<svg class=\"lf-figure\""), drawn ? 2 : 0);
    assert_int_equal(count(html, "<figcaption>"), drawn ? 1 : 0);
    free(html);
}

static void html_needs_nothing_else(void **state) {
    assert_ok(lf_report_render(&results, 1, *state));
    char *html = read_text(state, "report.html");
    assert_int_equal(count(html, "http"), 1); /* the citation, as text */
    static const char *const acting[] = {"src=", "@import", "url(", "<link", "<iframe",
                                         "<b>",  "`date</", "nan",  "on\x01"};
    for (size_t i = 0; i < sizeof acting / sizeof *acting; i++)
        if (strstr(html, acting[i])) fail_msg("in the report: %s", acting[i]);
    free(html);
}

static void reports_repeat_byte_by_byte(void **state) {
    static const char *const files[] = {"report.html", "report.md"};
    char *first[2];
    assert_ok(lf_report_render(&results, 1, *state));
    for (size_t i = 0; i < 2; i++)
        first[i] = read_text(state, files[i]);
    usleep(1100000);
    assert_ok(lf_report_render(&results, 1, *state));
    for (size_t i = 0; i < 2; i++) {
        char *again = read_text(state, files[i]);
        assert_string_equal(again, first[i]);
        free(again);
        free(first[i]);
    }
}

static void markdown_is_its_twin(void **state) {
    bool drawn = has_gnuplot();
    assert_ok(lf_report_render(&results, 1, *state));
    char *text = read_text(state, "report.md");
    static const char *const said[] = {
        "# 3S-Econ \\<Table\\> 2 & \"friends\"\n",
        "> **Warning. Divergence.** 4 of 24 runs diverged",
        " 8.47e-2 |",
        "](plots/table2-fig1-smoke.png)",
        "](plots/table2-time-smoke.png)",
        "```\nlevelfield reproduce 3secon/table2 --scale smoke\n```",
        "libraries.sqlite",
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (!strstr(text, said[i])) fail_msg("not in the report: %s", said[i]);
    assert_int_equal(lf_file_readable(scratch_path(state, "plots/table2-time-smoke.png")), drawn);
    free(text);
}

static void several_experiments_share_a_report(void **state) {
    lf_results two[2] = {results, results};
    assert_ok(lf_report_render(two, 2, *state));
    char *html = read_text(state, "report.html");
    assert_non_null(strstr(html, "<h1>2 experiments</h1>"));
    assert_non_null(strstr(html, "<a href=\"#experiment-2\">"));
    assert_int_equal(count(html, "<h2 id=\"experiment-2\">"), 1);
    /* Every id once. */
    for (char *at = html; (at = strstr(at, " id=")); at++) {
        char mark[200];
        size_t n = strcspn(at + 5, "'\"");
        assert_true(n < 150);
        snprintf(mark, sizeof mark, "%.*s", (int)n + 6, at);
        if (count(html, mark) != 1) fail_msg("more than once:%s", mark);
    }
    free(html);
}

static void without_gnuplot_the_numbers_remain(void **state) {
    char *path = strdup(getenv("PATH"));
    setenv("PATH", "/nowhere", 1);
    lf_status status = lf_report_render(&results, 1, *state);
    setenv("PATH", path, 1);
    free(path);
    assert_ok(status);
    char *html = read_text(state, "report.html");
    assert_int_equal(count(html, "gnuplot is not installed"), 2);
    assert_non_null(strstr(html, "8.47e-2"));
    free(html);
}

static void tables_are_printed_for_a_terminal(void **state) {
    (void)state;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_ok(lf_report_tables(&results, out));
    fclose(out);
    assert_non_null(strstr(text, "| P1, a9a        |"));
    assert_non_null(strstr(text, "| paper          |"));
    assert_non_null(strstr(text, " 2 of 3 runs |"));
    free(text);
    /* An experiment without tables, as `run` makes it: every metric at the end. */
    results.experiment->tables_count = 0;
    out = open_memstream(&text, &size);
    assert_ok(lf_report_tables(&results, out));
    fclose(out);
    assert_non_null(strstr(text, "## Final values"));
    assert_non_null(strstr(text, "| SVio "));
    assert_non_null(strstr(text, "| steps "));
    free(text);
}

static void commands_can_be_pasted(void **state) {
    results.name = "run";
    results.experiment->problems[0].problem = "p:file=it's \"here\"";
    assert_ok(lf_report_render(&results, 1, *state));
    char *text = read_text(state, "report.md");
    assert_non_null(strstr(text, "levelfield run \\\n    --problem 'p:file=it'\\''s \"here\"'"));
    assert_non_null(strstr(text, "    --seeds 0-2 \\\n"));
    free(text);
}

static void empty_folders_are_refused(void **state) {
    assert_true(lf_report_write(*state) < 0);
    assert_string_not_equal(lf_message(), "");
    assert_int_equal(scratch_count(*state), 0);
}

static void digits_are_those_of_papers(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {8.4749e-2, "8.47e-2"}, {0.50512, "0.505"}, {0.5, "0.500"},       {455, "455"},
        {1499.6, "1.50e3"},     {15000, "1.50e4"},  {999.6, "1.00e3"},    {55, "55"},
        {55.25, "55.2"},        {0, "0"},           {NAN, "–"},           {-3.761e-5, "-3.76e-5"},
        {9.999, "10.0"},        {INFINITY, "∞"},    {1e-300, "1.00e-300"}};
    char text[LF_DIGITS_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lf_digits_short(cases[i].value, text);
        assert_string_equal(text, cases[i].text);
    }
    lf_digits_count(1234567, text);
    assert_string_equal(text, "1\u202f234\u202f567");
    lf_digits_count(UINT64_MAX, text);
    assert_string_equal(text, "18\u202f446\u202f744\u202f073\u202f709\u202f551\u202f615");
    lf_digits_count(12, text);
    assert_string_equal(text, "12");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(html_is_well_formed, setup, teardown),
        cmocka_unit_test_setup_teardown(html_says_everything, setup, teardown),
        cmocka_unit_test_setup_teardown(html_needs_nothing_else, setup, teardown),
        cmocka_unit_test_setup_teardown(reports_repeat_byte_by_byte, setup, teardown),
        cmocka_unit_test_setup_teardown(markdown_is_its_twin, setup, teardown),
        cmocka_unit_test_setup_teardown(several_experiments_share_a_report, setup, teardown),
        cmocka_unit_test_setup_teardown(without_gnuplot_the_numbers_remain, setup, teardown),
        cmocka_unit_test_setup_teardown(tables_are_printed_for_a_terminal, setup, teardown),
        cmocka_unit_test_setup_teardown(commands_can_be_pasted, setup, teardown),
        cmocka_unit_test_setup_teardown(empty_folders_are_refused, setup, teardown),
        cmocka_unit_test(digits_are_those_of_papers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
