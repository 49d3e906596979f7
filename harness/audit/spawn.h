/**
 * @file spawn.h
 * @brief The method's process, started afresh: it has nothing of ours but the channel.
 */
#pragma once

#include <sys/types.h>

#include <levelfield/status.h>

/** The descriptor that the channel has over there. */
enum { LF_AUDIT_FD = 3 };

/** *process <- a new one of this program (lf_audit_command()), with the channel, standard error and
 *  few words of the environment: those that change what libraries compute or where they are. */
lf_status lf_audit_spawn(int channel_fd, pid_t *process);
