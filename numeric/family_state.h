/**
 * @file family_state.h
 * @brief What family.c, family_entry.c and family_era.c share: the inside of a family.
 */
#pragma once

#include "numeric/family.h"

/** Vectors of a family; eras after which every slot is brought to the present one;
 *  slots lie anywhere, so that so many ahead they are fetched. */
enum { LF_FAMILY_MOST = 10, LF_FAMILY_ERAS = 1024, LF_FAMILY_NONE = -1, LF_FAMILY_AHEAD = 16 };

typedef double lf_family_map[LF_FAMILY_MOST][LF_FAMILY_MOST];

/** All that is no array of length d. */
typedef struct {
    size_t touched;  /**< entries that have a slot: 0 .. touched - 1, in the order of first use */
    lf_family_map P; /**< row x: coefficients of x; column s is 0 without a base s */
    lf_family_map gram;          /**< of the bases, as they are in this era */
    double peak[LF_FAMILY_MOST]; /**< largest gram[s][s] since it was summed anew */
    bool based[LF_FAMILY_MOST];
    bool filled[LF_FAMILY_MOST]; /**< something was added to the base: no square tells, if small */
    size_t listed[LF_FAMILY_MOST]; /**< slots in the list; 0 with a base */
    size_t used[LF_FAMILY_MOST];   /**< how often what is listed was added to another */
    size_t era;
    lf_family_map past[LF_FAMILY_ERAS]; /**< from the bases of an era to those of this one */
} lf_family_table;

/* Arrays by slot have room for d, and use of it what was touched. */
struct lf_family {
    size_t d, n;  /**< length, vectors */
    size_t words; /**< of 64 slots each */
    size_t bytes; /**< of the block that begins at `point` */
    lf_family_table *t;
    uint32_t *slot;                 /**< d: 1 + the slot of an entry; 0: all vectors are 0 there */
    uint32_t *column;               /**< by slot: its entry */
    double *own[LF_FAMILY_MOST];    /**< by slot: the base, or what is listed and 0 elsewhere */
    uint32_t *list[LF_FAMILY_MOST]; /**< slots, as many as are listed */
    uint64_t *member[LF_FAMILY_MOST]; /**< a bit for each slot: it is in the list */
    uint16_t *stamp;                  /**< by slot: the era that the bases are of there */
    double *point, *slope;            /**< d: what is read; what is added to, 0 between calls */
    size_t located;                   /**< entries that were; 0: all */
    const uint32_t *at;               /**< which */
    uint32_t *spot, *found;           /**< their slots; of all, those that something was added to */
    double *value;                    /**< one for each slot that is added to, in their order */
};

/** A of n rows. b <- A^-1 b; false if A is singular. A is used up. */
bool lf_family_solve(size_t n, lf_family_map A, double *b);

/** Slots become those of this era. */
void lf_family_bring(lf_family *f, size_t n, const uint32_t *at);
/** x in a slot of this era is the sum of by[s] part[s][slot]: the bases of its row and, if that is
 *  wanted, what it lists. Returns how many, LF_FAMILY_MOST + 1 at most. */
size_t lf_family_parts(const lf_family *f, size_t x, bool listed, const double **part, double *by);
/** The bases, as they are in this era, in slot j: out (LF_FAMILY_MOST), 0 without a base. */
void lf_family_bases(const lf_family *f, size_t j, double *out);
/** What the row of x says in slot j, without what x lists. */
double lf_family_stands(const lf_family *f, size_t x, size_t j);
/** x in slot j. */
double lf_family_entry(const lf_family *f, size_t x, size_t j);
/** x += a f->value[k] in slot at[k], k < n; x has a base or not. */
void lf_family_scatter(lf_family *f, size_t x, double a, size_t n, const uint32_t *at);
/** The list is empty, and what it had is 0. */
void lf_family_unlist(lf_family *f, size_t x);
/** A vector without a base gets one: what it lists. */
void lf_family_promote(lf_family *f, size_t x);
/** The same with a row of its own: it stands on no other base. Costs what was touched. */
void lf_family_part(lf_family *f, size_t x);
/** gram[s] is summed anew. Costs what was touched. */
void lf_family_sum(lf_family *f, size_t s);

/** Another era begins, unless P = I. */
void lf_family_turn(lf_family *f);
/** Every slot is brought to this era, which becomes the first. Costs what was touched. */
void lf_family_gather(lf_family *f);
/** No vector but x stands on the base of x, and P = I. */
void lf_family_free_base(lf_family *f, size_t x);
/** x <- 0, without a base. */
void lf_family_clear(lf_family *f, size_t x);
