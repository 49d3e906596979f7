/* The sandbox of audited methods under attack: other entries to the kernel, code made by hand, a
 * second stage that is only pretended, and the keeper's end. */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <threads.h>

#include "confined.h"

static const char *const readable[] = {"/usr/lib", "/lib", "/etc/ld.so.cache", NULL};

/* From here on the call `number` gives `error`, in this process. */
static int filter(unsigned number, unsigned error) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {4, code};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

static void assert_killed(void (*work)(size_t i), int by) {
    for (int stage = 1; stage <= 2; stage++) {
        const int how = confined_run(stage, work, 0);
        if (!WIFSIGNALED(how)) print_error("status %x: %s\n", (unsigned)how, confined_said);
        assert_true(WIFSIGNALED(how));
        assert_int_equal(WTERMSIG(how), by);
    }
}

static void assert_done(int stage, void (*work)(size_t i)) {
    const int how = confined_run(stage, work, 0);
    if (how != 0) print_error("stage %d: status %x: %s\n", stage, (unsigned)how, confined_said);
    assert_int_equal(how, 0);
}

#if defined(__x86_64__)

/* The 32-bit table: number 20 is getpid() there, and writev() in the 64-bit one. */
static void enter_32_bits(size_t unused) {
    long got = 20;
    (void)unused;
    __asm__ volatile("int $0x80" : "+a"(got)::"memory", "cc", "r8", "r9", "r10", "r11");
}

/* The x32 table is marked by a bit in the number. */
static void enter_x32(size_t unused) {
    (void)unused;
    syscall(0x40000000 | SYS_getpid);
}

static void test_other_entries(void **state) {
    (void)state;
    assert_killed(enter_32_bits, SIGSYS);
    assert_killed(enter_x32, SIGSYS);
}

/* Memory that is written and run is allowed; the filter looks at the call, not at where it is. */
static void call_by_hand(size_t unused) {
    static const unsigned char code[] = {0xb8, 41,   0,    0,    0, /* eax <- socket */
                                         0xbf, 1,    0,    0,    0,
                                         0xbe, 1,    0,    0,    0,     /* AF_UNIX, stream */
                                         0x31, 0xd2, 0x0f, 0x05, 0xc3}; /* 0; call; return */
    (void)unused;
    void *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    long (*call)(void);
    if (page == MAP_FAILED) _exit(1);
    memcpy(page, code, sizeof code);
    memcpy(&call, &page, sizeof call);
    if (call() != -EPERM) _exit(2);
}

static void test_code_by_hand(void **state) {
    (void)state;
    assert_done(1, call_by_hand);
    assert_done(2, call_by_hand);
}

#endif

/* Code in the process can make the second stage a pretence; the first still holds, and from
 * outside the keeper takes away descriptors. */
static void pretend(size_t unused) {
    (void)unused;
    if (filter(SYS_seccomp, 0) != 0 || lf_sandbox_close() != LF_OK) _exit(1);
    if (open("/etc/passwd", O_RDONLY) >= 0 || errno != EACCES) _exit(2);
    if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0 || errno != EPERM) _exit(3);
    if (open("/etc/ld.so.cache", O_RDONLY) < 0) _exit(4); /* it was a pretence */
    if (write(STDERR_FILENO, "ready", 5) != 5) _exit(5);
    for (int i = 0; i < 1000; i++) {
        const int fd = open("/etc/ld.so.cache", O_RDONLY);
        if (fd < 0) _exit(errno == EMFILE ? 0 : 6);
        close(fd);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    _exit(7);
}

static void test_pretended_stage(void **state) {
    (void)state;
    int out[2], how;
    char word[5];
    assert_int_equal(pipe(out), 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(out[1], STDERR_FILENO);
        confined_enter(1);
        pretend(0);
    }
    close(out[1]);
    const ssize_t got = read(out[0], word, sizeof word);
    if (got == sizeof word) assert_ok(lf_sandbox_seal(child));
    close(out[0]);
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_int_equal(how, 0);
    assert_int_equal(lf_sandbox_seal(child), LF_IO); /* there is no such process any more */
}

/* The keeper ends, and with it the other, which holds the writing end of the pipe. */
static void test_ends_with_keeper(void **state) {
    (void)state;
    int out[2];
    char word[6];
    assert_int_equal(pipe(out), 0);
    const pid_t keeper = fork();
    if (keeper == 0) {
        if (fork() == 0) {
            dup2(out[1], STDERR_FILENO);
            confined_enter(2);
            if (write(STDERR_FILENO, "ready", 5) == 5) pause();
            _exit(0);
        }
        close(out[1]);
        if (read(out[0], word, 5) != 5) _exit(1);
        kill(getpid(), SIGKILL);
    }
    close(out[1]);
    assert_int_equal(waitpid(keeper, NULL, 0), keeper);
    assert_int_equal(read(out[0], word, 1), 0); /* as soon as nobody has it */
    close(out[0]);
}

static void enter_without_keeper(size_t unused) {
    (void)unused;
    const lf_sandbox_setup setup = {readable, getpid()};
    if (lf_sandbox_enter(&setup) != LF_IO || !strstr(lf_message(), "has ended")) _exit(1);
}

static int wait_long(void *unused) {
    (void)unused;
    return pause();
}

static void enter_with_thread(size_t unused) {
    thrd_t thread;
    (void)unused;
    const lf_sandbox_setup setup = {readable, getppid()};
    if (thrd_create(&thread, wait_long, NULL) != thrd_success) _exit(1);
    if (lf_sandbox_enter(&setup) != LF_UNSUPPORTED || !strstr(lf_message(), "not 2")) _exit(2);
}

/* A message to a plain file is lost, as nothing can be written; it does not end the process. */
static void enter_with_file(size_t unused) {
    (void)unused;
    char name[] = "/tmp/levelfield-test-XXXXXX";
    const int fd = mkstemp(name);
    if (fd < 0 || unlink(name) != 0 || dup2(fd, STDERR_FILENO) < 0) _exit(1);
    confined_enter(1);
    if (write(STDERR_FILENO, "x", 1) != -1 || errno != EFBIG) _exit(2);
}

static void test_setups(void **state) {
    (void)state;
    assert_done(0, enter_without_keeper);
    assert_done(0, enter_with_thread);
    assert_done(0, enter_with_file);
}

/* Kernels that lack what is needed, or containers that do not allow it. */
static void look_without_landlock(size_t unused) {
    (void)unused;
    const lf_sandbox_setup setup = {readable, getppid()};
    if (filter(SYS_landlock_create_ruleset, ENOSYS) != 0) _exit(1);
    if (lf_sandbox_look() != LF_UNSUPPORTED || !strstr(lf_message(), "Landlock")) _exit(2);
    if (lf_sandbox_enter(&setup) != LF_UNSUPPORTED) _exit(3);
}

static void look_without_filters(size_t unused) {
    (void)unused;
    if (filter(SYS_seccomp, EPERM) != 0) _exit(1);
    if (lf_sandbox_look() != LF_UNSUPPORTED || !strstr(lf_message(), "seccomp")) _exit(2);
}

static void test_lacking_kernels(void **state) {
    (void)state;
    assert_done(0, look_without_landlock);
    assert_done(0, look_without_filters);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#if defined(__x86_64__)
        cmocka_unit_test(test_other_entries),
        cmocka_unit_test(test_code_by_hand),
#endif
        cmocka_unit_test(test_pretended_stage),
        cmocka_unit_test(test_ends_with_keeper),
        cmocka_unit_test(test_setups),
        cmocka_unit_test(test_lacking_kernels),
    };
    return confined_skip() ? SKIPPED : cmocka_run_group_tests(tests, NULL, NULL);
}
