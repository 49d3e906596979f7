/* Tuning by matched spending, on trials whose outcomes are written down: how many there are, which
 * points go on, when the screen misleads, when a grid is extended, and what a slice knows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/campaign/race.h"
#include "runs.h"
#include "tuned.h"

enum { A, B, METHODS, SEEDS = 3 };

static const char form[] = "title: t\n"
                           "problems: [{id: p, label: P, problem: toy}]\n"
                           "methods:\n"
                           "- {id: a, label: A, algorithm: 'fail:after=99'}\n"
                           "- {id: b, label: B, algorithm: 'fail:after=99'}\n"
                           "scales: [{name: s, budget: '8:steps,40', seeds: 0, checkpoints: 2,\n"
                           "          tuning_budget: full}]\n"
                           "tuning:\n"
                           "  metric: loss\n"
                           "  points: %u\n"
                           "  seeds: 7-9\n"
                           "  grids:\n"
                           "  - {method: a, grid: 'eta={%s}'}\n"
                           "  - {method: b, grid: 'eta={%s}', note: why}\n";

/* What a trial comes to. */
typedef struct {
    double loss, where;
} outcome;
typedef outcome (*rule)(size_t method, double eta, uint64_t seed, bool screen);

typedef struct {
    lf_experiment *e;
    lf_results judged;
    rule is;
    size_t counted[METHODS][2]; /* trials at full length, screens */
    double late[64];            /* values of a beyond its grid, in order of their points */
} race;

static double eta_of(const lf_planned_run *trial) {
    return strtod(strstr(trial->parameters, "eta=") + 4, NULL);
}

static void fill(race *r, size_t i) {
    const lf_planned_run *trial = &r->judged.trial[i];
    lf_record *record = &r->judged.trial_record[i];
    const bool screen = lf_tuning_is_screen(&r->judged, trial);
    const outcome is = r->is(trial->method, eta_of(trial), trial->spec.seed, screen);
    r->counted[trial->method][screen]++;
    strcpy(record->key, "made");
    record->spec.budget = strdup(trial->spec.budget);
    record->metrics = 2;
    record->metric = calloc(2, sizeof *record->metric);
    record->metric[0].name = strdup("loss");
    record->metric[1].name = strdup("far");
    record->points = 1;
    record->point = calloc(1, sizeof *record->point);
    record->value = calloc(2, sizeof *record->value);
    record->value[0] = is.loss;
    record->value[1] = is.where;
}

/* All trials get their outcomes, and the choice is made of them. */
static void judge(race *r, const lf_slice *slice) {
    lf_records_free(r->judged.trial_record, r->judged.trials);
    r->judged.trial_record = calloc(r->judged.trials, sizeof *r->judged.trial_record);
    memset(r->counted, 0, sizeof r->counted);
    const lf_planned_run *one;
    for (size_t i = 0; i < r->judged.trials; i++)
        if (lf_slice_select(slice, r->e, &r->judged.trial[i], 1, &one) > 0) fill(r, i);
    assert_ok(lf_tuning_choose(&r->judged));
}

static unsigned finalists; /* as the file says; 0: nothing */

/* The race to its end. */
static void run(race *r, size_t points, const char *a, const char *b, rule is, const char *where,
                const lf_slice *slice) {
    static char yaml[4096];
    static double at_most = 0.5;
    *r = (race){.is = is};
    snprintf(yaml, sizeof yaml, form, (unsigned)points, a, b);
    assert_ok(lf_experiment_parse(yaml, strlen(yaml), "x.yaml", &r->e));
    r->e->tuning->finalists = finalists;
    if (where) {
        r->e->tuning->where = strdup(where);
        r->e->tuning->at_most = malloc(sizeof at_most);
        *r->e->tuning->at_most = at_most;
    }
    r->judged = (lf_results){.scale = (char *)"s", .experiment = r->e};
    assert_ok(lf_tuning_plan(r->e, "s", &r->judged.trial, &r->judged.trials));
    for (size_t round = 0;; round++) {
        lf_trial_list more;
        assert_true(round < 20);
        judge(r, slice);
        assert_ok(lf_trials_open(r->e, "s", &more));
        assert_ok(lf_race_next(&r->judged, slice, &more));
        const size_t n = more.n, all = r->judged.trials + n;
        if (n > 0) {
            r->judged.trial_record = realloc(r->judged.trial_record, all * sizeof(lf_record));
            memset(r->judged.trial_record + r->judged.trials, 0, n * sizeof(lf_record));
            r->judged.trial = realloc(r->judged.trial, all * sizeof(lf_planned_run));
            memcpy(r->judged.trial + r->judged.trials, more.trial, n * sizeof(lf_planned_run));
            r->judged.trials = all;
            lf_trials_sort(r->judged.trial, all);
            free(more.trial);
            more.trial = NULL;
            more.n = 0;
        }
        lf_trials_close(&more);
        if (n == 0) return;
    }
}

static void clear(race *r) {
    lf_records_free(r->judged.trial_record, r->judged.trials);
    lf_plan_free(r->judged.trial, r->judged.trials);
    lf_tuned_free(r->judged.tuned, r->judged.tuned_pairs);
    lf_experiment_free(r->e);
}

static void assert_race(race *r, size_t method, size_t full, size_t screens, const char *chosen) {
    const lf_tuned *tuned = tuned_find(&r->judged, 0, method);
    assert_int_equal(r->counted[method][0], full);
    assert_int_equal(r->counted[method][1], screens);
    assert_true(tuned->chosen < tuned->points);
    assert_string_equal(tuned->point[tuned->chosen].parameters, chosen);
}

static const lf_slice whole = {0};
static const char nine[] = "1|2|3|4|5|6|7|8|9";
static const char twenty[] = "1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18|19|20";

/* Best at 5 whatever the seed and the length. */
static outcome at_five(size_t method, double eta, uint64_t seed, bool screen) {
    (void)method, (void)seed, (void)screen;
    return (outcome){fabs(eta - 5) + 0.01 * eta, eta < 3 ? 1 : 0};
}

/* A quarter of the points goes on, 2 at least: P + 4 for 9; a quarter each of 20, and then 12 + 8.
 */
static void test_spending(void **state) {
    (void)state;
    race r;
    run(&r, 9, nine, nine, at_five, NULL, &whole);
    assert_race(&r, A, 9 + 4, 0, "eta=5");
    assert_race(&r, B, 9 + 4, 0, "eta=5");
    clear(&r);
    run(&r, 20, twenty, twenty, at_five, NULL, &whole);
    assert_race(&r, A, 12 + 8, 20, "eta=5");
    for (size_t i = 0; i < r.judged.trials; i++)
        if (lf_tuning_is_screen(&r.judged, &r.judged.trial[i]))
            assert_string_equal(r.judged.trial[i].spec.budget, "2:steps,10");
    clear(&r);
}

/* 5, 4 and 6 on the first seed, and 6 is best over all. */
static outcome third(size_t method, double eta, uint64_t seed, bool screen) {
    outcome is = at_five(method, eta, seed, screen);
    if (eta == 6 && seed != 7) is.loss = -1;
    return is;
}

/* The first seed alone is not the last word: 5 wins there, 4 over all. */
static outcome seeds_differ(size_t method, double eta, uint64_t seed, bool screen) {
    outcome is = at_five(method, eta, seed, screen);
    if (eta == 5 && seed != 7) is.loss = 10;
    if (eta == 20 && seed != 7) is.loss = -5; /* nobody knows: it is not among the last four */
    return is;
}

/* With fewer finalists it costs P + 2 of each, and a point that is third at first is not chosen. */
static void test_finalists(void **state) {
    (void)state;
    race r;
    finalists = 2;
    run(&r, 9, nine, nine, seeds_differ, NULL, &whole);
    assert_race(&r, A, 9 + 2 * 2, 0, "eta=4");
    clear(&r);
    finalists = 3;
    run(&r, 9, nine, nine, third, NULL, &whole);
    assert_race(&r, A, 9 + 3 * 2, 0, "eta=6");
    clear(&r);
    finalists = 2;
    run(&r, 9, nine, nine, third, NULL, &whole);
    assert_race(&r, A, 9 + 2 * 2, 0, "eta=5");
    clear(&r);
    finalists = 0;
}

static void test_all_seeds(void **state) {
    (void)state;
    race r;
    run(&r, 20, twenty, twenty, seeds_differ, NULL, &whole);
    assert_race(&r, A, 20, 20, "eta=4");
    clear(&r);
}

/* Of 20 points the screen drops 15 that are best in the end, one of which chance keeps: all points
 * of all methods are run on the first seed then. */
static outcome slow_starters(size_t method, double eta, uint64_t seed, bool screen) {
    if (method == B) return at_five(method, eta, seed, screen);
    return (outcome){screen ? eta : fabs(eta - 15), 0};
}

static void test_misleading_screen(void **state) {
    (void)state;
    race r;
    run(&r, 20, twenty, twenty, slow_starters, NULL, &whole);
    const lf_tuned *a = tuned_find(&r.judged, 0, A);
    assert_string_equal(a->point[a->chosen].parameters, "eta=15");
    assert_true(r.counted[A][0] >= 20 + 8); /* every point once, 4 on all seeds, some twice */
    assert_int_equal(r.counted[B][0], 20 + 8);
    clear(&r);
}

/* In the screen all meet the bound, at full length only those from 15 on: of the points that went
 * on by what bounds them, not by the metric, the best is chosen. */
static outcome bounded(size_t method, double eta, uint64_t seed, bool screen) {
    (void)method, (void)seed;
    return (outcome){eta, !screen && eta < 15 ? 1 : 1 / eta};
}

static void test_bound(void **state) {
    (void)state;
    race r;
    run(&r, 20, twenty, twenty, bounded, "far", &whole);
    const lf_tuned *a = tuned_find(&r.judged, 0, A);
    const lf_tuning_point *chosen = &a->point[a->chosen];
    assert_true(chosen->feasible && chosen->trials == SEEDS);
    assert_string_equal(chosen->parameters, r.counted[A][0] > 20 ? "eta=15" : "eta=17");
    clear(&r);
}

/* Better the larger: 2 rounds of 4 points on 3 seeds for both methods, then it is called an edge.
 */
static outcome endless(size_t method, double eta, uint64_t seed, bool screen) {
    return method == A ? (outcome){-eta, 0} : at_five(method, eta, seed, screen);
}

static void test_extension(void **state) {
    (void)state;
    race r;
    run(&r, 4, "1|2|4|8", "3|4|5|6", endless, NULL, &whole);
    const lf_tuned *a = tuned_find(&r.judged, 0, A), *b = tuned_find(&r.judged, 0, B);
    assert_race(&r, A, 4 + 2 * 2 + 2 * 3 * 2, 0,
                "eta=32"); /* out, and one mean: a side has no more */
    assert_string_equal(a->edges, "eta");
    assert_string_equal(b->edges, "");
    assert_int_equal(r.counted[B][0], 4 + 2 * 2 + 2 * 3 * 2);
    clear(&r);
    run(&r, 4, "3|4|5|6", "3|4|5|6", endless, NULL, &whole);
    assert_string_equal(tuned_find(&r.judged, 0, A)->edges, "eta");
    clear(&r);
}

/* A slice asks for trials of its own methods alone, and what it left out is made later to the same
 * end. */
static void test_slice(void **state) {
    (void)state;
    static const char *const names[] = {"a"};
    const lf_slice only = {.methods = 1, .method = names};
    race r;
    run(&r, 20, twenty, twenty, at_five, NULL, &only);
    assert_race(&r, A, 20, 20, "eta=5");
    assert_int_equal(r.counted[B][0] + r.counted[B][1], 0);
    assert_int_equal(tuned_find(&r.judged, 0, B)->chosen, SIZE_MAX);
    clear(&r);
}

/* One that fails everywhere is no reason to go on. */
static outcome fails(size_t method, double eta, uint64_t seed, bool screen) {
    return method == A ? (outcome){NAN, NAN} : at_five(method, eta, seed, screen);
}

static void test_failure(void **state) {
    (void)state;
    race r;
    run(&r, 9, nine, nine, fails, NULL, &whole);
    assert_true(tuned_find(&r.judged, 0, A)->failed);
    assert_race(&r, B, 9 + 4, 0, "eta=5");
    clear(&r);
}

static int group_setup(void **state) {
    (void)state;
    return runs_load("toy") == LF_OK && runs_load("fail") == LF_OK ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spending),          cmocka_unit_test(test_all_seeds),
        cmocka_unit_test(test_misleading_screen), cmocka_unit_test(test_bound),
        cmocka_unit_test(test_extension),         cmocka_unit_test(test_slice),
        cmocka_unit_test(test_failure),           cmocka_unit_test(test_finalists),
    };
    return cmocka_run_group_tests(tests, group_setup, NULL);
}
