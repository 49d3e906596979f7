/**
 * @file test_catdog.c
 * @brief Cats and dogs in a folder and in a .zip: rows, split, identity, cache, and what is
 * refused.
 */
#include "photograph.h"
#include "table.h"

#include <dirent.h>
#include <time.h>

#include "datasets/obtain/fetch.h"
#include "datasets/obtain/locate.h"

enum { CATS = 6, DOGS = 5, ROWS = CATS + DOGS };
static photograph photo[ROWS]; /* cats first */
static char name[ROWS][32];
static int shade;

static void plain(size_t x, size_t y, uint8_t rgb[3]) {
    (void)x, (void)y;
    memset(rgb, shade, 3);
}

static int fill(void **state) {
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        const bool cat = i < CATS;
        shade = 20 * i + 10;
        photo[i] = photograph_make(40, 33, 3, plain);
        snprintf(name[i], sizeof *name, "%s.%d.jpg", cat ? "cat" : "dog", cat ? i : i - CATS);
    }
    return 0;
}

static int empty(void **state) {
    (void)state;
    for (int i = 0; i < ROWS; i++)
        free(photo[i].bytes);
    return 0;
}

static int setup(void **state) {
    if (scratch_setup(state) != 0) return -1;
    setenv("XDG_CACHE_HOME", *state, 1);
    setenv("LEVELFIELD_DATA", *state, 1);
    return lf_folder_make(scratch_path(state, "catdog")) == LF_OK ? 0 : -1;
}

static void write_folder(void **state) {
    char path[512];
    assert_ok(lf_folder_make(scratch_path(state, "catdog/train")));
    for (int i = ROWS; i-- > 0;) {
        snprintf(path, sizeof path, "catdog/train/%s", name[i]);
        assert_non_null(scratch_write(state, path, photo[i].bytes, photo[i].size));
    }
}

/* The archive, with `extra` members in front. */
static void write_zip(void **state, const photograph_member *extra, size_t n) {
    photograph_member member[ROWS + 8];
    char path[ROWS][512];
    for (size_t i = 0; i < n; i++)
        member[i] = extra[i];
    for (size_t i = 0; i < ROWS; i++) {
        snprintf(path[i], sizeof *path, "train/%s", name[i]);
        member[n + i] = (photograph_member){path[i], photo[i].bytes, photo[i].size};
    }
    assert_non_null(photograph_zip(state, "catdog/train.zip", member, n + ROWS));
}

/* Each photograph once, told by its shade, with its label; the classes are mixed. */
static void check_table(const lf_data *d) {
    bool seen[ROWS] = {false};
    size_t turns = 0;
    assert_true(d->rows == ROWS && d->train_rows == 8 && d->features == 3072);
    assert_true(d->channels == 3 && d->height == 32 && d->width == 32);
    assert_string_equal(d->attribute[0].name, "class");
    assert_string_equal(d->attribute[0].category[0], "cat");
    for (size_t r = 0; r < ROWS; r++) {
        const int i = (d->pixel[r * d->features] - 10 + 2) / 20;
        assert_true(i >= 0 && i < ROWS && !seen[i]);
        seen[i] = true;
        assert_near(d->label[r], i < CATS ? -1 : 1, 0);
        assert_int_equal(d->attribute[0].code[r], i >= CATS);
        turns += r > 0 && d->label[r] != d->label[r - 1];
    }
    assert_true(turns > 1);
}

static void test_folder_and_zip_are_one(void **state) {
    lf_data *zip = NULL, *folder = NULL, *again = NULL;
    write_zip(state, NULL, 0);
    assert_ok(lf_data_open("catdog", &zip));
    check_table(zip);
    write_folder(state); /* goes before the archive */
    scratch_write(state, "catdog/train/.hidden.jpg", "x", 1);
    scratch_write(state, "catdog/train/Thumbs.db", "x", 1);
    scratch_remove(scratch_path(state, "levelfield"));
    assert_ok(lf_data_open("catdog", &folder));
    assert_true(table_equal(zip, folder));
    assert_true(scratch_count(scratch_path(state, "levelfield/parsed")) > 0);
    assert_ok(lf_data_open("catdog", &again)); /* out of the cache */
    assert_true(table_equal(folder, again));
    assert_ok(lf_data_verify("catdog", NULL, NULL));
    lf_data_close(zip);
    lf_data_close(folder);
    lf_data_close(again);
}

/* Another content or another name is another set, whatever the cache has. */
static void test_identity(void **state) {
    char first[LF_SHA256_TEXT];
    lf_data *d;
    write_folder(state);
    assert_ok(lf_data_open("catdog", &d));
    strcpy(first, d->sha256);
    lf_data_close(d);
    rename(scratch_path(state, "catdog/train/dog.4.jpg"),
           scratch_path(state, "catdog/train/dog.9.jpg"));
    assert_ok(lf_data_open("catdog", &d));
    assert_string_not_equal(d->sha256, first);
    lf_data_close(d);
    rename(scratch_path(state, "catdog/train/dog.9.jpg"),
           scratch_path(state, "catdog/train/dog.4.jpg"));
    scratch_write(state, "catdog/train/cat.0.jpg", photo[1].bytes, photo[1].size);
    assert_ok(lf_data_open("catdog", &d));
    assert_string_not_equal(d->sha256, first);
    lf_data_close(d);
    scratch_write(state, "catdog/train/cat.0.jpg", photo[0].bytes, photo[0].size);
    assert_ok(lf_data_open("catdog", &d));
    assert_string_equal(d->sha256, first);
    lf_data_close(d);
}

static void check_refused(const char *message) {
    lf_data *d;
    assert_int_equal(lf_data_open("catdog", &d), LF_BAD_INPUT);
    assert_null(d);
    assert_message(message);
    assert_null(strchr(lf_message(), '\n'));
}

static void test_broken_images(void **state) {
    write_folder(state);
    scratch_write(state, "catdog/train/dog.2.jpg", photo[7].bytes, photo[7].size / 2);
    check_refused("catdog/train/dog.2.jpg: a JPEG image was expected: ");
    assert_int_equal(lf_data_verify("catdog", NULL, NULL), LF_BAD_INPUT);
    assert_message("catdog/train/dog.2.jpg");
    scratch_write(state, "catdog/train/dog.2.jpg", "", 0);
    check_refused("catdog/train/dog.2.jpg: a JPEG image was expected: ");
    remove(scratch_path(state, "catdog/train/dog.2.jpg"));
    scratch_write(state, "catdog/train/doge.jpg", photo[7].bytes, photo[7].size);
    check_refused("catdog/train/doge.jpg: expected only names such as cat.0.jpg");
    remove(scratch_path(state, "catdog/train/doge.jpg"));
    assert_ok(lf_folder_make(scratch_path(state, "catdog/train/dog.2.jpg")));
    check_refused("catdog/train/dog.2.jpg: no regular file");
}

static void test_too_few(void **state) {
    assert_ok(lf_folder_make(scratch_path(state, "catdog/train")));
    check_refused("catdog/train: found 0 images, expected cats and dogs");
    scratch_write(state, "catdog/train/cat.0.jpg", photo[0].bytes, photo[0].size);
    scratch_write(state, "catdog/train/cat.1.jpg", photo[1].bytes, photo[1].size);
    check_refused("catdog/train: found 2 images, expected cats and dogs");
}

/* Members are matched by name and never written anywhere; names that lead outside are refused. */
static void test_hostile_zip(void **state) {
    const photograph_member aside[] = {
        {"train/deep/cat.93.jpg", "x", 1},
        {"train/._cat.94.jpg", "x", 1},
        {"other/train/cat.95.jpg", "x", 1},
        {"train/notes.txt", "x", 1},
    };
    const photograph_member outside[] = {
        {"/train/cat.90.jpg", "x", 1},
        {"../train/cat.91.jpg", "x", 1},
        {"train/../cat.92.jpg", "x", 1},
    };
    const photograph_member link = {"train/cat.96.jpg", NULL, 0};
    const photograph_member twice = {"train/cat.3.jpg", photo[3].bytes, photo[3].size};
    const photograph_member broken = {"train/cat.97.jpg", photo[3].bytes, 100};
    lf_data *d;
    write_zip(state, aside, sizeof aside / sizeof *aside);
    assert_ok(lf_data_open("catdog", &d));
    check_table(d);
    lf_data_close(d);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        write_zip(state, &outside[i], 1);
        check_refused("catdog/train.zip: the member \"");
        assert_message(outside[i].name);
        assert_message("leads out of its folder");
    }
    write_zip(state, &link, 1);
    check_refused("catdog/train.zip: the member \"train/cat.96.jpg\" is a link or a device");
    write_zip(state, &twice, 1);
    check_refused("catdog/train.zip: \"cat.3.jpg\" stands twice");
    write_zip(state, &broken, 1);
    check_refused("catdog/train.zip/cat.97.jpg: a JPEG image was expected: ");
    assert_int_equal(scratch_count(scratch_path(state, "catdog")), 1);
    scratch_write(state, "catdog/train.zip", "no archive", 10);
    check_refused("catdog/train.zip: the archive is damaged or cut short");
}

/* Without a central directory, which stands at the end, libarchive reads what is there: so a cut
 * archive is refused, or, cut within that directory, complete. */
static void test_cut_zip(void **state) {
    char *bytes;
    size_t size, refused = 0;
    write_zip(state, NULL, 0);
    assert_ok(lf_file_read(scratch_path(state, "catdog/train.zip"), 1 << 20, &bytes, &size));
    for (size_t cut = 30; cut < size; cut += 97) {
        lf_data *d = NULL;
        scratch_write(state, "catdog/train.zip", bytes, cut);
        if (lf_data_open("catdog", &d) == LF_OK) {
            check_table(d);
            lf_data_close(d);
            continue;
        }
        refused++;
        assert_null(d);
        assert_message("catdog/train.zip");
    }
    assert_true(refused > 0);
    free(bytes);
}

/* path <- the only note of a survey; how many there are. */
static size_t find_note(void **state, char path[512]) {
    size_t n = 0;
    DIR *folder = opendir(scratch_path(state, "levelfield/parsed"));
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (!strstr(entry->d_name, ".survey")) continue;
        snprintf(path, 512, "%s/%s", scratch_path(state, "levelfield/parsed"), entry->d_name);
        n++;
    }
    if (folder) closedir(folder);
    return n;
}

/* What a survey found is noted once its files have been still for a second, and believed until one
 * of them changes: a note that is wrong shows who believes it. */
static void test_remembered(void **state) {
    static const char wrong[] = "0000000000000000000000000000000000000000000000000000000000000000 "
                                "11 8\n";
    char path[512] = "";
    lf_data *d;
    write_folder(state);
    assert_ok(lf_data_open("catdog", &d));
    lf_data_close(d);
    assert_int_equal(find_note(state, path), 0);
    nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 100000000}, NULL);
    for (int again = 0; again < 2; again++) {
        assert_ok(lf_data_open("catdog", &d));
        check_table(d);
        lf_data_close(d);
        assert_int_equal(find_note(state, path), 1);
    }
    assert_ok(lf_file_write(path, wrong, strlen(wrong)));
    check_refused("catdog/train: changed while it was read");
    assert_ok(lf_data_verify("catdog", NULL, NULL)); /* reads everything, whatever is noted */
    scratch_write(state, "catdog/train/cat.0.jpg", photo[0].bytes, photo[0].size);
    assert_ok(lf_data_open("catdog", &d));
    check_table(d);
    lf_data_close(d);
    assert_ok(lf_file_write(path, "no note", 7));
    nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 100000000}, NULL);
    assert_ok(lf_data_open("catdog", &d));
    lf_data_close(d);
    assert_int_equal(find_note(state, path), 2);
}

static void test_missing(void **state) {
    (void)state;
    lf_data *d;
    assert_int_equal(lf_data_open("catdog", &d), LF_NOT_FOUND);
    assert_message("catdog needs catdog/train.zip or catdog/train, which is readable neither in");
    assert_null(strstr(lf_message(), "data fetch"));
    assert_int_equal(lf_data_fetch("catdog", NULL), LF_UNSUPPORTED);
    assert_message("catdog/train.zip cannot be fetched: Kaggle asks for an account");
    write_folder(state);
    assert_ok(lf_data_fetch("catdog", NULL)); /* it is there */
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(test_folder_and_zip_are_one),
        IN_SCRATCH(test_identity),
        IN_SCRATCH(test_broken_images),
        IN_SCRATCH(test_too_few),
        IN_SCRATCH(test_hostile_zip),
        IN_SCRATCH(test_cut_zip),
        IN_SCRATCH(test_remembered),
        IN_SCRATCH(test_missing),
    };
    return cmocka_run_group_tests(tests, fill, empty);
}
