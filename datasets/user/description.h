/**
 * @file description.h
 * @brief The YAML file that says what a user's data set is made of. docs/data.md explains it.
 */
#pragma once

#include <stdbool.h>

#include "base/file.h"
#include "datasets/readers/parts/user_table.h"

/** Most classes, and most columns to ignore: each is held against all. */
enum { LF_USER_WORDS = 10000 };

/** Fewest digits of a pin. */
enum { LF_USER_PIN = 8 };

/** Is it the path of a file, not a name of the catalogue? */
bool lf_user_named(const char *data);

/** Is it, with or without a pin, a file that has the one key that every description has? Such a
 *  file is nothing else, even if more of it is wrong. */
bool lf_user_described(const char *data);

/** Read a description, found as a path or below a folder of $LEVELFIELD_DATA, check its keys, find
 *  its files (beside it, then below those folders). After a failure, free is fine. */
lf_status lf_user_describe(const char *data, lf_user_description *description);
/** identity <- over the text of the description and every file's content: the name counts too, as
 * the table carries it. Files whose checksums the builder has are not read for it; NULL: all are.
 */
lf_status lf_user_identify(const lf_user_description *description, const lf_builder *builder,
                           char identity[LF_SHA256_TEXT]);
/** LF_BAD_INPUT unless an identity begins with the digits of "FILE.yaml@DIGITS". */
lf_status lf_user_pinned(const lf_user_description *description, const char *identity);
/** note <- where the identity is noted under a stamp of the description and its files (stamp.h). */
bool lf_user_stamp(const lf_user_description *description, char note[LF_PATH_BYTES]);
void lf_user_description_free(lf_user_description *description);

/** name <- the group's: the column's, or its file's without folder and endings. */
void lf_user_group_name(const lf_user_description *description, size_t group, char name[256]);
