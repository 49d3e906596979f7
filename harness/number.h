/**
 * @file number.h
 * @brief Decimal numbers to and from text, the same in every locale.
 */
#pragma once

#include <stdbool.h>

/** Bytes of a number's text with its final NUL: sign, 17 digits, point, exponent, some to spare. */
enum { LF_NUMBER_BYTES = 32 };

/** *value <- the decimal number that is the whole of `text`; false if it is not one, or not finite.
 *  No hexadecimal, no "inf", no "nan", no blanks. */
bool lf_number_parse(const char *text, double *value);

/** text <- the shortest of 15, 16 and 17 significant digits that reads back equal; returns it. Zero
 *  has no sign. */
const char *lf_number_text(double value, char text[LF_NUMBER_BYTES]);
