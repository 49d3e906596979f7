/* NPY: every version, order and number type, and headers that lie. */
#include <unistd.h>

#include "near.h"
#include "npy_file.h"
#include "table.h"

#include "datasets/readers/parts/npy.h"

/* 2 x 3: 1 2 3 / 4 5 6 */
static const double rows_first[] = {1, 2, 3, 4, 5, 6}, columns_first[] = {1, 4, 2, 5, 3, 6};

static void check_numbers(const char *path) {
    lf_npy npy;
    assert_non_null(path);
    assert_ok(lf_npy_open(path, &npy));
    assert_int_equal(npy.rows, 2);
    assert_int_equal(npy.columns, 3);
    double value[6];
    assert_ok(lf_npy_rows(&npy, 0, 2, value));
    for (size_t k = 0; k < 6; k++)
        assert_near(value[k], 1 + (double)k, 0);
    assert_ok(lf_npy_rows(&npy, 1, 1, value));
    assert_near(value[2], 6, 0);
    lf_npy_close(&npy);
}

static void test_orders_and_versions(void **state) {
    static const char c[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }    \n";
    static const char f[] = "{\"shape\": (2,3), 'fortran_order': True, 'descr': '<f8'}\n";
    for (unsigned version = 1; version <= 3; version++) {
        check_numbers(npy_file(state, "a.npy", version, c, rows_first, sizeof rows_first));
        check_numbers(npy_file(state, "a.npy", version, f, columns_first, sizeof columns_first));
    }
}

#define CHECK_TYPE(type, descr)                                                                    \
    do {                                                                                           \
        const type number[] = {1, 2, 3, 4, 5, 6};                                                  \
        check_numbers(npy_file(state, "t.npy", 1,                                                  \
                               "{'descr': '" descr                                                 \
                               "', 'fortran_order': False, 'shape': (2, 3), }\n",                  \
                               number, sizeof number));                                            \
    } while (0)

static void test_types(void **state) {
    CHECK_TYPE(float, "<f4");
    CHECK_TYPE(double, "<f8");
    CHECK_TYPE(int8_t, "|i1");
    CHECK_TYPE(int16_t, "<i2");
    CHECK_TYPE(int32_t, "<i4");
    CHECK_TYPE(int64_t, "<i8");
    CHECK_TYPE(uint8_t, "|u1");
    CHECK_TYPE(uint16_t, "<u2");
    CHECK_TYPE(uint32_t, "<u4");
    CHECK_TYPE(uint64_t, "<u8");
}

/* Signs are those of the type: the same bytes, read as both. */
static void test_signs(void **state) {
    static const uint8_t bytes[] = {255, 1};
    lf_npy npy;
    double value[2];
    assert_ok(
        lf_npy_open(npy_file(state, "i.npy", 1,
                             "{'descr': '|i1', 'fortran_order': False, 'shape': (2,)}\n", bytes, 2),
                    &npy));
    assert_int_equal(npy.dimensions, 1);
    assert_ok(lf_npy_rows(&npy, 0, 2, value));
    assert_near(value[0], -1, 0);
    assert_near(value[1], 1, 0);
    lf_npy_close(&npy);
    assert_ok(
        lf_npy_open(npy_file(state, "u.npy", 1,
                             "{'descr': '|u1', 'fortran_order': False, 'shape': (2,)}\n", bytes, 2),
                    &npy));
    assert_ok(lf_npy_rows(&npy, 0, 1, value));
    assert_near(value[0], 255, 0);
    lf_npy_close(&npy);
}

static void check_refused(const char *path, const char *says) {
    lf_npy npy;
    assert_non_null(path);
    assert_int_equal(lf_npy_open(path, &npy), LF_BAD_INPUT);
    assert_message(path);
    assert_message(says);
    assert_null(npy.bytes);
}

static void test_hostile_headers(void **state) {
    static const char *const hostile[][2] = {
        {"", ":10: the header ends here, expected '{'"},
        {"{'descr': '<f8', 'fortran_order': False", ":49: the header ends here"},
        {"{'descr': '<f8', 'fortran_order': False}", "the keys 'descr', 'fortran_order' and"},
        {"{'descr': '>f8', 'fortran_order': False, 'shape': (2, 3)}", "expected a number type"},
        {"{'descr': '|O', 'fortran_order': False, 'shape': (2, 3)}", ":20: found \"'|O'"},
        {"{'descr': '<U8', 'fortran_order': False, 'shape': (2, 3)}", "expected a number type"},
        {"{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,)}", "a number type"},
        {"{'descr': '<f8', 'fortran_order': 0, 'shape': (2, 3)}", "expected True or False"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (-2, 3)}", "expected a length"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (0, 3)}",
         "there are no rows, expected a shape"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (3, 0)}", "there are no columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': ()}",
         "a single number without a shape"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 3)}", "more than two lengths"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': 6}", "expected a shape"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296)}",
         "expected 4294967296 x 4294967296"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999, 1)}",
         "fits 64 bits"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 4)}", "expected 2 x 4 of 8 bytes"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)}", "16 bytes are left over"},
        {"{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)}", "once"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), 'more': 1}", "one of the keys"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)} x", "the end of the header"},
    };
    for (size_t k = 0; k < sizeof hostile / sizeof *hostile; k++)
        check_refused(npy_file(state, "h.npy", 1, hostile[k][0], rows_first, sizeof rows_first),
                      hostile[k][1]);
}

static void test_hostile_files(void **state) {
    lf_npy npy;
    check_refused(scratch_write(state, "e.npy", "", 0), "the file is empty");
    check_refused(scratch_write(state, "m.npy", "PK\3\4 and so on", 14),
                  ":0: not an NPY file, expected what numpy.save writes, unpacked");
    check_refused(scratch_write(state, "s.npy", "\x93NUMPY\1", 7), ":0: not an NPY file");
    check_refused(scratch_write(state, "v.npy", "\x93NUMPY\4\0\0\0", 10), ":6: found version 4.0");
    check_refused(scratch_write(state, "l.npy", "\x93NUMPY\1\0\xff\xff{}", 12),
                  ":8: a header of 65535 bytes");
    check_refused(scratch_write(state, "w.npy", "\x93NUMPY\2\0\0\0", 10), ":8: a header");
    assert_int_equal(lf_npy_open(scratch_path(state, "none.npy"), &npy), LF_NOT_FOUND);
}

/* Cut anywhere, a file is refused. */
static void test_every_cut(void **state) {
    static const char c[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n";
    const char *whole = npy_file(state, "c.npy", 1, c, rows_first, sizeof rows_first);
    char bytes[256];
    FILE *file = fopen(whole, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_int_equal(size, 10 + strlen(c) + sizeof rows_first);
    for (size_t n = 0; n < size; n++) {
        lf_npy npy;
        assert_int_equal(lf_npy_open(scratch_write(state, "cut.npy", bytes, n), &npy),
                         LF_BAD_INPUT);
    }
}

/* Another program shortens the file while it is read: a refusal, and no signal. */
static void test_cut_while_read(void **state) {
    static const char c[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n";
    static const char f[] = "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }\n";
    const char *const orders[] = {c, f};
    for (size_t k = 0; k < 2; k++) {
        const char *path = npy_file(state, "c.npy", 1, orders[k], rows_first, sizeof rows_first);
        lf_npy npy;
        double value[6];
        assert_ok(lf_npy_open(path, &npy));
        assert_int_equal(truncate(path, (off_t)npy.data + 20), 0);
        assert_int_equal(lf_npy_rows(&npy, 0, 2, value), LF_BAD_INPUT);
        assert_message("the file ends here, and was longer when its reading began");
        lf_npy_close(&npy);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_orders_and_versions, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_types, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_signs, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_hostile_headers, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_hostile_files, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_every_cut, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_cut_while_read, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
