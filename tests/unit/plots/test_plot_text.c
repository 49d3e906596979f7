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

/* Draw n texts in all places, one after the other; each is found as often as it was put in. */
static void hold(texts *t, size_t n, const char *const *text) {
    size_t asked[PLACES] = {0};
    for (size_t i = 0; i < PLACES; i++) {
        free(*t->place[i]);
        *t->place[i] = strdup(text[i % n]);
        asked[i % n]++;
    }
    for (size_t m = 0; m < SAMPLE_METHODS; m++)
        t->figure.label[m] = t->label[m];
    lf_figure_layout(&t->figure, 3);
    char *svg = draw_svg(t);
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

static void a_long_label(void **state) {
    char text[LONG_BYTES + 1];
    const char *const list[] = {text};
    memset(text, '\'', LONG_BYTES);
    text[LONG_BYTES] = '\0';
    hold(*state, 1, list);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
