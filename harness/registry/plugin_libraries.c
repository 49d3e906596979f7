/**
 * @file plugin_libraries.c
 * @brief The libraries that a plugin brings along: code of the plugin's, in files of their own.
 *
 * They are followed by the names that each object needs. What is new in the process after the
 * plugin was opened would not tell: another plugin may have brought the same library before.
 */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "harness/registry/plugin.h"

/* What is installed here is the machine's, as are the compiler's libraries. */
static const char *const libraries_of_system[] = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"};

/* Objects in the process, the plugin's own first; each is there once. */
typedef struct {
    struct link_map **object;
    size_t n;
} libraries_found;

static bool libraries_is_system(const struct link_map *object) {
    char *resolved = realpath(object->l_name, NULL);
    const char *path = resolved ? resolved : object->l_name;
    bool is = false;
    for (size_t i = 0; i < sizeof libraries_of_system / sizeof *libraries_of_system; i++)
        is |= strncmp(path, libraries_of_system[i], strlen(libraries_of_system[i])) == 0;
    free(resolved);
    return is;
}

/* Is it Levelfield: what this code lies in? */
static bool libraries_is_suite(const struct link_map *object) {
    Dl_info info;
    void *here = NULL;
    return dladdr1(libraries_of_system, &info, &here, RTLD_DL_LINKMAP) != 0 && here == object;
}

static lf_status libraries_add(libraries_found *found, struct link_map *object) {
    for (size_t i = 0; i < found->n; i++)
        if (found->object[i] == object) return LF_OK;
    if (libraries_is_suite(object) || libraries_is_system(object)) return LF_OK;
    LF_TRY(lf_grow(&found->object, found->n, sizeof *found->object, "the list of libraries"));
    found->object[found->n++] = object;
    return LF_OK;
}

/* Add the loaded object that the linker knows by this name. */
static lf_status libraries_add_named(libraries_found *found, const char *name) {
    struct link_map *object;
    void *handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle) return LF_OK;
    const bool known = dlinfo(handle, RTLD_DI_LINKMAP, &object) == 0;
    const lf_status status = known ? libraries_add(found, object) : LF_OK;
    dlclose(handle); /* it stays loaded: who needs it is */
    return status;
}

/* Add what an object needs. Not every linker turns the offset of its names into an address. */
static lf_status libraries_follow(libraries_found *found, const struct link_map *object) {
    ElfW(Addr) names = 0;
    for (const ElfW(Dyn) *entry = object->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_STRTAB) names = entry->d_un.d_ptr;
    if (names < object->l_addr) names += object->l_addr;
    for (const ElfW(Dyn) *entry = object->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_NEEDED)
            LF_TRY(libraries_add_named(found, (const char *)(names + entry->d_un.d_val)));
    return LF_OK;
}

static lf_status libraries_find(void *handle, libraries_found *found) {
    struct link_map *own;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &own) != 0) return lf_fail(LF_BAD_INPUT, "%s", dlerror());
    LF_TRY(lf_grow(&found->object, 0, sizeof *found->object, "the list of libraries"));
    found->object[found->n++] = own;
    for (size_t i = 0; i < found->n; i++)
        LF_TRY(libraries_follow(found, found->object[i]));
    return LF_OK;
}

/* Piece by piece: some are larger than what a process that looks at a plugin may take. */
static lf_status libraries_hash_file(const char *path, char sha256[LF_SHA256_TEXT]) {
    char piece[1 << 16];
    lf_sha256 hash = {0};
    FILE *file = fopen(path, "rbe");
    if (!file) return lf_fail(LF_BAD_INPUT, "it brings %s: %s", path, strerror(errno));
    lf_sha256_start(&hash);
    for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;)
        lf_sha256_add(&hash, piece, got);
    const bool failed = ferror(file) != 0;
    fclose(file);
    const lf_status status = lf_sha256_finish(&hash, sha256);
    return failed ? lf_fail(LF_IO, "it brings %s, which cannot be read", path) : status;
}

static int libraries_order(const void *a, const void *b) {
    return strcmp(a, b);
}

/* The same contents, wherever they lie and in whatever order they are loaded, are the same code. */
static lf_status libraries_hash(const libraries_found *found, char sha256[LF_SHA256_TEXT]) {
    const size_t n = found->n - 1;
    char(*each)[LF_SHA256_TEXT] = calloc(n, sizeof *each);
    if (!each) return lf_fail(LF_NO_MEMORY, "no memory for the libraries that it brings");
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = libraries_hash_file(found->object[i + 1]->l_name, each[i]);
    qsort(each, n, sizeof *each, libraries_order);
    if (status == LF_OK) status = lf_sha256_of(each, n * sizeof *each, sha256);
    free(each);
    return status;
}

lf_status lf_plugin_libraries(void *handle, char sha256[LF_SHA256_TEXT]) {
    libraries_found found = {0};
    sha256[0] = '\0';
    if (!handle) return LF_OK;
    lf_status status = libraries_find(handle, &found);
    if (status == LF_OK && found.n > 1) status = libraries_hash(&found, sha256);
    free(found.object);
    return status;
}
