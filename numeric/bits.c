#include "numeric/bits.h"

#include <stdlib.h>
#include <string.h>

static lf_bits bits_mode;

/* Before any thread, in every process that is started on the way to a run. */
__attribute__((constructor)) static void bits_start(void) {
    const char *said = getenv("LEVELFIELD_BITS");
    if (said && strcmp(said, "fast") == 0) bits_mode = LF_BITS_FAST;
}

lf_bits lf_bits_mode(void) {
    return bits_mode;
}

void lf_bits_set(lf_bits mode) {
    bits_mode = mode;
}

const char *lf_bits_name(void) {
    return bits_mode == LF_BITS_FAST ? "fast" : "portable";
}

void lf_bits_pin(void) {
    if (bits_mode == LF_BITS_PORTABLE) setenv("ONEDNN_MAX_CPU_ISA", "AVX2", 0);
}
