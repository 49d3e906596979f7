#include "base/program.h"

#include <elf.h>
#include <link.h>
#include <string.h>

/* Notes are padded to this. */
static size_t program_padded(size_t size) {
    return (size + 3) / 4 * 4;
}

/* The linker's own hash of an object, its build id; false if it has none. */
static int program_add_build_id(lf_sha256 *hash, const unsigned char *note, size_t size) {
    ElfW(Nhdr) head;
    while (size >= sizeof head) {
        memcpy(&head, note, sizeof head);
        const size_t name = program_padded(head.n_namesz), id = program_padded(head.n_descsz);
        if (name > size - sizeof head || id > size - sizeof head - name) return 0;
        if (head.n_type == NT_GNU_BUILD_ID && name == 4 &&
            memcmp(note + sizeof head, "GNU", 4) == 0) {
            lf_sha256_add(hash, note + sizeof head + name, head.n_descsz);
            return 1;
        }
        note += sizeof head + name + id;
        size -= sizeof head + name + id;
    }
    return 0;
}

/* An object that was linked without a build id is known by the pages that nothing writes to. */
static int program_add_object(struct dl_phdr_info *object, size_t size, void *hash) {
    (void)size;
    if (strncmp(object->dlpi_name, "linux-vdso", 10) == 0) return 0; /* the kernel's own */
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        const unsigned char *at = (const unsigned char *)(object->dlpi_addr + part->p_vaddr);
        if (part->p_type == PT_NOTE && program_add_build_id(hash, at, part->p_memsz)) return 0;
    }
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        const unsigned char *at = (const unsigned char *)(object->dlpi_addr + part->p_vaddr);
        if (part->p_type == PT_LOAD && (part->p_flags & (PF_R | PF_W)) == PF_R)
            lf_sha256_add(hash, at, part->p_memsz);
    }
    return 0;
}

lf_status lf_program_id(char id[LF_SHA256_TEXT]) {
    lf_sha256 hash = {0};
    lf_sha256_start(&hash);
    dl_iterate_phdr(program_add_object, &hash);
    return lf_sha256_finish(&hash, id);
}
