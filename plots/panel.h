/**
 * @file panel.h
 * @brief One panel of a figure, made ready to be drawn: axes, curves, labels.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "harness/results/ecdf.h"
#include "harness/results/results.h"

/* ---- axes ----
 *
 * A logarithmic axis cannot show values that are not positive, and must not drop them: they are
 * drawn in a shaded strip before the smallest positive value, whose tick says what lies there ("0",
 * "<= 0", or "< 1e-14" for values so small that they would stretch the axis over nothing).
 */

/** Extremes of the values to be shown. Begin with LF_EXTENT_NONE. */
typedef struct {
    double low, high;
    double least; /**< smallest positive value; INFINITY if there is none */
} lf_extent;

#define LF_EXTENT_NONE ((lf_extent){INFINITY, -INFINITY, INFINITY})

/** Take in one value; those that are not finite are ignored. */
void lf_extent_add(lf_extent *extent, double value);

typedef struct {
    bool log;
    bool bare;        /**< without ticks: places on it mean nothing but order */
    double low, high; /**< what the axis shows */
    double least;     /**< log: smaller values are drawn at `floor` */
    double floor;     /**< NAN: nothing is drawn there */
    char floor_label[16];
} lf_axis;

/** An axis that shows the extent with a little room at its ends (none at the start, if `flush`). It
 *  becomes linear if `log` is asked for and nothing is positive. */
lf_axis lf_axis_fit(const lf_extent *extent, bool log, bool flush);

/** The coordinate at which a value is drawn: inside the axis, zeros at the floor. */
double lf_axis_place(const lf_axis *axis, double value);

/** Share of the way from low to high, 0 to 1. */
double lf_axis_share(const lf_axis *axis, double value);

/** gnuplot commands for the axis called `letter`: range, scale, ticks, the strip of the zeros. */
void lf_axis_write(const lf_axis *axis, char letter, FILE *script);

/* ---- curves: one method on one problem, over seeds at equal cost ---- */

/** One run's metric where it was evaluated, against a cost. */
typedef struct {
    size_t points;
    double *x, *y; /**< points each; x does not decrease, y is finite; y lies behind x */
    double end;    /**< cost at the last checkpoint, whether the metric was evaluated or not */
    bool cut;      /**< the run ended before its time: from `end` on it counts as worst */
} lf_series;

/**
 * Median and quartiles over the runs that have a record. One that failed or diverged is worse than
 * any other from there on.
 */
typedef struct {
    size_t runs;
    lf_series *run;
    size_t points;
    double *x, *lower, *median, *upper; /**< points each, in one block behind x; the median is
                                             finite, a quartile may be infinite */
    bool fitted;       /**< the points stand each for itself, and a straight line goes through them:
                            reports/kinds/parts/fits.h */
    size_t on_line;    /**< fitted: the first points are those that made the line */
    double line[2][2]; /**< fitted: x and y of its ends; NAN: there is none */
    bool joined;       /**< fitted, but the line goes from point to point:
                          reports/kinds/parts/frontiers.h */
    double *left, *right; /**< joined: quartiles of x, in the same block */
} lf_curve;

/** Zero a curve's fields and fill them; no runs gives a curve without points. */
lf_status lf_curve_make(const lf_results *results, size_t problem, size_t method, const char *x,
                        const char *y, lf_curve *curve);
void lf_curve_free(lf_curve *curve);

/* ---- panels ---- */

enum { LF_PANEL_TARGETS = 4 };
/** Characters that fit below the narrowest panel. */
enum { LF_PANEL_LABEL = 46 };

/** A word or a number that stands at a point. */
typedef struct {
    double x, y;
    char *text; /**< malloc'ed */
} lf_panel_mark;

/** Everything that is drawn, in the units of the data; script.c only asks the axes where. */
typedef struct {
    size_t problem;  /**< position in the experiment; of curves and fits */
    size_t curves;   /**< one per method of the figure, in its order */
    lf_curve *curve; /**< may have no points */
    bool sparse;     /**< the metric is expensive: every evaluation gets a marker */
    lf_axis x, y;
    size_t targets;
    double target[LF_PANEL_TARGETS]; /**< values that claims are about, marked by lines */
    size_t marks;
    lf_panel_mark *mark;
    size_t strokes;
    lf_curve *stroke; /**< wide pale lines under the curves, by their medians, of pieces that go
                           right or up: what leads, or what belongs together */
    char *title, *x_label, *y_label;
    char *says; /**< what is to be seen, as a sentence without its full stop; NULL or "": who ends
                   where */
    char *cost, *metric; /**< names of x and y where curves are medians of runs; else NULL */
    double given[2];     /**< ends of y that the experiment gives, where there is a metric; NAN */
} lf_panel;

void lf_panel_free(lf_panel *panel);

/** malloc'ed x of a panel: as said, else the unit of the first limit of the problem's budget. */
char *lf_panel_x(const lf_results *results, const lf_experiment_panel *is);

/** malloc'ed label of a cost: what it counts on the problem, and its name. NULL: no memory. */
char *lf_panel_cost(const lf_results *results, size_t problem, const char *x);

/** A metric as a run of the problem describes it; NULL if none with a trace has it. */
const lf_metric_info *lf_panel_metric_info(const lf_results *results, size_t problem,
                                           const char *metric);
/** malloc'ed: what a metric is called where people read, the words that its line begins with, else
 *  its name. NULL: no memory. */
char *lf_panel_metric(const lf_results *results, size_t problem, const char *metric);
char *lf_panel_words(const lf_metric_info *metric);
/** malloc'ed: what a cost counts, in words alone if there are any. NULL: no memory. */
char *lf_panel_counts(const lf_results *results, size_t problem, const char *x);

/** Where a mark's text stands: above its point (0); in rows, whose points are close above one
 *  another, right of it (1) or, near the end, left (-1). */
int lf_panel_side(const lf_panel *panel, size_t mark);
/** Does a curve come to this value of y before three tenths of x, where its name would lie? */
bool lf_panel_early(const lf_panel *panel, double value);

/** A run of the problem that has a trace: it knows metrics and measures. NULL if none has. */
const lf_record *lf_panel_witness(const lf_results *results, size_t problem);

/** Position of an id in the experiment's list; the list's length if there is none. */
size_t lf_panel_problem(const lf_experiment *experiment, const char *id);
size_t lf_panel_method(const lf_experiment *experiment, const char *id);

/* ---- distribution functions: shares between 0 and 1 that only rise ---- */

/** curve <- the corners of the steps from `from` (INFINITY: its first step) on to `end`, without a
 *  band. */
lf_status lf_steps_curve(const lf_ecdf *ecdf, double from, double end, lf_curve *curve);

/** Set the axes of a panel of such curves: x as they need it, in logarithm, and all shares. */
void lf_steps_range(lf_panel *panel);
