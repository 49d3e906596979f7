/**
 * @file clock.c
 * @brief CPU time, shared out between oracle and algorithm.
 *
 * The share is looked at where it costs nothing beside what is looked at: a question of a
 * microsecond would take 2 % longer if the clock were read twice for each. So it is for the first
 * steps of a stretch, of which heavy ones may have no more, and then for one in so many: a prime
 * number, so that a method whose steps repeat themselves is seen in each of them.
 */
#include "harness/run/run_state.h"

#include <math.h>
#include <time.h>

#include "core/ticks.h"

double lf_run_cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
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
    const double seconds = lf_run_cpu_seconds() - r->stretch.cpu_seconds;
    const double share = ticks > 0 ? fmin(inside / ticks, 1) : 0;
    r->now.oracle_seconds += share * seconds;
    r->now.algorithm_seconds += (1 - share) * seconds;
}
