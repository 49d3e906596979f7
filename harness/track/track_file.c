/**
 * @file track_file.c
 * @brief Writing baselines: one fact a line, every line complete in itself.
 *
 * Lines repeat the ids of their pair, so that a line of a diff can be read alone and `grep` finds
 * all about a method. Everything is sorted and numbers are written with as many digits as they
 * need to read back equal: what did not change gives the same bytes. How many pairs and runs there
 * are is said before them, so that a file that was cut is not taken for a smaller one.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"
#include "harness/track/track.h"

/* A baseline of more than this is not one of ours. */
enum { FILE_BYTES = 64 << 20 };

static void file_number(FILE *out, double value) {
    char text[LF_NUMBER_BYTES];
    fprintf(out, " %s", isfinite(value) ? lf_number_text(value, text) : "-");
}

static void file_header(const lf_track *track, FILE *out) {
    fprintf(out,
            "# Written by `levelfield track record`, read by `levelfield track check`; see "
            "docs/tracking.md.\n"
            "levelfield baseline 2\n"
            "experiment %s\nscale %s\nversion %s\ncommit %s\ncpu %s\ndate %s\n",
            track->experiment, track->scale, track->version, track->commit, track->cpu,
            track->date);
    if (track->label) fprintf(out, "label %s\n", track->label);
    fprintf(out, "pairs %zu\n", track->pairs);
}

static void file_metric(const lf_track_pair *pair, const lf_track_metric *metric, FILE *out) {
    fprintf(out, "metric %s %s %s %s %s", pair->problem, pair->method, metric->name,
            metric->higher ? "higher" : "lower", metric->logarithm ? "log" : "linear");
    file_number(out, metric->start);
    file_number(out, metric->range);
    for (size_t t = 0; t < metric->targets; t++)
        file_number(out, metric->target[t]);
    fputc('\n', out);
    if (metric->why)
        fprintf(out, "without %s %s %s %s\n", pair->problem, pair->method, metric->name,
                metric->why);
}

static void file_end(const lf_track_pair *pair, const lf_track_run *run, FILE *out) {
    fprintf(out, " %s %s", lf_run_status_name(run->status), run->hash);
    file_number(out, run->calls);
    for (size_t i = 0; i < pair->metrics; i++) {
        fprintf(out, " %s", pair->metric[i].name);
        file_number(out, run->value[i].final);
        for (size_t t = 0; t < pair->metric[i].targets; t++)
            file_number(out, run->value[i].cost[t]);
    }
    fputc('\n', out);
}

static void file_pair(const lf_track_pair *pair, FILE *out) {
    fprintf(out, "\npair %s %s %s\n", pair->problem, pair->method,
            pair->deterministic ? "deterministic" : "stochastic");
    fprintf(out, "problem %s %s %s\n", pair->problem, pair->method, pair->setting);
    fprintf(out, "algorithm %s %s %s\n", pair->problem, pair->method, pair->algorithm);
    fprintf(out, "budget %s %s %s\n", pair->problem, pair->method, pair->budget);
    if (pair->data) fprintf(out, "data %s %s %s\n", pair->problem, pair->method, pair->data);
    fprintf(out, "runs %s %s %zu%s\n", pair->problem, pair->method, pair->runs,
            pair->beside ? " beside" : "");
    for (size_t i = 0; i < pair->metrics; i++)
        file_metric(pair, &pair->metric[i], out);
    for (size_t i = 0; i < pair->runs; i++) {
        fprintf(out, "run %s %s %" PRIu64, pair->problem, pair->method, pair->run[i].seed);
        file_end(pair, &pair->run[i], out);
    }
    if (!pair->beside) return;
    fprintf(out, "beside %s %s", pair->problem, pair->method);
    file_end(pair, pair->beside, out);
}

lf_status lf_track_text(const lf_track *track, char **text) {
    size_t size;
    *text = NULL;
    FILE *out = open_memstream(text, &size);
    if (!out) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    file_header(track, out);
    for (size_t i = 0; i < track->pairs; i++)
        file_pair(&track->pair[i], out);
    const bool failed = ferror(out) != 0;
    if (fclose(out) == 0 && !failed) return LF_OK;
    free(*text);
    *text = NULL;
    return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
}

lf_status lf_track_save(const lf_track *track, const char *path) {
    char *text;
    LF_TRY(lf_track_text(track, &text));
    lf_status status = lf_folder_make_for(path);
    if (status == LF_OK) status = lf_file_write(path, text, strlen(text));
    free(text);
    return status;
}

lf_status lf_track_load(const char *path, lf_track *track) {
    char *text;
    size_t size;
    *track = (lf_track){0};
    LF_TRY(lf_file_read(path, FILE_BYTES, &text, &size));
    lf_status status =
        strlen(text) == size
            ? lf_track_parse(text, path, track)
            : lf_fail(LF_BAD_INPUT, "%s: not a baseline: it holds a zero byte", path);
    free(text);
    return status;
}
