/**
 * @file sandbox.h
 * @brief What the process of a method cuts itself off from, for good, before it runs foreign code.
 *
 * Of the system calls it keeps those that computing needs: memory, clocks, waiting, ending,
 * messages on standard error (seccomp); of the files those that are named (Landlock). Both work for
 * any user. What is refused fails with EPERM or EACCES, as if a right were missing; only a call
 * through another machine's entry (int 0x80, x32) kills, as nothing does that by accident.
 *
 * Code in this process can patch the functions below, so only the first stage binds what is hostile
 * from its constructors on; it alone keeps data, store and other processes away. The second takes
 * away what loading needed, and the keeper has lf_sandbox_seal() to enforce the rest from outside.
 */
#pragma once

#include <sys/types.h>

#include <levelfield/status.h>

/** Where the system's libraries are: what opening a plugin reads beside it. */
#define LF_SANDBOX_LIBRARIES                                                                       \
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"

typedef struct {
    const char *const *readable; /**< files and folders that may be read until the second stage;
                                      ends with NULL; what is not there is passed over */
    pid_t keeper;                /**< the parent, with which this process ends */
    int keep;                    /**< a descriptor that may be written to; 0: none */
    const void *meet; /**< where the keeper is waited for, lf_channel_words(); NULL: nowhere */
} lf_sandbox_setup;

/** Can this machine do it?
 *  @return LF_OK, or LF_UNSUPPORTED: what the kernel lacks, and what follows. */
lf_status lf_sandbox_look(void);

/**
 * First stage, before foreign code: no network, no other process started, traced, signalled or
 * looked into or waited for, no thread, nothing written, nothing read but what is named; that
 * another file is there, and its size, can be seen until the second. Standard input and output are
 * /dev/null, standard error stays what it is (no plain file: it could not grow), all other
 * descriptors but `keep` are closed; what is mapped, as a channel is, stays. This process must have
 * one thread.
 * @return LF_OK, LF_UNSUPPORTED or LF_IO; not LF_OK: end the process.
 */
lf_status lf_sandbox_enter(const lf_sandbox_setup *setup);

/** Second stage, when all code is loaded: no file is opened, read or looked up any more.
 *  @return LF_OK or LF_IO; not LF_OK: end the process. */
lf_status lf_sandbox_close(void);

/** The keeper's part of the second stage: `process` gets no descriptor any more, whatever became of
 *  the code in it.
 *  @return LF_OK or LF_IO. */
lf_status lf_sandbox_seal(pid_t process);
