/**
 * @file saddle_methods.h
 * @brief Methods for min_v max_alpha on problems with known answers: steps by hand, recursions
 *        beside a run on the same samples, distances from the answer.
 */
#pragma once

#include "saddle_problem.h"
#include "trial.h"

/** A run on saddle_problem.h: from v = 2, alpha = 0; on all samples dF/dv = v + alpha, dF/dalpha =
 *  v - 3/2 - alpha. */
static inline trial *by_hand(const lf_algorithm *is, const char *set) {
    return trial_start_of(is, &saddle_problem, NULL, 1, set);
}

static inline void assert_at(lf_point at, double v, double alpha) {
    assert_near(*at.w, v, 1e-14);
    assert_near(*at.y, alpha, 1e-14);
}

/** Distance from the answer of toy_pass. */
static inline double pass_distance(lf_point at) {
    return sqrt(pow(at.w[0] - 4. / 3, 2) + pow(at.w[1] - 1. / 3, 2) + pow(*at.y - 2. / 3, 2));
}

/** g (3) <- (dF/dv, dF/dalpha) of toy_pass at u on the next B samples of the stream. */
static inline void pass_gradient(trial *t, size_t B, const double *u, double *g) {
    lf_batch batch;
    lf_vec_zero(3, g);
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, B, &batch));
    assert_ok(lf_oracle_saddle(t->oracle, &batch, u, u + 2, g, g + 2));
}

/** The next step of a run on toy_pass, far too long, ends on the edge of both domains; or of that
 * of v alone. */
static inline void assert_on_edge(trial *t, bool both) {
    trial_steps(t, 1);
    const lf_point at = t->is->iterate(t->state);
    assert_near(lf_vec_norm(2, at.w), 5, 1e-14);
    if (both) assert_near(fabs(*at.y), 3, 0);
}

/** After `before` steps, put back into a fresh run: `after` more steps give the same bytes. */
static inline void assert_resumes(const lf_algorithm *is, const char *set, size_t before,
                                  size_t after) {
    const toy problem = toy_pass(0.1);
    const double x0[2] = {1.5, -1};
    trial *a = trial_start(is, &problem, 7, x0, set), *b = trial_start(is, &problem, 7, x0, set);
    trial_steps(a, before);
    trial_resume(a, b);
    for (size_t k = 0; k < after; k++) {
        assert_memory_equal(trial_steps(a, 1), trial_steps(b, 1), 2 * sizeof(double));
        assert_memory_equal(is->iterate(a->state).y, is->iterate(b->state).y, sizeof(double));
        assert_memory_equal(is->average(a->state).w, is->average(b->state).w, 2 * sizeof(double));
    }
}
