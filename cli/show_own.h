/**
 * @file show_own.h
 * @brief What `show` says of data of one's own.
 */
#pragma once

#include "cli/message.h"

/** A description, with or without a pin: the table that it makes and the files that make it. All of
 *  them are read. */
lf_exit lf_show_own(const char *data);
