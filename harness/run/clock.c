/**
 * @file clock.c
 * @brief CPU time: whose it is, and how much of it is the oracle's.
 *
 * In a process of its own all that the run spends is the method's but for what this thread does
 * between two stretches, which is the harness's: other threads and processes that go on while
 * metrics are evaluated are the method's. What a process that is asked about has spent is a sum, so
 * that nothing is lost between two looks, however late the second one is.
 *
 * The share of the oracle is looked at where it costs nothing beside what is looked at: a question
 * of a microsecond would take 2 % longer if the clock were read twice for each. So it is for the
 * first steps of a stretch, of which heavy ones may have no more, and then for one in so many,
 * which stands for as many: by chance, so that no method knows in which steps to work unseen.
 *
 * Handlers of signals wait while this thread does what is not the method's: what a plugin's would
 * spend there would pass for the harness's.
 */
#include "harness/run/run_live.h"

#include <math.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/descendants.h"
#include "base/ticks.h"

/* In the caller's process other threads and children are the caller's. */
static bool clock_own_process;
static lf_descendants clock_below;
static sigset_t clock_mask; /* the method's, while handlers wait */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { CLOCK_SIGNAL = SIGSEGV + 1 }; /* a sanitizer's own handlers are for those before it */
#else
enum { CLOCK_SIGNAL = 1 };
#endif

void lf_run_clock_own_process(void) {
    clock_own_process = true;
    lf_descendants_adopt();
}

double lf_run_cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* CPU time of this process's other threads and of all that it has started. */
static double clock_beside(bool at_once) {
    if (!clock_own_process) return 0;
    const double sum = lf_descendants_own_seconds(getpid()) - lf_run_cpu_seconds();
    if (!lf_descendants_any()) return sum;
    lf_descendants_look(&clock_below, getpid(), at_once);
    return sum + lf_descendants_seconds(&clock_below);
}

/* The kernel forgets what children have spent whose end their parent says that it ignores. */
static void clock_check(lf_run *r) {
    struct sigaction now;
    if (!clock_own_process || sigaction(SIGCHLD, NULL, &now) != 0) return;
    if (now.sa_handler == SIG_IGN || (now.sa_flags & SA_NOCLDWAIT))
        lf_run_end(r, LF_RUN_FAILED,
                   "algorithm %s ignores SIGCHLD, so that CPU time of its processes is lost: leave "
                   "the signal alone, or wait for them",
                   r->algorithm->name);
}

static void clock_hold_handlers(void) {
    sigset_t handled;
    struct sigaction is;
    if (!clock_own_process) return;
    sigemptyset(&handled);
    for (int number = CLOCK_SIGNAL; number < NSIG; number++)
        if (sigaction(number, NULL, &is) == 0 && is.sa_handler != SIG_DFL)
            sigaddset(&handled, number);
    pthread_sigmask(SIG_BLOCK, &handled, &clock_mask);
}

void lf_run_clock_open(lf_run *r) {
    clock_hold_handlers();
    r->beside_seconds = clock_beside(true);
}

/* Look at what comes now, or do not. */
static void clock_turn(lf_run *r, bool on) {
    lf_oracle_turn_clock(r->oracle, on);
    r->stretch.on = on;
    if (!on) return;
    r->stretch.oracle_ticks = lf_oracle_ticks(r->oracle);
    r->stretch.since = lf_ticks();
}

static void clock_add(lf_run *r) {
    lf_stretch *s = &r->stretch;
    if (!s->on) return;
    const uint64_t stands_for = s->steps <= LF_CLOCK_FIRST ? 1 : LF_CLOCK_EACH;
    s->ticks += stands_for * (lf_ticks() - s->since);
    s->inside += stands_for * (lf_oracle_ticks(r->oracle) - s->oracle_ticks);
}

/* From one step that is looked at to the next, LF_CLOCK_EACH on average. */
static uint64_t clock_gap(void) {
    return 1 + (lf_ticks() * 0x9e3779b97f4a7c15u >> 32) % (2 * LF_CLOCK_EACH - 1);
}

void lf_run_clock_start(lf_run *r) {
    r->stretch =
        (lf_stretch){.cpu_seconds = lf_run_cpu_seconds(), .next = LF_CLOCK_FIRST - 1 + clock_gap()};
    if (clock_own_process) pthread_sigmask(SIG_SETMASK, &clock_mask, NULL);
    clock_turn(r, true);
}

void lf_run_clock_step(lf_run *r) {
    lf_stretch *s = &r->stretch;
    clock_add(r);
    const uint64_t step = s->steps++;
    clock_turn(r, step < LF_CLOCK_FIRST || step == s->next);
    if (step == s->next) s->next += clock_gap();
}

void lf_run_clock_stop(lf_run *r) {
    clock_add(r);
    clock_hold_handlers();
    const double ticks = (double)r->stretch.ticks;
    const double inside = (double)r->stretch.inside;
    const double seconds = fmax(lf_run_cpu_seconds() - r->stretch.cpu_seconds, 0);
    const double share = ticks > 0 ? fmin(inside / ticks, 1) : 0;
    r->now.oracle_seconds += share * seconds;
    r->now.algorithm_seconds += (1 - share) * seconds;
    const double beside = clock_beside(r->over) - r->beside_seconds;
    if (beside >
        0) { /* what changes parents while it is looked for is missed until the next time */
        r->now.algorithm_seconds += beside;
        r->beside_seconds += beside;
    }
    clock_check(r);
}
