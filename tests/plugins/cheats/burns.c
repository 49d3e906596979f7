/* Works 300 ms of CPU time a step where one clock alone does not see it. */
#include "cheat.h"

#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ITSELF, A_THREAD, CHILD, GRANDCHILD, DAEMON };

static void *burns_work(void *unused) {
    struct timespec t = {0};
    (void)unused;
    while ((double)t.tv_sec + 1e-9 * (double)t.tv_nsec < 0.3)
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return NULL;
}

/* In a process of `depth` generations; one that has left its session is nobody's child. */
static void burns_elsewhere(unsigned depth, bool leaves) {
    const pid_t child = fork();
    if (child > 0) waitpid(child, NULL, 0);
    if (child != 0) return;
    if (leaves) setsid();
    if (depth > 1) burns_elsewhere(depth - 1, leaves);
    if (depth <= 1) burns_work(NULL);
    _exit(0);
}

/* The parent of the one that works is gone before it begins; a pipe says when it is done. */
static void burns_daemon(void) {
    int ends[2];
    char byte;
    if (pipe(ends) != 0) return;
    const pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() != 0) _exit(0);
        burns_work(NULL);
        _exit(0);
    }
    close(ends[1]);
    if (child > 0) waitpid(child, NULL, 0);
    while (read(ends[0], &byte, 1) > 0)
        ;
    close(ends[0]);
}

static lf_status burns_step(cheat_state *s, lf_oracle *o) {
    pthread_t thread;
    if (s->p.how == ITSELF) burns_work(NULL);
    if (s->p.how == A_THREAD && pthread_create(&thread, NULL, burns_work, NULL) == 0)
        pthread_join(thread, NULL);
    if (s->p.how == CHILD || s->p.how == GRANDCHILD) burns_elsewhere((unsigned)s->p.how - 1, false);
    if (s->p.how == DAEMON) burns_daemon();
    return cheat_move(s, o);
}

CHEAT_PLUGIN(burns, "itself|thread|child|grandchild|daemon");
