/**
 * @file experiment_parts.h
 * @brief What the files behind experiment.h share: schema, merging, plans.
 */
#pragma once

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <cyaml/cyaml.h>

#include <levelfield/algorithm.h>

#include "harness/experiment/experiment_check.h"

/** The YAML form of lf_experiment, for libcyaml. */
const cyaml_schema_value_t *lf_experiment_schema(void);

/** Put the lists of `base` in front of the experiment's own, and its texts where there are none;
 *  what is moved is taken out of `base`. */
lf_status lf_experiment_merge(lf_experiment *base, lf_experiment *experiment);

/** path <- the file of "PAPER/ITEM" or of a path that ends in .yaml, LF_PATH_BYTES. */
lf_status lf_experiment_find(const char *name, char *path);

/** Of "split_seed/3" the 3; 1: each seed has its own. 0: that is no number. */
static inline size_t lf_varies_runs(const char *varies) {
    const char *slash = strchr(varies, '/');
    char *end;
    const unsigned long runs = slash ? strtoul(slash + 1, &end, 10) : 1;
    return slash && (!isdigit((unsigned char)slash[1]) || *end || runs < 2 || runs > 1000) ? 0
                                                                                           : runs;
}

/* ---- pieces of the check ---- */

/** Every figure, whose names exist and whose form can show it; then every section. */
lf_status lf_experiment_check_output(const lf_experiment *experiment);
/** methods, same_as and tuned_as of the problems: names and who runs where. */
lf_status lf_experiment_check_tasks(const lf_experiment *experiment);

/** The canonical specification of a method on a problem at a scale, settings included. malloc'ed.
 */
lf_status lf_experiment_method_spec(const lf_experiment *experiment,
                                    const lf_experiment_scale *scale, size_t problem, size_t method,
                                    char **algorithm);
/** The canonical specification of a problem with this seed in the parameters that vary. malloc'ed.
 */
lf_status lf_experiment_problem_spec(const lf_experiment_problem *problem, uint64_t seed,
                                     char **spec);
/** Specification and key of run->problem and run->method at a scale, with `parameters` on top of
 * all settings (NULL: none); nudged: from a start beside its own by hardly more than rounding. */
lf_status lf_experiment_fill(const lf_experiment *experiment, const lf_experiment_scale *scale,
                             uint64_t seed, const char *parameters, bool nudged,
                             lf_planned_run *run);
