/**
 * @file bundle.h
 * @brief The members of an archive in memory: sorted by name, each name once.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include <levelfield/status.h>

#include "base/sha256.h"

/** What an archive may hold: members, bytes of one and of all of them unpacked. */
enum { LF_BUNDLE_MEMBERS = 60000 };
#define LF_BUNDLE_MEMBER_BYTES ((size_t)128 << 20)
#define LF_BUNDLE_BYTES ((size_t)512 << 20)
/** Bytes of a name, its final NUL among them. */
enum { LF_BUNDLE_NAME = 256 };

typedef struct {
    char *name;  /**< "runs/0a1b.jsonl" */
    char *bytes; /**< with a NUL after them */
    size_t size;
} lf_member;

/** Owns everything it points at. Zeroed: empty. */
typedef struct {
    lf_member *member;
    size_t members;
    size_t bytes; /**< of all of them */
} lf_bundle;

/** Is it a name that every system unpacks into its own folder? Letters, digits, "._-@+" and single
 *  slashes between words; no word is "." or "..". */
bool lf_bundle_is_name(const char *name);

/** Take over malloc'ed bytes with a NUL after them, which are freed if that fails; NULL is a
 * failure of whoever made them: LF_NO_MEMORY. LF_BAD_INPUT: a bad name, one that is there, or too
 * much. */
lf_status lf_bundle_take(lf_bundle *bundle, const char *name, char *bytes, size_t size);
/** The same with a text, which is taken over. */
lf_status lf_bundle_take_text(lf_bundle *bundle, const char *name, char *text);
/** The member of that name; NULL: there is none. */
const lf_member *lf_bundle_find(const lf_bundle *bundle, const char *name);
/** Its content as JSON; NULL: it is none, or there is no such member. */
json_t *lf_bundle_json(const lf_bundle *bundle, const char *name);
/** The same bytes? Not those of a member that is not there. */
bool lf_member_same(const lf_member *a, const lf_member *b);
/** Position of the first member whose name is not before `name`: where a folder begins. */
size_t lf_bundle_place(const lf_bundle *bundle, const char *name);
void lf_bundle_clear(lf_bundle *bundle);

/** The member that lists the others. */
#define LF_BUNDLE_MANIFEST "manifest.json"

/** What a bundle is known by: Merkle roots over its members (docs/publish.md). */
typedef struct {
    char root[LF_SHA256_TEXT];    /**< of everything but the manifest */
    char results[LF_SHA256_TEXT]; /**< of what the figures are drawn from: its left half */
    char drawn[LF_SHA256_TEXT];   /**< of figures and the page about them: its right half */
} lf_bundle_roots;

/** Work the roots out. */
lf_status lf_bundle_root(const lf_bundle *bundle, lf_bundle_roots *roots);
/** Add the manifest: every member with its size and hash, and the roots. Afterwards nothing else.
 */
lf_status lf_bundle_seal(lf_bundle *bundle, lf_bundle_roots *roots);
/** Is the manifest the one that seal would write? LF_BAD_INPUT names the first member that it is
 * not true of. */
lf_status lf_bundle_check(const lf_bundle *bundle, lf_bundle_roots *roots);

/** Write the bundle as a zip, whole or not at all. The same members give the same bytes: names in
 *  order, all times the first that a zip knows. */
lf_status lf_zip_write(const lf_bundle *bundle, const char *path);
/** bytes (*size) <- the same in memory, malloc'ed. */
lf_status lf_zip_make(const lf_bundle *bundle, char **bytes, size_t *size);
/** Read a zip that lf_zip_write() wrote. Nothing that it does not write is taken: `origin` stands
 * in front of what is wrong. */
lf_status lf_zip_read(const char *bytes, size_t size, const char *origin, lf_bundle *bundle);
/** The same from a file. */
lf_status lf_zip_open(const char *path, lf_bundle *bundle);
