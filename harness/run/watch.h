/**
 * @file watch.h
 * @brief Where a run is, noted where another process can read it after a crash.
 */
#pragma once

#include <stdint.h>

/** X(enum, words after "signal 11 (Segmentation fault) "; %llu is the step). */
#define LF_WATCH_LIST(X)                                                                           \
    X(LF_WATCH_START, "before the run began")                                                      \
    X(LF_WATCH_PLUGIN, "while its plugin was opened")                                              \
    X(LF_WATCH_PROBLEM, "while the problem was built")                                             \
    X(LF_WATCH_INIT, "in init")                                                                    \
    X(LF_WATCH_STEP, "in step %llu")                                                               \
    X(LF_WATCH_METRICS, "while metrics were evaluated after step %llu")                            \
    X(LF_WATCH_RELEASE, "while the problem was released")                                          \
    X(LF_WATCH_END, "after the end of the run")

#define LF_WATCH_ENUM(phase, words) phase,
typedef enum { LF_WATCH_LIST(LF_WATCH_ENUM) LF_WATCH_PHASES } lf_watch_phase;
#undef LF_WATCH_ENUM

/** One page's worth of whereabouts. Only the run writes. */
typedef struct {
    volatile uint32_t phase; /**< lf_watch_phase */
    volatile uint64_t step;  /**< under way, or done last */
    volatile uint64_t notes; /**< so far: it goes on */
    volatile double share;   /**< of the budget, after the last whole step */
} lf_watch;

/** What this process's runs write to: a page of its own until it is pointed elsewhere. */
extern lf_watch *lf_watch_page;

static inline void lf_watch_note(lf_watch_phase phase, uint64_t step) {
    lf_watch_page->step = step;
    lf_watch_page->phase = (uint32_t)phase;
    lf_watch_page->notes++;
}
