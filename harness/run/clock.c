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
 * first steps of a stretch, of which heavy ones may have no more, and then for one in so many: a
 * prime number, so that a method whose steps repeat themselves is seen in each of them.
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

void lf_run_clock_open(lf_run *r) {
    r->beside_seconds = clock_beside(true);
}

/* Look at what comes now, or do not. */
static void clock_turn(lf_run *r, bool on) {
    lf_oracle_turn_clock(r->oracle, on);
    r->stretch.on = on;
    if (on) r->stretch.since = lf_ticks();
}

static void clock_add(lf_run *r) {
    if (r->stretch.on) r->stretch.ticks += lf_ticks() - r->stretch.since;
}

void lf_run_clock_start(lf_run *r) {
    r->stretch = (lf_stretch){.cpu_seconds = lf_run_cpu_seconds(),
                              .oracle_ticks = lf_oracle_ticks(r->oracle)};
    clock_turn(r, true);
}

void lf_run_clock_step(lf_run *r) {
    const uint64_t steps = r->stretch.steps++;
    clock_add(r);
    clock_turn(r, steps < LF_CLOCK_FIRST || steps % LF_CLOCK_EACH == 0);
}

void lf_run_clock_stop(lf_run *r) {
    clock_add(r);
    const double ticks = (double)r->stretch.ticks;
    const double inside = (double)(lf_oracle_ticks(r->oracle) - r->stretch.oracle_ticks);
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
