/**
 * @file number.c
 * @brief strtod and printf under the C locale, whatever the process has chosen.
 */
#include "harness/number.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* glibc's "C" locale is a constant object: making and freeing it neither allocates nor fails. */
bool lf_number_parse(const char *text, double *value) {
    if (text[0] == '\0' || text[strspn(text, "0123456789+-.eE")] != '\0') return false;
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    char *end;
    double number = strtod_l(text, &end, c);
    freelocale(c);
    if (*end != '\0' || !isfinite(number)) return false;
    *value = number;
    return true;
}

const char *lf_number_text(double value, char text[LF_NUMBER_BYTES]) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(c);
    value += 0.0; /* -0 becomes 0 */
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, LF_NUMBER_BYTES, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    uselocale(before);
    freelocale(c);
    return text;
}
