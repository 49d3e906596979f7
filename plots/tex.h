/**
 * @file tex.h
 * @brief Text of any kind as TeX prints it.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

/** Write the UTF-8 character at `text`, which is not at its end, so that pdfLaTeX with its default
 *  fonts prints it and obeys nothing; "U+6F22" where these have none, so that two names do
 *  not become one; '?' for what is no character. Returns its bytes, at least 1. */
size_t lf_tex_character(const char *text, FILE *out);
