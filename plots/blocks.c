/**
 * @file blocks.c
 * @brief The curves of a panel as gnuplot's data blocks.
 *
 * Coordinates are final: zeros lie on their strip already, and nothing is left for gnuplot to drop.
 */
#include "plots/figure.h"

#include <math.h>

/* About so many markers on a curve: enough to tell curves apart in grey. */
enum { BLOCKS_MARKERS = 7, BLOCKS_SPARSE = 40 };
/* Half of a stroke's width, as shares of the axes. */
static const double blocks_wide = 0.0065, blocks_high = 0.0115;

/* One point, where the panel's axes draw it. */
static void blocks_point(const lf_panel *panel, double x, double y, FILE *out) {
    fprintf(out, "%.10g %.10g\n", lf_axis_place(&panel->x, x), lf_axis_place(&panel->y, y));
}

/* $b, the band, and $l, the median. Where so many runs diverged that a quartile is infinite, the
 * band ends at the median instead of flooding the panel. */
static void blocks_lines(const lf_panel *panel, const lf_curve *curve, size_t p, size_t c,
                         FILE *out) {
    fprintf(out, "$b%zu_%zu << E\n", p, c);
    for (size_t i = 0; i < curve->points; i++) {
        double middle = curve->median[i];
        double lower = isfinite(curve->lower[i]) ? curve->lower[i] : middle;
        double upper = isfinite(curve->upper[i]) ? curve->upper[i] : middle;
        fprintf(out, "%.10g %.10g %.10g\n", lf_axis_place(&panel->x, curve->x[i]),
                lf_axis_place(&panel->y, lower), lf_axis_place(&panel->y, upper));
    }
    fprintf(out, "E\n$l%zu_%zu << E\n", p, c);
    for (size_t i = 0; i < curve->points; i++)
        blocks_point(panel, curve->x[i], curve->median[i], out);
    fputs("E\n", out);
}

/* Markers at even distances on the paper, shifted from method to method so that they do not cover
 * each other; at every evaluation where these are few. */
static void blocks_markers(const lf_panel *panel, const lf_curve *curve, size_t p, size_t c,
                           FILE *out) {
    bool all = panel->sparse && curve->points <= BLOCKS_SPARSE;
    double shift = ((double)c + 0.5) / (double)panel->curves, next = shift / BLOCKS_MARKERS;
    size_t written = 0;
    fprintf(out, "$m%zu_%zu << E\n", p, c);
    for (size_t i = 0; i < curve->points; i++) {
        double share = lf_axis_share(&panel->x, curve->x[i]);
        bool last = i + 1 == curve->points && written == 0;
        if (!all && !last && share < next) continue;
        while (next <= share)
            next += 1.0 / BLOCKS_MARKERS;
        blocks_point(panel, curve->x[i], curve->median[i], out);
        written++;
    }
    fputs("E\n", out);
}

/* Runs that ended before their time: where they went (thin, if the median is not that run), and a
 * cross where they ended. Returns their number. */
static size_t blocks_cut(const lf_panel *panel, const lf_curve *curve, size_t p, size_t c,
                         FILE *out) {
    size_t cut = 0;
    fprintf(out, "$t%zu_%zu << E\n", p, c);
    for (size_t r = 0; r < curve->runs; r++) {
        const lf_series *run = &curve->run[r];
        if (!run->cut || run->points == 0) continue;
        cut++;
        for (size_t i = 0; i < run->points; i++)
            blocks_point(panel, run->x[i], run->y[i], out);
        blocks_point(panel, run->end, run->y[run->points - 1], out);
        fputs("\n", out);
    }
    fprintf(out, "E\n$c%zu_%zu << E\n", p, c);
    for (size_t r = 0; r < curve->runs; r++) {
        const lf_series *run = &curve->run[r];
        if (!run->cut || run->points == 0) continue;
        blocks_point(panel, run->end, run->y[run->points - 1], out);
    }
    fputs("E\n", out);
    return cut;
}

/* From the lower to the upper quartile of x. */
static void blocks_across(const lf_panel *panel, const lf_curve *curve, size_t i, FILE *out) {
    blocks_point(panel, curve->left[i], curve->median[i], out);
    blocks_point(panel, curve->right[i], curve->median[i], out);
    fputs("\n", out);
}

/* The blocks of a fit. Ticks are lines of two points, parted by blank ones. */
static void blocks_fit(const lf_panel *panel, const lf_curve *curve, size_t p, size_t c,
                       FILE *out) {
    fprintf(out, "$b%zu_%zu << E\n", p, c);
    for (size_t i = 0; i < curve->points; i++) {
        blocks_point(panel, curve->x[i], curve->lower[i], out);
        blocks_point(panel, curve->x[i], curve->upper[i], out);
        fputs("\n", out);
        if (curve->joined) blocks_across(panel, curve, i, out);
    }
    fprintf(out, "E\n$l%zu_%zu << E\n", p, c);
    for (size_t i = 0; i < curve->on_line && curve->joined; i++)
        blocks_point(panel, curve->x[i], curve->median[i], out);
    for (size_t i = 0; !curve->joined && i < 2 && isfinite(curve->line[i][1]); i++)
        blocks_point(panel, curve->line[i][0], curve->line[i][1], out);
    for (size_t i = 0; i <= curve->points; i++) {
        if (i == 0 || i == curve->on_line)
            fprintf(out, "E\n$%s%zu_%zu << E\n", i < curve->on_line ? "m" : "t", p, c);
        if (i < curve->points) blocks_point(panel, curve->x[i], curve->median[i], out);
    }
    fputs("E\n", out);
}

/* So far beside a value, as a share of the axis. */
static double blocks_beside(const lf_axis *axis, double value, double share) {
    value = lf_axis_place(axis, value);
    return axis->log ? value * pow(axis->high / axis->low, share)
                     : value + share * (axis->high - axis->low);
}

/* Boxes, x y and their four sides: gnuplot's wide lines end in thorns. */
void lf_blocks_stroke(const lf_panel *panel, const lf_curve *stroke, size_t p, size_t i,
                      FILE *out) {
    fprintf(out, "$s%zu_%zu << E\n", p, i);
    for (size_t k = 0; k + 1 < stroke->points; k++) {
        const double *x = &stroke->x[k], *y = &stroke->median[k];
        fprintf(out, "%.10g %.10g %.10g %.10g %.10g %.10g\n", lf_axis_place(&panel->x, x[0]),
                lf_axis_place(&panel->y, y[0]), blocks_beside(&panel->x, x[0], -blocks_wide),
                blocks_beside(&panel->x, x[1], blocks_wide),
                blocks_beside(&panel->y, y[0], -blocks_high),
                blocks_beside(&panel->y, y[1], blocks_high));
    }
    fputs("E\n", out);
}

size_t lf_blocks_write(const lf_panel *panel, const lf_curve *curve, size_t p, size_t c,
                       FILE *out) {
    if (curve->fitted) {
        blocks_fit(panel, curve, p, c, out);
        return 0;
    }
    blocks_lines(panel, curve, p, c, out);
    blocks_markers(panel, curve, p, c, out);
    return blocks_cut(panel, curve, p, c, out);
}
