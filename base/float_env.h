/**
 * @file float_env.h
 * @brief The processor's modes for floating-point numbers: does anyone compute by other rules?
 *
 * Rounding, subnormal numbers, traps and the precision of the x87 belong to the thread, so that who
 * changes them changes every sum that comes after, in whoever's code. The rules here are those that
 * a program starts with: round to nearest, subnormal numbers kept, no traps, full precision. Flags
 * of what has happened (inexact, divided by zero) are no modes and are not looked at.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <levelfield/status.h>

#if !defined(__x86_64__) && !defined(__aarch64__)
#include <fenv.h>
#endif

#if defined(__x86_64__)
/** What x86-64 starts with: all traps masked, to nearest; x87: also 64 bits of mantissa. */
enum { LF_FLOAT_SSE = 0x1f80, LF_FLOAT_SSE_FLAGS = 0x3f, LF_FLOAT_X87 = 0x37f };

/** The control words. Volatile: a compiler knows no call that changes what these read. */
static inline unsigned lf_float_sse(void) {
    unsigned word;
    __asm__ volatile("stmxcsr %0" : "=m"(word));
    return word;
}
static inline uint16_t lf_float_x87(void) {
    uint16_t word;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    return word;
}
#endif

/** Are the modes those that a program starts with? A few nanoseconds. */
static inline bool lf_float_env_is_default(void) {
#if defined(__x86_64__)
    const unsigned sse = lf_float_sse() & ~(unsigned)LF_FLOAT_SSE_FLAGS;
    return sse == LF_FLOAT_SSE && lf_float_x87() == LF_FLOAT_X87;
#elif defined(__aarch64__)
    uint64_t word;
    __asm__ volatile("mrs %0, fpcr" : "=r"(word));
    return word == 0;
#else
    return fegetround() == FE_TONEAREST;
#endif
}

/** Which of them is not, where one is not: words for "left ... changed". */
const char *lf_float_env_changed(void);

/** Put all of them back, and clear the flags. */
void lf_float_env_reset(void);

/** Where one is not: put all back and fail with "WHO left the rounding mode changed WHERE; ...". */
lf_status lf_float_env_left(const char *who, const char *where);
