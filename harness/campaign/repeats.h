/**
 * @file repeats.h
 * @brief Which runs of a plan are runs that stand in it before.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/status.h>

/** repeats[i] <- is key i one of those before it? Takes n log n: an experiment may have many
 *  thousand runs. */
lf_status lf_keys_repeat(size_t n, const char *const *key, bool *repeats);
