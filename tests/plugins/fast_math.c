/* A method by the rules, but linked with -ffast-math (tests/CMakeLists.txt): then gcc up to 12 adds
 * a constructor that has subnormal numbers taken for 0, in whoever loads it. */
#include "descent.h"

static lf_status fast_math_step(descent_state *s, lf_oracle *o) {
    return descent_move(s, o);
}

DESCENT_PLUGIN(fast_math, "linked with -ffast-math");
