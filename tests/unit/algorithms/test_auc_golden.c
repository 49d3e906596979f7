/* The methods of deep AUC maximisation on twelve rows in a fixed order, against trajectories worked
 * out elsewhere and against their recursions written down again. */
#include <math.h>

#include "golden_auc.h"
#include "trial.h"

extern const lf_algorithm lf_algorithm_ppd_sg, lf_algorithm_ppd_adagrad, lf_algorithm_pga,
    lf_algorithm_oauc, lf_algorithm_sgd;

enum { D = GOLDEN_DIM, U = D + 1 };
static const lf_auc_params standard, raw = {.score = 1};

static trial *golden(const lf_algorithm *is, const char *set) {
    return trial_start_of(is, &golden_auc, &standard, 1, set);
}

/* (v, alpha) of the first d + 1 of `want`. */
static void assert_point(lf_point at, size_t d, const double *want) {
    for (size_t i = 0; i < d; i++)
        assert_near(at.w[i], want[i], 1e-12);
    assert_near(*at.y, want[d], 1e-12);
}

/* The same stream of samples beside a method's: g (n) <- (dF/dv, dF/dalpha) at u of the next B. */
static void beside(trial *t, size_t B, const double *u, double *g) {
    const size_t d = lf_oracle_dim(t->oracle);
    lf_batch batch;
    lf_vec_zero(d + 1, g);
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, B, &batch));
    assert_ok(lf_oracle_saddle(t->oracle, &batch, u, u + d, g, g + d));
}

static void beside_respond(trial *t, size_t m, double *u) {
    lf_batch batch;
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_OBJECTIVE, 0, m, &batch));
    assert_ok(lf_oracle_respond(t->oracle, &batch, u, u + lf_oracle_dim(t->oracle)));
}

/* Three stages: 2, 8 and 26 updates; 6, 12 and 12 samples of responses. */
static void test_ppd_sg(void **unused) {
    (void)unused;
    const double want[U] = {-9.692345920528213e-02, -3.363568466103339e-02, 9.565056579177274e-03,
                            -1.841621097620247e-01, 3.480548067563647e-01,  3.738109030799419e-01,
                            4.038665787604589e-04};
    trial *t = golden(&lf_algorithm_ppd_sg, "eta0=0.9,T0=3,gamma=50,B=2");
    trial_steps(t, 2 + 8 + 26);
    assert_point(t->is->iterate(t->state), D, want);
    assert_point(t->is->average(t->state), D, want); /* a stage begins with its centre */
    assert_int_equal(trial_count(t, "gradient.objective"), 2 * 36);
    assert_int_equal(trial_count(t, "value.objective"), 6 + 12 + 12);
}

/* Stages of 2, 8 and 18 updates. */
static void test_pga(void **unused) {
    (void)unused;
    const double want[U] = {-1.723150711198633e-01, 6.080622989496896e-02, -2.954029137534252e-02,
                            -2.011451756569945e-01, 4.209836670083934e-01, 4.406165058852605e-01,
                            5.557939502407049e-03};
    trial *t = golden(&lf_algorithm_pga, "eta0=0.9,T0=2,gamma=50,B=2");
    trial_steps(t, 2 + 8 + 18);
    assert_point(t->is->iterate(t->state), D, want);
    assert_int_equal(trial_count(t, "gradient.objective"), 2 * 28);
    assert_int_equal(trial_count(t, "value.objective"), 0);
}

static void test_sgd(void **unused) {
    (void)unused;
    const double want[D] = {-3.953520526995160e-01, 3.186377023330816e-01, -1.190098202924287e-01,
                            4.288976619496963e-01};
    trial *t = golden(&lf_algorithm_sgd, "eta0=0.9,B=2,schedule=milestones,horizon=20");
    const double *w = trial_steps(t, 20);
    for (size_t i = 0; i < D; i++)
        assert_near(w[i], want[i], 1e-12);
}

/* Two stages and a bit of dual averaging, every coordinate by hand, alpha's gradient negated. */
static void test_ppd_adagrad(void **unused) {
    (void)unused;
    trial *t = golden(&lf_algorithm_ppd_adagrad, "eta0=0.6,T0=4,gamma=50,B=2,delta=0.3");
    trial *same = trial_problem_of(&golden_auc, &standard, 1, "1e12");
    double c[U] = {0}, u[U] = {0}, eta = 0.6;
    for (size_t k = 0, T = 4; k < 3; k++, T *= 3, eta /= 3) {
        double G[U] = {0}, Q[U] = {0}, sum[U], g[U];
        lf_vec_copy(U, c, sum);
        for (size_t step = 1; step < T; step++) {
            beside(same, 2, u, g);
            for (size_t i = 0; i < U; i++) {
                g[i] = i < D ? g[i] + (u[i] - c[i]) / 50 : -g[i];
                G[i] += g[i];
                Q[i] += g[i] * g[i];
                u[i] = c[i] - eta * G[i] / (0.3 + sqrt(Q[i]));
                sum[i] += u[i];
            }
            if (step + 1 < T) {
                trial_steps(t, 1);
                assert_point(t->is->iterate(t->state), D, u);
            }
        }
        for (size_t i = 0; i < D; i++)
            c[i] = sum[i] / (double)T;
        beside_respond(same, k == 0 ? 6 : 12, c);
        lf_vec_copy(U, c, u);
        trial_steps(t, 1);
        assert_point(t->is->iterate(t->state), D, u);
    }
}

/* Is t enough for the gradients whose squares are in Q? */
static bool enough(size_t t, double M, double Lt, const double *Q) {
    double sum = 0, most = 0;
    for (size_t i = 0; i < U; i++) {
        sum += sqrt(Q[i]);
        if (sqrt(Q[i]) > most) most = sqrt(Q[i]);
    }
    const double first = (0.3 + most) * fmax(1, 8 * Lt * Lt) * sqrt(U);
    const double second = 2 / sqrt(U) * (sum + U * (0.3 + most));
    return (double)t >= M * first && (double)t >= M * second;
}

/* Stages that end as the theory says: with Lt = 0.2 the sum decides, with 0.8 the largest. */
static void test_ppd_adagrad_data(void **unused) {
    (void)unused;
    for (int wide = 0; wide < 2; wide++) {
        trial *t = golden(&lf_algorithm_ppd_adagrad,
                          wide ? "eta0=0.6,gamma=50,B=2,delta=0.3,stage_end=data,M=2,Lt=0.8"
                               : "eta0=0.6,gamma=50,B=2,delta=0.3,stage_end=data,M=2,Lt=0.2");
        trial *same = trial_problem_of(&golden_auc, &standard, 1, "1e12");
        double c[U] = {0}, u[U] = {0}, eta = 0.6, M = 2;
        size_t points[2];
        for (size_t k = 0; k < 2; k++, eta /= 3, M *= 3) {
            double G[U] = {0}, Q[U] = {0}, sum[U], g[U];
            size_t n = 1;
            lf_vec_copy(U, c, sum);
            while (n == 1 || !enough(n, M, wide ? 0.8 : 0.2, Q)) {
                if (n > 1) trial_steps(t, 1);
                beside(same, 2, u, g);
                for (size_t i = 0; i < U; i++) {
                    g[i] = i < D ? g[i] + (u[i] - c[i]) / 50 : -g[i];
                    G[i] += g[i];
                    Q[i] += g[i] * g[i];
                    u[i] = c[i] - eta * G[i] / (0.3 + sqrt(Q[i]));
                    sum[i] += u[i];
                }
                n++;
            }
            points[k] = n;
            for (size_t i = 0; i < D; i++)
                c[i] = sum[i] / (double)n;
            beside_respond(same, k == 0 ? 6 : 12, c);
            lf_vec_copy(U, c, u);
            trial_steps(t, 1);
            assert_point(t->is->iterate(t->state), D, u);
        }
        assert_true(points[0] > 3 && points[1] > 2 * points[0]);
    }
}

/* restart=last: the centre and alpha move, v goes on, and the mean starts from the centre. */
static void test_ppd_sg_last(void **unused) {
    (void)unused;
    trial *t =
        golden(&lf_algorithm_ppd_sg, "eta0=0.9,T0=3,gamma=5,B=2,restart=last,m=1,m_growth=2");
    trial *same = trial_problem_of(&golden_auc, &standard, 1, "1e12");
    double c[U] = {0}, u[U] = {0}, eta = 0.9;
    for (size_t k = 0, T = 3; k < 3; k++, T *= 3, eta /= 3) {
        double sum[U], g[U];
        lf_vec_copy(U, c, sum);
        for (size_t step = 1; step < T; step++) {
            beside(same, 2, u, g);
            for (size_t i = 0; i < D; i++)
                u[i] -= eta * (g[i] + (u[i] - c[i]) / 5);
            u[D] += eta * g[D];
            lf_vec_axpy(U, 1, u, sum);
        }
        for (size_t i = 0; i < D; i++)
            c[i] = sum[i] / (double)T;
        beside_respond(same, (size_t)2 << k, c);
        u[D] = c[D];
        trial_steps(t, T - 1);
        assert_point(t->is->iterate(t->state), D, u);
        assert_point(t->is->average(t->state), D, c);
    }
}

/* The original method on raw scores: start, step-weighted mean before updates, ball and clips. */
static void test_oauc_linear(void **unused) {
    (void)unused;
    enum { W = GOLDEN_FEATURES, V = W + 2 };
    const double R = 0.8, kappa = 1.25;
    trial *t = trial_start_of(&lf_algorithm_oauc, &golden_auc, &raw, 1,
                              "mode=linear,eta0=2,R=0.8,kappa=1.25,B=1");
    trial *same = trial_problem_of(&golden_auc, &raw, 1, "1e12");
    double u[V + 1], g[V + 1], sum[V + 1] = {0}, weight = 0;
    size_t clipped = 0, cut = 0;
    for (size_t i = 0; i <= V; i++)
        u[i] = i < W ? R / sqrt(W) : i < V ? R : 2 * R;
    assert_point(t->is->iterate(t->state), V, u);
    for (size_t step = 1; step <= 40; step++) {
        const double gam = 2 / sqrt((double)step);
        beside(same, 1, u, g);
        lf_vec_axpy(V + 1, gam, u, sum);
        weight += gam;
        lf_vec_axpy(V, -gam, g, u);
        u[V] += gam * g[V];
        const double norm = lf_vec_norm(W, u);
        if (norm > R) lf_vec_scale(W, R / norm, u);
        cut += norm > R;
        for (size_t i = W; i <= V; i++) {
            const double reach = (i < V ? 1 : 2) * kappa * R;
            clipped += fabs(u[i]) > reach;
            u[i] = fmin(fmax(u[i], -reach), reach);
        }
        trial_steps(t, 1);
        assert_point(t->is->iterate(t->state), V, u);
        double mean[V + 1];
        for (size_t i = 0; i <= V; i++)
            mean[i] = sum[i] / weight;
        assert_point(t->is->average(t->state), V, mean);
    }
    assert_true(cut > 0 && clipped > 0); /* the bounds were met */
}

/* SGD on the cross-entropy, then PPD-SG from there with a = b = alpha = 0; the stream goes on. */
static void test_pretraining(void **unused) {
    (void)unused;
    trial *t =
        golden(&lf_algorithm_ppd_sg, "eta0=0.9,T0=3,gamma=5,B=2,pretrain=7,pretrain_eta=0.4");
    trial *same = trial_start_of(&lf_algorithm_sgd, &golden_auc, &standard, 1, "eta0=0.4,B=2");
    double u[U] = {0}, c[U] = {0}, g[U];
    for (size_t step = 0; step < 7; step++)
        lf_vec_copy(D, trial_steps(same, 1), u);
    assert_true(fabs(u[3]) > 0.1);
    trial_steps(t, 7);
    assert_point(t->is->iterate(t->state), D, u);
    assert_point(t->is->average(t->state), D, u);
    assert_int_equal(trial_count(t, "value.objective"), 0);
    lf_vec_copy(U, u, c);
    beside(same, 2, u, g);
    lf_vec_axpy(D, -0.9, g, u);
    u[D] += 0.9 * g[D];
    trial_steps(t, 1);
    assert_point(t->is->iterate(t->state), D, u);
    for (size_t i = 0; i < D; i++) /* the centre is where pretraining ended */
        assert_near(t->is->average(t->state).w[i], (c[i] + u[i]) / 2, 1e-12);
    assert_int_equal(trial_count(t, "samples.objective"), 16);
}

/* Also where p is estimated on the way. */
static void test_estimated_share(void **unused) {
    (void)unused;
    const lf_auc_params printed = {.p_mode = LF_SHARE_PRINTED};
    trial *t = trial_start_of(&lf_algorithm_oauc, &golden_auc, &printed, 1, "eta0=0.7,B=3");
    trial *same = trial_problem_of(&golden_auc, &printed, 1, "1e12");
    double u[U] = {0}, g[U];
    for (size_t step = 1; step <= 15; step++) {
        beside(same, 3, u, g);
        lf_vec_axpy(D, -0.7 / sqrt((double)step), g, u);
        u[D] += 0.7 / sqrt((double)step) * g[D];
        trial_steps(t, 1);
        assert_point(t->is->iterate(t->state), D, u);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_ppd_sg),
        trial_test(test_pga),
        trial_test(test_sgd),
        trial_test(test_ppd_adagrad),
        trial_test(test_ppd_sg_last),
        trial_test(test_oauc_linear),
        trial_test(test_pretraining),
        trial_test(test_estimated_share),
        trial_test(test_ppd_adagrad_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
