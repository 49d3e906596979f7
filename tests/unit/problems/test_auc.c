/* AUC's saddle function: derivatives by differences, its optimum given w, its relation to pairs,
 * estimates of p, responses over several batches. */
#include <levelfield/vector.h>

#include "auc_reference.h"
#include "scratch.h"

enum { FEW = 24 };

/* All models and scores; few rows, so that the definitions can be gone through. */
static const char *const kind[] = {"keep=0.1", "keep=0.1,score=raw",
                                   "keep=0.1,model=mlp,hidden=5+4,activation=tanh",
                                   "keep=0.1,model=mlp,hidden=6"};
enum { KINDS = sizeof kind / sizeof *kind };

/* d/dt F(v + t u, alpha + t u_alpha) = the gradient along u, on these samples */
static void check_slope(const lf_problem *problem, const auc_rows *rows, const lf_samples *samples,
                        uint64_t seed) {
    const size_t d = problem->info.dim;
    double *v = calloc(4 * d, sizeof *v), *u = v + d, *grad = v + 2 * d, *at = v + 3 * d;
    const double alpha = table_random(seed, 1000, -1, 1), u_alpha = table_random(seed, 1001, -1, 1);
    double grad_alpha = 0, value[2];
    table_point(seed, d, 0.5, v);
    table_point(seed + 1, d, 0.5, u);
    assert_ok(problem->is->saddle(problem->state, samples, v, &alpha, grad, &grad_alpha));
    for (int side = 0; side < 2; side++) {
        const double t = side ? -1e-6 : 1e-6;
        for (size_t i = 0; i < d; i++)
            at[i] = v[i] + t * u[i];
        value[side] = auc_F(rows, at, alpha + t * u_alpha);
    }
    const double slope = lf_vec_dot(d, grad, u) + grad_alpha * u_alpha;
    assert_near((value[0] - value[1]) / 2e-6, slope, 1e-8);
    free(v);
}

/* On all samples and on a few; what is there is added to. */
static void test_derivatives(void **state) {
    (void)state;
    for (size_t k = 0; k < KINDS; k++) {
        fixture_problem p = problem_open(&lf_problem_auc, kind[k]);
        const lf_auc *auc = p.problem.state;
        const lf_component *c = p.problem.info.role[LF_ROLE_OBJECTIVE].component;
        const double share = (double)auc->classes.positives / (double)c->samples;
        auc_rows rows = {auc, c->samples, NULL, share, share * (1 - share)};
        lf_samples samples = {.n = c->samples, .per_stratum = c->stratum};
        const size_t few = FEW;
        uint32_t id[FEW];
        for (uint64_t seed = 0; seed < 3; seed++)
            check_slope(&p.problem, &rows, &samples, seed);
        random_ids(5, 1, c->stratum, &few, id);
        samples = (lf_samples){.n = FEW, .id = id, .per_stratum = &few};
        rows.n = FEW;
        rows.id = id;
        for (uint64_t seed = 3; seed < 6; seed++)
            check_slope(&p.problem, &rows, &samples, seed);
        check_component(&p.problem, LF_ROLE_OBJECTIVE, 0, MAP_KINKED, 7);
        problem_close(&p);
    }
}

/* An estimated p: a batch is met with the labels before it, and with p_mode=online its own. */
static void test_derivatives_with_estimates(void **state) {
    (void)state;
    static const char *const chosen[] = {"", "p_mode=printed", "p_mode=exact", "p_mode=online"};
    for (lf_share_mode mode = LF_SHARE_PRINTED; mode <= LF_SHARE_ONLINE; mode++) {
        fixture_problem p = problem_open(&lf_problem_auc, chosen[mode]);
        const lf_auc *auc = p.problem.state;
        double memory[LF_SHARE_MEMORY];
        const lf_class_share share = {.mode = mode, .memory = memory};
        lf_class_share_begin(&share);
        for (uint64_t seed = 0; seed < 4; seed++) {
            const size_t few = FEW;
            uint32_t id[FEW];
            random_ids(seed, 1, &p.problem.info.n, &few, id);
            const lf_samples samples = {.n = FEW, .id = id, .per_stratum = &few};
            auc_rows rows = {auc, FEW, id, 0, 0};
            size_t positives = 0;
            for (size_t i = 0; i < FEW; i++)
                positives += auc_positive(&rows, i);
            if (mode == LF_SHARE_ONLINE) lf_class_share_add(&share, positives, FEW - positives);
            rows.p = lf_class_share_of(&share);
            rows.product = lf_class_share_product(&share);
            check_slope(&p.problem, &rows, &samples, seed);
            if (mode != LF_SHARE_ONLINE) lf_class_share_add(&share, positives, FEW - positives);
        }
        assert_true(lf_class_share_of(&share) != 0.5);
        problem_close(&p);
    }
}

/* Given w: no slope by a, b, alpha at the class means, which descent and ascent find; F there is
 * (P - 1) p (1 - p), P the mean over pairs. */
static void test_optimum(void **state) {
    (void)state;
    for (size_t k = 0; k < KINDS; k++) {
        fixture_problem p = problem_open(&lf_problem_auc, kind[k]);
        const lf_auc *auc = p.problem.state;
        const size_t n = p.problem.info.n, d = p.problem.info.dim;
        const double share = (double)auc->classes.positives / (double)n;
        const auc_rows rows = {auc, n, NULL, share, share * (1 - share)};
        const lf_samples all = {.n = n, .per_stratum = &n};
        double *v = calloc(2 * d, sizeof *v), *grad = v + d, mean[2], alpha = 0, response = 0;
        table_point(3, d - 2, 0.5, v);
        auc_means(&rows, v, mean);
        for (int t = 0; t < 400; t++) {
            double slope = 0;
            lf_vec_zero(d, grad);
            assert_ok(lf_problem_auc.saddle(p.problem.state, &all, v, &alpha, grad, &slope));
            for (size_t i = d - 2; i < d; i++)
                v[i] -= grad[i];
            alpha += slope;
        }
        assert_near(v[d - 2], mean[1], 1e-13);
        assert_near(v[d - 1], mean[0], 1e-13);
        assert_near(alpha, mean[0] - mean[1], 1e-13);
        assert_ok(lf_problem_auc.respond(p.problem.state, &all, v, &response));
        assert_near(response, alpha, 1e-13);
        const double P = 1 + auc_F(&rows, v, alpha) / rows.product;
        assert_near(P, auc_pairs(&rows, v), 1e-12);
        assert_near(P, problem_metric(&p.problem, "P", v), 1e-12);
        free(v);
        problem_close(&p);
    }
}

/* ids (n) <- the first n samples of a class */
static void ids_of(const auc_rows *all, bool positive, size_t n, uint32_t *id) {
    size_t found = 0;
    for (uint32_t i = 0; i < all->n && found < n; i++)
        if (auc_positive(all, i) == positive) id[found++] = i;
    assert_int_equal(found, n);
}

/* Batches of one class do not tell; they count when the other one comes, and only then. */
static void test_response_over_batches(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_auc, "");
    const auc_rows all = {.auc = p.problem.state, .n = p.problem.info.n};
    uint32_t id[3 * FEW];
    double w[64], mean[2], alpha = 7;
    table_point(4, p.problem.info.dim, 0.5, w);
    ids_of(&all, false, FEW, id);
    ids_of(&all, true, 2 * FEW, id + FEW);
    const size_t first = FEW - 4, second = 4, third = 2 * FEW, whole = 3 * FEW;
    lf_samples batch = {.n = first, .id = id, .per_stratum = &first};
    assert_int_equal(lf_problem_auc.respond(p.problem.state, &batch, w, &alpha), LF_NOT_FOUND);
    assert_non_null(strstr(lf_message(), "no positive sample among 20"));
    batch = (lf_samples){.n = second, .id = id + first, .per_stratum = &second};
    assert_int_equal(lf_problem_auc.respond(p.problem.state, &batch, w, &alpha), LF_NOT_FOUND);
    assert_near(alpha, 7, 0);
    batch = (lf_samples){.n = third, .id = id + FEW, .per_stratum = &third};
    assert_ok(lf_problem_auc.respond(p.problem.state, &batch, w, &alpha));
    const auc_rows asked = {.auc = p.problem.state, .n = whole, .id = id};
    auc_means(&asked, w, mean);
    assert_near(alpha, mean[0] - mean[1], 1e-14);
    assert_int_equal(lf_problem_auc.respond(p.problem.state, &batch, w, &alpha), LF_NOT_FOUND);
    assert_non_null(strstr(lf_message(), "no negative sample among 48"));
    problem_close(&p);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_derivatives_with_estimates),
        cmocka_unit_test(test_optimum),
        cmocka_unit_test(test_response_over_batches),
    };
    return cmocka_run_group_tests_name("auc", tests, setup, scratch_teardown);
}
