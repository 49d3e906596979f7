#include "cli/track_job.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"

extern char **environ;

/* Time to end in an orderly way before being killed. */
enum { JOB_GRACE_SECONDS = 5 };

/* What is blocked here, and waited for; and what a child finds blocked: what we found. */
static sigset_t job_signals, job_before;

void lf_track_job_guard(void) {
    static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction now;
    sigemptyset(&job_signals);
    sigaddset(&job_signals, SIGCHLD);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
        if (sigaction(stops[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(&job_signals, stops[i]);
    sigprocmask(SIG_BLOCK, &job_signals, &job_before);
}

/* Output to the file, complaints where the user sees them, or there too. */
static lf_status job_spawn(const char *const *words, int output, bool quiet, pid_t *child) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t manner;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&manner);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    if (quiet) posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
    posix_spawnattr_setflags(&manner, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&manner, 0);
    posix_spawnattr_setsigmask(&manner, &job_before);
    /* The words are read, never written. */
    const int error = posix_spawnp(child, words[0], &files, &manner, (char *const *)words, environ);
    posix_spawnattr_destroy(&manner);
    posix_spawn_file_actions_destroy(&files);
    return error == 0 ? LF_OK
                      : lf_fail(error == ENOENT ? LF_NOT_FOUND : LF_IO, "%s: %s", words[0],
                                strerror(error));
}

/* Has it ended? It is not reaped yet, so that its group's number stays its own. */
static bool job_ended(pid_t child) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

/* The signal that came before the job ended; 0: it ended. */
static int job_wait(pid_t child) {
    while (!job_ended(child)) {
        const int number = sigwaitinfo(&job_signals, NULL);
        if (number > 0 && number != SIGCHLD) return number;
    }
    return 0;
}

/* Ask the whole group, then insist. */
static void job_stop(pid_t child) {
    const struct timespec moment = {0, 50000000};
    kill(-child, SIGTERM);
    for (int i = 0; i < JOB_GRACE_SECONDS * 20 && !job_ended(child); i++)
        nanosleep(&moment, NULL);
    kill(-child, SIGKILL);
}

lf_status lf_track_job(const char *const *words, const char *folder, bool quiet, int *code) {
    char path[LF_PATH_BYTES];
    pid_t child;
    int how = 0;
    LF_TRY(lf_path_format(path, "%s/output", folder));
    const int output = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (output < 0) return lf_fail(LF_IO, "%s: %s", path, strerror(errno));
    setenv("TMPDIR", folder, 1);
    const lf_status status = job_spawn(words, output, quiet, &child);
    close(output);
    LF_TRY(status);
    const int number = job_wait(child);
    if (number != 0) job_stop(child);
    while (waitpid(child, &how, 0) < 0 && errno == EINTR)
        continue;
    if (number != 0) return lf_fail(LF_INTERRUPTED, "interrupted by SIG%s", sigabbrev_np(number));
    *code = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    return LF_OK;
}
