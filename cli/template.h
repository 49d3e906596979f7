/**
 * @file template.h
 * @brief The folders of examples/, carried inside the program, under another name.
 */
#pragma once

#include <levelfield/status.h>

typedef enum { LF_TEMPLATE_ALGORITHM, LF_TEMPLATE_PROBLEM } lf_template;

/** Write the folder `path`, which is not there yet, with every file of the example, in whose names
 *  and texts the example's own name has become `name`. After a failure nothing of it is left. */
lf_status lf_template_write(lf_template which, const char *name, const char *path);
