#include "cli/scratch.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

lf_status lf_scratch_make(const char *name, char path[LF_PATH_BYTES]) {
    const char *base = getenv("TMPDIR");
    LF_TRY(lf_path_format(path, "%s/%s-XXXXXX", base && base[0] ? base : "/tmp", name));
    return mkdtemp(path) ? LF_OK : lf_fail(LF_IO, "%s: %s", path, strerror(errno));
}

static int scratch_remove(const char *path, const struct stat *info, int kind, struct FTW *where) {
    (void)info, (void)kind, (void)where;
    remove(path);
    return 0; /* what cannot be removed keeps nothing else */
}

void lf_scratch_remove(const char *path) {
    nftw(path, scratch_remove, 16, FTW_DEPTH | FTW_PHYS);
}
