/**
 * @file bytes.c
 * @brief Unpacked bytes, hashed, counted, and read ahead by a thread where there are many.
 */
#include "datasets/files/bytes.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "datasets/files/unpack.h"

/* What is read at a time; how many such blocks the thread may be ahead by. */
enum { BYTES_BLOCK = 1 << 18, BYTES_AHEAD = 8 };

typedef struct {
    char *bytes; /* BYTES_BLOCK */
    size_t size; /* below BYTES_BLOCK only at the end */
} bytes_block;

/* What the thread and the reader share. Blocks taken .. filled - 1, modulo BYTES_AHEAD, are full.
 */
typedef struct {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t moved;
    bytes_block block[BYTES_AHEAD];
    size_t filled, taken;
    bool ended, stop; /* nothing follows what is filled; the reader wants no more */
    lf_status status; /* of the thread's last read, with what it said */
    char message[2048];
} bytes_ahead;

struct lf_bytes {
    lf_unpack *unpack;
    bytes_ahead *ahead; /* NULL: this thread reads */
    bool hashes;        /* this thread, not the one ahead */
    size_t at;          /* of the block being taken: bytes given out */
    lf_sha256 hash;
    uint64_t offset;
    char path[LF_PATH_BYTES];
};

static lf_bytes_watch bytes_watch;

void lf_bytes_watch_by(lf_bytes_watch watch) {
    bytes_watch = watch;
}

/* The thread: fill blocks as long as there is room, and hash them unless unpacking is the slower
 * side as it is. */
static void *bytes_read_ahead(void *bytes) {
    lf_bytes *b = bytes;
    bytes_ahead *a = b->ahead;
    pthread_mutex_lock(&a->lock);
    while (!a->ended) {
        while (a->filled - a->taken == BYTES_AHEAD && !a->stop)
            pthread_cond_wait(&a->moved, &a->lock);
        if (a->stop) break;
        bytes_block *block = &a->block[a->filled % BYTES_AHEAD];
        pthread_mutex_unlock(&a->lock);
        const lf_status status = lf_unpack_read(b->unpack, block->bytes, BYTES_BLOCK, &block->size);
        if (!b->hashes) lf_sha256_add(&b->hash, block->bytes, block->size);
        pthread_mutex_lock(&a->lock);
        a->filled++;
        a->status = status;
        a->ended = status != LF_OK || block->size < BYTES_BLOCK;
        if (status != LF_OK) snprintf(a->message, sizeof a->message, "%s", lf_message());
        pthread_cond_signal(&a->moved);
    }
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

static void bytes_free_ahead(bytes_ahead *a) {
    for (size_t k = 0; k < BYTES_AHEAD; k++)
        free(a->block[k].bytes);
    pthread_cond_destroy(&a->moved);
    pthread_mutex_destroy(&a->lock);
    free(a);
}

/* Without memory or a thread the reader does it all. */
static void bytes_start_ahead(lf_bytes *b) {
    bytes_ahead *a = calloc(1, sizeof *a);
    bool memory = a != NULL;
    if (!a) return;
    for (size_t k = 0; k < BYTES_AHEAD; k++)
        memory = (a->block[k].bytes = malloc(BYTES_BLOCK)) && memory;
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->moved, NULL);
    b->ahead = a;
    if (memory && pthread_create(&a->thread, NULL, bytes_read_ahead, b) == 0) return;
    b->ahead = NULL;
    bytes_free_ahead(a);
}

lf_status lf_bytes_open(const char *path, lf_bytes **bytes) {
    *bytes = NULL;
    lf_bytes *b = calloc(1, sizeof *b);
    if (!b) return lf_fail(LF_NO_MEMORY, "%s: no memory for a reader", path);
    lf_status status = lf_path_format(b->path, "%s", path);
    if (status == LF_OK) status = lf_unpack_open(b->path, &b->unpack);
    if (status == LF_OK) {
        lf_sha256_start(&b->hash);
        b->hashes = lf_unpack_slow(b->unpack);
        if (lf_unpack_long(b->unpack)) bytes_start_ahead(b);
        if (!b->ahead) b->hashes = true; /* a thread reads it from now on */
        *bytes = b;
    } else {
        lf_bytes_close(b);
    }
    return status;
}

void lf_bytes_close(lf_bytes *bytes) {
    if (!bytes) return;
    bytes_ahead *a = bytes->ahead;
    if (a) {
        pthread_mutex_lock(&a->lock);
        a->stop = true;
        pthread_cond_signal(&a->moved);
        pthread_mutex_unlock(&a->lock);
        pthread_join(a->thread, NULL);
        bytes_free_ahead(a);
    }
    if (bytes_watch && bytes->offset > 0) bytes_watch(bytes->path, 0, 0);
    lf_unpack_close(bytes->unpack);
    lf_sha256_drop(&bytes->hash);
    free(bytes);
}

/* Wait for a block that is full; *block <- NULL at the end. */
static lf_status bytes_await(bytes_ahead *a, const bytes_block **block) {
    lf_status status = LF_OK;
    pthread_mutex_lock(&a->lock);
    while (a->filled == a->taken && !a->ended)
        pthread_cond_wait(&a->moved, &a->lock);
    *block = a->filled == a->taken ? NULL : &a->block[a->taken % BYTES_AHEAD];
    if (a->ended && a->filled - a->taken == 1) status = a->status; /* of the last block */
    pthread_mutex_unlock(&a->lock);
    return status == LF_OK ? LF_OK : lf_fail(status, "%s", a->message);
}

static void bytes_hand_back(bytes_ahead *a) {
    pthread_mutex_lock(&a->lock);
    a->taken++;
    pthread_cond_signal(&a->moved);
    pthread_mutex_unlock(&a->lock);
}

/* Some bytes, none at the end of the file. */
static lf_status bytes_take(lf_bytes *b, void *to, size_t size, size_t *got) {
    const bytes_block *block;
    *got = 0;
    if (!b->ahead) return lf_unpack_read(b->unpack, to, size, got);
    LF_TRY(bytes_await(b->ahead, &block));
    if (!block) return LF_OK;
    const size_t left = block->size - b->at;
    *got = size < left ? size : left;
    memcpy(to, block->bytes + b->at, *got);
    b->at += *got;
    if (*got < left) return LF_OK;
    b->at = 0;
    bytes_hand_back(b->ahead);
    return LF_OK;
}

lf_status lf_bytes_read(lf_bytes *bytes, void *to, size_t size, size_t *got) {
    *got = 0;
    while (*got < size) {
        char *next = (char *)to + *got;
        size_t taken = 0;
        LF_TRY(bytes_take(bytes, next, size - *got, &taken));
        if (taken == 0) break;
        if (bytes->hashes) lf_sha256_add(&bytes->hash, next, taken);
        *got += taken;
        bytes->offset += taken;
    }
    if (bytes_watch)
        bytes_watch(bytes->path, lf_unpack_done(bytes->unpack), lf_unpack_total(bytes->unpack));
    return LF_OK;
}

lf_status lf_bytes_digest(lf_bytes *bytes, char hex[LF_SHA256_TEXT]) {
    char rest[1 << 14];
    for (size_t got = sizeof rest; got == sizeof rest;)
        LF_TRY(lf_bytes_read(bytes, rest, sizeof rest, &got));
    return lf_sha256_finish(&bytes->hash, hex);
}

uint64_t lf_bytes_offset(const lf_bytes *bytes) {
    return bytes->offset;
}

const char *lf_bytes_path(const lf_bytes *bytes) {
    return bytes->path;
}

lf_status lf_bytes_fail(const lf_bytes *bytes, uint64_t offset, const char *format, ...) {
    char what[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return lf_fail(LF_BAD_INPUT, "%s:%llu: %s", bytes->path, (unsigned long long)offset, what);
}

lf_status lf_bytes_hash(const char *path, char hex[LF_SHA256_TEXT]) {
    lf_bytes *bytes;
    LF_TRY(lf_bytes_open(path, &bytes));
    lf_status status = lf_bytes_digest(bytes, hex);
    lf_bytes_close(bytes);
    return status;
}
