/**
 * @file begin.c
 * @brief Before anything else is done: do the words go together, and has this process the kernels
 * that are wanted?
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/blas.h"
#include "base/file.h"
#include "cli/carry_out.h"
#include "harness/process/sandbox.h"
#include "harness/registry/parameters.h"
#include "numeric/bits.h"

bool lf_session_is_local(const lf_session *session) {
    return !session->engine || strcmp(session->engine, "local") == 0;
}

/* Did OpenBLAS take the type? It falls back silently on one that it was not built with. */
static lf_exit begin_check_core(const char *by, const char *wanted) {
    if (strcasecmp(lf_blas_core(), wanted) == 0) return LF_EXIT_DONE;
    return lf_message_usage("%s '%s': this OpenBLAS has no such type, or this CPU cannot run it "
                            "(it chose %s)",
                            by, wanted, lf_blas_core());
}

/* An option that says something to Slurm alone; NULL: none does. */
static const char *begin_slurm_word(const lf_session *session) {
    return session->task_runs  ? "task-runs"
           : session->tasks    ? "tasks"
           : session->attempts ? "attempts"
           : session->sbatch.n ? "sbatch"
           : session->no_wait  ? "no-wait"
                               : NULL;
}

/* Is this the command itself? Its file is an interpreter's where methods are written in Python:
 * started again, that one would lose all that a script or a notebook has done so far. */
static bool begin_is_command(char program[LF_PATH_BYTES]) {
    const ssize_t n = readlink("/proc/self/exe", program, LF_PATH_BYTES - 1);
    program[n > 0 ? n : 0] = '\0';
    const char *name = strrchr(program, '/');
    return name && strncmp(name + 1, "levelfield", strlen("levelfield")) == 0;
}

void lf_begin_limited(void) {
    char program[LF_PATH_BYTES];
    struct rlimit room;
    if (getrlimit(RLIMIT_AS, &room) == 0 && room.rlim_cur != RLIM_INFINITY &&
        lf_blas_has_idle_threads() && begin_is_command(program))
        lf_blas_restart(NULL);
}

/* Tasks start this program again by its own file. */
static lf_exit begin_check_engine(const lf_session *session) {
    char program[LF_PATH_BYTES];
    if (lf_session_is_local(session)) {
        const char *lonely = begin_slurm_word(session);
        return lonely ? lf_message_usage("--%s is for --engine slurm", lonely) : LF_EXIT_DONE;
    }
    if (begin_is_command(program)) return LF_EXIT_DONE;
    return lf_message_usage("--engine slurm needs the levelfield command itself, and this is %s",
                            program);
}

static lf_vectors begin_vectors(const lf_session *session) {
    if (!session->vectors || strcmp(session->vectors, "auto") == 0) return LF_VECTORS_AUTO;
    return strcmp(session->vectors, "dense") == 0 ? LF_VECTORS_DENSE : LF_VECTORS_SPARSE;
}

/* The environment tells the second start from the first. */
lf_exit lf_session_begin(const lf_session *session) {
    const lf_exit code = begin_check_engine(session);
    if (code != LF_EXIT_DONE) return code;
    if (session->blas_core && session->bits && strcmp(session->bits, "portable") == 0)
        return lf_message_usage("--blas-core is for --bits fast: OpenBLAS has no part in portable "
                                "ones");
    lf_spec_audit(session->audit);
    if (session->bits)
        lf_bits_set(strcmp(session->bits, "fast") == 0 ? LF_BITS_FAST : LF_BITS_PORTABLE);
    lf_spec_vectors(begin_vectors(session));
    if (session->audit && lf_sandbox_look() != LF_OK) return lf_message_exit(LF_UNSUPPORTED);
    if (lf_blas_check() != LF_OK) return lf_message_exit(LF_UNSUPPORTED);
    const char *now = getenv("OPENBLAS_CORETYPE");
    char program[LF_PATH_BYTES];
    if (!session->blas_core) {
        const bool told =
            now && lf_bits_mode() == LF_BITS_FAST && strcmp(now, lf_blas_widest()) != 0;
        if (told && begin_check_core("OPENBLAS_CORETYPE", now) != LF_EXIT_DONE)
            return LF_EXIT_USAGE;
        const char *better = lf_blas_better();
        if ((better || lf_blas_has_idle_threads()) && begin_is_command(program))
            lf_blas_restart(better); /* if that cannot be, what there is will do */
        return LF_EXIT_DONE;
    }
    if (now && strcmp(now, session->blas_core) == 0) return begin_check_core("--blas-core", now);
    return lf_message_exit(lf_blas_restart(session->blas_core));
}
