/**
 * @file git.h
 * @brief What git is asked: a process per question, looked for in PATH, never a shell.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/status.h>

/** A commit that touched a file. */
typedef struct {
    char *hash;    /**< all of its digits */
    char *brief;   /**< as many as tell it from others */
    char *date;    /**< "2025-06-01": when it was committed */
    char *subject; /**< first line of its message */
} lf_git_commit;

/** *output <- what `git -C FOLDER WORDS...` prints, without the last newline: malloc'ed. The words
 *  end with NULL. LF_NOT_FOUND: no git; LF_BAD_INPUT with git's last line if it fails. */
lf_status lf_git_ask(const char *folder, const char *const *words, char **output);

/** The commits of a range that touched the file, oldest first: malloc'ed, for lf_git_free. The
 *  range is what `git log` takes: "v1..", "A..B", "HEAD". LF_NOT_FOUND if there is none. */
lf_status lf_git_log(const char *range, const char *path, lf_git_commit **commits, size_t *n);
void lf_git_free(lf_git_commit *commits, size_t n);
/** Is the file in a clone without the earlier commits? */
bool lf_git_is_shallow(const char *path);

/** *text <- the file as it is in a commit: malloc'ed. */
lf_status lf_git_show(const lf_git_commit *commit, const char *path, char **text);
