/**
 * @file early.h
 * @brief Plugins that are honest but for a constructor: it runs when the file is opened, before
 * anybody can look at what is in it.
 */
#pragma once

#include "descent.h"

/** The plugin NAME; what follows in braces is done while it is opened. */
#define EARLY_PLUGIN(NAME, DOC)                                                                    \
    static lf_status NAME##_step(descent_state *s, lf_oracle *o) {                                 \
        return descent_move(s, o);                                                                 \
    }                                                                                              \
    DESCENT_PLUGIN(NAME, DOC);                                                                     \
    __attribute__((constructor)) static void NAME##_early(void)
