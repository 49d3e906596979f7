/**
 * @file inflate.h
 * @brief A small gzip file unpacked in one go, which takes a third of zlib's time.
 */
#pragma once

#include <stddef.h>

/**
 * *content <- all that a sound gzip file of one member holds, allocated for the caller to free;
 * *size <- its bytes. NULL for everything else: a large file, a damaged one, one that cannot be
 * read. What is wrong with it then is for zlib to find, which reads in pieces and knows the place.
 */
void lf_inflate(const char *path, char **content, size_t *size);
