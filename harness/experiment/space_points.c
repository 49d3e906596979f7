/**
 * @file space_points.c
 * @brief Points of a search space: all of them, some of them, or drawn from ranges.
 *
 * Nothing here has a state: the i-th point is a function of the seed, the space and i, so an
 * experiment that asks for more points later keeps the random ones that it has tried already.
 */
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "harness/experiment/space.h"
#include "numeric/stream.h"

/* Four significant digits. Powers of ten up to 22 are exact doubles, so dividing by one gives the
 * double nearest to the decimal number. */
static double points_round(double value) {
    const int shift = 3 - (int)floor(log10(value));
    const double power = pow(10, abs(shift));
    return shift >= 0 ? round(value * power) / power : round(value / power) * power;
}

void lf_space_between(const lf_space_axis *axis, double share, char text[LF_NUMBER_BYTES]) {
    const double low = log(axis->from), high = log(axis->to);
    double value = exp(low + share * (high - low));
    value = axis->whole ? round(value) : points_round(value);
    if (share <= 0 || value < axis->from) value = axis->from;
    if (share >= 1 || value > axis->to) value = axis->to;
    lf_number_text(value, text);
}

/* The point of number `index`, read as digits whose bases are the axes' lengths. */
static lf_status points_at(const lf_space *space, size_t index, char **point) {
    lf_text text = {0};
    size_t below = lf_space_size(space);
    for (size_t a = 0; a < space->axes; a++) {
        below /= space->axis[a].values;
        lf_text_format(&text, "%s%s=%s", a ? "," : "", space->axis[a].name,
                       space->axis[a].value[index / below]);
        index %= below;
    }
    *point = text.bytes;
    return text.bytes ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a grid");
}

/* Number `i` of the points drawn one by one. */
static lf_status points_drawn(const lf_space *space, size_t i, uint64_t seed, char **point) {
    lf_text text = {0};
    uint64_t bits[4];
    for (size_t a = 0; a < space->axes; a++) {
        const lf_space_axis *axis = &space->axis[a];
        char number[LF_NUMBER_BYTES];
        /* Block a / 4 of draw i: the i-th point is the same however many are drawn. */
        const char *value = number;
        if (a % 4 == 0) lf_stream_block(seed, LF_STREAM_TUNING, 0, i, a / 4, bits);
        if (axis->open)
            lf_space_between(axis, lf_stream_uniform(bits[a % 4]), number);
        else
            value = axis->value[lf_stream_below(bits[a % 4], axis->values)];
        lf_text_format(&text, "%s%s=%s", a ? "," : "", axis->name, value);
    }
    *point = text.bytes;
    return text.bytes ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a grid");
}

/* Selection sampling (Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S): one pass, in
 * order, every subset of n equally likely. */
static lf_status points_thin(const lf_space *space, size_t size, size_t n, uint64_t seed,
                             char **points) {
    size_t taken = 0;
    for (size_t i = 0; i < size && taken < n; i++) {
        uint64_t bits[4];
        lf_stream_block(seed, LF_STREAM_TUNING, 1, i, 0, bits);
        if (lf_stream_below(bits[0], size - i) >= n - taken) continue;
        LF_TRY(points_at(space, i, &points[taken]));
        taken++;
    }
    return LF_OK;
}

lf_status lf_space_points(const lf_space *space, size_t n, uint64_t seed, char ***points) {
    *points = NULL;
    /* SIZE_MAX, for an open range, is never too few. */
    const size_t size = lf_space_size(space);
    if (size < n)
        return lf_fail(LF_BAD_INPUT, "the grid has %zu points, and %zu are asked for", size, n);
    char **list = calloc(n + 1, sizeof *list);
    if (!list) return lf_fail(LF_NO_MEMORY, "no memory for %zu points", n);
    lf_status status = LF_OK;
    if (size == SIZE_MAX)
        for (size_t i = 0; i < n && status == LF_OK; i++)
            status = points_drawn(space, i, seed, &list[i]);
    else
        status = points_thin(space, size, n, seed, list);
    if (status == LF_OK) {
        *points = list;
        return LF_OK;
    }
    lf_text_list_free(list, n);
    return status;
}
