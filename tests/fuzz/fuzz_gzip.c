/**
 * @file fuzz_gzip.c
 * @brief Text files, plain or gzip, line by line.
 */
#include "fuzz.h"

#include "datasets/files/input.h"

static lf_status gzip_lines(lf_input *text, size_t *bytes) {
    char *line;
    size_t size;
    for (;;) {
        LF_TRY(lf_input_next(text, &line, &size));
        if (!line) return LF_OK;
        fuzz_require(line[size] == '\0' && !memchr(line, '\n', size));
        *bytes += size;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char hex[LF_SHA256_TEXT];
    size_t bytes = 0;
    lf_input *text;
    fuzz_begin();
    if (!fuzz_took(lf_input_open(fuzz_file(0, (fuzz_piece){data, size}), &text))) return 0;
    if (fuzz_took(gzip_lines(text, &bytes)) && fuzz_took(lf_input_digest(text, hex)))
        fuzz_require(strlen(hex) == LF_SHA256_TEXT - 1);
    lf_input_close(text);
    return 0;
}
