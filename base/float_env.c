#include "base/float_env.h"

#include <fenv.h>
#include <string.h>

/* The other modes by their bits, in the order in which they are named. */
#if defined(__x86_64__)
static const char *float_env_other(void) {
    const unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040, masks = 0x1f80;
    const unsigned sse = lf_float_sse();
    if ((sse ^ LF_FLOAT_SSE) & 0x6000) return "the rounding mode"; /* of SSE alone */
    if (sse & (flush_to_zero | denormals_are_zero)) return "the treatment of subnormal numbers";
    if ((sse & masks) != masks || (lf_float_x87() & 0x3f) != 0x3f) return "floating-point traps";
    return "the precision of the x87";
}

/* Not by fesetenv: it lets what is pending on the x87 trap. */
void lf_float_env_reset(void) {
    __asm__ volatile("fninit");
    const unsigned word = LF_FLOAT_SSE;
    __asm__ volatile("ldmxcsr %0" : : "m"(word));
}
#else
static const char *float_env_other(void) {
    return fegetexcept() ? "floating-point traps" : "the treatment of subnormal numbers";
}

void lf_float_env_reset(void) {
    fesetenv(FE_DFL_ENV);
}
#endif

const char *lf_float_env_changed(void) {
    return fegetround() != FE_TONEAREST ? "the rounding mode" : float_env_other();
}

lf_status lf_float_env_left(const char *who, const char *where) {
    const char *what = lf_float_env_changed();
    const bool subnormal = strstr(what, "subnormal") != NULL;
    lf_float_env_reset();
    return lf_fail(LF_BAD_INPUT, "%s left %s changed %s; %s", who, what, where,
                   subnormal ? "a library linked with -ffast-math does that when it is loaded: "
                               "link without"
                             : "all numbers after that would be others: put it back before "
                               "returning");
}
