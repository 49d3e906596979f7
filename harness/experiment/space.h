/**
 * @file space.h
 * @brief Search spaces: "eta={2e-4|5e-4|1e-3},eps={1e-6..1e-3:4},b=8" and the points in them.
 *
 *   b=8              fixed
 *   eta={1|2|5}      one of a list
 *   eps={A..B:N}     one of N values from A to B, spaced evenly in logarithm
 *   eps={A..B}       anything from A to B, uniform in logarithm: for random search alone
 *
 * Values of a range are rounded to four significant digits, so that they can be quoted; those of a
 * whole parameter are rounded to whole numbers.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <levelfield/param.h>
#include <levelfield/status.h>

#include "base/number.h"

typedef struct {
    char *name;
    size_t values;
    char **value;    /**< as they were written; of an open range, its two ends */
    bool open;       /**< a range without a number of values */
    double from, to; /**< of an open range */
    bool whole;      /**< values must be whole numbers */
} lf_space_axis;

typedef struct {
    size_t axes;
    lf_space_axis *axis;
} lf_space;

/** More points than this are no grid that anybody runs. */
enum { LF_SPACE_MOST = 1000000 };

/** `owner` ("method 'ssg'") goes into messages; `params` says which parameters are whole (NULL:
 *  none). Whether the names and values exist is for lf_spec_merge to say. */
lf_status lf_space_parse(const char *text, const char *owner, const lf_param *params,
                         lf_space *space);
void lf_space_free(lf_space *space);

/** Number of points; SIZE_MAX if a range is open. */
size_t lf_space_size(const lf_space *space);

/**
 * points <- n malloc'ed texts "eta=5e-4,eps=0,b=8", no two of them alike unless a range is open. A
 * space of exactly n points is listed whole, the last axis moving fastest; of more, n are drawn
 * without replacement and kept in that order; with an open range every point is drawn by itself.
 * The draw depends on `seed` and the space alone: methods that share a space try the same points.
 * LF_BAD_INPUT if there are fewer than n.
 */
lf_status lf_space_points(const lf_space *space, size_t n, uint64_t seed, char ***points);

/** text <- the value at `share` of the way from axis->from to axis->to, in logarithm; rounded, but
 *  never out of the range. */
void lf_space_between(const lf_space_axis *axis, double share, char text[LF_NUMBER_BYTES]);

/** Are the same values tried? Neither their order nor how they are written matters. */
bool lf_space_alike(const lf_space_axis *a, const lf_space_axis *b);
