/**
 * @file near.h
 * @brief What cmocka lacks: doubles compared as doubles.
 */
#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <levelfield/status.h>

static inline void lf_assert_near(double got, double want, double tolerance, const char *file,
                                  int line) {
    if (fabs(got - want) <= tolerance) return;
    print_error("got %.17g, want %.17g, off by %.3g > %.3g\n", got, want, fabs(got - want),
                tolerance);
    _fail(file, line);
}
/** |got - want| <= tolerance; a NaN fails. */
#define assert_near(got, want, tolerance)                                                          \
    lf_assert_near((got), (want), (tolerance), __FILE__, __LINE__)

static inline void lf_assert_ok(lf_status status, const char *file, int line) {
    if (status == LF_OK) return;
    print_error("%s: %s\n", lf_status_text(status), lf_message());
    _fail(file, line);
}
/** The call succeeded; its message is printed if not. */
#define assert_ok(call) lf_assert_ok((call), __FILE__, __LINE__)
