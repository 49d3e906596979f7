/* Damaged files of a plugin, each of which may crash whoever opens it. LEVELFIELD_TRIALS says how
 * many there are, in hundreds (default 1). */
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "harness/registry/registry.h"
#include "near.h"
#include "numeric/stream.h"
#include "scratch.h"

/* Two rows of one of the file's tables change places: its segments, its sections, or what one of
 * these lists: symbols, relocations, orders to the linker. */
static void swap_rows(char *bytes, const uint64_t random[4]) {
    ElfW(Ehdr) head;
    ElfW(Shdr) section;
    char kept[64];
    memcpy(&head, bytes, sizeof head);
    size_t at = head.e_shoff, row = head.e_shentsize, rows = head.e_shnum;
    memcpy(&section, bytes + at + random[0] % rows * row, sizeof section);
    if (random[1] % 4 == 0) {
        at = head.e_phoff, row = head.e_phentsize, rows = head.e_phnum;
    } else if (random[1] % 4 > 1 && section.sh_entsize > 0 && section.sh_type != SHT_NOBITS) {
        at = section.sh_offset, row = section.sh_entsize, rows = section.sh_size / row;
    }
    char *one = bytes + at + random[2] % rows * row, *other = bytes + at + random[3] % rows * row;
    memcpy(kept, one, row);
    memmove(one, other, row);
    memcpy(other, kept, row);
}

/* Bits and bytes changed, ranges of zeros, ends cut off, rows changed; half of it in what the
 * linker reads first. */
static void damage(char *bytes, size_t *n, uint64_t i) {
    uint64_t random[4];
    lf_stream_block(7, 1, 2, 3, i, random);
    const size_t at = random[0] % (i % 2 ? 4096 : *n), length = 1 + random[1] % 256;
    const size_t end = at + length < *n ? at + length : *n;
    switch (i % 5) {
    case 0:
        bytes[at] ^= (char)(1 << random[2] % 8);
        break;
    case 1:
        for (size_t k = at; k < end; k += 1 + random[3] % 64)
            bytes[k] ^= (char)(1 + random[2] % 255);
        break;
    case 2:
        memset(bytes + at, 0, end - at);
        break;
    case 3:
        *n = at;
        break;
    default:
        swap_rows(bytes, random);
    }
}

/* Whatever is in the file, this process goes on, with one line or none. */
static void test_damaged_files(void **state) {
    const char *text = getenv("LEVELFIELD_TRIALS");
    const uint64_t trials = 100 * (text ? strtoull(text, NULL, 10) : 1);
    char *bytes, whole[4096];
    size_t n, lost = 0;
    snprintf(whole, sizeof whole, "%s/plugins/false_whole.so", getenv("LF_TEST_BUILD"));
    assert_ok(lf_file_read(whole, (size_t)1 << 26, &bytes, &n));
    char *copy = malloc(n + 1);
    for (uint64_t i = 0; i < trials; i++) {
        size_t size = n;
        memcpy(copy, bytes, n);
        damage(copy, &size, i);
        const char *path = scratch_write(state, "false_whole.so", copy, size);
        if (lf_plugin_load(path) == LF_OK) continue;
        assert_null(strchr(lf_message(), '\n'));
        lost += strstr(lf_message(), "while it was opened") != NULL;
    }
    free(copy);
    free(bytes);
    assert_true(lost > 0); /* each of which would have been this process */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_damaged_files, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
