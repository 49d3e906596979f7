/* Every question about a batch, asked of every problem of the generated list with every kind of
 * forged ticket: each is refused, and nothing that the oracle or the problem remembers has changed.
 * A new problem is tested here without a line of its own. */
#include "every_problem.h"
#include "oracle/oracle_state.h"
#include "scratch.h"

/* One problem under test, and vectors long enough for whatever is asked. */
typedef struct {
    fixture_problem is;
    lf_oracle *oracle;
    size_t d, n;                   /* n: for outputs and second blocks, the most that there are */
    double *x, *v, *y, *q, *alpha; /* asked about */
    double *to_x, *to_y;           /* answered */
    bool has_estimate;
    lf_estimate E;
    unsigned char *before, *after; /* what is remembered */
    size_t bytes;
} asked;

static size_t asked_most(const lf_problem_info *info) {
    size_t most = info->domain_y.n + 1;
    for (size_t role = 0; role < LF_ROLES; role++) {
        size_t outputs = 0;
        for (size_t i = 0; i < info->role[role].count; i++)
            outputs += info->role[role].component[i].outputs;
        if (outputs > most) most = outputs;
    }
    return most;
}

static double *asked_vector(size_t n, double each) {
    double *x = malloc(n * sizeof *x);
    for (size_t k = 0; k < n; k++)
        x[k] = each;
    return x;
}

/* In place, as the oracle keeps the address of the problem. */
static void asked_open(fixture_problem is, asked *a) {
    *a = (asked){.is = is};
    const lf_problem_info *info = &a->is.problem.info;
    const lf_cost_scope scope = lf_cost_scope_of(info);
    lf_budget budget;
    a->d = info->dim;
    a->n = asked_most(info);
    a->x = asked_vector(a->d, 0.01);
    a->v = asked_vector(a->d, 0.02);
    a->to_x = asked_vector(a->d, 0);
    a->y = asked_vector(a->n, 0.03);
    a->q = asked_vector(a->n, 0.04);
    a->alpha = asked_vector(a->n, 0.05);
    a->to_y = asked_vector(a->n, 0);
    assert_ok(lf_budget_parse("1e12:samples", &scope, &budget));
    assert_ok(lf_oracle_create(&a->is.problem, 1, &budget, &a->oracle));
    a->has_estimate = a->is.problem.is->bilevel && a->is.problem.is->bilevel->form &&
                      lf_oracle_estimate(a->oracle, LF_FORM_OWN, 0, &a->E) == LF_OK;
    a->bytes = lf_oracle_snapshot_bytes(a->oracle);
    a->before = malloc(a->bytes);
    a->after = malloc(a->bytes);
}

static void asked_close(asked *a) {
    double *const vectors[] = {a->x, a->v, a->y, a->q, a->alpha, a->to_x, a->to_y};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        free(vectors[k]);
    free(a->before);
    free(a->after);
    lf_oracle_free(a->oracle);
    problem_close(&a->is);
}

enum { QUESTIONS = 14 };

/* The k-th of all questions that a ticket can be asked with. */
static lf_status asked_with(asked *a, size_t k, const lf_batch *b) {
    lf_oracle *o = a->oracle;
    switch (k) {
    case 0:
        return lf_oracle_value(o, b, a->x, a->to_y);
    case 1:
        return lf_oracle_vjp(o, b, a->x, a->y, a->to_x);
    case 2:
        return lf_oracle_value_vjp(o, b, a->x, a->y, a->to_y, a->to_x);
    case 3:
        return lf_oracle_jvp(o, b, a->x, a->v, a->to_y);
    case 4:
        return lf_oracle_subgradient(o, b, a->x, a->to_x);
    case 5:
        return lf_oracle_saddle(o, b, a->x, a->alpha, a->to_x, a->to_y);
    case 6:
        return lf_oracle_respond(o, b, a->x, a->to_y);
    case 7:
        return lf_oracle_upper_gradient(o, b, a->x, a->y, a->to_x, a->to_y);
    case 8:
        return lf_oracle_lower_gradient(o, b, a->x, a->y, a->to_y);
    case 9:
        return lf_oracle_lower_gradient_x(o, b, a->x, a->y, a->to_x);
    case 10:
        return lf_oracle_lower_hvp(o, b, a->x, a->y, a->q, a->to_y);
    case 11:
        return lf_oracle_lower_jvp(o, b, a->x, a->y, a->q, a->to_x);
    case 12:
        return lf_oracle_estimate_add(o, a->E, b, a->x, a->y, 1);
    default:
        return a->has_estimate ? lf_oracle_estimate_project(o, a->E, b, 1e-3) : LF_BAD_ARGUMENT;
    }
}

enum { FORGERIES = 21 };

/* The k-th thing that can be done to a ticket. */
static lf_batch forged(lf_batch b, size_t k) {
    static const size_t sizes[] = {0, 1, 2, 65537, SIZE_MAX / 8, SIZE_MAX};
    static const uint32_t components[] = {0, 1, 1000000, UINT32_MAX - 1, UINT32_MAX};
    static const uint64_t draws[] = {0, 1, LF_DRAW_FULL - 1, LF_DRAW_FULL};
    if (k < 6)
        b.n = sizes[k];
    else if (k < 11)
        b.component = components[k - 6];
    else if (k < 15)
        b.draw = draws[k - 11];
    else if (k == 15)
        b.role = (lf_role)((b.role + 1) % LF_ROLES);
    else if (k == 16)
        b.role = (lf_role)1000000;
    else if (k == 17)
        b.seal ^= 1;
    else if (k == 18)
        b.seal = 0;
    else if (k == 19)
        b = (lf_batch){b.role, 0, 1, LF_DRAW_FULL, b.seal};
    else
        b = (lf_batch){0};
    return b;
}

/* All forgeries of an honest ticket, with all questions; returns how many the honest one answers.
 */
static size_t check_ticket(asked *a, const lf_batch *honest) {
    size_t answered = 0;
    for (size_t q = 0; q < QUESTIONS; q++)
        answered += asked_with(a, q, honest) == LF_OK;
    lf_oracle_save(a->oracle, a->before);
    for (size_t k = 0; k < FORGERIES; k++) {
        const lf_batch b = forged(*honest, k);
        if (lf_ticket_same(&b, honest)) continue;
        for (size_t q = 0; q < QUESTIONS; q++)
            if (asked_with(a, q, &b) == LF_OK)
                fail_msg("%s: question %zu is answered for forgery %zu of a ticket of role %d",
                         a->is.problem.is->name, q, k, (int)honest->role);
    }
    lf_oracle_save(a->oracle, a->after);
    assert_memory_equal(a->before, a->after, a->bytes);
    return answered;
}

/* Tickets of the first component, the last one and all at once: drawn, and full. */
static void check_problem(fixture_problem is) {
    asked a;
    asked_open(is, &a);
    size_t answered = 0;
    for (size_t role = 0; role < LF_ROLES; role++) {
        const size_t count = a.is.problem.info.role[role].count;
        const size_t component[] = {0, count - 1, LF_EVERY};
        for (size_t c = 0; count > 0 && c < 3; c++) {
            lf_batch b;
            if (lf_oracle_draw(a.oracle, (lf_role)role, component[c], 5, &b) == LF_OK)
                answered += check_ticket(&a, &b);
            assert_ok(lf_oracle_full(a.oracle, (lf_role)role, component[c], &b));
            answered += check_ticket(&a, &b);
        }
    }
    assert_true(answered > 0);
    asked_close(&a);
}

static void test_no_data_is_needed(void **state) {
    (void)state;
    for (size_t k = 0; k < EVERY_PROBLEM; k++)
        check_problem(problem_open_small(every_problem[k]));
}

static void test_a9a(void **state) {
    (void)state;
    need_data("a9a");
    check_problem(problem_open(&lf_problem_auc, "data=a9a"));
    check_problem(problem_open(&lf_problem_dp_scad, "data=a9a"));
    check_problem(problem_open(&lf_problem_neyman_pearson, "data=a9a"));
}

/* Files of the cache go to a folder of the test's own. */
static int setup(void **state) {
    if (scratch_setup(state) != 0) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_data_is_needed),
        cmocka_unit_test(test_a9a),
    };
    return cmocka_run_group_tests_name("forged_questions", tests, setup, scratch_teardown);
}
