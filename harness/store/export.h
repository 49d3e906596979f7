/**
 * @file export.h
 * @brief Stored runs as CSV or JSON Lines; two folders compared.
 */
#pragma once

#include <stdio.h>

#include "harness/store/store.h"

/** Told of each run that is left out because the store is damaged; key NULL: of runs whose keys are
 *  lost, too. */
typedef struct {
    void *context;
    void (*lost)(void *context, const char *key, const char *why);
} lf_export_losses;

/** One line per trace point: run columns, every counter, seconds, every metric. A header first;
 *  17 significant digits; empty where not evaluated. */
lf_status lf_export_csv(lf_store *store, FILE *out, const lf_export_losses *losses);
/** One JSON object per run, in the form of `run --json` plus its trace. */
lf_status lf_export_jsonl(lf_store *store, FILE *out, const lf_export_losses *losses);
/** malloc'ed JSON object of one record: problem, algorithm, parameters, seed, status, cause, steps,
 *  counters, metrics, seconds, trace_sha256, solution_file (NULL: none). */
lf_status lf_export_json(const lf_record *record, const char *solution_file, char **json);

/** text <- where two records of a run part, "point 3: FV is 0.5 and 0.25"; false: nowhere. Seconds
 *  are not looked at. */
bool lf_records_differ(const lf_record *a, const lf_record *b, char text[256]);

/** How two stores differ. */
typedef struct {
    size_t identical, different, only_a, only_b;
    size_t other_bits; /**< of the different: one portable, the other fast */
} lf_comparison;

/** Compare traces run by run; prints a line per run that differs (the first differing point,
 * counter or metric, both values) and a summary. */
lf_status lf_compare(lf_store *a, lf_store *b, FILE *out, lf_comparison *comparison);
