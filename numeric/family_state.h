/**
 * @file family_state.h
 * @brief What family.c, family_entry.c and family_era.c share: the inside of a family.
 */
#pragma once

#include "numeric/family.h"

/** Vectors of a family; eras after which every entry is brought to the present one. */
enum { LF_FAMILY_MOST = 10, LF_FAMILY_ERAS = 1024, LF_FAMILY_NONE = -1 };

typedef double lf_family_map[LF_FAMILY_MOST][LF_FAMILY_MOST];

/** All that is no array of length d. */
typedef struct {
    lf_family_map P;             /**< row x: coefficients of x; column s is 0 without a base s */
    lf_family_map gram;          /**< of the bases, as they are in this era */
    double peak[LF_FAMILY_MOST]; /**< largest gram[s][s] since it was summed anew */
    bool based[LF_FAMILY_MOST];
    size_t listed[LF_FAMILY_MOST]; /**< entries in the list; 0 with a base */
    size_t used[LF_FAMILY_MOST];   /**< how often what is listed was added to another */
    size_t era;
    lf_family_map past[LF_FAMILY_ERAS]; /**< from the bases of an era to those of this one */
} lf_family_table;

struct lf_family {
    size_t d, n;  /**< length, vectors */
    size_t words; /**< of 64 entries each */
    lf_family_table *t;
    double *own[LF_FAMILY_MOST];      /**< d: the base, or what is listed and 0 elsewhere */
    uint32_t *list[LF_FAMILY_MOST];   /**< d, of which a list uses as many as it has */
    uint64_t *member[LF_FAMILY_MOST]; /**< a bit for each entry: it is in the list */
    uint16_t *stamp;                  /**< d: the era that the bases' entry is of */
    double *point, *slope;            /**< d: what is read; what is added to, 0 between calls */
    double *value;                    /**< d: one for each entry that is added to, in their order */
};

/** A of n rows. b <- A^-1 b; false if A is singular. A is used up. */
bool lf_family_solve(size_t n, lf_family_map A, double *b);

/** The bases, as they are in this era, at entry j: out (LF_FAMILY_MOST), 0 without a base. */
void lf_family_bases(const lf_family *f, size_t j, double *out);
/** x_j */
double lf_family_entry(const lf_family *f, size_t x, size_t j);
/** x_j += a f->value[k] for j = at[k], k < n; x has a base or not. */
void lf_family_scatter(lf_family *f, size_t x, double a, size_t n, const uint32_t *at);
/** x_j of a vector without a base is listed, for j in at. */
void lf_family_note(lf_family *f, size_t x, size_t n, const uint32_t *at);
/** The list is empty, and what it had is 0. */
void lf_family_unlist(lf_family *f, size_t x);
/** A vector without a base gets one: what it lists. */
void lf_family_promote(lf_family *f, size_t x);
/** The same with a row of its own: it stands on no other base. Costs d. */
void lf_family_part(lf_family *f, size_t x);
/** gram[s] is summed anew. Costs d. */
void lf_family_sum(lf_family *f, size_t s);

/** Another era begins, unless P = I. */
void lf_family_turn(lf_family *f);
/** Every entry is brought to this era, which becomes the first. Costs d. */
void lf_family_gather(lf_family *f);
/** No vector but x stands on the base of x, and P = I. */
void lf_family_free_base(lf_family *f, size_t x);
/** x <- 0, without a base. */
void lf_family_clear(lf_family *f, size_t x);
