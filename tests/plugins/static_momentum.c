/* An ordinary mistake: momentum in a static array, where no checkpoint finds it. */
#include "descent.h"

enum { STATIC_MOMENTUM_MOST = 4096 };
static double static_momentum_v[STATIC_MOMENTUM_MOST];

static lf_status static_momentum_step(descent_state *s, lf_oracle *o) {
    LF_TRY(descent_move(s, o));
    const size_t d = s->d < STATIC_MOMENTUM_MOST ? s->d : STATIC_MOMENTUM_MOST;
    for (size_t i = 0; i < d; i++) {
        static_momentum_v[i] = 0.5 * static_momentum_v[i] + s->g[i];
        s->x[i] -= 0.1 * s->p.eta * static_momentum_v[i];
    }
    return LF_OK;
}

DESCENT_PLUGIN(static_momentum, "keeps its momentum in a static array");
