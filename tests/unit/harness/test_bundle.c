/* Archives: the same members give the same bytes, and nothing but what the writer writes is read.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/archive/bundle.h"
#include "near.h"

static void put(lf_bundle *bundle, const char *name, const char *text) {
    assert_ok(lf_bundle_take_text(bundle, name, strdup(text)));
}

/* Three members, put in from the back, one of which gets shorter by being packed. */
static void fill(lf_bundle *bundle) {
    char long_text[2001];
    memset(long_text, 'a', 2000);
    long_text[2000] = '\0';
    *bundle = (lf_bundle){0};
    put(bundle, "runs/b.jsonl", long_text);
    put(bundle, "figures/a.svg", "<svg/>");
    put(bundle, "README.md", "");
}

static void test_round(void **state) {
    (void)state;
    lf_bundle made, read;
    lf_bundle_roots roots, again;
    char *bytes, *second;
    size_t size, second_size;
    fill(&made);
    assert_ok(lf_bundle_seal(&made, &roots));
    assert_ok(lf_zip_make(&made, &bytes, &size));
    assert_true(size < 1500);
    assert_ok(lf_zip_read(bytes, size, "x", &read));
    assert_int_equal(read.members, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(read.member[i].name, made.member[i].name);
        assert_int_equal(read.member[i].size, made.member[i].size);
        assert_memory_equal(read.member[i].bytes, made.member[i].bytes, made.member[i].size);
    }
    assert_ok(lf_bundle_check(&read, &again));
    assert_string_equal(again.root, roots.root);
    assert_ok(lf_zip_make(&read, &second, &second_size));
    assert_int_equal(second_size, size);
    assert_memory_equal(second, bytes, size);
    free(second);
    free(bytes);
    lf_bundle_clear(&read);
    lf_bundle_clear(&made);
}

/* The root by hand: two halves, of which one has two leaves. */
static void test_root(void **state) {
    (void)state;
    lf_bundle bundle;
    lf_bundle_roots roots;
    char a[65], b[65], text[200], hex[65];
    fill(&bundle);
    assert_ok(lf_bundle_root(&bundle, &roots));
    assert_ok(lf_sha256_of("leaf\0README.md\0", 15, a));
    assert_ok(lf_sha256_of("leaf\0figures/a.svg\0<svg/>", 25, b));
    int n = snprintf(text, sizeof text, "node%c%s%s", 0, a, b);
    assert_ok(lf_sha256_of(text, (size_t)n, hex));
    assert_string_equal(roots.drawn, hex);
    n = snprintf(text, sizeof text, "node%c%s%s", 0, roots.results, roots.drawn);
    assert_ok(lf_sha256_of(text, (size_t)n, hex));
    assert_string_equal(roots.root, hex);
    lf_bundle_clear(&bundle);
}

/* Not one bit of an archive can be another without being noticed: by the zip or by the manifest. */
static void test_bits(void **state) {
    (void)state;
    lf_bundle made;
    lf_bundle_roots roots;
    char *bytes;
    size_t size;
    fill(&made);
    assert_ok(lf_bundle_seal(&made, &roots));
    assert_ok(lf_zip_make(&made, &bytes, &size));
    lf_bundle_clear(&made);
    for (size_t i = 0; i < 8 * size; i++) {
        lf_bundle read;
        bytes[i / 8] = (char)(bytes[i / 8] ^ 1 << i % 8);
        if (lf_zip_read(bytes, size, "x", &read) == LF_OK) {
            if (lf_bundle_check(&read, &roots) == LF_OK) {
                char *again; /* two packed forms of one content: the members are the same */
                size_t again_size;
                assert_ok(lf_zip_make(&read, &again, &again_size));
                bytes[i / 8] = (char)(bytes[i / 8] ^ 1 << i % 8);
                assert_memory_equal(again, bytes, size);
                bytes[i / 8] = (char)(bytes[i / 8] ^ 1 << i % 8);
                free(again);
            }
            lf_bundle_clear(&read);
        } else {
            assert_non_null(strstr(lf_message(), "x: "));
        }
        bytes[i / 8] = (char)(bytes[i / 8] ^ 1 << i % 8);
    }
    for (size_t shorter = 0; shorter < size; shorter++) {
        lf_bundle read;
        assert_int_equal(lf_zip_read(bytes, shorter, "x", &read), LF_BAD_INPUT);
    }
    free(bytes);
}

static void test_names(void **state) {
    (void)state;
    static const char *const bad[] = {"",     "/a",   "a/",  "a//b", "..",   "a/../b", "./a",
                                      ".git", "a\\b", "a b", "c:a",  "a\nb", "a/.x",   "\xc3\xa9"};
    lf_bundle bundle = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(lf_bundle_is_name(bad[i]));
        assert_int_equal(lf_bundle_take_text(&bundle, bad[i], strdup("x")), LF_BAD_INPUT);
    }
    char long_name[400];
    memset(long_name, 'n', sizeof long_name);
    long_name[399] = '\0';
    assert_false(lf_bundle_is_name(long_name));
    put(&bundle, "a/b-1.json", "");
    assert_int_equal(lf_bundle_take_text(&bundle, "a/b-1.json", strdup("x")), LF_BAD_INPUT);
    assert_int_equal(lf_bundle_take_text(&bundle, "none", NULL), LF_NO_MEMORY);
    assert_int_equal(bundle.members, 1);
    assert_null(lf_bundle_find(&bundle, "a/b"));
    lf_bundle_clear(&bundle);
}

/* A member that is not listed, one that is not there, one that is another. */
static void test_manifest(void **state) {
    (void)state;
    lf_bundle bundle;
    lf_bundle_roots roots;
    fill(&bundle);
    assert_int_equal(lf_bundle_check(&bundle, &roots), LF_BAD_INPUT);
    assert_ok(lf_bundle_seal(&bundle, &roots));
    assert_ok(lf_bundle_check(&bundle, &roots));
    bundle.member[0].name[0] = 'S'; /* README.md, which is no drawing under another name */
    assert_int_equal(lf_bundle_check(&bundle, &roots), LF_BAD_INPUT);
    bundle.member[0].name[0] = 'R';
    put(&bundle, "extra", "");
    assert_int_equal(lf_bundle_check(&bundle, &roots), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "extra"));
    lf_bundle_clear(&bundle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round), cmocka_unit_test(test_root),     cmocka_unit_test(test_bits),
        cmocka_unit_test(test_names), cmocka_unit_test(test_manifest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
