/**
 * @file replay_choose.c
 * @brief Which stored runs are made again, and whether they can be.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/text.h"
#include "harness/registry/parameters.h"
#include "harness/registry/registry.h"
#include "harness/replay/replay.h"
#include "harness/replay/replay_here.h"
#include "harness/run/environment.h"
#include "numeric/stream.h"

/* Is it a run that an experiment can ask for, and that of its key? One that somebody made up may
 * have rows without end, and no step would come to one. */
static lf_status choose_is_run(const lf_record *stored) {
    char key[65];
    LF_TRY(lf_run_spec_key(&stored->spec, key, NULL));
    if (strcmp(key, stored->key) != 0)
        return lf_fail(LF_BAD_INPUT, "its configuration is not the one of its key");
    if (stored->spec.checkpoints > UINT_MAX)
        return lf_fail(LF_BAD_INPUT, "no experiment asks for %" PRIu64 " checkpoints",
                       stored->spec.checkpoints);
    return LF_OK;
}

lf_status lf_replay_has_parts(const lf_record *stored) {
    const lf_run_spec *spec = &stored->spec;
    const lf_algorithm *algorithm;
    const lf_problem_class *problem;
    char *code;
    LF_TRY(choose_is_run(stored));
    LF_TRY(lf_spec_algorithm(spec->algorithm, &algorithm));
    LF_TRY(lf_spec_problem(spec->problem, &problem));
    lf_spec_as(spec->code); /* as it was made */
    LF_TRY(lf_spec_code(spec->problem, spec->algorithm, &code));
    const char *then = spec->code ? spec->code : "Levelfield itself";
    const char *now = code ? code : "Levelfield itself";
    const lf_status status =
        strcmp(then, now) == 0
            ? LF_OK
            : lf_fail(LF_UNSUPPORTED, "it was made by the code %s, and here it is %s", then, now);
    free(code);
    return status;
}

/* The members of an environment that numbers depend on, the most telling first. */
static const char *const choose_words[] = {
    "bits",
    "blas_core",
    "libm",
    "libraries.onednn",
    "libraries.openblas",
    "libraries.clp",
    "glibc",
    "glibc_features",
    "cpu",
    "compiler",
    "flags",
    "build_type",
    "version",
    "commit",
};

static const char *choose_word(const json_t *environment, const char *name) {
    const char *dot = strchr(name, '.');
    if (dot) environment = json_object_get(environment, "libraries");
    const char *word = json_string_value(json_object_get(environment, dot ? dot + 1 : name));
    return word ? word : "unknown";
}

bool lf_replay_made_elsewhere(const lf_record *stored, char *text, size_t size) {
    char *own = lf_environment_json();
    json_t *then = json_loads(stored->environment ? stored->environment : "", 0, NULL);
    json_t *now = json_loads(own ? own : "", 0, NULL);
    bool other = false;
    for (size_t i = 0; i < sizeof choose_words / sizeof *choose_words && !other; i++) {
        const char *name = choose_words[i];
        const char *was = choose_word(then, name), *is = choose_word(now, name);
        other = strcmp(was, is) != 0;
        if (other) snprintf(text, size, "it was made with %s %s, and here it is %s", name, was, is);
    }
    json_decref(then);
    json_decref(now);
    free(own);
    return other;
}

/* The first k of a shuffle. */
static void choose_shuffle(char **keys, size_t n, size_t k, uint64_t seed) {
    for (size_t i = 0; i < k; i++) {
        uint64_t bits[4];
        lf_stream_block(seed, LF_STREAM_BOOTSTRAP, 0, i, 0, bits);
        const size_t j = i + lf_stream_below(bits[0], n - i);
        char *key = keys[i];
        keys[i] = keys[j];
        keys[j] = key;
    }
}

/* What is printed of a store is text, whoever wrote it. */
static void choose_title(lf_replay *r) {
    const lf_run_spec *spec = &r->stored.spec;
    snprintf(r->title, sizeof r->title, "%.*s on %.*s, seed %" PRIu64,
             (int)strcspn(spec->algorithm, ":"), spec->algorithm, (int)strcspn(spec->problem, ":"),
             spec->problem, spec->seed);
    lf_text_clean(r->title, false);
    lf_text_clean(r->stored.key, false);
}

lf_status lf_replay_choose(lf_store *store, size_t most, uint64_t seed, lf_replay **replay,
                           size_t *n) {
    char **keys;
    size_t all;
    *n = 0;
    LF_TRY(lf_store_keys(store, &keys, &all));
    const size_t k = all < most ? all : most;
    *replay = calloc(k + 1, sizeof **replay);
    lf_status status = *replay ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for %zu runs", k);
    if (status == LF_OK) choose_shuffle(keys, all, k, seed);
    for (; *n < k && status == LF_OK; *n += status == LF_OK) {
        status = lf_store_get(store, keys[*n], &(*replay)[*n].stored);
        if (status == LF_OK) choose_title(&(*replay)[*n]);
    }
    lf_text_list_free(keys, all);
    if (status != LF_OK) {
        lf_replay_free(*replay, *n);
        *replay = NULL;
    }
    return status;
}

void lf_replay_free(lf_replay *replay, size_t n) {
    for (size_t i = 0; replay && i < n; i++)
        lf_record_clear(&replay[i].stored);
    free(replay);
}
