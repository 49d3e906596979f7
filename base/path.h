/**
 * @file path.h
 * @brief Names of files, folders, and where the cache is.
 */
#pragma once

#include <stdbool.h>

#include <levelfield/status.h>

/** Bytes of a path's buffer, with the final NUL (Linux refuses longer ones). */
#define LF_PATH_BYTES 4096

/** path <- printf-style text; LF_BAD_ARGUMENT if it is too long for a path. */
lf_status lf_path_format(char path[LF_PATH_BYTES], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** What follows the last slash. */
const char *lf_path_name(const char *path);
/** folder <- what comes before the last slash; "." if there is none. */
lf_status lf_path_folder(const char *path, char folder[LF_PATH_BYTES]);
/** Does it end so, with something before? */
bool lf_path_ends(const char *path, const char *ending);

/** The ending of the list (its last one is NULL) that it has, in whatever case; NULL: none. */
const char *lf_path_ending(const char *path, const char *const *endings);

/** LF_IO if a link has that name. To be asked of names that a command chose itself, in a folder
 * that may come from somebody else: what the link leads to lies outside of it. */
lf_status lf_path_own(const char *path);

/** Make the folder and its parents; one that is there already is fine. */
lf_status lf_folder_make(const char *path);
/** The same, but one that is there already is a failure, after which none that was made is left. */
lf_status lf_folder_make_new(const char *path);
/** Make the folder that `path` would lie in. */
lf_status lf_folder_make_for(const char *path);

/**
 * path <- a new folder levelfield-PURPOSE-XXXXXX in $TMPDIR, or in /tmp, empty but for the mark
 * that it is in use until this process ends. What processes that were killed left there is removed.
 */
lf_status lf_folder_temporary(const char *purpose, char path[LF_PATH_BYTES]);
/** Remove a folder and all that is in it, as far as that can be; links are not followed. */
void lf_folder_remove(const char *path);

/**
 * path <- the cache's folder: $XDG_CACHE_HOME/levelfield, else $HOME/.cache/levelfield. It need not
 * exist. LF_NOT_FOUND, which says what to set, if neither variable is an absolute path.
 */
lf_status lf_cache_folder(char path[LF_PATH_BYTES]);
