/**
 * @file manifest.c
 * @brief What an archive is known by: its Merkle roots, and the list of its members.
 *
 * A leaf is the SHA-256 of "leaf", a NUL, the name, a NUL and the content; a node that of "node", a
 * NUL and the hex digits of the two below it; an odd one at the end of a row goes up as it is. The
 * root's left half is over the results, its right half over what is drawn from them: so a figure
 * can bear the half that it is no part of.
 */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "harness/archive/bundle.h"

typedef struct {
    char hex[LF_SHA256_TEXT];
} manifest_hash;

/* The members that were drawn or written from the others. */
static bool manifest_is_drawn(const char *name) {
    return strncmp(name, "figures/", 8) == 0 || strcmp(name, "README.md") == 0;
}

static bool manifest_is_leaf(const char *name) {
    return strcmp(name, LF_BUNDLE_MANIFEST) != 0;
}

static lf_status manifest_leaf(const lf_member *member, char hex[LF_SHA256_TEXT]) {
    lf_sha256 hash = {0};
    lf_sha256_start(&hash);
    lf_sha256_add(&hash, "leaf", 5);
    lf_sha256_add(&hash, member->name, strlen(member->name) + 1);
    lf_sha256_add(&hash, member->bytes, member->size);
    return lf_sha256_finish(&hash, hex);
}

static lf_status manifest_node(const char *left, const char *right, char hex[LF_SHA256_TEXT]) {
    lf_sha256 hash = {0};
    lf_sha256_start(&hash);
    lf_sha256_add(&hash, "node", 5);
    lf_sha256_add(&hash, left, LF_SHA256_TEXT - 1);
    lf_sha256_add(&hash, right, LF_SHA256_TEXT - 1);
    return lf_sha256_finish(&hash, hex);
}

/* hash[0] <- the root of n; that of none is the hash of nothing. */
static lf_status manifest_fold(manifest_hash *hash, size_t n) {
    if (n == 0) return lf_sha256_of("", 0, hash[0].hex);
    for (; n > 1; n = (n + 1) / 2)
        for (size_t i = 0; i < n; i += 2) {
            if (i + 1 == n)
                hash[i / 2] = hash[i];
            else
                LF_TRY(manifest_node(hash[i].hex, hash[i + 1].hex, hash[i / 2].hex));
        }
    return LF_OK;
}

static lf_status manifest_half(const lf_bundle *bundle, bool drawn, manifest_hash *hash,
                               char root[LF_SHA256_TEXT]) {
    size_t n = 0;
    for (size_t i = 0; i < bundle->members; i++) {
        const lf_member *member = &bundle->member[i];
        if (manifest_is_leaf(member->name) && manifest_is_drawn(member->name) == drawn)
            LF_TRY(manifest_leaf(member, hash[n++].hex));
    }
    LF_TRY(manifest_fold(hash, n));
    memcpy(root, hash[0].hex, LF_SHA256_TEXT);
    return LF_OK;
}

lf_status lf_bundle_root(const lf_bundle *bundle, lf_bundle_roots *roots) {
    manifest_hash *hash = calloc(bundle->members + 1, sizeof *hash);
    if (!hash) return lf_fail(LF_NO_MEMORY, "no memory for %zu hashes", bundle->members);
    lf_status status = manifest_half(bundle, false, hash, roots->results);
    if (status == LF_OK) status = manifest_half(bundle, true, hash, roots->drawn);
    if (status == LF_OK) status = manifest_node(roots->results, roots->drawn, roots->root);
    free(hash);
    return status;
}

static lf_status manifest_text(const lf_bundle *bundle, lf_bundle_roots *roots, char **text) {
    json_t *members = json_array();
    lf_status status = lf_bundle_root(bundle, roots);
    for (size_t i = 0; i < bundle->members && status == LF_OK; i++) {
        const lf_member *member = &bundle->member[i];
        char hex[LF_SHA256_TEXT];
        if (!manifest_is_leaf(member->name)) continue;
        status = lf_sha256_of(member->bytes, member->size, hex);
        json_array_append_new(members, json_pack("{s:s, s:I, s:s}", "name", member->name, "bytes",
                                                 (json_int_t)member->size, "sha256", hex));
    }
    json_t *manifest = json_pack("{s:s, s:i, s:s, s:s, s:s, s:o}", "format", "levelfield-archive",
                                 "version", 1, "root", roots->root, "results", roots->results,
                                 "drawn", roots->drawn, "members", members);
    *text = status == LF_OK && manifest ? json_dumps(manifest, JSON_INDENT(1)) : NULL;
    json_decref(manifest);
    if (status == LF_OK && !*text) return lf_fail(LF_NO_MEMORY, "no memory for a manifest");
    return status;
}

lf_status lf_bundle_seal(lf_bundle *bundle, lf_bundle_roots *roots) {
    char *text;
    LF_TRY(manifest_text(bundle, roots, &text));
    return lf_bundle_take_text(bundle, LF_BUNDLE_MANIFEST, text);
}

/* The first member that an archive's own list is not true of; "" if only the roots are others. */
static const char *manifest_wrong(const json_t *is, const json_t *should) {
    const json_t *a = json_object_get(is, "members"), *b = json_object_get(should, "members");
    for (size_t i = 0; i < json_array_size(b); i++) {
        const json_t *entry = json_array_get(b, i);
        if (!json_equal(json_array_get(a, i), entry))
            return json_string_value(json_object_get(entry, "name"));
    }
    return "";
}

lf_status lf_bundle_check(const lf_bundle *bundle, lf_bundle_roots *roots) {
    const lf_member *listed = lf_bundle_find(bundle, LF_BUNDLE_MANIFEST);
    char *text;
    if (!listed) return lf_fail(LF_BAD_INPUT, "it has no " LF_BUNDLE_MANIFEST);
    LF_TRY(manifest_text(bundle, roots, &text));
    if (strlen(text) == listed->size && memcmp(text, listed->bytes, listed->size) == 0) {
        free(text);
        return LF_OK;
    }
    json_t *is = lf_bundle_json(bundle, LF_BUNDLE_MANIFEST);
    json_t *should = json_loads(text, 0, NULL);
    const char *name = manifest_wrong(is, should);
    const lf_status status =
        name[0] ? lf_fail(LF_BAD_INPUT, "%s: it is not what the manifest says, or not listed", name)
                : lf_fail(LF_BAD_INPUT, "the manifest's root is not that of its members");
    free(text);
    json_decref(is);
    json_decref(should);
    return status;
}
