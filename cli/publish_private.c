/**
 * @file publish_private.c
 * @brief The last look before an archive is written: does a member name this machine?
 *
 * Nothing of the machine is put into a member; what a user wrote into an experiment, or a path in a
 * specification, can still name a folder. That is said, not replaced: the text is part of a key.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/publish.h"

/* Does the word stand there by itself? A path may go on. */
static bool private_alone(const lf_member *member, const char *at, size_t length) {
    const char before = at > member->bytes ? at[-1] : ' ', after = at[length];
    if (isalnum((unsigned char)before) || strchr("._-/", before)) return false;
    return !isalnum((unsigned char)after) && !strchr("._-", after);
}

/* A user is looked for as a folder, "/NAME/", of a path, which no address of the web is. */
static bool private_folder(const lf_member *member, const char *at, size_t length) {
    const char *from = at;
    while (from > member->bytes && !strchr(" =\"'\n", from[-1]))
        from--;
    return at[length] == '/' && !memmem(from, (size_t)(at - from), "://", 3);
}

static bool private_has(const lf_member *member, const char *word, bool user) {
    const size_t length = strlen(word);
    const char *at = member->bytes, *end = member->bytes + member->size;
    while ((at = memmem(at, (size_t)(end - at), word, length)) != NULL) {
        if ((user ? private_folder : private_alone)(member, at, length)) return true;
        at += length;
    }
    return false;
}

/* The names at hand, the user's first if *user: too short ones would be found in any text. */
static size_t private_words(char word[4][LF_PATH_BYTES], bool *user) {
    const char *home = getenv("HOME"), *name = getenv("USER");
    char host[256] = "";
    size_t n = 0;
    *user = name && strlen(name) > 3 && lf_path_format(word[n], "/%s", name) == LF_OK;
    n += *user;
    if (home && strlen(home) > 3 && lf_path_format(word[n], "%s", home) == LF_OK) n++;
    if (getcwd(word[n], LF_PATH_BYTES) && strlen(word[n]) > 3) n++;
    if (gethostname(host, sizeof host - 1) == 0 && strlen(host) > 4 &&
        strcmp(host, "localhost") != 0 && lf_path_format(word[n], "%s", host) == LF_OK)
        n++;
    return n;
}

/* A value in a plan that is a path from the root, or one that leaves its folder: it has names of
 * the machine, whichever that was. NULL: there is none. */
static const char *private_path(const lf_member *member, size_t *length) {
    const char *at = member->bytes, *end = at + member->size;
    while ((at = memchr(at, '=', (size_t)(end - at))) != NULL) {
        *length = strcspn(++at, ",\\\"\n");
        if (at[0] == '/' || strncmp(at, "../", 3) == 0 || memmem(at, *length, "/../", 4)) return at;
    }
    return NULL;
}

/* Whoever published the results may not be who made the runs. */
static lf_status private_plans(const lf_bundle *bundle) {
    const size_t end = lf_bundle_place(bundle, "experiments0");
    for (size_t i = lf_bundle_place(bundle, "experiments/"); i < end; i++) {
        size_t length;
        const lf_member *member = &bundle->member[i];
        const char *path =
            lf_path_ends(member->name, ".jsonl") ? private_path(member, &length) : NULL;
        if (path)
            return lf_fail(LF_BAD_INPUT,
                           "%s: '%.*s' names folders of a machine; make the runs again from a "
                           "folder above the data, and name that by a path below (docs/publish.md)",
                           member->name, (int)length, path);
    }
    return LF_OK;
}

lf_status lf_publish_is_public(const lf_bundle *bundle) {
    char word[4][LF_PATH_BYTES];
    bool user;
    const size_t words = private_words(word, &user);
    for (size_t i = 0; i < bundle->members; i++) {
        const lf_member *member = &bundle->member[i];
        for (size_t k = 0; k < words; k++)
            if (private_has(member, word[k], user && k == 0))
                return lf_fail(LF_BAD_INPUT,
                               "%s names '%s', which is of this machine; name data by a path below "
                               "the folder that the runs are made from (docs/publish.md)",
                               member->name, word[k]);
        const char *home = memmem(member->bytes, member->size, "/home/", 6);
        if (home && (home == member->bytes || strchr(" =:'\"", home[-1])))
            return lf_fail(LF_BAD_INPUT, "%s names somebody's folder: '%.24s'", member->name, home);
    }
    return private_plans(bundle);
}
