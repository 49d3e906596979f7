/**
 * @file track_parse.c
 * @brief Reading baselines, with the line and what was expected for everything that is wrong.
 *
 * A line is read word by word. The lines of a pair follow its `pair` line and name it again; a line
 * that names another pair was moved or edited, and is refused rather than guessed at.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "harness/track/track_parts.h"

/* Keep a text that may be given once. */
static lf_status parse_keep(const lf_track_reader *reader, const char *text, char **field) {
    if (*field) return lf_track_fault(reader, "this line once", text);
    *field = strdup(text);
    return *field ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a baseline");
}

/* Pairs, metrics and runs are written in order, and equal ones would stand side by side: a file is
 * read in one pass, however long it is. */
static lf_status parse_pair_order(const lf_track_reader *reader, const char *problem,
                                  const char *method) {
    if (!reader->pair) return LF_OK;
    const int problems = strcmp(problem, reader->pair->problem);
    const int order = problems ? problems : strcmp(method, reader->pair->method);
    if (order > 0) return LF_OK;
    if (order == 0)
        return lf_fail(LF_BAD_INPUT, "%s:%u: expected every pair once, but %s on %s is there twice",
                       reader->origin, reader->line, method, problem);
    return lf_fail(
        LF_BAD_INPUT, "%s:%u: expected pairs in order, but %s on %s comes after %s on %s",
        reader->origin, reader->line, method, problem, reader->pair->method, reader->pair->problem);
}

static lf_status parse_pair(lf_track_reader *reader) {
    const char *problem = lf_track_word(reader), *method = lf_track_word(reader);
    lf_track *track = reader->track;
    if (!problem || !method) return lf_track_fault(reader, "PROBLEM METHOD", NULL);
    LF_TRY(lf_track_pair_whole(reader));
    LF_TRY(parse_pair_order(reader, problem, method));
    LF_TRY(lf_grow(&track->pair, track->pairs, sizeof *track->pair, "a baseline"));
    reader->pair = &track->pair[track->pairs];
    reader->pair->problem = strdup(problem);
    reader->pair->method = strdup(method);
    track->pairs++;
    if (!reader->pair->problem || !reader->pair->method)
        return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    LF_TRY(lf_track_either(reader, "stochastic", "deterministic", &reader->pair->deterministic));
    return lf_track_end(reader);
}

/* The ids that stand in front of all lines of a pair. */
static lf_status parse_ids(lf_track_reader *reader) {
    char expected[160];
    const char *problem = lf_track_word(reader), *method = lf_track_word(reader);
    if (!reader->pair) return lf_track_fault(reader, "a 'pair' line before this one", problem);
    if (problem && method && strcmp(problem, reader->pair->problem) == 0 &&
        strcmp(method, reader->pair->method) == 0)
        return LF_OK;
    snprintf(expected, sizeof expected, "'%.60s %.60s' as in the pair line above",
             reader->pair->problem, reader->pair->method);
    return lf_track_fault(reader, expected, problem && method ? method : problem);
}

static lf_status parse_metric(lf_track_reader *reader) {
    lf_track_pair *pair = reader->pair;
    const char *name = lf_track_word(reader);
    if (!name) return lf_track_fault(reader, "a metric", NULL);
    if (pair->runs) return lf_track_fault(reader, "metrics before runs", name);
    if (pair->metrics > 0) {
        const int order = strcmp(name, pair->metric[pair->metrics - 1].name);
        if (order == 0) return lf_track_fault(reader, "every metric once", name);
        if (order < 0) return lf_track_fault(reader, "metrics in order", name);
    }
    LF_TRY(lf_grow(&pair->metric, pair->metrics, sizeof *pair->metric, "a baseline"));
    lf_track_metric *metric = &pair->metric[pair->metrics];
    metric->name = strdup(name);
    if (!metric->name) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    pair->metrics++;
    LF_TRY(lf_track_either(reader, "lower", "higher", &metric->higher));
    LF_TRY(lf_track_either(reader, "linear", "log", &metric->logarithm));
    LF_TRY(lf_track_number(reader, "the value at the start", NAN, &metric->start));
    LF_TRY(lf_track_number(reader, "the range, a number above 0", 0, &metric->range));
    if (!(metric->range > 0)) return lf_track_fault(reader, "a range above 0", name);
    metric->noise = NAN;
    for (; reader->rest && *reader->rest && metric->targets < LF_TRACK_TARGETS; metric->targets++) {
        double *target = &metric->target[metric->targets];
        LF_TRY(lf_track_number(reader, "a target", NAN, target));
        if (isnan(*target)) return lf_track_fault(reader, "a target", "-");
    }
    return lf_track_end(reader);
}

/* Why the metric of the line above has fewer targets. */
static lf_status parse_without(lf_track_reader *reader) {
    lf_track_pair *pair = reader->pair;
    const char *name = lf_track_word(reader);
    if (!pair->metrics || !name || strcmp(name, pair->metric[pair->metrics - 1].name) != 0)
        return lf_track_fault(reader, "the metric of the line above", name);
    if (!reader->rest || !*reader->rest) return lf_track_fault(reader, "a text", NULL);
    return parse_keep(reader, reader->rest, &pair->metric[pair->metrics - 1].why);
}

static lf_status parse_status(lf_track_reader *reader, lf_run_status *status) {
    const char *word = lf_track_word(reader);
    *status = lf_run_status_of(word);
    if (*status < LF_RUN_STATUSES) return LF_OK;
    return lf_track_fault(reader, "done, diverged, failed, timeout or killed", word);
}

static lf_status parse_seed(lf_track_reader *reader, uint64_t *seed) {
    const char *word = lf_track_word(reader);
    if (!word || !*word || word[strspn(word, "0123456789")])
        return lf_track_fault(reader, "a seed", word);
    *seed = strtoull(word, NULL, 10); /* the largest for what is larger */
    if (*seed > LF_SEED_MOST) return lf_track_fault(reader, "a seed below 2^63", word);
    const lf_track_pair *pair = reader->pair;
    if (pair->runs == 0 || *seed > pair->run[pair->runs - 1].seed) return LF_OK;
    return lf_track_fault(
        reader, *seed == pair->run[pair->runs - 1].seed ? "every seed once" : "seeds in order",
        word);
}

static lf_status parse_value(lf_track_reader *reader, const lf_track_metric *metric,
                             lf_track_value *value) {
    const char *name = lf_track_word(reader);
    if (!name || strcmp(name, metric->name) != 0) return lf_track_fault(reader, metric->name, name);
    LF_TRY(lf_track_number(reader, "a final value", NAN, &value->final));
    for (size_t t = 0; t < LF_TRACK_TARGETS; t++) {
        value->cost[t] = INFINITY;
        if (t >= metric->targets) continue;
        LF_TRY(lf_track_number(reader, "the oracle calls to a target", INFINITY, &value->cost[t]));
        if (!(value->cost[t] > 0)) return lf_track_fault(reader, "more than 0 oracle calls", name);
    }
    return LF_OK;
}

/* How a run ended. Only one that is done has final values: with another word for its end, they
 * would be numbers that nothing looks at. */
static lf_status parse_end(lf_track_reader *reader, lf_track_run *run) {
    const lf_track_pair *pair = reader->pair;
    run->value = calloc(pair->metrics + 1, sizeof *run->value);
    if (!run->value) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    LF_TRY(parse_status(reader, &run->status));
    LF_TRY(lf_track_hash(reader, run->hash));
    LF_TRY(lf_track_number(reader, "the oracle calls of the run", 0, &run->calls));
    for (size_t i = 0; i < pair->metrics; i++) {
        LF_TRY(parse_value(reader, &pair->metric[i], &run->value[i]));
        if (run->status != LF_RUN_DONE && !isnan(run->value[i].final))
            return lf_fail(LF_BAD_INPUT,
                           "%s:%u: expected '-' for the final value of %s, as a run that ended as "
                           "%s has none: the file was edited, so restore it or record it again",
                           reader->origin, reader->line, pair->metric[i].name,
                           lf_run_status_name(run->status));
    }
    return lf_track_end(reader);
}

static lf_status parse_run(lf_track_reader *reader) {
    lf_track_pair *pair = reader->pair;
    lf_track_run run = {0};
    if (pair->beside) return lf_track_fault(reader, "runs before the one beside them", "run");
    LF_TRY(parse_seed(reader, &run.seed));
    LF_TRY(lf_grow(&pair->run, pair->runs, sizeof *pair->run, "a baseline"));
    pair->run[pair->runs++] = run;
    return parse_end(reader, &pair->run[pair->runs - 1]);
}

/* The run beside the pair's first has its seed. */
static lf_status parse_beside(lf_track_reader *reader) {
    lf_track_pair *pair = reader->pair;
    if (pair->beside || !pair->runs)
        return lf_track_fault(reader, "one such line, after the runs of the pair", "beside");
    pair->beside = calloc(1, sizeof *pair->beside);
    if (!pair->beside) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    pair->beside->seed = pair->run[0].seed;
    return parse_end(reader, pair->beside);
}

/* A line about the baseline as a whole, or about the pair: the rest is a text. */
static lf_status parse_text(lf_track_reader *reader, const char *word, bool *known) {
    lf_track *track = reader->track;
    const struct {
        const char *word;
        char **field;
    } header[] = {{"experiment", &track->experiment},
                  {"scale", &track->scale},
                  {"version", &track->version},
                  {"commit", &track->commit},
                  {"cpu", &track->cpu},
                  {"date", &track->date},
                  {"label", &track->label}};
    static const char *const body[] = {"problem", "algorithm", "budget", "data"};
    for (size_t i = 0; i < sizeof header / sizeof *header; i++)
        if (!reader->pair && strcmp(word, header[i].word) == 0) {
            if (!reader->rest || !*reader->rest) return lf_track_fault(reader, "a text", NULL);
            return parse_keep(reader, reader->rest, header[i].field);
        }
    for (size_t i = 0; i < sizeof body / sizeof *body; i++)
        if (strcmp(word, body[i]) == 0) {
            LF_TRY(parse_ids(reader));
            char **field[] = {&reader->pair->setting, &reader->pair->algorithm,
                              &reader->pair->budget, &reader->pair->data};
            if (!reader->rest || !*reader->rest) return lf_track_fault(reader, "a text", NULL);
            return parse_keep(reader, reader->rest, field[i]);
        }
    *known = false;
    return LF_OK;
}

static lf_status parse_line(lf_track_reader *reader) {
    bool known = true;
    const char *word = lf_track_word(reader);
    if (strcmp(word, "pair") == 0) return parse_pair(reader);
    if (reader->counts && !reader->pair && strcmp(word, "pairs") == 0)
        return lf_track_pairs_line(reader);
    const struct {
        const char *word;
        lf_status (*parse)(lf_track_reader *);
    } line[] = {{"metric", parse_metric},
                {"without", parse_without},
                {"runs", lf_track_runs_line},
                {"run", parse_run},
                {"beside", parse_beside}};
    for (size_t i = 0; i < sizeof line / sizeof *line; i++)
        if (strcmp(word, line[i].word) == 0) {
            LF_TRY(parse_ids(reader));
            return line[i].parse(reader);
        }
    LF_TRY(parse_text(reader, word, &known));
    return known ? LF_OK
                 : lf_track_fault(reader,
                                  reader->pair
                                      ? "pair, problem, algorithm, budget, data, metric, without, "
                                        "run or beside"
                                      : "experiment, scale, version, commit, cpu, date, "
                                        "label or pair",
                                  word);
}

static lf_status parse_lines(lf_track_reader *reader, char *text) {
    bool begun = false;
    for (char *rest = text; rest;) {
        reader->rest = strsep(&rest, "\n");
        reader->rest[strcspn(reader->rest, "\r")] = '\0'; /* git may have changed line ends */
        reader->line++;
        if (!*reader->rest || *reader->rest == '#') continue;
        if (begun) {
            LF_TRY(parse_line(reader));
            continue;
        }
        LF_TRY(lf_track_version(reader));
        begun = true;
    }
    return begun
               ? lf_track_whole(reader)
               : lf_fail(LF_BAD_INPUT, "%s: expected a baseline, but it is empty", reader->origin);
}

lf_status lf_track_parse(const char *text, const char *origin, lf_track *track) {
    *track = (lf_track){0};
    char *copy = strdup(text);
    if (!copy) return lf_fail(LF_NO_MEMORY, "no memory for a baseline");
    lf_track_reader reader = {.origin = origin, .track = track};
    const lf_status status = parse_lines(&reader, copy);
    free(copy);
    if (status != LF_OK) lf_track_clear(track);
    return status;
}
