/* A record on its way between two processes: whole, checked to the last bit, merged once. */
#include <errno.h>

#include "base/file.h"
#include "harness/store/shard.h"
#include "near.h"
#include "same_record.h"
#include "sample_record.h"
#include "scratch.h"

typedef struct {
    size_t damaged, conflicts;
    char why[512];
} aside;

static void shard_aside(void *context, const char *path, bool conflict, const char *why) {
    aside *a = context;
    assert_int_not_equal(access(path, F_OK), 0); /* it is not there any more */
    *(conflict ? &a->conflicts : &a->damaged) += 1;
    snprintf(a->why, sizeof a->why, "%s", why);
}

static lf_status shard_keep(void *context, const lf_record *record, bool *contradicts) {
    lf_record want;
    (void)context, (void)contradicts;
    sample_record(record->spec.seed, &want);
    assert_same_record(&want, record);
    lf_record_clear(&want);
    return LF_OK;
}

/* path <- the one shard of the folder. */
static void shard_only(const char *folder, char path[LF_PATH_BYTES]) {
    struct dirent **names;
    const int n = scandir(folder, &names, NULL, alphasort);
    assert_int_equal(n, 3);
    assert_ok(lf_path_format(path, "%s/%s", folder, names[2]->d_name));
    for (int i = 0; i < n; i++)
        free(names[i]);
    free(names);
}

static void shard_write(const char *folder, uint64_t seed) {
    lf_record record;
    sample_record(seed, &record);
    assert_ok(lf_shard_write(folder, &record));
    lf_record_clear(&record);
}

static void test_round_trip(void **state) {
    const char *folder = scratch_path(state, "shards");
    const lf_shard_reader reader = {NULL, NULL, shard_keep, NULL};
    shard_write(folder, 1);
    shard_write(folder, UINT64_MAX);
    assert_int_equal(lf_shards_count(folder), 2);
    assert_ok(lf_shards_take(folder, &reader));
    assert_int_equal(lf_shards_count(folder), 0);
    assert_ok(lf_shards_take(folder, &reader));
}

/* One bit of every 61st byte, one at a time, and a cut: never taken, always named. */
static void test_damage(void **state) {
    const char *folder = scratch_path(state, "shards");
    char path[LF_PATH_BYTES], aside_path[LF_PATH_BYTES + 16], *bytes;
    aside found = {0};
    const lf_shard_reader reader = {&found, NULL, shard_keep, shard_aside};
    size_t size, trials = 0;
    shard_write(folder, 1);
    shard_only(folder, path);
    assert_ok(lf_file_read(path, 1 << 20, &bytes, &size));
    snprintf(aside_path, sizeof aside_path, "%s.damaged", path);
    assert_int_equal(unlink(path), 0); /* a store is not written over */
    for (size_t at = 0; at < size; at += 61) {
        bytes[at] ^= 4;
        assert_ok(lf_file_write(path, bytes, size));
        bytes[at] ^= 4;
        assert_ok(lf_shards_take(folder, &reader));
        assert_int_equal(found.damaged, ++trials);
        assert_ptr_not_equal(strstr(found.why, "its bytes are not those"), NULL);
        assert_int_equal(unlink(aside_path), 0);
    }
    assert_ok(lf_file_write(path, bytes, size / 2));
    assert_ok(lf_shards_take(folder, &reader));
    assert_int_equal(found.damaged, trials + 1);
    free(bytes);
}

/* A whole shard under the name of another run. */
static void test_other_name(void **state) {
    const char *folder = scratch_path(state, "shards");
    char path[LF_PATH_BYTES], other[LF_PATH_BYTES];
    aside found = {0};
    const lf_shard_reader reader = {&found, NULL, shard_keep, shard_aside};
    shard_write(folder, 1);
    shard_only(folder, path);
    snprintf(other, sizeof other, "%s", path);
    char *name = strrchr(other, '/') + 1;
    name[0] = name[0] == '0' ? '1' : '0';
    assert_int_equal(rename(path, other), 0);
    assert_ok(lf_shards_take(folder, &reader));
    assert_int_equal(found.damaged, 1);
}

static void shard_said(void *context, const char *text) {
    (void)text;
    ++*(size_t *)context;
}

/* Merged, known, in conflict: the run that is stored stays. */
static void test_collect(void **state) {
    const char *dir = *state;
    char folder[LF_PATH_BYTES], stored[65];
    size_t said = 0;
    lf_collection collection = {.context = &said, .said = shard_said};
    lf_record record, back;
    lf_store *store;
    assert_ok(lf_path_format(folder, "%s/shards", dir));
    assert_ok(lf_store_collect(dir, &collection)); /* nothing there */
    shard_write(folder, 1);
    shard_write(folder, 2);
    assert_ok(lf_store_collect(dir, &collection));
    assert_int_equal(collection.merged, 2);
    shard_write(folder, 1);
    sample_record(2, &record);
    snprintf(stored, sizeof stored, "%s", record.trace_sha256);
    record.value[0] += 1;
    assert_ok(lf_trace_seal(&record));
    assert_ok(lf_shard_write(folder, &record));
    collection = (lf_collection){.context = &said, .said = shard_said};
    assert_ok(lf_store_collect(dir, &collection));
    assert_int_equal(collection.merged, 0);
    assert_int_equal(collection.known, 1);
    assert_int_equal(collection.conflicts, 1);
    assert_int_equal(said, 1);
    assert_ok(lf_store_open(dir, false, &store));
    assert_ok(lf_store_get(store, record.key, &back));
    assert_string_equal(back.trace_sha256, stored);
    lf_store_close(store);
    lf_record_clear(&back);
    lf_record_clear(&record);
}

/* A folder that is named like a shard is none, and the shard beside it is taken. */
static void test_folder(void **state) {
    char folder[LF_PATH_BYTES], path[LF_PATH_BYTES];
    const lf_shard_reader reader = {NULL, NULL, shard_keep, NULL};
    assert_ok(lf_path_format(folder, "%s/shards", (char *)*state));
    shard_write(folder, 1);
    shard_only(folder, path);
    assert_return_code(unlink(path) | mkdir(path, 0700), errno);
    shard_write(folder, 2);
    assert_int_equal(lf_shards_count(folder), 1);
    assert_ok(lf_shards_take(folder, &reader));
    assert_int_equal(lf_shards_count(folder), 0);
    assert_int_equal(access(path, F_OK), 0);
}

/* What is stored and no result gives way; a result never gives way to what is none. */
static void test_unfinished(void **state) {
    const char *dir = *state;
    char folder[LF_PATH_BYTES];
    lf_collection collection = {0};
    lf_record record, back;
    lf_store *store;
    assert_ok(lf_path_format(folder, "%s/shards", dir));
    sample_record(1, &record);
    record.status = LF_RUN_KILLED;
    assert_ok(lf_shard_write(folder, &record));
    assert_ok(lf_store_collect(dir, &collection));
    shard_write(folder, 1);
    assert_ok(lf_store_collect(dir, &collection));
    assert_int_equal(collection.merged, 2);
    assert_ok(lf_shard_write(folder, &record));
    assert_ok(lf_store_collect(dir, &collection));
    assert_int_equal(collection.merged, 2);
    assert_ok(lf_store_open(dir, false, &store));
    assert_ok(lf_store_get(store, record.key, &back));
    assert_int_equal(back.status, LF_RUN_DONE);
    lf_store_close(store);
    lf_record_clear(&back);
    lf_record_clear(&record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_damage, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_other_name, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_collect, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_folder, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_unfinished, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
