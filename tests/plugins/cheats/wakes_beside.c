/* Runs of other seeds, side by side, tell one another where they are, by who sleeps at which word
 * of a file that all have mapped: the C library. A sleeper is woken by whoever asks at its word. */
#include "cheat.h"

#include <linux/futex.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { WORDS = 16, TRIES = 1000, NAP = 1000000, PATIENCE = 4 };

/* Words of a page of code, which nobody writes to. */
static uint32_t *wakes_beside_word(size_t k) {
    void (*const sort)(void *, size_t, size_t, int (*)(const void *, const void *)) = qsort;
    uintptr_t code;
    memcpy(&code, &sort, sizeof code);
    return (uint32_t *)(code - code % 4096) + k;
}

/* Sleep there; true: somebody came. */
static bool wakes_beside_sleep(size_t k) {
    uint32_t *word = wakes_beside_word(k);
    const struct timespec most = {.tv_sec = PATIENCE};
    return syscall(SYS_futex, word, FUTEX_WAIT, *word, &most) == 0;
}

static bool wakes_beside_wake(size_t k) {
    return syscall(SYS_futex, wakes_beside_word(k), FUTEX_WAKE, 1) == 1;
}

/* The one that came first sleeps at the number of its moves, and the other one looks for it. */
static lf_status wakes_beside_step(cheat_state *s, lf_oracle *o) {
    static bool first;
    if (s->steps == 1) first = !wakes_beside_wake(0) && wakes_beside_sleep(0);
    for (size_t at = 1; s->steps == 1 && !first && at < TRIES; at++) {
        nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
        for (size_t k = WORDS; k > 1; k--) {
            if (!wakes_beside_wake(k)) continue;
            cheat_gained(s, k, "moves of another run");
            for (; k > 0; k--)
                lf_vec_scale(s->d, 0.5, s->x);
            at = TRIES;
            break;
        }
    }
    LF_TRY(cheat_move(s, o));
    if (first && s->steps == 8) wakes_beside_sleep(s->steps);
    return LF_OK;
}

CHEAT_PLUGIN(wakes_beside, "futex");
