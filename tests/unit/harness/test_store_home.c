/* A store whose folder is deleted again and again while records come in: none of them is lost, and
 * none is refused. */
#include <sys/wait.h>
#include <unistd.h>

#include "base/path.h"
#include "base/text.h"
#include "harness/store/store.h"
#include "near.h"
#include "sample_record.h"
#include "scratch.h"

/* Remove the folder so often, then end. Fewer times than a store tries to write itself anew, so
 * that no machine is too slow. */
static pid_t remove_often(const char *dir) {
    static const char script[] =
        "for i in 1 2 3 4 5 6 7 8 9 10; do rm -rf \"$0\"; sleep 0.03; done";
    const pid_t child = fork();
    if (child == 0) {
        execlp("sh", "sh", "-c", script, dir, (char *)NULL);
        _exit(127);
    }
    return child;
}

static void put(lf_store *store, uint64_t seed) {
    lf_record record;
    sample_record(seed, &record);
    const lf_status status = lf_store_put(store, &record);
    if (status != LF_OK) print_error("record %d: %s\n", (int)seed, lf_message());
    assert_int_equal(status, LF_OK);
    lf_record_clear(&record);
}

static void test_removed_often(void **state) {
    lf_store *store;
    char **keys, dir[LF_PATH_BYTES];
    size_t n, records = 0;
    int ended;
    snprintf(dir, sizeof dir, "%s", scratch_path(state, "results"));
    assert_ok(lf_store_open(dir, true, &store));
    const pid_t child = remove_often(dir);
    while (waitpid(child, &ended, WNOHANG) == 0)
        put(store, records++);
    put(store, records++);
    assert_non_null(strstr(lf_store_take_note(store), "all that it held is in a new one there"));
    lf_store_close(store);
    assert_ok(lf_store_open(dir, false, &store));
    assert_ok(lf_store_keys(store, &keys, &n));
    assert_int_equal(n, records);
    lf_text_list_free(keys, n);
    lf_store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_removed_often, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
