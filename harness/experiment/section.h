/**
 * @file section.h
 * @brief A section of an experiment file: its key, what it may say, and what a report makes of it.
 *
 * A section is one file in reports/kinds/, found by the build; lf_experiment has a member of its
 * name. The reader of files makes its top mapping and its checks from the sections; figures,
 * reports and report.json walk them. What they need of higher folders is known here by its tag
 * alone.
 */
#pragma once

#include "harness/experiment/experiment_check.h"
#include "harness/experiment/schema.h"

struct lf_json;
struct lf_judged;
struct lf_page;
struct lf_results;

/** Where a report shows a section, in its order. */
typedef enum {
    LF_SECTION_FIRST,   /**< before all else of an experiment */
    LF_SECTION_NUMBERS, /**< after its notes */
    LF_SECTION_MAKING,  /**< behind the experiments of a page: how they were made */
    LF_SECTION_PARTS
} lf_section_part;

/** Constant data; its symbol is lf_section_<file name>. Functions that it has no use for are NULL.
 */
typedef struct {
    int place; /**< among the keys of a file and their checks, and within a part of a report */
    lf_section_part part;
    bool made_up;               /**< shown although the file does not have it */
    cyaml_schema_field_t field; /**< of lf_experiment; without a key the file cannot have it */

    /** Everything that it names exists, and it says only what runs can answer. */
    lf_status (*check)(const lf_experiment *experiment);

    /** *by <- the metric that its entries judge methods by on a problem, and its bound; false: none
     *  that runs know. */
    bool (*judged)(const struct lf_results *results, size_t problem, struct lf_judged *by);
    /** target <- values of a metric that it marks in figures of a problem, at most `room` different
     *  ones; returns their number. */
    size_t (*targets)(const lf_experiment *experiment, const char *problem, const char *metric,
                      size_t room, double *target);

    /** *decided <- what the results say to it; release() in any case. */
    lf_status (*decide)(const struct lf_results *results, void **decided);
    void (*release)(const struct lf_results *results, void *decided);
    /** Write its figures into DIR/plots; has `decide`, too. */
    lf_status (*plot)(const struct lf_results *results, const void *decided, const char *dir);
    /** Heading at `level` and what follows; nothing where there is nothing to say. */
    lf_status (*show)(struct lf_page *page, const struct lf_results *results, const void *decided,
                      int level);
    /** Would it show the same of two experiments? Then a page has it once. */
    bool (*same)(const struct lf_results *a, const struct lf_results *b);
    /** Its numbers, under keys of the experiment. */
    lf_status (*json)(struct lf_json *json, const void *decided);
} lf_section;

enum {
    LF_SECTIONS = 0
#define X(name) +1
#include "sections.inc"
#undef X
};

/** Section number i of LF_SECTIONS, by place. */
const lf_section *lf_section_at(size_t i);
