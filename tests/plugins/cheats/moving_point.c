/* Has another point each time it is asked where it stands: the one judged is not the one copied, or
 * it asks and moves while it answers. */
#include "cheat.h"

#include <pthread.h>
#include <unistd.h>

enum { TURNS, MOVES, THREAD };

static lf_oracle *moving_point_oracle;

/* Ten moves ahead, and back again. */
static void *moving_point_flicker(void *state) {
    cheat_state *s = state;
    for (unsigned k = 0; k < 100000; k++)
        s->kept[0] = k % 2 ? s->x[0] : s->x[0] / 1024;
    return NULL;
}

static lf_status moving_point_step(cheat_state *s, lf_oracle *o) {
    pthread_t thread;
    moving_point_oracle = o;
    LF_TRY(cheat_move(s, o));
    lf_vec_copy(s->d, s->x, s->kept);
    if (s->p.how == THREAD) pthread_create(&thread, NULL, moving_point_flicker, s);
    return LF_OK;
}

/* The state is const here; a cheat does not mind. */
static lf_point moving_point_where(const void *state) {
    cheat_state *s = (cheat_state *)(uintptr_t)state;
    if (s->steps == 0 || s->p.how == THREAD) return (lf_point){.w = s->steps ? s->kept : s->x};
    if (s->p.how == TURNS) {
        s->kept[0] = s->kept[0] == s->x[0] ? s->x[0] / 1024 : s->x[0];
        return (lf_point){.w = s->kept};
    }
    while (cheat_move(s, moving_point_oracle) == LF_OK)
        ; /* the row's counters may be copied already */
    return (lf_point){.w = s->x};
}

static lf_status moving_point_begin(void *state, lf_oracle *o) {
    cheat_state *s = state;
    s->steps++;
    return moving_point_step(s, o);
}

CHEAT_TABLE("turns|moves|thread");
const lf_algorithm lf_algorithm_moving_point = {CHEAT_FIELDS(moving_point, LF_VIEW_PLAIN),
                                                .state_size = sizeof(cheat_state),
                                                .init = cheat_init,
                                                .step = moving_point_begin,
                                                .iterate = moving_point_where,
                                                .average = moving_point_where};
