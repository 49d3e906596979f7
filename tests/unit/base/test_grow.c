/**
 * @file test_grow.c
 * @brief Lists that grow item by item, as far as there is memory.
 */
#include "allocations.h"
#include "near.h"

#include <stdlib.h>

#include "base/grow.h"

typedef struct {
    size_t number;
    char tail[7];
} item;

static void test_items_stay(void **state) {
    (void)state;
    item *list = NULL;
    for (size_t n = 0; n < 100; n++) {
        assert_ok(lf_grow(&list, n, sizeof *list, "items"));
        assert_int_equal(list[n].number, 0);
        assert_int_equal(list[n].tail[6], 0);
        list[n] = (item){n + 1, "filled"};
    }
    for (size_t n = 0; n < 100; n++)
        assert_int_equal(list[n].number, n + 1);
    free(list);
}

/* What is taken off the end is room again, and zeroed when it is asked for. */
static void test_shorter_again(void **state) {
    (void)state;
    item *list = NULL;
    for (size_t n = 0; n < 5; n++) {
        assert_ok(lf_grow(&list, n, sizeof *list, "items"));
        list[n].number = n + 1;
    }
    for (size_t n = 2; n < 9; n++) {
        assert_ok(lf_grow(&list, n, sizeof *list, "items"));
        assert_int_equal(list[n].number, 0);
    }
    assert_int_equal(list[1].number, 2);
    free(list);
}

/* Twice the room each time: seven allocations for 64 items, and the next one is refused. */
static void test_room(void **state) {
    (void)state;
    if (!ALLOCATIONS_COUNTED) {
        print_message("skipped: the allocator of a sanitizer counts nothing\n");
        skip();
    }
    char *list = NULL;
    const size_t before = allocations;
    for (size_t n = 0; n < 64; n++) {
        assert_ok(lf_grow(&list, n, 1, "bytes"));
        list[n] = 'b';
    }
    assert_int_equal(allocations - before, 7);
    char *const kept = list;
    allocations_refused = allocations + 1;
    const lf_status status = lf_grow(&list, 64, 1, "bytes");
    allocations_refused = 0;
    assert_int_equal(status, LF_NO_MEMORY);
    assert_string_equal(lf_message(), "no memory for bytes");
    assert_ptr_equal(list, kept);
    assert_int_equal(list[63], 'b');
    free(list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items_stay),
        cmocka_unit_test(test_shorter_again),
        cmocka_unit_test(test_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
