/* Looks at what the evaluation of metrics leaves behind: flags of the processor, which say whether
 * anything underflowed, overflowed or was undefined, and numbers below the stack. */
#include "cheat.h"

#include <fenv.h>

enum { FLAGS, STACK, BELOW = 4096 };

/* What lies where others had their variables. */
__attribute__((noinline)) static void leftovers_copy(double dead[BELOW]) {
    const volatile double *here = __builtin_frame_address(0);
    for (int i = 1; i < BELOW; i++)
        dead[i] = here[-i];
}

/* How often the toy problem's loss at x is among it: worked out here only now. */
static size_t leftovers_losses(const cheat_state *s) {
    static double dead[BELOW];
    double loss = 0;
    size_t found = 0;
    leftovers_copy(dead);
    for (size_t j = 0; j < s->d; j++)
        loss += s->x[j] * s->x[j] / 2;
    for (int i = 1; i < BELOW; i++)
        found += dead[i] == loss;
    return found;
}

static lf_status leftovers_step(cheat_state *s, lf_oracle *o) {
    if (s->steps > 1 && s->p.how == FLAGS)
        cheat_gained(s, fetestexcept(FE_ALL_EXCEPT & ~FE_INEXACT) != 0, "looks at flags");
    if (s->steps > 1 && s->p.how == STACK) cheat_gained(s, leftovers_losses(s), "losses");
    LF_TRY(cheat_move(s, o));
    feclearexcept(FE_ALL_EXCEPT);
    return LF_OK;
}

CHEAT_PLUGIN(leftovers, "flags|stack");
