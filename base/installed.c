#include "base/installed.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "version.h"

/* An address in the library, without making a pointer to data of one to a function. */
static const char installed_anchor[] = "";

lf_status lf_installed(const char *folder, char *path) {
    Dl_info library;
    if (dladdr(installed_anchor, &library) && library.dli_fname) {
        const char *slash = strrchr(library.dli_fname, '/');
        const int length = slash ? (int)(slash - library.dli_fname) : 0;
        LF_TRY(lf_path_format(path, "%.*s/%s/%s", length, library.dli_fname, LF_SHARE_FROM_LIBRARY,
                              folder));
        if (slash && access(path, R_OK | X_OK) == 0) return LF_OK;
    }
    return lf_path_format(path, "%s/%s", LF_SOURCE_DIR, folder);
}
