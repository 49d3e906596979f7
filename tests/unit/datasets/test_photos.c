/**
 * @file test_photos.c
 * @brief What an archive of photographs may unpack to.
 */
#include "photograph.h"
#include "table.h"

#include "datasets/readers/parts/photos.h"

enum { BYTES = 24 << 20 };

static lf_status count(void *context, const char *name, const uint8_t *bytes, size_t size) {
    (void)name, (void)bytes;
    *(size_t *)context += size;
    return LF_OK;
}

/* Two members of 24 MiB of zeros are below what is free, a third makes a bomb of them. */
static void test_bomb(void **state) {
    void *zeros = calloc(1, BYTES);
    const photograph_member member[] = {
        {"x/a.jpg", zeros, BYTES}, {"x/b.jpg", zeros, BYTES}, {"x/c.jpg", zeros, BYTES}};
    size_t bytes = 0;
    const char *path = photograph_zip(state, "x.zip", member, 2);
    assert_ok(lf_photos_visit(path, count, &bytes));
    assert_int_equal(bytes, 2 * BYTES);
    bytes = 0;
    path = photograph_zip(state, "x.zip", member, 3);
    assert_int_equal(lf_photos_visit(path, count, &bytes), LF_BAD_INPUT);
    assert_message("x.zip: unpacks to more than 500 times its size");
    assert_int_equal(bytes, 2 * BYTES);
    free(zeros);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_bomb, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
