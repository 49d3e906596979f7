/**
 * @file test_table_versions.c
 * @brief A table that is made or parsed otherwise than before has another version.
 *
 * A cache holds tables by name and version: whoever changes a generator or a parser and leaves the
 * version as it was computes with old tables here and with new ones elsewhere.
 * tests/baselines/tables.tsv has the version of every set and the SHA-256 of its table as the cache
 * would keep it; each set that is at hand is held to that. Where the form of cached tables changes
 * (LF_IMAGE_VERSION) all of them do, and no version has to.
 */
#include "table.h"

#include "base/file.h"
#include "base/sha256.h"
#include "datasets/obtain/locate.h"
#include "datasets/table/image.h"

enum { LINE = 256 };

static char *pinned; /* the file */

static int begin(void **state) {
    char path[LF_PATH_BYTES];
    size_t length;
    const char *source = getenv("LF_TEST_SOURCE");
    if (!source || scratch_setup(state) != 0 || setenv("XDG_CACHE_HOME", *state, 1) != 0) return -1;
    snprintf(path, sizeof path, "%s/tests/baselines/tables.tsv", source);
    return lf_file_read(path, 1 << 16, &pinned, &length) != LF_OK;
}

static int end(void **state) {
    free(pinned);
    return scratch_teardown(state);
}

/* Is there a line of the file that begins with these words? */
static bool pinned_begins(const char *words) {
    for (const char *line = pinned; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, words, strlen(words)) == 0) return true;
    }
    return false;
}

/* line <- what the file should say of the set; false: its files are not here. */
static bool made(const lf_dataset *entry, char line[LINE]) {
    char digest[LF_SHA256_TEXT];
    size_t bytes;
    lf_data *data;
    if (lf_data_open(entry->name, &data) != LF_OK) {
        if (lf_dataset_files(entry) == 0) fail_msg("%s: %s", entry->name, lf_message());
        return false;
    }
    const void *image = lf_image_bytes(data, &bytes);
    assert_non_null(image);
    assert_ok(lf_sha256_of(image, bytes, digest));
    snprintf(line, LINE, "%s\t%u\t%s\n", entry->name, entry->version, digest);
    lf_data_close(data);
    return true;
}

static void test_tables(void **state) {
    (void)state;
    const lf_dataset *const *entry;
    const size_t n = lf_dataset_list(&entry);
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        char line[LINE], version[LINE];
        if (entry[i]->survey) continue; /* whatever a folder of the user's holds */
        if (!made(entry[i], line)) {
            print_message("%s is not here\n", entry[i]->name);
            continue;
        }
        if (pinned_begins(line)) continue;
        wrong++;
        snprintf(version, sizeof version, "%s\t%u\t", entry[i]->name, entry[i]->version);
        print_error("%stables.tsv lacks %s",
                    pinned_begins(version) ? "other bytes under the same version: raise it; " : "",
                    line);
    }
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tables)};
    return cmocka_run_group_tests(tests, begin, end);
}
