/**
 * @file batch.h
 * @brief Roles of components, and the ticket that names a batch of samples.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** What a component of a problem is for. X(enum, word in counter names, with). */
#define LF_ROLE_LIST_WITH(X, with)                                                                 \
    X(LF_ROLE_OBJECTIVE, "objective", with)                                                        \
    X(LF_ROLE_INNER, "inner", with)                                                                \
    X(LF_ROLE_CONSTRAINT, "constraint", with)                                                      \
    X(LF_ROLE_UPPER, "upper", with)                                                                \
    X(LF_ROLE_LOWER, "lower", with)
/** The same for X(enum, word). */
#define LF_ROLE_LIST(X) LF_ROLE_LIST_WITH(LF_ROLE_PAIR, X)
#define LF_ROLE_PAIR(role, word, X) X(role, word)

#define LF_ROLE_ENUM(role, word) role,
typedef enum { LF_ROLE_LIST(LF_ROLE_ENUM) LF_ROLES } lf_role;
#undef LF_ROLE_ENUM

/** In place of a component's number: every component of the role at once. */
#define LF_EVERY ((size_t)UINT32_MAX)

/**
 * A ticket for samples of one component, or of every one. It holds no samples and never dangles:
 * the oracle finds the same samples again from the ticket, so one batch can be asked about at any
 * number of points. Filled in by lf_oracle_draw(), lf_oracle_full() or lf_oracle_block(); a ticket
 * changed by hand is refused, and so is one that is kept while the run goes on from a checkpoint
 * more than 31 times; those of init are always good.
 */
typedef struct {
    lf_role role;
    uint32_t component;
    size_t n;      /**< samples, over all components that it is for; 0: known in closed form */
    uint64_t draw; /**< which draw of this component's stream, from 0; LF_DRAW_FULL: every sample */
    uint64_t made; /**< how many tickets the run had made before */
    uint64_t seal; /**< the oracle's signature over the fields above */
} lf_batch;

#define LF_DRAW_FULL UINT64_MAX
/** Block k of q is draw LF_DRAW_BLOCK + q 2^31 + k. */
#define LF_DRAW_BLOCK ((uint64_t)1 << 63)
/** Draw k of component 0 of a role, lent to another component, is LF_DRAW_LENT + role 2^56 + k. */
#define LF_DRAW_LENT ((uint64_t)1 << 62)
