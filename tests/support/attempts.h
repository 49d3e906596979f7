/**
 * @file attempts.h
 * @brief What a method could try in its process, and what must come of it in each stage.
 *
 * X(name, first, second, free, call): `call` gives -1 and errno, or what it gives. `first` and
 * `second` are the errno of the two stages, 0 for success. `free` says that outside of a sandbox
 * any user's try ends otherwise, so that the table is known to ask the right question. Nothing here
 * does harm where it succeeds: signals are number 0, names are those of a scratch folder.
 */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Of the test: its own number, and descriptors that are open when the sandbox is entered; 63 is a
 * memory file. */
static pid_t attempts_keeper;
static int attempts_file, attempts_folder;
static cpu_set_t attempts_cores;
static char attempts_bytes[4096] __attribute__((aligned(4096)));

static inline void *attempts_thread(void *unused) {
    return unused;
}

static inline long attempts_start_thread(void) {
    pthread_t thread;
    errno = pthread_create(&thread, NULL, attempts_thread, NULL);
    return errno != 0 ? -1 : pthread_join(thread, NULL);
}

/* The new process, if there is one, ends at once. */
static inline long attempts_process(pid_t child) {
    if (child == 0) _exit(0);
    if (child > 0) waitpid(child, NULL, 0);
    return child;
}

static inline long attempts_connect(int family, const char *name) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    memcpy(at.sun_path + 1, name, strlen(name)); /* abstract: it begins with a NUL */
    const int fd = socket(family, SOCK_STREAM, 0);
    return fd < 0 ? -1 : bind(fd, (struct sockaddr *)&at, sizeof at);
}

/* A filter that lets everything pass, or asks a listener; `flags` of seccomp(). */
static inline long attempts_filter(unsigned flags) {
    struct sock_filter code[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const struct sock_fprog program = {1, code};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

/* 0 bytes is an error here, so that reading of nothing differs from reading of something. */
static inline long attempts_read(int fd) {
    const ssize_t got = read(fd, attempts_bytes, 1);
    if (got == 0) errno = ENODATA;
    return got == 0 ? -1 : got;
}

static inline long attempts_map(int fd, int flags) {
    void *at = mmap(NULL, 4096, PROT_READ, flags, fd, 0);
    return at == MAP_FAILED ? -1 : 0;
}

static inline struct iovec attempts_vector(void) {
    return (struct iovec){attempts_bytes, 8};
}

static inline const char *attempts_of(const char *name) {
    static char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)attempts_keeper, name);
    return path;
}

#define ATTEMPTS_FILES(X)                                                                          \
    X(read_library, 0, EPERM, 1, open("allowed/file", O_RDONLY))                                   \
    X(list_allowed, 0, EPERM, 1, open("allowed", O_RDONLY | O_DIRECTORY))                          \
    X(map_allowed, 0, EPERM, 1, attempts_map(open("allowed/file", O_RDONLY), MAP_PRIVATE))         \
    X(read_secret, EACCES, EPERM, 1, open("secret", O_RDONLY))                                     \
    X(read_passwd, EACCES, EPERM, 1, open("/etc/passwd", O_RDONLY))                                \
    X(read_by_dots, EACCES, EPERM, 1, open("allowed/../secret", O_RDONLY))                         \
    X(read_by_link, EACCES, EPERM, 1, open("allowed/link", O_RDONLY))                              \
    X(read_by_root, EACCES, EPERM, 1, open("/proc/self/root/etc/passwd", O_RDONLY))                \
    X(read_openat2, ENOSYS, ENOSYS, 1,                                                             \
      syscall(SYS_openat2, AT_FDCWD, "allowed/file", (uint64_t[3]){0}, 24))                        \
    X(list_root, EACCES, EPERM, 1, open("/", O_RDONLY | O_DIRECTORY))                              \
    X(handle_only, EPERM, EPERM, 1, open("secret", O_PATH))                                        \
    X(write_secret, EPERM, EPERM, 1, open("secret", O_WRONLY))                                     \
    X(write_allowed, EPERM, EPERM, 1, open("allowed/file", O_RDWR))                                \
    X(clear_allowed, EPERM, EPERM, 1, open("allowed/file", O_RDONLY | O_TRUNC))                    \
    X(create, EPERM, EPERM, 1, open("allowed/new", O_RDONLY | O_CREAT, 0600))                      \
    X(create_unnamed, EPERM, EPERM, 0, open("allowed", O_RDWR | O_TMPFILE, 0600))                  \
    X(high_bits, EPERM, EPERM, 1, syscall(SYS_openat, AT_FDCWD, "secret", 1L << 32, 0))            \
    X(stat, 0, EPERM, 1, stat("secret", &(struct stat){0}))                                        \
    X(access, 0, EPERM, 1, access("secret", R_OK))                                                 \
    X(read_link, 0, EPERM, 1, readlink("allowed/link", attempts_bytes, 64))                        \
    X(current, 0, EPERM, 1, syscall(SYS_getcwd, attempts_bytes, sizeof attempts_bytes))            \
    X(mkdir, EPERM, EPERM, 1, mkdir("allowed/folder", 0700))                                       \
    X(unlink, EPERM, EPERM, 1, unlink("spare"))                                                    \
    X(rename, EPERM, EPERM, 1, rename("other", "another"))                                         \
    X(hard_link, EPERM, EPERM, 0, link("secret", "allowed/hard"))                                  \
    X(symbolic_link, EPERM, EPERM, 1, symlink("secret", "allowed/soft"))                           \
    X(fifo, EPERM, EPERM, 1, mkfifo("allowed/fifo", 0600))                                         \
    X(truncate, EPERM, EPERM, 1, truncate("secret", 1))                                            \
    X(chmod, EPERM, EPERM, 1, chmod("secret", 0600))                                               \
    X(chown, EPERM, EPERM, 1, chown("secret", getuid(), getgid()))                                 \
    X(attribute, EPERM, EPERM, 0, setxattr("secret", "user.a", "b", 1, 0))                         \
    X(chdir, EPERM, EPERM, 1, chdir("allowed"))                                                    \
    X(chroot, EPERM, EPERM, 0, chroot("allowed"))                                                  \
    X(name_to_handle, EPERM, EPERM, 0,                                                             \
      syscall(SYS_name_to_handle_at, AT_FDCWD, "secret", attempts_bytes, attempts_bytes, 0))       \
    X(open_by_handle, EPERM, EPERM, 0,                                                             \
      syscall(SYS_open_by_handle_at, AT_FDCWD, attempts_bytes, O_RDONLY))                          \
    X(inotify, EPERM, EPERM, 1, inotify_init1(0))                                                  \
    X(fanotify, EPERM, EPERM, 0, fanotify_init(0, 0))                                              \
    X(mount, EPERM, EPERM, 0, mount("none", "/nothing/there", "tmpfs", 0, NULL))                   \
    X(open_tree, EPERM, EPERM, 0, syscall(SYS_open_tree, AT_FDCWD, "allowed", 0))                  \
    X(own_memory, EACCES, EPERM, 1, open("/proc/self/mem", O_RDONLY))                              \
    X(own_memory_write, EPERM, EPERM, 1, open("/proc/self/mem", O_RDWR))                           \
    X(own_maps, EACCES, EPERM, 1, open("/proc/self/maps", O_RDONLY))                               \
    X(own_descriptor, EACCES, EPERM, 1, open("/proc/self/fd/1", O_RDONLY | O_NONBLOCK))            \
    X(keeper_memory, EACCES, EPERM, 0, open(attempts_of("mem"), O_RDONLY))                         \
    X(keeper_environ, EACCES, EPERM, 1, open(attempts_of("environ"), O_RDONLY))                    \
    X(keeper_stat, EACCES, EPERM, 1, open(attempts_of("stat"), O_RDONLY))                          \
    X(keeper_file, EACCES, EPERM, 1, open(attempts_of("fd/63"), O_RDONLY))                         \
    X(keeper_folder, EACCES, EPERM, 1, open(attempts_of("fd"), O_RDONLY | O_DIRECTORY))

#define ATTEMPTS_DESCRIPTORS(X)                                                                    \
    X(standard_input, ENODATA, EPERM, 1, attempts_read(STDIN_FILENO))                              \
    X(kept_read, EBADF, EPERM, 1, pread(attempts_file, attempts_bytes, 8, 0))                      \
    X(kept_map, EBADF, EPERM, 1, attempts_map(attempts_file, MAP_PRIVATE))                         \
    X(kept_folder, EBADF, EPERM, 1, openat(attempts_folder, "secret", O_RDONLY))                   \
    X(kept_truncate, EPERM, EPERM, 1, ftruncate(attempts_file, 1))                                 \
    X(second_descriptor, 0, EPERM, 1, fcntl(STDERR_FILENO, F_DUPFD, 3))                            \
    X(dup2, EPERM, EPERM, 1, dup2(STDERR_FILENO, 9))                                               \
    X(asynchronous, EPERM, EPERM, 1, fcntl(STDERR_FILENO, F_SETFL, O_ASYNC))                       \
    X(signal_owner, EPERM, EPERM, 1, fcntl(STDERR_FILENO, F_SETOWN, getpid()))                     \
    X(terminal_input, EPERM, EPERM, 0, ioctl(STDERR_FILENO, TIOCSTI, "x"))                         \
    X(terminal, EPERM, EPERM, 1, ioctl(STDERR_FILENO, FIONREAD, attempts_bytes))                   \
    X(write_elsewhere, EPERM, EPERM, 1, write(attempts_file, "x", 1))                              \
    X(write_high, EPERM, EPERM, 1, syscall(SYS_write, (1L << 32) | STDERR_FILENO, "", 0))          \
    X(sendfile, EPERM, EPERM, 1, sendfile(STDERR_FILENO, attempts_file, NULL, 1))                  \
    X(splice, EPERM, EPERM, 1,                                                                     \
      splice(attempts_file, &(off64_t){0}, STDERR_FILENO, NULL, 1, SPLICE_F_NONBLOCK))             \
    X(tee, EPERM, EPERM, 0, tee(STDIN_FILENO, STDERR_FILENO, 1, SPLICE_F_NONBLOCK))                \
    X(vmsplice, EPERM, EPERM, 1,                                                                   \
      vmsplice(STDERR_FILENO, (struct iovec[1]){attempts_vector()}, 1, 0))                         \
    X(copy_range, EPERM, EPERM, 0,                                                                 \
      copy_file_range(attempts_file, NULL, STDERR_FILENO, NULL, 1, 0))                             \
    X(pipe, EPERM, EPERM, 1, pipe((int[2]){0}))                                                    \
    X(eventfd, EPERM, EPERM, 1, eventfd(0, 0))                                                     \
    X(epoll, EPERM, EPERM, 1, epoll_create1(0))                                                    \
    X(timerfd, EPERM, EPERM, 1, timerfd_create(CLOCK_MONOTONIC, 0))                                \
    X(signalfd, EPERM, EPERM, 1, signalfd(-1, &(sigset_t){0}, 0))

#define ATTEMPTS_TALK(X)                                                                           \
    X(unix_socket, EPERM, EPERM, 1, socket(AF_UNIX, SOCK_STREAM, 0))                               \
    X(internet, EPERM, EPERM, 1, socket(AF_INET, SOCK_STREAM, 0))                                  \
    X(internet_6, EPERM, EPERM, 0, socket(AF_INET6, SOCK_STREAM, 0))                               \
    X(netlink, EPERM, EPERM, 1, socket(AF_NETLINK, SOCK_RAW, 0))                                   \
    X(packets, EPERM, EPERM, 0, socket(AF_PACKET, SOCK_RAW, 0))                                    \
    X(host, EPERM, EPERM, 0, socket(AF_VSOCK, SOCK_STREAM, 0))                                     \
    X(ciphers, EPERM, EPERM, 0, socket(AF_ALG, SOCK_SEQPACKET, 0))                                 \
    X(socket_pair, EPERM, EPERM, 1, socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0}))              \
    X(connect, EPERM, EPERM, 1, connect(STDERR_FILENO, NULL, 0))                                   \
    X(abstract_socket, EPERM, EPERM, 1, attempts_connect(AF_UNIX, "levelfield-attempts"))          \
    X(high_socket, EPERM, EPERM, 1, syscall((1L << 32) | SYS_socket, AF_UNIX, SOCK_STREAM, 0))     \
    X(memory_file, EPERM, EPERM, 1, memfd_create("x", 0))                                          \
    X(posix_memory, EPERM, EPERM, 1, shm_open("/levelfield-attempts", O_RDWR, 0600))               \
    X(system_v_memory, EPERM, EPERM, 1, shmget(0x1f1f, 4096, 0))                                   \
    X(attach_memory, EPERM, EPERM, 1, (long)shmat(-1, NULL, 0))                                    \
    X(semaphores, EPERM, EPERM, 1, syscall(SYS_semget, 0x1f1f, 1, 0))                              \
    X(messages, EPERM, EPERM, 1, syscall(SYS_msgget, 0x1f1f, 0))                                   \
    X(message_queue, EPERM, EPERM, 0, syscall(SYS_mq_open, "attempts", O_RDWR, 0600, NULL))        \
    X(keys, EPERM, EPERM, 0, syscall(SYS_keyctl, 0, -3, 0))                                        \
    X(add_key, EPERM, EPERM, 0, syscall(SYS_add_key, NULL, NULL, NULL, 0, 0))                      \
    X(kernel_log, EPERM, EPERM, 0, syscall(SYS_syslog, 3, attempts_bytes, 16))

#define ATTEMPTS_PROCESSES(X)                                                                      \
    X(vfork, EPERM, EPERM, 1, attempts_process(vfork()))                                           \
    X(fork, EPERM, EPERM, 1, attempts_process(fork()))                                             \
    X(clone, EPERM, EPERM, 1, attempts_process((pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)))    \
    X(clone3, ENOSYS, ENOSYS, 0, syscall(SYS_clone3, NULL, 0))                                     \
    X(thread, EPERM, EPERM, 1, attempts_start_thread())                                            \
    X(exec, EPERM, EPERM, 1, execl("/nothing/there", "there", NULL))                               \
    X(exec_at, EPERM, EPERM, 1,                                                                    \
      syscall(SYS_execveat, attempts_file, "", (char *[]){NULL}, NULL, AT_EMPTY_PATH))             \
    X(signal_keeper, EPERM, EPERM, 1, kill(attempts_keeper, 0))                                    \
    X(signal_all, EPERM, EPERM, 1, kill(-1, 0))                                                    \
    X(signal_group, EPERM, EPERM, 1, kill(0, 0))                                                   \
    X(signal_self, 0, 0, 1, kill(getpid(), 0))                                                     \
    X(signal_thread, EPERM, EPERM, 1, tgkill(attempts_keeper, attempts_keeper, 0))                 \
    X(signal_queue, EPERM, EPERM, 1, sigqueue(attempts_keeper, 0, (union sigval){0}))              \
    X(pidfd, EPERM, EPERM, 1, syscall(SYS_pidfd_open, attempts_keeper, 0))                         \
    X(pidfd_getfd, EPERM, EPERM, 0, syscall(SYS_pidfd_getfd, -1, 0, 0))                            \
    X(pidfd_signal, EPERM, EPERM, 1, syscall(SYS_pidfd_send_signal, -1, 0, NULL, 0))               \
    X(trace, EPERM, EPERM, 1, ptrace(PTRACE_DETACH, attempts_keeper, NULL, NULL))                  \
    X(read_memory, EPERM, EPERM, 1,                                                                \
      process_vm_readv(getpid(), (struct iovec[1]){attempts_vector()}, 1,                          \
                       (struct iovec[1]){attempts_vector()}, 1, 0))                                \
    X(write_memory, EPERM, EPERM, 1,                                                               \
      process_vm_writev(getpid(), (struct iovec[1]){attempts_vector()}, 1,                         \
                        (struct iovec[1]){attempts_vector()}, 1, 0))                               \
    X(advise_keeper, EPERM, EPERM, 0, syscall(SYS_process_madvise, -1, NULL, 0, 0, 0))             \
    X(wait_for, EPERM, EPERM, 1, waitpid(-1, NULL, WNOHANG))                                       \
    X(session, EPERM, EPERM, 0, setsid())                                                          \
    X(group, EPERM, EPERM, 1, setpgid(0, 0))                                                       \
    X(limits_of_keeper, EPERM, EPERM, 1,                                                           \
      prlimit(attempts_keeper, RLIMIT_NOFILE, NULL, &(struct rlimit){0}))                          \
    X(own_limits, 0, 0, 1, getrlimit(RLIMIT_DATA, &(struct rlimit){0}))                            \
    X(raise_limits, EPERM, EPERM, 1, setrlimit(RLIMIT_STACK, &(struct rlimit){1 << 23, 1 << 23}))  \
    X(priority, EPERM, EPERM, 1, setpriority(PRIO_PROCESS, 0, 19))                                 \
    X(policy, EPERM, EPERM, 1, sched_setscheduler(0, SCHED_BATCH, &(struct sched_param){0}))       \
    X(affinity, EPERM, EPERM, 1, sched_setaffinity(0, sizeof(cpu_set_t), &attempts_cores))         \
    X(affinity_of_keeper, EPERM, EPERM, 1,                                                         \
      sched_getaffinity(attempts_keeper, sizeof(cpu_set_t), &attempts_cores))                      \
    X(own_affinity, 0, 0, 1, sched_getaffinity(0, sizeof(cpu_set_t), &attempts_cores))             \
    X(clock_of_keeper, EPERM, EPERM, 1,                                                            \
      clock_gettime((clockid_t)(~(unsigned)attempts_keeper << 3 | 2), &(struct timespec){0}))      \
    X(own_clock, 0, 0, 1, clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &(struct timespec){0}))          \
    X(timer, EPERM, EPERM, 1, setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL))                \
    X(lend_priority, EPERM, EPERM, 1, syscall(SYS_futex, attempts_bytes, FUTEX_TRYLOCK_PI, 0))     \
    X(wake_others, EPERM, EPERM, 1, syscall(SYS_futex, attempts_bytes, FUTEX_WAKE, 1))

/* Calls that only some machines have. */
#if defined(__x86_64__)
#define ATTEMPTS_OLD(X)                                                                            \
    X(read_old_open, EPERM, EPERM, 1, syscall(SYS_open, "allowed/file", O_RDONLY))                 \
    X(old_fork, EPERM, EPERM, 1, attempts_process((pid_t)syscall(SYS_fork)))
#else
#define ATTEMPTS_OLD(X)
#endif

#define ATTEMPTS_KERNEL(X)                                                                         \
    X(dumpable, EPERM, EPERM, 1, prctl(PR_SET_DUMPABLE, 1))                                        \
    X(outlive, EPERM, EPERM, 1, prctl(PR_SET_PDEATHSIG, 0))                                        \
    X(strict, EPERM, EPERM, 0, prctl(PR_SET_SECCOMP, 77, NULL))                                    \
    X(own_filter, 0, EPERM, 1, attempts_filter(0))                                                 \
    X(listener, EPERM, EPERM, 1, attempts_filter(SECCOMP_FILTER_FLAG_NEW_LISTENER))                \
    X(landlock, EPERM, EPERM, 0, syscall(SYS_landlock_create_ruleset, (uint64_t[1]){1}, 8, 0))     \
    X(userfaultfd, EPERM, EPERM, 0, syscall(SYS_userfaultfd, 0))                                   \
    X(io_uring, EPERM, EPERM, 0, syscall(SYS_io_uring_setup, 1, attempts_bytes))                   \
    X(bpf, EPERM, EPERM, 0, syscall(SYS_bpf, BPF_MAP_CREATE, attempts_bytes, 32))                  \
    X(perf, EPERM, EPERM, 0, syscall(SYS_perf_event_open, attempts_bytes, 0, -1, -1, 0))           \
    X(unshare, EPERM, EPERM, 0, unshare(CLONE_FS))                                                 \
    X(setns, EPERM, EPERM, 0, setns(-1, 0))                                                        \
    X(personality, EPERM, EPERM, 1, personality(0xffffffff))                                       \
    X(set_user, EPERM, EPERM, 1, setuid(getuid()))                                                 \
    X(capabilities, EPERM, EPERM, 1,                                                               \
      syscall(SYS_capset, (uint32_t[2]){0x20080522, 0}, (uint32_t[6]){0}))                         \
    X(remap_pages, EPERM, EPERM, 1, remap_file_pages(attempts_bytes, 0, 0, 0, 0))                  \
    X(lock_pages, EPERM, EPERM, 1, mlock(attempts_bytes, 4096))                                    \
    X(punch_hole, EPERM, EPERM, 1, madvise(attempts_bytes, 4096, MADV_REMOVE))                     \
    X(barrier, EPERM, EPERM, 1, syscall(SYS_membarrier, 0, 0, 0))                                  \
    X(move_pages, EPERM, EPERM, 0,                                                                 \
      syscall(SYS_move_pages, attempts_keeper, 0, NULL, NULL, NULL, 0))                            \
    X(unknown_call, EPERM, EPERM, 1, syscall(100000))

#define ATTEMPTS_ALL(X)                                                                            \
    ATTEMPTS_FILES(X)                                                                              \
    ATTEMPTS_DESCRIPTORS(X)                                                                        \
    ATTEMPTS_TALK(X)                                                                               \
    ATTEMPTS_PROCESSES(X)                                                                          \
    ATTEMPTS_KERNEL(X)                                                                             \
    ATTEMPTS_OLD(X)
