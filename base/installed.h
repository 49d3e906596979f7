/**
 * @file installed.h
 * @brief What is installed beside the library: experiment files, archives of suites.
 */
#pragma once

#include <levelfield/status.h>

/** path (LF_PATH_BYTES) <- PREFIX/share/levelfield/FOLDER, PREFIX being where the library lies now;
 *  in a build tree nothing is installed, and the source tree's FOLDER is meant. */
lf_status lf_installed(const char *folder, char *path);
