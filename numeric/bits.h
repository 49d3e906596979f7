/**
 * @file bits.h
 * @brief Whose kernels make the numbers of a run.
 *
 * OpenBLAS and the C library round differently from one type of processor to the next. Portable
 * kernels make the same operations in the same order everywhere, so that a trace is the same
 * wherever it is made.
 */
#pragma once

#include <levelfield/status.h>

/** Whose kernels dense algebra is done with: ours, whose bits no machine changes, or OpenBLAS's. */
typedef enum { LF_BITS_PORTABLE, LF_BITS_FAST } lf_bits;

/** The mode of this process: portable, unless LEVELFIELD_BITS=fast is in the environment or another
 *  is set. */
extern lf_bits lf_bits_now;
static inline lf_bits lf_bits_mode(void) {
    return lf_bits_now;
}
/** Set before the first product, from one thread. */
void lf_bits_set(lf_bits mode);
/** Its word: "portable" or "fast". */
const char *lf_bits_name(void);
/** LF_BAD_ARGUMENT where the environment asks for what there is not: LEVELFIELD_BITS for another
 *  mode, LEVELFIELD_KERNELS for a build of the portable kernels that this processor does not run.
 *  Others would be used unseen. */
lf_status lf_bits_check(void);
/** In portable mode have oneDNN, before its first use, work with AVX2 and no more, unless
 *  ONEDNN_MAX_CPU_ISA is set: its kernels for wider registers add up in another order. What is
 *  promised of ResNet-20 is then one trace for all processors with AVX2 whose caches are of equal
 *  sizes, as oneDNN cuts its work into blocks by these. Nothing is promised from one version of
 *  it to the next, without AVX2, or on another architecture. */
void lf_bits_pin(void);
