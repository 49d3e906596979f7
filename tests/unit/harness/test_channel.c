/* Turns between two processes: nothing is lost, and the keeper outlives whatever the other does. */
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "harness/process/channel.h"
#include "near.h"

/* What precedes the room: a line of the magic and one for each side. */
enum { HEAD_BYTES = 192 };

static lf_channel *keeper;
static pid_t other;

/* The other process does `work` with its end of the channel. */
static void start(size_t bytes, void (*work)(lf_channel *channel)) {
    assert_ok(lf_channel_create(bytes, &keeper));
    other = fork();
    assert_true(other >= 0);
    if (other > 0) return;
    lf_channel *channel;
    if (lf_channel_open(lf_channel_fd(keeper), &channel) != LF_OK) _exit(1);
    work(channel);
    _exit(0);
}

static bool other_lives(void *context) {
    (void)context;
    return waitpid(other, NULL, WNOHANG) == 0;
}

static int teardown(void **state) {
    (void)state;
    if (keeper && other > 0) { /* a test that failed left it running */
        kill(other, SIGKILL);
        waitpid(other, NULL, 0);
    }
    lf_channel_free(keeper);
    keeper = NULL;
    return 0;
}

/* The next number of a sequence that both know, by Lehmer. */
static uint64_t next(uint64_t *x) {
    *x = *x * 48271 % 2147483647;
    return *x;
}

static void fill(unsigned char *room, size_t bytes, uint64_t *x) {
    for (size_t i = 0; i < bytes; i++)
        room[i] = (unsigned char)next(x);
}

static bool filled(const unsigned char *room, size_t bytes, uint64_t *x) {
    bool same = true;
    for (size_t i = 0; i < bytes; i++)
        same &= room[i] == (unsigned char)next(x);
    return same;
}

/* Check what came and answer, each in numbers of its own, until it is killed. */
static void echo(lf_channel *channel) {
    size_t bytes;
    unsigned char *room = lf_channel_room(channel, &bytes);
    uint64_t questions = 1, answers = 2;
    for (;;) {
        if (lf_channel_take(channel, NULL, NULL) != LF_OK) _exit(2);
        if (!filled(room, bytes, &questions)) _exit(3);
        fill(room, bytes, &answers);
        lf_channel_give(channel);
    }
}

static void assert_turns(size_t bytes, int turns) {
    size_t got;
    uint64_t questions = 1, answers = 2;
    start(bytes, echo);
    unsigned char *room = lf_channel_room(keeper, &got);
    assert_int_equal(got, bytes);
    assert_int_equal((uintptr_t)room % 64, 0);
    for (int i = 0; i < turns; i++) {
        fill(room, bytes, &questions);
        lf_channel_give(keeper);
        assert_ok(lf_channel_take(keeper, other_lives, NULL));
        if (!filled(room, bytes, &answers)) fail_msg("turn %d", i);
    }
    teardown(NULL);
}

static void test_million_turns(void **state) {
    (void)state;
    assert_turns(16, 1000000);
    assert_turns((1 << 20) + 1, 20);
    assert_turns(1, 1000);
}

/* The other is slow, and both sleep. */
static void slow(lf_channel *channel) {
    for (int i = 0; i < 3; i++) {
        if (lf_channel_take(channel, NULL, NULL) != LF_OK) _exit(2);
        usleep(70000);
        lf_channel_give(channel);
    }
    pause();
}

static bool asked(void *context) {
    ++*(int *)context;
    return true;
}

static void test_slow(void **state) {
    (void)state;
    start(8, slow);
    for (int i = 0; i < 3; i++) {
        int times = 0;
        usleep(30000);
        lf_channel_give(keeper);
        assert_ok(i == 0 ? lf_channel_take(keeper, NULL, NULL)
                         : lf_channel_take(keeper, asked, &times));
        if (i > 0) assert_true(times >= 1 && times <= 10);
    }
}

static void die_at_once(lf_channel *channel) {
    (void)channel;
}

static void die_with_turn(lf_channel *channel) {
    if (lf_channel_take(channel, NULL, NULL) == LF_OK) kill(getpid(), SIGKILL);
}

static void die_late(lf_channel *channel) {
    if (lf_channel_take(channel, NULL, NULL) != LF_OK) return;
    usleep(50000);
    kill(getpid(), SIGKILL);
}

static void die_after_answer(lf_channel *channel) {
    if (lf_channel_take(channel, NULL, NULL) == LF_OK) lf_channel_give(channel);
}

static void die_asleep(lf_channel *channel) {
    if (lf_channel_take(channel, NULL, NULL) != LF_OK) return;
    lf_channel_give(channel);
    if (lf_channel_take(channel, NULL, NULL) == LF_OK) _exit(9);
}

static void assert_gone(void) {
    const double before = lf_clock();
    assert_int_equal(lf_channel_take(keeper, other_lives, NULL), LF_IO);
    assert_non_null(strstr(lf_message(), "does not answer"));
    assert_true(lf_clock() - before < 5);
    keeper = (lf_channel_free(keeper), NULL); /* no process any more to be waited for */
}

static void test_death(void **state) {
    (void)state;
    void (*const death[])(lf_channel *) = {die_at_once, die_with_turn, die_late};
    for (size_t i = 0; i < sizeof death / sizeof *death; i++) {
        start(8, death[i]);
        lf_channel_give(keeper);
        assert_gone();
    }
    start(8, die_after_answer);
    lf_channel_give(keeper);
    usleep(50000);
    assert_ok(lf_channel_take(keeper, other_lives, NULL)); /* its last word */
    lf_channel_give(keeper);
    assert_gone();
    start(8, die_asleep);
    lf_channel_give(keeper);
    assert_ok(lf_channel_take(keeper, other_lives, NULL));
    kill(other, SIGKILL);
    lf_channel_give(keeper);
    assert_gone();
}

/* Random bytes all over the area, its head too, and wake-ups, for as long as it lives. */
static void scribble(lf_channel *channel) {
    size_t bytes;
    unsigned char *room = lf_channel_room(channel, &bytes), *all = room - HEAD_BYTES;
    uint64_t x = 7;
    for (;;) {
        const uint64_t at = next(&x) % (HEAD_BYTES + bytes);
        all[at] = (unsigned char)next(&x);
        if (next(&x) % 64 == 0) memset(all, (int)next(&x), HEAD_BYTES);
        if (next(&x) % 16 == 0) lf_channel_give(channel);
        for (int line = 0; line < HEAD_BYTES && next(&x) % 64 == 0; line += 64)
            syscall(SYS_futex, all + line, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
    }
}

static void test_scribbles(void **state) {
    (void)state;
    long turns = 0;
    start(256, scribble);
    const double until = lf_clock() + 2;
    for (; lf_clock() < until; turns++) {
        lf_channel_give(keeper);
        assert_ok(lf_channel_take(keeper, other_lives, NULL));
    }
    assert_true(turns > 100);
    kill(other, SIGKILL);
    lf_status status = LF_OK;
    for (int i = 0; i < 2 && status == LF_OK; i++) /* it may have given before */
        status = lf_channel_take(keeper, other_lives, NULL);
    assert_int_equal(status, LF_IO);
    keeper = (lf_channel_free(keeper), NULL);
}

/* Woken all the time, the keeper still asks whether it should go on. */
static void disturb(lf_channel *channel) {
    size_t bytes;
    char *room = lf_channel_room(channel, &bytes);
    for (;;)
        for (int line = 0; line < HEAD_BYTES; line += 64)
            syscall(SYS_futex, room - HEAD_BYTES + line, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

static bool five_times(void *context) {
    return ++*(int *)context < 5;
}

static void test_disturbed(void **state) {
    (void)state;
    int times = 0;
    start(8, disturb);
    const double before = lf_clock();
    assert_int_equal(lf_channel_take(keeper, five_times, &times), LF_IO);
    assert_int_equal(times, 5);
    assert_true(lf_clock() - before >= 0.1 && lf_clock() - before < 5);
}

static int memory_file(size_t bytes, int seals) {
    const int fd = memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (ftruncate(fd, (off_t)bytes) != 0 || fcntl(fd, F_ADD_SEALS, seals) != 0) return -1;
    return fd;
}

static void test_wrong_descriptors(void **state) {
    (void)state;
    enum { SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL };
    lf_channel *channel = NULL;
    const int wrong[] = {-1,
                         1000,
                         open("/dev/null", O_RDWR),
                         open("/proc/self/exe", O_RDONLY),
                         memory_file(4096, F_SEAL_SHRINK),
                         memory_file(0, SEALS),
                         memory_file(HEAD_BYTES - 1, SEALS),
                         memory_file(HEAD_BYTES, SEALS),
                         memory_file(8192, SEALS)};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(lf_channel_open(wrong[i], &channel), LF_BAD_INPUT);
        assert_non_null(strstr(lf_message(), "is not a channel"));
        if (i > 1) assert_int_equal(close(wrong[i]), 0);
    }
}

static void test_sizes(void **state) {
    (void)state;
    lf_channel *channel = NULL, *opened = NULL;
    size_t bytes = 1;
    assert_int_equal(lf_channel_create(SIZE_MAX, &channel), LF_NO_MEMORY);
    assert_int_equal(lf_channel_create(PTRDIFF_MAX / 2, &channel), LF_NO_MEMORY);
    assert_ok(lf_channel_create(0, &channel));
    const int fd = lf_channel_fd(channel);
    assert_non_null(lf_channel_room(channel, &bytes));
    assert_int_equal(bytes, 0);
    assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
    assert_true(ftruncate(fd, 0) != 0 && ftruncate(fd, 1 << 20) != 0);
    assert_ok(lf_channel_open(fd, &opened));
    assert_int_equal(lf_channel_fd(opened), -1);
    lf_channel_free(opened);
    lf_channel_free(channel);
    assert_int_equal(fcntl(fd, F_GETFD), -1);
    lf_channel_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_million_turns, teardown),
        cmocka_unit_test_teardown(test_slow, teardown),
        cmocka_unit_test_teardown(test_death, teardown),
        cmocka_unit_test_teardown(test_scribbles, teardown),
        cmocka_unit_test_teardown(test_disturbed, teardown),
        cmocka_unit_test(test_wrong_descriptors),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
