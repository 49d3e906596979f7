/* Rankings, counted by hand. */
#include "harness/results/ranking.h"
#include "made_results.h"

enum { P, Q };
enum { A, B, C, D };

static const lf_judged fv = {.metric = "FV"}, gain = {.metric = "gain"};

static void assert_rank(const lf_rank *rank, size_t method, double median, size_t best,
                        size_t worst) {
    assert_int_equal(rank->method, method);
    assert_true(rank->median.estimate == median);
    assert_true(rank->median.lower <= median && median <= rank->median.upper);
    assert_int_equal(rank->best, best);
    assert_int_equal(rank->worst, worst);
}

/* Eight seeds. c is below all, b and d cross, a always diverges: five of the six tests have
 * p = 2 / 256, and 6 * 2 / 256 is below 0.05. */
static void test_ranks(void **state) {
    made *m = *state;
    lf_ranking ranking;
    made_finals(m, P, A, 8, (const double[]){1, 1, 1, 1, 1, 1, 1, 1});
    for (size_t i = 0; i < 8; i++)
        m->record[i].status = i % 2 ? LF_RUN_FAILED : LF_RUN_DIVERGED;
    made_finals(m, P, B, 8, (const double[]){11, 12, 13, 14, 15, 16, 17, 18});
    made_finals(m, P, C, 8, (const double[]){1, 2, 3, 4, 5, 6, 7, 8});
    made_finals(m, P, D, 8, (const double[]){12, 11, 14, 13, 16, 15, 18, 17});
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_int_equal(ranking.n, 4);
    assert_int_equal(ranking.pairs, 6);
    assert_int_equal(ranking.seeds.needed, 8); /* 6 * 2^-6 is above 0.05, 6 * 2^-7 is not */
    assert_false(ranking.higher_is_better);
    assert_rank(&ranking.rank[0], C, 4.5, 1, 1);
    assert_rank(&ranking.rank[1], B, 14.5, 2, 3);
    assert_rank(&ranking.rank[2], D, 14.5, 2, 3);
    assert_rank(&ranking.rank[3], A, INFINITY, 4, 4);
    assert_int_equal(ranking.rank[3].unfinished, 8);
    assert_int_equal(ranking.rank[0].unfinished, 0);
    lf_ranking_free(&ranking);
    assert_ok(lf_ranking_make(&m->results, P, &gain, &ranking)); /* -FV: more is better */
    assert_true(ranking.higher_is_better);
    assert_rank(&ranking.rank[0], C, -4.5, 1, 1);
    assert_rank(&ranking.rank[3], A, -INFINITY, 4, 4);
    lf_ranking_free(&ranking);
}

/* Deterministic methods differ if they differ at all; three seeds say nothing. */
static void test_few_seeds(void **state) {
    made *m = *state;
    lf_ranking ranking;
    m->method[A].deterministic = m->method[B].deterministic = true;
    made_finals(m, P, A, 1, (const double[]){3});
    made_finals(m, P, B, 1, (const double[]){2.9});
    made_finals(m, P, C, 3, (const double[]){1, 1, 1});
    made_missing(m, P, D, 0);
    made_finals(m, Q, D, 1, (const double[]){0});
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_int_equal(ranking.n, 3);
    assert_int_equal(ranking.pairs, 2);
    assert_int_equal(ranking.seeds.needed, 7);
    assert_int_equal(ranking.seeds.have, 3);
    assert_false(ranking.seeds.able);
    assert_int_equal(ranking.fewest, 3); /* what is not random needs no seeds */
    assert_int_equal(ranking.most, 3);
    assert_rank(&ranking.rank[0], C, 1, 1, 3);
    assert_int_equal(ranking.rank[0].seeds.have, 3);
    assert_true(ranking.rank[1].seeds.have == SIZE_MAX); /* beside another that is not random */
    assert_rank(&ranking.rank[1], B, 2.9, 1, 2);
    assert_rank(&ranking.rank[2], A, 3, 2, 3);
    lf_ranking_free(&ranking);
    assert_ok(lf_ranking_make(&m->results, Q, &fv, &ranking));
    assert_rank(&ranking.rank[0], D, 0, 1, 1);
    lf_ranking_free(&ranking);
}

/* Seeds were added to two of three methods: those two can be told apart, and nobody else. */
static void test_uneven_seeds(void **state) {
    made *m = *state;
    lf_ranking ranking;
    made_finals(m, P, A, 9, (const double[]){1, 2, 3, 4, 5, 6, 7, 8, 9});
    made_finals(m, P, B, 9, (const double[]){11, 12, 13, 14, 15, 16, 17, 18, 19});
    made_finals(m, P, C, 3, (const double[]){21, 22, 23});
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_int_equal(ranking.seeds.needed, 7);
    assert_int_equal(ranking.seeds.have, 9);
    assert_true(ranking.rank[0].seeds.able && !ranking.rank[2].seeds.able);
    assert_int_equal(ranking.fewest, 3);
    assert_int_equal(ranking.most, 9);
    assert_rank(&ranking.rank[0], A, 5, 1, 2);
    assert_rank(&ranking.rank[1], B, 15, 2, 3);
    assert_rank(&ranking.rank[2], C, 22, 1, 3);
    assert_int_equal(ranking.rank[1].seeds.have, 9);
    assert_int_equal(ranking.rank[2].seeds.have, 3);
    lf_ranking_free(&ranking);
}

static void assert_added(made *m, bool added) {
    lf_ranking ranking;
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_true(ranking.added == added);
    assert_rank(&ranking.rank[0], A, 4, 1, added ? 2 : 1);
    lf_ranking_free(&ranking);
}

/* One look at seven listed seeds, at 2 / 128, tells two methods apart. Where the last was added,
 * looks at six and at seven pay 3.2 * 2 / 64 and 4 * 2 / 128. */
static void test_added_seeds(void **state) {
    made *m = *state;
    lf_ranking ranking;
    lf_experiment_scale scale = {.name = (char *)"default", .seeds = (char *)"0-6"};
    m->experiment.scales = &scale;
    m->experiment.scales_count = 1;
    m->results.scale = scale.name;
    made_finals(m, P, A, 7, (const double[]){1, 2, 3, 4, 5, 6, 7});
    made_finals(m, P, B, 7, (const double[]){11, 12, 13, 14, 15, 16, 17});
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_false(ranking.added);
    assert_int_equal(ranking.seeds.needed, 6);
    assert_rank(&ranking.rank[0], A, 4, 1, 1);
    lf_ranking_free(&ranking);
    scale.seeds = (char *)"0-5";
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_true(ranking.added);
    assert_int_equal(ranking.seeds.needed, 8);
    assert_rank(&ranking.rank[0], A, 4, 1, 2);
    lf_ranking_free(&ranking);
    lf_experiment_setting more = {.problem = (char *)"p", .seeds = (char *)"0-6"};
    m->experiment.settings = &more; /* which the file lists, too */
    m->experiment.settings_count = 1;
    assert_added(m, false);
    char added[] = "0-6";
    lf_experiment_setting given = {.problem = (char *)"p", .seeds = added};
    scale.settings = &given;
    scale.settings_count = 1;
    assert_added(m, true);
    scale.settings_count = 0;
    scale.seeds = (char *)"0-6"; /* of which a claim may have stopped short */
    scale.until_decided = 7;
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_true(ranking.added);
    assert_rank(&ranking.rank[0], A, 4, 1, 2);
    lf_ranking_free(&ranking);
}

/* Of methods without chance a difference that a start beside theirs may make tells nothing. */
static void test_nudged(void **state) {
    made *m = *state;
    lf_ranking ranking;
    m->method[A].deterministic = m->method[B].deterministic = true;
    made_finals(m, P, A, 1, (const double[]){1});
    made_finals(m, P, B, 1, (const double[]){1.1});
    made_finals(m, P, A, 1, (const double[]){1.05});
    made_nudged(m, 1);
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_rank(&ranking.rank[0], A, 1, 1, 1);
    lf_ranking_free(&ranking);
    m->record[2].value[3] = 1.12;
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_rank(&ranking.rank[0], A, 1, 1, 2);
    lf_ranking_free(&ranking);
}

/* Six seeds are too few for one look at one of three pairs, and eight for looks at added ones: no
 * test can decide, though one look at eight could. */
static void test_added_too_few(void **state) {
    made *m = *state;
    lf_ranking ranking;
    lf_experiment_scale scale = {.name = (char *)"default", .seeds = (char *)"0-5"};
    m->experiment.scales = &scale;
    m->experiment.scales_count = 1;
    m->results.scale = scale.name;
    made_finals(m, P, A, 8, (const double[]){1, 2, 3, 4, 5, 6, 7, 8});
    made_finals(m, P, B, 8, (const double[]){11, 12, 13, 14, 15, 16, 17, 18});
    made_finals(m, P, C, 6, (const double[]){21, 22, 23, 24, 25, 26});
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_int_equal(ranking.seeds.have, 8);
    assert_int_equal(ranking.seeds.needed, 9);
    assert_false(ranking.seeds.able || ranking.rank[0].seeds.able);
    assert_rank(&ranking.rank[0], A, 4.5, 1, 3);
    lf_ranking_free(&ranking);
}

/* Whoever has listed seeds alone is met at these, and one look is what there was: 2 / 128 three
 * times over, beside 4 * 2 / 256 once. */
static void test_added_to_two(void **state) {
    made *m = *state;
    lf_ranking ranking;
    lf_experiment_scale scale = {.name = (char *)"default", .seeds = (char *)"0-6"};
    m->experiment.scales = &scale;
    m->experiment.scales_count = 1;
    m->results.scale = scale.name;
    made_finals(m, P, A, 8, (const double[]){1, 2, 3, 4, 5, 6, 7, 8});
    made_finals(m, P, B, 8, (const double[]){11, 12, 13, 14, 15, 16, 17, 18});
    made_finals(m, P, C, 7, (const double[]){21, 22, 23, 24, 25, 26, 27});
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_true(ranking.added);
    assert_int_equal(ranking.seeds.needed, 9); /* of the two with most */
    assert_true(ranking.seeds.able);
    assert_rank(&ranking.rank[0], A, 4.5, 1, 1);
    assert_rank(&ranking.rank[1], B, 14.5, 2, 2);
    assert_rank(&ranking.rank[2], C, 24, 3, 3);
    lf_ranking_free(&ranking);
}

/* b is a under another name: there are two methods, one pair, and c is second and not third. */
static void test_two_names(void **state) {
    made *m = *state;
    lf_ranking ranking;
    for (size_t method = A; method <= B; method++)
        made_finals(m, P, method, 6, (const double[]){1, 2, 3, 4, 5, 6});
    made_finals(m, P, C, 6, (const double[]){11, 12, 13, 14, 15, 16});
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_int_equal(ranking.n, 3); /* nothing says that they are the same */
    lf_ranking_free(&ranking);
    made_key(m, P, A, "one");
    made_key(m, P, B, "one");
    made_key(m, P, C, "two");
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_int_equal(ranking.n, 2);
    assert_int_equal(ranking.pairs, 1);
    assert_rank(&ranking.rank[0], A, 3.5, 1, 1);
    assert_rank(&ranking.rank[1], C, 13.5, 2, 2);
    lf_ranking_free(&ranking);
}

/* Whoever ends beyond the bound of another metric is last, however low: so is b, and d, whose has
 * no value there. At the bound is within it. */
static void test_bound(void **state) {
    made *m = *state;
    lf_ranking ranking;
    const lf_judged within = {.metric = "FV", .where = "CVio", .at_most = 0.1};
    for (size_t i = 0; i < 9; i++) {
        const double at[] = {0, 0.1}, above[] = {0, 0.2};
        made_run(m, P, A, i, LF_RUN_DONE, 2, (const double[]){9, 5 + (double)i}, at);
        made_run(m, P, B, i, LF_RUN_DONE, 2, (const double[]){9, 1}, above);
        made_run(m, P, C, i, i ? LF_RUN_DONE : LF_RUN_DIVERGED, 2, (const double[]){9, 4}, NULL);
        made_run(m, P, D, i, LF_RUN_DONE, 2, (const double[]){9, 2}, (const double[]){0, NAN});
    }
    assert_ok(lf_ranking_make(&m->results, P, &within, &ranking));
    assert_rank(&ranking.rank[0], C, 4, 1, 2);
    assert_rank(&ranking.rank[1], A, 9, 1, 2);
    assert_rank(&ranking.rank[2], B, INFINITY, 3, 4);
    assert_rank(&ranking.rank[3], D, INFINITY, 3, 4);
    assert_int_equal(ranking.rank[2].beyond, 9);
    assert_int_equal(ranking.rank[3].beyond, 9);
    assert_int_equal(ranking.rank[2].unfinished, 0);
    assert_int_equal(ranking.rank[0].beyond, 0);
    assert_int_equal(ranking.rank[0].unfinished, 1);
    lf_ranking_free(&ranking);
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_rank(&ranking.rank[0], B, 1, 1, 1);
    lf_ranking_free(&ranking);
}

/* A metric that was not evaluated makes no run one that did not finish: what is not known is not
 * compared, and takes no part in Holm's correction. One that was, and has no value, is bad. */
static void test_not_evaluated(void **state) {
    made *m = *state;
    lf_ranking ranking;
    for (size_t i = 0; i < 8; i++) {
        made_run(m, P, A, i, LF_RUN_DONE, 2, (const double[]){9, NAN}, NULL);
        m->record[m->results.runs - 1].metric[0].expensive = true;
        made_run(m, P, B, i, LF_RUN_DONE, 2, (const double[]){9, i ? NAN : 2}, NULL);
        made_run(m, P, C, i, LF_RUN_DONE, 2, (const double[]){9, 1 + (double)i}, NULL);
    }
    m->record[5].status = LF_RUN_DIVERGED; /* of c */
    assert_ok(lf_ranking_make(&m->results, P, &fv, &ranking));
    assert_int_equal(ranking.n, 3);
    assert_int_equal(ranking.known, 2);
    assert_int_equal(ranking.pairs, 1);
    assert_int_equal(ranking.rank[0].method, C);
    assert_int_equal(ranking.rank[0].unfinished, 1);
    assert_int_equal(ranking.rank[0].worst, 1);
    assert_rank(&ranking.rank[1], B, INFINITY, 2, 2);
    assert_int_equal(ranking.rank[1].valueless, 7);
    assert_int_equal(ranking.rank[1].unfinished, 0);
    assert_int_equal(ranking.rank[2].method, A);
    assert_true(isnan(ranking.rank[2].median.estimate));
    assert_int_equal(ranking.rank[2].unknown, 8);
    assert_int_equal(ranking.rank[2].unfinished, 0);
    assert_int_equal(ranking.rank[2].best, 0);
    lf_ranking_free(&ranking);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_ranks),         CASE(test_few_seeds), CASE(test_uneven_seeds),
        CASE(test_added_seeds),   CASE(test_nudged),    CASE(test_added_too_few),
        CASE(test_added_to_two),  CASE(test_two_names), CASE(test_bound),
        CASE(test_not_evaluated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
