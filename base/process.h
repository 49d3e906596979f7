/**
 * @file process.h
 * @brief Another program, run to its end: words and input in, output and complaints out.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

/** What came of it; for lf_process_clear(). */
typedef struct {
    int code;        /**< exit code */
    char *output;    /**< standard output, with a NUL after it */
    size_t bytes;    /**< of the output */
    char *complaint; /**< last line of standard error, without blanks around it; "" if none */
} lf_process_result;

/**
 * Run words[0], looked for in PATH; the list ends with NULL. LF_OK says that it ran to an end of
 * its own, whatever its exit code; LF_NOT_FOUND that there is no such program. One that takes more
 * than so many seconds (0: no limit) is killed, which is LF_IO. The result is to be cleared after
 * LF_OK only.
 */
lf_status lf_process_run(const char *const *words, const char *input, size_t input_bytes,
                         double seconds, lf_process_result *result);
void lf_process_clear(lf_process_result *result);
