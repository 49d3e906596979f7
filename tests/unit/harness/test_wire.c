/* Messages between a run's process and its parent: whole ones arrive, broken ones are refused. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/pool/wire.h"
#include "harness/run/record.h"
#include "near.h"
#include "numeric/stream.h"

/* A record with two metrics, one measure and three points; every text static. */
static lf_record sample(void) {
    static lf_metric_info metric[] = {{(char *)"FV", (char *)"value", false, false},
                                      {(char *)"AUC", (char *)"area", true, true}};
    static lf_measure_info measure[] = {{(char *)"dp.g", (char *)"value.inner", (char *)"doc"}};
    static double iterate[] = {1, 2, 3};
    return (lf_record){.dim = 3,
                       .metrics = 2,
                       .metric = metric,
                       .measures = 1,
                       .measure = measure,
                       .samples = {10, 20},
                       .data_name = (char *)"a9a",
                       .status = LF_RUN_DIVERGED,
                       .cause = (char *)"metric FV\nis nan \xff",
                       .iterate = iterate};
}

/* bytes <- begun, a note, three points, end, as a child sends them. */
static size_t sent(unsigned char bytes[4096]) {
    const int fd = memfd_create("wire", 0);
    const lf_record record = sample();
    lf_wire_send_begun(fd, &record);
    lf_wire_send_note(fd, 2.5, "goes on\nfrom step 7");
    for (uint64_t i = 0; i < 3; i++) {
        const lf_trace_point point = {.count = {i, 2 * i}, .oracle_seconds = 0.5};
        const double value[] = {(double)i, NAN};
        lf_wire_send_point(fd, 2, &point, value, (double)i / 2);
    }
    lf_wire_send_end(fd, &record);
    const ssize_t n = pread(fd, bytes, 4096, 0);
    close(fd);
    assert_true(n > 0 && n < 4096);
    return (size_t)n;
}

/* Take all that there is; the number of messages, or -1 when one is refused. */
static int take_all(lf_wire *wire, lf_record *record) {
    for (int n = 0;; n++) {
        lf_wire_kind kind;
        if (lf_wire_take(wire, record, &kind) != LF_OK) return -1;
        if (kind == LF_WIRE_NOTHING) return n;
    }
}

static void test_whole(void **state) {
    (void)state;
    unsigned char bytes[4096];
    const size_t n = sent(bytes);
    lf_wire wire = {0};
    lf_record record = {.spec.checkpoints = 4};
    int messages = 0;
    for (size_t i = 0; i < n; i++) { /* byte by byte: messages come in any pieces */
        assert_ok(lf_wire_feed(&wire, bytes + i, 1));
        const int taken = take_all(&wire, &record);
        assert_true(taken >= 0);
        messages += taken;
    }
    assert_int_equal(messages, 6);
    assert_int_equal(wire.notes, 1);
    assert_string_equal(wire.note, "goes on from step 7");
    assert_near(wire.earlier_seconds, 2.5, 0);
    assert_true(wire.ended && wire.used == 0);
    assert_int_equal(record.points, 3);
    assert_int_equal(record.point[2].count[1], 4);
    assert_near(lf_record_value(&record, 2, "FV"), 2, 0);
    assert_true(record.metric[1].expensive && record.metric[1].higher_is_better);
    assert_string_equal(record.measure[0].cost, "value.inner");
    assert_string_equal(record.data_name, "a9a");
    assert_string_equal(record.cause, "metric FV is nan ?");
    assert_near(record.iterate[2], 3, 0);
    assert_near(record.samples[1], 20, 0);
    lf_wire_clear(&wire);
    lf_record_clear(&record);
}

/* A wrong byte anywhere: refused, or another valid value, but never a crash (the sanitizers look
 * on), and memory only for bytes that came. */
static void test_wrong_bytes(void **state) {
    (void)state;
    unsigned char bytes[4096], broken[4096];
    const size_t n = sent(bytes);
    for (size_t i = 0; i < 8 * n; i++) {
        uint64_t random[4];
        lf_stream_block(1, LF_STREAM_TEST, 0, i, 0, random);
        memcpy(broken, bytes, n);
        broken[i / 8] = (unsigned char)(random[0] % 2 ? random[1] : 1u << i % 8 ^ bytes[i / 8]);
        lf_wire wire = {0};
        lf_record record = {.spec.checkpoints = 4};
        assert_ok(lf_wire_feed(&wire, broken, n));
        take_all(&wire, &record);
        assert_true(wire.capacity <= 4 * sizeof bytes);
        lf_wire_clear(&wire);
        lf_record_clear(&record);
    }
}

static void refused(const unsigned char *bytes, size_t n) {
    lf_wire wire = {0};
    lf_record record = {0};
    assert_ok(lf_wire_feed(&wire, bytes, n));
    assert_int_equal(take_all(&wire, &record), -1);
    lf_wire_clear(&wire);
    lf_record_clear(&record);
}

static void test_out_of_order(void **state) {
    (void)state;
    unsigned char bytes[4096], twice[8192];
    const size_t n = sent(bytes);
    refused((const unsigned char *)"hello, here is a plugin speaking", 32);
    size_t begun = 16;
    uint64_t payload;
    memcpy(&payload, bytes + 8, sizeof payload);
    begun += payload;
    refused(bytes + begun, n - begun); /* points before "begun" */
    memcpy(twice, bytes, begun);
    memcpy(twice + begun, bytes, begun);
    refused(twice, 2 * begun);
    memcpy(twice, bytes, n);
    memcpy(twice + n, bytes + begun, n - begun); /* more after "end" */
    refused(twice, 2 * n - begun);
}

/* Time that no run can have had, and more notes than any run has a reason for. */
static void test_bad_notes(void **state) {
    (void)state;
    unsigned char bytes[4096];
    const double seconds[] = {-1, NAN, 1e300, 0};
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        const int fd = memfd_create("wire", 0);
        const lf_record record = sample();
        lf_wire_send_begun(fd, &record);
        const int notes = seconds[i] == 0 ? 9 : 1;
        for (int n = 0; n < notes; n++)
            lf_wire_send_note(fd, seconds[i], "note");
        const ssize_t n = pread(fd, bytes, sizeof bytes, 0);
        close(fd);
        assert_true(n > 0);
        refused(bytes, (size_t)n);
    }
}

static void test_repeated_names(void **state) {
    (void)state;
    unsigned char bytes[4096];
    lf_metric_info metric[] = {{(char *)"FV", (char *)"", false, false},
                               {(char *)"FV", (char *)"", true, true}};
    lf_record record = sample();
    record.metric = metric;
    const int fd = memfd_create("wire", 0);
    lf_wire_send_begun(fd, &record);
    const ssize_t n = pread(fd, bytes, sizeof bytes, 0);
    close(fd);
    assert_true(n > 0);
    refused(bytes, (size_t)n);
}

/* A dimension that was claimed is no memory before its numbers are here. */
static void test_claimed_dimension(void **state) {
    (void)state;
    unsigned char bytes[4096];
    size_t n = sent(bytes);
    const uint64_t claimed = (uint64_t)1 << 27;
    memcpy(bytes + 16, &claimed, sizeof claimed); /* the first number of "begun" */
    /* The last numbers of "end": how many, then three of them. */
    memcpy(bytes + n - 4 * sizeof claimed, &claimed, sizeof claimed);
    lf_wire wire = {0};
    lf_record record = {.spec.checkpoints = 4};
    assert_ok(lf_wire_feed(&wire, bytes, n));
    assert_int_equal(take_all(&wire, &record), -1);
    assert_int_equal(record.dim, claimed);
    assert_null(record.iterate);
    lf_wire_clear(&wire);
    lf_record_clear(&record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),          cmocka_unit_test(test_wrong_bytes),
        cmocka_unit_test(test_out_of_order),   cmocka_unit_test(test_bad_notes),
        cmocka_unit_test(test_repeated_names), cmocka_unit_test(test_claimed_dimension),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
