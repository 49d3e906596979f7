/**
 * @file made_claim.h
 * @brief A claim about results written down by hand, and what it comes to.
 */
#pragma once

#include <math.h>
#include <string.h>

#include "made_results.h"

enum { P };
enum { A, B, C, D };

static char *than[] = {(char *)"b", (char *)"c", (char *)"d"};

/* The claim of the fixture, about method a on problem p. */
static inline lf_experiment_claim *claim_of(made *m, const char *kind, unsigned others) {
    static char *problems[] = {(char *)"p"};
    m->claim = (lf_experiment_claim){.id = (char *)"c1",
                                     .text = (char *)"a is best",
                                     .kind = (char *)kind,
                                     .method = (char *)"a",
                                     .metric = (char *)"FV",
                                     .than_count = others,
                                     .than = than,
                                     .problems_count = 1,
                                     .problems = problems};
    return &m->claim;
}

static inline void assert_verdict(made *m, lf_claim_outcome outcome, const char *words) {
    lf_claim_verdict verdict;
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    if (verdict.outcome != outcome || !strstr(verdict.statistic, words))
        print_error("%s: %s\n", lf_claim_outcome_name(verdict.outcome), verdict.statistic);
    assert_int_equal(verdict.outcome, outcome);
    assert_non_null(strstr(verdict.statistic, words));
    assert_null(strchr(verdict.statistic, '\n'));
    lf_claim_verdict_clear(&verdict);
}

/* A claim with these keys beside its kind is refused, with these words. */
static inline void claim_refused(const char *kind, const char *keys, const char *message) {
    char yaml[1024], want[256];
    lf_experiment *e;
    snprintf(yaml, sizeof yaml,
             "title: t\n"
             "problems:\n- {id: p, label: P, problem: toy_box}\n"
             "methods:\n- {id: a, label: A, algorithm: toy_mean}\n"
             "scales:\n- {name: smoke, budget: '10:steps', seeds: 0-2, checkpoints: 5}\n"
             "claims:\n- {id: c, text: C, kind: %s, method: a, metric: FV%s}\n",
             kind, keys);
    assert_int_equal(lf_experiment_parse(yaml, strlen(yaml), "x.yaml", &e), LF_BAD_INPUT);
    snprintf(want, sizeof want, "x.yaml: claim 'c': %s", message);
    assert_string_equal(lf_message(), want);
}
