/* Spends 0.3 s of CPU time where the thread that makes the steps does not: step 1 starts a worker,
 * which one by the last digit of b, and step 7 waits for it. */
#include "descent.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static atomic_bool *done; /* shared by all that take part */

enum { IN_A_CHILD, UNWAITED_FOR, STILL_THERE, BY_AN_ORPHAN, IN_A_THREAD, UNSEEN };

static void burn(void) {
    struct timespec t = {0};
    while (t.tv_sec == 0 && t.tv_nsec < 300000000)
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    *done = true;
}

static void *burn_in_thread(void *unused) {
    burn();
    return unused;
}

/* The worker of a process of its own; who is an orphan has left the session, too. */
static _Noreturn void burn_in_child(size_t where) {
    if (where == BY_AN_ORPHAN) {
        setsid();
        if (fork() > 0) _exit(0);
    }
    burn();
    while (where == STILL_THERE)
        pause();
    _exit(0);
}

static lf_status start(size_t where) {
    pthread_t thread;
    done = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (where == UNSEEN) signal(SIGCHLD, SIG_IGN);
    if (where == IN_A_THREAD) {
        if (pthread_create(&thread, NULL, burn_in_thread, NULL) != 0) return LF_NO_MEMORY;
        pthread_detach(thread);
        return LF_OK;
    }
    const pid_t child = fork();
    if (child == 0) burn_in_child(where);
    if (where == IN_A_CHILD || where == BY_AN_ORPHAN) waitpid(child, NULL, 0);
    return child > 0 ? LF_OK : LF_NO_MEMORY;
}

static lf_status burns_beside_step(descent_state *s, lf_oracle *o) {
    if (s->steps == 1) LF_TRY(start(s->p.b % 10));
    do
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    while (s->steps == 7 && !*done);
    return descent_move(s, o);
}

DESCENT_PLUGIN(burns_beside, "computes in other threads and processes");
