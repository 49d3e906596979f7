/**
 * @file test_plot_text.c
 * @brief Whatever a title, an axis or a label says is drawn as it was written, and does nothing
 * else.
 */
#include "near.h"
#include "sample.h"

#include "plots/figure.h"
#include "plots/svg.h"

enum { PLACES = 22, LONG_BYTES = 10000 };

typedef struct {
    lf_results results;
    lf_figure figure;
    char **place[PLACES]; /* what takes a text: title and axes of panels, labels */
    char *label[SAMPLE_METHODS];
} texts;

static int setup(void **state) {
    texts *t = *state = calloc(1, sizeof *t);
    sample_make(&t->results, true);
    if (lf_figure_make(&t->results, &t->results.experiment->figures[0], &t->figure) != LF_OK)
        return -1;
    size_t n = 0;
    for (size_t p = 0; p < t->figure.panels; p++) {
        t->place[n++] = &t->figure.panel[p].title;
        t->place[n++] = &t->figure.panel[p].x_label;
        t->place[n++] = &t->figure.panel[p].y_label;
    }
    for (size_t m = 0; m < SAMPLE_METHODS; m++)
        t->place[n++] = &t->label[m];
    free(t->figure.label);
    t->figure.label = calloc(SAMPLE_METHODS, sizeof *t->figure.label);
    return n == PLACES && t->figure.methods == SAMPLE_METHODS ? 0 : -1;
}

static int teardown(void **state) {
    texts *t = *state;
    for (size_t m = 0; m < SAMPLE_METHODS; m++)
        free(t->label[m]);
    lf_figure_free(&t->figure);
    sample_free(&t->results);
    free(t);
    return 0;
}

static char *draw(texts *t, lf_figure_format format) {
    char *script, *drawn;
    size_t n;
    assert_ok(lf_figure_script(&t->figure, format, &script, &n));
    assert_ok(lf_gnuplot_run(script, n, &drawn, &n));
    free(script);
    return drawn;
}

static char *draw_svg(texts *t) {
    char *svg, *drawn = draw(t, LF_FIGURE_SVG);
    assert_ok(lf_svg_make(&t->figure, "title", drawn, "prefix-", &svg));
    free(drawn);
    return svg;
}

/* What an XML reader makes of it, in place. */
static void unescape(char *text) {
    static const char *const name[] = {"&amp;", "&lt;", "&gt;"}, character[] = {'&', '<', '>'};
    char *to = text;
    for (; *text; to++) {
        size_t i = 0;
        while (i < 3 && strncmp(text, name[i], strlen(name[i])) != 0)
            i++;
        assert_true(i < 3 || (*text != '&' && *text != '<' && *text != '>'));
        *to = i < 3 ? character[i] : *text;
        text += i < 3 ? strlen(name[i]) : 1;
    }
    *to = '\0';
}

/* How many texts of the drawing say this; all are well-formed. */
static size_t says(const char *svg, const char *what) {
    size_t n = 0;
    while ((svg = strstr(svg, "<text"))) {
        const char *from = strchr(svg, '>') + 1, *to = strstr(from, "</text>");
        assert_non_null(to);
        char *text = strndup(from, (size_t)(to - from));
        unescape(text);
        n += strcmp(text, what) == 0;
        free(text);
        svg = to;
    }
    return n;
}

/* The drawing with n texts in all places, one after the other. */
static char *put(texts *t, size_t n, const char *const *text) {
    for (size_t i = 0; i < PLACES; i++) {
        free(*t->place[i]);
        *t->place[i] = strdup(text[i % n]);
    }
    for (size_t m = 0; m < SAMPLE_METHODS; m++)
        t->figure.label[m] = t->label[m];
    lf_figure_layout(&t->figure, 3);
    return draw_svg(t);
}

/* Each is found as often as it was put in. */
static void hold(texts *t, size_t n, const char *const *text) {
    size_t asked[PLACES] = {0};
    for (size_t i = 0; i < PLACES; i++)
        asked[i % n]++;
    char *svg = put(t, n, text);
    for (size_t i = 0; i < n && i < PLACES; i++)
        if (says(svg, text[i]) != asked[i])
            fail_msg("%zu times, not %zu: %.60s", says(svg, text[i]), asked[i], text[i]);
    free(svg);
}

/* Twice in a row, before digits, at both ends: where quoting goes wrong. */
static void every_character(void **state) {
    char text[PLACES][16];
    const char *list[PLACES];
    size_t n = 0;
    for (int c = '!'; c <= 0x7f; c++) {
        snprintf(text[n], sizeof text[n], "%ca%c%c1%c07%c", c, c, c, c, c);
        list[n] = text[n];
        if (++n < PLACES && c < 0x7f) continue;
        hold(*state, n, list);
        n = 0;
    }
}

static void nasty_texts(void **state) {
    static const char *const text[] = {"Newton f''",
                                       "''''",
                                       "'\"'\"'",
                                       "\\n\\t\\",
                                       "`touch pwned`",
                                       "$(touch p)",
                                       "@x @y",
                                       "%g %s %n %%",
                                       "{/Bold x}_a^b",
                                       "a' ; system 'x' ; '",
                                       "\" . x . \"",
                                       "]]> ]]>",
                                       "<b>&amp;</b>",
                                       "<text x='1'>",
                                       "</text></g></svg>",
                                       "<![CDATA[",
                                       " id='a' b",
                                       "xlink:href='#a'",
                                       "\xC3\xA9\xE2\x86\x92\xF0\x9F\x98\x80",
                                       "\\047\\0",
                                       "#!|~;,",
                                       "columnheader(1)"};
    assert_int_equal(sizeof text / sizeof *text, PLACES);
    hold(*state, PLACES, text);
    free(draw(*state, LF_FIGURE_PDF));
    free(draw(*state, LF_FIGURE_PNG));
}

/* They cannot be drawn, and end no line: blanks, and the mark for what is no character. */
static void what_is_no_character(void **state) {
    texts *t = *state;
    char control[33] = "a", blank[33] = "a";
    for (int c = 1; c < ' '; c++) {
        control[c] = (char)c;
        blank[c] = ' ';
    }
    t->figure.label[0] = control;
    t->figure.label[1] = "\xFF\xC3( \xED\xA0\x80.";
    char *svg = draw_svg(t);
    assert_int_equal(says(svg, blank), 1);
    assert_int_equal(says(svg, "\xEF\xBF\xBD\xEF\xBF\xBD( \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD."),
                     1);
    free(svg);
}

/* A title is drawn whole, a name as far as the legend is wide. */
static void a_long_label(void **state) {
    texts *t = *state;
    char text[LONG_BYTES + 1];
    const char *const list[] = {text};
    memset(text, '\'', LONG_BYTES);
    text[LONG_BYTES] = '\0';
    char *svg = put(t, 1, list), *name = lf_figure_short(text, t->figure.legend_name);
    assert_int_equal(says(svg, text), PLACES - SAMPLE_METHODS);
    assert_int_equal(says(svg, name), SAMPLE_METHODS);
    char *tex;
    size_t bytes;
    assert_ok(lf_pgf_make(&t->figure, &tex, &bytes));
    assert_non_null(strstr(tex, "'\\dots{}}"));
    assert_non_null(strstr(tex, "legend columns=1]"));
    free(tex);
    free(name);
    free(svg);
}

/* Two words a tenth of a panel apart: there is room for short ones. */
static void no_word_covers_another(void **state) {
    texts *t = *state;
    static const char *const words[][2] = {{"one", "two"}, {"a long name", "another name"}};
    lf_panel *panel = &t->figure.panel[0];
    lf_panel_mark mark[2];
    panel->marks = 2, panel->mark = mark;
    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; k < 2; k++)
            mark[k] = (lf_panel_mark){panel->x.low +
                                          (panel->x.high - panel->x.low) * 0.1 * (double)(4 + k),
                                      (panel->y.low + panel->y.high) / 2, (char *)words[i][k]};
        char *svg = draw_svg(t);
        assert_int_equal(says(svg, words[i][0]), 1);
        assert_int_equal(says(svg, words[i][1]), i == 0);
        free(svg);
    }
    panel->marks = 0, panel->mark = NULL;
}

static void a_name_is_cut_between_characters(void **state) {
    (void)state;
    static const char *const of[][2] = {{"\xC3\xA9t\xC3\xA9", "\xC3\xA9t\xC3\xA9"},
                                        {"\xC3\xA9t\xC3\xA9s", "\xC3\xA9t\xE2\x80\xA6"}};
    for (size_t i = 0; i < 2; i++) {
        char *name = lf_figure_short(of[i][0], 3);
        assert_string_equal(name, of[i][1]);
        free(name);
    }
}

int main(void) {
    char *drawn;
    size_t n;
    if (lf_gnuplot_run("set terminal svg\nplot 1\n", 24, &drawn, &n) != LF_OK) {
        print_message("skipped: %s\n", lf_message());
        return 77;
    }
    free(drawn);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_character, setup, teardown),
        cmocka_unit_test_setup_teardown(nasty_texts, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_no_character, setup, teardown),
        cmocka_unit_test_setup_teardown(a_long_label, setup, teardown),
        cmocka_unit_test_setup_teardown(no_word_covers_another, setup, teardown),
        cmocka_unit_test(a_name_is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
