/**
 * @file cmd_track.c
 * @brief levelfield track record, check and show: convergence held on to by a file in a repository.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/number.h"
#include "cli/track.h"

/* ---- record ---- */

typedef struct {
    lf_track_source source;
    const char *scale, *out, *label;
    bool renew;
} record_values;

/* The targets of the file that is about to be replaced, if there is one. */
static lf_exit record_targets(const record_values *v, lf_track *old) {
    *old = (lf_track){0};
    if (v->renew || !lf_file_readable(v->out)) return LF_EXIT_DONE;
    return lf_message_exit(lf_track_load(v->out, old));
}

/* What is to be written can be: said before the runs, not after them. `path` may be NULL. */
static lf_exit track_writable(const lf_track_source *source, const char *path) {
    if (!path || source->session.dry_run) return LF_EXIT_DONE;
    const lf_status status = lf_folder_make_for(path);
    return lf_message_exit(status == LF_OK ? lf_file_writable(path) : status);
}

static lf_exit record_run(const void *values, const lf_texts *operands) {
    const record_values *v = values;
    const char *experiment = operands->n ? operands->text[0] : NULL;
    if (!v->out) return lf_message_usage("track record: --out is missing, the file to be written");
    if (!experiment && !v->source.results)
        return lf_message_usage("track record: name an experiment, or a folder with --results");
    lf_exit code = lf_session_begin(&v->source.session);
    lf_track old = {0}, track = {0};
    if (code == LF_EXIT_DONE) code = track_writable(&v->source, v->out);
    if (code == LF_EXIT_DONE) code = record_targets(v, &old);
    if (code == LF_EXIT_DONE)
        code = lf_track_get(&v->source, "track record", experiment, v->scale,
                            old.pairs ? &old : NULL, v->label, &track);
    const bool made = code == LF_EXIT_DONE && !v->source.session.dry_run;
    if (made) code = lf_message_exit(lf_track_save(&track, v->out));
    if (made && code == LF_EXIT_DONE) {
        lf_track_remark(&track);
        printf("%s\n", v->out);
    }
    lf_track_clear(&old);
    lf_track_clear(&track);
    return code;
}

static const lf_option record_options[] = {
    {"out", 'o', LF_OPTION_TEXT, offsetof(record_values, out), "FILE", NULL,
     "the baseline to be written; the targets of one that is there are kept, so that a history of "
     "baselines can be compared"},
    {"scale", 0, LF_OPTION_TEXT, offsetof(record_values, scale), "smoke|default|paper", "smoke",
     "how large the experiment is"},
    {"seeds", 's', LF_OPTION_TEXT, offsetof(record_values, source.seeds), "LIST", NULL,
     "seeds instead of the experiment's, such as 0-4; five or more make every decision possible, "
     "seven see more on other seeds where a method's runs differ wildly"},
    {"label", 0, LF_OPTION_TEXT, offsetof(record_values, label), "TEXT", NULL,
     "a word of your own that `track show` puts over its column, such as v1.2"},
    {"new-targets", 0, LF_OPTION_FLAG, offsetof(record_values, renew), NULL, NULL,
     "choose targets anew even if FILE is there"},
    LF_TRACK_SOURCE_OPTIONS(record_values),
    {0},
};

LF_COMMAND(
    track_record, record, .name = "track record", .operands = "[EXPERIMENT]",
    .doc = "write down what an experiment does, as a baseline for later",
    .about =
        "Runs an experiment and writes, for every problem, method and seed, how the run "
        "ended, its trace's hash, the final value of every metric and the oracle calls it took "
        "to get there: a small sorted text file, to be committed beside the code.",
    .example = "levelfield track record fairness/fairness --seeds 0-4 --out tests/baseline.txt\n"
               "levelfield track record my.yaml --plugin ./mine.so --out baseline.txt -j 2\n"
               "levelfield track record --results levelfield-out/run --out baseline.txt",
    .most = 1);

/* ---- check ---- */

typedef struct {
    lf_track_source source;
    const char *junit, *markdown, *badge, *threshold, *tolerance, *level;
    bool github, no_confirm;
} check_values;

static lf_exit check_number(const char *option, const char *text, double most, double *value) {
    if (lf_number_parse(text, value) && *value > 0 && *value < most) return LF_EXIT_DONE;
    return lf_message_usage("track check: --%s '%s': expected a number above 0 and below %g",
                            option, text, most);
}

/* Write one of the files, whole or not at all. */
static lf_status check_write(const char *path, const lf_track_check *check, const char *experiment,
                             void (*form)(const lf_track_check *, const char *, FILE *)) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return lf_fail(LF_NO_MEMORY, "%s: no memory", path);
    form(check, experiment, out);
    const lf_status status = fclose(out) == 0 ? lf_file_write(path, text, size)
                                              : lf_fail(LF_NO_MEMORY, "%s: no memory", path);
    free(text);
    return status;
}

static lf_exit check_publish(const check_values *v, const char *file, const lf_track *before,
                             const lf_track_check *check) {
    lf_status status = LF_OK;
    lf_track_print_check(check);
    if (v->github) lf_track_github(check, file, stdout);
    if (v->junit) status = check_write(v->junit, check, before->experiment, lf_track_junit);
    if (status == LF_OK && v->markdown)
        status = check_write(v->markdown, check, before->experiment, lf_track_markdown);
    if (status == LF_OK && v->badge)
        status = check_write(v->badge, check, before->experiment, lf_track_badge);
    if (status != LF_OK) return lf_message_exit(status);
    return lf_track_passed(check) ? LF_EXIT_DONE : LF_EXIT_CHECK;
}

/* What is worse by a test is tried on other seeds, in a folder of its own. */
static lf_exit check_confirm(const check_values *v, const lf_track *before, const lf_track *now,
                             lf_track_check *check) {
    lf_track again = {0};
    lf_track_source source = v->source;
    char *seeds;
    lf_exit code = lf_track_fresh_seeds(before, now, &seeds);
    if (code != LF_EXIT_DONE) return code;
    lf_message_say("track check: something seems worse: the same on seeds %s (--no-confirm leaves "
                   "this out)",
                   seeds);
    source.seeds = seeds;
    source.session.out = NULL;
    code = lf_track_get(&source, "track check", before->experiment, before->scale, before, NULL,
                        &again);
    free(seeds);
    if (code == LF_EXIT_DONE) code = lf_message_exit(lf_track_confirm(before, &again, check));
    lf_track_clear(&again);
    return code;
}

static lf_exit check_against(const check_values *v, const char *file, const lf_track_rule *rule,
                             const lf_track *before) {
    lf_track now = {0};
    lf_track_check check = {0};
    char *seeds = lf_track_seeds(before);
    lf_track_source source = v->source;
    if (!source.seeds)
        source.seeds = seeds; /* the recorded ones, whatever the experiment says now */
    lf_exit code =
        lf_track_get(&source, "track check", before->experiment, before->scale, before, NULL, &now);
    free(seeds);
    if (code == LF_EXIT_DONE && !source.session.dry_run) {
        const lf_status agreed = lf_track_agree(before, &now);
        if (agreed != LF_OK) lf_fail_within(agreed, "%s: ", file);
        code = lf_message_exit(agreed);
        if (code == LF_EXIT_DONE)
            code = lf_message_exit(lf_track_decide(before, &now, rule, &check));
        const bool runs = !v->source.results && !v->no_confirm;
        if (code == LF_EXIT_DONE && runs && lf_track_doubtful(&check))
            code = check_confirm(v, before, &now, &check);
        if (code == LF_EXIT_DONE) code = check_publish(v, file, before, &check);
    }
    lf_track_check_clear(&check);
    lf_track_clear(&now);
    return code;
}

static lf_exit check_run(const void *values, const lf_texts *operands) {
    const check_values *v = values;
    lf_track_rule rule = {0};
    lf_exit code = check_number("false-alarms", v->level, 1, &rule.level);
    if (code == LF_EXIT_DONE) code = check_number("threshold", v->threshold, 100, &rule.threshold);
    if (code == LF_EXIT_DONE) code = check_number("tolerance", v->tolerance, 1, &rule.tolerance);
    if (code == LF_EXIT_DONE) code = lf_session_begin(&v->source.session);
    const char *const files[] = {v->junit, v->markdown, v->badge};
    for (size_t i = 0; i < sizeof files / sizeof *files && code == LF_EXIT_DONE; i++)
        code = files[i] && lf_file_same(files[i], operands->text[0])
                   ? lf_message_usage("track check: %s is the baseline, and would be replaced; "
                                      "choose another name",
                                      files[i])
                   : track_writable(&v->source, files[i]);
    if (code != LF_EXIT_DONE) return code;
    lf_track before;
    lf_status status = lf_track_load(operands->text[0], &before);
    if (status != LF_OK) return lf_message_exit(status);
    code = check_against(v, operands->text[0], &rule, &before);
    lf_track_clear(&before);
    return code;
}

static const lf_option check_options[] = {
    {"seeds", 's', LF_OPTION_TEXT, offsetof(check_values, source.seeds), "LIST", NULL,
     "seeds instead of the recorded ones"},
    {"threshold", 0, LF_OPTION_TEXT, offsetof(check_values, threshold), "SHARE", "0.05",
     "smallest change that matters: 0.05 is 5 % more oracle calls, or 5 % of a metric's range"},
    {"false-alarms", 0, LF_OPTION_TEXT, offsetof(check_values, level), "SHARE", "0.01",
     "chance that the whole check calls anything worse by luck"},
    {"tolerance", 0, LF_OPTION_TEXT, offsetof(check_values, tolerance), "SHARE", "1e-6",
     "of deterministic methods, whose only noise is rounding"},
    {"no-confirm", 0, LF_OPTION_FLAG, offsetof(check_values, no_confirm), NULL, NULL,
     "do not try what seems worse on as many other seeds before it fails the check"},
    {"junit", 0, LF_OPTION_TEXT, offsetof(check_values, junit), "FILE", NULL,
     "write a JUnit report"},
    {"markdown", 0, LF_OPTION_TEXT, offsetof(check_values, markdown), "FILE", NULL,
     "write a table of what changed, for a job summary or a comment"},
    {"badge", 0, LF_OPTION_TEXT, offsetof(check_values, badge), "FILE", NULL,
     "write a badge as JSON, in the form of shields.io's endpoints"},
    {"github", 0, LF_OPTION_FLAG, offsetof(check_values, github), NULL, NULL,
     "print annotations for GitHub Actions"},
    {"out", 'o', LF_OPTION_TEXT, offsetof(check_values, source.session.out), "DIR", NULL,
     "keep the runs there (default a temporary folder)"},
    LF_TRACK_SOURCE_OPTIONS(check_values),
    {0},
};

LF_COMMAND(
    track_check, check, .name = "track check", .operands = "FILE",
    .doc = "does the experiment of a baseline still do what was recorded?",
    .about = "Repeats the runs of a baseline and decides for every problem, method and metric: "
             "identical, within noise, better, worse, missing, or undecidable with so few seeds. "
             "Exits with 1 if anything is worse or missing.",
    .example = "levelfield track check tests/baseline.txt -j 2\n"
               "levelfield track check tests/baseline.txt --junit track.xml --github\n"
               "levelfield track check tests/baseline.txt --results levelfield-out/demo-smoke",
    .least = 1, .most = 1);

static lf_exit track_show_run(const void *values, const lf_texts *operands) {
    (void)values;
    lf_track *track = calloc(operands->n, sizeof *track);
    lf_status status = track ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for baselines");
    for (size_t i = 0; i < operands->n && status == LF_OK; i++)
        status = lf_track_load(operands->text[i], &track[i]);
    if (status == LF_OK) status = lf_track_print_history(track, operands->text, operands->n);
    for (size_t i = 0; track && i < operands->n; i++)
        lf_track_clear(&track[i]);
    free(track);
    return lf_message_exit(status);
}

LF_COMMAND_PLAIN(
    track_show, track_show, .name = "track show", .operands = "FILE...",
    .doc = "baselines side by side, as a history",
    .about = "Prints where and when each baseline was recorded, and for every problem, method and "
             "metric the median oracle calls to the hardest target and the median final value. "
             "Arrows say whether calls (or, without targets, the final value) went down or up.",
    .example = "levelfield track show tests/baseline.txt\n"
               "levelfield track show v1.txt v2.txt v3.txt",
    .least = 1, .most = 100);
