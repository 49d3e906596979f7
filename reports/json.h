/**
 * @file json.h
 * @brief What a report says, for programs: report.json, by docs/schemas/report.schema.json.
 */
#pragma once

#include "reports/decided.h"

/** text <- claims, tables, exponents and trade-offs of n experiments: malloc'ed, one JSON object.
 */
lf_status lf_report_json(const lf_results *results, size_t n, const lf_decided *decided,
                         char **text);
