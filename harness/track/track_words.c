#include "harness/track/track_parts.h"

#include <string.h>

#include "base/number.h"

lf_status lf_track_fault(const lf_track_reader *reader, const char *expected, const char *got) {
    if (!got)
        return lf_fail(LF_BAD_INPUT, "%s:%u: expected %s at the end of the line", reader->origin,
                       reader->line, expected);
    return lf_fail(LF_BAD_INPUT, "%s:%u: expected %s, not '%.60s'", reader->origin, reader->line,
                   expected, got);
}

char *lf_track_word(lf_track_reader *reader) {
    if (!reader->rest || !*reader->rest) return NULL;
    return strsep(&reader->rest, " ");
}

lf_status lf_track_number(lf_track_reader *reader, const char *expected, double missing,
                          double *value) {
    const char *word = lf_track_word(reader);
    *value = missing;
    if (word && strcmp(word, "-") == 0) return LF_OK;
    return word && lf_number_parse(word, value) ? LF_OK : lf_track_fault(reader, expected, word);
}

lf_status lf_track_either(lf_track_reader *reader, const char *off, const char *on, bool *flag) {
    char expected[64];
    const char *word = lf_track_word(reader);
    *flag = word && strcmp(word, on) == 0;
    if (*flag || (word && strcmp(word, off) == 0)) return LF_OK;
    snprintf(expected, sizeof expected, "'%s' or '%s'", off, on);
    return lf_track_fault(reader, expected, word);
}

lf_status lf_track_end(lf_track_reader *reader) {
    return reader->rest && *reader->rest
               ? lf_track_fault(reader, "the end of the line", reader->rest)
               : LF_OK;
}

lf_status lf_track_hash(lf_track_reader *reader, char hash[LF_TRACK_HASH]) {
    const char *word = lf_track_word(reader);
    const size_t length = word ? strlen(word) : 0;
    const bool digits = length == LF_TRACK_HASH - 1 && !word[strspn(word, "0123456789abcdef")];
    if (!digits && !(word && strcmp(word, "-") == 0))
        return lf_track_fault(reader, "16 hexadecimal digits of the trace's hash", word);
    memcpy(hash, word, length + 1);
    return LF_OK;
}
