/**
 * @file space_value.h
 * @brief Values inside a range.
 */
#pragma once

#include "base/number.h"
#include "harness/experiment/space.h"

/** text <- the value at `share` of the way from axis->from to axis->to, in logarithm; rounded, but
 *  never out of the range. */
void lf_space_between(const lf_space_axis *axis, double share, char text[LF_NUMBER_BYTES]);
