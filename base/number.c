/**
 * @file number.c
 * @brief Decimal numbers: a fast path for short ones, strtod and printf for the rest.
 */
#include "base/number.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static locale_t number_locale;
static pthread_once_t number_once = PTHREAD_ONCE_INIT;

static void number_make_locale(void) {
    number_locale = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
}

/* strtod follows the process's locale, where "1.5" may end before the point; this one does not. */
static double number_convert(const char *text, char **end) {
    pthread_once(&number_once, number_make_locale);
    return number_locale ? strtod_l(text, end, number_locale) : strtod(text, end);
}

static bool number_digit(char c) {
    return c >= '0' && c <= '9';
}

static const char *number_skip_digits(const char *text) {
    while (number_digit(*text))
        text++;
    return text;
}

/* The end of the longest text that the grammar allows, or NULL if none starts here. */
static const char *number_scan(const char *text) {
    if (*text == '+' || *text == '-') text++;
    const char *whole = number_skip_digits(text);
    bool any = whole > text;
    const char *end = whole;
    if (*end == '.') {
        end = number_skip_digits(whole + 1);
        any |= end > whole + 1;
    }
    if (!any) return NULL;
    if (*end != 'e' && *end != 'E') return end;
    const char *power = end + 1;
    if (*power == '+' || *power == '-') power++;
    return number_digit(*power) ? number_skip_digits(power) : end;
}

/* Up to 15 digits are exact in a double, and so are these powers of ten: one division of the two is
 * rounded once, as strtod rounds. False: take the slow path, which anything takes that is longer,
 * has an exponent, or is no number. */
static bool number_short(const char *text, double *value, const char **stop) {
    enum { DIGITS = 15 };
    static const double power[DIGITS + 1] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const bool minus = *text == '-';
    if (minus || *text == '+') text++;
    int64_t sum = 0;
    size_t digits = 0, decimals = 0;
    for (; number_digit(*text) && digits <= DIGITS; text++, digits++)
        sum = 10 * sum + (*text - '0');
    if (*text == '.')
        for (text++; number_digit(*text) && digits <= DIGITS; text++, digits++, decimals++)
            sum = 10 * sum + (*text - '0');
    if (digits == 0 || digits > DIGITS || *text == 'e' || *text == 'E') return false;
    *value = (double)sum / power[decimals];
    if (minus) *value = -*value;
    *stop = text;
    return true;
}

/* The end of a word for what is not finite, or NULL if none starts here. */
static const char *number_word(const char *text) {
    static const char *const word[] = {"nan", "infinity", "inf"};
    if (*text == '+' || *text == '-') text++;
    for (size_t k = 0; k < sizeof word / sizeof *word; k++)
        if (strncasecmp(text, word[k], strlen(word[k])) == 0) return text + strlen(word[k]);
    return NULL;
}

lf_number_verdict lf_number_read(const char *text, double *value, const char **stop) {
    if (number_short(text, value, stop)) return LF_NUMBER_FINE;
    const char *end = number_scan(text), *word = end ? NULL : number_word(text);
    *value = 0;
    *stop = end ? end : word ? word : text;
    if (!end) return word ? LF_NUMBER_NOT_FINITE : LF_NUMBER_MALFORMED;
    char *converted = NULL;
    *value = number_convert(text, &converted);
    if (converted != end) return LF_NUMBER_MALFORMED;
    return isfinite(*value) ? LF_NUMBER_FINE : LF_NUMBER_NOT_FINITE;
}

lf_number_verdict lf_number_whole(const char *text, double *value) {
    const char *stop;
    const lf_number_verdict verdict = lf_number_read(text, value, &stop);
    return *stop == '\0' ? verdict : LF_NUMBER_MALFORMED;
}

bool lf_number_parse(const char *text, double *value) {
    return lf_number_whole(text, value) == LF_NUMBER_FINE;
}

bool lf_number_typed(const char *text, double *value) {
    if (!lf_number_parse(text, value)) return false;
    return *value != 0 || strcspn(text, "123456789") >= strcspn(text, "eE");
}

bool lf_number_same(const char *a, const char *b) {
    double x, y;
    if (lf_number_parse(a, &x) && lf_number_parse(b, &y)) return x == y;
    return strcmp(a, b) == 0;
}

const char *lf_number_text(double value, char text[LF_NUMBER_BYTES]) {
    pthread_once(&number_once, number_make_locale);
    const locale_t before = number_locale ? uselocale(number_locale) : (locale_t)0;
    value += 0.0; /* -0 becomes 0 */
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, LF_NUMBER_BYTES, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    if (number_locale) uselocale(before);
    return text;
}

int lf_number_compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int lf_count_compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
