/**
 * @file svg.c
 * @brief One pass over gnuplot's SVG that rewrites the few marks we care for.
 *
 * Read:  <g id="gnuplot_plot_3b" ><title>gnuplot_plot_3b</title>   an element, numbered by panel
 * Write: <g class="lf-curve lf-m2" data-method="ssg"><title>SSG</title>
 *
 * toggle.js finds the curves of a legend entry by the method's id. Ids of elements get a prefix,
 * because a report holds many figures and gnuplot calls the markers of each gpPt0, gpPt1, ... There
 * colours become variables too, which the page sets for its theme.
 */
#include "plots/svg.h"

#include <stdlib.h>
#include <string.h>

static const char svg_script[] = {
#include "toggle.js.inc"
};

/* UTF-8 as RFC 3629 allows it, less what XML 1.0 forbids. */
size_t lf_svg_character(const char *bytes) {
    const unsigned char *text = (const unsigned char *)bytes;
    unsigned char c = text[0];
    if (c < 0x80) return c >= ' ' || c == '\n' || c == '\t';
    size_t n = c >= 0xF0 && c < 0xF5 ? 4 : c >= 0xE0 ? 3 : c >= 0xC2 ? 2 : 0;
    if (c >= 0xF5) return 0;
    for (size_t i = 1; i < n; i++)
        if ((text[i] & 0xC0) != 0x80) return 0;
    if (c == 0xE0 && text[1] < 0xA0) return 0;                    /* overlong */
    if (c == 0xED && text[1] > 0x9F) return 0;                    /* surrogates */
    if (c == 0xEF && text[1] == 0xBF && text[2] > 0xBD) return 0; /* U+FFFE, U+FFFF */
    if (c == 0xF0 && text[1] < 0x90) return 0;                    /* overlong */
    if (c == 0xF4 && text[1] > 0x8F) return 0;                    /* past U+10FFFF */
    return n;
}

size_t lf_svg_length(const char *text) {
    size_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

void lf_svg_escape(const char *text, FILE *out) {
    for (size_t n; *text; text += n > 0 ? n : 1) {
        n = lf_svg_character(text);
        if (n == 0)
            fputs("\xEF\xBF\xBD", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if (*text == '"')
            fputs("&quot;", out);
        else if (*text == '\'')
            fputs("&#39;", out);
        else
            fwrite(text, 1, n, out);
    }
}

/* true, and *at moves on, if `mark` is what comes next. */
static bool svg_skip(const char **at, const char *mark) {
    size_t n = strlen(mark);
    if (strncmp(*at, mark, n) != 0) return false;
    *at += n;
    return true;
}

/* Our own root element: no sizes in pixels that a phone could not scale, no namespaces where HTML
 * knows them anyway. */
static void svg_root(const lf_figure *figure, const char *title, const char *prefix, FILE *out) {
    if (!prefix) fputs("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n", out);
    fprintf(out,
            "<svg class=\"lf-figure\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\"",
            figure->width, figure->height, figure->width, figure->height);
    if (!prefix)
        fputs(" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"",
              out);
    /* Text must stay legible on a phone, and a small figure small on a large screen. */
    fprintf(out, " style=\"min-width:%.0fpx;max-width:%.0fpx\" role=\"group\" aria-label=\"",
            0.85 * figure->width, 1.2 * figure->width);
    char *says = lf_figure_says(figure, title);
    lf_svg_escape(says ? says : title, out);
    free(says);
    fputs("\">\n", out);
}

/* Past the XML declaration, gnuplot's own root, title and description. */
static const char *svg_body(const char *drawn) {
    const char *at = strstr(drawn, "<g id=\"gnuplot_canvas\">");
    return at ? at : strstr(drawn, "<g ");
}

/* A group of gnuplot's: its number among them says which method it shows. */
static void svg_group(const lf_figure *figure, const lf_figure_element *element, FILE *out) {
    if (element->method >= figure->experiment->methods_count) {
        fputs("<g>", out);
        return;
    }
    fprintf(out, "<g class=\"%s lf-m%zu\" data-method=\"", element->key ? "lf-key" : "lf-curve",
            element->method);
    lf_svg_escape(figure->experiment->methods[element->method].id, out);
    fputs("\"><title>", out);
    lf_svg_escape(lf_figure_label(figure, element->method), out);
    fputs("</title>", out);
}

/* gnuplot's colours, as it writes them, and the variables of reports/page/house.css: those of
 * methods first, in the palette's order. */
static const char *const svg_colours[][2] = {
    {"rgb(  0, 114, 178)", "--lf-0"},     {"rgb(213,  94,   0)", "--lf-1"},
    {"rgb(  0, 158, 115)", "--lf-2"},     {"rgb(204, 121, 167)", "--lf-3"},
    {"rgb( 26,  26,  26)", "--lf-4"},     {"rgb(136,  34,   0)", "--lf-5"},
    {"rgb( 59,  30, 144)", "--lf-6"},     {"rgb(  0,  77,  64)", "--lf-7"},
    {"rgb(233, 233, 233)", "--lf-grid"},  {"rgb(154, 154, 154)", "--lf-frame"},
    {"rgb(241, 241, 241)", "--lf-strip"}, {"rgb( 98, 102, 109)", "--quiet"},
    {"rgb(74,74,74)", "--quiet"},         {"rgb(98,102,109)", "--quiet"},
    {"rgb(29,29,31)", "--ink"},           {"#ffffff", "--paper"},
    {"rgb(195, 199, 205)", "--cue"},
};

/* A colour of a drawing that is part of a page: true, and *at moves past it. */
static bool svg_colour(const char **at, FILE *out) {
    if (**at != 'r' && **at != '#') return false;
    for (size_t i = 0; i < sizeof svg_colours / sizeof *svg_colours; i++)
        if (svg_skip(at, svg_colours[i][0])) return fprintf(out, "var(%s)", svg_colours[i][1]) > 0;
    return false;
}

/* gnuplot leaves many groups with nothing in them: true, and *at moves past one. */
static bool svg_empty(const char **at) {
    if (strncmp(*at, "<g fill=", 8) != 0) return false;
    const char *end = strchr(*at, '>');
    if (!end || strncmp(end, ">\n</g>\n", 7) != 0) return false;
    *at = end + 7;
    return true;
}

/* Text is no mark, whatever it says: to its end tag as it is, but for >, which gnuplot leaves and
 * XML does not allow behind ]]. */
static void svg_text(const char **at, FILE *out) {
    bool inside = false;
    fputs("<text", out);
    for (; **at && strncmp(*at, "</text>", strlen("</text>")) != 0; ++*at) {
        if (inside && **at == '>')
            fputs("&gt;", out);
        else
            fputc(**at, out);
        inside |= **at == '>';
    }
}

/* Copy the drawing up to its end tag, groups and ids rewritten. Returns the number of groups. */
static size_t svg_copy(const lf_figure *figure, const char *at, const char *prefix, FILE *out) {
    size_t groups = 0;
    while (*at) {
        if (svg_skip(&at, "<g id=\"gnuplot_plot_")) {
            const char *end = strstr(at, "</title>");
            if (groups < figure->elements) svg_group(figure, &figure->element[groups], out);
            groups++;
            at = end ? end + strlen("</title>") : at;
        } else if (svg_skip(&at, "<text")) {
            svg_text(&at, out);
        } else if (svg_skip(&at, " id='gpPt1' stroke-width='0.205'")) {
            fprintf(out, " id='%sgpPt1' stroke-width='0.5'", prefix ? prefix : ""); /* the cross */
        } else if (prefix && svg_skip(&at, " id='")) {
            fprintf(out, " id='%s", prefix);
        } else if (prefix && svg_skip(&at, " id=\"")) {
            fprintf(out, " id=\"%s", prefix);
        } else if (prefix && svg_skip(&at, " xlink:href='#")) {
            fprintf(out, " href='#%s", prefix);
        } else if (svg_empty(&at) || (prefix && svg_colour(&at, out))) {
            continue;
        } else if (!svg_skip(&at, "</svg>")) {
            fputc(*at++, out);
        }
    }
    return groups;
}

/* The number of groups is checked: a curve that gnuplot left out would shift all that follow to
 * other methods. */
lf_status lf_svg_make(const lf_figure *figure, const char *title, const char *drawn,
                      const char *prefix, char **svg) {
    size_t size;
    const char *body = svg_body(drawn);
    if (!body) return lf_fail(LF_IO, "gnuplot drew no SVG");
    FILE *out = open_memstream(svg, &size);
    if (!out) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    svg_root(figure, title, prefix, out);
    size_t groups = svg_copy(figure, body, prefix, out);
    if (!prefix) fprintf(out, "<script><![CDATA[\n%s]]></script>\n", svg_script);
    fputs("</svg>\n", out);
    bool whole = fclose(out) == 0;
    if (whole && groups == figure->elements) return LF_OK;
    free(*svg);
    *svg = NULL;
    if (!whole) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    return lf_fail(LF_IO, "gnuplot drew %zu curves where %zu were asked for", groups,
                   figure->elements);
}
