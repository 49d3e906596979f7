/**
 * @file test_archive.c
 * @brief Members of archives: read through their path, and every way an archive can be hostile.
 */
#include "packed.h"
#include "table.h"

#include <stdio.h>

#include "base/file.h"
#include "datasets/files/archive.h"
#include "datasets/files/bytes.h"
#include "datasets/obtain/fetch.h"
#include "datasets/obtain/locate.h"

enum { SIZE = 3000 };
static uint8_t content[SIZE]; /* does not compress, so that a cut file lacks some of it */

static int fill(void **state) {
    uint32_t x = 1;
    (void)state;
    for (size_t i = 0; i < SIZE; i++)
        content[i] = (uint8_t)((x = 1664525 * x + 1013904223) >> 24);
    return 0;
}

/* path/x/train.bin, in a static buffer. */
static const char *member_of(const char *path) {
    static char through[LF_PATH_BYTES];
    snprintf(through, sizeof through, "%s/x/train.bin", path);
    return through;
}

/* Read the member x/train.bin; the status, after asserting that success means all its bytes. */
static lf_status read_member(const char *path) {
    lf_bytes *bytes;
    uint8_t got[SIZE + 1];
    size_t size = 0;
    LF_TRY(lf_bytes_open(member_of(path), &bytes));
    lf_status status = lf_bytes_read(bytes, got, sizeof got, &size);
    lf_bytes_close(bytes);
    LF_TRY(status);
    assert_int_equal(size, SIZE);
    assert_memory_equal(got, content, SIZE);
    return LF_OK;
}

static const packed_member wanted = {"x/train.bin", '0', content, SIZE};

static void test_member_among_others(void **state) {
    const packed_member all[] = {{"x/", '5'},
                                 {"x/train.bin.old", '0', "old", 3},
                                 {"x/..train.bin", '0', "dots", 4},
                                 {"x/train.bin..", '0', "dots", 4},
                                 wanted,
                                 {"x/test.bin", '0', "test", 4}};
    const char *path = packed_tar(state, "x.tar.gz", all, 6);
    char hex[LF_SHA256_TEXT], whole[LF_SHA256_TEXT];
    assert_ok(read_member(path));
    assert_ok(lf_bytes_hash(member_of(path), hex));
    assert_ok(lf_sha256_of(content, SIZE, whole));
    assert_string_equal(hex, whole);
    assert_int_equal(scratch_count(*state), 1); /* nothing is unpacked */
}

static void test_refused_members(void **state) {
    static const struct {
        packed_member member;
        const char *message;
    } cases[] = {
        {{"x/test.bin", '0', content, SIZE}, "x.tar.gz: the archive has no member \"x/train.bin\""},
        {{"../x/train.bin", '0', content, SIZE}, "\"../x/train.bin\" leads out of its folder"},
        {{"/x/train.bin", '0', content, SIZE}, "\"/x/train.bin\" leads out of its folder"},
        {{"x/../x/train.bin", '0', content, SIZE}, "\"x/../x/train.bin\" leads out of its"},
        {{"x/..", '5'}, "\"x/..\" leads out of its folder, expected names below it"},
        {{"x/train.bin", '2', .link = "/etc/hostname"}, "\"x/train.bin\" is a link or a device"},
        {{"x/train.bin", '1', .link = "x/other"}, "\"x/train.bin\" is a link or a device"},
        {{"x/link", '2', .link = "/etc"}, "\"x/link\" is a link or a device, expected files"},
        {{"x/disk", '4'}, "\"x/disk\" is a link or a device, expected files and folders"},
        {{"x/terminal", '3'}, "\"x/terminal\" is a link or a device"},
        {{"x/pipe", '6'}, "\"x/pipe\" is a link or a device"},
        {{"x/train.bin", '5'}, "\"x/train.bin\" is a folder, expected a file"},
        {{"x/train.bin", '0', content, SIZE, (uint64_t)5 << 30},
         "unpacks to more than 4294967296 bytes, by its member \"x/train.bin\""},
        {{"x/decoy", '0', content, SIZE, (uint64_t)5 << 30}, "by its member \"x/decoy\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *path = packed_tar(state, "x.tar.gz", &cases[i].member, 1);
        assert_int_equal(read_member(path), LF_BAD_INPUT);
        assert_message(cases[i].message);
        assert_null(strchr(lf_message(), '\n'));
        assert_int_equal(scratch_count(*state), 1);
    }
}

/* Zeros, as a file and as the member of an archive: given up halfway. The archive's header does not
 * lie, so that only the ratio tells. */
enum { BOMB_PIECE = 1 << 20, BOMB_PIECES = 128 };
static const char *write_bomb(void **state, const char *name, const char *member) {
    static const char zeros[BOMB_PIECE];
    const char *path = scratch_path(state, name);
    const packed_member bomb = {member, '0', zeros, 0, (uint64_t)BOMB_PIECE * BOMB_PIECES};
    char block[512];
    gzFile file = gzopen(path, "wb");
    packed_header(block, &bomb);
    assert_non_null(file);
    assert_int_equal(gzwrite(file, block, sizeof block), sizeof block);
    for (size_t i = 0; i < BOMB_PIECES; i++)
        assert_int_equal(gzwrite(file, zeros, BOMB_PIECE), BOMB_PIECE);
    assert_int_equal(gzclose(file), Z_OK);
    return path;
}

static void test_bombs(void **state) {
    static const char message[] = ": unpacks to more than 500 times its size";
    char hex[LF_SHA256_TEXT];
    const char *wanted_one = write_bomb(state, "a.tar.gz", "x/train.bin");
    assert_int_equal(lf_bytes_hash(member_of(wanted_one), hex), LF_BAD_INPUT);
    assert_message(message);
    assert_int_equal(read_member(write_bomb(state, "b.tar.gz", "x/decoy")), LF_BAD_INPUT);
    assert_message(message);
    assert_int_equal(rename(scratch_path(state, "a.tar.gz"), scratch_path(state, "a.gz")), 0);
    assert_int_equal(lf_bytes_hash(scratch_path(state, "a.gz"), hex), LF_BAD_INPUT);
    assert_message(message);
    assert_ok(lf_inflate_check("x", 1, LF_INFLATE_FREE));
    assert_ok(lf_inflate_check("x", LF_INFLATE_FREE, LF_INFLATE_FREE * LF_INFLATE_RATIO));
    assert_int_equal(lf_inflate_check("x", 1, LF_INFLATE_FREE + 1), LF_BAD_INPUT);
}

/* Headers alone: an archive of any number of empty members packs into little. */
static void test_too_many_members(void **state) {
    packed_member *many = calloc(LF_ARCHIVE_MEMBERS + 1, sizeof *many);
    assert_non_null(many);
    for (size_t i = 0; i <= LF_ARCHIVE_MEMBERS; i++)
        many[i] = (packed_member){.name = "x/empty", .type = '0'};
    const char *path = packed_tar(state, "x.tar.gz", many, LF_ARCHIVE_MEMBERS + 1);
    free(many);
    assert_int_equal(read_member(path), LF_BAD_INPUT);
    assert_message("more than 200000 members, \"x/empty\" is next");
}

/* What stands behind the wanted member is never looked at. */
static void test_shadowed_member(void **state) {
    const packed_member link = {"x/train.bin", '2', .link = "../../secret"};
    const packed_member both[] = {link, wanted}, turned[] = {wanted, link};
    assert_int_equal(read_member(packed_tar(state, "x.tar.gz", both, 2)), LF_BAD_INPUT);
    assert_ok(read_member(packed_tar(state, "x.tar.gz", turned, 2)));
}

/* Cut at every length: refused, or cut behind the member and all of its bytes are there. */
static void test_every_truncation(void **state) {
    const char *path = packed_tar(state, "x.tar.gz", &wanted, 1);
    char *packed;
    size_t size, fine = 0;
    assert_ok(lf_file_read(path, 1 << 20, &packed, &size));
    for (size_t cut = 0; cut < size; cut++) {
        path = scratch_write(state, "x.tar.gz", packed, cut);
        lf_status status = read_member(path);
        fine += status == LF_OK;
        if (status == LF_OK) continue;
        assert_int_equal(status, LF_BAD_INPUT);
        assert_message("x.tar.gz: the archive");
    }
    free(packed);
    /* The last 1,024 zeros of the archive and the trailer pack into a few bytes. */
    assert_true(fine < 50);
}

static void test_garbage(void **state) {
    assert_int_equal(read_member(scratch_write(state, "x.tar.gz", "no archive at all", 17)),
                     LF_BAD_INPUT);
    assert_message("damaged or cut short");
    assert_int_equal(read_member(packed_gz(state, "x.tar.gz", content, SIZE)), LF_BAD_INPUT);
    assert_int_equal(read_member(scratch_path(state, "none.tar.gz")), LF_NOT_FOUND);
    lf_archive *none = NULL; /* gone since it was found: not standard input */
    assert_int_equal(lf_archive_open(member_of(scratch_path(state, "none.tar.gz")), &none),
                     LF_NOT_FOUND);
    assert_null(none);
}

static void test_paths(void **state) {
    char path[LF_PATH_BYTES];
    scratch_write(state, "x.tar.gz", "x", 1);
    assert_ok(lf_folder_make(scratch_path(state, "folder.tar.gz")));
    assert_int_equal(lf_archive_part(scratch_path(state, "x.tar.gz/a/b")),
                     strlen(scratch_path(state, "x.tar.gz")));
    assert_int_equal(lf_archive_part(scratch_path(state, "x.tar.gz")), 0);
    assert_int_equal(lf_archive_part(scratch_path(state, "folder.tar.gz/a")), 0);
    assert_int_equal(lf_archive_part(scratch_path(state, "folder.tar.gz/../x.tar.gz/a")),
                     strlen(scratch_path(state, "folder.tar.gz/../x.tar.gz")));
    assert_true(lf_archive_named("a/x.tar.gz") && !lf_archive_named("x.gz"));
    snprintf(path, sizeof path, "%s", scratch_path(state, "x.tar.gz/a/b"));
    lf_dataset_disk_path(path);
    assert_string_equal(path, scratch_path(state, "x.tar.gz"));
}

/* The archive is found in a folder; an unpacked file goes before it. */
static void test_located(void **state) {
    const lf_dataset *entry = lf_dataset_find("cifar100");
    char path[LF_PATH_BYTES];
    setenv("XDG_CACHE_HOME", *state, 1);
    setenv("LEVELFIELD_DATA", *state, 1);
    scratch_write(state, "cifar-100-binary.tar.gz", "x", 1);
    assert_ok(lf_dataset_locate(entry, &entry->files[1], path));
    assert_string_equal(path, scratch_path(state, "cifar-100-binary.tar.gz/cifar-100-binary/"
                                                  "test.bin"));
    assert_ok(lf_folder_make(scratch_path(state, "cifar-100-binary")));
    scratch_write(state, "cifar-100-binary/test.bin", "x", 1);
    assert_ok(lf_dataset_locate(entry, &entry->files[1], path));
    assert_string_equal(path, scratch_path(state, "cifar-100-binary/test.bin"));
    assert_ok(lf_dataset_kept(entry->files[0].archive, path));
    assert_string_equal(path, scratch_path(state, "levelfield/files/cifar-100-binary.tar.gz"));
}

/* A sound archive that is not the published one: opened by nobody, and named by verify. */
static void test_wrong_archive(void **state) {
    static uint8_t record[3074] = {1, 99};
    const packed_member members[] = {{"cifar-100-binary/train.bin", '0', record, sizeof record},
                                     {"cifar-100-binary/test.bin", '0', record, sizeof record - 1}};
    lf_data *d;
    setenv("XDG_CACHE_HOME", *state, 1);
    setenv("LEVELFIELD_DATA", *state, 1);
    packed_tar(state, "cifar-100-binary.tar.gz", members, 2);
    assert_int_equal(lf_data_open("cifar100", &d), LF_BAD_INPUT);
    assert_null(d);
    assert_message("cifar-100-binary.tar.gz/cifar-100-binary/test.bin:0: found 3073 bytes");
    assert_message("the file is not the published one");
    assert_int_equal(lf_data_verify("cifar100", NULL, NULL), LF_BAD_INPUT);
    assert_message("cifar-100-binary/train.bin: not the published file");
    assert_int_equal(scratch_count(*state), 2); /* nothing unpacked, and in the cache nothing */
    assert_int_equal(scratch_count(scratch_path(state, "levelfield/parsed")), 0);
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(test_member_among_others),
        IN_SCRATCH(test_refused_members),
        IN_SCRATCH(test_bombs),
        IN_SCRATCH(test_too_many_members),
        IN_SCRATCH(test_shadowed_member),
        IN_SCRATCH(test_every_truncation),
        IN_SCRATCH(test_garbage),
        IN_SCRATCH(test_paths),
        IN_SCRATCH(test_located),
        IN_SCRATCH(test_wrong_archive),
    };
    return cmocka_run_group_tests(tests, fill, NULL);
}
