/**
 * @file descendants.c
 * @brief Looks into /proc, which is the only place that knows children of children.
 */
#include "base/descendants.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/grow.h"

/* Between two readings of /proc, in units of what the last one took: half a percent of the time;
 * but no longer than the second, as what is looked for late may be over. */
static const double descendants_pause = 200;
static const double descendants_longest = 0.25;

/* What is killed while it starts another is found with that one the next time round. */
enum { DESCENDANTS_ROUNDS = 100 };

/* Of /proc/PID/stat. */
typedef struct {
    pid_t pid, parent, session;
    char state;
    unsigned long ticks; /* CPU time of children that it has waited for */
    bool taken;          /* into the list that is being made */
} descendants_process;

/* false: it is not there any more. The name, in brackets, may be anything. */
static bool descendants_read(pid_t pid, descendants_process *p) {
    char text[512];
    unsigned long user, system;
    snprintf(text, sizeof text, "/proc/%d/stat", (int)pid);
    const int fd = open(text, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    const ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    text[n > 0 ? n : 0] = '\0';
    const char *after = strrchr(text, ')');
    *p = (descendants_process){.pid = pid};
    if (!after || sscanf(after + 1, " %c %d %*d %d %*d %*d %*u %*u %*u %*u %*u %*u %*u %lu %lu",
                         &p->state, &p->parent, &p->session, &user, &system) != 5)
        return false;
    p->ticks = user + system;
    return true;
}

/* All processes there were at the last reading, for whoever looks next. */
static struct {
    size_t n, room;
    descendants_process *process;
    double due; /* of the next reading, by lf_clock() */
} descendants_all;

static bool descendants_make_room(void) {
    if (descendants_all.n < descendants_all.room) return true;
    const size_t room = 2 * descendants_all.room + 256;
    descendants_process *longer =
        realloc(descendants_all.process, room * sizeof *descendants_all.process);
    if (!longer) return false;
    descendants_all.process = longer;
    descendants_all.room = room;
    return true;
}

static void descendants_read_all(void) {
    const double before = lf_clock();
    DIR *folder = opendir("/proc");
    descendants_all.n = 0;
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        const pid_t pid = (pid_t)atol(entry->d_name); /* 0 for what is no number */
        if (pid > 0 && descendants_make_room())
            descendants_all.n += descendants_read(pid, &descendants_all.process[descendants_all.n]);
    }
    if (folder) closedir(folder);
    const double now = lf_clock();
    descendants_all.due = now + fmin(descendants_pause * (now - before), descendants_longest);
}

static bool descendants_add(lf_descendants *d, const descendants_process *p) {
    if (lf_grow(&d->list, d->n, sizeof *d->list, "a list of processes") != LF_OK) return false;
    d->list[d->n++] = (lf_descendant){p->pid, strchr("ZX", p->state) != NULL};
    return true;
}

void lf_descendants_adopt(void) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

bool lf_descendants_any(void) {
    siginfo_t what;
    return waitid(P_ALL, 0, &what, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0;
}

/* Those found first, then their children, and so on. A process has one parent, so none comes twice
 * but by the session, where `taken` keeps it out. */
void lf_descendants_look(lf_descendants *d, pid_t root, bool at_once) {
    if (at_once || lf_clock() >= descendants_all.due) descendants_read_all();
    lf_descendants_clear(d);
    bool room = true;
    for (size_t i = 0; i < descendants_all.n && room; i++) {
        descendants_process *p = &descendants_all.process[i];
        p->taken = p->pid == root || p->parent == root || p->session == root;
        if (p->taken && p->pid != root) room = descendants_add(d, p);
    }
    for (size_t k = 0; k < d->n && room; k++)
        for (size_t i = 0; i < descendants_all.n && room; i++) {
            descendants_process *p = &descendants_all.process[i];
            if (p->taken || p->parent != d->list[k].pid) continue;
            p->taken = true;
            room = descendants_add(d, p);
        }
}

void lf_descendants_clear(lf_descendants *d) {
    free(d->list);
    d->list = NULL;
    d->n = 0;
}

static double descendants_time(const struct timeval *t) {
    return (double)t->tv_sec + 1e-6 * (double)t->tv_usec;
}

/* Children first: what is waited for in between is missed until the next time, not counted twice.
 */
double lf_descendants_own_seconds(pid_t pid) {
    struct rusage children;
    descendants_process process = {0};
    double sum;
    clockid_t clock;
    struct timespec t;
    if (pid == getpid()) {
        getrusage(RUSAGE_CHILDREN, &children);
        sum = descendants_time(&children.ru_utime) + descendants_time(&children.ru_stime);
    } else {
        descendants_read(pid, &process);
        sum = (double)process.ticks / (double)sysconf(_SC_CLK_TCK);
    }
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0) return sum;
    return sum + (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double lf_descendants_seconds(const lf_descendants *d) {
    double sum = 0;
    for (size_t i = 0; i < d->n; i++)
        sum += lf_descendants_own_seconds(d->list[i].pid);
    return sum;
}

void lf_descendants_kill(pid_t root) {
    lf_descendants d = {0};
    size_t alive = 1;
    for (int round = 0; round < DESCENDANTS_ROUNDS && alive > 0; round++) {
        lf_descendants_look(&d, root, true);
        alive = 0;
        for (size_t i = 0; i < d.n; i++)
            if (!d.list[i].ended && kill(d.list[i].pid, SIGKILL) == 0) alive++;
        if (alive > 0) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    lf_descendants_clear(&d);
    while (root == getpid() && waitpid(-1, NULL, WNOHANG | __WALL) > 0)
        ;
}
