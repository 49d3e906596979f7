/**
 * @file show_user.h
 * @brief What `show` says of user data.
 */
#pragma once

#include "cli/message.h"

/** A description, with or without a pin: the table that it makes and the files that make it. All of
 *  them are read. */
lf_exit lf_show_user(const char *data);
