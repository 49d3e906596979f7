/**
 * @file derived.h
 * @brief Numbers that take a while to compute and are the same every time, kept in the cache.
 *
 * A file is named by the SHA-256 of a text that says what its numbers are of (with the identity of
 * the data), of the kernels in use and of the program, which decide the last bits: neither a cache
 * that machines of several types share nor one that an older program left changes a trace. It ends
 * with a checksum of its own content, and is written in one step, so that concurrent runs see a
 * whole file or none.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/** values (n) <- what was kept under this text. false, and `values` as they were, if there is
 *  nothing, no cache folder, or a file that is damaged or of another length. */
bool lf_derived_read(const char *text, size_t n, double *values);

/** Keep n values under this text. Where the cache cannot be written nothing happens: the numbers
 *  are then computed again next time. */
void lf_derived_write(const char *text, size_t n, const double *values);
