/* Frontiers in a report: table, figure, points; whose tuned parameters are used; and tasks whose
 * methods meet them in two forms. */
#include "near.h"
#include "sample_frontiers.h"
#include "scratch.h"

#include "base/file.h"
#include "plots/plot.h"
#include "reports/report.h"

static lf_results results;
static char *html, *markdown;

static void said(const char *text, size_t n, const char *const *words) {
    for (size_t i = 0; i < n; i++)
        if (!strstr(text, words[i])) fail_msg("not in the report: %s", words[i]);
}

static char *read_text(void **state, const char *name) {
    char *bytes;
    size_t n;
    if (lf_file_read(scratch_path(state, name), 1 << 26, &bytes, &n) != LF_OK) return NULL;
    return bytes;
}

/* html, markdown <- the report of `results`, made in a folder of its own; `picture`, made with it,
 * is there. */
static void render(const char *picture) {
    void *folder = NULL;
    bool drawn;
    assert_int_equal(scratch_setup(&folder), 0);
    assert_ok(lf_report_render(&results, 1, folder, &drawn));
    html = read_text(&folder, "report.html");
    markdown = read_text(&folder, "report.md");
    assert_int_equal(lf_file_readable(scratch_path(&folder, picture)), drawn);
    scratch_teardown(&folder);
    assert_true(html && markdown);
}

static int setup(void **state) {
    (void)state;
    sample_make(&results, true);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    /* The constants and forms are the sample's, and no texts of it. */
    results.tuned = NULL;
    results.tuned_pairs = 0;
    results.runs = SAMPLE_RUNS;
    sample_free(&results);
    free(html);
    free(markdown);
    html = markdown = NULL;
    return 0;
}

static void frontier_is_shown(void **state) {
    (void)state;
    static const char *const words[] = {
        ">FV &amp; &lt;CVio&gt;</h2>",
        "What &#39;one&#39; costs.",
        "Final objective against final violation, medians over seeds",
        "objective at violation = 0",
        "objective at violation = 1e+09",
        "Ours &amp; &lt;theirs&gt;",
        "not reached",
        "2 of 2",
        "Every point: medians and quartiles over seeds",
        "numbers are rho",
        ">37</",
    };
    static const char *const twins[] = {"](plots/table2-frontier-tr-smoke.png)",
                                        "| Ours & \\<theirs\\> "};
    sample_frontiers(&results);
    render("plots/table2-frontier-tr-smoke.svg");
    said(html, sizeof words / sizeof *words, words);
    said(markdown, sizeof twins / sizeof *twins, twins);
    /* The line's own name is the legend's. */
    const char *figure = strstr(html, "aria-label=\"FV &amp; &lt;CVio&gt;, ");
    assert_non_null(figure);
    const char *key = strstr(figure, "lf-key lf-m0");
    assert_non_null(key);
    assert_non_null(strstr(key, "<title>Ours &amp; &lt;theirs&gt;</title>"));
    assert_true(strstr(figure, "lf-key lf-m1") == NULL ||
                strstr(figure, "lf-key lf-m1") > strstr(figure, "</svg>"));
}

static void borrowed_parameters_are_told(void **state) {
    (void)state;
    sample_tuning(&results);
    sample_frontiers(&results);
    render("plots/table2-frontier-tr-smoke.pdf");
    assert_non_null(strstr(markdown,
                           "With the parameters chosen on P1, a9a, and no trials of their "
                           "own: P2, "));
}

/* One ranking for the task, with the method of the other form among the others. */
static void forms_stand_together(void **state) {
    (void)state;
    sample_forms(&results);
    results.experiment->tables[0].methods_count = 0; /* all */
    render("report.md");
    assert_non_null(strstr(markdown, " ran on P2, "));
    const char *ranking = strstr(markdown, "## Ranking");
    assert_non_null(ranking);
    const char *end = strstr(ranking, "\n## ");
    size_t rows = 0, heads = 0;
    for (const char *at = ranking; (at = strstr(at, "ConEx")) && at < end; at++)
        rows++;
    for (const char *at = ranking; (at = strstr(at, "| Rank |")) && at < end; at++)
        heads++;
    assert_int_equal(rows, 1);
    assert_int_equal(heads, 1);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(frontier_is_shown),
        CASE(borrowed_parameters_are_told),
        CASE(forms_stand_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
