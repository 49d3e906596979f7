/**
 * @file cmd_checklist.c
 * @brief levelfield checklist: what an archive's records answer of what reviewers ask.
 *
 * Questions are those of the NeurIPS paper checklist (2024) and of REFORMS (Kapoor et al. 2024,
 * Science Advances 10), in short. What no record can know stays blank: it is the author's to say.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/print.h"
#include "harness/archive/bundle.h"
#include "harness/experiment/experiment.h"
#include "reports/kinds/claims/parts/claims.h"

/* What the answers are made from. */
typedef struct {
    const lf_bundle *bundle;
    lf_bundle_roots roots;
    json_t *about, *report; /* members */
    size_t records, trials; /* of runs and trials that are there; trials that are planned */
    json_t *tuned;          /* "experiment/problem/method": number of its trials */
    double cpu_seconds;     /* of oracle and algorithm, all runs and trials */
} checklist_facts;

/* "" where there is none. */
static const char *checklist_text(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* The next line of a member as JSON; NULL behind the last. */
static json_t *checklist_line(const char **at) {
    const char *end = strchr(*at, '\n');
    json_t *line = end ? json_loadb(*at, (size_t)(end - *at), 0, NULL) : NULL;
    *at = end ? end + 1 : *at + strlen(*at);
    return line;
}

/* Seconds are since the run began, so the last row has all of them. */
static double checklist_seconds(const lf_member *run) {
    double seconds = 0;
    const char *at = run->bytes;
    for (json_t *line; (line = checklist_line(&at)); json_decref(line)) {
        const json_t *clocks = json_object_get(line, "seconds");
        if (clocks)
            seconds = json_number_value(json_array_get(clocks, 0)) +
                      json_number_value(json_array_get(clocks, 1));
    }
    return seconds;
}

/* A line of an experiment's plan: one that names parameters is a trial of them. */
static void checklist_planned(checklist_facts *f, const char *experiment, const json_t *line) {
    const bool trial = json_is_string(json_object_get(line, "parameters"));
    char name[LF_BUNDLE_NAME + 48];
    snprintf(name, sizeof name, "%s/%lld/%lld", experiment,
             (long long)json_integer_value(json_object_get(line, "problem")),
             (long long)json_integer_value(json_object_get(line, "method")));
    const json_int_t before = json_integer_value(json_object_get(f->tuned, name));
    json_object_set_new(f->tuned, name, json_integer(before + trial));
    f->trials += trial;
}

static void checklist_count(checklist_facts *f) {
    const lf_bundle *b = f->bundle;
    for (size_t i = lf_bundle_place(b, "runs/"); i < lf_bundle_place(b, "runs0"); i++, f->records++)
        f->cpu_seconds += checklist_seconds(&b->member[i]);
    for (size_t i = lf_bundle_place(b, "experiments/"); i < lf_bundle_place(b, "experiments0");
         i++) {
        const char *at = b->member[i].bytes;
        if (!strstr(b->member[i].name, ".jsonl")) continue;
        json_decref(checklist_line(&at)); /* its name */
        for (json_t *line; (line = checklist_line(&at)); json_decref(line))
            checklist_planned(f, b->member[i].name, line);
    }
}

/* Answers: words into `text`; none is a blank. Each says where it is from. */
typedef void (*checklist_answer)(const checklist_facts *f, char *text, size_t size);

static void checklist_claims(const checklist_facts *f, char *text, size_t size) {
    size_t i, k, claims = 0, count[LF_CLAIM_OUTCOMES] = {0};
    json_t *experiment, *claim;
    char outcomes[120];
    json_array_foreach(json_object_get(f->report, "experiments"), i, experiment) {
        json_array_foreach(json_object_get(experiment, "claims"), k, claim) {
            claims++;
            for (lf_claim_outcome o = LF_CLAIM_HELD; o <= LF_CLAIM_UNDECIDED; o++)
                count[o] += strcmp(checklist_text(claim, "outcome"), lf_claim_outcome_name(o)) == 0;
        }
    }
    lf_claims_tell_counts(count, false, outcomes, sizeof outcomes);
    if (claims)
        snprintf(text, size, "%zu claim%s: %s (report.json)", claims, lf_print_s(claims), outcomes);
}

static void checklist_reproduce(const checklist_facts *f, char *text, size_t size) {
    snprintf(text, size, "`levelfield verify NAME.lfz --level 2`, root %s (manifest.json)",
             f->roots.root);
}

static void checklist_code(const checklist_facts *f, char *text, size_t size) {
    snprintf(text, size, "Levelfield %s, commit %s (about.json); files of plugins: %zu (sources/)",
             checklist_text(f->about, "version"), checklist_text(f->about, "commit"),
             lf_bundle_place(f->bundle, "sources0") - lf_bundle_place(f->bundle, "sources/"));
}

/* "a9a 1c2d3e4f5a6b, two_groups ...", each data set once. */
static void checklist_data(const checklist_facts *f, char *text, size_t size) {
    const lf_member *data = lf_bundle_find(f->bundle, "data.jsonl");
    const char *at = data ? data->bytes : "";
    for (json_t *line; (line = checklist_line(&at)); json_decref(line)) {
        const char *name = json_string_value(json_object_get(line, "data"));
        const char *hash = json_string_value(json_object_get(line, "sha256"));
        char entry[128];
        snprintf(entry, sizeof entry, "%.60s %.12s, ", name ? name : "", hash ? hash : "");
        if (!name || !name[0] || strstr(text, entry)) continue;
        snprintf(text + strlen(text), size - strlen(text), "%s", entry);
    }
    if (text[0]) snprintf(text + strlen(text), size - strlen(text), "by SHA-256 (data.jsonl)");
}

static void checklist_split(const checklist_facts *f, char *text, size_t size) {
    (void)f;
    snprintf(text, size,
             "every parameter in the runs' configurations (runs/); rows of each part by "
             "hash (data.jsonl)");
}

static void checklist_tuning(const checklist_facts *f, char *text, size_t size) {
    json_int_t least = 0, most = 0;
    size_t none = 0, pairs = json_object_size(f->tuned);
    const char *name;
    json_t *count;
    json_object_foreach(f->tuned, name, count) {
        const json_int_t n = json_integer_value(count);
        none += n == 0;
        if (n > 0 && (least == 0 || n < least)) least = n;
        if (n > most) most = n;
    }
    if (f->trials == 0)
        snprintf(text, size, "nothing was tuned (experiments/)");
    else
        snprintf(text, size,
                 "%zu trial%s: %lld to %lld for each pair of method and problem, none for %zu of "
                 "%zu (experiments/)",
                 f->trials, lf_print_s(f->trials), (long long)least, (long long)most, none, pairs);
}

static bool checklist_several(const char *seeds) {
    uint64_t *list;
    size_t n;
    if (lf_seeds_parse(seeds, &list, &n) != LF_OK) return false;
    free(list);
    return n > 1;
}

/* How many comparisons of an experiment's claims have a chance, of two seeds at least. */
static size_t checklist_tested(const json_t *experiment) {
    size_t i, k, tested = 0;
    json_t *claim, *comparison;
    json_array_foreach(json_object_get(experiment, "claims"), i, claim) {
        json_array_foreach(json_object_get(claim, "comparisons"), k, comparison) {
            tested += json_is_number(json_object_get(comparison, "p")) &&
                      json_integer_value(json_object_get(comparison, "seeds")) > 1;
        }
    }
    return tested;
}

/* "seeds 0-9", or "seeds 0-9 of PAPER/ITEM, 0 of run" where experiments differ. */
static void checklist_seeds(const json_t *experiments, char *text, size_t size) {
    const char *first = checklist_text(json_array_get(experiments, 0), "seeds");
    bool same = true;
    size_t i;
    json_t *experiment;
    json_array_foreach(experiments, i, experiment) {
        same &= strcmp(checklist_text(experiment, "seeds"), first) == 0;
    }
    snprintf(text, size, "seeds %s", same ? first : "");
    if (same) return;
    json_array_foreach(experiments, i, experiment) {
        snprintf(text + strlen(text), size - strlen(text), "%s%s of %s", i ? ", " : "",
                 checklist_text(experiment, "seeds"), checklist_text(experiment, "name"));
    }
}

static void checklist_bars(const checklist_facts *f, char *text, size_t size) {
    const json_t *experiments = json_object_get(f->report, "experiments");
    char seeds[640], tests[64] = "no tests";
    bool several = false;
    size_t i, tested = 0;
    json_t *experiment;
    json_array_foreach(experiments, i, experiment) {
        several |= checklist_several(checklist_text(experiment, "seeds"));
        tested += checklist_tested(experiment);
    }
    checklist_seeds(experiments, seeds, sizeof seeds);
    if (tested)
        snprintf(tests, sizeof tests, "%zu comparison%s tested over seeds", tested,
                 lf_print_s(tested));
    snprintf(text, size, "%s; %s, %s (report.json)", seeds,
             several ? "medians with quartiles" : "one seed: no error bars", tests);
}

static void checklist_compute(const checklist_facts *f, char *text, size_t size) {
    const lf_member *member = lf_bundle_find(f->bundle, "environments.jsonl");
    const char *at = member ? member->bytes : "";
    json_t *line = checklist_line(&at);
    const char *cpu = json_string_value(json_object_get(line, "cpu"));
    snprintf(text, size,
             "%zu record%s of runs and trials, %.1f s of CPU time, %s, cores: %lld "
             "(runs/, environments.jsonl)",
             f->records, lf_print_s(f->records), f->cpu_seconds, cpu ? cpu : "",
             (long long)json_integer_value(json_object_get(line, "cores")));
    json_decref(line);
}

static void checklist_license(const checklist_facts *f, char *text, size_t size) {
    const char *license = json_string_value(json_object_get(f->about, "license"));
    if (license) snprintf(text, size, "of the results: %s (about.json); of the data:", license);
}

static const struct {
    const char *list, *question;
    checklist_answer answer; /* NULL: no record knows */
} checklist_questions[] = {
    {"NeurIPS 1", "Do the claims match the results?", checklist_claims},
    {"NeurIPS 2", "Are limitations discussed?", NULL},
    {"NeurIPS 3", "Are assumptions and proofs complete?", NULL},
    {"NeurIPS 4", "Can the results be reproduced?", checklist_reproduce},
    {"NeurIPS 5", "Is there access to code?", checklist_code},
    {"NeurIPS 5", "Is there access to data?", checklist_data},
    {"NeurIPS 6", "Are splits and settings given?", checklist_split},
    {"NeurIPS 6", "How were hyperparameters chosen?", checklist_tuning},
    {"NeurIPS 7", "Are there error bars and tests?", checklist_bars},
    {"NeurIPS 8", "What compute was used?", checklist_compute},
    {"NeurIPS 9", "Does it conform to the code of ethics?", NULL},
    {"NeurIPS 10", "Are broader impacts discussed?", NULL},
    {"NeurIPS 11", "Are there safeguards against misuse?", NULL},
    {"NeurIPS 12", "Are licenses respected?", checklist_license},
    {"NeurIPS 13", "Are new assets documented?", NULL},
    {"REFORMS 1", "What are population and goals of the study?", NULL},
    {"REFORMS 2a", "Which data, in which version?", checklist_data},
    {"REFORMS 2b", "Which code, in which version?", checklist_code},
    {"REFORMS 2c", "Which computing infrastructure?", checklist_compute},
    {"REFORMS 2e", "Is there a script that makes the results?", checklist_reproduce},
    {"REFORMS 3", "How was the data collected, is it representative?", NULL},
    {"REFORMS 4", "How was it preprocessed and divided?", checklist_split},
    {"REFORMS 5", "How were models and hyperparameters chosen?", checklist_tuning},
    {"REFORMS 6", "Is leakage ruled out?", NULL},
    {"REFORMS 7", "How uncertain are the results?", checklist_bars},
    {"REFORMS 8", "How far do they generalise?", NULL},
};

static void checklist_print(const checklist_facts *f) {
    puts("| list | question | answer, and where it is from |\n| --- | --- | --- |");
    for (size_t i = 0; i < sizeof checklist_questions / sizeof *checklist_questions; i++) {
        char text[1024] = "";
        if (checklist_questions[i].answer) checklist_questions[i].answer(f, text, sizeof text);
        lf_text_clean(text, false);
        printf("| %s | %s | ", checklist_questions[i].list, checklist_questions[i].question);
        lf_print_cell(text);
        puts(" |");
    }
}

static lf_exit checklist_run(const void *values, const lf_texts *operands) {
    lf_bundle bundle;
    checklist_facts f = {.bundle = &bundle, .tuned = json_object()};
    (void)values;
    lf_status status = lf_zip_open(operands->text[0], &bundle);
    if (status == LF_OK) status = lf_bundle_check(&bundle, &f.roots);
    if (status == LF_OK) {
        f.about = lf_bundle_json(&bundle, "about.json");
        f.report = lf_bundle_json(&bundle, "report.json");
        checklist_count(&f);
        checklist_print(&f);
    }
    json_decref(f.about);
    json_decref(f.report);
    json_decref(f.tuned);
    lf_bundle_clear(&bundle);
    return lf_message_exit(status);
}

LF_COMMAND_PLAIN(
    checklist, checklist, .name = "checklist", .operands = "NAME.lfz",
    .doc = "what an archive answers of reviewers' checklists",
    .about =
        "Prints the questions of the NeurIPS paper checklist and of REFORMS as a Markdown table, "
        "with what the archive answers and the member that says so; what no record knows is blank. "
        "The archive's hashes have to hold; the rest is for `levelfield verify` to check.",
    .example = "levelfield checklist demo.lfz", .least = 1, .most = 1);
