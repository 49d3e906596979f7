#include "numeric/bits.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/dense.h"

/* CFLAGS of a user reach every file, so that one may ask. */
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||     \
    defined(__NO_SIGNED_ZEROS__) || __FINITE_MATH_ONLY__ || FLT_EVAL_METHOD != 0
#error "these compiler options change numbers: leave out -ffast-math, -Ofast and the like"
#endif

lf_bits lf_bits_now;

/* Before any thread, in every process that is started on the way to a run. */
__attribute__((constructor)) static void bits_start(void) {
    const char *said = getenv("LEVELFIELD_BITS");
    if (said && strcmp(said, "fast") == 0) lf_bits_now = LF_BITS_FAST;
}

void lf_bits_set(lf_bits mode) {
    lf_bits_now = mode;
}

const char *lf_bits_name(void) {
    return lf_bits_now == LF_BITS_FAST ? "fast" : "portable";
}

lf_status lf_bits_check(void) {
    const char *mode = getenv("LEVELFIELD_BITS"), *build = getenv("LEVELFIELD_KERNELS");
    if (mode && strcmp(mode, "portable") != 0 && strcmp(mode, "fast") != 0)
        return lf_fail(LF_BAD_ARGUMENT, "LEVELFIELD_BITS is '%s'; it can be portable or fast",
                       mode);
    if (!build || strcmp(build, lf_dense_build_name()) == 0) return LF_OK;
    return lf_fail(LF_BAD_ARGUMENT,
                   "LEVELFIELD_KERNELS is '%s'; it can be avx512, avx2 or plain, of which this "
                   "processor runs no wider than %s",
                   build, lf_dense_build_name());
}

void lf_bits_pin(void) {
    if (lf_bits_now == LF_BITS_PORTABLE) setenv("ONEDNN_MAX_CPU_ISA", "AVX2", 0);
}
