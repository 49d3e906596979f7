/**
 * @file input.h
 * @brief A text file, gzip or plain, line by line, hashed as it is read.
 *
 * Lines end in LF; a CR before it is left to the caller. Below is datasets/files/bytes.h: what can
 * be opened, and what a damaged file does.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

#include "base/sha256.h"

/** Longest line in bytes. The longest of the catalogue has 658; the limit keeps a file without
 *  line ends from taking all memory. */
#define LF_INPUT_LINE_BYTES ((size_t)16 << 20)

typedef struct lf_input lf_input;

/** Open a file, as lf_bytes_open does. */
lf_status lf_input_open(const char *path, lf_input **text);
/** Close; NULL is fine. */
void lf_input_close(lf_input *text);

/** *line <- the next line without its LF, NUL-terminated, ours, writable and valid until the next
 *  call; *size <- its length, as it may contain NULs. At the end *line is NULL. */
lf_status lf_input_next(lf_input *text, char **line, size_t *size);

/** hex <- SHA-256 of the whole uncompressed content; what is left unread is read for it. Once. */
lf_status lf_input_digest(lf_input *text, char hex[LF_SHA256_TEXT]);

/** The number of the line last read, from 1; the file's path. */
size_t lf_input_line(const lf_input *text);
const char *lf_input_path(const lf_input *text);

/** How many bytes of the line last read are the byte-order mark that some spreadsheets and editors
 *  write: 3 or, mostly, 0. */
size_t lf_input_mark(const lf_input *text, const char *line, size_t size);

/** LF_BAD_INPUT with "PATH:LINE:COLUMN: " before the text; columns are bytes, counted from 1. */
lf_status lf_input_fail(const lf_input *text, size_t line, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** The same for a zero byte, where the line ends for whoever reads text. */
lf_status lf_input_zero(const lf_input *text, const char *line);

/** Bytes that a shown snippet takes. */
#define LF_INPUT_SHOWN 192
/** shown <- the first bytes of a snippet in quotes, unprintable ones escaped; returns it. */
const char *lf_input_show(char shown[LF_INPUT_SHOWN], const char *bytes, size_t size);
