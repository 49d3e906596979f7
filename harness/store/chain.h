/**
 * @file chain.h
 * @brief Every result that was ever stored, link by link: what is edited, removed or slipped in
 * later shows. The format is in docs/store.md, so that a stranger can check it.
 *
 * A link vouches for the rows of one subject (a run, an experiment with its plan, a replay) by
 * their SHA-256, and for the link before it by its own. A subject that is stored again gets a new
 * link, and the old one stays: the last one counts.
 */
#pragma once

#include "harness/store/store_parts.h"

/** Append the link of what was just stored, in the transaction that stored it; none if the last one
 *  of the subject says the same. `kind` is "run", "experiment" or "replay", `subject` a run's key,
 *  "NAME SCALE" of an experiment, the number of a replay. */
lf_status lf_chain_append(lf_store *store, const char *kind, const char *subject);

/** Links for everything in a store of a schema without a chain, behind one that says so. */
lf_status lf_chain_adopt(lf_store *store, long long version);

/** One link, as it is stored. Owns its texts. */
typedef struct {
    uint64_t number;
    char *kind, *subject, *title, *content, *previous, *hash;
} lf_chain_link;

/** The columns of a link, in the order in which it is taken. */
#define LF_CHAIN_COLUMNS "link, kind, subject, title, content_sha256, previous_sha256, sha256"
void lf_chain_take(lf_statement *statement, lf_chain_link *link);
void lf_chain_clear(lf_chain_link *link);
/** Put it behind the last one; its number and the link before it are filled in, `hash` is not. */
lf_status lf_chain_put(lf_store *store, lf_chain_link *link);
/** hex <- what the link's own hash should be. */
lf_status lf_chain_link_hash(const lf_chain_link *link, char hex[65]);

/** The kinds of subjects, ended by an empty word. A link of the kind "origin" has no rows: what
 * comes behind it was in the store before it had a chain. */
typedef struct {
    const char *word;
    const char *list; /**< query: row number, subject and title of all there are */
    const struct {
        const char *table, *rows; /**< query of the rows that belong to row number ? of the list */
    } part[8];
} lf_chain_kind;
extern const lf_chain_kind lf_chain_kinds[];

/** hex <- SHA-256 of all rows of a subject; "" if there is none, *id <- its row number. */
lf_status lf_chain_content_hash(lf_store *store, const lf_chain_kind *kind, const char *subject,
                                uint64_t *id, char hex[65]);
