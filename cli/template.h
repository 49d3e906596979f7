/**
 * @file template.h
 * @brief The folders of examples/, carried inside the program, under another name.
 */
#pragma once

#include <levelfield/info.h>
#include <levelfield/status.h>

/** Write the folder `path`, which is not there yet: a method of that view, or a problem for
 *  LF_VIEWS. In names and texts of its files the example's own name has become `name`. After a
 *  failure nothing of it is left. */
lf_status lf_template_write(lf_view view, const char *name, const char *path);
