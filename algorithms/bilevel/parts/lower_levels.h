/**
 * @file lower_levels.h
 * @brief Where a bilevel method stands: x, and y_1, ..., y_m one after the other in one block; and
 *        how it draws for each level.
 *
 *     min_x (1/m) sum_i f_i(x, y_i*(x)),   y_i*(x) = argmin_y g_i(x, y)
 *
 * All y_i start at 0, or the point of their domain that is nearest to it.
 * Memory: 2d + n doubles, n the length of all y_i together, and the longest d_i; d + n more to know
 * the point before; output=random d + n more.
 */
#pragma once

#include "algorithms/common/output.h"

/** A part of a parameter struct. */
typedef struct {
    size_t b, b_f, b_g, init_f, init_g;
    int output;
} lf_lower_levels_params;

/** Its rows in the parameter table of `type`. */
#define LF_LOWER_LEVELS_PARAMS(type, part)                                                         \
    LF_COUNT(type, part.b, 32, 1, 1e9, "batch of each function [samples]"),                        \
        LF_COUNT(type, part.b_f, 0, 0, 1e9, "of upper ones; 0: b [samples]"),                      \
        LF_COUNT(type, part.b_g, 0, 0, 1e9, "of lower ones; 0: b [samples]"),                      \
        LF_CHOICE(type, part.output, LF_OUTPUT_LAST, LF_OUTPUT_CHOICES,                            \
                  "what is judged: (x_t, y_t), or one drawn uniformly from those before it")
/** For methods with a start batch: of role lower, and of role upper where it has estimates of f. */
#define LF_LOWER_LEVELS_INIT_G(type, part)                                                         \
    LF_COUNT(type, part.init_g, 0, 0, 1e9,                                                         \
             "start batch of each lower level; 0: all of one, of several 128 each [samples]")
#define LF_LOWER_LEVELS_INIT_F(type, part)                                                         \
    LF_COUNT(                                                                                      \
        type, part.init_f, 0, 0, 1e9,                                                              \
        "start batch of each upper function; 0: of one level as many as it has training samples, " \
        "of several 128 each [samples]")

/** For methods that begin anew in between, on all samples unless they are told otherwise. */
#define LF_LOWER_LEVELS_ANEW(type, part)                                                           \
    LF_COUNT(type, part.init_f, 0, 0, 1e9,                                                         \
             "batch of each upper function to begin anew with; 0: all [samples]"),                 \
        LF_COUNT(type, part.init_g, 0, 0, 1e9,                                                     \
                 "batch of each lower level to begin anew with; 0: all [samples]")

typedef struct {
    lf_lower_levels_params p;
    size_t m, d, n;        /* levels, length of x, of all y_i */
    size_t longest;        /* of the d_i */
    size_t *start;         /* m + 1: y_i is y + start[i] */
    bool direct;           /* f_i depends on x itself: gx is worth asking for */
    bool old;              /* the point before is kept */
    double *x, *z;         /* d: x_t, and room for the direction that it moves in */
    double *y;             /* n: y_t */
    double *x_old, *y_old; /* d, n: (x, y)_{t-1}; empty if not kept */
    size_t offered;        /* points that output=random has chosen from */
    double *x_out, *y_out; /* d, n: the one that it has drawn; empty for output=last */
    double *room;          /* longest: for one level's gradient */
} lf_lower_levels;

/** (x, y) <- (the projection of x0 (d), 0), and the same for the point before if `old`.
 *  LF_UNSUPPORTED if there are no lower levels, or not as many as upper functions. */
lf_status lf_lower_levels_init(lf_lower_levels *s, const lf_lower_levels_params *p, bool old,
                               lf_oracle *o, const double *x0, lf_arena *arena);
/** All y_i <- where they began. */
void lf_lower_levels_restart(lf_lower_levels *s, lf_oracle *o);
/** d_i */
size_t lf_lower_levels_length(const lf_lower_levels *s, size_t i);
/** y_i (d_i), or another block's slice for level i. */
double *lf_lower_levels_at(const lf_lower_levels *s, double *block, size_t i);

/** A fresh batch of b_f samples of f_i, or of b_g of g_i: all, each once, where that reaches all.
 */
lf_status lf_lower_levels_draw_f(const lf_lower_levels *s, lf_oracle *o, size_t i, lf_batch *K);
lf_status lf_lower_levels_draw_g(const lf_lower_levels *s, lf_oracle *o, size_t i, lf_batch *J);
/** Both, K of f_i first. */
lf_status lf_lower_levels_draw_pair(const lf_lower_levels *s, lf_oracle *o, size_t i, lf_batch *K,
                                    lf_batch *J);
/** The batch that estimates of level i start from; role is upper or lower. */
lf_status lf_lower_levels_draw_start(const lf_lower_levels *s, lf_oracle *o, lf_role role, size_t i,
                                     lf_batch *batch);
/** Both, K of role upper first. */
lf_status lf_lower_levels_draw_start_pair(const lf_lower_levels *s, lf_oracle *o, size_t i,
                                          lf_batch *K, lf_batch *J);
/** The same for those that begin anew: all samples, each once, where no size is asked for. */
lf_status lf_lower_levels_draw_anew(const lf_lower_levels *s, lf_oracle *o, size_t i, lf_batch *K,
                                    lf_batch *J);

/** True where output=random takes this point over: (x_out, y_out) <- it is the caller's to do. */
bool lf_lower_levels_offer(lf_lower_levels *s, lf_oracle *o);
/** The point before <- (x, y), if it is kept; and (x, y) is offered as output. What follows in the
 *  step must move both: where nothing can be refused any more, the step is whole. */
void lf_lower_levels_remember(lf_lower_levels *s, lf_oracle *o);
/** x <- Pi_X[x - step z]. */
void lf_lower_levels_step_x(lf_lower_levels *s, lf_oracle *o, double step);
/** Every y_i <- y_i - step w_i, w (n), projected. */
void lf_lower_levels_step_y(lf_lower_levels *s, lf_oracle *o, double step, const double *w);
/** What is judged. */
lf_point lf_lower_levels_point(const lf_lower_levels *s);
