/**
 * @file digits.h
 * @brief Numbers as people read them, with the digits that their uncertainty supports.
 */
#pragma once

#include <stdint.h>

#include "reports/page/page.h"

enum { LF_DIGITS_BYTES = 64 };

/** Three significant digits, as papers print them: "455", "0.505", "8.47e-2", "1.50e4"; 0 is "0",
 * NAN an en dash. */
void lf_digits_short(double value, char text[LF_DIGITS_BYTES]);

/** The power of ten of the last digit worth showing of a value that lies between `lower` and
 *  `upper`: the second digit of that width, but never less than 2 nor more than 5 digits of the
 *  value itself; its fourth where nothing is uncertain, its third where nobody knows (NAN). */
int lf_digits_place(double value, double lower, double upper);

/** The value rounded at that place. Whole numbers below 1e9 are written out as counts. */
void lf_digits_at(double value, int place, char text[LF_DIGITS_BYTES]);

/** How many digits more than four it takes to tell a from b; 0 where four do, or nothing would. */
int lf_digits_more(double a, double b);

/** A cell: the value, and on a second line "lower to upper", all with the digits that these
 * support; or `instead` of that line, "" for none. */
void lf_digits_interval(lf_grid *grid, double value, double lower, double upper,
                        const char *instead);

/** A count in groups of three, parted by thin spaces. */
void lf_digits_count(uint64_t value, char text[LF_DIGITS_BYTES]);

/** Seconds: "0.042 s", "12.3 s", "2 h 05 min". */
void lf_digits_seconds(double value, char text[LF_DIGITS_BYTES]);
