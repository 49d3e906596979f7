/**
 * @file record_lines.h
 * @brief One run as canonical JSON lines: the same record, the same bytes, and back.
 *
 * Canonical: members sorted by name, no blanks, reals with 17 digits, null for what is not a
 * number, "inf" and "-inf". docs/publish.md describes the lines.
 */
#pragma once

#include <jansson.h>

#include "base/text.h"
#include "harness/run/record.h"

/** text += the value as one such line; it is given back. NULL fails, as no memory does. */
void lf_record_line(lf_text *text, json_t *value);

/**
 * text <- malloc'ed: a line of what was run and how it ended, a line for each row of the trace, a
 * line of the final iterate, if there is one. `environment` is the number of its environment in the
 * archive's list. What a run wrote on its standard error is left out, and so are paths in its
 * cause: they would tell of the machine.
 */
lf_status lf_record_lines(const lf_record *record, size_t environment, char **text);

/** What a key's text says ("configuration" in an archive); texts that are not there are NULL, and
 *  lf_run_spec_clear() gives them back. LF_BAD_INPUT: it is no such text. */
lf_status lf_run_spec_parse(const char *configuration, lf_run_spec *spec);

/**
 * The record of such a text, bit for bit; lf_record_clear() it. Its environment is one of the n
 * given. LF_BAD_INPUT with `origin` in front: it is no such text, is not canonical, or its key or
 * trace hash is another.
 */
lf_status lf_record_parse(const char *text, size_t size, const char *origin,
                          const char *const *environments, size_t n, lf_record *record);
