/* Leaves another floating-point environment behind: answers and metrics round otherwise. */
#include "cheat.h"

#include <fenv.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

enum { UP, FLUSH, TRAPS, WITHIN };

static lf_status rounding_step(cheat_state *s, lf_oracle *o) {
    if (s->p.how == UP) fesetround(FE_UPWARD);
#ifdef __SSE__
    if (s->p.how == FLUSH) _mm_setcsr(_mm_getcsr() | 0x8040); /* flush to zero, denormals too */
#endif
    if (s->p.how == TRAPS) feenableexcept(FE_DIVBYZERO);
    if (s->p.how != WITHIN) return cheat_move(s, o);
    fesetround(FE_UPWARD); /* put back before it returns */
    const lf_status status = cheat_move(s, o);
    fesetround(FE_TONEAREST);
    return status;
}

CHEAT_PLUGIN(rounding, "up|flush|traps|within");
