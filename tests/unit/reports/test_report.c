/**
 * @file test_report.c
 * @brief Reports: well formed, whole, the same bytes twice, and nothing in them that acts.
 */
#include <time.h>

#include "near.h"
#include "sample_claims.h"
#include "scratch.h"

#include "base/file.h"
#include "reports/report.h"

static lf_results results;

/* The report of the whole sample, which most tests only read. */
static char *whole_html, *whole_md;
static bool drawn, picture;

static int setup(void **state) {
    sample_make(&results, true);
    sample_claims(results.experiment);
    sample_tuning(&results);
    return scratch_setup(state);
}

static int teardown(void **state) {
    sample_free(&results);
    return scratch_teardown(state);
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

/* Numbers without pictures, as where gnuplot is missing: what is not about figures need not wait
 * for them. */
static void render_numbers(lf_results *all, size_t n, const char *dir) {
    bool with_figures = true;
    char *path = strdup(getenv("PATH"));
    setenv("PATH", "/nowhere", 1);
    lf_status status = lf_report_render(all, n, dir, &with_figures);
    setenv("PATH", path, 1);
    free(path);
    assert_ok(status);
    assert_false(with_figures);
}

static int render_once(void **state) {
    void *folder = NULL;
    if (setup(&folder) != 0) return -1;
    if (lf_report_render(&results, 1, folder, &drawn) == LF_OK) {
        whole_html = read_text(&folder, "report.html");
        whole_md = read_text(&folder, "report.md");
    }
    picture = lf_file_readable(scratch_path(&folder, "plots/table2-time-smoke.png"));
    *state = NULL;
    teardown(&folder);
    if (!drawn) print_message("no drawing: %s\n", lf_message());
    return whole_html && whole_md ? 0 : -1;
}

static int forget_once(void **state) {
    (void)state;
    free(whole_html);
    free(whole_md);
    return 0;
}

static void html_is_well_formed(void **state) {
    char command[5000];
    if (system("command -v xmllint >/dev/null 2>&1") != 0) {
        print_message("skipped: xmllint is not installed (package libxml2-utils)\n");
        skip();
    }
    const char *path = scratch_write(state, "report.html", whole_html, strlen(whole_html));
    assert_non_null(path);
    snprintf(command, sizeof command, "xmllint --noout '%s'", path);
    assert_int_equal(system(command), 0);
}

static void html_says_everything(void **state) {
    (void)state;
    const char *html = whole_html;
    static const char *const said[] = {
        "3S-Econ &lt;Table&gt; 2 &amp; &quot;friends&quot;", /* title */
        "24 runs: 17 done, 4 diverged, 1 failed, 1 timeout, 1 not run",
        "The paper&#39;s budget is a hundred times larger.",
        "which leaks the outcome &amp; more",
        "A stand-in: the original is not public.",
        "<small class=\"paper\">8.47e-2</small>", /* published, beside ours */
        "<small class=\"paper\">12\u202f300</small>",
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
    /* Two figures and one of targets. */
    assert_int_equal(count(html, "<figure>"), drawn ? 3 : 0);
    assert_true(count(html, "<svg class=\"lf-figure\"") == 0 || drawn);
    assert_int_equal(count(html, "class=\"data\">"), drawn ? 3 : 0);
    assert_int_equal(count(html, "id=\"lf-traces\">"), drawn ? 1 : 0);
    assert_int_equal(count(html, "<figcaption>"), drawn ? 2 : 0);
}

static void html_needs_nothing_else(void **state) {
    (void)state;
    const char *html = whole_html;
    assert_int_equal(count(html, "http:") + count(html, "https:"), 1); /* the citation, as text */
    assert_int_equal(count(html, "content=\"default-src 'none';"), 1);
    static const char *const acting[] = {"src=", "@import", "url(h", "<link", "<iframe",
                                         "<b>",  "`date</", "nan",   "on\x01"};
    for (size_t i = 0; i < sizeof acting / sizeof *acting; i++)
        if (strstr(html, acting[i])) fail_msg("in the report: %s", acting[i]);
}

/* That drawings repeat is a matter of plots, and tested there. */
static void reports_repeat_byte_by_byte(void **state) {
    static const char *const files[] = {"report.html", "report.md"};
    char *first[2];
    render_numbers(&results, 1, *state);
    for (size_t i = 0; i < 2; i++)
        first[i] = read_text(state, files[i]);
    for (time_t then = time(NULL); time(NULL) == then;) /* until another second */
        usleep(10000);
    render_numbers(&results, 1, *state);
    for (size_t i = 0; i < 2; i++) {
        char *again = read_text(state, files[i]);
        assert_string_equal(again, first[i]);
        free(again);
        free(first[i]);
    }
}

static void markdown_is_its_twin(void **state) {
    (void)state;
    assert_int_equal(picture, drawn);
    const char *text = whole_md;
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
}

static void several_experiments_share_a_report(void **state) {
    lf_results two[2] = {results, results};
    render_numbers(two, 2, *state);
    char *html = read_text(state, "report.html");
    assert_non_null(strstr(html, "<h1>3secon: 2 experiments</h1>"));
    assert_non_null(strstr(html, "<a href=\"#experiment-2\">"));
    assert_int_equal(count(html, "<h2 id=\"experiment-2\">"), 1);
    /* What they share is said once. */
    static const char *const once[] = {
        ">Setting</h2>",     ">Tuning</h2>",           "libraries.openblas",
        "Liu &amp; Xu 2025", "a hundred times larger", "A stand-in: the original is not public."};
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        if (count(html, once[i]) != 1) fail_msg("not once: %s", once[i]);
    free(html);
}

static void every_id_is_there_once(void **state) {
    (void)state;
    for (const char *at = whole_html; (at = strstr(at, " id=")); at++) {
        char mark[200];
        size_t n = strcspn(at + 5, "'\"");
        assert_true(n < 150);
        snprintf(mark, sizeof mark, "%.*s", (int)n + 6, at);
        if (count(whole_html, mark) != 1) fail_msg("more than once:%s", mark);
    }
}

static void claims_tuning_and_ranking_are_shown(void **state) {
    (void)state;
    static const char *const said[] = {
        "3S-Econ-S ends &lt;feasible&gt; &amp; sound.</th>",
        "<td><span class=\"status held\">held</span>",
        "<td><span class=\"status not-held\">not held</span>",
        "3 claims: 1 held, 1 not held, 1 undecided",
        "Every comparison",
        ">Ranking</h2>",
        "objective, lower is better",
        "1 of 3 did not finish",
        ">Tuning</h2>",
        "3 points (grid search), seeds 100-101",
        "12\u202f000 passes.constraint, 12.3 s of CPU time",
        "<strong>Not tuned:</strong> SSG &amp; &lt;b&gt;",
        "<code>eta=&lt;<span class=\"whole\">1e-2</span>&gt;</code>",
        "<span class=\"status chosen\">chosen</span>",
        "<span class=\"status infeasible\">infeasible</span>",
        "2, 2 failed",
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (!strstr(whole_html, said[i])) fail_msg("not in the report: %s", said[i]);
    /* Claims come before the numbers. */
    assert_true(strstr(whole_html, ">Claims</h2>") < strstr(whole_html, ">Table 2</h2>"));
    assert_true(strstr(whole_md, "\n## Claims\n") < strstr(whole_md, "\n## Table 2\n"));
    assert_int_equal(count(whole_html, ">target 0.05<") > 0, drawn);
}

static void without_gnuplot_the_numbers_remain(void **state) {
    render_numbers(&results, 1, *state);
    char *html = read_text(state, "report.html");
    assert_int_equal(count(html, "gnuplot is not installed"), 3);
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
    assert_non_null(strstr(text, "## Claims\n"));
    assert_null(strstr(text, "Every comparison"));
    free(text);
    /* An experiment without tables, as `run` makes it: every metric at the end. */
    results.experiment->tables_count = 0;
    out = open_memstream(&text, &size);
    assert_ok(lf_report_tables(&results, out));
    fclose(out);
    assert_non_null(strstr(text, "## Final values"));
    assert_non_null(strstr(text, "| distance to stationarity "));
    assert_non_null(strstr(text, "| steps "));
    free(text);
}

static void commands_can_be_pasted(void **state) {
    results.name = "run";
    results.experiment->problems[0].problem = "p:file=it's \"here\"";
    render_numbers(&results, 1, *state);
    char *text = read_text(state, "report.md");
    assert_non_null(strstr(text, "levelfield run \\\n    --problem 'p:file=it'\\''s \"here\"'"));
    assert_non_null(strstr(text, "    --seeds 0-2 \\\n"));
    free(text);
}

static void empty_folders_are_refused(void **state) {
    const char *const folders[] = {*state};
    lf_results *none;
    size_t n;
    assert_true(lf_report_load(folders, 1, &none, &n) < 0);
    assert_string_not_equal(lf_message(), "");
    lf_results_free(none, n);
    assert_int_equal(scratch_count(*state), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(html_is_well_formed, setup, teardown),
        cmocka_unit_test_setup_teardown(html_says_everything, setup, teardown),
        cmocka_unit_test_setup_teardown(html_needs_nothing_else, setup, teardown),
        cmocka_unit_test_setup_teardown(reports_repeat_byte_by_byte, setup, teardown),
        cmocka_unit_test_setup_teardown(markdown_is_its_twin, setup, teardown),
        cmocka_unit_test(every_id_is_there_once),
        cmocka_unit_test(claims_tuning_and_ranking_are_shown),
        cmocka_unit_test_setup_teardown(several_experiments_share_a_report, setup, teardown),
        cmocka_unit_test_setup_teardown(without_gnuplot_the_numbers_remain, setup, teardown),
        cmocka_unit_test_setup_teardown(tables_are_printed_for_a_terminal, setup, teardown),
        cmocka_unit_test_setup_teardown(commands_can_be_pasted, setup, teardown),
        cmocka_unit_test_setup_teardown(empty_folders_are_refused, setup, teardown),
    };
    return cmocka_run_group_tests(tests, render_once, forget_once);
}
