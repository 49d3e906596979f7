/**
 * @file quadratic_levels.h
 * @brief The problem bilevel_quadratic in tests of bilevel methods, and its golden example.
 */
#pragma once

#include "numeric/cholesky.h"
#include "trial.h"

extern const lf_problem_class lf_problem_bilevel_quadratic;

/** Of the default shape, level 0: the minimiser x*, and y*(x*). */
static const double quadratic_x[3] = {0.76503064, -0.41977713, 0.23349165};
static const double quadratic_y[2] = {0.54326769, -0.21639284};
/** A, and B row by row. */
static const double quadratic_A[4] = {2, 0.3, 0.3, 1};
static const double quadratic_B[6] = {1, -0.5, 0.2, 0.4, 0.3, -1};

/** The problem with parameters "k=v,k=v", and its oracle. */
static inline trial *quadratic_open(const char *set, uint64_t seed, const char *budget) {
    const lf_problem_class *is = &lf_problem_bilevel_quadratic;
    lf_parameters p;
    assert_ok(lf_parameters_create(is->params, is->params_size, set, is->name, &p));
    trial *t = trial_problem_of(is, p.values, seed, budget);
    lf_parameters_free(&p);
    return t;
}

/** A method about to make its first step on it, from x0 (d; NULL: the origin). */
static inline trial *quadratic_start(const lf_algorithm *is, const char *problem, uint64_t seed,
                                     const double *x0, const char *budget, const char *set) {
    static const double origin[64];
    trial *t = trial_equip(quadratic_open(problem, seed, budget), is, set, 1 << 24);
    assert_ok(trial_init(t, x0 ? x0 : origin));
    return t;
}

/** x (3) <- where descent on all samples of the default shape ends with eta sum_{q=0..Q} (I - eta
 * A)^q = N in place of A^-1: 0 = rho x + B'N (A^-1 B x - c); N commutes with A. */
static inline void quadratic_biased(size_t Q, double eta, double x[3]) {
    static const double c[2] = {0.7, -0.2},
                        inverse[4] = {1 / 1.91, -0.3 / 1.91, -0.3 / 1.91, 2 / 1.91};
    double N[4] = {0}, NA[4], M[9] = {0};
    for (size_t j = 0; j < 2; j++) { /* column j, and row j, of N */
        double r[2] = {j == 0, j == 1};
        for (size_t q = 0; q <= Q; q++) {
            lf_vec_axpy(2, eta, r, N + 2 * j);
            const double Ar[2] = {lf_vec_dot(2, quadratic_A, r), lf_vec_dot(2, quadratic_A + 2, r)};
            lf_vec_axpy(2, -eta, Ar, r);
        }
    }
    for (size_t j = 0; j < 2; j++)
        for (size_t k = 0; k < 2; k++)
            NA[2 * j + k] = N[2 * j] * inverse[k] + N[2 * j + 1] * inverse[2 + k];
    lf_vec_zero(3, x);
    for (size_t j = 0; j < 2; j++) {
        lf_vec_axpy(3, lf_vec_dot(2, N + 2 * j, c), quadratic_B + 3 * j, x);
        for (size_t k = 0; k < 2; k++)
            for (size_t a = 0; a < 3; a++)
                lf_vec_axpy(3, NA[2 * j + k] * quadratic_B[3 * j + a], quadratic_B + 3 * k,
                            M + 3 * a);
    }
    for (size_t a = 0; a < 3; a++)
        M[4 * a] += 0.1;
    assert_ok(lf_cholesky_solve(3, M, x));
}

/** After so many steps on three noisy levels of 1,024 samples, of which a step draws few, the run
 * is where it is with `all` of them: noise of where it begins anew would not go away. */
static inline void assert_ends_alike(const lf_algorithm *is, const char *few, size_t steps,
                                     const char *all, double tolerance) {
    double ends[2][3];
    for (size_t k = 0; k < 2; k++) {
        trial *t =
            quadratic_start(is, "tasks=3,samples=1024,s=0.3", 1, NULL, "1e12", k ? all : few);
        trial_steps(t, steps);
        lf_vec_copy(3, is->iterate(t->state).w, ends[k]);
    }
    assert_true(lf_vec_distance(3, ends[0], ends[1]) < tolerance);
}

/** After so many steps on all samples, without noise, the run is at x (3) and y*(x). */
static inline void assert_ends_at(const lf_algorithm *is, const char *set, size_t steps,
                                  const double *x, double tolerance) {
    static const double inverse[4] = {1 / 1.91, -0.3 / 1.91, -0.3 / 1.91, 2 / 1.91};
    trial *t = quadratic_start(is, "s=0", 1, NULL, "1e12", set);
    trial_steps(t, steps);
    const lf_point at = is->iterate(t->state);
    const double Bx[2] = {lf_vec_dot(3, quadratic_B, x), lf_vec_dot(3, quadratic_B + 3, x)};
    for (size_t k = 0; k < 3; k++)
        assert_near(at.w[k], x[k], tolerance);
    for (size_t k = 0; k < 2; k++)
        assert_near(at.y[k], lf_vec_dot(2, inverse + 2 * k, Bx), tolerance);
}

/** A y step of 0.1 on all samples, from y = 0 and this x0, ends in the box that it would leave. */
static inline void assert_y_confined(const lf_algorithm *is, const char *set) {
    static const double x0[3] = {1, -1, 0.5};
    trial *t = quadratic_open("s=0", 1, "1e12");
    t->problem.info.domain_y =
        (lf_domain){.kind = LF_DOMAIN_BOX, .n = 2, .lower = -0.03, .upper = 0.1};
    trial_tell(t);
    assert_ok(trial_init(trial_equip(t, is, set, 1 << 24), x0));
    trial_steps(t, 1);
    const double *y = is->iterate(t->state).y; /* (0.16, -0.04) without it */
    assert_near(y[0], 0.1, 0);
    assert_near(y[1], -0.03, 0);
}

/** Wherever the budget cuts a step short on three levels, the point is that of the step before;
 * soon after the start, where output=random often takes the last point over. */
static inline void assert_whole(const lf_algorithm *is, const char *set) {
    assert_true(is->whole);
    for (size_t extra = 0; extra < 40; extra++) {
        trial *t = quadratic_start(is, "s=0.3,tasks=3", extra, NULL,
                                   trial_text("%zu:samples", 450 + extra), set);
        double before[9];
        lf_status status = LF_OK;
        while (status == LF_OK) {
            const lf_point at = is->iterate(t->state);
            lf_vec_copy(3, at.w, before);
            lf_vec_copy(6, at.y, before + 3);
            status = trial_step(t);
        }
        assert_int_equal(status, LF_BUDGET_SPENT);
        assert_memory_equal(is->iterate(t->state).w, before, 3 * sizeof *before);
        assert_memory_equal(is->iterate(t->state).y, before + 3, 6 * sizeof *before);
        trial_teardown(NULL);
    }
}

/** With output=random a run answers with one of the points that the same run has passed, y with
 *  its x. */
static inline void assert_random_output(const lf_algorithm *is, const char *set) {
    enum { STEPS = 12, SEEDS = 8 };
    size_t drawn[STEPS] = {0}, different = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        double path[STEPS][5];
        trial *last = quadratic_start(is, "s=0.3", seed, NULL, "1e12", set);
        trial *random =
            quadratic_start(is, "s=0.3", seed, NULL, "1e12", trial_text("%s,output=random", set));
        for (size_t k = 0; k < STEPS; k++) {
            lf_vec_copy(3, is->iterate(last->state).w, path[k]);
            lf_vec_copy(2, is->iterate(last->state).y, path[k] + 3);
            trial_steps(last, 1);
            trial_steps(random, 1);
        }
        size_t found = 0;
        const lf_point at = is->iterate(random->state);
        while (found < STEPS && memcmp(at.w, path[found], 3 * sizeof(double)) != 0)
            found++;
        assert_true(found < STEPS);
        assert_memory_equal(at.y, path[found] + 3, 2 * sizeof(double));
        different += drawn[found]++ == 0;
        trial_teardown(NULL);
    }
    assert_true(different > 2);
}

/** Where a run stands after steps 1, 2, ... on exact answers (no noise) from x0 = (1, -1, 0.5), y =
 *  v = 0: rows of x_1 x_2 x_3 y_1 y_2. They come from an independent program in another language,
 * printed to 8 digits. */
static inline void assert_path(const lf_algorithm *is, const char *set, size_t steps,
                               const double path[][5]) {
    static const double x0[3] = {1, -1, 0.5};
    trial *t = quadratic_start(is, "s=0", 1, x0, "1e12", set);
    for (size_t k = 0; k < steps; k++) {
        trial_steps(t, 1);
        const lf_point at = is->iterate(t->state);
        for (size_t j = 0; j < 5; j++)
            assert_near(j < 3 ? at.w[j] : at.y[j - 3], path[k][j], 6e-9);
    }
}

/** Two runs pass the same points for so many steps, to `tolerance`. */
static inline void assert_same_path(trial *a, trial *b, size_t steps, double tolerance) {
    for (size_t k = 0; k < steps; k++) {
        trial_steps(a, 1);
        trial_steps(b, 1);
        const lf_point at = a->is->iterate(a->state), to = b->is->iterate(b->state);
        const lf_problem_info *info = lf_oracle_info(a->oracle);
        for (size_t j = 0; j < info->dim; j++)
            assert_near(at.w[j], to.w[j], tolerance);
        for (size_t j = 0; j < info->domain_y.n; j++)
            assert_near(at.y[j], to.y[j], tolerance);
    }
}

/** The first steps of SOBA, which methods that start from its directions share. */
static const double quadratic_soba[3][5] = {{.94, -.94, .47, .32, -.08},
                                            {.958, -.9328, .4826, .4976, -.1584},
                                            {.982504, -.937144, .511772, .612248, -.232424}};
