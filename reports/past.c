/**
 * @file past.c
 * @brief Curves over versions as inline SVG, in the page's own colours.
 *
 * Numbers change at change points only, so a curve is a staircase and a path of as many pieces as
 * there are steps. The vertical axis never shows less than a difference that could matter, so that
 * rounding does not look like a landslide.
 */
#include "reports/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plots/svg.h"
#include "reports/page/digits.h"

/* Pixels; marks reach PAST_EDGE beyond a point. */
enum { PAST_WIDTH = 210, PAST_HEIGHT = 40, PAST_EDGE = 6 };
/* Least span of the axis: a quarter more calls, or a tenth of the metric's range. */
static const double past_calls_span = 0.2231435513142098, past_final_span = 0.1; /* log 1.25 */

lf_status lf_past_make(const lf_track_history *history, const lf_past_subject *subject,
                       lf_past *past) {
    const size_t n = history->versions;
    *past = (lf_past){.of = history,
                      .state = calloc(n, sizeof *past->state),
                      .row = calloc(n, sizeof *past->row)};
    lf_status status =
        past->state && past->row ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a history");
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        status = lf_track_state_of(&history->version[i].track, subject->problem, subject->method,
                                   subject->metric, &past->state[i]);
        past->row[i] =
            lf_track_history_row(history, i, subject->problem, subject->method, subject->metric);
        if (past->row[i] && past->row[i]->verdict != LF_TRACK_IDENTICAL) past->last = i;
    }
    if (status != LF_OK) lf_past_free(past);
    return status;
}

void lf_past_free(lf_past *past) {
    free(past->state);
    free(past->row);
    *past = (lf_past){0};
}

/* ---- the axis ---- */

typedef struct {
    bool calls, log;
    double low, high;
} past_axis;

/* A number as the axis takes it; NAN: nothing to draw, INFINITY: a target that was never reached.
 */
static double past_number(const lf_past *past, size_t i, const past_axis *axis) {
    const double value = axis->calls ? past->state[i].calls : past->state[i].final;
    return past->state[i].metric ? (axis->log ? log(value) : value) : NAN;
}

/* Final values are drawn as they are judged: by their logarithm where that exists throughout. */
static bool past_logarithm(const lf_past *past) {
    for (size_t i = 0; i < past->of->versions; i++) {
        const lf_track_state *state = &past->state[i];
        if (state->metric && (!state->metric->logarithm || state->final <= 0)) return false;
    }
    return true;
}

static past_axis past_fit(const lf_past *past, bool calls) {
    past_axis axis = {calls, calls || past_logarithm(past), INFINITY, -INFINITY};
    double span = past_calls_span;
    for (size_t i = 0; i < past->of->versions; i++) {
        const double number = past_number(past, i, &axis);
        if (!calls && past->state[i].metric) span = past_final_span * past->state[i].metric->range;
        if (!isfinite(number)) continue;
        axis.low = fmin(axis.low, number);
        axis.high = fmax(axis.high, number);
    }
    const double room = fmax(span - (axis.high - axis.low), 0) / 2;
    axis.low -= room;
    axis.high += room;
    return axis;
}

static double past_x(const lf_past *past, size_t i) {
    const size_t n = past->of->versions;
    return PAST_EDGE + (n > 1 ? (double)i / (double)(n - 1) : 0) * (PAST_WIDTH - 2 * PAST_EDGE);
}

/* What was never reached lies at the upper edge. */
static double past_y(const past_axis *axis, double number) {
    const double share = isinf(number) || !(axis->high > axis->low)
                             ? isinf(number) ? 1 : 0.5
                             : (number - axis->low) / (axis->high - axis->low);
    return PAST_HEIGHT - PAST_EDGE - share * (PAST_HEIGHT - 2 * PAST_EDGE);
}

/* Does the curve go on from version i - 1 to version i? Not from one set of targets to another. */
static bool past_joined(const lf_past *past, size_t i, const past_axis *axis) {
    if (i == 0 || i == past->of->versions) return false;
    if (isnan(past_number(past, i - 1, axis)) || isnan(past_number(past, i, axis))) return false;
    return !axis->calls || lf_track_same_targets(past->state[i - 1].metric, past->state[i].metric);
}

/* ---- the drawing ---- */

static void past_path(const lf_past *past, const past_axis *axis, FILE *out) {
    double last = NAN;
    fputs("<path d=\"", out);
    for (size_t i = 0; i < past->of->versions; i++) {
        const double number = past_number(past, i, axis), x = past_x(past, i);
        if (isnan(number)) continue;
        const double y = past_y(axis, number);
        if (!past_joined(past, i, axis))
            fprintf(out, "M%.4g %.4g", x, y);
        else if (y != last)
            fprintf(out, "H%.4gV%.4g", x, y);
        else if (!past_joined(past, i + 1, axis))
            fprintf(out, "H%.4g", x);
        last = y;
    }
    fputs("\"/>", out);
}

/* "0b96831, 2025-06-01: worse, 2.9 times the oracle calls: 4.21e4" */
static void past_title(const lf_past *past, size_t i, const past_axis *axis, FILE *out) {
    const lf_track_version *version = &past->of->version[i];
    const lf_track_row *row = past->row[i];
    const double value = axis->calls ? past->state[i].calls : past->state[i].final;
    char number[LF_DIGITS_BYTES];
    lf_digits_short(value, number);
    lf_svg_escape(version->name, out);
    fputs(", ", out);
    lf_svg_escape(version->date, out);
    if (row) fprintf(out, ": %s", lf_track_verdict_name(row->verdict));
    if (row && row->note[0]) {
        fputs(", ", out);
        lf_svg_escape(row->note, out);
    }
    fprintf(out, ": %s", isinf(value) ? "never" : number);
}

/* Another trace within noise, or the beginning: there may be many, so they are one path of dots. */
static bool past_is_dot(const lf_past *past, size_t i, const past_axis *axis) {
    const lf_track_row *row = past->row[i];
    return i == 0 || (past_joined(past, i, axis) && row && row->verdict == LF_TRACK_NOISE);
}

static void past_dots(const lf_past *past, const past_axis *axis, FILE *out) {
    fputs("<path class=\"dots\" d=\"", out);
    for (size_t i = 0; i < past->of->versions; i++) {
        const double number = past_number(past, i, axis);
        if (!isnan(number) && past_is_dot(past, i, axis))
            fprintf(out, "M%.4g %.4gh0", past_x(past, i), past_y(axis, number));
    }
    fputs("\"/>", out);
}

/* Shape and colour say the same: up and worse, down and better, a ring for the rest, among them a
 * start with other targets. */
static void past_mark(const lf_past *past, size_t i, const past_axis *axis, FILE *out) {
    const double number = past_number(past, i, axis);
    const lf_track_row *row = past->row[i];
    if (isnan(number) || past_is_dot(past, i, axis)) return;
    if (past_joined(past, i, axis) && (!row || row->verdict == LF_TRACK_IDENTICAL)) return;
    const double x = past_x(past, i), y = past_y(axis, number);
    fputs("<g><title>", out);
    past_title(past, i, axis, out);
    fputs("</title>", out);
    if (row && row->verdict == LF_TRACK_WORSE)
        fprintf(out, "<path class=\"worse\" d=\"M%.4g %.4gl4.5 8h-9z\"/>", x, y - 5);
    else if (row && row->verdict == LF_TRACK_BETTER)
        fprintf(out, "<path class=\"better\" d=\"M%.4g %.4gl4.5 -8h-9z\"/>", x, y + 5);
    else
        fprintf(out, "<circle cx=\"%.4g\" cy=\"%.4g\" r=\"3\"/>", x, y);
    fputs("</g>", out);
}

char *lf_past_draw(const lf_past *past, bool calls) {
    const past_axis axis = past_fit(past, calls);
    size_t drawn = 0, changes = 0, size;
    char *text = NULL;
    for (size_t i = 0; i < past->of->versions; i++) {
        drawn += isnan(past_number(past, i, &axis)) ? 0 : 1;
        changes += past->row[i] && past->row[i]->verdict != LF_TRACK_IDENTICAL;
    }
    if (drawn == 0) return strdup("–");
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out,
            "<svg class=\"lf-past\" width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s over "
            "%zu versions, %zu change%s\">",
            PAST_WIDTH, PAST_HEIGHT, calls ? "oracle calls" : "final value", drawn, changes,
            changes == 1 ? "" : "s");
    past_path(past, &axis, out);
    past_dots(past, &axis, out);
    for (size_t i = 0; i < past->of->versions; i++)
        past_mark(past, i, &axis, out);
    fputs("</svg>", out);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}
