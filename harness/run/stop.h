/**
 * @file stop.h
 * @brief The rule that ends a run early: "METRIC<VALUE".
 */
#pragma once

#include "harness/run/record.h"

typedef struct {
    bool given;
    size_t metric; /**< position in the record */
    double below;
} lf_stop;

/** Read the rule; NULL is no rule. `record` names the metrics there are. */
lf_status lf_stop_parse(const char *text, const lf_record *record, lf_stop *stop);

/** Do these metric values end the run? Not where the metric was not evaluated. */
bool lf_stop_reached(const lf_stop *stop, const double *value);
