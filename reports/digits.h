/**
 * @file digits.h
 * @brief Numbers as people read them.
 */
#pragma once

#include <stdint.h>

enum { LF_DIGITS_BYTES = 64 };

/** Three significant digits, as papers print them: "455", "0.505", "8.47e-2", "1.50e4"; 0 is "0",
 * NAN an en dash. */
void lf_digits_short(double value, char text[LF_DIGITS_BYTES]);

/** A count in groups of three, parted by thin spaces. */
void lf_digits_count(uint64_t value, char text[LF_DIGITS_BYTES]);
