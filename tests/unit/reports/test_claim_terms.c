/* What a claim may ask for beside an order: that a bound is kept, that a grid was wide enough. */
#include "made_claim.h"

/* The lowest value counts only where the constraint is met; nobody's does if neither meets it. */
static void test_where(void **state) {
    made *m = *state;
    double bound = 0.1;
    claim_of(m, "lower", 1);
    m->method[A].deterministic = m->method[B].deterministic = true;
    made_run(m, P, A, 0, LF_RUN_DONE, 2, (const double[]){9, 1}, (const double[]){0, 0.2});
    made_run(m, P, B, 0, LF_RUN_DONE, 2, (const double[]){9, 2}, (const double[]){0, 0.1});
    assert_verdict(m, LF_CLAIM_HELD, "FV 1 against 2");
    m->claim.where = (char *)"CVio";
    m->claim.at_most = &bound;
    assert_verdict(m, LF_CLAIM_NOT_HELD, "FV no value against 2, where CVio <= 0.1");
    bound = 0.01;
    assert_verdict(m, LF_CLAIM_UNDECIDED, "FV no value against no value");
    lf_constant kappa = {.name = (char *)"kappa", .value = 0.15}; /* the problem's own */
    m->problem[P].constants_count = 1;
    m->problem[P].constants = &kappa;
    m->claim.bound = (char *)"kappa";
    assert_verdict(m, LF_CLAIM_NOT_HELD, "FV no value against 2, where CVio <= 0.15");
    m->claim.bound = (char *)"rho"; /* another problem has it */
    assert_verdict(m, LF_CLAIM_UNDECIDED, "where CVio <= 0.01");
}

static lf_status read_claim(const char *terms) {
    char yaml[1024];
    lf_experiment *e;
    const int n = snprintf(
        yaml, sizeof yaml,
        "title: t\n"
        "problems:\n- {id: p, label: p, problem: 'dp_scad:data=two_groups', constants: [{name: "
        "kappa, value: 0.1}]}\n"
        "methods:\n- {id: a, label: a, algorithm: ssg}\n- {id: b, label: b, algorithm: 3secon}\n"
        "scales:\n- {name: smoke, budget: '9:steps', seeds: 0-5, checkpoints: 1}\n"
        "claims:\n- {id: c, text: t, method: a, than: [b], %s}\n",
        terms);
    const lf_status status = lf_experiment_parse(yaml, (size_t)n, "x.yaml", &e);
    lf_experiment_free(e);
    return status;
}

/* An objective under constraints says how far they may be violated; the violation, and an end that
 * is asked for as it is, need not. */
static void test_objective(void **state) {
    (void)state;
    assert_int_equal(read_claim("kind: lower, metric: FV"), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "claim 'c': 'FV' is the objective of problem 'p', which"));
    assert_int_equal(read_claim("kind: speedup, metric: FV, target: baseline, factor: 2"),
                     LF_BAD_INPUT);
    assert_ok(read_claim("kind: lower, metric: FV, where: CVio, at_most: 0.1"));
    assert_ok(read_claim("kind: lower, metric: FV, where: CVio, at_most: 0.1, bound: kappa"));
    assert_ok(read_claim("kind: lower, metric: CVio"));
    assert_int_equal(read_claim("kind: lower, metric: SVio"), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "and scale 'smoke' evaluates it nowhere; say expensive"));
    assert_int_equal(read_claim("kind: lower, metric: CVio, bound: kappa"), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "bound goes with where"));
    assert_int_equal(read_claim("kind: lower, metric: FV, where: CVio, at_most: 0.1, bound: kapa"),
                     LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "no problem has a constant 'kapa'"));
}

/* Who was given more says so where ends are compared, and not at equal cost. */
static void test_budgets(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1);
    made_finals(m, P, A, 6, (const double[]){1, 1, 1, 1, 1, 1});
    made_finals(m, P, B, 6, (const double[]){2, 3, 2, 3, 2, 3});
    for (size_t i = 0; i < m->results.runs; i++)
        m->plan[i].spec.budget = (char *)(m->plan[i].method == A ? "100:steps" : "10:steps");
    assert_verdict(m, LF_CLAIM_HELD, "; budgets differ: 100:steps against 10:steps");
    for (size_t i = 0; i < m->results.runs; i++)
        m->plan[i].spec.budget = (char *)"100:steps";
    lf_claim_verdict verdict;
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    assert_null(strstr(verdict.statistic, "budgets"));
    lf_claim_verdict_clear(&verdict);
}

/* Both have runs, and no two of them make a pair. */
static void test_no_pair(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1);
    made_finals(m, P, A, 6, (const double[]){1, 1, 1, 1, 1, 1});
    assert_verdict(m, LF_CLAIM_UNDECIDED, "there are no runs of it");
    made_finals(m, P, B, 6, (const double[]){2, 3, 2, 3, 2, 3});
    for (size_t i = 0; i < m->results.runs; i++) {
        m->plan[i].spec.budget = (char *)"100:steps";
        if (m->plan[i].method == B) m->plan[i].spec.seed += 20;
    }
    assert_verdict(m, LF_CLAIM_UNDECIDED, "no seed that both are run with: give them the same");
}

static lf_tuned chosen_of(size_t problem, size_t method, const char *edges) {
    return (lf_tuned){.problem = problem, .method = method, .edges = strdup(edges)};
}

/* Who wins may lie on an edge; who loses would perhaps not lose with a wider grid. */
static void test_edge(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1);
    made_finals(m, P, A, 8, (const double[]){1, 1, 1, 1, 1, 1, 1, 1});
    made_finals(m, P, B, 8, (const double[]){2, 3, 2, 3, 2, 3, 2, 3});
    m->results.tuned = calloc(3, sizeof *m->results.tuned);
    m->results.tuned_pairs = 3;
    m->results.tuned[0] = chosen_of(1, B, "eta"); /* on another problem */
    m->results.tuned[1] = chosen_of(P, A, "eta");
    m->results.tuned[2] = chosen_of(P, B, "");
    assert_verdict(m, LF_CLAIM_HELD, "P = 0.016");
    free(m->results.tuned[2].edges);
    m->results.tuned[2] = chosen_of(P, B, "eta, beta");
    assert_verdict(
        m, LF_CLAIM_EDGE,
        "held, but the eta, beta of b are on an edge of what was tried; P = 0.016; 8 of");
    for (size_t i = 0; i < 8; i++)
        m->record[i].value[3] = 9;
    assert_verdict(m, LF_CLAIM_EDGE, "not held, but the eta of a is on an edge of what was tried");
    m->results.tuned[1].failed = true; /* whatever it lost with, nothing was chosen */
    m->results.tuned[1].edges[0] = '\0';
    assert_verdict(m, LF_CLAIM_EDGE, "not held, but no point that was tried of a ended well; P = ");
    m->results.tuned[1].failed = false;
    m->results.tuned[1].worse = true;
    assert_verdict(m, LF_CLAIM_EDGE,
                   "not held, but the choice of a ends worse than the start; P = ");
    m->results.tuned[1].worse = false;
    m->results.tuned[1].edges[0] = 'e';
    m->problem[P].tuned_as = (char *)"q"; /* there a has no edge, and b loses again below */
    assert_verdict(m, LF_CLAIM_NOT_HELD, "against it");
    for (size_t i = 0; i < 8; i++)
        m->record[i].value[3] = 1;
    assert_verdict(m, LF_CLAIM_EDGE, "held, but the eta of b is");
    double wide = 5;
    m->claim.than_count = 0;
    m->claim.kind = (char *)"feasible"; /* of one method alone */
    m->claim.at_most = &wide;
    m->problem[P].tuned_as = NULL;
    assert_verdict(m, LF_CLAIM_HELD, "");
    wide = 0.5;
    assert_verdict(m, LF_CLAIM_EDGE, "not held, but the eta of a");
}

/* The same points over other decades are other chances: the line says so, whoever wins. */
static void test_ranges(void **state) {
    made *m = *state;
    lf_tuning_point narrow[] = {{.parameters = "alpha=1e-3"}, {.parameters = "alpha=1e-2"}},
                    wide[] = {{.parameters = "eta=1e-4"}, {.parameters = "eta=1"}};
    claim_of(m, "lower", 1);
    m->method[A].algorithm = (char *)"3secon";
    m->method[B].algorithm = (char *)"ssg";
    made_finals(m, P, A, 8, (const double[]){1, 1, 1, 1, 1, 1, 1, 1});
    made_finals(m, P, B, 8, (const double[]){2, 3, 2, 3, 2, 3, 2, 3});
    lf_tuned tuned[] = {{.problem = P, .method = A, .points = 2, .point = narrow},
                        {.problem = P, .method = B, .points = 2, .point = wide}};
    m->results.tuned = tuned;
    m->results.tuned_pairs = 2;
    assert_verdict(m, LF_CLAIM_HELD, "; tried over 1.0 decades of step size, b over 4.0");
    m->claim.kind = (char *)"higher";
    assert_verdict(m, LF_CLAIM_NOT_HELD, "; tried over 1.0 decades of step size, b over 4.0");
    wide[1].parameters = "eta=1e-2"; /* one more, and no more than one */
    assert_verdict(m, LF_CLAIM_NOT_HELD, "P = ");
    lf_claim_verdict verdict;
    assert_ok(lf_claim_decide(&m->results, 0, &verdict));
    assert_null(strstr(verdict.statistic, "decades"));
    lf_claim_verdict_clear(&verdict);
    m->results.tuned = NULL;
    m->results.tuned_pairs = 0;
}

/* Seven splits with three runs each are seven, not 21, and none while the last is not whole. */
static void test_levels(void **state) {
    made *m = *state;
    static char *third[] = {(char *)"split_seed/3"};
    static const double zero[21] = {0}, runs[] = {.5, .7,  .3, .2,  -.1, .1, .9, 1.1, .8, .4, .2,
                                                  .5, -.2, .1, -.3, .6,  .6, .8, .3,  .4, .1};
    claim_of(m, "lower", 1);
    m->problem[P].varies_count = 1;
    made_finals(m, P, A, 21, zero);
    made_finals(m, P, B, 21, runs);
    m->problem[P].varies = third;
    assert_verdict(m, LF_CLAIM_UNDECIDED, "P = 0.094; 6 of 7 levels for it; difference -0.375");
    assert_verdict(m, LF_CLAIM_UNDECIDED,
                   "more levels; 3 runs share one, alike by 0.82 (icc), and are worth 1.1");
    m->problem[P].varies = (char *[]){(char *)"split_seed"};
    assert_verdict(m, LF_CLAIM_HELD, "18 of 21 seeds for it");
    m->problem[P].varies = third;
    m->record[41].status = LF_RUN_FAILED; /* one of b's last three: their mean is no number */
    assert_verdict(m, LF_CLAIM_UNDECIDED, "6 of 7 levels for it");
    m->record[20].status = LF_RUN_FAILED; /* and the same of a: nothing is known of that level */
    assert_verdict(m, LF_CLAIM_UNDECIDED, "; of 1 pair nothing is known");
    m->record[20].key[0] = '\0';
    assert_verdict(m, LF_CLAIM_UNDECIDED, "1 of 21 runs is missing");
}

/* One on an edge: not held all the same if another line refutes, and else nothing. */
static void test_edge_among(void **state) {
    made *m = *state;
    claim_of(m, "lower", 2);
    made_finals(m, P, A, 8, (const double[]){2, 2, 2, 2, 2, 2, 2, 2});
    made_finals(m, P, B, 8, (const double[]){3, 3, 3, 3, 3, 3, 3, 3});
    made_finals(m, P, C, 8, (const double[]){1, 1, 1, 1, 1, 1, 1, 1});
    m->results.tuned = calloc(1, sizeof *m->results.tuned);
    m->results.tuned_pairs = 1;
    m->results.tuned[0] = chosen_of(P, B, "eta");
    assert_verdict(m, LF_CLAIM_NOT_HELD, "0 held, 1 not held, 1 choice on an edge, 0 undecided; p");
    m->claim.than_count = 1; /* b alone */
    assert_verdict(m, LF_CLAIM_EDGE, "held, but the eta of b");
}

/* A lower than B and C; B higher than A; A lower by 0.01; A lower on two problems; A 2 and 5 times
 * faster: six claims, eight lines, four facts. */
static void test_facts(void **state) {
    made *m = *state;
    double by = 0.01, twice = 2, more = 5;
    lf_experiment_claim lower = {.kind = "lower", .method = "a", .metric = "FV"}, claims[6];
    for (size_t i = 0; i < 6; i++)
        claims[i] = lower;
    claims[1] = (lf_experiment_claim){.kind = "higher", .method = "b", .metric = "FV"};
    claims[2].by = &by;
    claims[4].kind = claims[5].kind = "speedup";
    claims[4].target = claims[5].target = "1e-3";
    claims[4].factor = &twice;
    claims[5].factor = &more;
    lf_comparison_verdict line[8] = {
        {.than = B, .outcome = LF_CLAIM_UNDECIDED}, {.than = C, .outcome = LF_CLAIM_TIE},
        {.than = A, .outcome = LF_CLAIM_HELD},      {.than = B, .outcome = LF_CLAIM_UNDECIDED},
        {.than = B, .outcome = LF_CLAIM_HELD},      {.problem = 1, .than = B},
        {.than = B, .outcome = LF_CLAIM_HELD},      {.than = B, .outcome = LF_CLAIM_NOT_HELD}};
    lf_claim_verdict verdict[6];
    static const size_t lines[] = {2, 1, 1, 2, 1, 1};
    for (size_t i = 0, first = 0; i < 6; first += lines[i++])
        verdict[i] = (lf_claim_verdict){.comparisons = lines[i], .comparison = line + first};
    m->experiment.claims_count = 6;
    m->experiment.claims = claims;
    lf_facts facts;
    assert_ok(lf_facts_of(&m->results, verdict, &facts));
    assert_int_equal(facts.lines, 8);
    assert_int_equal(facts.facts, 4);
    assert_int_equal(facts.outcome[LF_CLAIM_HELD], 3); /* the first by its mirror image */
    assert_int_equal(facts.outcome[LF_CLAIM_TIE], 1);
}

static size_t seeds_of(const made *m) {
    size_t seeds = 99;
    assert_ok(lf_claim_seeds(&m->experiment, 0, &seeds));
    return seeds;
}

static char said[2048];

static void hear(const char *text) {
    snprintf(said, sizeof said, "%s", text);
}

/* One of m lines refutes, so m times the smallest P has to reach the level: 1/32 of five seeds,
 * 4/256 of eight, 4/512 of nine. */
static void test_enough_seeds(void **state) {
    made *m = *state;
    claim_of(m, "lower", 1);
    assert_int_equal(seeds_of(m), 5);
    m->claim.than_count = 3;
    assert_int_equal(seeds_of(m), 8);
    m->claim.problems_count = 0;
    assert_int_equal(seeds_of(m), 9);
    lf_experiment_scale scale = {.name = "default", .seeds = "0-6"};
    assert_ok(lf_claims_few(&m->experiment, &scale, 0, hear));
    assert_string_equal(said, "claims that 7 seeds, at scale default, cannot decide both ways: c1 "
                              "(needs 9)");
    said[0] = '\0';
    assert_ok(lf_claims_few(&m->experiment, &scale, 12, hear));
    scale.until_decided = 12;
    assert_ok(lf_claims_few(&m->experiment, &scale, 0, hear));
    assert_string_equal(said, "");
    for (size_t k = 0; k < 4; k++)
        m->method[k].deterministic = true;
    assert_int_equal(seeds_of(m), 1);
    m->problem[0].methods_count = m->problem[1].methods_count = 1; /* a alone */
    m->problem[0].methods = m->problem[1].methods = (char *[]){(char *)"a"};
    assert_int_equal(seeds_of(m), 0);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_where),        CASE(test_budgets), CASE(test_no_pair), CASE(test_objective),
        CASE(test_edge),         CASE(test_levels),  CASE(test_ranges),  CASE(test_edge_among),
        CASE(test_enough_seeds), CASE(test_facts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
