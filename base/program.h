/**
 * @file program.h
 * @brief Which program this is, down to its machine code.
 */
#pragma once

#include "base/sha256.h"

/**
 * id <- a hash of every loaded object's identity: program, plugins and libraries. Version and
 * commit alone would not tell a rebuilt plugin, or a change that is not committed, from what it
 * was.
 */
lf_status lf_program_id(char id[LF_SHA256_TEXT]);
