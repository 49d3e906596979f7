#include "harness/run/checkpoint.h"

#include <stdio.h>
#include <string.h>

#include <oneapi/dnnl/dnnl.h>
#include <oneapi/dnnl/dnnl_debug.h>

#include "base/blas.h"
#include "harness/run/libm.h"
#include "version.h"

void lf_program_words(char words[LF_PROGRAM_WORDS]) {
    const char *isa = dnnl_cpu_isa2str(dnnl_get_effective_cpu_isa()); /* cpu_isa_avx512_core */
    char features[LF_CPU_WORDS], variants[9];
    lf_cpu_words(true, features);
    lf_libm_variants(variants);
    memset(words, 0, LF_PROGRAM_WORDS);
    snprintf(words, LF_PROGRAM_WORDS, "%s (%s), OpenBLAS %s, oneDNN %s, libm %s (%s)", LF_VERSION,
             LF_COMMIT, lf_blas_core(), strncmp(isa, "cpu_isa_", 8) == 0 ? isa + 8 : isa, variants,
             features);
}
