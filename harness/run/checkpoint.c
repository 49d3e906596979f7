#include "harness/run/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHECKPOINT_SUM = LF_SHA256_TEXT - 1 };

void lf_checkpoint_begin(lf_checkpoint_out *out, const char *path, const lf_checkpoint_head *head) {
    *out = (lf_checkpoint_out){.draft.fd = -1};
    lf_sha256_start(&out->hash);
    out->status = lf_folder_make_for(path);
    if (out->status == LF_OK) out->status = lf_draft_open(&out->draft, path);
    lf_checkpoint_add(out, head, sizeof *head);
}

lf_status lf_checkpoint_add(void *context, const void *bytes, size_t size) {
    lf_checkpoint_out *out = context;
    if (out->status != LF_OK) return out->status;
    lf_sha256_add(&out->hash, bytes, size);
    return out->status = lf_draft_append(&out->draft, bytes, size);
}

lf_status lf_checkpoint_end(lf_checkpoint_out *out) {
    char sum[LF_SHA256_TEXT];
    lf_status status = out->status;
    if (status == LF_OK) status = lf_sha256_finish(&out->hash, sum);
    lf_sha256_drop(&out->hash);
    if (status == LF_OK) status = lf_draft_append(&out->draft, sum, CHECKPOINT_SUM);
    if (status == LF_OK) return lf_draft_commit(&out->draft);
    lf_draft_discard(&out->draft);
    return status;
}

/* Map a file that has at least a head and a checksum. */
static lf_status checkpoint_map(int fd, lf_checkpoint_in *in) {
    struct stat info;
    if (fstat(fd, &info) != 0) return lf_fail(LF_IO, "it cannot be read: %s", strerror(errno));
    in->size = (size_t)info.st_size;
    if (in->size < sizeof in->head + CHECKPOINT_SUM)
        return lf_fail(LF_BAD_INPUT, "it is torn: %zu bytes are too few for any", in->size);
    void *map = mmap(NULL, in->size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED) return lf_fail(LF_IO, "it cannot be read: %s", strerror(errno));
    in->map = map;
    memcpy(&in->head, in->map, sizeof in->head);
    return LF_OK;
}

/* Where the parts are. Sizes that do not add up to the file's are of a file that was cut. */
static lf_status checkpoint_part(lf_checkpoint_in *in) {
    const lf_checkpoint_head *head = &in->head;
    if (memcmp(head->mark, LF_CHECKPOINT_MARK, sizeof head->mark) != 0)
        return lf_fail(LF_BAD_INPUT, "it is no checkpoint, or was written on another machine type");
    if (head->version != LF_CHECKPOINT_VERSION)
        return lf_fail(LF_UNSUPPORTED, "it is of version %" PRIu64 ", and this program reads %d",
                       head->version, (int)LF_CHECKPOINT_VERSION);
    size_t at = sizeof *head, left = in->size - sizeof *head - CHECKPOINT_SUM;
    for (size_t i = 0; i < LF_CHECKPOINT_PARTS; i++) {
        if (head->bytes[i] > left)
            return lf_fail(LF_BAD_INPUT, "it is torn: %zu bytes are too few", in->size);
        in->part[i] = in->map + at;
        at += head->bytes[i];
        left -= head->bytes[i];
    }
    return left == 0 ? LF_OK : lf_fail(LF_BAD_INPUT, "it is damaged: %zu bytes too many", left);
}

static lf_status checkpoint_sum(const lf_checkpoint_in *in) {
    char sum[LF_SHA256_TEXT];
    const size_t size = in->size - CHECKPOINT_SUM;
    LF_TRY(lf_sha256_of(in->map, size, sum));
    if (memcmp(sum, in->map + size, CHECKPOINT_SUM) == 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "it is damaged: its bytes do not have its checksum");
}

lf_status lf_checkpoint_open(const char *path, lf_checkpoint_in *in) {
    *in = (lf_checkpoint_in){0};
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return lf_fail(errno == ENOENT ? LF_NOT_FOUND : LF_IO, "it cannot be opened: %s",
                       strerror(errno));
    lf_status status = checkpoint_map(fd, in);
    close(fd);
    if (status == LF_OK) status = checkpoint_part(in);
    if (status == LF_OK) status = checkpoint_sum(in);
    if (status != LF_OK) lf_checkpoint_close(in);
    return status;
}

lf_status lf_checkpoint_peek(const char *path, lf_checkpoint_head *head) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return lf_fail(LF_NOT_FOUND, "it cannot be opened: %s", strerror(errno));
    const ssize_t n = read(fd, head, sizeof *head);
    close(fd);
    if (n == (ssize_t)sizeof *head && head->version == LF_CHECKPOINT_VERSION &&
        memcmp(head->mark, LF_CHECKPOINT_MARK, sizeof head->mark) == 0)
        return LF_OK;
    return lf_fail(LF_BAD_INPUT, "it is no checkpoint of this version");
}

void lf_checkpoint_close(lf_checkpoint_in *in) {
    if (in->map) munmap((void *)in->map, in->size);
    in->map = NULL;
}

lf_status lf_checkpoint_fits(const lf_checkpoint_in *in, const lf_checkpoint_head *want) {
    const lf_checkpoint_head *head = &in->head;
    if (memcmp(head->key, want->key, sizeof head->key) != 0)
        return lf_fail(LF_BAD_INPUT, "it is of another configuration");
    if (memcmp(head->data_sha256, want->data_sha256, sizeof head->data_sha256) != 0)
        return lf_fail(LF_BAD_INPUT, "the data set is not what it was");
    if (memcmp(head->words, want->words, sizeof head->words) != 0)
        return lf_fail(LF_BAD_INPUT, "it was made by %.*s, and this is %s",
                       (int)sizeof head->words - 1, head->words, want->words);
    if (memcmp(head->program, want->program, sizeof head->program) != 0)
        return lf_fail(LF_BAD_INPUT, "program, plugin or a library was built anew since");
    return LF_OK;
}
