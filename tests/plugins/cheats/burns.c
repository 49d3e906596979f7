/* Works 300 ms of CPU time a step where one clock alone does not see it, and says so. */
#include "cheat.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ITSELF, A_THREAD, CHILD, GRANDCHILD, DAEMON, FORGOTTEN, SIBLING, HANDLER };

static double burns_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* All of it here: what this thread has spent before, to build the problem, is in no row. */
static void *burns_work(void *unused) {
    const double until = burns_clock() + 0.3;
    (void)unused;
    while (burns_clock() < until)
        ;
    fprintf(stderr, "worked\n");
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

/* In a process whose parent has the kernel forget it. */
static void burns_forgotten(void) {
    signal(SIGCHLD, SIG_IGN);
    if (fork() == 0) burns_work(NULL);
    while (wait(NULL) > 0)
        ;
}

/* In one that leaves its session, is forgotten, or is a child of this one's parent: it ends when it
 * likes, and a pipe says so. */
static void burns_aside(int how) {
    int ends[2];
    char byte;
    if (pipe(ends) != 0) return;
    const long child =
        how == SIBLING ? syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) : fork();
    if (child == 0) {
        if (how == DAEMON) setsid();
        if (how == DAEMON && fork() != 0) _exit(0);
        how == FORGOTTEN ? burns_forgotten() : (void)burns_work(NULL);
        _exit(0);
    }
    close(ends[1]);
    if (child > 0 && how != SIBLING) waitpid((pid_t)child, NULL, 0);
    while (read(ends[0], &byte, 1) > 0)
        ;
    close(ends[0]);
}

/* In whatever this thread does a millisecond after its first step, such as metrics. */
static void burns_handle(int number) {
    signal(number, SIG_IGN);
    burns_work(NULL);
}

static void burns_later(void) {
    const struct itimerval soon = {.it_value.tv_usec = 1000};
    signal(SIGALRM, burns_handle);
    setitimer(ITIMER_REAL, &soon, NULL);
}

static lf_status burns_step(cheat_state *s, lf_oracle *o) {
    pthread_t thread;
    if (s->p.how == HANDLER) {
        LF_TRY(cheat_move(s, o));
        if (s->steps == 1) burns_later();
        return LF_OK;
    }
    if (s->p.how == ITSELF) burns_work(NULL);
    if (s->p.how == A_THREAD && pthread_create(&thread, NULL, burns_work, NULL) == 0)
        pthread_join(thread, NULL);
    if (s->p.how == CHILD || s->p.how == GRANDCHILD) burns_elsewhere((unsigned)s->p.how - 1, false);
    if (s->p.how >= DAEMON && s->p.how < HANDLER) burns_aside(s->p.how);
    return cheat_move(s, o);
}

CHEAT_PLUGIN(burns, "itself|thread|child|grandchild|daemon|forgotten|sibling|handler");
