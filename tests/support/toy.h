/**
 * @file toy.h
 * @brief Small problems with known answers, made of rows whose maps are known in closed form.
 *
 * A row s has outputs c_sj(w) = slope_sj . w + curve/2 |w|^2 + level_sj; a component is their mean
 * or, with two strata, the mean over the first less the mean over the second.
 */
#pragma once

#include <levelfield/problem.h>
#include <levelfield/vector.h>

enum { TOY_DIM = 2, TOY_ROWS = 48, TOY_OUTPUTS = 3, TOY_COMPONENTS = 6 };

typedef struct {
    lf_component is;
    lf_outer outer[TOY_OUTPUTS];
    double curve;
    double slope[TOY_ROWS][TOY_OUTPUTS][TOY_DIM], level[TOY_ROWS][TOY_OUTPUTS];
} toy_map;

/** The parameters of the problem class; a test fills it in, so it serves as the state too. With
 *  `groups` its constraints are the groups of a minimax problem instead, and it has no objective;
 *  with `coupled` they are the inner components of a composition; with `saddle` the first one is
 *  c of F(v, alpha; z) = f(v; z) + alpha c(v; z) - alpha^2 / 2, f the objective, of as many rows.
 */
typedef struct {
    size_t dim, constraints;
    size_t always; /* how many of the last belong to every draw */
    bool shared;   /* all components have the same samples */
    bool groups, coupled, saddle;
    toy_map objective, constraint[TOY_COMPONENTS];
    toy_map known; /* a second objective, known in closed form: its row 0; 0 outputs: none */
    lf_component objective_is[2], constraint_is[TOY_COMPONENTS]; /* in arrays, as the info wants */
    lf_domain domain;
    lf_outer regulariser; /* p = 0: none */
    double rho, G;
    double cap;       /* of the weights of `groups`; 0: none */
    size_t auxiliary; /* how many of the last coordinates are */
} toy;

static inline lf_status toy_init(void *state, const void *params, lf_problem_info *info) {
    toy *t = state;
    *t = *(const toy *)params;
    t->objective.is.outer = t->objective.outer;
    for (size_t i = 0; i < t->constraints; i++) {
        t->constraint_is[i] = t->constraint[i].is;
        t->constraint_is[i].outer = t->constraint[i].outer;
    }
    *info = (lf_problem_info){.dim = t->dim,
                              .auxiliary = t->auxiliary,
                              .domain = t->domain,
                              .regulariser = t->regulariser.p ? &t->regulariser : NULL,
                              .n = t->objective.is.samples,
                              .rho_f = t->rho,
                              .rho_g = t->rho,
                              .data_name = "",
                              .data_sha256 = ""};
    const lf_components all = {t->constraints, t->constraint_is, t->always, t->shared};
    if (t->groups) {
        info->role[LF_ROLE_INNER] = all;
        info->domain_y =
            (lf_domain){LF_DOMAIN_SIMPLEX, t->constraints, .upper = t->cap > 0 ? t->cap : 1};
        info->G = t->G;
        info->L = t->constraint[0].curve;
        return LF_OK;
    }
    t->known.is.outer = t->known.outer;
    t->objective_is[0] = t->objective.is;
    t->objective_is[1] = t->known.is;
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){t->known.is.outputs ? 2 : 1, t->objective_is};
    if (t->saddle)
        info->domain_y = (lf_domain){.kind = LF_DOMAIN_BOX, .n = 1, .lower = -3, .upper = 3};
    else
        info->role[t->coupled ? LF_ROLE_INNER : LF_ROLE_CONSTRAINT] = all;
    return LF_OK;
}

static inline void toy_release(void *state) {
    (void)state;
}

static inline const toy_map *toy_find(const toy *t, const lf_samples *s) {
    if (s->role != LF_ROLE_OBJECTIVE) return &t->constraint[s->component];
    return s->component == 0 ? &t->objective : &t->known;
}

static inline lf_status toy_map_evaluate(const toy *t, const toy_map *map, const lf_samples *s,
                                         const double *w, const double *y, double *g,
                                         double *grad) {
    const size_t p = map->is.outputs, known = map->is.samples == 0;
    if (g) lf_vec_zero(p, g);
    for (size_t k = 0; k < s->n + known; k++) {
        const size_t row = s->id ? s->id[k] : k;
        const bool second = !known && k >= s->per_stratum[0];
        const size_t rows = known ? 1 : s->per_stratum[second];
        const double share = (second ? -1 : 1) / (double)rows;
        for (size_t j = 0; j < p; j++) {
            const double *slope = map->slope[row][j];
            if (g)
                g[j] += share * (lf_vec_dot(t->dim, slope, w) + map->level[row][j] +
                                 map->curve / 2 * lf_vec_dot(t->dim, w, w));
            if (grad) lf_vec_axpy(t->dim, share * y[j], slope, grad);
            if (grad) lf_vec_axpy(t->dim, share * y[j] * map->curve, w, grad);
        }
    }
    return LF_OK;
}

static inline lf_status toy_jvp(void *state, const lf_samples *s, const double *w, const double *v,
                                double *jv) {
    const toy *t = state;
    const toy_map *map = toy_find(t, s);
    const size_t known = map->is.samples == 0;
    lf_vec_zero(map->is.outputs, jv);
    for (size_t k = 0; k < s->n + known; k++) {
        const size_t row = s->id ? s->id[k] : k;
        const bool second = !known && k >= s->per_stratum[0];
        const size_t rows = known ? 1 : s->per_stratum[second];
        const double share = (second ? -1 : 1) / (double)rows;
        for (size_t j = 0; j < map->is.outputs; j++)
            jv[j] += share * (lf_vec_dot(t->dim, map->slope[row][j], v) +
                              map->curve * lf_vec_dot(t->dim, w, v));
    }
    return LF_OK;
}

static inline lf_status toy_evaluate(void *state, const lf_samples *s, const double *w,
                                     const double *y, double *g, double *grad) {
    return toy_map_evaluate(state, toy_find(state, s), s, w, y, g, grad);
}

static inline lf_status toy_saddle(void *state, const lf_samples *s, const double *v,
                                   const double *alpha, double *grad_v, double *grad_alpha) {
    const toy *t = state;
    const double one = 1;
    double c;
    LF_TRY(toy_map_evaluate(t, &t->objective, s, v, &one, NULL, grad_v));
    LF_TRY(toy_map_evaluate(t, &t->constraint[0], s, v, alpha, &c, grad_v));
    *grad_alpha += c - *alpha;
    return LF_OK;
}

static inline lf_status toy_respond(void *state, const lf_samples *s, const double *v,
                                    double *alpha) {
    const toy *t = state;
    return toy_map_evaluate(t, &t->constraint[0], s, v, NULL, alpha, NULL);
}

static const lf_problem_class toy_class = {
    .abi = LF_ABI,
    .name = "toy",
    .views = 1u << LF_VIEW_CONSTRAINED | 1u << LF_VIEW_COMPOSITION | 1u << LF_VIEW_GROUP_MINIMAX |
             1u << LF_VIEW_SADDLE | 1u << LF_VIEW_PLAIN,
    .state_size = sizeof(toy),
    .init = toy_init,
    .release = toy_release,
    .evaluate = toy_evaluate,
    .jvp = toy_jvp,
    .saddle = toy_saddle,
    .respond = toy_respond};

/** The same without slopes along a direction; it lasts, as a teardown asks it too. */
static inline const lf_problem_class *toy_without_jvp(void) {
    static lf_problem_class class;
    class = toy_class;
    class.jvp = NULL;
    return &class;
}

/* Output j becomes slope . w + level. Rows differ by up to 3 spread, in pairs that cancel within a
 * stratum; the second stratum, which is subtracted, holds nothing else. */
static inline void toy_fill(toy_map *map, size_t j, double slope0, double slope1, double level,
                            double spread) {
    size_t row = 0;
    for (size_t s = 0; s < map->is.strata; s++)
        for (size_t k = 0; k < map->is.stratum[s]; k++, row++) {
            const bool alone = k + 1 == map->is.stratum[s] && k % 2 == 0;
            const double sign = s == 0 ? 1 : 0;
            const double noise = alone ? 0 : (k % 2 ? -1 : 1) * spread * (double)(1 + k / 2 % 3);
            map->slope[row][j][0] = sign * slope0 + noise;
            map->slope[row][j][1] = sign * slope1 + noise;
            map->level[row][j] = sign * level + noise / 2;
        }
}

static inline lf_component toy_shape(size_t outputs, size_t first, size_t second, size_t outers) {
    return (lf_component){.outputs = outputs,
                          .samples = first + second,
                          .strata = second ? 2 : 1,
                          .stratum = {first, second},
                          .outers = outers};
}

/** min |x - 2| s.t. x - 1 <= 0 on |x| <= 3: the answer is x = 1 with multiplier 1. 16 and 12 rows.
 */
static inline toy toy_line(void) {
    toy t = {.dim = 1, .constraints = 1, .domain = {LF_DOMAIN_BALL, 1, 3, 0, 0}, .rho = 0.5};
    t.objective.is = toy_shape(1, 16, 0, 1);
    t.objective.outer[0] = (lf_outer){LF_OUTER_ABS, 1, 1, 0};
    toy_fill(&t.objective, 0, 1, 0, -2, 0.1);
    t.constraint[0].is = toy_shape(1, 12, 0, 1);
    t.constraint[0].outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 1};
    toy_fill(&t.constraint[0], 0, 1, 0, 0, 0.1);
    return t;
}

/**
 * min |w - (2, 1)|^2 / 2 s.t. w_0 <= 1, w_1 <= 1/2 and |w_0 - w_1| <= 2 on |w| <= 5: the answer is
 * (1, 1/2) with multipliers 1, 1/2, 0. Two constraints share a component of 20 rows; the third is
 * a gap between strata of 7 and 13 rows; the objective has 30.
 */
static inline toy toy_corner(void) {
    toy t = {.dim = 2, .constraints = 2, .domain = {LF_DOMAIN_BALL, 2, 5, 0, 0}, .rho = 0.1};
    t.objective.is = toy_shape(1, 30, 0, 1);
    t.objective.curve = 1;
    t.objective.outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 0};
    toy_fill(&t.objective, 0, -2, -1, 2.5, 0.2);
    t.constraint[0].is = toy_shape(2, 20, 0, 2);
    t.constraint[0].outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 1};
    t.constraint[0].outer[1] = (lf_outer){LF_OUTER_SUM, 1, 1, 0.5};
    toy_fill(&t.constraint[0], 0, 1, 0, 0, 0.1);
    toy_fill(&t.constraint[0], 1, 0, 1, 0, 0.1);
    t.constraint[1].is = toy_shape(1, 7, 13, 1);
    t.constraint[1].outer[0] = (lf_outer){LF_OUTER_ABS, 1, 1, 2};
    toy_fill(&t.constraint[1], 0, 1, -1, 0, 0.1);
    return t;
}

/**
 * min over |w| <= 2 of the largest of |w - a_i|^2 / 2 + level, a = (1, 0), (-1, 0), (0, 1/2), the
 * smallest circle around three points: the answer is w = 0 with q = (1/2, 1/2, 0) and value
 * 1/2 + level. Groups of 8, 12 and 20 rows, of which no two are alike; `spread` is by how much rows
 * differ.
 */
static inline toy toy_circle(double spread) {
    static const double centre[3][TOY_DIM] = {{1, 0}, {-1, 0}, {0, 0.5}};
    static const size_t rows[3] = {8, 12, 20};
    toy t = {.dim = 2, .constraints = 3, .groups = true, .domain = {LF_DOMAIN_BALL, 2, 2, 0, 0}};
    for (size_t i = 0; i < 3; i++) {
        toy_map *map = &t.constraint[i];
        map->is = toy_shape(1, rows[i], 0, 1);
        map->curve = 1;
        map->outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 0};
        const double square = lf_vec_dot(TOY_DIM, centre[i], centre[i]);
        toy_fill(map, 0, -centre[i][0], -centre[i][1], square / 2 + 1, spread);
    }
    t.G = 3 + 5 * spread; /* |w - a| <= 3, and rows differ by at most 3 sqrt(2) spread */
    return t;
}

/**
 * min_v max_alpha |v - (2, 1)|^2 / 2 + alpha (v_0 + v_1 - 1) - alpha^2 / 2 on |v| <= 5: the answer
 * is v = (4/3, 1/3), alpha = 2/3. 48 rows; the second coordinate is auxiliary.
 */
static inline toy toy_pass(double spread) {
    toy t = {.dim = 2, .constraints = 1, .saddle = true, .domain = {LF_DOMAIN_BALL, 2, 5, 0, 0}};
    t.auxiliary = 1;
    toy_map *c = &t.constraint[0];
    t.objective.is = c->is = toy_shape(1, 48, 0, 1);
    t.objective.curve = 1;
    t.objective.outer[0] = c->outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 0};
    toy_fill(&t.objective, 0, -2, -1, 2.5, spread);
    toy_fill(c, 0, 1, 1, -1, spread);
    return t;
}
