/**
 * @file digits.c
 * @brief Numbers as people read them.
 *
 * Ours and the published values go through the same function, so that they can be compared digit by
 * digit.
 */
#include "reports/digits.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lf_digits_short(double value, char text[LF_DIGITS_BYTES]) {
    if (isnan(value)) {
        snprintf(text, LF_DIGITS_BYTES, "–");
        return;
    }
    if (value == 0 || isinf(value)) {
        snprintf(text, LF_DIGITS_BYTES, value == 0 ? "0" : value > 0 ? "∞" : "−∞");
        return;
    }
    /* Round first: 999.6 is 1.00e3, not 1000. */
    snprintf(text, LF_DIGITS_BYTES, "%.2e", value);
    double rounded = strtod(text, NULL);
    double size = fabs(rounded);
    if (size >= 0.1 && size < 1000) {
        int decimals = size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0;
        bool whole = value == floor(value);
        snprintf(text, LF_DIGITS_BYTES, "%.*f", whole ? 0 : decimals, rounded);
        return;
    }
    char *exponent = strchr(text, 'e') + 1;
    int power = atoi(exponent);
    snprintf(exponent, (size_t)(text + LF_DIGITS_BYTES - exponent), "%d", power);
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
