/* Writes one number behind its vector (b even) or behind its state (b odd). */
#include "descent.h"

static lf_status writes_outside_step(descent_state *s, lf_oracle *o) {
    double *behind = s->p.b % 2 ? (double *)(void *)(s + 1) : s->x + s->d;
    *behind = 1;
    return descent_move(s, o);
}

DESCENT_PLUGIN(writes_outside, "writes outside its memory");
