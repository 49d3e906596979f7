/**
 * @file panel.h
 * @brief One panel of a figure, made ready to be drawn: curves, axes, labels.
 */
#pragma once

#include "plots/axis.h"
#include "plots/curve.h"

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

/** malloc'ed: what a metric is called where people read, the words that its line begins with, else
 *  its name. NULL: no memory. */
char *lf_panel_metric(const lf_results *results, size_t problem, const char *metric);
char *lf_panel_words(const lf_metric_info *metric);
/** malloc'ed: what a cost counts, in words alone if there are any. NULL: no memory. */
char *lf_panel_counts(const lf_results *results, size_t problem, const char *x);

/** Where a mark's text stands: above its point (0); in rows, whose points are close above one
 *  another, right of it (1) or, near the end, left (-1). */
int lf_panel_side(const lf_panel *panel, size_t mark);

/** A run of the problem that has a trace: it knows metrics and measures. NULL if none has. */
const lf_record *lf_panel_witness(const lf_results *results, size_t problem);

/** Position of an id in the experiment's list; the list's length if there is none. */
size_t lf_panel_problem(const lf_experiment *experiment, const char *id);
size_t lf_panel_method(const lf_experiment *experiment, const char *id);
