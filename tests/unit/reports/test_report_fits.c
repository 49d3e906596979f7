/* Fits in a report: table, figure and costs in the HTML and in its twin, the table on a terminal.
 */
#include "near.h"
#include "sample_fits.h"
#include "scratch.h"

#include "base/file.h"
#include "plots/plot.h"
#include "reports/kinds/parts/fits.h"
#include "reports/report.h"

static lf_results results;
static char *html, *markdown;
static bool drawn, picture;

static char *read_text(void **state, const char *name) {
    char *bytes;
    size_t n;
    if (lf_file_read(scratch_path(state, name), 1 << 26, &bytes, &n) != LF_OK) return NULL;
    return bytes;
}

static int setup(void **state) {
    (void)state;
    sample_make(&results, true);
    sample_fits(&results);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    sample_free(&results);
    return 0;
}

static int render_once(void **state) {
    void *folder = NULL;
    setup(&folder);
    if (scratch_setup(&folder) != 0) return -1;
    if (lf_report_render(&results, 1, folder, &drawn) == LF_OK) {
        html = read_text(&folder, "report.html");
        markdown = read_text(&folder, "report.md");
    }
    picture = lf_file_readable(scratch_path(&folder, "plots/table2-fit-eps-smoke.png")) &&
              lf_file_readable(scratch_path(&folder, "plots/table2-fit-m-smoke.pdf"));
    scratch_teardown(&folder);
    teardown(&folder);
    *state = NULL;
    return html && markdown ? 0 : -1;
}

static int forget_once(void **state) {
    (void)state;
    free(html);
    free(markdown);
    return 0;
}

static void said(const char *text, size_t n, const char *const *words) {
    for (size_t i = 0; i < n; i++)
        if (!strstr(text, words[i])) fail_msg("not in the report: %s", words[i]);
}

static void html_has_it(void **state) {
    (void)state;
    static const char *const words[] = {
        ">Cost &amp; &lt;accuracy&gt;</h2>",
        "How the cost grows, &#39;measured&#39;.",
        "The exponent is the slope of log data passes, spent until objective is the target",
        "Points before 600 data passes of g are left out.",
        "The exponent is the slope of log steps, spent until objective is 0.2, against log m.",
        "Never reached",
        "too few points",
        "no interval",
        "1 not run",
        "Every point of the fit: the median cost",
        "left out: too early",
        "1 of 3 never",
    };
    said(html, sizeof words / sizeof *words, words);
    /* After the tables, before the figures. */
    assert_true(strstr(html, ">Table 2</h2>") < strstr(html, ">Cost and m</h2>"));
    assert_true(strstr(html, ">Cost and m</h2>") < strstr(html, ">FV over time</h2>"));
}

static void need_drawings(void) {
    if (drawn) return;
    print_message("skipped: there is no gnuplot to draw with\n");
    skip();
}

static void the_figure_is_drawn(void **state) {
    (void)state;
    need_drawings();
    assert_true(picture);
    const char *figure = strstr(html, "aria-label=\"Cost &amp; &lt;accuracy&gt;, 4 methods. ");
    assert_non_null(figure);
    const char *end = strstr(figure, "</svg>");
    static const char *const parts[] = {"lf-curve lf-m0", "lf-curve lf-m3", "lf-key lf-m1",
                                        "reaches a target", "1 / target"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *at = strstr(figure, parts[i]);
        if (!at || at > end) fail_msg("not in the figure: %s", parts[i]);
    }
}

static void markdown_is_its_twin(void **state) {
    (void)state;
    static const char *const words[] = {
        "## Cost & \\<accuracy\\>\n",
        "](plots/table2-fit-eps-smoke.png)",
        "](plots/table2-fit-m-smoke.png)",
        "**Every point of the fit: the median cost**",
        "| Method ",
    };
    said(markdown, sizeof words / sizeof *words, words);
}

/* The second problem is three times slower, whatever the seed; with two problems that is no fit. */
static void terminals_get_the_table(void **state) {
    (void)state;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_ok(lf_report_tables(&results, out));
    fclose(out);
    assert_non_null(strstr(text, "## Cost and m\n"));
    assert_non_null(strstr(text, "Never reached |"));
    assert_null(strstr(text, "Every point"));
    assert_null(strstr(text, ".png"));
    free(text);
}

static void names_tell_fits_from_figures(void **state) {
    (void)state;
    char *name = lf_plot_name(&results, "fit-", results.experiment->fits[0].id);
    assert_string_equal(name, "table2-fit-eps-smoke");
    free(name);
}

static void drawings_repeat(void **state) {
    (void)state;
    need_drawings();
    char *svg[2];
    const lf_experiment_fit *is = &results.experiment->fits[0];
    for (size_t i = 0; i < 2; i++) {
        lf_fit fit;
        lf_figure figure;
        assert_ok(lf_fit_make(&results, is, 0.95, &fit));
        assert_int_equal(fit.lines, SAMPLE_METHODS);
        assert_ok(lf_fit_figure(&results, is, &fit, &figure));
        assert_ok(lf_plot_svg(is->title, &figure, "f1-", &svg[i]));
        lf_figure_free(&figure);
        lf_fit_free(&fit);
    }
    assert_string_equal(svg[0], svg[1]);
    free(svg[0]);
    free(svg[1]);
}

/* Nothing was run: no section, no figure, no failure. */
static void nothing_without_runs(void **state) {
    (void)state;
    char *text;
    size_t size;
    const size_t runs = results.runs;
    results.runs = 0;
    FILE *out = open_memstream(&text, &size);
    assert_ok(lf_report_tables(&results, out));
    fclose(out);
    results.runs = runs;
    assert_null(strstr(text, "Cost and m"));
    free(text);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(html_has_it),
        cmocka_unit_test(the_figure_is_drawn),
        cmocka_unit_test(markdown_is_its_twin),
        CASE(terminals_get_the_table),
        CASE(names_tell_fits_from_figures),
        CASE(drawings_repeat),
        CASE(nothing_without_runs),
    };
    return cmocka_run_group_tests(tests, render_once, forget_once);
}
