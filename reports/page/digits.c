/**
 * @file digits.c
 * @brief Numbers as people read them.
 *
 * A digit that the next seed would change says nothing, and one that is left out cannot be
 * compared: the width of the quartiles or of the interval decides where a number ends.
 */
#include "reports/page/digits.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is no number, or no number of digits; false if the value has digits to show. */
static bool digits_special(double value, char text[LF_DIGITS_BYTES]) {
    const char *sign = value == 0 ? "0" : isnan(value) ? "–" : value > 0 ? "∞" : "−∞";
    if (value != 0 && isfinite(value)) return false;
    snprintf(text, LF_DIGITS_BYTES, "%s", sign);
    return true;
}

/* Power of ten of the first digit, after rounding to so many: 999.6 begins with 10^3. */
static int digits_first(double value, int digits) {
    char text[LF_DIGITS_BYTES];
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    return atoi(strchr(text, 'e') + 1);
}

/* `digits` significant ones; plain between 0.1 and 1000, else with a power of ten. */
static void digits_write(double value, int digits, char text[LF_DIGITS_BYTES]) {
    int power = digits_first(value, digits);
    if (power >= -1 && power < 3) {
        int decimals = digits - 1 - power;
        snprintf(text, LF_DIGITS_BYTES, "%.*f", decimals > 0 ? decimals : 0, value);
        return;
    }
    snprintf(text, LF_DIGITS_BYTES, "%.*e", digits - 1, value);
    char *exponent = strchr(text, 'e') + 1;
    snprintf(exponent, (size_t)(text + LF_DIGITS_BYTES - exponent), "%d", power);
}

void lf_digits_short(double value, char text[LF_DIGITS_BYTES]) {
    if (digits_special(value, text)) return;
    int power = digits_first(value, 3);
    if (value == floor(value) && power >= 0 && power < 3)
        snprintf(text, LF_DIGITS_BYTES, "%.0f", value);
    else
        digits_write(value, 3, text);
}

int lf_digits_place(double value, double lower, double upper) {
    double width = upper - lower;
    int first = value == 0 || !isfinite(value) ? 0 : digits_first(value, 3);
    if (!isfinite(width)) return first - 2;
    if (width <= 0) return first - 3;
    int place = digits_first(width, 2) - 1;
    if (value == 0) return place;
    return place > first - 1 ? first - 1 : place < first - 4 ? first - 4 : place;
}

int lf_digits_more(double a, double b) {
    const double gap = fabs(a - b);
    if (!isfinite(gap) || gap == 0) return 0;
    const int more = lf_digits_place(a, a, a) - (int)floor(log10(gap));
    return more > 0 ? more : 0;
}

/* Whole numbers are written in full, and so are the medians and quartiles of large ones, which are
 * whole but for quarters. */
static bool digits_whole(double value) {
    const bool quarters = fabs(value) >= 1000 && 4 * value == floor(4 * value);
    return (value == floor(value) || quarters) && fabs(value) < 1e9;
}

void lf_digits_at(double value, int place, char text[LF_DIGITS_BYTES]) {
    if (digits_special(value, text)) return;
    if (digits_whole(value)) {
        char count[LF_DIGITS_BYTES];
        lf_digits_count((uint64_t)llround(fabs(value)), count);
        snprintf(text, LF_DIGITS_BYTES, "%s%.*s", value < 0 ? "-" : "", LF_DIGITS_BYTES - 2, count);
        return;
    }
    int digits = digits_first(value, 3) - place + 1;
    if (digits < 1 && fabs(value) < 0.5 * pow(10, place)) {
        snprintf(text, LF_DIGITS_BYTES, "0");
        return;
    }
    digits_write(value, digits < 1 ? 1 : digits, text);
}

void lf_digits_interval(lf_grid *grid, double value, double lower, double upper,
                        const char *instead) {
    char middle[LF_DIGITS_BYTES], low[LF_DIGITS_BYTES], high[LF_DIGITS_BYTES];
    const int place = lf_digits_place(value, lower, upper);
    lf_digits_at(value, place, middle);
    lf_digits_at(lower, place, low);
    lf_digits_at(upper, place, high);
    if (instead)
        lf_grid_add(grid, "%s%s%s", middle, *instead ? "\n" : "", instead);
    else
        lf_grid_add(grid, "%s\n%s to %s", middle, low, high);
}

void lf_digits_count(uint64_t value, char text[LF_DIGITS_BYTES]) {
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, value);
    size_t used = 0;
    for (int i = 0; i < n; i++) {
        bool part = i > 0 && (n - i) % 3 == 0;
        used += (size_t)snprintf(text + used, LF_DIGITS_BYTES - used, "%s%c",
                                 part ? "\xE2\x80\xAF" : "", digits[i]);
    }
}

void lf_digits_seconds(double value, char text[LF_DIGITS_BYTES]) {
    if (!isfinite(value)) {
        digits_special(value, text);
    } else if (value >= 3600) {
        long minutes = lround(value / 60);
        snprintf(text, LF_DIGITS_BYTES, "%ld h %02ld min", minutes / 60, minutes % 60);
    } else if (value >= 120) {
        long seconds = lround(value);
        snprintf(text, LF_DIGITS_BYTES, "%ld min %02ld s", seconds / 60, seconds % 60);
    } else {
        snprintf(text, LF_DIGITS_BYTES, "%.*f s", value < 1 ? 3 : value < 10 ? 2 : 1, value);
    }
}
