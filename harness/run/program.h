/**
 * @file program.h
 * @brief Which program this is, down to its machine code: what may go on from a checkpoint.
 */
#pragma once

#include "base/sha256.h"

/** Room for the words of lf_program_words(). */
#define LF_PROGRAM_WORDS 256

/**
 * id <- a hash of every loaded object's identity: program, plugins and libraries. Version and
 * commit alone would not tell a rebuilt plugin, or a change that is not committed, from what it
 * was.
 */
lf_status lf_program_id(char id[LF_SHA256_TEXT]);

/** words <- what a person would tell it by, and what the same code may compute otherwise with:
 *  "0.1.0 (9f33f65), OpenBLAS Haswell, oneDNN avx2, libm 5e1c7f02 (sse4.1 avx avx2 fma)". */
void lf_program_words(char words[LF_PROGRAM_WORDS]);
