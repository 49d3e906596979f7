/**
 * @file fuzz_archive.c
 * @brief Archives of which a member is wanted. Both kinds are read: .tar.gz, and the tar inside,
 *        which no mutation would reach through its checksum.
 */
#include "fuzz.h"

#include "datasets/archive.h"

/* A link of the right name to the file in memory; the folder goes when the process ends. */
static char archive_folder[] = "/tmp/levelfield-fuzz-XXXXXX";
static char archive_path[64];

static void archive_leave(void) {
    unlink(archive_path);
    rmdir(archive_folder);
}

static void archive_make_name(const char *file) {
    fuzz_require(mkdtemp(archive_folder) != NULL);
    snprintf(archive_path, sizeof archive_path, "%s/x.tar.gz", archive_folder);
    fuzz_require(symlink(file, archive_path) == 0);
    atexit(archive_leave);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *file = fuzz_file(0, (fuzz_piece){data, size});
    if (archive_path[0] == '\0') archive_make_name(file);
    char member[96], chunk[512];
    lf_archive *archive;
    snprintf(member, sizeof member, "%s/x/a.bin", archive_path);
    fuzz_begin();
    if (!fuzz_took(lf_archive_open(member, &archive))) return 0;
    for (size_t got = 1, all = 0; got > 0; all += got) {
        if (!fuzz_took(lf_archive_read(archive, chunk, sizeof chunk, &got))) break;
        fuzz_require(got <= sizeof chunk && all <= (size_t)64 << 20);
    }
    lf_archive_close(archive);
    return 0;
}
