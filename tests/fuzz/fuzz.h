/**
 * @file fuzz.h
 * @brief What the targets share: files in memory, pieces of an input, edits of sound bytes.
 *
 * A target is one file fuzz_<name>.c with LLVMFuzzerTestOneInput. It feeds a parser, reads whatever
 * came of it as a user of the result would, and gives everything back. The sanitizers notice what
 * is read or kept wrongly, fuzz_require() what is wrong without being noticed by them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <levelfield/status.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Part of an input. */
typedef struct {
    const uint8_t *bytes;
    size_t size;
} fuzz_piece;

/** What must hold whatever the input is. */
#define fuzz_require(condition) fuzz_require_at((condition), #condition, __FILE__, __LINE__)
static inline void fuzz_require_at(bool holds, const char *what, const char *file, int line) {
    if (holds) return;
    fprintf(stderr, "%s:%d: does not hold: %s (last message: %s)\n", file, line, what,
            lf_message());
    abort();
}

/** Before a parser is called, so that an old message is not taken for its own. */
static inline void fuzz_begin(void) {
    lf_fail(LF_OK, "%s", "");
}

/** A refusal says why. Returns whether there was none. */
static inline bool fuzz_took(lf_status status) {
    fuzz_require(status == LF_OK || lf_message()[0] != '\0');
    return status == LF_OK;
}

/** What was read is used, so that no compiler leaves the reading out. */
static inline void fuzz_use(double value) {
    static volatile double used;
    used = value;
    (void)used;
}

/** Paths of files in memory, so that no disk is waited for; each slot has one at a time. */
enum { FUZZ_SLOTS = 8, FUZZ_PATH = 32 };
static inline const char *fuzz_file(size_t slot, fuzz_piece piece) {
    static int fd[FUZZ_SLOTS];
    static char path[FUZZ_SLOTS][FUZZ_PATH];
    if (path[slot][0] == '\0') {
        fd[slot] = memfd_create("fuzz", MFD_CLOEXEC);
        fuzz_require(fd[slot] >= 0);
        snprintf(path[slot], FUZZ_PATH, "/proc/self/fd/%d", fd[slot]);
    }
    fuzz_require(ftruncate(fd[slot], 0) == 0);
    fuzz_require(pwrite(fd[slot], piece.bytes, piece.size, 0) == (ssize_t)piece.size);
    return path[slot];
}

/** A link FOLDER/NAME to the file of slot 0, for readers that ask for a name; the folder goes when
 *  the process ends. One name a process. */
static char fuzz_link_folder[] = "/tmp/levelfield-fuzz-XXXXXX";
static char fuzz_link_path[64];

static inline void fuzz_unlink(void) {
    unlink(fuzz_link_path);
    rmdir(fuzz_link_folder);
}

static inline const char *fuzz_link(const char *name, fuzz_piece piece) {
    const char *file = fuzz_file(0, piece);
    if (fuzz_link_path[0] == '\0') {
        fuzz_require(mkdtemp(fuzz_link_folder) != NULL);
        snprintf(fuzz_link_path, sizeof fuzz_link_path, "%s/%s", fuzz_link_folder, name);
        fuzz_require(symlink(file, fuzz_link_path) == 0);
        atexit(fuzz_unlink);
    }
    return fuzz_link_path;
}

/** malloc'ed text of exactly that size, so that a step behind its end is noticed. */
static inline char *fuzz_text(fuzz_piece piece) {
    char *text = malloc(piece.size + 1);
    fuzz_require(text != NULL);
    if (piece.size > 0) memcpy(text, piece.bytes, piece.size);
    text[piece.size] = '\0';
    return text;
}

/** What stands before the next line "%%", which is taken off with it; the rest if there is none. */
static inline fuzz_piece fuzz_cut(fuzz_piece *rest) {
    static const char mark[] = "\n%%\n";
    const size_t width = sizeof mark - 1;
    const uint8_t *at = rest->size ? memmem(rest->bytes, rest->size, mark, width) : NULL;
    const fuzz_piece first = {rest->bytes, at ? (size_t)(at - rest->bytes) : rest->size};
    const size_t taken = at ? first.size + width : first.size;
    *rest = (fuzz_piece){rest->bytes + taken, rest->size - taken};
    return first;
}

/** The first byte, taken off; 0 if there is none. */
static inline uint8_t fuzz_byte(fuzz_piece *rest) {
    if (rest->size == 0) return 0;
    rest->size--;
    return *rest->bytes++;
}

/** Overwrite parts of a sound file: the rest is taken as {place in 3 bytes, width in 1, as many new
 *  bytes}. A file behind a checksum is reached in this way and no other. */
static inline void fuzz_edit(fuzz_piece edits, unsigned char *bytes, size_t size) {
    while (edits.size > 4 && size > 0) {
        size_t place = 0;
        for (int i = 0; i < 3; i++)
            place = place << 8 | fuzz_byte(&edits);
        place %= size;
        for (size_t n = 1 + fuzz_byte(&edits) % 8; n > 0 && edits.size > 0; n--) {
            const uint8_t byte = fuzz_byte(&edits);
            if (place < size) bytes[place++] = byte;
        }
    }
}
