/**
 * @file experiment_seeds.c
 * @brief Lists of seeds as texts, and more seeds than a scale lists.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "harness/experiment/experiment_parts.h"

/* More seeds than this are a slip of the pen. */
enum { SEEDS_MOST = 100000 };

/* One number of a seed list; *at <- behind it. */
static lf_status seeds_one(const char *whole, const char **at, uint64_t *seed) {
    char *end;
    if (isdigit((unsigned char)**at)) {
        *seed = strtoull(*at, &end, 10); /* the largest for what is larger */
        *at = end;
        if (*seed <= LF_SEED_MOST) return LF_OK;
        return lf_fail(LF_BAD_INPUT, "seeds '%s': a seed is at most %" PRIu64 ", that is 2^63 - 1",
                       whole, LF_SEED_MOST);
    }
    return lf_fail(LF_BAD_INPUT, "seeds '%s': expected numbers as in 0-4 or 0,3,7", whole);
}

static lf_status seeds_add(const char *whole, uint64_t seed, uint64_t *seeds, size_t *n) {
    if (*n == SEEDS_MOST)
        return lf_fail(LF_BAD_INPUT, "seeds '%s': more than %d", whole, SEEDS_MOST);
    seeds[(*n)++] = seed;
    return LF_OK;
}

/* "A", "A-B" and so on, separated by commas, into `seeds` (SEEDS_MOST). */
static lf_status seeds_read(const char *text, uint64_t *seeds, size_t *n) {
    for (const char *at = text;; at++) {
        uint64_t first = 0, last;
        LF_TRY(seeds_one(text, &at, &first));
        last = first;
        if (*at == '-') {
            at++;
            LF_TRY(seeds_one(text, &at, &last));
        }
        if (last < first)
            return lf_fail(LF_BAD_INPUT, "seeds '%s': a range goes upwards, as in 0-4", text);
        for (uint64_t seed = first;; seed++) {
            LF_TRY(seeds_add(text, seed, seeds, n));
            if (seed == last) break;
        }
        if (*at == '\0') return LF_OK;
        if (*at != ',')
            return lf_fail(LF_BAD_INPUT, "seeds '%s': expected numbers as in 0-4 or 0,3,7", text);
    }
}

/* Sorted, equal seeds stand side by side: "0-99999" is compared in no time. */
static lf_status seeds_distinct(const char *whole, const uint64_t *seeds, size_t n) {
    uint64_t *sorted = malloc(n * sizeof *sorted);
    if (!sorted) return lf_fail(LF_NO_MEMORY, "no memory for seeds");
    memcpy(sorted, seeds, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, lf_count_compare);
    lf_status status = LF_OK;
    for (size_t i = 1; i < n && status == LF_OK; i++)
        if (sorted[i] == sorted[i - 1])
            status = lf_fail(LF_BAD_INPUT, "seeds '%s': %" PRIu64 " stands there twice", whole,
                             sorted[i]);
    free(sorted);
    return status;
}

lf_status lf_seeds_parse(const char *text, uint64_t **seeds, size_t *n) {
    *n = 0;
    *seeds = malloc(SEEDS_MOST * sizeof **seeds);
    if (!*seeds) return lf_fail(LF_NO_MEMORY, "no memory for seeds");
    lf_status status = seeds_read(text, *seeds, n);
    if (status == LF_OK) status = seeds_distinct(text, *seeds, *n);
    if (status == LF_OK) return LF_OK;
    free(*seeds);
    *seeds = NULL;
    *n = 0;
    return status;
}

static bool seeds_have(const uint64_t *seeds, size_t n, uint64_t seed, size_t runs) {
    for (size_t i = 0; i < n; i++)
        if (seeds[i] / runs == seed / runs) return true;
    return false;
}

/* seeds (n) <- the scale's first, then the numbers after its largest that tuning does not use: what
 * was tuned on a seed is not judged on it. */
static lf_status seeds_extend(const lf_experiment *experiment, const lf_experiment_scale *scale,
                              size_t n, uint64_t *seeds) {
    const size_t runs = lf_experiment_level_runs(experiment, SIZE_MAX);
    uint64_t *listed, *tuning = NULL, next = 0;
    size_t n_listed, n_tuning = 0;
    LF_TRY(lf_seeds_parse(scale->seeds, &listed, &n_listed));
    lf_status status =
        experiment->tuning ? lf_seeds_parse(experiment->tuning->seeds, &tuning, &n_tuning) : LF_OK;
    for (size_t i = 0; i < n_listed; i++)
        next = listed[i] >= next ? listed[i] + 1 : next;
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        while (i >= n_listed && seeds_have(tuning, n_tuning, next, runs))
            next++;
        seeds[i] = i < n_listed ? listed[i] : next++;
        if (seeds[i] > LF_SEED_MOST)
            status = lf_fail(LF_BAD_INPUT, "scale '%s': there are no seeds after '%s'", scale->name,
                             scale->seeds);
    }
    free(listed);
    free(tuning);
    return status;
}

/* "0-5,8"; malloc'ed. NULL: no memory. */
static char *seeds_print(const uint64_t *seeds, size_t n) {
    lf_text text = {0};
    for (size_t i = 0, last; i < n; i = last + 1) {
        for (last = i; last + 1 < n && seeds[last + 1] == seeds[last] + 1;)
            last++;
        lf_text_format(&text, "%s%" PRIu64, i ? "," : "", seeds[i]);
        if (last > i) lf_text_format(&text, "-%" PRIu64, seeds[last]);
    }
    return text.bytes;
}

/* The setting that has nothing but the seeds of a pair: the scale's last, made if there is none. */
static lf_experiment_setting *seeds_setting(const lf_experiment *experiment,
                                            lf_experiment_scale *scale, size_t problem,
                                            size_t method) {
    const char *p = experiment->problems[problem].id, *m = experiment->methods[method].id;
    for (size_t i = 0; i < scale->settings_count; i++) {
        lf_experiment_setting *is = &scale->settings[i];
        if (is->seeds && !is->parameters && !is->budget && is->problem && is->method &&
            strcmp(is->problem, p) == 0 && strcmp(is->method, m) == 0)
            return is;
    }
    lf_experiment_setting *more =
        realloc(scale->settings, (scale->settings_count + 1) * sizeof *more);
    if (!more) return NULL;
    scale->settings = more;
    lf_experiment_setting *is = &more[scale->settings_count++];
    *is = (lf_experiment_setting){.problem = strdup(p), .method = strdup(m)};
    return is->problem && is->method ? is : NULL;
}

lf_status lf_experiment_give_seeds(lf_experiment *experiment, lf_experiment_scale *scale,
                                   size_t problem, size_t method, size_t n) {
    n *= lf_experiment_level_runs(experiment, problem);
    uint64_t *seeds = calloc(n + 1, sizeof *seeds);
    if (!seeds) return lf_fail(LF_NO_MEMORY, "no memory for %zu seeds", n);
    lf_status status = seeds_extend(experiment, scale, n, seeds);
    if (status == LF_OK) {
        lf_experiment_setting *is = seeds_setting(experiment, scale, problem, method);
        char *text = is ? seeds_print(seeds, n) : NULL;
        if (text) {
            free(is->seeds);
            is->seeds = text;
        } else {
            status = lf_fail(LF_NO_MEMORY, "no memory for %zu seeds", n);
        }
    }
    free(seeds);
    return status;
}
