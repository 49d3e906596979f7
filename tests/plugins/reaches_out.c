/* Writes to everything that it could have been left with: descriptors, and memory that is shared
 * with other processes. Fails if there was anything. */
#include "descent.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DESCRIPTORS = 4096, OWN = 4 };

/* Its own are /dev/null, the log and the results. */
static lf_status reaches_descriptors(void) {
    char name[64], to[256];
    for (int fd = 0; fd < DESCRIPTORS; fd++) {
        snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
        const ssize_t n = readlink(name, to, sizeof to - 1);
        if (n < 0) continue;
        to[n] = '\0';
        const bool own = strcmp(to, "/dev/null") == 0 || strncmp(to, "pipe:", 5) == 0;
        if (fd < OWN && own) continue;
        return lf_fail(LF_IO, "descriptor %d is open: %s, %zd bytes written", fd, to,
                       write(fd, "spoilt", 6));
    }
    return LF_OK;
}

/* Of anonymous pages there is one: where the run is, for who runs it. */
static lf_status reaches_mappings(void) {
    char line[1024], rights[8];
    uintptr_t from, to;
    unsigned anonymous = 0;
    lf_status status = LF_OK;
    FILE *file = fopen("/proc/self/maps", "r");
    while (file && status == LF_OK && fgets(line, sizeof line, file)) {
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %7s", &from, &to, rights) != 3) continue;
        if (strcmp(rights, "rw-s") != 0) continue;
        if (strstr(line, "/dev/zero") && ++anonymous == 1) continue;
        memset((void *)from, 0xa5, to - from);
        status = lf_fail(LF_IO, "shared memory was written: %s", line);
    }
    if (file) fclose(file);
    return status;
}

static lf_status reaches_out_step(descent_state *s, lf_oracle *o) {
    if (s->steps == s->p.after + 1) {
        LF_TRY(reaches_descriptors());
        LF_TRY(reaches_mappings());
    }
    return descent_move(s, o);
}

DESCENT_PLUGIN(reaches_out, "writes to what it was left with");
