/* The file of a run under way: whole or not taken, of this run or not taken, and what does not fit
 * is set aside with a reason while the run starts from the beginning. */
#include <sys/resource.h>
#include <sys/stat.h>

#include "execute.h"
#include "harness/run/checkpoint.h"
#include "scratch.h"

/* What a run told of its checkpoint, the last line of it. */
static char note[1024];
static double earlier;

static void noted(void *context, double earlier_seconds, const char *text) {
    (void)context;
    earlier = earlier_seconds;
    snprintf(note, sizeof note, "%s", text);
}

static lf_run_spec spec; /* of the test under way */

/* Run it; `asked` to end: after one step more. */
static void sit(void **state, bool asked, bool fresh) {
    const lf_saving saving = {.folder = *state, .seconds = 1000, .fresh = fresh};
    const lf_run_observer observer = {.noted = noted};
    lf_record_clear(&record);
    note[0] = '\0';
    earlier = 0;
    lf_saving_asked = asked ? SIGTERM : 0;
    lf_run_execute_saved(&spec, 0, &saving, &observer, &record);
    lf_saving_asked = 0;
}

/* Path of the checkpoint of `spec`. */
static const char *path_of(void **state) {
    static char path[LF_PATH_BYTES];
    char key[LF_SHA256_TEXT];
    const lf_saving saving = {.folder = *state};
    lf_run_spec_key(&spec, key, NULL);
    assert_ok(lf_saving_path(&saving, key, path));
    return path;
}

/* How many seconds the note tells depends on the machine. */
static void noted_after(const char *step) {
    char want[64];
    const int n = snprintf(want, sizeof want, "goes on from its checkpoint after step %s, ", step);
    if (strncmp(note, want, (size_t)n) != 0) assert_string_equal(note, want);
}

/* The checkpoint after two steps, as bytes. */
static char *saved(void **state, size_t *size) {
    char *bytes;
    spec = spec_of("probe", "80:samples");
    sit(state, true, false);
    ended(LF_RUN_KILLED, "interrupted by SIGTERM after step 1");
    sit(state, true, false);
    ended(LF_RUN_KILLED, "interrupted by SIGTERM after step 2");
    noted_after("1");
    assert_ok(lf_file_read(path_of(state), (size_t)1 << 20, &bytes, size));
    return bytes;
}

static void put(void **state, const void *bytes, size_t size) {
    const char *path = path_of(state);
    assert_non_null(scratch_write(state, strrchr(path, '/') + 1, bytes, size));
}

/* The run starts anew because of `why`; the file has another name now. */
static void assert_set_aside(void **state, const char *why) {
    char aside[LF_PATH_BYTES];
    sit(state, false, false);
    if (!strstr(note, why)) print_error("note: %s\n", note);
    assert_non_null(strstr(note, "starts from the beginning; its checkpoint is set aside: "));
    assert_non_null(strstr(note, why));
    ended(LF_RUN_DONE, "budget spent");
    assert_ok(lf_path_format(aside, "%s.aside", path_of(state)));
    assert_true(lf_file_readable(aside) && !lf_file_readable(path_of(state)));
}

/* Two steps, then the rest: the same trace as in one piece, and no file appears while seconds are
 * long. */
static void test_goes_on(void **state) {
    size_t size;
    char whole[65];
    free(saved(state, &size));
    sit(state, false, false);
    noted_after("2");
    ended(LF_RUN_DONE, "budget spent");
    memcpy(whole, record.trace_sha256, sizeof whole);
    execute("probe", "80:samples");
    assert_string_equal(record.trace_sha256, whole);
    scratch_empty(*state);
    sit(state, false, false);
    assert_string_equal(note, "");
    assert_int_equal(scratch_count(*state), 0);
}

static void test_fresh(void **state) {
    size_t size;
    free(saved(state, &size));
    sit(state, false, true);
    assert_string_equal(note, "");
    assert_true(lf_file_readable(path_of(state)));
}

/* Cut anywhere, and with any one bit wrong: never taken. (Every 13th place is tried.) */
static void test_torn(void **state) {
    size_t size;
    char *bytes = saved(state, &size);
    lf_checkpoint_in in;
    for (size_t n = 0; n < size; n += 13) {
        put(state, bytes, n);
        assert_int_equal(lf_checkpoint_open(path_of(state), &in), LF_BAD_INPUT);
    }
    for (size_t i = 0; i < size; i += 13) {
        bytes[i] ^= (char)(1 << i % 8);
        put(state, bytes, size);
        assert_int_not_equal(lf_checkpoint_open(path_of(state), &in), LF_OK);
        bytes[i] ^= (char)(1 << i % 8);
    }
    put(state, bytes, size / 2);
    assert_set_aside(state, "torn");
    bytes[size - 100] ^= 1;
    put(state, bytes, size);
    assert_set_aside(state, "do not have its checksum");
    free(bytes);
}

/* A pipe of that name, to which nobody writes, is no checkpoint and is not waited for. */
static void test_pipe(void **state) {
    lf_checkpoint_in in;
    lf_checkpoint_head head;
    assert_int_equal(mkfifo(path_of(state), 0600), 0);
    assert_int_not_equal(lf_checkpoint_open(path_of(state), &in), LF_OK);
    assert_int_not_equal(lf_checkpoint_peek(path_of(state), &head), LF_OK);
}

/* The head as it would be from elsewhere, under a checksum that is right. */
static void forge(void **state, char *bytes, size_t size, size_t offset, const char *text) {
    char *forged = malloc(size), sum[LF_SHA256_TEXT];
    memcpy(forged, bytes, size);
    memcpy(forged + offset, text, strlen(text));
    assert_ok(lf_sha256_of(forged, size - 64, sum));
    memcpy(forged + size - 64, sum, 64);
    put(state, forged, size);
    free(forged);
}

static void test_other_origin(void **state) {
    size_t size;
    char *bytes = saved(state, &size);
    const struct {
        size_t offset;
        const char *text, *why;
    } other[] = {
        {offsetof(lf_checkpoint_head, version), "\2", "version 2, and this program reads 1"},
        {offsetof(lf_checkpoint_head, key), "not a hash", "of another configuration"},
        {offsetof(lf_checkpoint_head, data_sha256), "0123", "the data set is not what it was"},
        {offsetof(lf_checkpoint_head, words), "9.9.9 (abc), OpenBLAS Elsewhere,", "Elsewhere"},
        {offsetof(lf_checkpoint_head, program), "not a hash", "built anew"},
        {offsetof(lf_checkpoint_head, mark), "LFOTHER", "no checkpoint"},
    };
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        forge(state, bytes, size, other[i].offset, other[i].text);
        assert_set_aside(state, other[i].why);
    }
    free(bytes);
}

/* A folder that cannot be, and a disk that is full (a limit on the size of files): the run goes on,
 * and says once that it is not saved. */
static void test_cannot_be_written(void **state) {
    struct rlimit before;
    spec = spec_of("probe", "80:samples");
    const lf_saving nowhere = {.folder = "/dev/null/checkpoints"};
    const lf_run_observer observer = {.noted = noted};
    lf_record_clear(&record);
    lf_run_execute_saved(&spec, 0, &nowhere, &observer, &record);
    ended(LF_RUN_DONE, "budget spent");
    assert_non_null(strstr(note, "no checkpoint is written: /dev/null"));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){100, before.rlim_max});
    sit(state, true, false);
    setrlimit(RLIMIT_FSIZE, &before);
    ended(LF_RUN_KILLED, "interrupted by SIGTERM after step 1");
    assert_non_null(strstr(note, "no checkpoint is written: "));
    assert_int_equal(scratch_count(*state), 0);
}

/* A method that keeps state elsewhere: its run is not saved, and comes to its end. */
static void test_unsaved(void **state) {
    static lf_algorithm elsewhere;
    elsewhere = probe;
    elsewhere.name = "probe_elsewhere";
    elsewhere.unsaved = true;
    assert_ok(lf_registry_add_algorithm(&elsewhere));
    spec = spec_of("probe_elsewhere", "80:samples");
    sit(state, true, false);
    ended(LF_RUN_DONE, "budget spent");
    assert_int_equal(scratch_count(*state), 0);
}

/* Half a file of a killed writer goes; a checkpoint stays, and goes with its result. */
static void test_tidy(void **state) {
    size_t size;
    char key[LF_SHA256_TEXT];
    char path[LF_PATH_BYTES];
    void *folder = path;
    const lf_saving saving = {.folder = path};
    assert_ok(lf_path_format(path, "%s/checkpoints", (const char *)*state));
    assert_ok(lf_folder_make(saving.folder));
    free(saved(&folder, &size));
    assert_non_null(scratch_write(state, "checkpoints/.0123.lfc.99.0.tmp", "x", 1));
    lf_saving_tidy(&saving);
    assert_int_equal(scratch_count(saving.folder), 1);
    lf_run_spec_key(&spec, key, NULL);
    lf_saving_remove(&saving, key);
    lf_saving_tidy(&saving);
    assert_int_equal(scratch_count(saving.folder), -1);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_goes_on),           CASE(test_fresh),   CASE(test_torn), CASE(test_other_origin),
        CASE(test_cannot_be_written), CASE(test_unsaved), CASE(test_tidy), CASE(test_pipe),
    };
    return cmocka_run_group_tests(tests, load, clear);
}
