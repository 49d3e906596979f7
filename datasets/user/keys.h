/**
 * @file keys.h
 * @brief The keys of a description: reading them, and what goes with what.
 */
#pragma once

#include "datasets/user/description.h"

/** *keys <- those of the text, checked for the format, whose reader goes to *reader. `path`
 *  stands in front of messages. */
lf_status lf_user_keys_read(const char *yaml, size_t length, const char *path, lf_user_keys **keys,
                            const lf_reader **reader);
void lf_user_keys_free(lf_user_keys *keys);
