/**
 * @file terminal.h
 * @brief What may be done to whoever reads what is printed.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/** Is it a terminal whose cursor can be moved? Not with TERM=dumb. */
bool lf_terminal_moves(int fd);
/** Its columns, 80 where it does not say; 0: it is no terminal. Asked anew for every line, a
 * resized window needs no signal. */
size_t lf_terminal_width(int fd);
/** One whose cursor can be moved, and nobody has set NO_COLOR (no-color.org). */
bool lf_terminal_has_colour(int fd);

/** What begins and ends words in bold or red there; "" where there is no colour. */
typedef enum { LF_TERMINAL_PLAIN, LF_TERMINAL_BOLD, LF_TERMINAL_RED } lf_terminal_manner;
const char *lf_terminal_as(int fd, lf_terminal_manner manner);
