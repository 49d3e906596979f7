/**
 * @file question.h
 * @brief A question to the oracle as one piece of data, for an oracle in another process.
 *
 * Every public call of oracle.h that charges or draws is one kind of question. Where the oracle is
 * away, the call becomes a question that is sent; where it is, the question becomes the call again.
 * What is known in closed form is worked out on both sides.
 */
#pragma once

#include <levelfield/oracle.h>

/** X(kind, shape). A shape has a letter for each vector: d: the iterate's length, p: outputs of the
 *  component, i: d_i of the lower level, y: the second block, n: as many as the question says.
 * Capital letters: it is written to, or added to. */
#define LF_ASK_LIST(X)                                                                             \
    X(LF_ASK_DRAW, "")                                                                             \
    X(LF_ASK_FULL, "")                                                                             \
    X(LF_ASK_BLOCK, "")                                                                            \
    X(LF_ASK_COMPONENTS, "N")                                                                      \
    X(LF_ASK_UNIFORM, "")                                                                          \
    X(LF_ASK_SAMPLE, "")                                                                           \
    X(LF_ASK_LEND, "")                                                                             \
    X(LF_ASK_VALUE, "dP")                                                                          \
    X(LF_ASK_VJP, "dpD")                                                                           \
    X(LF_ASK_VALUE_VJP, "dpPD")                                                                    \
    X(LF_ASK_JVP, "ddP")                                                                           \
    X(LF_ASK_SUBGRADIENT, "dD")                                                                    \
    X(LF_ASK_SADDLE, "dyDY")                                                                       \
    X(LF_ASK_RESPOND, "dY")                                                                        \
    X(LF_ASK_SUPPORT, "D")                                                                         \
    X(LF_ASK_UPPER_GRADIENT, "diDI")                                                               \
    X(LF_ASK_LOWER_GRADIENT, "diI")                                                                \
    X(LF_ASK_LOWER_GRADIENT_X, "diD")                                                              \
    X(LF_ASK_LOWER_HVP, "diiI")                                                                    \
    X(LF_ASK_LOWER_JVP, "diiD")                                                                    \
    X(LF_ASK_ESTIMATE, "")                                                                         \
    X(LF_ASK_ESTIMATE_ADD, "di")                                                                   \
    X(LF_ASK_ESTIMATE_SCALE, "")                                                                   \
    X(LF_ASK_ESTIMATE_PROJECT, "")                                                                 \
    X(LF_ASK_ESTIMATE_CLIP, "")                                                                    \
    X(LF_ASK_ESTIMATE_HESSIAN, "iI")                                                               \
    X(LF_ASK_ESTIMATE_JACOBIAN, "iD")                                                              \
    X(LF_ASK_ESTIMATE_JACOBIAN_T, "dI")

#define LF_ASK_ENUM(kind, shape) kind,
typedef enum { LF_ASK_LIST(LF_ASK_ENUM) LF_ASKS } lf_ask;
#undef LF_ASK_ENUM

enum { LF_QUESTION_VECTORS = 4 };

/** What is asked, and the part of the answer that is no vector. */
typedef struct {
    lf_ask ask;
    lf_role role;     /**< of a draw; to lend a batch to */
    size_t component; /**< of a draw; to lend a batch to; of an estimate that is made, the lower
                         level */
    size_t n;         /**< samples or components to draw; of a block, q; which sample of a batch; of
                           an answer: entries of a support */
    size_t block;     /**< which of q */
    size_t estimate;  /**< its number */
    lf_form form;     /**< of an estimate that is made */
    double number;    /**< a, r, floor or cap; of an answer: what is uniform, or a sample's */
    uint64_t outer;   /**< how often outer functions were asked for since the last one */
    bool has_batch;
    lf_batch batch; /**< what is asked about; of an answer: what was drawn */
    const void *vector[LF_QUESTION_VECTORS]; /**< as of the shape; NULL: not given */
    lf_status status;                        /**< of an answer */
} lf_question;

/** Vectors of a question of this kind; 0 where there is no such kind. */
size_t lf_question_vectors(lf_ask ask);
/** May this vector be left out, as an answer that is not wanted? */
bool lf_question_optional(lf_ask ask, size_t v);
/** After a question from another process: about a batch is what its kind is, whatever it says, but
 *  for a projection of an estimate, which may be about none. */
void lf_question_settle(lf_question *q);

/** Numbers in a vector of the question, and whether it is written to. false: there is no such
 *  vector, or no such component or estimate to ask about. */
bool lf_question_vector(const lf_oracle *o, const lf_question *q, size_t v, size_t *numbers,
                        bool *written);

/** Ask the oracle: the answer goes to the question itself and to its vectors that are written. */
void lf_question_answer(lf_oracle *o, lf_question *q);

/** Where the oracle is away: how often outer functions were asked for since this was told last. */
uint64_t lf_oracle_outer_tell(const lf_oracle *o);
/** Where it is: count what was told. */
void lf_oracle_outer_told(lf_oracle *o, uint64_t times);

/** The way to an oracle that is away. */
typedef struct {
    void *context;
    /** Send the question and fill in its answer. LF_IO where nobody answers any more. */
    lf_status (*ask)(void *context, lf_question *q);
} lf_oracle_way;

/** An oracle that is away, for a problem of which this much is known; info and way must outlive it.
 *  It knows no meter, and none of oracle/oracle.h may be asked of it but lf_oracle_free(). */
lf_status lf_oracle_create_away(const lf_problem_info *info, bool has_jvp, const lf_oracle_way *way,
                                lf_oracle **oracle);
