/* Runs of other seeds, side by side, tell one another where they are, through a socket that has a
 * name and no file. `with`: the name. */
#include "cheat.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* true: it came first, so it is the one that listens. */
static bool asks_beside_open(const struct sockaddr_un *name, int *own) {
    if (*own < 0) *own = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    return bind(*own, (const struct sockaddr *)name, sizeof *name) == 0;
}

static lf_status asks_beside_step(cheat_state *s, lf_oracle *o) {
    static int own = -1;
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "%s", s->p.with);
    const size_t bytes = s->d * sizeof *s->x;
    if (s->steps == 1 && asks_beside_open(&name, &own)) usleep(1000000);
    while (recv(own, s->kept, bytes, 0) == (ssize_t)bytes)
        if (s->kept[0] < s->x[0]) {
            cheat_gained(s, 1, "points of another run");
            lf_vec_copy(s->d, s->kept, s->x);
        }
    LF_TRY(cheat_move(s, o));
    sendto(own, s->x, bytes, 0, (const struct sockaddr *)&name, sizeof name);
    return LF_OK;
}

CHEAT_PLUGIN(asks_beside, "socket");
