/**
 * @file axis.c
 * @brief Ranges and ticks, made here because gnuplot leaves a short logarithmic axis without any.
 *
 * All choices are made from the extremes of what is shown, so that a figure drawn again from the
 * same data is the same figure:
 *
 *   linear         steps of 1, 2 or 5 times a power of ten; one unit (k, M, G) for all ticks
 *   under 5-fold   the same on a logarithmic scale, where decades would leave it bare
 *   two decades    1, 2 and 5 of each
 *   more           decades, and only every second or third of them where there are many
 */
#include "plots/panel.h"

#include <math.h>
#include <string.h>

/* Positive values this far below the largest are rounding noise and count as zero. */
static const double axis_noise = 1e-12;
/* Ticks between costs that are closer, relative to the largest, have more digits than room. */
static const double axis_alike = 0.01;
/* No drawing goes further, nor nearer to 0: doubles do, but then a margin has no room. */
static const double axis_most = 8e307, axis_least = 1e-300;

void lf_extent_add(lf_extent *extent, double value) {
    if (!isfinite(value)) return;
    value = fabs(value) < axis_least ? 0 : fmax(-axis_most, fmin(value, axis_most));
    if (value < extent->low) extent->low = value;
    if (value > extent->high) extent->high = value;
    if (value > 0 && value < extent->least) extent->least = value;
}

/* Room for what is not positive: a strip below the smallest positive value. */
static void axis_floor(lf_axis *axis, const lf_extent *extent, double decades) {
    bool noise = extent->least < axis->least;
    if (extent->low > 0 && !noise) return;
    axis->floor = axis->least * pow(10, -0.10 * decades);
    axis->low = axis->floor * pow(10, -0.05 * decades);
    if (noise)
        snprintf(axis->floor_label, sizeof axis->floor_label, "<%.0e", axis->least);
    else
        snprintf(axis->floor_label, sizeof axis->floor_label, extent->low < 0 ? "≤ 0" : "0");
}

/* A logarithmic axis. `least` is its smallest labelled value; never less than 0.3 decades are
 * shown, so that a nearly constant curve does not fill the panel with its rounding errors. */
static lf_axis axis_log(const lf_extent *extent, bool flush) {
    lf_axis axis = {.log = true, .least = extent->least, .floor = NAN};
    if (axis.least < extent->high * axis_noise) axis.least = extent->high * axis_noise;
    double decades = fmax(log10(extent->high / axis.least), 0.3);
    axis.low = flush ? axis.least : axis.least * pow(10, -0.05 * decades);
    axis.high = extent->high * pow(10, (flush ? 0.02 : 0.05) * decades);
    axis_floor(&axis, extent, decades);
    return axis;
}

/* `flush` is for x: curves begin at the frame and end just before it. */
lf_axis lf_axis_fit(const lf_extent *extent, bool log, bool flush) {
    if (extent->low > extent->high) return (lf_axis){.low = 0, .high = 1, .floor = NAN};
    if (log && extent->high > 0) return axis_log(extent, flush);
    double low = extent->low, span = extent->high - low;
    /* Costs that hardly differ, as where curves are single points: how far they are from none. */
    if (flush && span < axis_alike * extent->high) low = fmin(low, 0);
    span = extent->high - low;
    if (span <= 1e-9 * fabs(extent->high)) span = extent->high != 0 ? 0.1 * fabs(extent->high) : 1;
    double lead = flush ? 0 : 0.05 * span;
    return (lf_axis){
        .low = low - lead, .high = extent->high + (flush ? 0.02 : 0.05) * span, .floor = NAN};
}

double lf_axis_place(const lf_axis *axis, double value) {
    if (axis->log && value < axis->least && !isnan(axis->floor)) return axis->floor;
    return fmin(fmax(value, axis->low), axis->high);
}

double lf_axis_share(const lf_axis *axis, double value) {
    double place = lf_axis_place(axis, value);
    if (axis->log) return log(place / axis->low) / log(axis->high / axis->low);
    return (place - axis->low) / (axis->high - axis->low);
}

/* "10⁻³": Unicode digits, because the text is drawn without markup. */
static void axis_power(int exponent, char *label, size_t size) {
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char plain[16];
    snprintf(plain, sizeof plain, "%d", exponent);
    snprintf(label, size, "10");
    for (const char *c = plain; *c; c++) {
        size_t used = strlen(label);
        snprintf(label + used, size - used, "%s", *c == '-' ? "⁻" : digits[*c - '0']);
    }
}

/* "0.25", "40k", "1.5M", "2e-5": counts are large, and a tick has little room. One unit for all
 * ticks of an axis, chosen by its largest. */
static void axis_number(const lf_axis *axis, double value, char *label, size_t size) {
    static const struct {
        double least, unit;
        const char *suffix;
    } units[] = {{1e12, 1, ""}, {1e9, 1e9, "G"}, {1e6, 1e6, "M"}, {1e4, 1e3, "k"}, {0, 1, ""}};
    double most = axis->log ? value : fmax(fabs(axis->low), fabs(axis->high));
    if (value != 0 && most < (axis->log ? 1e-4 : 1e-3)) {
        const int power = (int)floor(log10(most) + 1e-9);
        snprintf(label, size, "%.6ge%d", value / pow(10, power), power);
        return;
    }
    size_t i = 0;
    while (most < units[i].least)
        i++;
    snprintf(label, size, value == 0 ? "0" : "%.6g%s", value / units[i].unit, units[i].suffix);
}

/* Steps of 1, 2 or 5 times a power of ten, about so many of them. */
static double axis_step(double span, double steps) {
    double power = pow(10, floor(log10(span / steps)));
    double ratio = span / steps / power;
    return power * (ratio < 1.5 ? 1 : ratio < 3.5 ? 2 : ratio < 7.5 ? 5 : 10);
}

/* Ticks at multiples of the step, from `from` on (above the strip of a logarithmic axis). They are
 * counted in steps, not added up, so that 0 is 0. Labels side by side (x) need more room. */
static void axis_linear_ticks(const lf_axis *axis, double from, double steps, FILE *script) {
    char label[32];
    double step = axis_step(axis->high - from, steps);
    for (double k = ceil(from / step - 1e-9); k * step <= axis->high * (1 + 1e-12); k++) {
        axis_number(axis, k * step, label, sizeof label);
        fprintf(script, ", '%s' %.12g", label, k * step);
    }
}

/* Decades, with numbers at 2 and 5 between them where there are few. */
static void axis_log_ticks(const lf_axis *axis, FILE *script) {
    char label[48];
    double decades = log10(axis->high / axis->least);
    int first = (int)floor(log10(axis->least)), last = (int)ceil(log10(axis->high));
    int stride = decades > 7 ? (int)ceil(decades / 6) : 1;
    bool few = decades < 2, plain = few || (first >= -2 && last <= 4);
    for (int e = first; e <= last; e++)
        for (int m = 1; m <= 9; m++) {
            double value = m * pow(10, e);
            if (value < axis->least * (1 - 1e-9) || value > axis->high) continue;
            bool between = few && (m == 2 || m == 5 || (m == 3 && decades < 1));
            bool named = (m == 1 && e % stride == 0) || between;
            if (stride > 1 && m > 1) continue;
            if (plain)
                axis_number(axis, value, label, sizeof label);
            else
                axis_power(e, label, sizeof label);
            fprintf(script, ", '%s' %.12g %d", named ? label : "", value, named ? 0 : 1);
        }
}

/* Every tick is written out, with its text: gnuplot's own choice depends on the terminal's font. */
void lf_axis_write(const lf_axis *axis, char letter, FILE *script) {
    fprintf(script, "set %crange [%.12g:%.12g]\n", letter, axis->low, axis->high);
    fprintf(script, "%sset logscale %c\n", axis->log ? "" : "un", letter);
    if (axis->bare) {
        fprintf(script, "unset %ctics\n", letter);
        return;
    }
    /* Without a floor the first tick lies on the frame, unseen, so that the list may go on with
     * commas. */
    bool floored = axis->log && !isnan(axis->floor);
    fprintf(script, "set %ctics ('%s' %.12g", letter, floored ? axis->floor_label : "",
            floored ? axis->floor : axis->low);
    double decades = axis->log ? log10(axis->high / axis->least) : 0;
    if (axis->log && decades >= 0.7)
        axis_log_ticks(axis, script);
    else
        axis_linear_ticks(axis, axis->log ? axis->least : axis->low, letter == 'x' ? 4 : 5, script);
    fputs(")\n", script);
    if (!floored) return;
    double edge = lf_axis_share(axis, sqrt(axis->floor * axis->least));
    bool x = letter == 'x';
    fprintf(script,
            "set object rectangle from graph 0,0 to graph %.4f,%.4f behind fillcolor rgb '#f1f1f1' "
            "fillstyle solid noborder\n",
            x ? edge : 1.0, x ? 1.0 : edge);
}
