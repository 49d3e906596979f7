/* Steps at random, by what no seed gives it: tried often enough, with the bad runs thrown away, it
 * has luck. */
#include "cheat.h"

#include <sys/random.h>
#include <time.h>

enum { CLOCK, KERNEL, ADDRESS };

static unsigned lucky_number(const cheat_state *s) {
    unsigned number = 0;
    struct timespec now = {0};
    if (s->p.how == CLOCK) clock_gettime(CLOCK_MONOTONIC, &now);
    if (s->p.how == CLOCK) return (unsigned)now.tv_nsec >> 3;
    if (s->p.how == ADDRESS) return (unsigned)((uintptr_t)&number >> 12);
    return getrandom(&number, sizeof number, 0) > 0 ? number : 0;
}

static lf_status lucky_step(cheat_state *s, lf_oracle *o) {
    LF_TRY(cheat_move(s, o));
    s->x[0] += 0.001 * (double)(lucky_number(s) % 100);
    return LF_OK;
}

CHEAT_PLUGIN(lucky, "clock|kernel|address");
