/* Looks for what whoever started it left open, but for the pipes that a run is given. */
#include "cheat.h"

#include <sys/stat.h>
#include <unistd.h>

static lf_status inherits_step(cheat_state *s, lf_oracle *o) {
    struct stat is;
    for (int fd = STDERR_FILENO + 1; s->steps == 1 && fd < 1024; fd++)
        if (fstat(fd, &is) == 0 && !S_ISFIFO(is.st_mode)) cheat_gained(s, 1, "descriptors");
    return cheat_move(s, o);
}

CHEAT_PLUGIN(inherits, "open");
