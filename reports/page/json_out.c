/**
 * @file json_out.c
 * @brief Values of report.json.
 */
#include "reports/page/json_out.h"

#include <math.h>
#include <stdint.h>

void lf_json_set(lf_json *json, const char *key, json_t *value) {
    json->lost |= json_object_set_new(json->experiment, key, value) != 0;
}

void lf_json_append(lf_json *json, json_t *array, json_t *value) {
    json->lost |= json_array_append_new(array, value) != 0;
}

json_t *lf_json_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *lf_json_count(size_t n) {
    return json_integer((json_int_t)n);
}

const char *lf_json_problem(const lf_json *json, size_t problem) {
    return problem == SIZE_MAX ? NULL : json->results->experiment->problems[problem].id;
}

const char *lf_json_method(const lf_json *json, size_t method) {
    return method == SIZE_MAX ? NULL : json->results->experiment->methods[method].id;
}
