/**
 * @file script.c
 * @brief The gnuplot script of a figure: panels and legend; blocks.c writes the curves' data.
 *
 * Text goes in double quotes, all of it but letters, digits and blanks as numbers of bytes, which
 * gnuplot never takes for anything else: single quotes do not bear two of themselves in a row.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "plots/figure.h"
#include "plots/palette.h"
#include "plots/svg.h"

static const char script_house[] = {
#include "house.gp.inc"
};

/* Pixels around the frame of a panel: tick labels and axis title, title. */
static const double script_left = 66, script_right = 22, script_top = 32, script_bottom = 56;
/* From the left edge to the middle of the axis title; what tick labels leave free; a character. */
static const double script_title_at = 12, script_free = 34, script_character = 7.4;
static const double script_second = 19; /* a second line of it */

/* Text up to its end or `end`, in quotes. Control characters would end a line, and with it the
 * command; a number that begins with 0 has three more digits, whatever follows it. */
static void script_text(const char *text, const char *end, FILE *out) {
    fputc('"', out);
    for (size_t n; *text && text != end; text += n > 0 ? n : 1) {
        n = lf_svg_character(text);
        const char *c = (unsigned char)*text < ' ' ? " " : n > 0 ? text : "\xEF\xBF\xBD";
        for (size_t i = 0; i < lf_svg_character(c); i++)
            fprintf(out, isalnum((unsigned char)c[i]) || c[i] == ' ' ? "%c" : "\\0%03o",
                    (unsigned char)c[i]);
    }
    fputc('"', out);
}

/* The same in a second line if one has not so many pixels. */
static void script_lines(const char *text, double pixels, FILE *out) {
    const char *second = lf_figure_second_line(text, pixels);
    if (second) {
        script_text(text, second - 1, out);
        fputs(".\"\\n\".", out);
    }
    script_text(second ? second : text, NULL, out);
}

/* PNG at twice the pixels, for screens that have them; PDF in inches and points. The SVG terminal
 * sets labels further from the axis than the other two. */
static void script_terminal(const lf_figure *figure, lf_figure_format format, FILE *out) {
    if (format == LF_FIGURE_SVG)
        fprintf(out,
                "set terminal svg noenhanced size %.0f,%.0f font 'Helvetica,13' "
                "background '#ffffff'\nset xtics offset 0,0.4\nset ytics offset 0.5,0\nset xlabel "
                "offset 0,0.9\n",
                figure->width, figure->height);
    else if (format == LF_FIGURE_PDF)
        fprintf(out,
                "set terminal pdfcairo noenhanced size %.4fin,%.4fin font 'sans,9.5' "
                "background '#ffffff' linewidth 0.75 pointscale 0.75\n",
                figure->width / 96, figure->height / 96);
    else
        fprintf(out,
                "set terminal pngcairo noenhanced size %.0f,%.0f font 'sans,9.5' "
                "background '#ffffff' fontscale 2 linewidth 2 pointscale 2\n",
                2 * figure->width, 2 * figure->height);
}

/* Remember whose the next element is: gnuplot tells only their numbers. */
static lf_status script_element(lf_figure *figure, size_t method, bool key) {
    LF_TRY(lf_grow(&figure->element, figure->elements, sizeof *figure->element, "a figure"));
    figure->element[figure->elements++] = (lf_figure_element){method, key};
    return LF_OK;
}

/* One element of the plot command; `style` is what follows the data. */
static lf_status script_plot(lf_figure *figure, size_t method, bool *first, FILE *out,
                             const char *data, size_t p, size_t c, const char *style) {
    fprintf(out, "%s $%s%zu_%zu %s linecolor rgb '%s' notitle", *first ? "plot" : ", \\\n    ",
            data, p, c, style, lf_palette_of(method).colour);
    *first = false;
    return script_element(figure, method, false);
}

enum { SCRIPT_LAYERS = 5 };

/* What a curve has in a layer: its data block; NULL: nothing. style <- how it is drawn. */
static const char *script_layer(const lf_curve *curve, size_t cut, lf_palette look, size_t layer,
                                char style[96]) {
    static const char *const blocks[SCRIPT_LAYERS] = {"b", "t", "l", "m", "c"};
    const size_t beside = curve->points - curve->on_line; /* of a fit */
    const bool line = isfinite(curve->line[0][1]);
    const bool fit[SCRIPT_LAYERS] = {curve->points > 0, beside > 0, curve->on_line > 0 && line,
                                     curve->on_line > 0, false};
    const bool plain[SCRIPT_LAYERS] = {curve->runs > 1 && curve->points > 1, cut > 0,
                                       curve->points > 1, curve->points > 0, cut > 0};
    if (layer == 0 && !curve->fitted)
        snprintf(style, 96,
                 "using 1:2:3 with filledcurves fillstyle transparent solid 0.16 noborder");
    else if (layer == 1 && curve->fitted)
        snprintf(style, 96, "with points pointtype 6 pointsize 0.5 linewidth 1");
    else if (layer < 2)
        snprintf(style, 96, "with lines linewidth %s", layer == 0 ? "1.2" : "0.7");
    else if (layer == 2)
        snprintf(style, 96, "with lines dashtype %s linewidth 1.7", look.dash);
    else if (layer == 3)
        snprintf(style, 96, "with points pointtype %d pointsize 0.7 linewidth 1.2", look.marker);
    else
        snprintf(style, 96, "with points pointtype %d pointsize 1.1 linewidth 2.2",
                 LF_PALETTE_CROSS);
    return (curve->fitted ? fit : plain)[layer] ? blocks[layer] : NULL;
}

/* What lies under the curves is nobody's. */
static lf_status script_strokes(lf_figure *figure, size_t p, bool *first, FILE *out) {
    for (size_t i = 0; i < figure->panel[p].strokes; i++) {
        fprintf(out,
                "%s $s%zu_%zu with boxxyerror fillstyle solid noborder linecolor rgb '#c3c7cd' "
                "notitle",
                *first ? "plot" : ", \\\n    ", p, i);
        *first = false;
        LF_TRY(script_element(figure, figure->experiment->methods_count, false));
    }
    return LF_OK;
}

/* All bands lie under all lines, and these under the markers. */
static lf_status script_curves(lf_figure *figure, size_t p, const size_t *cut, FILE *out) {
    const lf_panel *panel = &figure->panel[p];
    bool first = true;
    LF_TRY(script_strokes(figure, p, &first, out));
    for (size_t layer = 0; layer < SCRIPT_LAYERS; layer++)
        for (size_t c = 0; c < panel->curves; c++) {
            char style[96];
            const lf_palette look = lf_palette_of(figure->method[c]);
            const char *block = script_layer(&panel->curve[c], cut[c], look, layer, style);
            if (block)
                LF_TRY(script_plot(figure, figure->method[c], &first, out, block, p, c, style));
        }
    if (first) fputs("set label 'no data' at graph 0.5,0.5 center\nplot NaN notitle", out);
    if (first) LF_TRY(script_element(figure, figure->experiment->methods_count, false));
    fputs("\nunset label\nunset arrow\nunset object\n", out);
    return LF_OK;
}

/* What claims aim at: a dashed line across the panel, its value where curves are not yet. */
static void script_targets(const lf_panel *panel, FILE *out) {
    for (size_t i = 0; i < panel->targets; i++) {
        const double share = lf_axis_share(&panel->y, panel->target[i]);
        const bool early = lf_panel_early(panel, panel->target[i]);
        fprintf(out,
                "set arrow from graph 0,%.4f to graph 1,%.4f nohead back dashtype (2,3) linewidth "
                "1 linecolor rgb '#62666d'\nset label 'target %.3g' at graph %s,%.4f %s offset "
                "0,0.45 font ',10' textcolor rgb '#62666d'\n",
                share, share, panel->target[i], early ? "0.99" : "0.06", share,
                early ? "right" : "left");
    }
}

/* Would a text cover one of those before it? */
static bool script_covers(const lf_panel *panel, size_t i) {
    static const double byte = 0.0055, high = 0.05; /* half as wide, and as high, in panels */
    const lf_panel_mark *of = &panel->mark[i];
    for (const lf_panel_mark *mark = panel->mark; mark < of; mark++)
        if (fabs(lf_axis_share(&panel->x, mark->x) - lf_axis_share(&panel->x, of->x)) <
                byte * (double)(strlen(mark->text) + strlen(of->text)) &&
            fabs(lf_axis_share(&panel->y, mark->y) - lf_axis_share(&panel->y, of->y)) < high)
            return true;
    return false;
}

/* Words and numbers above their points, as far as there is room; beside them all. */
static void script_marks(const lf_panel *panel, FILE *out) {
    static const char *const at[] = {"right offset -1,0", "center offset 0,.7", "left offset 1,0"};
    for (size_t i = 0; i < panel->marks; i++) {
        const int side = lf_panel_side(panel, i);
        if (side == 0 && script_covers(panel, i)) continue;
        fputs("set label ", out);
        script_text(panel->mark[i].text, NULL, out);
        fprintf(out, " at %.10g,%.10g %s front font ',9' textcolor rgb '#62666d'\n",
                lf_axis_place(&panel->x, panel->mark[i].x),
                lf_axis_place(&panel->y, panel->mark[i].y), at[side + 1]);
    }
}

/* Room left of a panel: what its longest tick label takes, which is between quotes. */
static lf_status script_margin(const lf_panel *panel, double *pixels) {
    char *ticks = NULL;
    size_t size, longest = 0, length = 0;
    FILE *out = open_memstream(&ticks, &size);
    if (!out) return lf_fail(LF_NO_MEMORY, "no memory for a figure's script");
    lf_axis_write(&panel->y, 'y', out);
    if (fclose(out) != 0) return lf_fail(LF_NO_MEMORY, "no memory for a figure's script");
    bool inside = false;
    for (const char *c = strstr(ticks, "tics ("); c && *c && *c != '\n'; c++) {
        if (*c == '\'') inside = !inside, length = 0;
        length += inside && ((unsigned char)*c & 0xC0) != 0x80;
        if (length > longest + 1) longest = length - 1; /* the quote is no part of it */
    }
    free(ticks);
    *pixels = fmax(script_left, script_free + script_character * (double)longest);
    return LF_OK;
}

/* The name of the y axis, at a place of its own: gnuplot's moves away from wide ticks, and out. The
 * frame reaches from top to bottom, in pixels. */
static void script_side(const lf_figure *figure, const lf_panel *panel, double left, double top,
                        double bottom, FILE *out) {
    fputs("\nunset ylabel\nset label ", out);
    script_lines(panel->y_label, bottom - top, out);
    fprintf(out, " at screen %.6f,%.6f center rotate by 90 textcolor rgb '#4a4a4a'\n",
            (left + script_title_at) / figure->width, 1 - (top + bottom) / 2 / figure->height);
}

/* One panel: its place, labels and axes, then data blocks, then the plot command that uses them. */
static lf_status script_panel(lf_figure *figure, size_t p, FILE *out) {
    const lf_panel *panel = &figure->panel[p];
    double w = figure->width / (double)figure->columns;
    double h = (figure->height - figure->legend_height) / (double)figure->rows;
    double left = w * (double)(p % figure->columns), margin = 0;
    LF_TRY(script_margin(panel, &margin));
    const double from = figure->legend_height + h * (double)(p / figure->columns);
    const double top = from + script_top + figure->title_height;
    const double bottom = from + h - script_bottom - figure->label_height;
    if (lf_figure_second_line(panel->y_label, bottom - top)) margin += script_second;
    fprintf(out, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n",
            (left + margin) / figure->width, (left + w - script_right) / figure->width);
    fprintf(out, "set tmargin at screen %.6f\nset bmargin at screen %.6f\n",
            1 - top / figure->height, 1 - bottom / figure->height);
    fputs("set title ", out);
    script_lines(panel->title, lf_figure_title_room(figure), out);
    fputs("\nset xlabel ", out);
    script_lines(panel->x_label, lf_figure_title_room(figure), out);
    script_side(figure, panel, left, top, bottom, out);
    lf_axis_write(&panel->x, 'x', out);
    lf_axis_write(&panel->y, 'y', out);
    script_targets(panel, out);
    script_marks(panel, out);
    size_t *cut = calloc(panel->curves + 1, sizeof *cut);
    if (!cut) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    for (size_t c = 0; c < panel->curves; c++)
        cut[c] = lf_blocks_write(panel, &panel->curve[c], p, c, out);
    for (size_t i = 0; i < panel->strokes; i++)
        lf_blocks_stroke(panel, &panel->stroke[i], p, i, out);
    lf_status status = script_curves(figure, p, cut, out);
    free(cut);
    return status;
}

/* A strip of its own above the panels, so that the legend covers nothing. */
static lf_status script_legend(lf_figure *figure, FILE *out) {
    fprintf(out,
            "unset title\nunset xlabel\nunset ylabel\nunset tics\nunset border\nunset grid\n"
            "unset logscale\nset xrange [0:1]\nset yrange [0:1]\n"
            "set lmargin at screen 0\nset rmargin at screen 1\nset tmargin at screen 1\n"
            "set bmargin at screen %.6f\n"
            "set key horizontal center center Left reverse samplen 2.6 spacing 1.25 width 1.5 "
            "maxcols %zu textcolor rgb '#1d1d1f'\n",
            1 - figure->legend_height / figure->height, figure->legend_columns);
    for (size_t m = 0; m < figure->methods; m++) {
        lf_palette look = lf_palette_of(figure->method[m]);
        fprintf(out,
                "%s NaN with linespoints dashtype %s linewidth 1.7 pointtype %d pointsize 0.9 "
                "linecolor rgb '%s' title ",
                m == 0 ? "plot" : ", \\\n    ", look.dash, look.marker, look.colour);
        char *name =
            lf_figure_short(lf_figure_label(figure, figure->method[m]), figure->legend_name);
        if (!name) return lf_fail(LF_NO_MEMORY, "no memory for a figure's script");
        script_text(name, NULL, out);
        free(name);
        LF_TRY(script_element(figure, figure->method[m], true));
    }
    fputs("\n", out);
    return LF_OK;
}

lf_status lf_figure_script(lf_figure *figure, lf_figure_format format, char **script,
                           size_t *size) {
    FILE *out = open_memstream(script, size);
    if (!out) return lf_fail(LF_NO_MEMORY, "no memory for a figure's script");
    figure->elements = 0;
    fputs(script_house, out);
    script_terminal(figure, format, out);
    fputs("set multiplot\n", out);
    lf_status status = LF_OK;
    for (size_t p = 0; p < figure->panels && status == LF_OK; p++)
        status = script_panel(figure, p, out);
    if (status == LF_OK && figure->methods > 0) status = script_legend(figure, out);
    fputs("unset multiplot\n", out);
    if (fclose(out) != 0 && status == LF_OK)
        status = lf_fail(LF_NO_MEMORY, "no memory for a figure's script");
    if (status == LF_OK) return LF_OK;
    free(*script);
    *script = NULL;
    return status;
}
