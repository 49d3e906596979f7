/**
 * @file export_parts.h
 * @brief Records as JSON values; docs/store.md describes the objects.
 */
#pragma once

#include <jansson.h>

#include "harness/run/record.h"

/** One line, all digits. */
#define LF_EXPORT_JSON (JSON_COMPACT | JSON_REAL_PRECISION(17))

/** The object of one run, as in `run --json`; NULL if memory is short. */
json_t *lf_export_object(const lf_record *record, const char *solution_file);
/** Its trace: an array of {"counters", "seconds", "metrics"}. */
json_t *lf_export_trace(const lf_record *record);
