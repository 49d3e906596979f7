#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool lf_terminal_moves(int fd) {
    const char *terminal = getenv("TERM");
    return isatty(fd) && !(terminal && strcmp(terminal, "dumb") == 0);
}

size_t lf_terminal_width(int fd) {
    struct winsize size;
    if (!isatty(fd)) return 0;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20 ? size.ws_col : 80;
}

bool lf_terminal_has_colour(int fd) {
    const char *no_colour = getenv("NO_COLOR");
    return lf_terminal_moves(fd) && !(no_colour && no_colour[0] != '\0');
}

const char *lf_terminal_as(int fd, lf_terminal_manner manner) {
    static const char *const codes[] = {"\033[0m", "\033[1m", "\033[31m"};
    return lf_terminal_has_colour(fd) ? codes[manner] : "";
}
