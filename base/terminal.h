/**
 * @file terminal.h
 * @brief What may be done to whoever reads what is printed.
 */
#pragma once

#include <stdbool.h>

/** Is it a terminal whose cursor can be moved? Not with TERM=dumb. */
bool lf_terminal_moves(int fd);
/** Such a one, and nobody has set NO_COLOR (no-color.org). */
bool lf_terminal_has_colour(int fd);

/** What begins and ends words in bold or red there; "" where there is no colour. */
typedef enum { LF_TERMINAL_PLAIN, LF_TERMINAL_BOLD, LF_TERMINAL_RED } lf_terminal_manner;
const char *lf_terminal_as(int fd, lf_terminal_manner manner);
