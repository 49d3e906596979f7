/* Leaves another floating-point environment behind: answers and metrics round otherwise. */
#include "cheat.h"

#include <fenv.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

enum { UP, FLUSH, TRAPS, WITHIN, AGAIN };

/* Put back before it returns: the same batch at the same point, answered twice; again: after it was
 * asked about as it should be. */
static lf_status rounding_within(cheat_state *s, lf_oracle *o) {
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, s->role, 0, s->p.b, &batch));
    for (size_t j = 0; j < s->d; j++)
        s->kept[j] = s->x[j] * (1 + 1e-3 * (double)s->steps) / 3;
    lf_status status = LF_OK;
    double up = 0, down = 0;
    if (s->p.how == AGAIN) LF_TRY(cheat_ask(s, o, &batch));
    for (unsigned k = 0; k < 2 && status == LF_OK; k++) {
        lf_vec_zero(s->d, s->g);
        fesetround(k == 0 ? FE_UPWARD : FE_DOWNWARD);
        status = lf_oracle_vjp(o, &batch, s->kept, s->y, s->g);
        fesetround(FE_TONEAREST);
        *(k == 0 ? &up : &down) = s->g[0];
    }
    cheat_gained(s, up != down, "answers that are not those of others");
    return status;
}

static lf_status rounding_step(cheat_state *s, lf_oracle *o) {
    if (s->p.how >= WITHIN) return rounding_within(s, o);
    if (s->p.how == UP) fesetround(FE_UPWARD);
#ifdef __SSE__
    if (s->p.how == FLUSH) _mm_setcsr(_mm_getcsr() | 0x8040); /* flush to zero, denormals too */
#endif
    if (s->p.how == TRAPS) feenableexcept(FE_DIVBYZERO);
    return cheat_move(s, o);
}

CHEAT_PLUGIN(rounding, "up|flush|traps|within|again");
