/**
 * @file gnuplot.h
 * @brief Running gnuplot, without a shell.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

/**
 * *output <- what gnuplot writes for the script: malloc'ed, with a NUL after it. LF_NOT_FOUND, with
 * how to install it, if there is no gnuplot on the PATH; LF_IO with gnuplot's own words if it
 * fails.
 */
lf_status lf_gnuplot_run(const char *script, size_t script_bytes, char **output,
                         size_t *output_bytes);
