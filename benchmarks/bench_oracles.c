/**
 * @file bench_oracles.c
 * @brief Every question that can be asked of every problem, on a new batch of 32 samples of its
 *        first component each time, and the fused one on all samples too.
 *
 * The problems are those of the registry with their defaults, and some with other models. Which
 * questions there are, a problem says itself. Items are samples, bytes those of their rows,
 * operations those of products with them: one for a score, another for the way back.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"
#include "datasets/made/draws.h"
#include "harness/registry/registry.h"

enum { ORACLES_BATCH = 32, ORACLES_CASES = 512 };

/* Where a question is asked, with room for every kind of answer. */
typedef struct {
    lf_vehicle v;
    lf_batch batch;
    size_t d, n, p;      /* length of w, of the second block, of the component's outputs */
    double *w, *y, *dir; /* d: a point; n or p: the second block, or slopes; a direction */
    double *gw, *gy;     /* d + n + p: answers */
    lf_estimate estimate;
} oracles_task;

typedef lf_status (*oracles_question)(oracles_task *t);

static lf_status ask_value(oracles_task *t) {
    return lf_oracle_value(t->v.oracle, &t->batch, t->w, t->gy);
}
static lf_status ask_vjp(oracles_task *t) {
    return lf_oracle_vjp(t->v.oracle, &t->batch, t->w, t->y, t->gw);
}
static lf_status ask_value_vjp(oracles_task *t) {
    return lf_oracle_value_vjp(t->v.oracle, &t->batch, t->w, t->y, t->gy, t->gw);
}
static lf_status ask_jvp(oracles_task *t) {
    return lf_oracle_jvp(t->v.oracle, &t->batch, t->w, t->dir, t->gy);
}
static lf_status ask_subgradient(oracles_task *t) {
    return lf_oracle_subgradient(t->v.oracle, &t->batch, t->w, t->gw);
}
static lf_status ask_saddle(oracles_task *t) {
    return lf_oracle_saddle(t->v.oracle, &t->batch, t->w, t->y, t->gw, t->gy);
}
/* A batch that lacks a class is an answer like any other here. */
static lf_status ask_respond(oracles_task *t) {
    const lf_status status = lf_oracle_respond(t->v.oracle, &t->batch, t->w, t->gy);
    return status == LF_NOT_FOUND ? LF_OK : status;
}
static lf_status ask_upper(oracles_task *t) {
    return lf_oracle_upper_gradient(t->v.oracle, &t->batch, t->w, t->y, t->gw, t->gy);
}
static lf_status ask_lower(oracles_task *t) {
    return lf_oracle_lower_gradient(t->v.oracle, &t->batch, t->w, t->y, t->gy);
}
static lf_status ask_hvp(oracles_task *t) {
    return lf_oracle_lower_hvp(t->v.oracle, &t->batch, t->w, t->y, t->dir, t->gy);
}
static lf_status ask_lower_jvp(oracles_task *t) {
    return lf_oracle_lower_jvp(t->v.oracle, &t->batch, t->w, t->y, t->dir, t->gw);
}
static lf_status ask_estimate(oracles_task *t) {
    return lf_oracle_estimate_add(t->v.oracle, t->estimate, &t->batch, t->w, t->y, 1e-3);
}

/* The questions about a component of a role, and which form of problem answers them. */
static const struct {
    const char *name;
    oracles_question ask;
    enum { OF_MAP, OF_JVP, OF_SADDLE, OF_RESPONSE, OF_UPPER, OF_LOWER, OF_ESTIMATE } of;
    int products; /* with each row, of a model that is a product; 0: not counted */
} oracles_kinds[] = {
    {"value", ask_value, OF_MAP, 1},
    {"vjp", ask_vjp, OF_MAP, 2},
    {"value_vjp", ask_value_vjp, OF_MAP, 2},
    {"subgradient", ask_subgradient, OF_MAP, 2},
    {"jvp", ask_jvp, OF_JVP, 2},
    {"saddle", ask_saddle, OF_SADDLE, 2},
    {"respond", ask_respond, OF_RESPONSE, 1},
    {"upper_gradient", ask_upper, OF_UPPER, 0},
    {"lower_gradient", ask_lower, OF_LOWER, 0},
    {"lower_hvp", ask_hvp, OF_LOWER, 0},
    {"lower_jvp", ask_lower_jvp, OF_LOWER, 0},
    {"estimate_add", ask_estimate, OF_ESTIMATE, 0},
};
enum { ORACLES_KINDS = sizeof oracles_kinds / sizeof *oracles_kinds, ORACLES_FUSED = 2 };

typedef struct {
    const char *problem;
    lf_role role;
    size_t kind;
    bool full;
} oracles_case;

static bool oracles_answers(const lf_problem *problem, lf_role role, size_t kind) {
    const lf_problem_class *is = problem->is;
    const bool map = role <= LF_ROLE_CONSTRAINT && is->evaluate;
    switch (oracles_kinds[kind].of) {
    case OF_MAP:
        return map;
    case OF_JVP:
        return map && is->jvp;
    case OF_SADDLE:
        return role == LF_ROLE_OBJECTIVE && is->saddle;
    case OF_RESPONSE:
        return role == LF_ROLE_OBJECTIVE && is->respond;
    case OF_UPPER:
        return role == LF_ROLE_UPPER && is->bilevel;
    case OF_LOWER:
        return role == LF_ROLE_LOWER && is->bilevel;
    case OF_ESTIMATE:
        return role == LF_ROLE_LOWER && is->bilevel && is->bilevel->form;
    }
    return false;
}

static lf_status oracles_open(oracles_task *t, const oracles_case *is) {
    LF_TRY(lf_vehicle_open(is->problem, NULL, &t->v));
    LF_TRY(lf_vehicle_start(&t->v));
    const lf_problem_info *info = &t->v.problem.info;
    if (oracles_kinds[is->kind].of == OF_ESTIMATE)
        LF_TRY(lf_oracle_estimate(t->v.oracle, LF_FORM_OWN, 0, &t->estimate));
    t->d = info->dim;
    t->n = info->domain_y.n;
    t->p = info->role[is->role].component[0].outputs;
    const size_t room = t->d + t->n + t->p;
    t->w = malloc(5 * room * sizeof *t->w);
    if (!t->w) return lf_fail(LF_NO_MEMORY, "out of memory");
    lf_normal_fill(1, 0, 0, 5 * room, t->w);
    t->y = t->w + room;
    t->dir = t->y + room;
    t->gw = t->dir + room;
    t->gy = t->gw + room;
    if (info->x0) memcpy(t->w, info->x0, t->d * sizeof *t->w);
    lf_oracle_project(t->v.oracle, t->w);
    return LF_OK;
}

static void oracles_close(oracles_task *t) {
    lf_vehicle_close(&t->v);
    free(t->w);
}

/* All samples are the same ones each time: the point moves, so that nothing is known of them. */
static lf_status oracles_once(oracles_task *t, const oracles_case *is) {
    if (is->full)
        LF_TRY(lf_oracle_full(t->v.oracle, is->role, 0, &t->batch));
    else
        LF_TRY(lf_oracle_draw(t->v.oracle, is->role, 0, ORACLES_BATCH, &t->batch));
    t->w[0] += 1e-12;
    return oracles_kinds[is->kind].ask(t);
}

static void oracles_run(lf_bench *bench, const void *argument) {
    const oracles_case *is = argument;
    oracles_task t = {0};
    lf_status status = oracles_open(&t, is);
    while (status == LF_OK && lf_bench_next(bench, 4))
        for (size_t i = 0; i < 4 && status == LF_OK; i++)
            status = oracles_once(&t, is);
    const double samples = (double)t.batch.n;
    const lf_bench_row row = lf_bench_row_of(&t.v.problem.info);
    if (status == LF_OK)
        lf_bench_rates(bench, samples > 0 ? samples : 1, samples * row.bytes,
                       samples * row.flops * oracles_kinds[is->kind].products);
    else
        lf_bench_skip(bench, lf_message());
    oracles_close(&t);
}

static void oracles_add(const char *spec, lf_role role, size_t kind, bool full) {
    static oracles_case cases[ORACLES_CASES];
    static size_t used;
    char name[160];
    if (used == ORACLES_CASES) return;
    cases[used] = (oracles_case){spec, role, kind, full};
    static const char *const word[LF_ROLES] = {"objective", "inner", "constraint", "upper",
                                               "lower"};
    snprintf(name, sizeof name, "oracle/%s/%s/%s%s", spec, word[role], oracles_kinds[kind].name,
             full ? "/full" : "");
    lf_bench_add(name, oracles_run, &cases[used++]);
}

/* Built once to see what it answers; `full`: also about all samples. */
static void oracles_add_problem(const char *spec, bool full) {
    lf_built built;
    if (lf_built_open(spec, &built) != LF_OK) {
        fprintf(stderr, "bench: no oracle of %s is measured: %s\n", spec, lf_message());
        return;
    }
    for (lf_role role = 0; role < LF_ROLES; role++)
        for (size_t kind = 0; kind < ORACLES_KINDS; kind++) {
            if (built.problem.info.role[role].count == 0) break;
            if (!oracles_answers(&built.problem, role, kind)) continue;
            oracles_add(spec, role, kind, false);
            if (kind == ORACLES_FUSED && full) oracles_add(spec, role, kind, true);
        }
    lf_built_close(&built);
}

void lf_suite_bench_oracles(void);
void lf_suite_bench_oracles(void) {
    static const char *const models[] = {"auc:model=mlp", "auc_fairness:model=linear",
                                         "group_dro:data=synthetic_small,model=mlp",
                                         "cvar_dro:model=mlp"};
    const lf_problem_class *const *list;
    const size_t n = lf_problem_list(&list);
    for (size_t i = 0; i < n; i++)
        oracles_add_problem(list[i]->name, true);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        oracles_add_problem(models[i], true);
    if (lf_bench_has("mnist")) oracles_add_problem("group_dro:data=mnist,model=softmax", true);
    /* in training, its scores are those of a batch */
    if (lf_bench_has("cifar10part"))
        oracles_add_problem("auc:data=cifar10part,model=resnet20,batch=32", false);
}
