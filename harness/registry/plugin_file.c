/**
 * @file plugin_file.c
 * @brief Is a plugin's file all there?
 *
 * The system's loader says of most files that they are no shared objects, but it maps one that was
 * copied half and then reads beyond its end, which ends the process.
 */
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/registry/plugin.h"

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
