/**
 * @file channel.c
 * @brief A sealed memory file, and a word of each side that counts the turns it gave away.
 *
 * Each side writes its own word and waits for a change of the other's. What it expects it remembers
 * outside of the file: nothing that the other side writes there makes it wait for longer than until
 * alive() says no, or run elsewhere.
 */
#include "harness/process/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"

/* The size stands still, so that no touch of the mapping can end in SIGBUS. */
enum { CHANNEL_SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL };

static const uint64_t channel_magic = 0x316c656e6e616863; /* "channel1" */
static const double channel_alive_seconds = 0.02;

/* How long a side looks for its turn before it sleeps: a wake-up costs microseconds. The method's
 * process is charged for what it burns. */
static const double channel_keeper_spin_seconds = 50e-6, channel_method_spin_seconds = 20e-6;

/* After so many turns that did not come in time a side only tries again at every 32nd. */
enum { CHANNEL_LUCK = 8, CHANNEL_RETRY = 32 };

typedef struct {
    alignas(64) _Atomic uint32_t given; /* turns given away; the other side waits on it */
    _Atomic uint32_t asleep;            /* not 0: this side wants to be woken */
} channel_side;

typedef struct {
    alignas(64) uint64_t magic;
    channel_side side[2]; /* keeper, method */
} channel_head;           /* the room follows */

struct lf_channel {
    channel_head *head;
    channel_side *mine, *theirs;
    size_t bytes;         /* of the room */
    int fd;               /* -1: the caller's */
    uint32_t gave, taken; /* our turns given away, theirs that were taken */
    double spin_seconds;
    unsigned luck, waits; /* see channel_spin() */
};

static long channel_futex(_Atomic uint32_t *word, int operation, uint32_t value,
                          const struct timespec *timeout) {
    return syscall(SYS_futex, word, operation, value, timeout, NULL, 0);
}

static void channel_pause(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    atomic_signal_fence(memory_order_seq_cst);
#endif
}

/* Where there is one core only, the other side cannot do anything while we look. */
static bool channel_has_cores(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) > 1;
}

/* *channel <- the file `fd` of `size` bytes, mapped; `who` is 0 for the keeper, 1 for the other. */
static lf_status channel_map(int fd, size_t size, int who, lf_channel **channel) {
    lf_channel *c = calloc(1, sizeof *c);
    if (c == NULL) return lf_fail(LF_NO_MEMORY, "no memory for a channel");
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (at == MAP_FAILED) {
        free(c);
        return lf_fail(LF_NO_MEMORY, "a channel of %zu bytes: %s", size, strerror(errno));
    }
    c->head = at;
    c->bytes = size - sizeof *c->head;
    c->mine = &c->head->side[who];
    c->theirs = &c->head->side[1 - who];
    c->fd = -1;
    c->luck = CHANNEL_LUCK;
    if (channel_has_cores())
        c->spin_seconds = who == 0 ? channel_keeper_spin_seconds : channel_method_spin_seconds;
    *channel = c;
    return LF_OK;
}

/* Its pages come when they are touched, as those of malloc(). */
static lf_status channel_make(int fd, size_t size, lf_channel **channel) {
    if (ftruncate(fd, (off_t)size) != 0 || fcntl(fd, F_ADD_SEALS, CHANNEL_SEALS) != 0)
        return lf_fail(LF_IO, "a channel of %zu bytes: %s", size, strerror(errno));
    LF_TRY(channel_map(fd, size, 0, channel));
    (*channel)->fd = fd;
    (*channel)->head->magic = channel_magic;
    return LF_OK;
}

lf_status lf_channel_create(size_t bytes, lf_channel **channel) {
    if (bytes > PTRDIFF_MAX - sizeof(channel_head))
        return lf_fail(LF_NO_MEMORY, "no memory for a channel of %zu bytes", bytes);
    const int fd = memfd_create("levelfield-channel", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0) return lf_fail(LF_IO, "no memory file for a channel: %s", strerror(errno));
    const lf_status status = channel_make(fd, sizeof(channel_head) + bytes, channel);
    if (status != LF_OK) close(fd);
    return status;
}

int lf_channel_fd(const lf_channel *channel) {
    return channel->fd;
}

lf_status lf_channel_open(int fd, lf_channel **channel) {
    struct stat file;
    const int seals = fcntl(fd, F_GET_SEALS);
    if (seals < 0 || (seals & CHANNEL_SEALS) != CHANNEL_SEALS || fstat(fd, &file) != 0 ||
        (size_t)file.st_size < sizeof(channel_head))
        return lf_fail(LF_BAD_INPUT, "descriptor %d is not a channel", fd);
    LF_TRY(channel_map(fd, (size_t)file.st_size, 1, channel));
    if ((*channel)->head->magic == channel_magic) return LF_OK;
    lf_channel_free(*channel);
    return lf_fail(LF_BAD_INPUT, "descriptor %d is not a channel of this version", fd);
}

void *lf_channel_room(lf_channel *channel, size_t *bytes) {
    *bytes = channel->bytes;
    return channel->head + 1;
}

const void *lf_channel_words(const lf_channel *channel) {
    return channel->head;
}

/* The word first, then the look at who sleeps; a sleeper does it the other way round. */
void lf_channel_give(lf_channel *channel) {
    atomic_store(&channel->mine->given, ++channel->gave);
    if (atomic_load(&channel->theirs->asleep) != 0)
        channel_futex(&channel->mine->given, FUTEX_WAKE, 1, NULL);
}

/* Any change is a turn. */
static bool channel_given(lf_channel *channel) {
    const uint32_t now = atomic_load(&channel->theirs->given);
    if (now == channel->taken) return false;
    channel->taken = now;
    return true;
}

/* Look for a short while. Where the turn does not come so soon (long work, more processes than
 * cores) that is a waste, so that it is given up, and tried again now and then. */
static bool channel_spin(lf_channel *channel) {
    if (channel_given(channel)) return true;
    if (channel->spin_seconds == 0 || (channel->luck == 0 && ++channel->waits % CHANNEL_RETRY != 0))
        return false;
    const double until = lf_clock() + channel->spin_seconds;
    do {
        for (int i = 0; i < 8; i++) {
            channel_pause();
            if (!channel_given(channel)) continue;
            channel->luck = CHANNEL_LUCK;
            return true;
        }
    } while (lf_clock() < until);
    if (channel->luck > 0) channel->luck--;
    return false;
}

/* The clock decides when alive() is asked, not why the sleep ended: the other side can wake us as
 * often as it likes. */
static lf_status channel_sleep(lf_channel *channel, bool (*alive)(void *context), void *context) {
    const struct timespec nap = {.tv_nsec = (long)(1e9 * channel_alive_seconds)};
    double next = lf_clock() + channel_alive_seconds;
    while (!channel_given(channel)) {
        channel_futex(&channel->theirs->given, FUTEX_WAIT, channel->taken, alive ? &nap : NULL);
        if (!alive || lf_clock() < next) continue;
        if (!alive(context)) /* its last word still counts */
            return channel_given(channel) ? LF_OK
                                          : lf_fail(LF_IO, "the other process does not answer");
        next = lf_clock() + channel_alive_seconds;
    }
    return LF_OK;
}

lf_status lf_channel_take(lf_channel *channel, bool (*alive)(void *context), void *context) {
    if (channel_spin(channel)) return LF_OK;
    atomic_store(&channel->mine->asleep, 1);
    const lf_status status = channel_sleep(channel, alive, context);
    atomic_store(&channel->mine->asleep, 0);
    return status;
}

void lf_channel_free(lf_channel *channel) {
    if (channel == NULL) return;
    munmap(channel->head, sizeof *channel->head + channel->bytes);
    if (channel->fd >= 0) close(channel->fd);
    free(channel);
}
