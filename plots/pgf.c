/**
 * @file pgf.c
 * @brief The curves of a figure as pgfplots draws them: the same points, colours and dashes.
 */
#include "plots/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plots/palette.h"
#include "plots/tex.h"

static void pgf_text(const char *text, FILE *out) {
    while (*text)
        text += lf_tex_character(text, out);
}

/* "(14,5)" -> "on 14pt off 5pt", at half the length: TeX's lines are thinner. */
static void pgf_dash(const char *dash, FILE *out) {
    static const char *const words[] = {"on", "off"};
    if (*dash != '(') {
        fputs("solid", out);
        return;
    }
    fputs("dash pattern=", out);
    for (size_t i = 0; *dash && *dash != ')'; i++) {
        char *end;
        fprintf(out, "%s%s %.1fpt", i ? " " : "", words[i % 2], 0.4 * strtod(dash + 1, &end));
        dash = end;
    }
}

static void pgf_point(const lf_panel *panel, double x, double y, FILE *out) {
    fprintf(out, " (%.8g,%.8g)", lf_axis_place(&panel->x, x), lf_axis_place(&panel->y, y));
}

/* Quartiles as an area, there and back; an infinite one is the median's place. */
static void pgf_band(const lf_panel *panel, const lf_curve *c, const char *colour, FILE *out) {
    if (c->runs < 2 || c->points < 2 || c->fitted) return;
    fprintf(out, "\\addplot[draw=none,fill=%s,fill opacity=0.16,forget plot] coordinates {",
            colour);
    for (size_t i = 0; i < c->points; i++)
        pgf_point(panel, c->x[i], isfinite(c->lower[i]) ? c->lower[i] : c->median[i], out);
    for (size_t i = c->points; i-- > 0;)
        pgf_point(panel, c->x[i], isfinite(c->upper[i]) ? c->upper[i] : c->median[i], out);
    fputs("} -- cycle;\n", out);
}

/* A fit has marks, and its straight line; any other curve a line. */
static void pgf_curve(const lf_panel *panel, const lf_curve *c, const lf_palette *look,
                      const char *colour, FILE *out) {
    if (c->points == 0) return;
    fprintf(out, "\\addplot[%s,mark=%s,mark size=1.2pt,line width=0.8pt,", colour,
            c->fitted || c->points == 1 ? "*" : "none");
    pgf_dash(look->dash, out);
    fprintf(out, "%s] coordinates {", c->fitted && !c->joined ? ",only marks" : "");
    for (size_t i = 0; i < c->points; i++)
        pgf_point(panel, c->x[i], c->median[i], out);
    fputs("};\n", out);
    if (!c->fitted || !isfinite(c->line[0][1])) return;
    fprintf(out, "\\addplot[%s,line width=0.8pt,forget plot] coordinates {", colour);
    for (size_t i = 0; i < 2; i++)
        pgf_point(panel, c->line[i][0], c->line[i][1], out);
    fputs("};\n", out);
}

/* In the legend, as long as it is on the page. */
static lf_status pgf_entry(const lf_figure *figure, size_t c, const lf_palette *look,
                           const char *colour, FILE *out) {
    char *name = lf_figure_short(lf_figure_label(figure, figure->method[c]), figure->legend_name);
    if (!name) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    if (figure->panel[figure->panels - 1].curve[c].points == 0) { /* drawn in another panel */
        fprintf(out, "\\addlegendimage{%s,line width=0.8pt,", colour);
        pgf_dash(look->dash, out);
        fputs("}\n", out);
    }
    fputs("\\addlegendentry{", out);
    pgf_text(name, out);
    fputs("}\n", out);
    free(name);
    return LF_OK;
}

static lf_status pgf_panel(const lf_figure *figure, size_t p, FILE *out) {
    const lf_panel *panel = &figure->panel[p];
    const bool last = p + 1 == figure->panels;
    fprintf(out,
            "\\begin{tikzpicture}[baseline=(current "
            "axis.south)]\n\\begin{axis}[width=%.3f\\linewidth,height=0.3\\linewidth,"
            "xmode=%s,ymode=%s,xmin=%.8g,xmax=%.8g,ymin=%.8g,ymax=%.8g,%sgrid=major,"
            "grid style={black!10},title style={font=\\small},label style={font=\\footnotesize},"
            "tick label style={font=\\scriptsize},title={",
            figure->panels > 1 ? 0.47 : 0.7, panel->x.log ? "log" : "normal",
            panel->y.log ? "log" : "normal", panel->x.low, panel->x.high, panel->y.low,
            panel->y.high, panel->y.bare ? "ytick=\\empty," : "");
    pgf_text(panel->title, out);
    fputs("},xlabel={", out);
    pgf_text(panel->x_label, out);
    fputs("},ylabel={", out);
    pgf_text(panel->y_label, out);
    fputs(last ? "},legend style={font=\\scriptsize,at={(0.5,-0.32)},anchor=north,"
                 "draw=none},legend cell align=left"
               : "}",
          out);
    if (last) fprintf(out, ",legend columns=%g", fmax(1, fmin(3, (double)figure->legend_columns)));
    fputs("]\n", out);
    for (size_t i = 0; i < panel->strokes; i++) {
        fputs("\\addplot[black!12,line width=4pt,forget plot] coordinates {", out);
        for (size_t k = 0; k < panel->stroke[i].points; k++)
            pgf_point(panel, panel->stroke[i].x[k], panel->stroke[i].median[k], out);
        fputs("};\n", out);
    }
    for (size_t c = 0; c < panel->curves; c++) {
        char colour[32];
        const lf_palette look = lf_palette_of(figure->method[c]);
        snprintf(colour, sizeof colour, "lfcolour%zu", c);
        fprintf(out, "\\definecolor{%s}{HTML}{%s}\n", colour, look.colour + 1);
        pgf_band(panel, &panel->curve[c], colour, out);
        pgf_curve(panel, &panel->curve[c], &look, colour, out);
        if (last) LF_TRY(pgf_entry(figure, c, &look, colour, out));
    }
    for (size_t i = 0; i < panel->marks; i++) {
        static const char *const places[] = {"left", "above", "right"};
        fprintf(out, "\\node[font=\\tiny,%s,black!60] at (axis cs:%.8g,%.8g) {",
                places[lf_panel_side(panel, i) + 1], lf_axis_place(&panel->x, panel->mark[i].x),
                lf_axis_place(&panel->y, panel->mark[i].y));
        pgf_text(panel->mark[i].text, out);
        fputs("};\n", out);
    }
    fprintf(out, "\\end{axis}\n\\end{tikzpicture}%s\n",
            figure->columns > 1 && (p + 1) % 2 ? "%" : "\\par");
    return LF_OK;
}

lf_status lf_pgf_make(const lf_figure *figure, char **text, size_t *size) {
    FILE *out = open_memstream(text, size);
    if (!out) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    lf_status status = LF_OK;
    for (size_t p = 0; p < figure->panels && status == LF_OK; p++)
        status = pgf_panel(figure, p, out);
    if (fclose(out) != 0 && status == LF_OK)
        status = lf_fail(LF_NO_MEMORY, "no memory for a figure");
    return status;
}

static void pgf_quoted(const char *text, FILE *out) {
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', out);
}

lf_status lf_pgf_data(const lf_figure *figure, char **text, size_t *size) {
    FILE *out = open_memstream(text, size);
    if (!out) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    fputs("panel,method,x,median,lower,upper\r\n", out);
    for (size_t p = 0; p < figure->panels; p++)
        for (size_t c = 0; c < figure->panel[p].curves; c++) {
            const lf_curve *curve = &figure->panel[p].curve[c];
            for (size_t i = 0; i < curve->points; i++) {
                pgf_quoted(figure->panel[p].title, out);
                fputc(',', out);
                pgf_quoted(lf_figure_label(figure, figure->method[c]), out);
                fprintf(out, ",%.17g,%.17g", curve->x[i], curve->median[i]);
                if (curve->fitted && !curve->joined)
                    fputs(",,\r\n", out);
                else
                    fprintf(out, ",%.17g,%.17g\r\n", curve->lower[i], curve->upper[i]);
            }
        }
    return fclose(out) == 0 ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a figure");
}
