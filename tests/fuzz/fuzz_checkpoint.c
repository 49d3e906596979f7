/**
 * @file fuzz_checkpoint.c
 * @brief The file of a run under way: a sound one is edited, and its checksum made right.
 */
#include "fuzz.h"

#include "harness/run/checkpoint.h"

enum { CHECKPOINT_BYTES = 1 << 14, CHECKPOINT_SUM = LF_SHA256_TEXT - 1 };

/* bytes <- head and parts; how many. */
static size_t checkpoint_make(uint8_t parts, unsigned char *bytes) {
    lf_checkpoint_head head = {.mark = LF_CHECKPOINT_MARK,
                               .version = LF_CHECKPOINT_VERSION,
                               .key = "f00d",
                               .program = "f00d",
                               .words = "words"};
    size_t size = sizeof head;
    for (size_t i = 0; i < LF_CHECKPOINT_PARTS; i++) {
        head.bytes[i] = 8 * (size_t)(parts >> i & 3);
        memset(bytes + size, (int)i, head.bytes[i]);
        size += head.bytes[i];
    }
    memcpy(bytes, &head, sizeof head);
    return size;
}

/* Every byte of every part lies in the file. */
static void checkpoint_read(const lf_checkpoint_in *in) {
    const lf_checkpoint_head want = {.key = "f00d", .program = "f00d", .words = "words"};
    double sum = 0;
    for (size_t i = 0; i < LF_CHECKPOINT_PARTS; i++)
        for (size_t k = 0; k < in->head.bytes[i]; k++)
            sum += in->part[i][k];
    fuzz_use(sum);
    fuzz_took(lf_checkpoint_fits(in, &want));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static unsigned char bytes[CHECKPOINT_BYTES + CHECKPOINT_SUM];
    char sum[LF_SHA256_TEXT];
    fuzz_piece rest = {data, size};
    const uint8_t repair = fuzz_byte(&rest), parts = fuzz_byte(&rest);
    size_t n = checkpoint_make(parts, bytes);
    fuzz_edit(rest, bytes, n);
    if (repair % 4 == 1) n -= n * fuzz_byte(&rest) / 256; /* cut short */
    if (repair % 4 != 2) {
        fuzz_require(lf_sha256_of(bytes, n, sum) == LF_OK);
        memcpy(bytes + n, sum, CHECKPOINT_SUM);
        n += CHECKPOINT_SUM;
    }
    lf_checkpoint_in in;
    fuzz_begin();
    if (fuzz_took(lf_checkpoint_open(fuzz_file(0, (fuzz_piece){bytes, n}), &in)))
        checkpoint_read(&in);
    lf_checkpoint_close(&in);
    return 0;
}
