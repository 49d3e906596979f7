/**
 * @file json_out.h
 * @brief The JSON of one experiment in the making, and the values in it.
 *
 * Problems and methods go by their ids. A number that does not exist (a median of runs that did not
 * end, an interval of one seed) is null.
 */
#pragma once

#include <jansson.h>

#include "harness/results/results.h"

typedef struct lf_json {
    const lf_results *results;
    json_t *experiment; /**< the object that sections add to */
    bool lost;          /**< memory ran out on the way */
} lf_json;

/** experiment[key] <- value, or array += value, which is NULL where there was no memory for it. */
void lf_json_set(lf_json *json, const char *key, json_t *value);
void lf_json_append(lf_json *json, json_t *array, json_t *value);

json_t *lf_json_number(double value);
json_t *lf_json_count(size_t n);
/** Ids; NULL for SIZE_MAX: none. */
const char *lf_json_problem(const lf_json *json, size_t problem);
const char *lf_json_method(const lf_json *json, size_t method);
