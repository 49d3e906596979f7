/**
 * @file show_experiment.h
 * @brief What `show` says of experiments.
 */
#pragma once

#include <stdbool.h>

#include "cli/message.h"

/** One experiment: problems, methods, scales, tables, figures. */
lf_exit lf_show_experiment(const char *name);

/** The experiments of a paper, by name and title, after an empty line if `below`; LF_EXIT_USAGE,
 *  and nothing said, if there is no such paper. */
lf_exit lf_show_paper(const char *paper, bool below);
