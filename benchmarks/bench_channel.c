/**
 * @file bench_channel.c
 * @brief A question to another process and back: what `--audit` adds to each.
 *
 * Both processes may use all cores, or share one; with work, either computes for some microseconds
 * in its turn, which is taken off. Where cores are fewer than busy processes, both are about a
 * change of process a turn.
 */
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "benchmarks/shim.h"
#include "harness/process/channel.h"

typedef struct {
    bool one_core;
    double work_seconds; /* of each side, a turn */
} channel_case;

static void channel_work(double seconds) {
    const double until = lf_clock() + seconds;
    while (seconds > 0 && lf_clock() < until)
        ;
}

/* Answers until it is killed. */
static void channel_answer(int fd, const channel_case *c) {
    lf_channel *channel;
    if (lf_channel_open(fd, &channel) != LF_OK) _exit(1);
    while (lf_channel_take(channel, NULL, NULL) == LF_OK) {
        channel_work(c->work_seconds);
        lf_channel_give(channel);
    }
    _exit(1);
}

static bool channel_lives(void *context) {
    return waitpid(*(pid_t *)context, NULL, WNOHANG) == 0;
}

static void channel_turns(lf_bench *bench, const channel_case *c) {
    lf_channel *channel;
    if (lf_channel_create(4096, &channel) != LF_OK) {
        lf_bench_skip(bench, lf_message());
        return;
    }
    pid_t other = fork();
    if (other == 0) channel_answer(lf_channel_fd(channel), c);
    double turns = 0, begun = lf_clock();
    while (lf_bench_next(bench, 1)) {
        channel_work(c->work_seconds);
        lf_channel_give(channel);
        if (lf_channel_take(channel, channel_lives, &other) != LF_OK) break;
        turns++;
    }
    lf_bench_report(bench, "us_beside_work",
                    1e6 * ((lf_clock() - begun) / turns - 2 * c->work_seconds));
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    lf_channel_free(channel);
}

static void channel_run(lf_bench *bench, const void *argument) {
    const channel_case *c = argument;
    cpu_set_t before, one;
    sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    if (c->one_core) sched_setaffinity(0, sizeof one, &one);
    channel_turns(bench, c);
    sched_setaffinity(0, sizeof before, &before);
}

void lf_suite_bench_channel(void);
void lf_suite_bench_channel(void) {
    static const channel_case cases[] = {{false, 0}, {false, 5e-6}, {true, 0}, {true, 5e-6}};
    static const char *const names[] = {"channel/turn", "channel/turn_of_5_us",
                                        "channel/turn_on_one_core",
                                        "channel/turn_of_5_us_on_one_core"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        lf_bench_add_waiting(names[i], channel_run, &cases[i]);
}
