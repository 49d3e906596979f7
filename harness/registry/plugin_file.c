/**
 * @file plugin_file.c
 * @brief Is a plugin's file all there?
 *
 * The system's loader says of most files that they are no shared objects, but it maps one that was
 * copied half and then reads beyond its end, which ends the process.
 */
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

lf_status lf_plugin_file_check(const char *path) {
    struct stat is;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return LF_OK; /* the loader says it better */
    const bool whole = fstat(fd, &is) != 0 || file_is_whole(fd, (size_t)is.st_size);
    close(fd);
    if (whole) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "plugin %s: the file is cut short: copy or build it again", path);
}
