/**
 * @file order.h
 * @brief What keeper and method's process write to the room of their channel, and how.
 *
 * Turns alternate. The keeper's are orders (start, init, step) and answers; the method's are
 * questions and reports that an order is carried out. A turn is a head and, behind it, vectors at
 * multiples of 64 bytes. Both ends are one program, so the layout is the compiler's.
 */
#pragma once

#include <stdint.h>

#include <levelfield/algorithm.h>

#include "oracle/question.h"

typedef enum {
    LF_ORDER_START = 1, /**< text: lf_order_start; then open the plugin */
    LF_ORDER_INIT,      /**< vector 0: x0 (d) */
    LF_ORDER_STEP,
    LF_ORDER_ANSWER,   /**< to the question just before */
    LF_ORDER_QUESTION, /**< from the method */
    LF_ORDER_REPORT    /**< from the method: status and, after init and step, points */
} lf_order_kind;

enum { LF_ORDER_MESSAGE = 1024 };

/** Points of a report, in this order; w (d), y (length of the second block). */
enum { LF_ORDER_W, LF_ORDER_Y, LF_ORDER_AVERAGE_W, LF_ORDER_AVERAGE_Y, LF_ORDER_POINTS };

typedef struct {
    uint32_t kind;  /**< lf_order_kind */
    int32_t status; /**< of a report */
    uint64_t outer; /**< of a report: as of lf_question */
    uint32_t given; /**< of a report: bit v: point v is there */
    uint32_t _room;
    lf_question question;
    char message[LF_ORDER_MESSAGE]; /**< of an answer or a report that is a failure */
} lf_order;

/** Behind the head of LF_ORDER_START: this, and behind it the texts and the info's block. */
typedef struct {
    uint64_t algorithm, plugin; /**< bytes of the texts, NUL included; plugin 0: linked in */
    uint64_t info;              /**< bytes of the block */
    uint64_t info_at;           /**< where it lay, which its pointers are about */
    uint64_t memory;            /**< most that the arena may hand out */
    uint64_t stride;            /**< bytes from one vector in the room to the next */
    uint32_t has_jvp, sparse;
} lf_order_start;

/** Bytes from the beginning of the room to where vector 0 may be. */
static inline size_t lf_order_vectors(void) {
    return (sizeof(lf_order) + 63) / 64 * 64;
}

/** From one vector of n numbers to the next. */
static inline size_t lf_order_stride(size_t n) {
    return (n * sizeof(double) + 63) / 64 * 64;
}
