/* The generated sparse set: the same bits everywhere, and labels that the words tell. */
#include "table.h"

#include "base/sha256.h"

/* Over row starts, columns and labels as stored; a new value here is a new data set. */
static const char stored[] = "cc39b63873349e098be6ff7408a04535dbcf95bcb77d789e2e310c59846c902c";

static lf_data *data;

static int open_data(void **state) {
    (void)state;
    unsetenv("LEVELFIELD_DATA");
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME"); /* needs no folder whatsoever */
    return lf_data_open("words", &data);
}

static int close_data(void **state) {
    (void)state;
    lf_data_close(data);
    return 0;
}

static void test_same_bits(void **state) {
    (void)state;
    char hex[LF_SHA256_TEXT];
    lf_sha256 hash;
    lf_sha256_start(&hash);
    lf_sha256_add(&hash, data->row_start, (data->rows + 1) * sizeof *data->row_start);
    lf_sha256_add(&hash, data->column, data->row_start[data->rows] * sizeof *data->column);
    lf_sha256_add(&hash, data->label, data->rows * sizeof *data->label);
    assert_ok(lf_sha256_finish(&hash, hex));
    assert_string_equal(hex, stored);
}

static void test_shape(void **state) {
    (void)state;
    size_t empty = 0, positive = 0;
    assert_int_equal(data->rows, 800);
    assert_int_equal(data->features, 40);
    assert_int_equal(data->train_rows, 400);
    assert_null(data->value);
    for (size_t i = 0; i < data->rows; i++) {
        empty += data->row_start[i] == data->row_start[i + 1];
        positive += data->label[i] > 0;
    }
    assert_true(empty > 0 && empty < 40);
    assert_true(positive > 200 && positive < 600);
    /* 5 words a row in the mean, deviation sqrt(4.3 / 800) = 0.07 */
    assert_near((double)data->row_start[data->rows] / 800, 5, 0.3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_shape),
    };
    return cmocka_run_group_tests_name("words", tests, open_data, close_data);
}
