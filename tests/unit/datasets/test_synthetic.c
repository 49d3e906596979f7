/**
 * @file test_synthetic.c
 * @brief The paper's synthetic set in full, and that it is kept in the cache. Not with a sanitizer,
 * under which it takes long.
 */
#include "table.h"

#include "base/file.h"
#include "base/sha256.h"
#include "datasets/obtain/cache.h"
#include "datasets/parse.h"

enum { M = 25, D = 1024, N = 1000 };

/* Over all of the table; a new value here is a new data set, and asks for a new version of it. */
static const char stored[] = "7520e528e78791a6fe243cc8a17491619df9ba3507a7d14b1b27fc152b1f9d91";

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define skip_with_sanitizer() (print_message("skipped: too slow under a sanitizer\n"), skip())
#else
#define skip_with_sanitizer() (void)0
#endif

static int own_cache(void **state) {
    return scratch_setup(state) != 0 ? -1 : setenv("XDG_CACHE_HOME", *state, 1);
}

static void check_bytes(const lf_data *d) {
    char hex[LF_SHA256_TEXT];
    lf_sha256 hash;
    lf_sha256_start(&hash);
    lf_sha256_add(&hash, d->dense, d->rows * d->features * sizeof(double));
    lf_sha256_add(&hash, d->label, d->rows * sizeof(double));
    table_hash_codes(&hash, d, 0);
    assert_ok(lf_sha256_finish(&hash, hex));
    assert_string_equal(hex, stored);
}

/* The first opening generates it and puts it into the cache, the second one takes it from there. */
static void test_full_set(void **state) {
    skip_with_sanitizer();
    char identity[LF_SHA256_TEXT], name[256];
    lf_data *first, *second, *cached;
    assert_ok(lf_data_open("synthetic", &first));
    assert_int_equal(first->rows, 2 * M * N);
    assert_int_equal(first->features, D);
    assert_int_equal(first->train_rows, M * N);
    check_bytes(first);
    assert_ok(lf_cache_identity(lf_dataset_find("synthetic"), identity));
    snprintf(name, sizeof name, "levelfield/parsed/%s.lfd", identity);
    assert_true(lf_file_readable(scratch_path(state, name)));
    lf_cache_load(identity, &cached);
    assert_non_null(cached);
    assert_ok(lf_data_open("synthetic", &second));
    assert_true(table_equal(first, second) && table_equal(first, cached));
    lf_data_close(first);
    lf_data_close(second);
    lf_data_close(cached);
}

/* What takes no time to make leaves the cache alone, the next larger set does not, and a cache that
 * cannot be written is no obstacle. */
static void test_small_sets(void **state) {
    lf_data *made, *kept;
    assert_ok(lf_data_open("words", &made));
    lf_data_close(made);
    assert_int_equal(scratch_count(*state), 0);
    for (size_t again = 0; again < 2; again++) {
        assert_ok(lf_data_open("two_groups", &kept));
        assert_int_equal(scratch_count(*state), 1);
        assert_ok(lf_dataset_parse(lf_dataset_find("two_groups"), &made));
        assert_true(table_equal(made, kept));
        lf_data_close(made);
        lf_data_close(kept);
    }
}

static void test_without_cache(void **state) {
    lf_data *d;
    skip_with_sanitizer();
    scratch_write(state, "file", "x", 1);
    setenv("XDG_CACHE_HOME", scratch_path(state, "file"), 1); /* no folder can be made there */
    assert_ok(lf_data_open("synthetic", &d));
    check_bytes(d);
    lf_data_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_full_set, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_small_sets, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_without_cache, own_cache, scratch_teardown),
    };
    return cmocka_run_group_tests_name("synthetic", tests, NULL, NULL);
}
