/**
 * @file axis.h
 * @brief Axes: range, ticks, and a place for zeros on a logarithmic one.
 *
 * A logarithmic axis cannot show values that are not positive, and must not drop them: they are
 * drawn in a shaded strip before the smallest positive value, whose tick says what lies there ("0",
 * "<= 0", or "< 1e-14" for values so small that they would stretch the axis over nothing).
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

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
