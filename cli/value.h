/**
 * @file value.h
 * @brief The value of one option: checked, converted, stored.
 */
#pragma once

#include "cli/command.h"

/**
 * Store `text` (NULL for a flag) in the option's field of `values`. `most` is the room that a list
 * is given when its first text arrives. False after one line on standard error that names the
 * command, the option, the text and what was expected.
 */
bool lf_value_set(const char *command, const lf_option *option, const char *text, size_t most,
                  void *values);
