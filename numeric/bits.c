#include "numeric/bits.h"

static lf_bits bits_mode;

lf_bits lf_bits_mode(void) {
    return bits_mode;
}

void lf_bits_set(lf_bits mode) {
    bits_mode = mode;
}
