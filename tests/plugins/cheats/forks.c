/* A child explores with its own copy of the meter, and sends back where it came to. */
#include "cheat.h"

#include <sys/wait.h>
#include <unistd.h>

static lf_status forks_step(cheat_state *s, lf_oracle *o) {
    int ends[2];
    if (pipe(ends) != 0) return cheat_move(s, o);
    const pid_t child = fork();
    if (child == 0) {
        size_t moves = 0;
        while (moves < 6 && cheat_move(s, o) == LF_OK)
            moves++;
        const bool sent = write(ends[1], &moves, sizeof moves) > 0 &&
                          write(ends[1], s->x, s->d * sizeof *s->x) > 0;
        _exit(sent ? 0 : 1);
    }
    close(ends[1]);
    size_t moves = 0;
    if (child > 0 && read(ends[0], &moves, sizeof moves) > 0 &&
        read(ends[0], s->kept, s->d * sizeof *s->x) > 0 && moves > 0) {
        lf_vec_copy(s->d, s->kept, s->x);
        cheat_gained(s, moves, "moves");
    }
    close(ends[0]);
    if (child > 0) waitpid(child, NULL, 0);
    return cheat_move(s, o);
}

CHEAT_PLUGIN(forks, "child");
