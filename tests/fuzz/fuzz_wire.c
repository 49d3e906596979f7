/**
 * @file fuzz_wire.c
 * @brief What a run's process tells its parent, which does not trust it.
 *
 * The first byte: take the rest as it came, or as edits of a sound conversation. The second: how
 * many bytes arrive at a time.
 */
#include "fuzz.h"

#include "harness/pool/wire.h"

enum { WIRE_BYTES = 4096 };

/* bytes <- begun, a note, two points, end; how many. */
static size_t wire_sound(unsigned char bytes[WIRE_BYTES]) {
    static lf_metric_info metric[] = {{(char *)"FV", (char *)"value", false, false},
                                      {(char *)"AUC", (char *)"area", true, true}};
    static lf_measure_info measure[] = {{(char *)"dp.g", (char *)"value.inner", (char *)"doc"}};
    static double iterate[] = {1, 2, 3};
    const lf_record record = {.dim = 3,
                              .metrics = 2,
                              .metric = metric,
                              .measures = 1,
                              .measure = measure,
                              .data_name = (char *)"a9a",
                              .data_sha256 = (char *)"f00d",
                              .cause = (char *)"budget spent",
                              .iterate = iterate};
    const lf_trace_point point = {.count = {1, 2}};
    const double value[] = {0.5, 0.25};
    const int fd = memfd_create("wire", MFD_CLOEXEC);
    fuzz_require(fd >= 0);
    lf_wire_send_begun(fd, &record);
    lf_wire_send_note(fd, 2.5, "goes on");
    lf_wire_send_point(fd, 2, &point, value, 0);
    lf_wire_send_point(fd, 2, &point, value, 1);
    lf_wire_send_end(fd, &record);
    const ssize_t n = pread(fd, bytes, WIRE_BYTES, 0);
    close(fd);
    fuzz_require(n > 0 && n < WIRE_BYTES);
    return (size_t)n;
}

/* Take all whole frames; false once one is refused. */
static bool wire_take_all(lf_wire *wire, lf_record *record) {
    for (;;) {
        lf_wire_kind kind;
        if (!fuzz_took(lf_wire_take(wire, record, &kind))) return false;
        if (kind == LF_WIRE_NOTHING) return true;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static unsigned char sound[WIRE_BYTES];
    static size_t sound_size;
    if (sound_size == 0) sound_size = wire_sound(sound);
    unsigned char edited[WIRE_BYTES];
    fuzz_piece rest = {data, size};
    const bool raw = fuzz_byte(&rest) % 2;
    const size_t step = 1 + (size_t)fuzz_byte(&rest) * 4;
    if (!raw) {
        memcpy(edited, sound, sound_size);
        fuzz_edit(rest, edited, sound_size);
        rest = (fuzz_piece){edited, sound_size};
    }
    lf_wire wire = {0};
    lf_record record = {.spec.checkpoints = 4};
    fuzz_begin();
    for (size_t at = 0; at < rest.size; at += step) {
        const size_t n = rest.size - at < step ? rest.size - at : step;
        fuzz_require(lf_wire_feed(&wire, rest.bytes + at, n) == LF_OK);
        if (!wire_take_all(&wire, &record)) break;
    }
    lf_wire_clear(&wire);
    lf_record_clear(&record);
    return 0;
}
