/**
 * @file figure.h
 * @brief A figure made ready to be drawn, its gnuplot script, and its form for TeX.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include <levelfield/status.h>

#include "plots/panel.h"

typedef enum { LF_FIGURE_SVG, LF_FIGURE_PDF, LF_FIGURE_PNG, LF_FIGURE_FORMATS } lf_figure_format;

/** What an element of the drawing belongs to: gnuplot numbers its elements in this order. */
typedef struct {
    size_t method; /**< position in the experiment */
    bool key;      /**< an entry of the legend, not a curve */
} lf_figure_element;

typedef struct lf_figure {
    const lf_experiment *experiment;
    size_t methods;
    size_t *method;     /**< positions in the experiment */
    const char **label; /**< of each in the legend; NULL, or one of them NULL: the method's own */
    size_t panels;
    lf_panel *panel;
    size_t columns, rows;              /**< of panels */
    double width, height;              /**< whole figure, in pixels of 1/96 inch */
    double legend_height;              /**< strip at the top */
    double title_height, label_height; /**< of panels and x axes, beyond one line */
    size_t legend_columns;
    size_t legend_name; /**< characters of a name for which the legend has room */
    size_t elements;    /**< filled in by lf_figure_script */
    lf_figure_element *element;
} lf_figure;

/** Compute everything that is shown. Zeroed if it fails. */
lf_status lf_figure_make(const lf_results *results, const lf_experiment_figure *is,
                         lf_figure *figure);
void lf_figure_free(lf_figure *figure);

/** A new panel with a curve for each of the figure's methods, all empty: for a form to fill. It
 *  belongs to the figure from the start. */
lf_status lf_figure_add(lf_figure *figure, lf_panel **panel);

/** Begin a figure of one panel with n curves: the caller fills in their methods, labels and points.
 */
lf_status lf_figure_begin(const lf_experiment *experiment, size_t n, lf_figure *figure,
                          lf_panel **panel);
/** End it: laid out if all went well so far, else freed, and what failed is in `what` 'id'. */
lf_status lf_figure_end(lf_status status, const char *what, const char *id, lf_figure *figure);

/** Places for the panels and the legend of a figure that has them; 0 columns: as fits. */
void lf_figure_layout(lf_figure *figure, size_t columns);

/** Where a title goes on in a second line: the blank next to its middle if it is too long for one
 * line of so many pixels, else NULL. */
const char *lf_figure_second_line(const char *title, double pixels);

/** Pixels that the title and the x label of a panel have, laid out in as many columns as the figure
 * is. */
double lf_figure_title_room(const lf_figure *figure);

/** Characters of a method's name inside a panel. */
enum { LF_FIGURE_NAME = 32 };
/** malloc'ed: a text of at most so many characters, the last one an ellipsis where it had more.
 * NULL: no memory. */
char *lf_figure_short(const char *text, size_t most);

/** malloc'ed gnuplot script that draws the figure to standard output. */
lf_status lf_figure_script(lf_figure *figure, lf_figure_format format, char **script, size_t *size);

/** malloc'ed: what the figure shows, in words; NULL: no memory. */
char *lf_figure_says(const lf_figure *figure, const char *title);

/** What a figure calls a method: as it says, else the method's label, else its id. */
const char *lf_figure_label(const lf_figure *figure, size_t method);

/* ---- for TeX ---- */

/** *text <- malloc'ed tikzpictures, a panel each, with the legend below. It needs pgfplots. */
lf_status lf_pgf_make(const lf_figure *figure, char **text, size_t *size);

/** *text <- malloc'ed "panel,method,x,median,lower,upper", a row a point, as computed: with
 *  infinite quartiles, and zeros where the drawing has a strip. */
lf_status lf_pgf_data(const lf_figure *figure, char **text, size_t *size);

/* ---- data blocks of a curve, named by panel and curve: $l0_2 and so on ----
 *
 *   curve   b the band, l the median, m the markers, t and c the tails and crosses of runs that
 *           ended early
 *   fit     b ticks between quartiles, l the fitted line, m its points, t the points it leaves out
 *   joined  the same with ticks in both directions, and a line from each point on it to the next
 *   stroke  s, of a panel
 */

/** Write the blocks of curve c of panel p. Returns the number of runs that were cut. */
size_t lf_blocks_write(const lf_panel *panel, const lf_curve *curve, size_t p, size_t c, FILE *out);
/** The block of stroke i of panel p. */
void lf_blocks_stroke(const lf_panel *panel, const lf_curve *stroke, size_t p, size_t i, FILE *out);

/* ---- gnuplot, without a shell ---- */

/**
 * *output <- what gnuplot writes for the script: malloc'ed, with a NUL after it. LF_NOT_FOUND, with
 * how to install it, if there is no gnuplot on the PATH; LF_IO with gnuplot's own words if it
 * fails.
 */
lf_status lf_gnuplot_run(const char *script, size_t script_bytes, char **output,
                         size_t *output_bytes);
