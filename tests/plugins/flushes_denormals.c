/* Takes subnormal numbers for 0, as sums of many small ones are then quicker. */
#include "descent.h"

static lf_status flushes_denormals_step(descent_state *s, lf_oracle *o) {
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)1 << 24));
#endif
    return descent_move(s, o);
}

DESCENT_PLUGIN(flushes_denormals, "flushes subnormal numbers");
