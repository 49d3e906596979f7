#include "harness/archive/bundle.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

bool lf_bundle_is_name(const char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "._-@+";
    if (strlen(name) >= LF_BUNDLE_NAME) return false;
    for (const char *word = name;; word++) {
        const size_t length = strspn(word, letters);
        if (length == 0 || word[0] == '.') return false; /* "", ".", "..", and hidden files */
        word += length;
        if (*word == '\0') return true;
        if (*word != '/') return false;
    }
}

size_t lf_bundle_place(const lf_bundle *bundle, const char *name) {
    size_t first = 0, last = bundle->members;
    while (first < last) {
        const size_t middle = first + (last - first) / 2;
        if (strcmp(bundle->member[middle].name, name) < 0)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

const lf_member *lf_bundle_find(const lf_bundle *bundle, const char *name) {
    const size_t at = lf_bundle_place(bundle, name);
    const bool there = at < bundle->members && strcmp(bundle->member[at].name, name) == 0;
    return there ? &bundle->member[at] : NULL;
}

json_t *lf_bundle_json(const lf_bundle *bundle, const char *name) {
    const lf_member *member = lf_bundle_find(bundle, name);
    return member ? json_loadb(member->bytes, member->size, 0, NULL) : NULL;
}

bool lf_member_same(const lf_member *a, const lf_member *b) {
    return a && b && a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

static lf_status bundle_admit(const lf_bundle *bundle, const char *name, size_t size) {
    if (!lf_bundle_is_name(name))
        return lf_fail(LF_BAD_INPUT, "'%.80s' is no name for a member of an archive", name);
    if (lf_bundle_find(bundle, name))
        return lf_fail(LF_BAD_INPUT, "%s: two members have this name", name);
    if (bundle->members >= LF_BUNDLE_MEMBERS)
        return lf_fail(LF_BAD_INPUT, "more than %d members", (int)LF_BUNDLE_MEMBERS);
    if (size > LF_BUNDLE_MEMBER_BYTES || size > LF_BUNDLE_BYTES - bundle->bytes)
        return lf_fail(LF_BAD_INPUT, "%s: more than %zu MiB, or %zu MiB of all members together",
                       name, LF_BUNDLE_MEMBER_BYTES >> 20, LF_BUNDLE_BYTES >> 20);
    return LF_OK;
}

static lf_status bundle_insert(lf_bundle *bundle, const char *name, char *bytes, size_t size) {
    const size_t n = bundle->members, at = lf_bundle_place(bundle, name);
    LF_TRY(lf_grow(&bundle->member, n, sizeof *bundle->member, "the members of an archive"));
    char *copy = strdup(name);
    if (!copy) return lf_fail(LF_NO_MEMORY, "no memory for an archive of %zu members", n);
    memmove(bundle->member + at + 1, bundle->member + at, (n - at) * sizeof *bundle->member);
    lf_member *made = &bundle->member[at];
    made->name = copy;
    made->bytes = bytes;
    made->size = size;
    bundle->members++;
    bundle->bytes += size;
    return LF_OK;
}

lf_status lf_bundle_take(lf_bundle *bundle, const char *name, char *bytes, size_t size) {
    lf_status status =
        bytes ? bundle_admit(bundle, name, size) : lf_fail(LF_NO_MEMORY, "no memory for %s", name);
    if (status == LF_OK) status = bundle_insert(bundle, name, bytes, size);
    if (status != LF_OK) free(bytes);
    return status;
}

lf_status lf_bundle_take_text(lf_bundle *bundle, const char *name, char *text) {
    return lf_bundle_take(bundle, name, text, text ? strlen(text) : 0);
}

void lf_bundle_clear(lf_bundle *bundle) {
    for (size_t i = 0; i < bundle->members; i++) {
        free(bundle->member[i].name);
        free(bundle->member[i].bytes);
    }
    free(bundle->member);
    *bundle = (lf_bundle){0};
}
