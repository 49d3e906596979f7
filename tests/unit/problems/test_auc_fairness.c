/* AUC under ROC constraints: the problem against its definition, on the generated set and on Adult.
 */
#include <levelfield/vector.h>

#include "fixture_problem.h"
#include "problems/common/ranked_auc.h"
#include "problems/models/mlp/mlp.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_auc_fairness;

enum { RATES = 28, GAPS = 14 };

static fixture_problem open_problem(const char *assignments) {
    return problem_open(&lf_problem_auc_fairness, assignments);
}

/* What there is to check gradients on: models, weights, views. */
static const char *const smooth[] = {
    "model=linear", "model=linear,weights=batch", "model=mlp,hidden=6+5,activation=tanh",
    "model=mlp,hidden=6,activation=tanh,weights=batch,penalty=squared"};
static const char *const kinked[] = {"hidden=8+8", "hidden=8+8,weights=batch,penalty=hinge"};

/* Central differences agree to 1e-6 of the slope, on all samples and on a balanced batch. */
static void check_relative(const lf_problem *problem, lf_role role) {
    component_map map = map_of(problem, role, 0);
    const size_t few[LF_STRATA] = {3, 7, 9, 13};
    uint32_t id[32];
    double *w = calloc(3 * map.d + map.p, sizeof *w);
    double *u = w + map.d, *y = w + 3 * map.d;
    random_ids(4, LF_STRATA, problem->info.role[role].component->stratum, few, id);
    for (uint64_t k = 0; k < 4; k++) {
        if (k >= 2) {
            map.samples.n = 32;
            map.samples.id = id;
            map.samples.per_stratum = few;
        }
        table_point(20 + k, map.d, 0.1, w);
        lf_vec_axpy(map.d, 1, problem->info.x0, w);
        table_point(30 + k, map.d, 1, u);
        table_point(40 + k, map.p, 1, y);
        const double slope = component_slope(&map, w, y, u);
        assert_near(component_difference(&map, w, y, u, 1e-5), slope, 1e-6 * fabs(slope));
    }
    free(w);
}

static void each_role(const char *assignments, void (*check)(const lf_problem *, lf_role)) {
    fixture_problem p = open_problem(assignments);
    for (size_t role = 0; role < LF_ROLES; role++)
        if (p.problem.info.role[role].count > 0) check(&p.problem, (lf_role)role);
    problem_close(&p);
}

static void check_smooth(const lf_problem *problem, lf_role role) {
    check_component(problem, role, 0, MAP_SMOOTH, 3);
    check_relative(problem, role);
}

static void check_kinked(const lf_problem *problem, lf_role role) {
    check_component(problem, role, 0, MAP_KINKED, 5);
}

static void test_gradients(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof smooth / sizeof *smooth; k++)
        each_role(smooth[k], check_smooth);
    for (size_t k = 0; k < sizeof kinked / sizeof *kinked; k++)
        each_role(kinked[k], check_kinked);
}

/* <y, Dg v> = <Dg' y, v> on a batch with a stratum missing, and on all rows. */
static void check_jvp(const lf_problem *problem, lf_role role) {
    component_map map = map_of(problem, role, 0);
    const size_t few[LF_STRATA] = {3, 0, 4, 5};
    const size_t *stratum = problem->info.role[role].component->stratum;
    uint32_t id[12];
    double *v = calloc(2 * (map.d + map.p), sizeof *v);
    double *grad = v + map.d, *y = grad + map.d, *jv = y + map.p;
    random_ids(6, LF_STRATA, stratum, few, id);
    table_point(50, map.d, 1, v);
    table_point(51, map.p, 1, y);
    for (int sampled = 0; sampled < 2; sampled++) {
        const double *w = problem->info.x0;
        if (sampled)
            map.samples = (lf_samples){.role = role, .n = 12, .id = id, .per_stratum = few};
        assert_ok(problem->is->jvp(problem->state, &map.samples, w, v, jv));
        lf_vec_zero(map.d, grad);
        assert_ok(map.evaluate(map.state, &map.samples, w, y, NULL, grad));
        const double left = lf_vec_dot(map.p, y, jv), right = lf_vec_dot(map.d, grad, v);
        assert_near(left, right, 1e-12 * (1 + fabs(left)));
    }
    free(v);
}

static void test_jvp(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof smooth / sizeof *smooth; k++)
        each_role(smooth[k], check_jvp);
    for (size_t k = 0; k < sizeof kinked / sizeof *kinked; k++)
        each_role(kinked[k], check_jvp);
}

/* ---- the definition, with a linear model on all training rows ---- */

typedef struct {
    size_t n, first[LF_STRATA + 1];
    double *s;
} naive;

/* Standardised scores of all rows of the parts b1z0 .. b0z1. */
static naive naive_scores(const lf_problem *problem, const double *w) {
    const lf_problem_info *info = &problem->info;
    naive all = {.n = info->n, .s = calloc(info->n, sizeof(double))};
    lf_data *data;
    double mean = 0, square = 0;
    size_t at = 0;
    assert_ok(lf_data_open(info->data_name, &data));
    for (size_t a = 0; a < LF_STRATA; a++) {
        const lf_part *part = &info->part[2 + a];
        all.first[a] = at;
        for (size_t i = 0; i < part->n; i++, at++) {
            assert_near(data->label[part->row[i]], a % 2 ? -1 : 1, 0);
            all.s[at] = w[data->features];
            for (size_t j = 0; j < data->features; j++)
                all.s[at] += w[j] * table_entry(data, part->row[i], j);
            mean += all.s[at];
        }
    }
    all.first[LF_STRATA] = at;
    assert_int_equal(at, info->n);
    mean /= (double)at;
    for (size_t i = 0; i < at; i++)
        square += (all.s[i] - mean) * (all.s[i] - mean);
    for (size_t i = 0; i < at; i++)
        all.s[i] = (all.s[i] - mean) / sqrt(square / (double)at + 1e-5);
    lf_data_close(data);
    return all;
}

static double naive_rate(const naive *all, size_t stratum, double t) {
    double sum = 0;
    for (size_t i = all->first[stratum]; i < all->first[stratum + 1]; i++)
        sum += 1 / (1 + exp(t - all->s[i]));
    return sum / (double)(all->first[stratum + 1] - all->first[stratum]);
}

/* -mean over all pairs, and the share of pairs in order */
static double naive_area(const naive *all, double *auc) {
    double F = 0, pairs = 0;
    *auc = 0;
    for (size_t i = 0; i < all->n; i++)
        for (size_t j = 0; j < all->n; j++) {
            const bool positive = i < all->first[1] || (i >= all->first[2] && i < all->first[3]);
            const bool other = j < all->first[1] || (j >= all->first[2] && j < all->first[3]);
            if (!positive || other) continue;
            pairs++;
            F -= 1 / (1 + exp(all->s[j] - all->s[i]));
            *auc += all->s[i] > all->s[j] ? 1 : all->s[i] == all->s[j] ? 0.5 : 0;
        }
    *auc /= pairs;
    return F / pairs;
}

static void test_definition(void **state) {
    (void)state;
    fixture_problem p = open_problem("model=linear,penalty=squared,rho=7");
    const lf_problem *problem = &p.problem;
    const lf_component *c = problem->info.role[LF_ROLE_INNER].component;
    const double *w = problem->info.x0;
    double g[RATES + 1], auc, worst = -1, penalty = 0;
    assert_int_equal(problem->info.dim, 21);
    assert_int_equal(c->outputs, RATES + 1);
    assert_int_equal(c->outers, GAPS + 1);
    assert_ok(lf_problem_evaluate(problem, LF_ROLE_INNER, 0, w, NULL, g, NULL));
    naive all = naive_scores(problem, w);
    const double F = naive_area(&all, &auc);
    assert_near(g[RATES], F, 1e-12);
    for (size_t k = 0; k < 7; k++)
        for (size_t negative = 0; negative < 2; negative++) {
            const double t = (double)k - 3;
            const double zero = naive_rate(&all, negative, t),
                         one = naive_rate(&all, 2 + negative, t);
            const double h = fabs(zero - one) - 0.005;
            char name[16];
            assert_near(g[4 * k + 2 * negative], zero, 1e-12);
            assert_near(g[4 * k + 2 * negative + 1], one, 1e-12);
            snprintf(name, sizeof name, "h_%cpr_%zu", negative ? 'f' : 't', k + 1);
            assert_near(problem_metric(problem, name, w), h, 1e-12);
            worst = fmax(worst, h);
            penalty += 7 * fmax(h, 0) * fmax(h, 0) / GAPS;
            assert_near(lf_outer_value(&c->outer[2 * k + negative], g + 4 * k + 2 * negative),
                        7 * fmax(h, 0) * fmax(h, 0) / GAPS, 1e-12);
        }
    assert_near(lf_outer_value(&c->outer[GAPS], g + RATES), F, 1e-12);
    assert_near(problem_metric(problem, "auc", w), auc, 1e-12);
    assert_near(problem_metric(problem, "worst", w), worst, 1e-12);
    assert_near(problem_metric(problem, "violation", w), fmax(worst, 0), 1e-12);
    assert_near(problem_metric(problem, "objective", w), F, 1e-12);
    assert_near(problem_metric(problem, "F", w), F + penalty, 1e-12);
    free(all.s);
    problem_close(&p);
}

/* The constrained view has the same numbers, as an objective and 14 constraints. */
static void test_views(void **state) {
    (void)state;
    fixture_problem a = open_problem("model=linear"),
                    b = open_problem("model=linear,penalty=hinge");
    const lf_problem_info *info = &a.problem.info;
    const lf_component *c = info->role[LF_ROLE_CONSTRAINT].component;
    double rates[RATES], F, g[RATES + 1];
    assert_int_equal(info->views, 1u << LF_VIEW_CONSTRAINED);
    assert_int_equal(b.problem.info.views, 1u << LF_VIEW_COMPOSITION);
    assert_int_equal(info->role[LF_ROLE_INNER].count, 0);
    assert_int_equal(b.problem.info.role[LF_ROLE_OBJECTIVE].count, 0);
    assert_int_equal(c->outers, GAPS);
    assert_ok(lf_problem_evaluate(&a.problem, LF_ROLE_CONSTRAINT, 0, info->x0, NULL, rates, NULL));
    assert_ok(lf_problem_evaluate(&a.problem, LF_ROLE_OBJECTIVE, 0, info->x0, NULL, &F, NULL));
    assert_ok(lf_problem_evaluate(&b.problem, LF_ROLE_INNER, 0, info->x0, NULL, g, NULL));
    assert_memory_equal(rates, g, sizeof rates);
    assert_near(F, g[RATES], 0);
    assert_near(lf_outer_value(&c->outer[3], rates + 6), fabs(rates[6] - rates[7]) - 0.005, 0);
    /* F, EPS and EPS_lam, the last metrics, are there with a penalty only */
    assert_int_equal(lf_problem_metrics(&a.problem) + 3, lf_problem_metrics(&b.problem));
    problem_close(&a);
    problem_close(&b);
}

/* Scores do not change when a model's output is shifted and stretched. */
static void test_standardised(void **state) {
    (void)state;
    fixture_problem p = open_problem("model=linear");
    double w[21], before[RATES], after[RATES];
    lf_vec_copy(21, p.problem.info.x0, w);
    assert_ok(lf_problem_evaluate(&p.problem, LF_ROLE_CONSTRAINT, 0, w, NULL, before, NULL));
    lf_vec_scale(21, 5, w);
    w[20] += 3;
    assert_ok(lf_problem_evaluate(&p.problem, LF_ROLE_CONSTRAINT, 0, w, NULL, after, NULL));
    for (size_t k = 0; k < RATES; k++)
        assert_near(before[k], after[k], 1e-4); /* but for the 1e-5 under the root */
    problem_close(&p);
}

static void check_refused(const char *assignments, lf_status status, const char *message) {
    const lf_problem_class *is = &lf_problem_auc_fairness;
    lf_parameters parameters;
    lf_problem problem;
    assert_ok(
        lf_parameters_create(is->params, is->params_size, assignments, "problem", &parameters));
    const lf_status got = lf_problem_create(is, parameters.values, &problem);
    if (got != status) print_error("%s: %s\n", assignments, lf_message());
    assert_int_equal(got, status);
    assert_non_null(strstr(lf_message(), message));
    lf_parameters_free(&parameters);
}

static void test_refusals(void **state) {
    (void)state;
    check_refused("group=hair", LF_NOT_FOUND, "hair");
    check_refused("hidden=8x", LF_BAD_ARGUMENT, "8x");
    check_refused("data=synthetic_small,split=file,train=0.01", LF_BAD_INPUT, "protected rows");
    need_data("a9a16");
    check_refused("data=a9a16,group=income", LF_BAD_INPUT, "no training row of label");
}

static void test_adult(void **state) {
    (void)state;
    need_data("adult107");
    static const size_t stratum[] = {946, 7699, 5324, 12079};
    fixture_problem p = open_problem("data=adult107");
    const lf_problem_info *info = &p.problem.info;
    const lf_component *c = info->role[LF_ROLE_CONSTRAINT].component;
    assert_int_equal(info->dim, 23220);
    assert_int_equal(info->n, 26048);
    assert_memory_equal(c->stratum, stratum, sizeof stratum);
    problem_close(&p);
    p = open_problem("data=adult107,model=linear");
    assert_int_equal(p.problem.info.dim, 108);
    problem_close(&p);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradients),    cmocka_unit_test(test_jvp),
        cmocka_unit_test(test_definition),   cmocka_unit_test(test_views),
        cmocka_unit_test(test_standardised), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_adult),
    };
    return cmocka_run_group_tests(tests, setup, scratch_teardown);
}
