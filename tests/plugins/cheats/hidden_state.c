/* Keeps its momentum outside its state, where no checkpoint finds it: an ordinary mistake. `turns`:
 * a sign that changes with each step. `arena`: as it should be. */
#include "cheat.h"

#include <stdlib.h>

enum { STATIC, HEAP, THREAD, TURNS, ARENA };

static double hidden_state_static[4];
static _Thread_local double hidden_state_thread[4];
static double *hidden_state_heap;
static double hidden_state_sign = 1;

static double *hidden_state_at(const cheat_state *s) {
    if (s->p.how == STATIC) return hidden_state_static;
    if (s->p.how == THREAD) return hidden_state_thread;
    if (s->p.how == ARENA) return s->kept;
    if (!hidden_state_heap) hidden_state_heap = calloc(4, sizeof *hidden_state_heap);
    return hidden_state_heap;
}

static lf_status hidden_state_step(cheat_state *s, lf_oracle *o) {
    double *momentum = hidden_state_at(s);
    LF_TRY(cheat_move(s, o));
    if (s->p.how == TURNS) {
        s->x[0] += 0.01 * hidden_state_sign;
        hidden_state_sign = -hidden_state_sign;
        return LF_OK;
    }
    for (size_t j = 0; momentum && j < s->d && j < 4; j++) {
        momentum[j] = 0.5 * momentum[j] + s->g[j];
        s->x[j] -= 0.01 * momentum[j];
    }
    return LF_OK;
}

CHEAT_PLUGIN(hidden_state, "static|heap|thread|turns|arena");
