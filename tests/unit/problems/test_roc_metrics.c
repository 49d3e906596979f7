/* What AUC problems are judged by: test rows by their definition, what is remembered, what there is
 * no number for; and the balance of batches. */
#include <levelfield/vector.h>

#include "fixture_problem.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_auc_fairness;

/* o = w.a + b of rows of two_groups; *mean and *deviation over the part's rows. */
static double *raw_scores(const lf_problem *problem, const lf_part *part, const double *w,
                          double *mean, double *deviation) {
    double *o = calloc(part->n, sizeof *o), square = 0;
    lf_data *data;
    assert_ok(lf_data_open(problem->info.data_name, &data));
    *mean = 0;
    for (size_t i = 0; i < part->n; i++) {
        o[i] = w[data->features];
        for (size_t j = 0; j < data->features; j++)
            o[i] += w[j] * table_entry(data, part->row[i], j);
        *mean += o[i] / (double)part->n;
    }
    for (size_t i = 0; i < part->n; i++)
        square += (o[i] - *mean) * (o[i] - *mean);
    *deviation = sqrt(square / (double)part->n + 1e-5);
    lf_data_close(data);
    return o;
}

typedef struct {
    double label, group; /* -1 or +1; 0: protected */
} row_kind;

static row_kind *row_kinds(const lf_problem *problem, const lf_part *part) {
    row_kind *kind = calloc(part->n, sizeof *kind);
    lf_data *data;
    const lf_attribute *group;
    assert_ok(lf_data_open(problem->info.data_name, &data));
    assert_ok(lf_data_attribute(data, "group", &group));
    for (size_t i = 0; i < part->n; i++)
        kind[i] = (row_kind){data->label[part->row[i]], group->code[part->row[i]]};
    lf_data_close(data);
    return kind;
}

/* mean sigma(s - t) over rows of a kind */
static double rate_of(size_t n, const double *s, const row_kind *kind, double label, double group,
                      double t) {
    double sum = 0, rows = 0;
    for (size_t i = 0; i < n; i++) {
        if (kind[i].label != label || kind[i].group != group) continue;
        sum += 1 / (1 + exp(t - s[i]));
        rows++;
    }
    return sum / rows;
}

static double area_of(size_t n, const double *s, const row_kind *kind) {
    double sum = 0, pairs = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            if (kind[i].label < 0 || kind[j].label > 0) continue;
            sum += s[i] > s[j] ? 1 : s[i] == s[j] ? 0.5 : 0;
            pairs++;
        }
    return sum / pairs;
}

/* The moments are those of the training rows. */
static void test_rows_of_test(void **state) {
    (void)state;
    fixture_problem p =
        problem_open(&lf_problem_auc_fairness, "model=linear,kap=0.01,thresholds=5");
    const lf_problem_info *info = &p.problem.info;
    const lf_part *test = &info->part[1];
    double mean, deviation, unused[2], worst = -1;
    assert_string_equal(test->name, "test");
    free(raw_scores(&p.problem, &info->part[0], info->x0, &mean, &deviation));
    double *s = raw_scores(&p.problem, test, info->x0, &unused[0], &unused[1]);
    row_kind *kind = row_kinds(&p.problem, test);
    for (size_t i = 0; i < test->n; i++)
        s[i] = (s[i] - mean) / deviation;
    for (int k = 0; k < 5; k++)
        for (double label = -1; label <= 1; label += 2) {
            const double t = -3 + 1.5 * k;
            worst = fmax(worst, fabs(rate_of(test->n, s, kind, label, 0, t) -
                                     rate_of(test->n, s, kind, label, 1, t)));
        }
    assert_near(problem_metric(&p.problem, "worst_test", info->x0), worst - 0.01, 1e-12);
    assert_near(problem_metric(&p.problem, "auc_test", info->x0), area_of(test->n, s, kind), 1e-12);
    /* fewer thresholds than curves */
    assert_true(isfinite(problem_metric(&p.problem, "h_fpr_5", info->x0)));
    assert_true(isnan(problem_metric(&p.problem, "h_fpr_6", info->x0)));
    free(kind);
    free(s);
    problem_close(&p);
}

/* Points that come back, and more of them than are remembered, have the values of a first look. */
static void test_memory(void **state) {
    (void)state;
    static const char *const names[] = {"auc", "objective", "F", "worst_test", "h_tpr_2"};
    enum { NAMES = sizeof names / sizeof *names, POINTS = 3 };
    const char *set = "hidden=5,penalty=hinge";
    fixture_problem p = problem_open(&lf_problem_auc_fairness, set);
    const size_t d = p.problem.info.dim;
    double *w = calloc(POINTS * d, sizeof *w), first[POINTS][NAMES];
    for (size_t k = 0; k < POINTS; k++) {
        fixture_problem fresh = problem_open(&lf_problem_auc_fairness, set);
        table_point(60 + k, d, 0.5, w + k * d);
        for (size_t i = 0; i < NAMES; i++)
            first[k][i] = problem_metric(&fresh.problem, names[i], w + k * d);
        problem_close(&fresh);
    }
    for (size_t i = 0; i < NAMES; i++)
        for (size_t k = 0; k < 3 * POINTS; k++)
            assert_near(problem_metric(&p.problem, names[i], w + k % POINTS * d),
                        first[k % POINTS][i], 0);
    free(w);
    problem_close(&p);
}

/* One group alone in the test rows: no gap to judge, but an area. */
static void test_missing_group(void **state) {
    (void)state;
    fixture_problem p =
        problem_open(&lf_problem_auc_fairness,
                     "data=synthetic_small,split=file,train=0.99,model=linear,group=group");
    const lf_problem_info *info = &p.problem.info;
    assert_true(isnan(problem_metric(&p.problem, "worst_test", info->x0)));
    assert_true(isfinite(problem_metric(&p.problem, "worst", info->x0)));
    assert_true(isfinite(problem_metric(&p.problem, "auc_test", info->x0)));
    problem_close(&p);
}

/* Half of a batch of either label, groups within a label as in the data. */
static void test_shares(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_auc_fairness, "model=linear");
    const lf_component *c = p.problem.info.role[LF_ROLE_CONSTRAINT].component;
    const size_t *share = c->share, *n = c->stratum;
    assert_true(share[0] > 0);
    assert_int_equal(share[0] + share[2], share[1] + share[3]);
    assert_int_equal(share[0] * n[2], share[2] * n[0]);
    assert_int_equal(share[1] * n[3], share[3] * n[1]);
    for (size_t a = 0; a < LF_STRATA; a++)
        assert_int_equal(n[a], p.problem.info.part[2 + a].n);
    problem_close(&p);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_of_test),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_missing_group),
        cmocka_unit_test(test_shares),
    };
    return cmocka_run_group_tests(tests, setup, scratch_teardown);
}
