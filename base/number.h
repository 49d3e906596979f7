/**
 * @file number.h
 * @brief Decimal numbers to and from text, the same in every locale.
 */
#pragma once

#include <stdbool.h>

/** What the text at hand turned out to be. */
typedef enum {
    LF_NUMBER_FINE,
    LF_NUMBER_MALFORMED, /**< no number starts here */
    LF_NUMBER_NOT_FINITE /**< nan, inf, infinity, or too large for a double */
} lf_number_verdict;

/**
 * Read [sign] digits [. digits] [e [sign] digits] from text; *value <- the nearest double, *stop <-
 * the first byte that is no part of it. Hexadecimal, leading blanks and decimal commas are not
 * numbers. The text must end in a NUL or another byte that no number contains.
 */
lf_number_verdict lf_number_read(const char *text, double *value, const char **stop);

/** As above for a text that has to be one number and nothing else. */
lf_number_verdict lf_number_whole(const char *text, double *value);

/** Is the whole of the text one finite number? *value <- it, if so. */
bool lf_number_parse(const char *text, double *value);

/** The same of a number that somebody typed: one that is not 0 and that a double would make 0, as
 *  1e-400, is not what was meant. In data such a value is the nearest double, like any other. */
bool lf_number_typed(const char *text, double *value);

/** Bytes of a number's text with its final NUL: sign, 17 digits, point, exponent, some to spare. */
enum { LF_NUMBER_BYTES = 32 };

/** Do two texts say the same: as numbers if both are, so "1e-3" and "0.001" do, else byte for byte?
 */
bool lf_number_same(const char *a, const char *b);

/** text <- the shortest of 15, 16 and 17 significant digits that reads back equal; returns it. Zero
 *  has no sign. */
const char *lf_number_text(double value, char text[LF_NUMBER_BYTES]);

/** For qsort: doubles, and uint64_t, the smallest first. */
int lf_number_compare(const void *a, const void *b);
int lf_count_compare(const void *a, const void *b);
