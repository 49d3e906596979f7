/**
 * @file keys.h
 * @brief The keys of a description: reading them, and what goes with what.
 */
#pragma once

#include "datasets/own/description.h"

/** *keys <- those of the text, checked for the format, which goes to *format. `path` stands in
 *  front of messages. */
lf_status lf_own_keys_read(const char *yaml, size_t length, const char *path, lf_own_keys **keys,
                           lf_own_format *format);
void lf_own_keys_free(lf_own_keys *keys);
