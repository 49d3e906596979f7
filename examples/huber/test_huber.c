/**
 * @file test_huber.c
 * @brief Is the gradient the slope of the value, and is a batch a mean over its rows?
 *
 * Asks the problem as the oracle would, at random points. Prints what is wrong; exits with 1.
 */
#include <levelfield/problem.h>
#include <levelfield/vector.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern const lf_problem_class lf_problem_huber;

enum { TRIES = 20, BATCH = 5, DIM = 20, ROWS = 1000 };

/* The parameter struct as its table describes it: n, d, delta, seed. */
static const struct {
    size_t n, d;
    double delta;
    size_t seed;
} params = {ROWS, DIM, 1, 0};

static double uniform(void) {
    return 2 * (double)rand() / RAND_MAX - 1;
}

static void fill(double *x) {
    for (size_t j = 0; j < DIM; j++)
        x[j] = uniform();
}

/* The value at w + t u. */
static double value_along(void *state, const lf_samples *samples, const double *w, double t,
                          const double *u) {
    double x[DIM], g;
    lf_vec_copy(DIM, w, x);
    lf_vec_axpy(DIM, t, u, x);
    if (lf_problem_huber.evaluate(state, samples, x, NULL, &g, NULL) != LF_OK) return NAN;
    return g;
}

/* Central differences along a random direction: their error falls as h^2, but not below what
 * rounding leaves; where the loss has kinks, pick points away from them. */
static bool gradient_holds(void *state, const lf_samples *samples) {
    const double one = 1, h = 1e-5;
    double w[DIM], u[DIM], grad[DIM] = {0};
    fill(w);
    fill(u);
    if (lf_problem_huber.evaluate(state, samples, w, &one, NULL, grad) != LF_OK) return false;
    const double slope =
        (value_along(state, samples, w, h, u) - value_along(state, samples, w, -h, u)) / (2 * h);
    const double got = lf_vec_dot(DIM, grad, u);
    const bool good = fabs(got - slope) <= 1e-5 * (1 + fabs(slope));
    if (!good)
        fprintf(stderr, "gradient . u is %.10g, but the slope along u is %.10g\n", got, slope);
    return good;
}

/* The value of a batch is the mean of the values of its rows. */
static bool mean_holds(void *state, const lf_samples *samples) {
    double w[DIM], u[DIM] = {0}, mean = 0;
    const size_t one = 1;
    fill(w);
    for (size_t k = 0; k < BATCH; k++) {
        const lf_samples row = {.n = 1, .id = samples->id + k, .per_stratum = &one};
        mean += value_along(state, &row, w, 0, u) / BATCH;
    }
    const double got = value_along(state, samples, w, 0, u);
    const bool good = fabs(got - mean) <= 1e-12 * (1 + fabs(mean));
    if (!good) fprintf(stderr, "a batch gives %.17g, the mean of its rows is %.17g\n", got, mean);
    return good;
}

int main(void) {
    lf_problem_info info;
    void *state = calloc(1, lf_problem_huber.state_size);
    bool good = state && lf_problem_huber.init(state, &params, &info) == LF_OK && info.dim == DIM;
    for (size_t i = 0; good && i < TRIES; i++) {
        const size_t n = BATCH;
        uint32_t id[BATCH];
        for (size_t k = 0; k < BATCH; k++)
            id[k] = (uint32_t)rand() % ROWS;
        const lf_samples samples = {.n = n, .id = id, .per_stratum = &n};
        good = gradient_holds(state, &samples) && mean_holds(state, &samples);
    }
    if (!good) fprintf(stderr, "huber: not as it should be %s\n", lf_message());
    if (state) lf_problem_huber.release(state);
    free(state);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
