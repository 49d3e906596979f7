#include "numeric/bits.h"

#include <stdlib.h>
#include <string.h>

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

void lf_bits_pin(void) {
    if (lf_bits_now == LF_BITS_PORTABLE) setenv("ONEDNN_MAX_CPU_ISA", "AVX2", 0);
}
