/**
 * @file user.h
 * @brief A while without the rights of root, who may write anywhere.
 */
#pragma once

#include <unistd.h>

#include "near.h"

enum { USER_NOBODY = 65534 };

/** Until user_back(), be a user who may not write to what is read-only; `folder` is then that
 * user's own. Nothing to do where the test is no root. */
static inline void user_leave(const char *folder) {
    if (geteuid() != 0) return;
    assert_int_equal(chown(folder, USER_NOBODY, USER_NOBODY), 0);
    assert_int_equal(setresuid(USER_NOBODY, USER_NOBODY, 0), 0);
}

static inline void user_back(void) {
    uid_t real, effective, saved;
    assert_int_equal(getresuid(&real, &effective, &saved), 0);
    if (saved == 0) assert_int_equal(setresuid(0, 0, 0), 0);
}
