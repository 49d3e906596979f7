/**
 * @file plugin_open.c
 * @brief A plugin's code taken into this process, and checked.
 *
 * From here on its constructors have run: these checks catch mistakes, not malice. What malice can
 * do is bounded by doing this only in processes that may be lost.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/float_env.h"
#include "harness/registry/plugin.h"

/* The system's loader says of most files that they are no shared objects, but it maps one that was
 * copied half and then reads beyond its end, which ends the process. */

/* Does every part that will be mapped lie within the file? What is no ELF file of ours, or has no
 * such table, is the loader's to refuse. */
static bool file_is_whole(int fd, size_t size) {
    ElfW(Ehdr) head;
    if (pread(fd, &head, sizeof head, 0) != sizeof head) return true;
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_phentsize != sizeof(ElfW(Phdr)))
        return true;
    for (size_t i = 0; i < head.e_phnum; i++) {
        ElfW(Phdr) part;
        const off_t at = (off_t)(head.e_phoff + i * sizeof part);
        if (pread(fd, &part, sizeof part, at) != sizeof part) return false;
        if (part.p_type != PT_LOAD) continue;
        if (part.p_offset > size || part.p_filesz > size - part.p_offset) return false;
    }
    return true;
}

/* Without waiting: opening a pipe by its name takes until somebody writes to it. */
lf_status lf_plugin_file_check(const char *path) {
    struct stat is;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return lf_fail(LF_BAD_INPUT, "cannot open shared object file: %s", strerror(errno));
    const bool file = fstat(fd, &is) == 0 && S_ISREG(is.st_mode);
    const bool whole = file && file_is_whole(fd, (size_t)is.st_size);
    close(fd);
    if (whole) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s",
                   file ? "the file is cut short: copy or build it again"
                        : "this is no file but a directory, a pipe or a device");
}

/* The address of PREFIXname in the object, or NULL. Data only, so no function pointer is cast. */
static const void *open_symbol(void *handle, const char *prefix, const char *name) {
    char symbol[128];
    snprintf(symbol, sizeof symbol, "%s%s", prefix, name);
    return dlsym(handle, symbol);
}

/* The linker's own words, without the path that they mostly begin with. */
static lf_status open_refused(const char *path, const char *words) {
    const size_t n = strlen(path);
    if (strncmp(words, path, n) == 0 && strncmp(words + n, ": ", 2) == 0) words += n + 2;
    return lf_fail(LF_BAD_INPUT, "%s", words);
}

static lf_status open_check(void *handle, const char *name, lf_plugin_parts *parts) {
    parts->algorithm = open_symbol(handle, "lf_algorithm_", name);
    parts->problem = open_symbol(handle, "lf_problem_", name);
    if (!parts->algorithm && !parts->problem)
        return lf_fail(LF_NOT_FOUND, "it defines neither lf_algorithm_%s nor lf_problem_%s", name,
                       name);
    if (parts->algorithm) LF_TRY(lf_algorithm_check(parts->algorithm, name));
    return parts->problem ? lf_problem_class_check(parts->problem, name) : LF_OK;
}

/* RTLD_NOW: a missing symbol is an error here and not a crash in mid-run. RTLD_LOCAL: two plugins
 * may use the same names inside. A path without a slash would be searched for in the system's
 * folders. */
lf_status lf_plugin_open(const char *path, const char *name, lf_plugin_parts *parts) {
    char here[LF_PATH_BYTES];
    *parts = (lf_plugin_parts){0};
    LF_TRY(lf_path_format(here, "%s%s", strchr(path, '/') ? "" : "./", path));
    void *handle = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return open_refused(here, dlerror());
    lf_status status = LF_OK;
    if (!lf_float_env_is_default()) /* by a constructor, of its own or of what it needs */
        status = lf_float_env_left("it", "when it was loaded");
    if (status == LF_OK) status = open_check(handle, name, parts);
    parts->handle = handle;
    if (status != LF_OK) dlclose(handle);
    return status;
}
