/* Has b MiB eaten by a process that is nobody's child any more, and has a session of its own. With
 * an odd b there are four that share what the first one of them ate. */
#include "descent.h"

#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static _Noreturn void eat(size_t mebibytes) {
    mmap(NULL, mebibytes << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE,
         -1, 0);
    for (int i = 0; i < 3 && mebibytes % 2 == 1; i++)
        if (fork() == 0) break;
    for (;;)
        pause();
}

static lf_status eats_beside_step(descent_state *s, lf_oracle *o) {
    if (s->steps == s->p.after + 1 && fork() == 0) {
        setsid();
        const pid_t eater = fork();
        if (eater == 0) eat(s->p.b);
        fprintf(stderr, "%d\n", (int)eater);
        _exit(0);
    }
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    return descent_move(s, o);
}

DESCENT_PLUGIN(eats_beside, "eats memory in other processes");
