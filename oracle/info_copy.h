/**
 * @file info_copy.h
 * @brief What a method may know of its problem: a copy on pages of its own.
 *
 * Around the original lie the problem's functions and its data; around the copy lies nothing, and
 * it cannot be written to. What a method has no use for is left out: the starting point (it is
 * handed to init), names and hashes of the data, parts, features, the problem's memory.
 */
#pragma once

#include <stdint.h>

#include <levelfield/problem.h>

typedef struct {
    const lf_problem_info *info; /**< at the beginning of the pages */
    size_t bytes;                /**< of the pages */
} lf_info_copy;

/** Make the copy; LF_NO_MEMORY is the only failure. */
lf_status lf_info_copy_make(const lf_problem_info *info, lf_info_copy *copy);
/** The same from a block of these bytes that another copy was made of, where that lay at `was`. */
lf_status lf_info_copy_take(const void *block, size_t bytes, uintptr_t was, lf_info_copy *copy);
void lf_info_copy_free(lf_info_copy *copy);
