/**
 * @file replay_here.h
 * @brief Can a stored run be made again here, with these plugins on this machine?
 */
#pragma once

#include "harness/run/record.h"

/** LF_OK, or half a sentence: it is not the run of its key, or its method or its problem is not
 * here or is of another build. */
lf_status lf_replay_has_parts(const lf_record *stored);

/** text <- the first thing of those that numbers depend on which was another where the run was
 * made: "it was made with blas_core Haswell, and here it is Zen"; false: there is none. */
bool lf_replay_made_elsewhere(const lf_record *stored, char *text, size_t size);
