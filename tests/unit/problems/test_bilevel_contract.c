/* What methods may rely on, for every problem of the generated list that shows the bilevel view: at
 * its defaults on a small data set, if it has data. A new problem is tested here without a line of
 * its own. */
#include <levelfield/vector.h>

#include "fixture_problem.h"
#include "oracle/oracle.h"
#include "problems/bilevel/parts/bilevel_metrics.h"
#include "scratch.h"

#define X(name) extern const lf_problem_class lf_problem_##name;
#include "problems.inc"
#undef X

static const lf_problem_class *const all[] = {
#define X(name) &lf_problem_##name,
#include "problems.inc"
#undef X
};
enum { ALL = sizeof all / sizeof *all, FEW = 5 };

/* Problems whose answers differ by more than numbers with what they are told, once more. */
static const struct {
    const lf_problem_class *is;
    const char *assignments;
} others[] = {
    {&lf_problem_sample_weights, "psi=raw,sigma=5"},
    {&lf_problem_task_weights, "tasks=7,psi=raw,p_max=2,lambda=0.1,validation=0"},
    {&lf_problem_sample_weights, "data=two_groups,train=0.2,split=random"},
    {&lf_problem_sample_weights, "test=0.5,lambda=1e-5"},
    {&lf_problem_hyper_cleaning, "test=0.2,lambda=1e-4"},
    {&lf_problem_task_weights, "tasks=3,test=0.4,lambda=1e-2"},
    {&lf_problem_ridge_selection, "classes=all,standardise=yes,data=two_groups"},
    {&lf_problem_ridge_selection, "shape=one,test=0.5"},
    {&lf_problem_digit_cleaning, "intercept=yes,reg=1e-3,rows=100,corrupt=cyclic"},
};
enum { OTHERS = sizeof others / sizeof *others };

/* One problem under test, and a point (x, y) with a direction for each block. */
typedef struct {
    fixture_problem is;
    const lf_bilevel *answers;
    const lf_bilevel_levels *levels;
    size_t d, n; /* lengths of x and of the first y_i */
    double *x, *y, *u, *v, *out, *other;
    lf_samples samples; /* of level 0: FEW, or all */
    uint32_t id[FEW];
    size_t few, whole;
} level;

static level level_open(const lf_problem_class *is, const char *assignments) {
    level l = {.is = problem_open(is, assignments), .answers = is->bilevel, .few = FEW};
    const lf_problem_info *info = &l.is.problem.info;
    l.levels = ((const lf_bilevel_common *)l.is.problem.state)->is;
    l.d = info->dim;
    l.n = info->role[LF_ROLE_LOWER].component[0].outputs;
    l.x = calloc(l.d, sizeof *l.x);
    l.u = calloc(l.d, sizeof *l.u);
    l.y = calloc(l.n, sizeof *l.y);
    l.v = calloc(l.n, sizeof *l.v);
    l.out = calloc(l.d + l.n, sizeof *l.out);
    l.other = calloc(l.d + l.n, sizeof *l.other);
    if (info->x0) lf_vec_copy(l.d, info->x0, l.x);
    table_point(3, l.d, 0.3, l.u);
    lf_vec_axpy(l.d, 1, l.u, l.x);
    lf_domain_project(&info->domain, l.x);
    table_point(4, l.n, 0.3, l.y);
    table_point(5, l.d, 1, l.u);
    table_point(6, l.n, 1, l.v);
    return l;
}

static void level_close(level *l) {
    free(l->x);
    free(l->u);
    free(l->y);
    free(l->v);
    free(l->out);
    free(l->other);
    problem_close(&l->is);
}

/* FEW samples of this role, or all of them; a sample may come twice. */
static void level_ask(level *l, lf_role role, bool few) {
    const lf_component *c = &l->is.problem.info.role[role].component[0];
    random_ids(7, c->strata, c->stratum, &l->few, l->id);
    l->id[1] = l->id[0];
    l->whole = c->samples;
    l->samples = (lf_samples){.role = role,
                              .n = few ? FEW : c->samples,
                              .id = few ? l->id : NULL,
                              .per_stratum = few ? &l->few : &l->whole,
                              .draw = few ? 0 : LF_DRAW_FULL};
}

typedef void (*level_check)(level *l);

/* Every bilevel problem, on few samples and on all. */
static void each_level(level_check check) {
    size_t found = 0;
    for (size_t k = 0; k < ALL + OTHERS; k++) {
        const lf_problem_class *is = k < ALL ? all[k] : others[k - ALL].is;
        if (!is->bilevel) continue;
        level l = level_open(is, k < ALL ? "" : others[k - ALL].assignments);
        check(&l);
        level_close(&l);
        found++;
    }
    assert_true(found > 0);
}

static void assert_alike(size_t n, const double *got, const double *want, double relative) {
    const double size = lf_vec_norm(n, want);
    assert_near(lf_vec_distance(n, got, want), 0, relative * (size + 1e-3));
}

/* other (n) <- d(dg/dy)/dh along (u in x, v in y) by central differences. */
static void level_difference(level *l, const double *u, const double *v) {
    const double h = 1e-5;
    void *state = l->is.problem.state;
    double *minus = calloc(l->n, sizeof *minus);
    lf_vec_zero(l->n, l->other);
    for (int sign = 1; sign >= -1; sign -= 2) {
        if (u) lf_vec_axpy(l->d, sign * h, u, l->x);
        if (v) lf_vec_axpy(l->n, sign * h, v, l->y);
        assert_ok(l->answers->lower(state, &l->samples, l->x, l->y, sign > 0 ? l->other : minus));
        if (u) lf_vec_axpy(l->d, -sign * h, u, l->x);
        if (v) lf_vec_axpy(l->n, -sign * h, v, l->y);
    }
    lf_vec_axpby(l->n, -1 / (2 * h), minus, 1 / (2 * h), l->other);
    free(minus);
}

static void check_second_derivatives(level *l) {
    void *state = l->is.problem.state;
    for (int few = 0; few < 2; few++) {
        level_ask(l, LF_ROLE_LOWER, few);
        lf_vec_zero(l->n, l->out);
        assert_ok(l->answers->hvp(state, &l->samples, l->x, l->y, l->v, l->out));
        level_difference(l, NULL, l->v);
        assert_alike(l->n, l->out, l->other, 1e-6);
        /* u'(Jxy v) = v'(Jxy'u), the change of dg/dy along u */
        lf_vec_zero(l->d, l->out);
        assert_ok(l->answers->jvp(state, &l->samples, l->x, l->y, l->v, l->out));
        level_difference(l, l->u, NULL);
        const double along = lf_vec_dot(l->d, l->out, l->u);
        assert_near(along, lf_vec_dot(l->n, l->other, l->v), 1e-6 * (fabs(along) + 1));
    }
}

/* dg/dx changes along v by Jxy v; answers are added to what is there. */
static void check_lower_x(level *l) {
    const double h = 1e-5;
    void *state = l->is.problem.state;
    for (int few = 0; few < 2; few++) {
        level_ask(l, LF_ROLE_LOWER, few);
        table_point(8, l->d, 1, l->out);
        lf_vec_copy(l->d, l->out, l->other);
        for (int sign = 1; sign >= -1; sign -= 2) {
            lf_vec_axpy(l->n, sign * h, l->v, l->y);
            assert_ok(l->answers->lower_x(state, &l->samples, l->x, l->y, l->out));
            lf_vec_axpy(l->n, -sign * h, l->v, l->y);
            lf_vec_scale(l->d, -1, l->out);
        }
        lf_vec_axpby(l->d, -1 / (2 * h), l->other, 1 / (2 * h), l->out);
        lf_vec_zero(l->d, l->other);
        assert_ok(l->answers->jvp(state, &l->samples, l->x, l->y, l->v, l->other));
        assert_alike(l->d, l->out, l->other, 1e-6);
    }
}

/* Answers are added to what is there, and are means. */
static void check_upper_gradient(level *l) {
    const double h = 1e-5;
    void *state = l->is.problem.state;
    double *gx = l->out, *gy = l->out + l->d;
    level_ask(l, LF_ROLE_UPPER, false);
    lf_vec_zero(l->d + l->n, l->out);
    gx[0] = 1;
    assert_ok(l->answers->upper(state, &l->samples, l->x, l->y, gx, gy));
    double along = lf_vec_dot(l->n, gy, l->v), change = 0;
    gx[0] -= 1;
    if (l->is.problem.info.direct)
        along += lf_vec_dot(l->d, gx, l->u);
    else
        assert_true(lf_vec_norm(l->d, gx) == 0);
    for (int sign = 1; sign >= -1; sign -= 2) {
        lf_vec_axpy(l->d, sign * h, l->u, l->x);
        lf_vec_axpy(l->n, sign * h, l->v, l->y);
        change += sign * l->levels->upper(state, 0, l->x, l->y) / (2 * h);
        lf_vec_axpy(l->d, -sign * h, l->u, l->x);
        lf_vec_axpy(l->n, -sign * h, l->v, l->y);
    }
    assert_near(along, change, 1e-6 * (fabs(along) + 1));
}

/* The exact hypergradient against differences of F, with the lower levels solved. */
static void check_hypergradient(level *l) {
    const double h = 1e-3;
    double change = 0, value;
    assert_ok(lf_bilevel_gradient(&l->is.problem, l->x, l->out));
    for (int sign = 1; sign >= -1; sign -= 2) {
        lf_vec_axpy(l->d, sign * h, l->u, l->x);
        assert_ok(lf_bilevel_F(&l->is.problem, &(lf_point){.w = l->x}, &value));
        change += sign * value / (2 * h);
        lf_vec_axpy(l->d, -sign * h, l->u, l->x);
    }
    assert_near(lf_vec_dot(l->d, l->out, l->u), change, 1e-5 * fabs(change) + 1e-10);
}

/* An estimate in the problem's own form and as matrices: the same products after the same history.
 */
static void check_forms(level *l) {
    lf_budget budget;
    lf_oracle *o;
    lf_batch b[3];
    lf_estimate E;
    double *out[2];
    const lf_cost_scope scope = lf_cost_scope_of(&l->is.problem.info);
    assert_ok(lf_budget_parse("1e9:samples", &scope, &budget));
    assert_ok(lf_oracle_create(&l->is.problem, 1, &budget, &o));
    for (size_t t = 0; t < 3; t++)
        assert_ok(lf_oracle_draw(o, LF_ROLE_LOWER, 0, FEW, &b[t]));
    for (size_t form = 0; form < 2; form++) {
        assert_ok(lf_oracle_estimate(o, (lf_form)form, 0, &E));
        out[form] = calloc(2 * l->n + l->d, sizeof **out);
        for (size_t t = 0; t < 3; t++) {
            assert_ok(lf_oracle_estimate_scale(o, E, 0.7));
            assert_ok(lf_oracle_estimate_add(o, E, &b[t], l->x, l->y, 0.3 + (double)t));
            if (t == 1) assert_ok(lf_oracle_estimate_project(o, E, &b[t], 0));
        }
        assert_ok(lf_oracle_estimate_hessian(o, E, l->v, out[form]));
        assert_ok(lf_oracle_estimate_jacobian_t(o, E, l->u, out[form] + l->n));
        assert_ok(lf_oracle_estimate_jacobian(o, E, -2, l->v, out[form] + 2 * l->n));
    }
    const lf_estimate_form *own = l->answers->form;
    const size_t from = own && own->known ? l->n : 0; /* a known Hyy is not that history's */
    assert_alike(2 * l->n + l->d - from, out[0] + from, out[1] + from, 1e-11);
    for (size_t form = 0; form < 2; form++)
        free(out[form]);
    lf_oracle_free(o);
}

/* What a certificate takes for g_i: its gradient is the answers', and what it says is at most the
 * value is at most that of any y, and nearly reached by the solution. */
static void check_certificate(level *l) {
    const double h = 1e-5;
    void *state = l->is.problem.state;
    double value[3], slack, least, most;
    if (!l->levels->lower) return;
    level_ask(l, LF_ROLE_LOWER, false);
    lf_vec_zero(l->n, l->out);
    assert_ok(l->answers->lower(state, &l->samples, l->x, l->y, l->out));
    assert_ok(l->levels->lower(state, 0, l->x, l->y, &value[0], &least));
    least = value[0] - least;
    for (int k = 1; k < 3; k++) {
        lf_vec_axpy(l->n, k == 1 ? h : -2 * h, l->v, l->y);
        assert_ok(l->levels->lower(state, 0, l->x, l->y, &value[k], &slack));
    }
    const double along = lf_vec_dot(l->n, l->out, l->v);
    assert_near(along, (value[1] - value[2]) / (2 * h), 1e-6 * (fabs(along) + 1));
    for (uint64_t k = 0; k < 20; k++) { /* from near by to far away */
        table_point(20 + k, l->n, 0.01 * (double)(1 << k / 2), l->other);
        assert_ok(l->levels->lower(state, 0, l->x, l->other, &value[1], &slack));
        assert_true(value[1] >= least && value[1] - slack <= value[0]);
    }
    lf_vec_zero(l->n, l->other);
    assert_ok(l->levels->solve(state, 0, l->x, l->other));
    assert_ok(l->levels->lower(state, 0, l->x, l->other, &most, &slack));
    assert_true(slack <= 1e-12 && least <= most && most <= value[0]);
}

#define CONTRACT(name)                                                                             \
    static void test_##name(void **unused) {                                                       \
        (void)unused;                                                                              \
        each_level(check_##name);                                                                  \
    }
CONTRACT(second_derivatives)
CONTRACT(lower_x)
CONTRACT(upper_gradient)
CONTRACT(hypergradient)
CONTRACT(forms)
CONTRACT(certificate)

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_second_derivatives),
        cmocka_unit_test(test_lower_x),
        cmocka_unit_test(test_upper_gradient),
        cmocka_unit_test(test_hypergradient),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_certificate),
    };
    return cmocka_run_group_tests_name("bilevel_contract", tests, setup, scratch_teardown);
}
