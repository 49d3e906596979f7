/**
 * @file publish_pages.c
 * @brief The two members that others begin with: a page for people, a crate for catalogues.
 *
 * The crate is RO-Crate 1.1 by the profile Process Run Crate 0.5: every run is an action, with the
 * program as its instrument, its experiment as what it took, and its lines as its result.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/publish.h"
#include "reports/report.h"

static const char *pages_word(const json_t *object, const char *name) {
    const char *word = json_string_value(json_object_get(object, name));
    return word ? word : "not stated";
}

/* What an experiment says is anybody's text. */
static void pages_escaped(lf_text *text, const json_t *object, const char *name) {
    char *escaped = lf_report_escape(pages_word(object, name));
    if (escaped)
        lf_text_add(text, escaped);
    else {
        free(text->bytes);
        *text = (lf_text){.failed = true};
    }
    free(escaped);
}

/* "- demo/demo, smoke: Four ways ...", then its claims. */
static void pages_experiment(lf_text *text, const json_t *experiment) {
    const json_t *claims = json_object_get(experiment, "claims");
    lf_text_add(text, "- **");
    pages_escaped(text, experiment, "name");
    lf_text_add(text, "**, scale ");
    pages_escaped(text, experiment, "scale");
    lf_text_add(text, ": ");
    pages_escaped(text, experiment, "title");
    const json_t *runs = json_object_get(experiment, "runs");
    const json_int_t planned = json_integer_value(json_object_get(runs, "planned"));
    const bool none =
        planned > 0 && planned == json_integer_value(json_object_get(runs, "missing"));
    lf_text_format(text,
                   none ? " (tuning alone: none of its %lld runs was made)\n" : " (%lld runs)\n",
                   (long long)planned);
    for (size_t i = 0; i < json_array_size(claims); i++) {
        const json_t *claim = json_array_get(claims, i);
        lf_text_add(text, "  - claim ");
        pages_escaped(text, claim, "id");
        lf_text_format(text, ": %s\n", pages_word(claim, "outcome"));
    }
}

static const char pages_guide[] =
    "\n## What is in it\n\n"
    "| member | what it is |\n| --- | --- |\n"
    "| `experiments/NNN.yaml`, `.jsonl` | an experiment, and every run and trial that it planned "
    "|\n"
    "| `runs/KEY.jsonl` | a run: what and how it ended, a line a row of its trace, its final "
    "iterate |\n"
    "| `environments.jsonl` | versions, processor and packages; a run names its line, from 0 |\n"
    "| `data.jsonl` | hashes of each problem's data and of the rows of each part |\n"
    "| `certificates.jsonl`, `rows/` | lower bounds on optima, gaps of runs; the rows that they "
    "are "
    "over |\n"
    "| `report.json` | claims, what decided them, tables, what tuning chose |\n"
    "| `figures/`, `sources/` | drawings; sources of methods that are plugins |\n"
    "| `ro-crate-metadata.json` | the same for catalogues: a Process Run Crate |\n"
    "| `manifest.json` | every member's hash, and the root over all |\n\n"
    "## How to check it\n\n"
    "Note the root of the archive that you were told of, then\n\n"
    "    levelfield verify NAME.lfz --root ROOT --level 2 --runs 5\n\n"
    "Level 0 checks hashes, level 1 evaluates metrics at the final iterates and decides the claims "
    "again, level 2 makes some of the runs again, bit for bit, level 3 all. Without Levelfield,\n\n"
    "    python3 verify.py NAME.lfz ROOT\n\n"
    "does level 0 and what of level 1 needs no data, and `python3 certify.py NAME.lfz SET=FILE` "
    "makes "
    "the certificates again from the data; take both from somewhere that you trust.\n";

lf_status lf_publish_readme(lf_bundle *bundle, const char *report) {
    json_t *object = json_loads(report, 0, NULL), *about = lf_bundle_json(bundle, LF_ABOUT_MEMBER);
    const json_t *experiments = json_object_get(object, "experiments");
    lf_text text = {0};
    lf_text_format(&text,
                   "# Results of Levelfield\n\nMade by Levelfield %s, commit %s. Last result: %s. "
                   "License: %s.\n\n",
                   pages_word(about, "version"), pages_word(about, "commit"),
                   pages_word(about, "stored_at"), pages_word(about, "license"));
    for (size_t i = 0; i < json_array_size(experiments); i++)
        pages_experiment(&text, json_array_get(experiments, i));
    lf_text_add(&text, pages_guide);
    json_decref(object);
    json_decref(about);
    return lf_bundle_take_text(bundle, "README.md", text.bytes);
}

static json_t *pages_reference(const char *id) {
    return json_pack("{s:s}", "@id", id);
}

/* A CreateAction of the run whose member this is. */
static json_t *pages_action(const lf_member *member, json_t *inputs) {
    const char *end = memchr(member->bytes, '\n', member->size);
    json_t *head = end ? json_loadb(member->bytes, (size_t)(end - member->bytes), 0, NULL) : NULL;
    const char *status = pages_word(head, "status");
    const bool whole = strcmp(status, "done") == 0 || strcmp(status, "diverged") == 0;
    char id[LF_BUNDLE_NAME + 8];
    snprintf(id, sizeof id, "#%.64s", pages_word(head, "key"));
    json_t *action = json_pack(
        "{s:s, s:s, s:s, s:s, s:{s:s}, s:O, s:[{s:s}]}", "@id", id, "@type", "CreateAction", "name",
        pages_word(head, "configuration"), "actionStatus",
        whole ? "http://schema.org/CompletedActionStatus" : "http://schema.org/FailedActionStatus",
        "instrument", "@id", "#levelfield", "object", inputs, "result", "@id", member->name);
    json_decref(head);
    return action;
}

/* Of what kind a member is, by how its name ends. */
static const char *pages_format(const char *name) {
    static const char *const formats[][2] = {
        {".jsonl", "application/jsonl"}, {".json", "application/json"}, {".svg", "image/svg+xml"},
        {".md", "text/markdown"},        {".yaml", "application/yaml"}, {".py", "text/x-python"}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (lf_path_ends(name, formats[i][0])) return formats[i][1];
    return "text/plain";
}

/* The crate itself, the program, and what the crate conforms to. */
static void pages_crate_head(json_t *graph, const json_t *about, json_t *parts, json_t *actions) {
    json_array_append_new(graph,
                          json_pack("{s:s, s:s, s:{s:s}, s:{s:s}}", "@id", "ro-crate-metadata.json",
                                    "@type", "CreativeWork", "conformsTo", "@id",
                                    "https://w3id.org/ro/crate/1.1", "about", "@id", "./"));
    json_array_append_new(
        graph,
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:{s:s}, s:o, s:o}", "@id", "./", "@type",
                  "Dataset", "name", "Results of Levelfield", "description",
                  "Traces, iterates, claims and figures of stochastic optimisation methods, "
                  "for levelfield verify",
                  "datePublished", pages_word(about, "stored_at"), "license",
                  pages_word(about, "license"), "conformsTo", "@id",
                  "https://w3id.org/ro/wfrun/process/0.5", "hasPart", parts, "mentions", actions));
    json_array_append_new(
        graph, json_pack("{s:s, s:s, s:s, s:s}", "@id", "https://w3id.org/ro/wfrun/process/0.5",
                         "@type", "CreativeWork", "name", "Process Run Crate", "version", "0.5"));
    json_array_append_new(graph, json_pack("{s:s, s:s, s:s, s:s, s:s}", "@id", "#levelfield",
                                           "@type", "SoftwareApplication", "name", "Levelfield",
                                           "softwareVersion", pages_word(about, "version"),
                                           "identifier", pages_word(about, "commit")));
}

/* Members that are there by now are its parts; what is drawn or said of them follows from these. */
lf_status lf_publish_crate(lf_bundle *bundle) {
    json_t *graph = json_array(), *parts = json_array(), *actions = json_array();
    json_t *about = lf_bundle_json(bundle, LF_ABOUT_MEMBER), *inputs = json_array(),
           *files = json_array();
    for (size_t i = 0; i < bundle->members; i++)
        if (strncmp(bundle->member[i].name, "experiments/", 12) == 0)
            json_array_append_new(inputs, pages_reference(bundle->member[i].name));
    for (size_t i = 0; i < bundle->members; i++) {
        const lf_member *member = &bundle->member[i];
        json_array_append_new(parts, pages_reference(member->name));
        json_array_append_new(files, json_pack("{s:s, s:s, s:s, s:s}", "@id", member->name, "@type",
                                               "File", "name", member->name, "encodingFormat",
                                               pages_format(member->name)));
        if (strncmp(member->name, "runs/", 5) != 0) continue;
        json_t *action = pages_action(member, inputs);
        json_array_append_new(actions,
                              pages_reference(json_string_value(json_object_get(action, "@id"))));
        json_array_append_new(files, action);
    }
    pages_crate_head(graph, about, parts, actions);
    json_array_extend(graph, files);
    json_t *crate = json_pack("{s:s, s:o}", "@context", "https://w3id.org/ro/crate/1.1/context",
                              "@graph", graph);
    char *text = crate ? json_dumps(crate, JSON_COMPACT) : NULL;
    json_decref(crate);
    json_decref(files);
    json_decref(inputs);
    json_decref(about);
    return lf_bundle_take_text(bundle, "ro-crate-metadata.json", text);
}
