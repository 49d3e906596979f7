/**
 * @file bench_judge.c
 * @brief Evaluation: every metric of every problem, at a point that is new each time; and the AUC
 *        of many scores alone.
 *
 * Several metrics of a problem may share one pass over the rows. Asked alone at a new point, each
 * of them pays for it. Items are rows of training data, for the AUC scores; there are no bytes, as
 * which rows a metric goes through, and how often, is its own affair.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"
#include "datasets/made/draws.h"
#include "harness/registry/registry.h"
#include "oracle/problem.h"
#include "problems/common/ranked_auc.h"

enum { JUDGE_CASES = 256, JUDGE_SCORES = 100000 };

typedef struct {
    const char *problem;
    size_t metric;
} judge_case;

/* x (d) and the second block, both in their domains. */
static lf_status judge_point(const lf_problem_info *info, double **point) {
    const size_t d = info->dim, n = info->domain_y.n;
    double *x = calloc(d + n + 1, sizeof *x);
    *point = x;
    if (!x) return lf_fail(LF_NO_MEMORY, "out of memory");
    lf_normal_fill(1, 0, 0, d, x);
    for (size_t k = 0; k < d; k++)
        x[k] *= 0.1;
    if (info->x0) memcpy(x, info->x0, d * sizeof *x);
    lf_domain_project(&info->domain, x);
    if (n > 0) lf_domain_project(&info->domain_y, x + d);
    return LF_OK;
}

static void judge_run(lf_bench *bench, const void *argument) {
    const judge_case *is = argument;
    lf_built built = {0};
    double *x = NULL, value;
    lf_status status = lf_built_open(is->problem, &built);
    const lf_problem_info *info = &built.problem.info;
    if (status == LF_OK) status = judge_point(info, &x);
    while (status == LF_OK && lf_bench_next(bench, 1)) {
        const lf_point at = {.w = x, .y = info->domain_y.n > 0 ? x + info->dim : NULL};
        x[0] -= 1e-12; /* towards the inside of any domain that x was projected on */
        status = built.problem.is->metrics[is->metric].measure(&built.problem, &at, &value);
        lf_bench_keep(&value);
    }
    if (status == LF_OK)
        lf_bench_rates(bench, (double)info->n, 0, 0);
    else
        lf_bench_skip(bench, lf_message());
    free(x);
    lf_built_close(&built);
}

/* Scores of which a few are equal; sorting destroys them, so they are copied each time. */
static void judge_auc(lf_bench *bench, const void *argument) {
    const size_t n = JUDGE_SCORES;
    double *score = malloc(2 * n * sizeof *score), auc;
    (void)argument;
    lf_status status = score ? LF_OK : lf_fail(LF_NO_MEMORY, "out of memory");
    if (status == LF_OK) lf_normal_fill(1, 0, 0, n, score);
    for (size_t i = 0; status == LF_OK && i < n; i += 10)
        score[i] = score[i / 2];
    while (status == LF_OK && lf_bench_next(bench, 1)) {
        double *copy = score + n;
        memcpy(copy, score, n * sizeof *score);
        status = lf_ranked_auc(n / 4, copy, n - n / 4, copy + n / 4, &auc);
        lf_bench_keep(&auc);
    }
    if (status == LF_OK)
        lf_bench_rates(bench, (double)n, (double)n * sizeof *score, 0);
    else
        lf_bench_skip(bench, lf_message());
    free(score);
}

static void judge_add_problem(const lf_problem_class *is) {
    static judge_case cases[JUDGE_CASES];
    static size_t used;
    lf_built built;
    char name[128];
    if (lf_built_open(is->name, &built) != LF_OK) return; /* bench_oracles.c has said why */
    for (size_t m = 0; m < lf_problem_metrics(&built.problem) && used < JUDGE_CASES; m++) {
        cases[used] = (judge_case){is->name, m};
        snprintf(name, sizeof name, "metric/%s/%s", is->name, is->metrics[m].name);
        lf_bench_add(name, judge_run, &cases[used++]);
    }
    lf_built_close(&built);
}

void lf_suite_bench_judge(void);
void lf_suite_bench_judge(void) {
    const lf_problem_class *const *list;
    const size_t n = lf_problem_list(&list);
    for (size_t i = 0; i < n; i++)
        judge_add_problem(list[i]);
    lf_bench_add("auc/100000", judge_auc, NULL);
}
