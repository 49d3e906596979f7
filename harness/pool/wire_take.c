/**
 * @file wire_take.c
 * @brief Frames in, from a sender that is not trusted.
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/pool/wire.h"
#include "harness/run/record.h"

/* A payload being read. Once something is missing or wrong, everything read is zero. */
typedef struct {
    const unsigned char *at;
    size_t left;
    bool bad, no_memory;
} wire_in;

lf_status lf_wire_feed(lf_wire *wire, const void *bytes, size_t size) {
    if (wire->used + size > wire->capacity) {
        const size_t capacity = 2 * (wire->used + size);
        unsigned char *longer = realloc(wire->bytes, capacity);
        if (longer == NULL) return lf_fail(LF_NO_MEMORY, "no memory for a run's results");
        wire->bytes = longer;
        wire->capacity = capacity;
    }
    memcpy(wire->bytes + wire->used, bytes, size);
    wire->used += size;
    return LF_OK;
}

void lf_wire_clear(lf_wire *wire) {
    free(wire->bytes);
    free(wire->note);
    *wire = (lf_wire){0};
}

static void wire_get(wire_in *in, void *to, size_t size) {
    in->bad |= size > in->left;
    if (in->bad) {
        memset(to, 0, size);
        return;
    }
    if (size > 0) memcpy(to, in->at, size);
    in->at += size;
    in->left -= size;
}

static uint64_t wire_get_count(wire_in *in, uint64_t most) {
    uint64_t n;
    wire_get(in, &n, sizeof n);
    in->bad |= n > most;
    return in->bad ? 0 : n;
}

/* malloc'ed, one clean line. */
static char *wire_get_text(wire_in *in) {
    const uint64_t n = wire_get_count(in, LF_WIRE_TEXT_BYTES);
    char *text = malloc(n + 1);
    in->no_memory |= text == NULL;
    if (text == NULL) return NULL;
    wire_get(in, text, n);
    text[n] = '\0';
    lf_text_clean(text, false);
    return text;
}

/* Zeroed items; at least one, so that NULL always means no memory. */
static void *wire_get_items(wire_in *in, uint64_t n, size_t bytes) {
    void *items = calloc(n + 1, bytes);
    in->no_memory |= items == NULL;
    return items;
}

static void wire_take_begun(wire_in *in, lf_record *record) {
    record->dim = wire_get_count(in, LF_WIRE_DIM);
    wire_get(in, record->samples, sizeof record->samples);
    record->data_name = wire_get_text(in);
    record->data_sha256 = wire_get_text(in);
    const uint64_t metrics = wire_get_count(in, LF_WIRE_ITEMS);
    record->metric = wire_get_items(in, metrics, sizeof *record->metric);
    for (uint64_t i = 0; i < metrics && record->metric; i++) {
        lf_metric_info *metric = &record->metric[record->metrics++];
        metric->name = wire_get_text(in);
        metric->doc = wire_get_text(in);
        const uint64_t flags = wire_get_count(in, 3);
        metric->expensive = flags & 1;
        metric->higher_is_better = flags >> 1 & 1;
    }
    const uint64_t measures = wire_get_count(in, LF_WIRE_ITEMS);
    record->measure = wire_get_items(in, measures, sizeof *record->measure);
    for (uint64_t i = 0; i < measures && record->measure; i++) {
        lf_measure_info *measure = &record->measure[record->measures++];
        measure->name = wire_get_text(in);
        measure->cost = wire_get_text(in);
        measure->doc = wire_get_text(in);
    }
    in->bad |= !in->no_memory && lf_record_repeated(record);
}

/* A run has a row at the start, one a checkpoint, and may have one where it was lost and a last
 * one; a last one that is sent again replaces itself. */
static void wire_take_point(wire_in *in, lf_wire *wire, lf_record *record) {
    lf_trace_point point;
    wire_get(in, &point, sizeof point);
    wire_get(in, &wire->progress, sizeof wire->progress);
    in->bad |= !(wire->progress >= 0 && wire->progress <= 1);
    double *value = calloc(record->metrics + 1, sizeof *value);
    if (value) wire_get(in, value, record->metrics * sizeof *value);
    in->no_memory |= value == NULL;
    if (!in->bad && !in->no_memory) in->no_memory = lf_trace_put(record, &point, value) != LF_OK;
    in->bad |= record->points > record->spec.checkpoints + 4;
    free(value);
}

/* Time that a run claims to have had is believed as far as it could be true. */
static void wire_take_note(wire_in *in, lf_wire *wire) {
    double earlier_seconds;
    wire_get(in, &earlier_seconds, sizeof earlier_seconds);
    char *text = wire_get_text(in);
    in->bad |= !(earlier_seconds >= 0 && earlier_seconds <= LF_WIRE_SECONDS);
    if (in->bad || !text) {
        free(text);
        return;
    }
    free(wire->note);
    wire->note = text;
    wire->earlier_seconds = earlier_seconds;
    wire->notes++;
}

static void wire_take_end(wire_in *in, lf_record *record) {
    record->status = (lf_run_status)wire_get_count(in, LF_RUN_STATUSES - 1);
    free(record->cause);
    record->cause = wire_get_text(in);
    char *hash = wire_get_text(in);
    in->bad |= hash && strlen(hash) != 0 && strlen(hash) != 64;
    if (hash && !in->bad) memcpy(record->trace_sha256, hash, strlen(hash) + 1);
    free(hash);
    const uint64_t dim = wire_get_count(in, record->dim);
    /* `begun` may have claimed any dimension, so the bytes are counted before there is room. */
    in->bad |= dim != 0 && (dim != record->dim || dim * sizeof *record->iterate != in->left);
    if (in->bad || dim == 0) return;
    record->iterate = wire_get_items(in, dim, sizeof *record->iterate);
    if (record->iterate) wire_get(in, record->iterate, dim * sizeof *record->iterate);
}

/* The most that a frame of this kind may hold now; 0 if none is due. */
static uint64_t wire_most(const lf_wire *wire, const lf_record *record, uint32_t kind) {
    if (wire->ended) return 0;
    if (kind == LF_WIRE_BEGUN) return wire->begun ? 0 : LF_WIRE_HEAD_BYTES;
    if (kind == LF_WIRE_POINT && wire->begun)
        return sizeof(lf_trace_point) + (1 + record->metrics) * sizeof(double);
    if (kind == LF_WIRE_NOTE && wire->begun && wire->notes < LF_WIRE_NOTES)
        return 2 * sizeof(double) + LF_WIRE_TEXT_BYTES;
    if (kind == LF_WIRE_END) return record->dim * sizeof(double) + (uint64_t)4 * LF_WIRE_TEXT_BYTES;
    return 0;
}

static lf_status wire_decode(lf_wire *wire, wire_in *in, lf_record *record, lf_wire_kind kind) {
    if (kind == LF_WIRE_BEGUN) wire_take_begun(in, record);
    if (kind == LF_WIRE_POINT) wire_take_point(in, wire, record);
    if (kind == LF_WIRE_NOTE) wire_take_note(in, wire);
    if (kind == LF_WIRE_END) wire_take_end(in, record);
    wire->begun |= kind == LF_WIRE_BEGUN;
    wire->ended |= kind == LF_WIRE_END;
    if (in->no_memory) return lf_fail(LF_NO_MEMORY, "no memory for a run's results");
    if (in->bad || in->left > 0) return lf_fail(LF_BAD_INPUT, "a message that makes no sense");
    return LF_OK;
}

lf_status lf_wire_take(lf_wire *wire, lf_record *record, lf_wire_kind *kind) {
    lf_wire_header header;
    *kind = LF_WIRE_NOTHING;
    if (wire->used < sizeof header) return LF_OK;
    memcpy(&header, wire->bytes, sizeof header);
    if (header.mark != LF_WIRE_MARK || header.bytes > wire_most(wire, record, header.kind) ||
        header.bytes == 0)
        return lf_fail(LF_BAD_INPUT, "bytes that are no message");
    if (wire->used - sizeof header < header.bytes) return LF_OK;
    wire_in in = {.at = wire->bytes + sizeof header, .left = header.bytes};
    LF_TRY(wire_decode(wire, &in, record, (lf_wire_kind)header.kind));
    *kind = (lf_wire_kind)header.kind;
    wire->used -= sizeof header + header.bytes;
    memmove(wire->bytes, wire->bytes + sizeof header + header.bytes, wire->used);
    return LF_OK;
}
