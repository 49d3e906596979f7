/**
 * @file experiment.c
 * @brief Reading and writing experiment files.
 */
#include "harness/experiment/experiment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/yaml.h"
#include "datasets/user/description.h"
#include "harness/experiment/experiment_parts.h"

/* An experiment is written by hand; more than this is another file by mistake. */
static const size_t experiment_bytes = (size_t)4 << 20;

/* No message is longer (base/status.c). */
enum { EXPERIMENT_MESSAGE = 4096 };

lf_status lf_experiment_read(const char *yaml, size_t length, const char *origin,
                             lf_experiment **experiment) {
    void *data;
    *experiment = NULL;
    LF_TRY(lf_yaml_load(yaml, length, origin, lf_experiment_schema(), &data));
    if (!data)
        return lf_fail(LF_BAD_INPUT, "%s: empty; an experiment has at least a title", origin);
    *experiment = data;
    return LF_OK;
}

void lf_experiment_free(lf_experiment *experiment) {
    lf_yaml_free(lf_experiment_schema(), experiment);
}

lf_status lf_experiment_save(const lf_experiment *experiment, char **yaml) {
    const cyaml_config_t config = {.mem_fn = cyaml_mem, .flags = CYAML_CFG_STYLE_BLOCK};
    *yaml = NULL;
    char *text = NULL;
    size_t length = 0;
    cyaml_err_t error =
        cyaml_save_data(&text, &length, &config, lf_experiment_schema(), experiment, 0);
    if (error != CYAML_OK)
        return lf_fail(LF_BAD_INPUT, "cannot write the experiment '%s' as YAML: %s",
                       experiment->title ? experiment->title : "", cyaml_strerror(error));
    *yaml = strndup(text, length); /* libcyaml's text has no NUL at its end */
    free(text);
    return *yaml ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory to write an experiment");
}

/* A file without its base, unchecked; the path stands in front of messages. */
static lf_status experiment_read_file(const char *path, lf_experiment **experiment) {
    char *yaml;
    size_t length;
    *experiment = NULL;
    LF_TRY(lf_file_read(path, experiment_bytes, &yaml, &length));
    lf_status status = lf_experiment_read(yaml, length, path, experiment);
    free(yaml);
    return status;
}

/* Merge the base that the file at `path` names; it lies in the same folder. */
static lf_status experiment_take_base(const char *path, lf_experiment *experiment) {
    char base_path[LF_PATH_BYTES];
    if (strchr(experiment->base, '/'))
        return lf_fail(LF_BAD_INPUT, "%s: base: '%s': expected the name of a file of this folder",
                       path, experiment->base);
    LF_TRY(lf_path_format(base_path, "%.*s%s", (int)(lf_path_name(path) - path), path,
                          experiment->base));
    lf_experiment *base;
    lf_status status = experiment_read_file(base_path, &base);
    if (status == LF_NOT_FOUND) status = LF_BAD_INPUT; /* no word of a command line */
    if (status != LF_OK) return lf_fail_within(status, "%s: base: ", path);
    if (base->base)
        status = lf_fail(LF_BAD_INPUT, "%s: a base may not have a base of its own", base_path);
    else
        status = lf_experiment_merge(base, experiment);
    lf_experiment_free(base);
    if (status != LF_OK) return status;
    free(experiment->base);
    experiment->base = NULL;
    return LF_OK;
}

/* A word that is wrong on a command line is the command's fault; in a file it is the file's. */
static lf_status experiment_checked(const lf_experiment *read, const char *origin,
                                    lf_status (*check)(const lf_experiment *experiment)) {
    const lf_status status = check(read);
    if (status == LF_OK) return LF_OK;
    const bool word = status == LF_BAD_ARGUMENT || status == LF_NOT_FOUND;
    return lf_fail_within(word ? LF_BAD_INPUT : status, "%s: ", origin);
}

/* A file that is no experiment may be another kind of file. Asking what it is has messages of its
 * own, and what was wrong with it as an experiment is said if it is none of them. */
static lf_status experiment_other(const char *path) {
    char said[EXPERIMENT_MESSAGE];
    snprintf(said, sizeof said, "%s", lf_message());
    if (!lf_user_described(path)) return lf_fail(LF_BAD_INPUT, "%s", said);
    return lf_fail(LF_BAD_INPUT,
                   "%s: describes a data set, which a problem takes as data=%s; an experiment "
                   "has at least a title",
                   path, path);
}

lf_status lf_experiment_open(const char *name, lf_experiment **experiment) {
    char path[LF_PATH_BYTES];
    *experiment = NULL;
    LF_TRY(lf_experiment_find(name, path));
    lf_experiment *read;
    lf_status status = experiment_read_file(path, &read);
    if (status == LF_BAD_INPUT) return experiment_other(path);
    if (status != LF_OK) return status;
    status = read->base ? experiment_take_base(path, read) : LF_OK;
    if (status == LF_OK) status = experiment_checked(read, path, lf_experiment_check);
    if (status == LF_OK) status = experiment_checked(read, path, lf_experiment_check_labels);
    if (status != LF_OK) {
        lf_experiment_free(read);
        return status;
    }
    *experiment = read;
    return LF_OK;
}

lf_status lf_experiment_parse(const char *yaml, size_t length, const char *origin,
                              lf_experiment **experiment) {
    *experiment = NULL;
    lf_experiment *read;
    LF_TRY(lf_experiment_read(yaml, length, origin, &read));
    const lf_status status =
        read->base ? lf_fail(LF_BAD_INPUT, "%s: base: only a file can have one", origin)
                   : experiment_checked(read, origin, lf_experiment_check);
    if (status != LF_OK) {
        lf_experiment_free(read);
        return status;
    }
    *experiment = read;
    return LF_OK;
}
