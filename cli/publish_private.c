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

static bool private_has(const lf_member *member, const char *word) {
    const size_t length = strlen(word);
    const char *at = member->bytes, *end = member->bytes + member->size;
    while ((at = memmem(at, (size_t)(end - at), word, length)) != NULL) {
        if (private_alone(member, at, length)) return true;
        at += length;
    }
    return false;
}

/* The names at hand: too short ones would be found in any text. */
static size_t private_words(char word[4][LF_PATH_BYTES]) {
    const char *home = getenv("HOME");
    char host[256] = "";
    size_t n = 0;
    if (home && strlen(home) > 3 && lf_path_format(word[n], "%s", home) == LF_OK) n++;
    if (getcwd(word[n], LF_PATH_BYTES) && strlen(word[n]) > 3) n++;
    if (gethostname(host, sizeof host - 1) == 0 && strlen(host) > 4 &&
        strcmp(host, "localhost") != 0 && lf_path_format(word[n], "%s", host) == LF_OK)
        n++;
    return n;
}

lf_status lf_publish_is_public(const lf_bundle *bundle) {
    char word[4][LF_PATH_BYTES];
    const size_t words = private_words(word);
    for (size_t i = 0; i < bundle->members; i++) {
        const lf_member *member = &bundle->member[i];
        for (size_t k = 0; k < words; k++)
            if (private_has(member, word[k]))
                return lf_fail(LF_BAD_INPUT,
                               "%s names '%s', which is of this machine; name data by a path below "
                               "the folder that the runs are made from (docs/publish.md)",
                               member->name, word[k]);
        const char *home = memmem(member->bytes, member->size, "/home/", 6);
        if (home && (home == member->bytes || strchr(" =:'\"", home[-1])))
            return lf_fail(LF_BAD_INPUT, "%s names somebody's folder: '%.24s'", member->name, home);
    }
    return LF_OK;
}
