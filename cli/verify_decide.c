/**
 * @file verify_decide.c
 * @brief Level 1 of an archive: all that follows from its runs is worked out again.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/publish.h"
#include "cli/verify.h"
#include "version.h"

/* Sums of a few hundred numbers, in another order at most; bounds that another solver found. */
static const double decide_near = 1e-12, decide_bound = 1e-8;

static bool decide_same_leaf(const json_t *a, const json_t *b) {
    if (!json_is_real(a) || !json_is_real(b)) return json_equal((json_t *)a, (json_t *)b);
    const double x = json_real_value(a), y = json_real_value(b);
    return fabs(x - y) <= decide_near * fmax(fabs(x), fabs(y));
}

/* Written from the end of `path`, so that the callers' steps come before it. */
static bool decide_step(char *path, size_t size, const char *format, const char *name, size_t i,
                        bool differs) {
    char rest[512];
    if (!differs) return false;
    snprintf(rest, sizeof rest, "%s", path);
    if (name)
        snprintf(path, size, format, name, rest);
    else
        snprintf(path, size, "[%zu]%.400s", i, rest);
    return true;
}

/* Are both lists of environments of one length? What they were is in environments.jsonl; of another
 * version they may be told otherwise. Under that name nothing else may hide. */
static bool decide_environments(const char *name, const json_t *a, const json_t *b) {
    if (strcmp(name, "environments") != 0 || !json_is_array(a) || !json_is_array(b)) return false;
    for (size_t i = 0; i < json_array_size(a); i++)
        if (!json_is_object(json_array_get(a, i))) return false;
    return json_array_size(a) == json_array_size(b);
}

static bool decide_objects(const json_t *a, const json_t *b, char *path, size_t size) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)a, name, value) {
        const json_t *other = json_object_get(b, name);
        if (decide_environments(name, value, other)) continue;
        if (decide_step(path, size, ".%.60s%.400s", name, 0,
                        !other || lf_archive_json_differs(value, other, path, size)))
            return true;
    }
    return json_object_size(a) != json_object_size(b);
}

bool lf_archive_json_differs(const json_t *a, const json_t *b, char *path, size_t size) {
    path[0] = '\0';
    if (json_is_object(a) && json_is_object(b)) return decide_objects(a, b, path, size);
    if (!json_is_array(a) || !json_is_array(b)) return !decide_same_leaf(a, b);
    for (size_t i = 0; i < json_array_size(a) && i < json_array_size(b); i++)
        if (decide_step(
                path, size, "", NULL, i,
                lf_archive_json_differs(json_array_get(a, i), json_array_get(b, i), path, size)))
            return true;
    return json_array_size(a) != json_array_size(b);
}

/* What derive writes, and what nothing can be made again from. */
static bool decide_is_derived(const char *name) {
    static const char *const derived[] = {
        "data.jsonl", "report.json",         "verify.py", "README.md", "ro-crate-metadata.json",
        "certify.py", LF_CERTIFICATES_MEMBER};
    for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
        if (strcmp(name, derived[i]) == 0) return true;
    return strcmp(name, LF_BUNDLE_MANIFEST) == 0 || strncmp(name, "figures/", 8) == 0 ||
           strncmp(name, "rows/", 5) == 0;
}

/* results <- members that are results; said <- the others. The bundle is empty after that. */
static lf_status decide_part(lf_bundle *bundle, lf_bundle *results, lf_bundle *said) {
    for (size_t i = 0; i < bundle->members; i++) {
        lf_member *member = &bundle->member[i];
        char *bytes = member->bytes;
        member->bytes = NULL;
        LF_TRY(lf_bundle_take(decide_is_derived(member->name) ? said : results, member->name, bytes,
                              member->size));
    }
    return LF_OK;
}

/* Was it made by this very program? Then its words are ours, too. */
static bool decide_is_ours(const lf_bundle *results) {
    json_t *about = lf_bundle_json(results, LF_ABOUT_MEMBER);
    const char *version = json_string_value(json_object_get(about, "version"));
    const char *commit = json_string_value(json_object_get(about, "commit"));
    const bool ours =
        version && commit && !strcmp(version, LF_VERSION) && !strcmp(commit, LF_COMMIT);
    json_decref(about);
    return ours;
}

static void decide_report(lf_archive_test *t, const lf_member *is, const lf_member *should) {
    char path[512];
    json_t *a = json_loadb(is->bytes, is->size, JSON_REJECT_DUPLICATES, NULL);
    json_t *b = json_loadb(should->bytes, should->size, 0, NULL);
    if (lf_archive_json_differs(a, b, path, sizeof path))
        lf_archive_fault(t, "report.json: its runs do not say what it says at %s",
                         path[0] ? path : "its top");
    json_decref(a);
    json_decref(b);
}

/* Is every member of a's folder rows/ in b, byte for byte? */
static bool decide_rows(const lf_bundle *a, const lf_bundle *b) {
    for (size_t i = lf_bundle_place(a, "rows/"); i < lf_bundle_place(a, "rows0"); i++)
        if (!lf_member_same(&a->member[i], lf_bundle_find(b, a->member[i].name))) return false;
    return true;
}

/* Is the gap of a run, if this is one, its value less the bound? */
static bool decide_gap(const json_t *run, double bound) {
    const json_t *gap = json_object_get(run, "gap");
    const double left = json_number_value(json_object_get(run, "value")) - bound;
    return !gap || fabs(left - json_number_value(gap)) <= decide_near * fmax(1, fabs(bound));
}

/* Does another version's certificate, or what it says of a run, hold beside ours? Its points are
 * its solver's way to a bound, which may be lower than ours, and then leaves larger gaps. `bound`
 * is that of what it is part of. */
static bool decide_certified(const json_t *a, const json_t *b, double bound) {
    const char *name;
    json_t *value;
    const json_t *own = json_object_get(a, "bound");
    if (own) bound = json_number_value(own);
    if (!decide_gap(a, bound)) return false;
    json_object_foreach((json_t *)a, name, value) {
        const json_t *other = json_object_get(b, name);
        const double more = json_number_value(value) - json_number_value(other),
                     near = decide_bound * fmax(1, fabs(json_number_value(other)));
        bool holds = json_equal(value, (json_t *)other);
        if (strcmp(name, "point") == 0 || strcmp(name, "weights") == 0 ||
            strcmp(name, "alone") == 0)
            holds = json_array_size(value) == json_array_size(other);
        else if (json_is_object(value))
            holds = decide_certified(value, other, bound);
        else if (json_is_real(value) && json_is_real(other))
            holds = (more <= near || strcmp(name, "gap") == 0) &&
                    (more >= -near || strcmp(name, "bound") == 0);
        if (!holds) return false;
    }
    return json_object_size(a) == json_object_size(b);
}

static bool decide_certificate(const json_t *a, const json_t *b) {
    return decide_certified(a, b, NAN);
}

/* Does what another version says of a problem's data hold beside ours, which may know of more parts
 * of the rows? */
static bool decide_data(const json_t *a, const json_t *b) {
    const char *name;
    json_t *part;
    json_t *parts = json_object_get(a, "parts");
    if (!json_is_object(parts)) return false;
    json_object_foreach(parts, name, part) {
        if (!json_equal(part, json_object_get(json_object_get(b, "parts"), name))) return false;
    }
    json_t *x = json_copy((json_t *)a), *y = json_copy((json_t *)b);
    json_object_del(x, "parts");
    json_object_del(y, "parts");
    const bool same = json_equal(x, y);
    json_decref(x);
    json_decref(y);
    return same;
}

/* Every line of two members. */
static bool decide_lines(const lf_member *a, const lf_member *b,
                         bool (*holds)(const json_t *a, const json_t *b)) {
    const char *x = a ? a->bytes : "", *y = b ? b->bytes : "";
    bool same = a && b;
    while (same && *x && *y) {
        const size_t n = strcspn(x, "\n"), m = strcspn(y, "\n");
        json_t *one = json_loadb(x, n, JSON_REJECT_DUPLICATES, NULL);
        json_t *other = json_loadb(y, m, 0, NULL);
        same = one && other && holds(one, other);
        json_decref(one);
        json_decref(other);
        x += n + (x[n] != '\0');
        y += m + (y[m] != '\0');
    }
    return same && x == a->bytes + a->size && y == b->bytes + b->size;
}

/* Each member that derive wrote against the one that was in the archive. */
static void decide_compare(lf_archive_test *t, const lf_bundle *results, const lf_bundle *said) {
    static const char *const words[] = {"README.md", "ro-crate-metadata.json", "verify.py",
                                        "certify.py"};
    const bool ours = decide_is_ours(results);
    const lf_member *is = lf_bundle_find(said, "data.jsonl");
    const lf_member *should = lf_bundle_find(results, "data.jsonl");
    if (!(ours ? lf_member_same(is, should) : decide_lines(is, should, decide_data)))
        lf_archive_fault(t, "data.jsonl: data or splits are others here");
    is = lf_bundle_find(said, LF_CERTIFICATES_MEMBER);
    should = lf_bundle_find(results, LF_CERTIFICATES_MEMBER);
    if (!(ours ? lf_member_same(is, should) : decide_lines(is, should, decide_certificate)) ||
        !decide_rows(said, results) || !decide_rows(results, said))
        lf_archive_fault(t, "%s: bounds, gaps or rows are others here", LF_CERTIFICATES_MEMBER);
    decide_report(t, lf_bundle_find(said, "report.json"), lf_bundle_find(results, "report.json"));
    for (size_t i = 0; i < sizeof words / sizeof *words && ours; i++) {
        is = lf_bundle_find(said, words[i]);
        should = lf_bundle_find(results, words[i]);
        if (!lf_member_same(is, should))
            lf_archive_fault(t, "%s: it is not what this program writes", words[i]);
    }
    if (!ours)
        lf_archive_say(t, "level 1: made by another version: README.md, programs and the crate "
                          "were not compared; bounds of optima may be lower than ours");
}

lf_status lf_archive_decide(lf_archive_test *t) {
    lf_bundle results = {0}, said = {0};
    lf_look look = {0};
    lf_status status = decide_part(&t->bundle, &results, &said);
    if (status == LF_OK) status = lf_publish_derive(&results, t->dir, &look);
    if (status == LF_OK) {
        if (look.other) lf_archive_fault(t, "%s (%zu metrics are others)", look.first, look.other);
        decide_compare(t, &results, &said);
        if (!look.other) status = lf_archive_plan(t); /* with other data it cannot be made */
    }
    lf_bundle_clear(&results);
    lf_bundle_clear(&said);
    if (status != LF_OK) return lf_fail_within(status, "level 1 cannot be tried here: ");
    lf_archive_say(
        t,
        "level 1: %zu metrics of %zu runs evaluated again at their iterates (%zu hang on "
        "more than that); plans, tuning and claims decided again",
        look.same, look.runs, look.beyond);
    if (look.lost)
        lf_archive_say(t, "level 1: %zu runs are said to have ended without a result", look.lost);
    if (look.diverged)
        lf_archive_say(t, "level 1: %zu runs are said to have diverged", look.diverged);
    if (look.foreign)
        lf_archive_say(
            t,
            "level 1: %zu runs say that another version made them: descriptions of their "
            "metrics and costs are taken as they are",
            look.foreign);
    lf_archive_say(t, "level 1: figures, times and processors are taken as they are");
    return LF_OK;
}
