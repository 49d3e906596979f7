/**
 * @file track_whole.c
 * @brief Is a baseline all there? Its version, its counts, and what every one has to have.
 *
 * A file that was cut at a line's end reads like a smaller one, which would pass a check: since
 * version 2 it says how many pairs and runs there are. Those of version 1 are read as they are.
 */
#include <stdlib.h>
#include <string.h>

#include "harness/track/track_parts.h"

lf_status lf_track_version(lf_track_reader *reader) {
    reader->counts = strcmp(reader->rest, "levelfield baseline 2") == 0;
    if (reader->counts || strcmp(reader->rest, "levelfield baseline 1") == 0) return LF_OK;
    return lf_track_fault(reader, "'levelfield baseline 2' (or 1) first", reader->rest);
}

/* A count from 1, once. */
static lf_status whole_count(lf_track_reader *reader, const char *expected, size_t *n) {
    const char *word = lf_track_word(reader);
    if (*n > 0) return lf_track_fault(reader, "this line once", word);
    if (!word || !*word || strlen(word) > 9 || word[strspn(word, "0123456789")] ||
        strtoul(word, NULL, 10) == 0)
        return lf_track_fault(reader, expected, word);
    *n = strtoul(word, NULL, 10);
    return LF_OK;
}

lf_status lf_track_pairs_line(lf_track_reader *reader) {
    LF_TRY(whole_count(reader, "how many pairs follow", &reader->pairs));
    return lf_track_end(reader);
}

lf_status lf_track_runs_line(lf_track_reader *reader) {
    if (!reader->counts) return lf_track_fault(reader, "'levelfield baseline 2' first", "runs");
    LF_TRY(whole_count(reader, "how many runs the pair has", &reader->runs));
    if (!reader->rest || !*reader->rest) return LF_OK;
    const char *word = lf_track_word(reader);
    reader->beside = strcmp(word, "beside") == 0;
    return reader->beside ? lf_track_end(reader)
                          : lf_track_fault(reader, "'beside', or the end of the line", word);
}

lf_status lf_track_pair_whole(lf_track_reader *reader) {
    const lf_track_pair *pair = reader->pair;
    if (!pair || !reader->counts) return LF_OK;
    if (reader->runs == 0)
        return lf_fail(LF_BAD_INPUT, "%s: expected a line 'runs %s %s ...', how many runs it has",
                       reader->origin, pair->problem, pair->method);
    if (pair->runs != reader->runs || reader->beside != (pair->beside != NULL))
        return lf_fail(LF_BAD_INPUT,
                       "%s: expected %zu runs%s of %s on %s, as its 'runs' line says, but there "
                       "are %zu%s: the file was cut or edited, so restore it or record it again",
                       reader->origin, reader->runs, reader->beside ? " and one beside them" : "",
                       pair->method, pair->problem, pair->runs,
                       pair->beside ? " and one beside them" : "");
    reader->runs = 0;
    reader->beside = false;
    return LF_OK;
}

lf_status lf_track_whole(lf_track_reader *reader) {
    const lf_track *t = reader->track;
    const struct {
        const char *word, *text;
    } needed[] = {{"experiment", t->experiment}, {"scale", t->scale}, {"version", t->version},
                  {"commit", t->commit},         {"cpu", t->cpu},     {"date", t->date}};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!needed[i].text)
            return lf_fail(LF_BAD_INPUT, "%s: expected a line '%s ...' before the first pair",
                           reader->origin, needed[i].word);
    if (t->pairs == 0)
        return lf_fail(LF_BAD_INPUT, "%s: expected at least one pair", reader->origin);
    for (size_t i = 0; i < t->pairs; i++)
        if (!t->pair[i].setting || !t->pair[i].algorithm || !t->pair[i].budget || !t->pair[i].runs)
            return lf_fail(LF_BAD_INPUT,
                           "%s: expected problem, algorithm, budget and runs of %s on %s",
                           reader->origin, t->pair[i].method, t->pair[i].problem);
    LF_TRY(lf_track_pair_whole(reader));
    if (!reader->counts || reader->pairs == t->pairs) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "%s: expected a line 'pairs %zu' before the first pair and as many pairs; it "
                   "says %zu: the file was cut or edited, so restore it or record it again",
                   reader->origin, t->pairs, reader->pairs);
}
