/**
 * @file track_words.h
 * @brief A baseline's lines word by word; private to its reader.
 */
#pragma once

#include "harness/track/track.h"

typedef struct {
    const char *origin;
    unsigned line;
    char *rest; /* of the line: what is not read yet */
    lf_track *track;
    lf_track_pair *pair; /* the one whose lines are being read; NULL before the first */
} lf_track_reader;

/** "ORIGIN:LINE: expected ..., not 'got'"; NULL: the line ended there. */
lf_status lf_track_fault(const lf_track_reader *reader, const char *expected, const char *got);
/** The next word, or NULL at the end of the line. */
char *lf_track_word(lf_track_reader *reader);
/** A finite number, or "-" as `missing`. */
lf_status lf_track_number(lf_track_reader *reader, const char *expected, double missing,
                          double *value);
/** *flag <- which of the two words stands there. */
lf_status lf_track_either(lf_track_reader *reader, const char *off, const char *on, bool *flag);
/** Nothing may follow. */
lf_status lf_track_end(lf_track_reader *reader);
