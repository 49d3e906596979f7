/* Asks from four threads at once: where they meet, one of two charges is lost. `alone`: the same
 * questions from the thread that was called; `late`: from one that goes on while points are judged.
 */
#include "cheat.h"

#include <pthread.h>
#include <stdlib.h>

enum { AT_ONCE, ALONE, LATE, THREADS = 4, QUESTIONS = 40000 };

typedef struct {
    lf_oracle *o;
    lf_batch batch;
    const double *x, *y;
    double *g;
    size_t answers, questions;
} threads_asker;

static void *threads_ask(void *asker) {
    threads_asker *a = asker;
    for (size_t k = 0; k < a->questions; k++)
        a->answers += lf_oracle_vjp(a->o, &a->batch, a->x, a->y, a->g) == LF_OK;
    return NULL;
}

/* The budget is known, `at`: what was answered beyond it was not charged. */
static lf_status threads_step(cheat_state *s, lf_oracle *o) {
    threads_asker *asker = calloc(THREADS, sizeof *asker);
    pthread_t thread[THREADS];
    size_t answers = 0;
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, s->role, 0, s->p.b, &batch));
    for (size_t t = 0; asker && t < THREADS; t++) {
        double *g = calloc(s->d, sizeof *g);
        asker[t] = (threads_asker){o, batch, s->x, s->y, g, 0, QUESTIONS};
        if (s->p.how == ALONE || pthread_create(&thread[t], NULL, threads_ask, &asker[t]) != 0) {
            thread[t] = pthread_self();
            threads_ask(&asker[t]);
        }
    }
    for (size_t t = 0; asker && t < THREADS && s->p.how != LATE; t++) {
        if (!pthread_equal(thread[t], pthread_self())) pthread_join(thread[t], NULL);
        answers += asker[t].answers;
    }
    if (answers * s->p.b > s->p.at) cheat_gained(s, answers * s->p.b - s->p.at, "gradients");
    return cheat_move(s, o);
}

CHEAT_PLUGIN(threads, "at_once|alone|late");
