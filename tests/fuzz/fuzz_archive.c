/**
 * @file fuzz_archive.c
 * @brief Archives of which a member is wanted. Both kinds are read: .tar.gz, and the tar inside,
 *        which no mutation would reach through its checksum.
 */
#include "fuzz.h"

#include "datasets/files/archive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path = fuzz_link("x.tar.gz", (fuzz_piece){data, size});
    char member[96], chunk[512];
    lf_archive *archive;
    snprintf(member, sizeof member, "%s/x/a.bin", path);
    fuzz_begin();
    if (!fuzz_took(lf_archive_open(member, &archive))) return 0;
    for (size_t got = 1, all = 0; got > 0; all += got) {
        if (!fuzz_took(lf_archive_read(archive, chunk, sizeof chunk, &got))) break;
        fuzz_require(got <= sizeof chunk && all <= (size_t)64 << 20);
    }
    lf_archive_close(archive);
    return 0;
}
