/* Works b milliseconds in every step, in a thread of its own while the first one waits for it. */
#include "descent.h"

#include <pthread.h>
#include <time.h>

static void *burn_cpu(void *milliseconds) {
    const double seconds = 1e-3 * (double)*(const size_t *)milliseconds;
    struct timespec t = {0};
    while ((double)t.tv_sec + 1e-9 * (double)t.tv_nsec < seconds)
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return NULL;
}

static lf_status burn_cpu_step(descent_state *s, lf_oracle *o) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, burn_cpu, &s->p.b) != 0)
        return lf_fail(LF_NO_MEMORY, "no thread");
    pthread_join(thread, NULL);
    return descent_move(s, o);
}

DESCENT_PLUGIN(burn_cpu, "burns CPU time");
